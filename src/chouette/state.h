/* Who decides what. */
#ifndef ALEA_CHOUETTE_STATE_H
#define ALEA_CHOUETTE_STATE_H

#include <alea/chouette.h>

/* Whether `actor` decides for a seat: himself, or in its place while it is away. */
bool state_acts_for(const alea_chouette *c, int actor, int seat);
/* Whether the cube of a pair is the one of the whole team. */
bool state_is_single(const alea_chouette *c, const alea_chouette_pair *p);
/* The player who decides about the cube of a pair for one side. With a single cube the
 * captain decides for the team, but each member answers the box for himself. */
int state_decider(const alea_chouette *c, const alea_chouette_pair *p,
                  alea_player side);

#endif
