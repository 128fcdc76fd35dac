/* The least HTTP and WebSocket that a load generator needs: a blocking exchange to set
 * things up, and a socket that never blocks afterwards. */
#ifndef ALEA_BENCH_LOAD_NET_H
#define ALEA_BENCH_LOAD_NET_H

#include <stdbool.h>
#include <stddef.h>

struct place {
    const char *host; /* an IPv4 address of this machine */
    int port;
};

/* A connection that is kept between requests; fd -1 = none yet. */
struct http {
    struct place place;
    unsigned source; /* which address of 127.0.0.0/8 the client has; 0 = any */
    int fd;
};

struct http_answer {
    int status;
    char cookie[256]; /* "name=value" of the last Set-Cookie, or "" */
    char *body;       /* the caller's to free */
    size_t bytes;     /* head and body as they came */
};

/* Asks and waits. `cookie` and `body` may be NULL. False with a message on stderr when
 * no answer could be had. */
bool http_ask(struct http *http, const char *method, const char *path,
              const char *cookie, const char *body, struct http_answer *answer);
void http_close(struct http *http);

struct socket {
    int fd; /* -1 = closed */
    char *in, *out, *text;
    size_t in_used, in_room, out_used, out_room, text_used, text_room;
};

/* Connects and shakes hands, blocking; false with a message on stderr. `game` is named
 * in the address, for a proxy that routes by it. */
bool socket_open(struct socket *socket, struct place place, unsigned source,
                 const char *cookie, const char *game);
/* Queues one text message and sends what the kernel takes. */
void socket_send(struct socket *socket, const char *text);
/* Sends what is waiting; true when nothing is left. */
bool socket_flush(struct socket *socket);
/* Reads all there is and hands over each whole text message, ended by a 0 byte. */
void socket_receive(struct socket *socket,
                    void (*take)(void *who, char *text, size_t length), void *who);
void socket_close(struct socket *socket);

#endif
