/* Two players of a tables game, many games in pairs: the same throws, sides swapped. */
#ifndef ALEA_TRAINER_TABLES_DUEL_H
#define ALEA_TRAINER_TABLES_DUEL_H

#include <signal.h>
#include <stddef.h>
#include <stdint.h>

typedef struct tables_duel_options {
    const char *game;
    const char *players[2]; /* simple, embedded or FILE; "@1" looks a throw ahead */
    int64_t games;          /* an odd number is rounded up */
    uint64_t seed;
} tables_duel_options;

/* Of the first player. */
typedef struct tables_duel_result {
    int64_t games, won, drawn, given_up;
    double points, points_error; /* each game, and one standard error from pairs */
    double share, share_error;   /* of games won, a draw as half */
} tables_duel_result;

/* Plays until all games are over or *stop. -1 with a reason. */
int tables_duel_play(const tables_duel_options *o, const volatile sig_atomic_t *stop,
                     tables_duel_result *r, char *reason, size_t size);

#endif
