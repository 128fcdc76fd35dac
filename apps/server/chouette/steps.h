/* What the server does by itself: it throws the dice, decides for the machine players,
 * plays where nothing can be moved, closes what nobody plays any more. */
#ifndef ALEA_SERVER_CHOUETTE_STEPS_H
#define ALEA_SERVER_CHOUETTE_STEPS_H

#include "parts.h"

/* Goes on as far as it can; decisions of the machine come later. */
void steps_go_on(chouettes *all, live_chouette *live);
/* The same of all that are due. */
void steps_tick(chouettes *all, int64_t now);
/* The event that ends it, with the seed of its dice. */
void steps_close_text(const live_chouette *live, char out[80]);

#endif
