/* Groups, then a knock-out of the best of each, and, if the plan has a consolation, one
 * of the rest. The draw puts the seeds into the groups to and fro: 1, 2, 3, 3, 2, 1, 1
 * ... */
#ifndef ALEA_TOURNAMENT_GROUPS_H
#define ALEA_TOURNAMENT_GROUPS_H

#include "model.h"

#include <alea/status.h>

enum { GROUP_LEAST = 3, GROUP_MOST = 16 };

/* As many groups as have room for `players`. */
int groups_count(const tournament_plan *plan, int players);
/* STARTED: the groups of the players, all their matches, and a knock-out whose players
 * are not known yet. */
alea_status groups_build(tournament *t, const tournament_event *e);
/* After the groups are drawn: the knock-outs, if of `players` `go_on` go on. One alone
 * has no consolation. */
alea_status groups_build_brackets(tournament *t, int players, int go_on);
bool groups_are_decided(const tournament *t);
/* The first match of the knock-out, PART_MAIN, or of the consolation, PART_SECOND;
 * *count is set to how many its first round has, 0 = there is none. */
int groups_bracket(const tournament *t, tournament_part part, int *count);
/* Who stands on each line of that bracket, PLAYER_NOBODY = a bye: of each group the
 * first plan.advance who have not withdrawn, level ones by seed; in the consolation
 * those after them. The best by group have the first seeds of the bracket, then come
 * the next, and so on; of the lower half of its lines nobody meets one of the own group
 * at once, where that can be, and then as few as can be are in the half of the best of
 * their group. Returns how many lines. */
int groups_lines(const tournament *t, tournament_part part, int *player);

#endif
