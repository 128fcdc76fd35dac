/* Rate limits of addresses and users: token buckets, and counts of connections. IPv6
 * addresses count by /64. Event loop thread only; memory is bounded. */
#ifndef ALEA_SERVER_SUPPORT_LIMITS_H
#define ALEA_SERVER_SUPPORT_LIMITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct limits limits;

typedef enum limit_kind {
    LIMIT_REQUEST = 0, /* requests, 240 a minute */
    LIMIT_LOGIN,       /* passwords tried, 10 a minute */
    LIMIT_GUEST,       /* guests made, 240 an hour */
    LIMIT_UPGRADE,     /* WebSocket attempts, 120 a minute */
    LIMIT_UPLOAD,      /* match files, 120 an hour */
    LIMIT_GAME,        /* games made, 60 and then 120 an hour */
    /* Kilobytes by which the data grow: events, chat, games, match files, desks,
     * settings, reports. With what limits_take_beyond lets through an address stays
     * below 20 MB in any 24 hours. */
    LIMIT_STORED,         /* of an address, 9 MB and then 9 MB a day */
    LIMIT_STORED_GUEST,   /* of one guest, 6 MB and then 9 MB a day */
    LIMIT_STORED_ACCOUNT, /* of one account, 9 MB and then 9 MB a day */
    LIMIT_KINDS
} limit_kind;

enum { LIMIT_SOCKETS = 32, LIMIT_CONNECTIONS = 128 };

/* False: --limit 0. `l` may be NULL. */
bool limits_are_on(const limits *l);
/* The network that an address counts for: itself, of IPv6 the /64. */
void limits_network(const char *address, char *out, size_t size);
/* `sockets` is --limit: all limits grow in step with it; 0 = no limits. */
limits *limits_new(int sockets);
void limits_free(limits *l);
/* Takes one token; false if none is left, and *wait_s (may be NULL) then has the
 * seconds until the next one. */
bool limits_take(limits *l, const char *address, limit_kind kind, int64_t now_ms,
                 int *wait_s);
/* Takes `amount` tokens of `kind` from the address and from the user (either may be
 * ""). False, with nothing taken, if one of them has too few; `amount` above the size
 * of a bucket needs a full one. `l` NULL = no limits. */
bool limits_take_both(limits *l, const char *address, limit_kind of_address,
                      const char *user, limit_kind of_user, double amount,
                      int64_t now_ms, int *wait_s);
/* Takes kilobytes to be stored from the budgets of address and user. False, with
 * nothing taken, if one has too few. */
bool limits_take_storage(limits *l, const char *address, const char *user, bool guest,
                         double kilobytes, int64_t now_ms, int *wait_s);
/* The same of what people must be able to do on a day on which others of their address
 * have stored much: to come, to log in, to train. It goes 2 MB below an empty
 * budget. */
bool limits_take_beyond(limits *l, const char *address, double kilobytes,
                        int64_t now_ms, int *wait_s);
/* Takes from the budgets of address and user ("" = none) what was stored beyond what
 * was taken before, or gives back what was not needed. Below zero nothing more is let
 * through until it has filled up again, at most for as long as an empty one takes to be
 * full. */
void limits_settle_storage(limits *l, const char *address, const char *user, bool guest,
                           double kilobytes, int64_t now_ms);
/* Counts a new connection or WebSocket; false, with nothing counted, if the address has
 * too many. limits_forget_connection undoes one successful call. */
bool limits_count_connection(limits *l, const char *address, bool websocket,
                             int64_t now_ms);
void limits_forget_connection(limits *l, const char *address, bool websocket);

#endif
