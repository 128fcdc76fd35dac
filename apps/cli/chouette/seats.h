/* Decisions of the machine players of a chouette. */
#ifndef ALEA_CLI_CHOUETTE_SEATS_H
#define ALEA_CLI_CHOUETTE_SEATS_H

#include "machine/machine.h"

#include <alea/chouette.h>

/* Whether the chouette would accept an event. */
bool seats_would(const alea_chouette *c, const alea_chouette_event *e);
/* The next thing that a machine player does of one kind, into *e; false: nothing.
 * level[seat] is -1 for a person. A cube turned before the throw: */
bool seats_double(machine *m, const alea_chouette *c, const int *level,
                  alea_chouette_event *e);
/* An answer to a cube. */
bool seats_answer(machine *m, const alea_chouette *c, const int *level,
                  alea_chouette_event *e);
/* The mover's play. */
bool seats_move(machine *m, const alea_chouette *c, const int *level,
                alea_chouette_event *e);
/* The answer to a resignation or a settlement. */
bool seats_reply(machine *m, const alea_chouette *c, const int *level,
                 alea_chouette_event *e);

#endif
