/* Labelled decisions: text, one per line, KIND POSITION-ID DICE RESULT-ID=EQUITY[~]
 * RESULT-ID=EQUITY[~] ... KIND is contact, race or bearin; POSITION-ID is the mover's
 * position; every legal play is given as the Position ID after it, seen by the other
 * side, which is on roll; EQUITY is cubeless, the mover's, in points. '~' marks a play
 * that the arbiter evaluated at 0-ply only, because it was far behind. A line that
 * starts with '#' is a comment. */
#ifndef ALEA_TRAINER_GAMES_DECISIONS_H
#define ALEA_TRAINER_GAMES_DECISIONS_H

#include <alea/dice.h>
#include <alea/play.h>

#include <stddef.h>
#include <stdio.h>

typedef enum decision_kind {
    DECISION_CONTACT = 0,
    DECISION_RACE,
    DECISION_BEARIN,
    DECISION_KINDS
} decision_kind;

typedef struct decision {
    decision_kind kind;
    alea_board board;
    alea_roll roll;
    int count;
    alea_board *result; /* seen by the mover */
    float *equity;
} decision;

typedef struct decision_list {
    decision *item;
    size_t count, capacity;
} decision_list;

const char *decision_kind_name(decision_kind kind);
/* Class of a race: bear-in or bear-off, or earlier. */
decision_kind decision_kind_of(const alea_board *board);
/* Reads a whole file. Every listed play must be legal and every legal play listed. */
int decisions_read(const char *path, decision_list *list, char *reason, size_t size);
/* Equity lost by the play of that index against the best one. */
double decision_loss(const decision *d, int choice);
void decisions_free(decision_list *list);

#endif
