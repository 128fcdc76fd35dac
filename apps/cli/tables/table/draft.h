/* A turn of a tables game that is made in parts: which parts some legal turn goes on
 * from, and the board in between. */
#ifndef ALEA_CLI_TABLES_TABLE_DRAFT_H
#define ALEA_CLI_TABLES_TABLE_DRAFT_H

#include <alea/tables.h>

typedef enum tables_part {
    TABLES_PART_REFUSED = 0, /* nothing changed */
    TABLES_PART_MADE,        /* more must be played */
    /* it ends as some legal turn does, and more can be played: 2/off by a 3 is as 2/1
     * 1/off by 1 and 3 */
    TABLES_PART_MAY_END,
    TABLES_PART_WHOLE /* a legal turn */
} tables_part;

enum { TABLES_TARGETS = 4 * ALEA_TABLES_MAX_DICE };

typedef struct tables_draft {
    alea_tables_rules rules;
    alea_tables_board start, board; /* seen by the player; before, and now */
    alea_tables_dice dice;
    bool first;
    alea_tables_turns *work; /* lent; written by every function but left */
    alea_tables_move move[ALEA_TABLES_MAX_STEPS];
    int moves, parts, part_start[ALEA_TABLES_MAX_STEPS];
    bool stands; /* what is there is a legal turn */
} tables_draft;

void tables_draft_start(tables_draft *draft, const alea_tables_rules *rules,
                        const alea_tables_board *board, alea_tables_dice dice,
                        bool first, alea_tables_turns *work);
/* Adds moves as one part, or puts a whole turn in the place of all parts. A refusal
 * gives the reason and the number of the bad move, or `count`: the turn as a whole. */
tables_part tables_draft_add(tables_draft *draft, const alea_tables_move *move,
                             int count, alea_tables_fault *fault, int *bad);
/* Takes the last part back; false if there is none. */
bool tables_draft_undo(tables_draft *draft);
/* Where the man on `from` can be moved next; returns how many, each place once. */
int tables_draft_targets(const tables_draft *draft, int from,
                         uint8_t to[TABLES_TARGETS]);
/* The dice still to play; returns how many. */
int tables_draft_left(const tables_draft *draft, uint8_t die[ALEA_TABLES_MAX_STEPS]);

#endif
