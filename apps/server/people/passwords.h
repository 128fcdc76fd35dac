/* Password hashing (Argon2id) away from the loop: it takes a tenth of a second and 64
 * MB by intent. One thread, one at a time, so that memory stays bounded.
 *
 * Addresses take turns. Attempts on one account wait for each other: ACCOUNT_BURST at
 * once, then one in ACCOUNT_WAIT_MS, those of addresses without a recent failure first.
 * Nothing is refused for the sake of an account, so nobody can lock its owner out. */
#ifndef ALEA_SERVER_PEOPLE_PASSWORDS_H
#define ALEA_SERVER_PEOPLE_PASSWORDS_H

#include "parts.h"

enum { PASSWORD_LEAST = 8, PASSWORD_MOST = 128, PASSWORDS_WAITING = 256 };
enum { PASSWORDS_AN_ADDRESS = 4, ACCOUNT_BURST = 20, ACCOUNT_WAIT_MS = 3000 };

typedef struct password_task password_task;
/* Called on the event loop thread after hashing: fills the reply to task->request. */
typedef void password_ended(people *all, password_task *task, http_reply *reply);

struct password_task {
    http_request request; /* without its body */
    storage_user user;
    /* The password to be compared with user.password_hash ("" = none), and the one to
     * be hashed ("" = none). Wiped as soon as they were used. */
    char check[PASSWORD_MOST * 4 + 1], make[PASSWORD_MOST * 4 + 1];
    bool matches;   /* what the comparison said */
    char made[128]; /* the new hash; "" if there was no memory */
    password_ended *ended;
    /* folded name of the account whose password is tried; "" = none */
    char account[132];
    /* Private. */
    uint64_t turn;
    int64_t failures;
    bool full; /* was not hashed: too many wait */
    password_task *next;
};

passwords *passwords_open(const people_parts *parts); /* copied; NULL: no thread */
void passwords_close(passwords *p);
/* Takes over a malloc'd task. With a ticket in its request the reply is deferred;
 * otherwise it is made at once on the caller's thread. 429: PASSWORDS_AN_ADDRESS of the
 * address wait already; 503: too many wait at all. */
void passwords_add(people *all, password_task *task, http_reply *reply);
/* Event loop thread: sends the replies of finished tasks. */
void passwords_poll(people *all);

/* libsodium's text of the hash; false if there is no memory. */
bool password_hash(const char *password, char out[128]);

/* Passwords that are guessed first: a published list (data/common_passwords.md), words
 * with the digits and signs that people add to them, keyboard walks, patterns. */

/* True for a common password, case aside, and for one made of the name. */
bool password_is_common(const char *password, const char *name);

#endif
