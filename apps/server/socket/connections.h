/* WebSocket clients: connections, subscriptions to games, sending. Event loop thread
 * only. net/ calls the first group of functions, games and jobs the second. */
#ifndef ALEA_SERVER_SOCKET_CONNECTIONS_H
#define ALEA_SERVER_SOCKET_CONNECTIONS_H

#include "server/http/request.h"
#include "server/support/rejections.h"

#include <alea/status.h>
#include <stdint.h>

typedef struct connections connections;
typedef struct connections_client connections_client; /* internal.h */
typedef uint32_t socket_id;                           /* never used again; 0 = none */

enum {
    CONNECTIONS_WATCHED = 16, /* games that a socket may watch at once */
    CONNECTIONS_QUEUE_MOST =
        1024 * 1024 /* bytes that may wait to be sent to one socket */
};

/* Callbacks of the connections; `context` is the one given at opening. */
typedef struct connections_events {
    void *context;
    /* Queues a text for, or closes, the connection given to connections_connect. `game`
     * is the game whose events the text depends on; NULL = none. */
    void (*send)(void *connection, const char *game, const char *text, size_t size);
    void (*close)(void *connection, int code);
    /* A message of a client; `body` is borrowed, NULL = no JSON that may be read. */
    void (*message)(void *context, socket_id socket, json_t *body);
    /* A socket began or stopped watching the game. */
    void (*presence)(void *context, const char *game);
    /* A command was turned away. */
    void (*rejected)(void *context, metrics_refusal why, const char *address,
                     const char *user, const char *code, const char *about);
} connections_events;

/* `on` is copied. Commands are counted and limited. */
alea_status connections_open(connections **out, const connections_events *on);
/* False: a client may send any number of commands. */
void connections_limit_commands(connections *h, bool limit);
/* Stops presence callbacks, because the games are closed. */
void connections_mute(connections *h);
/* Drops all sockets without sending anything. NULL is allowed. */
void connections_close(connections *h);

/* ---- from the transport ---- */
/* `who` must have a user. `connection` is passed to transport_send. 0 without
 * memory. */
socket_id connections_connect(connections *h, const http_person *who,
                              const char *address, void *connection);
void connections_disconnect(connections *h, socket_id socket);

/* ---- to clients; `message` is borrowed ---- */
/* `game` is the game that the message is about; NULL = none. A message about a game is
 * dropped, with its socket, if an event of that game is lost before it is sent. */
void connections_send(connections *h, socket_id socket, const char *game,
                      const json_t *message);
/* JSON that is text already. */
void connections_send_text(connections *h, socket_id socket, const char *game,
                           const char *text, size_t size);
/* The result of connections_take: a command within the rate, one above it, or one after
 * too many above it, upon which the socket was closed. */
typedef enum connections_pace {
    CONNECTIONS_IN_TIME = 0,
    CONNECTIONS_TOO_FAST,
    CONNECTIONS_CLOSED
} connections_pace;
/* To every socket of that user. */
void connections_send_user(connections *h, const char *user, const json_t *message);
/* The same of text that depends on the events of a game. */
void connections_tell_user(connections *h, const char *user, const char *game,
                           const char *text, size_t size);

/* ---- subscriptions to a game ---- */
/* False where the socket watches CONNECTIONS_WATCHED others, or memory is short. */
bool connections_watch(connections *h, socket_id socket, const char *game);
void connections_unwatch(connections *h, socket_id socket, const char *game);
int connections_watchers(connections *h, const char *game, socket_id *out,
                         int capacity);
const http_person *connections_person(connections *h, socket_id socket);
/* The address that the socket counts for, while it is connected; "" if it has
 * closed. */
const char *connections_address(const connections *h, socket_id socket);
/* Whether any socket of that user watches the game. */
bool connections_is_present(connections *h, const char *game, const char *user);
/* Has the user any socket? */
bool connections_is_online(connections *h, const char *user);

/* Watchers by what they may see: of seat 0, of seat 1, and all others. */
enum { CONNECTIONS_AUDIENCES = 3 };
/* Counts the connections to a game by audience. `seats` are user ids, "" where no
 * person sits. */
void connections_audience(connections *h, const char *game, const char *const seats[2],
                          int count[CONNECTIONS_AUDIENCES]);
void connections_tell(connections *h, const char *game, const char *const seats[2],
                      int audience, const char *text, size_t size);

/* Whether the socket is sent the lobby. */
void connections_set_lobby(connections *h, socket_id socket, bool on);

/* ---- figures ---- */
int connections_users(const connections *h);
/* Commands so far. */
int64_t connections_received(const connections *h);
/* Sends text to every socket that asked for the lobby; returns their number. */
void connections_tell_lobby(connections *h, const char *text, size_t size);
int connections_in_lobby(const connections *h);
/* Sends `bye` with the reason and closes the socket. */
void connections_close_with_reason(const connections *h, connections_client *c,
                                   const char *reason, const char *text, int code);
connections_client *connections_find(const connections *h, socket_id socket);

#endif
