/* The machine in a seat: what it does at once, and turns that a worker thinks of. */
#ifndef ALEA_SERVER_TABLES_MACHINE_H
#define ALEA_SERVER_TABLES_MACHINE_H

#include "parts.h"

/* What it does as the match stands, chosen at once; a level that looks ahead chooses a
 * turn as the expert does. */
void family_machine_choose(families *all, const alea_tables_match *match, int level,
                           alea_tables_event *event);
/* Is it to play a turn that takes it a while? */
bool family_machine_thinks(families *all, const alea_tables_match *match, int level);

/* Called once, on the loop's thread, unless the server stops: the moves of the turn
 * after line `seq`; NULL = it has none. */
typedef void family_thought(families *all, const char *id, int64_t seq,
                            const char *moves);
/* Has a worker think of the turn. False: the queue is full. */
bool family_machine_ask(families *all, const live_family *live,
                        family_thought *thought);

#endif
