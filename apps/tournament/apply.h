/* The only way to change a tournament: an event is applied or refused. The same events
 * give the same tournament. */
#ifndef ALEA_TOURNAMENT_APPLY_H
#define ALEA_TOURNAMENT_APPLY_H

#include "model.h"

#include <alea/status.h>

/* Before its CREATED event; NULL without memory. */
tournament *tournament_new(void);
void tournament_free(tournament *t); /* NULL is allowed */
/* ALEA_ERROR_REFUSED: `refusal` (may be NULL) says why. ALEA_ERROR_MEMORY. Both leave the
 * tournament as it was. */
alea_status tournament_apply(tournament *t, const tournament_event *e,
                             tournament_refusal *refusal);
/* The player in the draw with that account; -1 = none. */
int tournament_player_of(const tournament *t, const char *user);
/* May a Swiss round be paired now? */
bool tournament_may_pair(const tournament *t);

#endif
