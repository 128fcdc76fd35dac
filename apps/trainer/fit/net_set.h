/* The three nets of a run, and what they say: in floats, slowly, or packed into
 * integers and played by the library itself. */
#ifndef TRAINER_BRAIN_H
#define TRAINER_BRAIN_H

#include "model.h"
#include "samples.h"

#include <alea/eval.h>

typedef struct brain {
    model *net[ALEA_NET_KINDS];
} brain;

/* Three nets of these widths, `hidden2` units behind the contact net's first layer, 32
 * behind the others'; weights drawn from `seed`; -1 when out of memory. */
int brain_new(brain *b, const int width[ALEA_NET_KINDS], int hidden2, uint64_t seed);
void brain_free(brain *b);

/* Averaged weights to a net file in memory (malloc'd; NULL with a reason). */
void *brain_pack(const brain *b, size_t *size, char *reason, size_t reason_size);
/* ... and to an evaluator of the library. */
alea_evaluator *brain_evaluator(const brain *b, char *reason, size_t size);
int brain_export(const brain *b, const char *path, char *reason, size_t size);

/* Averaged float weights, their shapes and the encoding's hash. */
int brain_save(const brain *b, const char *path, char *reason, size_t size);
int brain_load(brain *b, const char *path, char *reason, size_t size);
/* Starts `b` from the weights of `from`: what both have is copied. More units in the
 * first layer are drawn afresh and weigh nothing yet, so it judges as `from` does; a
 * second layer of 64 grows out of one of 32 by splitting each unit, and judges nearly
 * so. -1 if `b` has the narrower second layer. */
int brain_grow(brain *b, const brain *from);

/* Fills an example from a position; the label may be NULL. */
void brain_example(alea_net_kind kind, const alea_board *board, const outcomes *label,
                   example *out);
/* Which net judges a position (contact or race). */
alea_net_kind brain_kind(const alea_board *board);
/* In floats, by the averaged weights; `board` seen by the player on roll. */
outcomes brain_evaluate(const brain *b, const alea_board *board);
outcomes brain_evaluate_with(const brain *b, alea_net_kind kind,
                             const alea_board *board);

enum { JUDGE_MORE = 7 };

/* What is asked in self-play, duels and judging: an evaluator of the library, or
 * several (an ensemble, whose judgement is the mean of theirs), or (fast is NULL) the
 * floats. */
typedef struct judge {
    const alea_evaluator *fast, *more[JUDGE_MORE]; /* NULL ends `more` */
    const brain *slow;
} judge;

outcomes judge_board(const judge *j, const alea_board *board);
/* Values of plays to the mover; `results` as alea_results gives them. */
void judge_results(const judge *j, const alea_board *before, const alea_board *results,
                   int count, alea_probs *out);
/* The value of a finished game to the mover, who has borne off his last checker. */
alea_probs finished_value(const alea_board *result);

#endif
