/* When the two of a match of a league meet: one proposes a time, the other agrees, and
 * either may call it off; the director sets it, or calls it off. A time lies after the
 * event, and at most TOURNAMENT_EXTRA_DAYS after the deadline of the match, which is
 * counted from the event where the match is not open yet; without a deadline, at most
 * TOURNAMENT_AHEAD_DAYS after the event.
 *
 * A match of which a time was agreed once is open. Its last moment is not before the
 * latest such time, even if that is called off: nobody brings it forward. */
#ifndef ALEA_TOURNAMENT_MEETING_H
#define ALEA_TOURNAMENT_MEETING_H

#include "model.h"

/* Why the event, PROPOSED, AGREED or CALLED_OFF, cannot be, as a sentence; NULL: it
 * can. `m` is its match, undecided and between two players. `*code` is set with it;
 * both are static. */
const char *meeting_fault(const tournament *t, const tournament_match *m,
                          const tournament_event *e, const char **code);
/* Changes the match by an event without fault. */
void meeting_change(tournament_match *m, const tournament_event *e);

#endif
