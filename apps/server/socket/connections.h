/* WebSocket clients: connections, subscriptions to games, sending. Event loop thread
 * only. net/ calls the first group of functions, games and jobs the second. */
#ifndef ALEA_SERVER_HUB_H
#define ALEA_SERVER_HUB_H

#include "server/http/request.h"
#include "server/support/rejections.h"

#include <alea/status.h>
#include <stdint.h>

typedef struct hub hub;
typedef struct hub_client hub_client; /* internal.h */
typedef uint32_t socket_id;           /* never used again; 0 = none */

enum {
    HUB_WATCHED = 16,            /* games that a socket may watch at once */
    HUB_QUEUE_MOST = 1024 * 1024 /* bytes that may wait to be sent to one socket */
};

/* What the connections call; `context` is the one given at opening. */
typedef struct hub_events {
    void *context;
    /* Queues a text for, or closes, the connection given to hub_connect. `game` is the
     * game whose events the text depends on; NULL = none. */
    void (*send)(void *wire, const char *game, const char *text, size_t size);
    void (*close)(void *wire, int code);
    /* A message of a client; `body` is borrowed, NULL = no JSON that may be read. */
    void (*message)(void *context, socket_id socket, json_t *body);
    /* A socket began or ceased to watch the game. */
    void (*presence)(void *context, const char *game);
    /* A command was turned away. */
    void (*rejected)(void *context, metrics_refusal why, const char *address,
                     const char *user, const char *code, const char *about);
} hub_events;

/* `on` is copied. Commands are counted and limited. */
alea_status hub_open(hub **out, const hub_events *on);
/* False: a client may send any number of commands. */
void hub_limit_commands(hub *h, bool limit);
/* Stops presence callbacks, because the games are closed. */
void hub_mute(hub *h);
/* Drops all sockets without sending anything. NULL is allowed. */
void hub_close(hub *h);

/* ---- from the transport ---- */
/* `who` must have a user. `wire` is what transport_send is given. 0 without memory. */
socket_id hub_connect(hub *h, const http_person *who, const char *address, void *wire);
void hub_disconnect(hub *h, socket_id socket);

/* ---- to clients; `message` is borrowed ---- */
/* `game` is the game that the message is about; NULL = none. A message about a game is
 * dropped, with its socket, if an event of that game is lost before it is sent. */
void hub_send(hub *h, socket_id socket, const char *game, const json_t *message);
/* JSON that is text already. */
void hub_send_text(hub *h, socket_id socket, const char *game, const char *text,
                   size_t size);
/* The result of hub_take: a command in time, too fast, or one of too many too fast,
 * upon which the socket was closed. */
typedef enum hub_pace { HUB_IN_TIME = 0, HUB_TOO_FAST, HUB_CLOSED } hub_pace;
/* To every socket of that user. */
void hub_send_user(hub *h, const char *user, const json_t *message);

/* ---- subscriptions to a game ---- */
/* False where the socket watches HUB_WATCHED others, or memory is short. */
bool hub_watch(hub *h, socket_id socket, const char *game);
void hub_unwatch(hub *h, socket_id socket, const char *game);
int hub_watchers(hub *h, const char *game, socket_id *out, int room);
const http_person *hub_person(hub *h, socket_id socket);
/* The address that the socket counts for; "" if it is gone. Valid while it is
 * connected.
 */
const char *hub_address(const hub *h, socket_id socket);
/* Is any socket of that user watching the game? */
bool hub_is_present(hub *h, const char *game, const char *user);

/* Watchers by what they may see: of seat 0, of seat 1, and all others. */
enum { HUB_AUDIENCES = 3 };
/* How many of each; `seats` are user ids, "" where no person sits. */
void hub_audience(hub *h, const char *game, const char *const seats[2],
                  int count[HUB_AUDIENCES]);
void hub_tell(hub *h, const char *game, const char *const seats[2], int audience,
              const char *text, size_t size);

/* Whether the socket is sent the lobby. */
void hub_set_lobby(hub *h, socket_id socket, bool on);

/* ---- figures ---- */
int hub_sockets(const hub *h);
int hub_users(const hub *h);
/* Commands so far. */
int64_t hub_received(const hub *h);
/* Sends text to every socket that asked for the lobby; how many there are. */
void hub_tell_lobby(hub *h, const char *text, size_t size);
int hub_in_lobby(const hub *h);
/* Sends `bye` with the reason and closes the socket. */
void hub_close_with_reason(const hub *h, hub_client *c, const char *reason,
                           const char *text, int code);
hub_client *hub_find(const hub *h, socket_id socket);

#endif
