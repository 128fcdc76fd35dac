/* Relations of accounts: friends, blocked, muted; open challenges; reports to those who
 * run the server. */
#ifndef ALEA_SERVER_STORAGE_RELATIONS_H
#define ALEA_SERVER_STORAGE_RELATIONS_H

#include "interface.h"

enum { CHALLENGE_TEXT_SIZE = 804, REPORT_TEXT_SIZE = 4004 };

typedef struct storage_relation {
    char other[ID_SIZE], name[132];
    bool is_friend, blocked, muted;
    int64_t time;
} storage_relation;

/* One without any of the three is removed. ALEA_ERROR_ARGUMENT: no such account. */
alea_status relation_put(storage *s, const char *user, const storage_relation *r);
/* Unless found, all of it is false. `name` is left empty. */
storage_answer relation_get(storage *s, const char *user, const char *other,
                            storage_relation *out);
/* By name. Returns how many were written. */
int relations_of(storage *s, const char *user, storage_relation *out, int capacity);
/* Has `user` blocked `other`? Found: yes. "" blocks nobody. */
storage_answer relation_blocks(storage *s, const char *user, const char *other);

typedef struct storage_challenge {
    char game[ID_SIZE]; /* waits, with a free seat; goes with it */
    char from[ID_SIZE], to[ID_SIZE];
    char from_name[132], to_name[132];
    int64_t time;
    char text[CHALLENGE_TEXT_SIZE];
} storage_challenge;

/* With the word about it. ALEA_ERROR_ARGUMENT: the game has one already, or an account
 * is gone. */
alea_status challenge_put(storage *s, const storage_challenge *c);
storage_answer challenge_get(storage *s, const char *game, storage_challenge *out);
/* Challenges to games that still wait, sent or received, newest first. */
int challenges_of(storage *s, const char *user, storage_challenge *out, int capacity);
/* No effect if there is none. */
alea_status challenge_remove(storage *s, const char *game);

typedef struct storage_report {
    int64_t number, time;
    char user[ID_SIZE], other[ID_SIZE];
    char user_name[132], other_name[132]; /* "" = the account is gone; put: ignored */
    char game[ID_SIZE];                   /* "" = none */
    char text[REPORT_TEXT_SIZE];
} storage_report;

alea_status report_put(storage *s, const storage_report *r);
/* Newest first. */
typedef bool storage_report_fn(void *context, const storage_report *report);
alea_status reports(storage *s, storage_report_fn *each, void *context);
/* ALEA_ERROR_ARGUMENT: no report has that number. */
alea_status report_remove(storage *s, int64_t number);
/* How many the user has sent since `since`; -1 = could not be read. */
int64_t reports_of(storage *s, const char *user, int64_t since);

#endif
