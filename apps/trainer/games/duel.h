/* Duels: the mean result of many games between two players, with its standard error. */
#ifndef ALEA_TRAINER_GAMES_DUEL_H
#define ALEA_TRAINER_GAMES_DUEL_H

#include <signal.h>
#include <stddef.h>
#include <stdint.h>

typedef struct duel_options {
    const char *players[2];
    /* net that measures luck, "NET@N" by looking ahead (slower, and what is left of the
     * dice's noise smaller); NULL = the first that is a net */
    const char *luck;
    int64_t games; /* rounded up to whole pairs */
    int threads;
    uint64_t seed;
    int cube; /* 1: the doubling cube in use */
    /* > 0: stop once "the first is this much better" or "no better" is 95 % sure; games
     * is then the most that are played */
    double sprt;
} duel_options;

typedef struct duel_result duel_result;

/* How a duel is followed and ended; all may be NULL. */
typedef struct duel_watch {
    /* Non-zero: no new pair begins, and what was played is the result. */
    const volatile sig_atomic_t *stop;
    void (*tell)(const duel_result *so_far,
                 int64_t games); /* after each round of pairs */
} duel_watch;

struct duel_result {
    int64_t games;
    double plain, plain_error;       /* points per game for the first player, 1 s.e. */
    double adjusted, adjusted_error; /* the same with luck taken out */
    double likelihood;               /* log ratio of the two SPRT hypotheses */
    double gammon_share[2], win_share[2];
    double seconds[2]; /* wall time of each player's decisions, a decision */
};

/* Money games, gammons counting, without Jacoby and beavers, in pairs: the same dice,
 * the seats exchanged. -1 with a reason when a player fails. */
int duel_play(const duel_options *o, const duel_watch *watch, duel_result *out,
              char *reason, size_t size);

#endif
