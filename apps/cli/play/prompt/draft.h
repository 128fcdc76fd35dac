/* A play as a person builds it: whole, or checker by checker with undo. Whether it is
 * legal is the library's business alone (alea_play_judge). */
#ifndef ALEA_CLI_PLAY_PROMPT_DRAFT_H
#define ALEA_CLI_PLAY_PROMPT_DRAFT_H

#include <alea/play.h>

typedef enum draft_answer {
    DRAFT_REFUSED = 0, /* no legal play holds these moves; the draft is as before */
    DRAFT_PART,        /* kept; more must be moved */
    /* kept; a legal end of the play, though another die may be played */
    DRAFT_MAY_END,
    DRAFT_WHOLE /* kept; nothing more can be moved */
} draft_answer;

typedef struct play_draft {
    alea_board start; /* before the play, seen by the mover */
    alea_board board; /* after the moves so far */
    alea_roll roll;
    alea_play_rules rules;
    alea_move move[ALEA_MAX_MOVES]; /* as typed */
    int moves;
    int part_start[ALEA_MAX_MOVES]; /* where each typed part begins, for undo */
    int parts;
    alea_play play; /* DRAFT_WHOLE, DRAFT_MAY_END: the play as it would stand */
} play_draft;

void play_draft_start(play_draft *draft, const alea_board *board, alea_roll roll,
                      const alea_play_rules *rules);
/* Adds typed moves; a whole play that does not continue the parts replaces them. If
 * refused, *why has the reason and *bad the index of the move at fault among those
 * typed, or -1. */
draft_answer play_draft_add(play_draft *draft, const alea_move *moves, int count,
                            alea_play_error *why, int *bad);
/* How many dice are left, and the die that is left; of a double, or before the first
 * move, one of them. */
int play_draft_left(const play_draft *draft, int *die);
/* Takes the last part back; false if there is none. */
bool play_draft_undo(play_draft *draft);

#endif
