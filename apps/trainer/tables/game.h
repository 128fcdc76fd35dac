/* One game of a tables game between two players, by the rules of matches. */
#ifndef ALEA_TRAINER_TABLES_GAME_H
#define ALEA_TRAINER_TABLES_GAME_H

#include "trainer/support/random.h"

#include <alea/tables_match.h>
#include <alea/tables_net.h>

typedef struct tables_player {
    const alea_tables_net *net; /* NULL: the player by pips and safety (apps/family) */
    bool ahead;                 /* looks at the throws that may follow */
} tables_player;

/* A position before a throw, seen by who throws. */
typedef struct tables_place {
    alea_tables_board board;
    alea_tables_player by;
} tables_place;

enum { TABLES_MOST_PLACES = 3000 /* a game that is longer is given up */ };

/* Reused from game to game; about 1.1 MB. */
typedef struct tables_game {
    alea_tables_match match;
    alea_tables_turns turns, room;
    alea_tables_opinion opinion[ALEA_TABLES_MAX_TURNS];
    tables_place place[TABLES_MOST_PLACES];
    int places;
} tables_game;

/* Plays the first game of a series; throws come from `dice`. False: given up. The
 * result stands in game->match. */
bool tables_game_play(tables_game *game, const alea_tables_series *series,
                      const tables_player player[2], random_stream *dice);

#endif
