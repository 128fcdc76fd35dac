/* The opening book: first rolls and the replies to their best plays, rolled out by alea
 * itself (data/openings.txt, made by tools/make_openings) and embedded in the
 * program. */
#ifndef ALEA_DESK_SHELVES_OPENINGS_H
#define ALEA_DESK_SHELVES_OPENINGS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

enum { OPENING_PLAYS = 6, OPENING_TEXT = 32 };

typedef struct opening_play {
    char move[OPENING_TEXT]; /* in the numbers of the player who moves */
    double equity, error;    /* to that player; standard error */
} opening_play;

typedef struct opening {
    char rules[8]; /* "money", without Jacoby's rule, or "1-1": one point each */
    char first[3]; /* the first roll: "31" */
    char reply[3]; /* roll of the reply; "" in an entry of a first roll */
    char play[OPENING_TEXT]; /* the first play that is replied to; "" there too */
    char level[8];           /* of the rollouts */
    int trials, plays;
    opening_play best[OPENING_PLAYS]; /* best first */
} opening;

/* The entry at *at, which moves to the next one; 0 is the first. False after the
 * last. */
bool opening_next(size_t *at, opening *out);
/* Where the book comes from: lines of text. Static storage, not ended by NUL. */
const char *opening_source(size_t *size);
/* {"rules", "first", "reply"?, "play"?, "level", "trials", "plays": [{"move", "equity",
 * "standard_error"}]}, a new reference. */
json_t *opening_json(const opening *o);

#endif
