/* A slow referee of tables games for tests, written from docs/tables.md: plain counts,
 * all orders of all dice, and the parts of a turn as a list of what is still to do. */
#ifndef ALEA_TESTS_PROPERTY_TABLES_REFEREE_H
#define ALEA_TESTS_PROPERTY_TABLES_REFEREE_H

#include <alea/tables_match.h>

typedef struct referee_board {
    uint8_t count[2][26]; /* by each player's own numbers */
    uint8_t pinned[2][26], struck[2];
} referee_board;

enum { REFEREE_ENDS = 5000 };

typedef struct referee_turns {
    int count;
    referee_board end[REFEREE_ENDS]; /* sorted by their bytes */
} referee_turns;

/* All boards after a legal play of `dice` by player `me`. */
void referee_list(const alea_tables_rules *rules, const referee_board *board, int me,
                  const int *dice, int count, bool first, referee_turns *out);

/* What a player is to do. */
typedef enum referee_task { TASK_THROW = 0, TASK_NAME, TASK_PLAY } referee_task;
typedef struct referee_item {
    referee_task task;
    int die[4], dice;
    bool rest; /* of the opponent's cascade */
} referee_item;

/* A game in progress. */
typedef struct referee_game {
    const alea_tables_rules *rules;
    referee_board board;
    int mover, starter, throws[2]; /* turns begun */
    bool last_turn, entering, cascade;
    int made; /* steps since the throw */
    referee_item todo[12];
    int items;
    /* Once it is over: 0 or 1, 2 = drawn; -1 before. */
    int winner, points;
} referee_game;

void referee_start(referee_game *game, const alea_tables_rules *rules, int starter);
/* The throw in reply to TASK_THROW; `opening`: the dice of the roll-off are played. */
void referee_throw(referee_game *game, const uint8_t *die);
void referee_use(referee_game *game, int a, int b);
void referee_name(referee_game *game, int die);
/* The mover made `end` with `steps` moves, the last of them to `to`. */
void referee_play(referee_game *game, const referee_board *end, int steps, int to);

#endif
