/* The three nets of a run, evaluated in floats (slow) or packed into integers and
 * evaluated by the library. */
#ifndef ALEA_TRAINER_FIT_NET_SET_H
#define ALEA_TRAINER_FIT_NET_SET_H

#include "model.h"
#include "samples.h"

#include <alea/eval.h>

typedef struct net_set {
    model *net[ALEA_NET_KINDS];
} net_set;

/* Three nets of these widths, `hidden2` units behind the contact net's first layer, 32
 * behind the others'; weights drawn from `seed`; -1 when out of memory. */
int net_set_new(net_set *b, const int width[ALEA_NET_KINDS], int hidden2,
                uint64_t seed);
void net_set_free(net_set *b);

/* Makes an evaluator of the library from the nets; NULL with a reason. */
alea_evaluator *net_set_evaluator(const net_set *b, char *reason, size_t size);
int net_set_export(const net_set *b, const char *path, char *reason, size_t size);

/* Averaged float weights, their shapes and the encoding's hash. */
int net_set_save(const net_set *b, const char *path, char *reason, size_t size);
int net_set_load(net_set *b, const char *path, char *reason, size_t size);
/* Starts `b` from the weights of `from`: what both have is copied. Further first-
 * layer units get random input weights and zero output weights, so `b` evaluates as
 * `from` does; a second layer of 64 is made from one of 32 by splitting each unit,
 * which changes evaluations slightly. -1 if `b` has the narrower second layer. */
int net_set_grow(net_set *b, const net_set *from);

/* Fills an example from a position; the label may be NULL. */
void net_set_example(alea_net_kind kind, const alea_board *board, const outcomes *label,
                     example *out);
/* The net that evaluates a position (contact or race). */
alea_net_kind net_set_kind(const alea_board *board);
/* In floats, by the averaged weights; `board` seen by the player on roll. */
outcomes net_set_evaluate(const net_set *b, const alea_board *board);

enum { JUDGE_MORE = 7 };

/* The evaluator of self-play, duels and tests: one of the library, several (an
 * ensemble; the mean of theirs), or (fast is NULL) the float nets. */
typedef struct judge {
    const alea_evaluator *fast, *more[JUDGE_MORE]; /* NULL ends `more` */
    const net_set *slow;
} judge;

outcomes judge_board(const judge *j, const alea_board *board);
/* Values of plays to the mover; `results` as alea_results gives them. */
void judge_results(const judge *j, const alea_board *before, const alea_board *results,
                   int count, alea_probs *out);
/* The value of a finished game to the mover, who has borne off his last checker. */
alea_probs finished_value(const alea_board *result);

#endif
