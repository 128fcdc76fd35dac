/* What a net of the tables games sees of a board. */
#ifndef ALEA_ENGINE_TABLES_INPUTS_H
#define ALEA_ENGINE_TABLES_INPUTS_H

#include <alea/tables.h>

enum {
    TABLES_UNIT = 16,    /* an input that is on; others are parts of it */
    TABLES_OF_POINT = 5, /* 1, 2, 3 checkers or more; more than 3; pinned */
    TABLES_OF_SIDE = 4,  /* off; waiting: any, how many; hit */
    TABLES_MOST_INPUTS = 2 * (ALEA_TABLES_LONG * TABLES_OF_POINT + TABLES_OF_SIDE),
    TABLES_MOST_ACTIVE = 2 * (4 * 15 + TABLES_OF_SIDE)
};

/* Input `at` has the value `value` / TABLES_UNIT; all others are 0. */
typedef struct tables_input {
    uint16_t at;
    int16_t value;
} tables_input;

/* The number of inputs of a game. */
int tables_inputs_count(const alea_tables_rules *rules);
/* The inputs of a board seen by [0], ascending; returns how many. */
int tables_inputs(const alea_tables_rules *rules, const alea_tables_board *board,
                  tables_input out[TABLES_MOST_ACTIVE]);

#endif
