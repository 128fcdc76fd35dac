/* The text stored with an analysed error, beside its figures: {"best", "made",
 * "choices": [[text, equity], ...] best first, "why"}. */
#ifndef ALEA_DESK_DETAIL_H
#define ALEA_DESK_DETAIL_H

#include "publish/report/shared.h"

/* Losses below this have no detail. */
#define DETAIL_LEAST_LOSS 0.02F

/* JSON text to free(), or NULL where memory ran out or a play cannot be written. */
char *detail_of_judgement(const report *r, const alea_judgement *j);

#endif
