/* Late entries: into a bracket, a league or groups that have been drawn. A late player
 * is the last seed. A change of these rules would change tournaments that are stored:
 * an event has the player, and not the place that he gets.
 *
 * Elimination: he takes a bye of round 1 of the main bracket, that of the lowest seed
 * who has not withdrawn and of whose next match nothing has begun, and plays that
 * match.
 * League, groups (the smallest one, then the first): until a match of round 2 has
 * begun. Round 1 stays as it is, where he meets the one who is left out, if there is
 * one; the rounds to come are drawn again by the circle of one player more, in which
 * the pairs of round 1 keep their order. What was decided by withdrawals stays. */
#ifndef ALEA_TOURNAMENT_LATE_H
#define ALEA_TOURNAMENT_LATE_H

#include "model.h"

#include <alea/status.h>

/* Why nobody can come into the draw any more, a sentence; NULL: one more can. Static.
 * Neither Swiss nor arena, which are running: there it does not depend on the draw. */
const char *late_fault(const tournament *t);
/* Gives `player`, who is in the list and not in the draw, his place; late_fault() is
 * NULL. ALEA_ERROR_MEMORY leaves the matches as they were. */
alea_status late_place(tournament *t, int player);

#endif
