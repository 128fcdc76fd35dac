/* Rated results and the ratings that follow from them. A result is stored in the
 * transaction of the event that ends its game, once, with the ratings of both players
 * after it; so everything can be computed again from the results in their order. Those
 * of a removed account stay, without a name, since others' ratings follow from them. */
#ifndef ALEA_SERVER_STORAGE_RESULTS_H
#define ALEA_SERVER_STORAGE_RESULTS_H

#include "interface.h"
#include "server/rating/glicko2.h"
#include "server/rating/pools.h"

/* Two people have at most this many counted results in that time. */
enum { RESULTS_OF_PAIR = 5, RESULTS_DAY_MS = 86400000 };

typedef struct storage_result {
    int64_t number, time; /* 1, 2, ... in the order of counting */
    char game[ID_SIZE];
    char pool[POOL_SIZE];
    char user[2][ID_SIZE];
    int winner; /* -1 = drawn */
    rating after[2];
    /* Of results_of: from the game, if it is still there. */
    char names[2][132];
    int score[2], match_length;
    double pr[2]; /* NAN = not analysed */
} storage_result;

typedef struct storage_rating {
    char user[ID_SIZE], name[132];
    char pool[POOL_SIZE];
    rating now; /* as of `time`, the last result */
    int64_t played, won, time;
} storage_rating;

/* Within the caller's transaction: counts the game's result in its `pool`. No effect if
 * it is counted already, or if its players have had RESULTS_OF_PAIR results within
 * RESULTS_DAY_MS before `time`. */
alea_status results_add(storage *s, const storage_game *game, int64_t time);
/* The newest first. Returns how many were written. */
int results_of(storage *s, const char *user, storage_result *out, int capacity);
/* Matches that `user` won, lost, drew against `other`; false if it cannot be read. */
bool results_between(storage *s, const char *user, const char *other, int64_t count[3]);
/* How many results the two have had with each other after `since`; -1 = could not be
 * read. */
int64_t results_recent(storage *s, const char *user, const char *other, int64_t since);
/* Was the result of that game counted? */
storage_answer results_has(storage *s, const char *game);
int results_ratings_of(storage *s, const char *user, storage_rating *out, int capacity);
/* The rating of that kind; false: none, or it cannot be read. */
bool results_rating_in(storage *s, const char *user, const char *pool, rating *out);
/* Accounts with a result since `since`, the highest rating first. */
int results_leaders(storage *s, const char *pool, int64_t since, storage_rating *out,
                    int capacity);
/* How many accounts have that rating, with a result since `since`; -1 = could not be
 * read. */
int64_t results_players(storage *s, const char *pool, int64_t since);
/* Computes all ratings again in one transaction: counts[0] results, of which counts[1]
 * had other ratings before. */
alea_status results_recompute(storage *s, int64_t counts[2]);

#endif
