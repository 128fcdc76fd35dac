/* The position of the day: one of the person's own errors, or else one of the public
 * shelf, the same for everybody. The shelf is the opening book, rolls whose best play
 * is ahead of the next one by more than its error and by no more than a blunder, and
 * middle-game positions (desk/shelves/positions.h). */
#ifndef ALEA_DESK_VIEWS_DAILY_H
#define ALEA_DESK_VIEWS_DAILY_H

#include "desk/deck.h"

/* `d` is NULL for a person without a desk. A card of the shelf has id 0 until it was
 * answered. */
alea_status daily_card(desk *d, int64_t now, deck_card *out, bool *found,
                       alea_error *error);
/* Puts the position of the shelf into the deck, unless it is there, and returns its
 * card. ALEA_ERROR_ARGUMENT: the shelf has no such position. */
alea_status daily_keep(desk *d, const char *position, int64_t *id, alea_error *error);

#endif
