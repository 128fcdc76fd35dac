/* The text stored with an analysed error, beside its figures: {"best", "made",
 * "choices": [[text, equity], ...] best first, "why"}. "made" is empty where nothing
 * was done. */
#ifndef ALEA_DESK_DETAIL_H
#define ALEA_DESK_DETAIL_H

#include "report/shared.h"

/* Errors from 0.02 and the decisions of positions have a detail. */
bool detail_is_kept(const alea_record *record, const alea_judgement *j);

/* JSON text to free(), or NULL where memory ran out or a play cannot be written. */
char *detail_of_judgement(const report *r, const alea_judgement *j);

#endif
