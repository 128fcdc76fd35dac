/* The study plan of a player: once a month the possible gains by family, three items to
 * study with positions that become cards, and the changes since. Stored in the desk. */
#ifndef ALEA_DESK_PLAN_PLAN_H
#define ALEA_DESK_PLAN_PLAN_H

#include "desk/deck.h"

#include <jansson.h>

enum { PLAN_THINGS = 3, PLAN_POSITIONS = 20, PLAN_MONTH = 8 };

/* "YYYY-MM" with a month from 01 to 12. */
bool plan_month_is(const char *text);
/* The local month of `now` (ms since 1970). */
void plan_month_of(int64_t now, char out[PLAN_MONTH]);

/* Makes the plan of a player for that month, in place of an older one, and cards of its
 * positions. *out has the shape of plan_read. ALEA_ERROR_ARGUMENT: the desk has no
 * decision of the player. */
alea_status plan_make(desk *d, const char *player, const char *month, int64_t now,
                      json_t **out, alea_error *error);
/* The stored plan with the changes since; *out is a new reference, NULL if no plan is
 * stored. docs/json.md has the keys. */
alea_status plan_read(desk *d, const char *player, const char *month, json_t **out,
                      alea_error *error);
/* The months with a plan of the player, newest first: a new reference. */
alea_status plan_months(desk *d, const char *player, json_t **out, alea_error *error);

/* The next card of a plan: due cards, then new ones in the plan's order, then those
 * last answered wrong within a sitting. `thing` from 1; 0: of all. */
alea_status plan_next(desk *d, const char *player, const char *month, int thing,
                      int64_t now, deck_card *out, bool *found, alea_error *error);

#endif
