/* The families that a study plan sorts decisions into: checker plays by theme, cube
 * decisions by what was right. Each counted decision is in one family, so the losses of
 * the families add up to the whole. Pure functions. */
#ifndef ALEA_DESK_PLAN_FAMILIES_H
#define ALEA_DESK_PLAN_FAMILIES_H

#include "desk/search/rows.h"

typedef enum plan_family {
    FAMILY_OPENING = 0, /* plays; in the order of the themes in report/themes.h */
    FAMILY_BAR,
    FAMILY_BEAROFF,
    FAMILY_BEAROFF_CONTACT,
    FAMILY_RACE,
    FAMILY_BACK_GAME,
    FAMILY_PRIME,
    FAMILY_AGAINST_PRIME,
    FAMILY_ATTACK,
    FAMILY_HOLDING,
    FAMILY_MIDDLE,
    FAMILY_MISSED_DOUBLE, /* a double was right */
    FAMILY_EARLY_DOUBLE,  /* no double was right: not yet */
    FAMILY_TOO_GOOD,      /* doubling was wrong: too good, playing on for a gammon */
    FAMILY_WRONG_TAKE,    /* a drop was right */
    FAMILY_WRONG_DROP,    /* a take was right */
    FAMILY_BEAVER,        /* a beaver or raccoon, made or missed */
    FAMILIES
} plan_family;

/* The family of an analysed decision that was made. */
plan_family family_of(const desk_row *row);
/* "opening", "missed_double" ...: the key in JSON. Static. */
const char *family_key(plan_family f);
/* The family with that key, or FAMILIES. */
plan_family family_find(const char *key);
/* "Opening plays", "Doubles missed" ... Static. */
const char *family_name(plan_family f);
/* The difficulty of such decisions relative to all decisions: 1 is equal. */
double family_hardness(plan_family f);
/* Advice for such positions, one sentence. Static. */
const char *family_advice(plan_family f);

#endif
