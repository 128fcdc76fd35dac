/* Shared by the files of people/. Types only. Loop's thread. */
#ifndef ALEA_SERVER_PEOPLE_PARTS_H
#define ALEA_SERVER_PEOPLE_PARTS_H

#include "server/http/request.h"
#include "server/storage/interface.h"
#include "server/support/limits.h"
#include "server/support/rejections.h"

/* The parts of the server that people/ uses; all of them outlive it. No callback may be
 * NULL. */
typedef struct people_parts {
    storage *store;
    limits *limit;
    metrics *count;
    bool is_limited;        /* attempts on passwords are bounded */
    bool is_insecure;       /* served to a network without TLS; GET /api/me shows it */
    uint8_t origin_key[32]; /* of the hashes of addresses, session.c */
    /* Answers a request that is waiting; takes reply->body over. */
    void (*answer)(void *context, uint32_t ticket, http_reply *reply);
    /* Closes the sockets of a user's session (NULL: of all of them but `keep`). */
    void (*end_sessions)(void *context, const char *user, const char *session,
                         const char *keep);
    /* The account was deleted, also in the storage. */
    void (*forgotten)(void *context, const char *user);
    /* Any thread: makes the event loop call passwords_poll. */
    void (*wake)(void *context);
    void *context;
} people_parts;

typedef struct passwords passwords; /* passwords.h */

typedef struct people {
    people_parts parts;
    passwords *secrets; /* NULL: passwords are hashed on the caller's thread */
} people;

#endif
