/* Decisions of the machine players of a chouette. */
#ifndef ALEA_MACHINE_CREW_H
#define ALEA_MACHINE_CREW_H

#include "machine.h"

#include <alea/chouette.h>

/* Whether the chouette would accept an event. */
bool crew_may(const alea_chouette *c, const alea_chouette_event *e);
/* The next thing that a machine player does of one kind, into *e; false: nothing.
 * level[seat] is -1 for a person. A cube turned before the throw: */
bool crew_double(machine *m, const alea_chouette *c, const int *level,
                 alea_chouette_event *e);
/* An answer to a cube. */
bool crew_answer(machine *m, const alea_chouette *c, const int *level,
                 alea_chouette_event *e);
/* The mover's play. */
bool crew_move(machine *m, const alea_chouette *c, const int *level,
               alea_chouette_event *e);
/* The answer to a resignation or a settlement. */
bool crew_reply(machine *m, const alea_chouette *c, const int *level,
                alea_chouette_event *e);

#endif
