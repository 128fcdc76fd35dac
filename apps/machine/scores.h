/* One decision at every score: the grid of `alea scores` and of the page. */
#ifndef ALEA_MACHINE_SCORES_H
#define ALEA_MACHINE_SCORES_H

#include <alea/notation.h>
#include <alea/search.h>

#include <jansson.h>

enum { SCORES_MOST = 25, SCORES_LINES = SCORES_MOST + 1 };

/* A line or column: points needed, and which kind of 1-away. */
typedef struct scores_needs {
    int away;
    bool crawford, post;
} scores_needs;

typedef struct scores_cell {
    bool possible;
    alea_cube_result cube; /* without dice */
    alea_candidate best;   /* with dice */
    char move[ALEA_PLAY_TEXT_SIZE];
} scores_cell;

/* Rows: what the side on roll needs; columns: its opponent. About 300 kB. */
typedef struct scores_grid {
    bool play; /* dice were given */
    int lines;
    scores_needs line[SCORES_LINES];
    scores_cell money, at[SCORES_LINES][SCORES_LINES];
} scores_grid;

/* Told after each cell; false stops. */
typedef bool scores_progress(void *context, int done, int of);

/* Up to `size` (2..SCORES_MOST) points away; cube value and owner are the decision's.
 * `progress` may be NULL. False with the reason, also when stopped. */
bool scores_fill(scores_grid *g, alea_engine *engine, const alea_decision *decision,
                 int plies, int size, scores_progress *progress, void *context,
                 alea_error *error);
/* "3", "1c", "1p". */
void scores_line_name(const scores_needs *needs, char out[16]);
/* SCORES of docs/json.md for the position with that identifier; a new reference. */
json_t *scores_json(const scores_grid *g, const char *id);

#endif
