/* Topics of the bus: the messages that this server publishes, and its reactions to
 * those of others. */
#ifndef ALEA_SERVER_TOPICS_H
#define ALEA_SERVER_TOPICS_H

#include "server/bus/bus.h"

/* Callbacks on the loop's thread; none may be NULL. */
typedef struct topics_events {
    void (*lobby)(void *context); /* open games have changed elsewhere */
    void (*asked)(void *context); /* another server wants a game */
    /* An account or its sessions have changed elsewhere; NULL: whose is not known. */
    void (*people)(void *context, const char *user);
    /* The vacation of an account has changed elsewhere. */
    void (*vacation)(void *context, const char *user);
    /* A tournament has changed, here or elsewhere: event `seq` is the last. */
    void (*tournament)(void *context, const char *id, int64_t seq);
    /* The same of a club. */
    void (*club)(void *context, const char *id, int64_t seq);
    /* The same of a table of the family's games: line `seq` is the last. */
    void (*tables)(void *context, const char *id, int64_t seq);
    /* The same of a chouette. */
    void (*chouette)(void *context, const char *id, int64_t seq);
    void *context;
} topics_events;

/* Subscribes; `on` is borrowed. */
void topics_follow(bus *b, const topics_events *on);
/* Sessions of the user have ended, or the account is gone: it is in the database. */
void topics_person_changed(bus *b, const char *user);
/* Its vacation is in the database. */
void topics_vacation_changed(bus *b, const char *user);

#endif
