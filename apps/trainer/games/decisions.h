/* Labelled decisions: text, one a line,
 *     KIND POSITION-ID DICE RESULT-ID=EQUITY[~] RESULT-ID=EQUITY[~] ...
 * KIND is contact, race or bearin; POSITION-ID is the mover's position; every legal
 * play stands there as the Position ID of what it leaves, seen by the other side, who
 * is on roll; EQUITY is cubeless, the mover's, in points. '~' marks a play that the
 * arbiter only saw at its 0-ply, because it was far behind there. '#' starts a comment
 * line. */
#ifndef TRAINER_DECISIONS_H
#define TRAINER_DECISIONS_H

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
    size_t count, room;
} decision_list;

const char *decision_kind_name(decision_kind kind);
/* bearin: the race is on and the mover has men outside his home board or, with all men
 * home, some left to bear off; race: the earlier ones. */
decision_kind decision_kind_of(const alea_board *board);
/* Reads a file whole: every listed play must be legal and every legal play listed. */
int decisions_read(const char *path, decision_list *list, char *reason, size_t size);
/* What the play of that index gives up against the best one. */
double decision_loss(const decision *d, int choice);
void decisions_free(decision_list *list);

#endif
