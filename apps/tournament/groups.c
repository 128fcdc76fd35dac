#include "groups.h"

#include "draw.h"
#include "standings.h"

#include <stdint.h>

int groups_count(const tournament_plan *plan, int players)
{
    return (players + plan->group_size - 1) / plan->group_size;
}

/* ---- the matches of the groups ---- */

static int group_of_seed(int seed, int groups) /* seed from 0, group from 1 */
{
    const int step = seed % groups;
    return seed / groups % 2 == 0 ? step + 1 : groups - step;
}

/* The members of a group by seed; how many. */
static int members(const tournament *t, const tournament_event *e, int group,
                   int *member)
{
    int count = 0;
    for (int i = 0; i < e->count; i++)
        if (t->player[e->order[i]].group == group) member[count++] = e->order[i];
    return count;
}

/* Round `round` (from 0) of a group, from place `at` of it on. The next place; -1
 * without memory. */
static int add_group_round(tournament *t, const int *member, int count, int round,
                           int at)
{
    int place[GROUP_MOST + 1];
    const int each = count - 1 + count % 2, back = round >= each;
    if (round >= each * t->plan.cycles) return at;
    const int pairs = league_round(count, round % each, place);
    const int length = bracket_length(&t->plan, PART_GROUP, round + 1, false);
    for (int i = 0; i < pairs; i++) {
        const int match = bracket_add(t, PART_GROUP, round + 1, at++, length);
        if (match < 0) return -1;
        for (int side = 0; side < 2; side++)
            t->match[match].player[side] = member[place[2 * i + (side ^ back)]];
    }
    return at;
}

static bool add_groups(tournament *t, const tournament_event *e, int groups)
{
    int member[TOURNAMENT_PLAYERS];
    for (int round = 0, at = 1; at > 0; round++) {
        at = 0;
        for (int group = 1; group <= groups; group++) {
            const int count = members(t, e, group, member);
            at = add_group_round(t, member, count, round, at);
            if (at < 0) return false;
        }
    }
    return true;
}

alea_status groups_build_brackets(tournament *t, int players, int go_on)
{
    const int before = t->matches;
    alea_status status = bracket_build(t, go_on);
    if (status == ALEA_OK && t->plan.consolation && players - go_on > 1)
        status = bracket_build_second(t, players - go_on);
    if (status != ALEA_OK) t->matches = before;
    return status;
}

alea_status groups_build(tournament *t, const tournament_event *e)
{
    const int groups = groups_count(&t->plan, e->count);
    int size[TOURNAMENT_PLAYERS + 1] = {0}, go_on = 0;
    for (int i = 0; i < e->count; i++) {
        const int group = group_of_seed(i, groups);
        t->player[e->order[i]].group = group;
        go_on += size[group]++ < t->plan.advance;
    }
    if (add_groups(t, e, groups) &&
        groups_build_brackets(t, e->count, go_on) == ALEA_OK)
        return ALEA_OK;
    t->matches = 0;
    for (int i = 0; i < t->players; i++) t->player[i].group = 0;
    return ALEA_ERROR_MEMORY;
}

/* ---- who goes on ---- */

bool groups_are_decided(const tournament *t)
{
    for (int i = 0; i < t->matches; i++)
        if (t->match[i].part == PART_GROUP && t->match[i].outcome == OUTCOME_NONE)
            return false;
    return true;
}

int groups_bracket(const tournament *t, tournament_part part, int *count)
{
    int first = 0;
    while (first < t->matches && t->match[first].part != part) first++;
    *count = 0;
    for (int i = first; i < t->matches; i++)
        *count += t->match[i].part == part && t->match[i].round == 1;
    return first;
}

/* Those of the bracket, the best of all groups first; how many. */
static int find_entrants(const tournament *t, tournament_part part, int *entrant)
{
    int of[TOURNAMENT_PLAYERS], place[TOURNAMENT_PLAYERS], found = 0, count = 0;
    const int from = part == PART_MAIN ? 0 : t->plan.advance;
    const int to = part == PART_MAIN ? t->plan.advance : GROUP_MOST;
    tournament_row row[TOURNAMENT_PLAYERS];
    for (int group = 1, rows = 1; rows > 0; group++) {
        rows = tournament_group_standings(t, group, row);
        for (int i = 0, at = 0; i < rows; i++) {
            if (row[i].withdrawn) continue;
            if (at >= from && at < to) {
                of[found] = row[i].player;
                place[found++] = at;
            }
            at++;
        }
    }
    for (int at = from; at < to; at++)
        for (int i = 0; i < found; i++)
            if (place[i] == at) entrant[count++] = of[i];
    return count;
}

/* Faults of a player on a line: one fault of a kind outweighs all of the next. */
#define FAULT_SAME_GROUP (INT64_C(1) << 32)
#define FAULT_SAME_HALF  (INT64_C(1) << 22)

/* The line of each seed (from 0) of the bracket. */
static void find_lines(int size, int *line)
{
    int seed[TOURNAMENT_PLAYERS];
    bracket_lines(size, seed);
    for (int i = 0; i < size; i++) line[seed[i] - 1] = i;
}

/* A knock-out to be filled: entrants and lines by seed. */
typedef struct lines {
    const tournament *t;
    int size, count;
    int entrant[TOURNAMENT_PLAYERS], line[TOURNAMENT_PLAYERS];
} lines;

/* Is the line of that seed in the half of the best of its group? */
static bool is_in_half_of_best(const lines *l, int group, int seat)
{
    const int half = l->size / 2;
    for (int i = 0; i < half; i++) /* the first of a group is its best */
        if (l->t->player[l->entrant[i]].group == group)
            return (l->line[i] < half) == (l->line[seat] < half);
    return false;
}

/* What speaks against seed `seat` for entrant `who`, both of the lower half. */
static int64_t fault_of(const lines *l, int who, int seat)
{
    const int group = l->t->player[l->entrant[who]].group;
    const int other = l->t->player[l->entrant[l->size - 1 - seat]].group;
    return (group == other ? FAULT_SAME_GROUP : 0) +
           (is_in_half_of_best(l, group, seat) ? FAULT_SAME_HALF : 0) +
           (int64_t)(who - seat) * (who - seat);
}

/* One step of the Hungarian method (Kuhn 1955; Jonker and Volgenant's form): gives
 * entrant `who` a seat, moving others, so that the faults of all who have one add up to
 * least. Seats and entrants count from 1; 0 = none. */
static void give_seat(const lines *l, int who, int lower, int64_t *price_who,
                      int64_t *price_seat, int *taken)
{
    int64_t least[TOURNAMENT_PLAYERS + 1];
    int from[TOURNAMENT_PLAYERS + 1] = {0}, at = 0;
    bool is_used[TOURNAMENT_PLAYERS + 1] = {false};
    for (int seat = 0; seat <= lower; seat++) least[seat] = INT64_MAX;
    taken[0] = who;
    do {
        int64_t step = INT64_MAX;
        int next = 0;
        is_used[at] = true;
        for (int seat = 1; seat <= lower; seat++) {
            if (is_used[seat]) continue;
            const int half = l->size / 2 - 1;
            const int64_t more = fault_of(l, half + taken[at], half + seat) -
                                 price_who[taken[at]] - price_seat[seat];
            if (more < least[seat]) {
                least[seat] = more;
                from[seat] = at;
            }
            if (least[seat] < step) {
                step = least[seat];
                next = seat;
            }
        }
        for (int seat = 0; seat <= lower; seat++) {
            if (is_used[seat]) {
                price_who[taken[seat]] += step;
                price_seat[seat] -= step;
            } else {
                least[seat] -= step;
            }
        }
        at = next;
    } while (taken[at] != 0);
    for (; at != 0; at = from[at]) taken[at] = taken[from[at]];
}

static void order_lower_half(lines *l)
{
    const int half = l->size / 2, lower = l->count - half;
    int64_t price_who[TOURNAMENT_PLAYERS + 1] = {0},
                                           price_seat[TOURNAMENT_PLAYERS + 1] = {0};
    int taken[TOURNAMENT_PLAYERS + 1] = {0}, ordered[TOURNAMENT_PLAYERS];
    for (int who = 1; who <= lower; who++)
        give_seat(l, who, lower, price_who, price_seat, taken);
    for (int seat = 0; seat < lower; seat++)
        ordered[seat] = l->entrant[half + taken[seat + 1] - 1];
    for (int seat = 0; seat < lower; seat++) l->entrant[half + seat] = ordered[seat];
}

int groups_lines(const tournament *t, tournament_part part, int *player)
{
    lines l = {.t = t};
    groups_bracket(t, part, &l.size);
    l.size *= 2;
    if (!l.size) return 0;
    l.count = find_entrants(t, part, l.entrant);
    find_lines(l.size, l.line);
    order_lower_half(&l);
    for (int i = 0; i < l.size; i++)
        player[l.line[i]] = i < l.count ? l.entrant[i] : PLAYER_NOBODY;
    return l.size;
}
