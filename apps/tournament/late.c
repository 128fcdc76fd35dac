#include "late.h"

#include "apply.h"
#include "draw.h"
#include "groups.h"

#include <stdlib.h>
#include <string.h>

static bool has_reports(const tournament_match *m)
{
    return m->report[0].count || m->report[1].count;
}

static int last_seed(const tournament *t)
{
    int last = 0;
    for (int i = 0; i < t->players; i++)
        if (t->player[i].seed > last) last = t->player[i].seed;
    return last;
}

/* ---- elimination ---- */

/* Has a player said how a match ended that depends on this bye? */
static bool is_reported_on(const tournament *t, int match)
{
    const int to[2] = {t->match[match].winner_to, t->match[match].loser_to};
    for (int i = 0; i < 2; i++) {
        if (to[i] < 0) continue;
        const tournament_match *next = &t->match[to[i] / 2];
        if (has_reports(next)) return true;
        if (next->outcome != OUTCOME_NONE && is_reported_on(t, to[i] / 2)) return true;
    }
    return false;
}

/* -1 = none. */
static int find_bye(const tournament *t)
{
    int found = -1, seed = 0;
    for (int i = 0; i < t->matches; i++) {
        const tournament_match *m = &t->match[i];
        if (m->part != PART_MAIN || m->round != 1 || m->outcome != OUTCOME_BYE)
            continue;
        const tournament_player *holder = &t->player[m->player[m->winner]];
        if (holder->withdrawn || holder->seed < seed || !decide_may_undo(t, i) ||
            is_reported_on(t, i))
            continue;
        found = i;
        seed = holder->seed;
    }
    return found;
}

static void take_bye(tournament *t, int match, int player)
{
    const int side = t->match[match].player[0] == PLAYER_NOBODY ? 0 : 1;
    decide_undo(t, match);
    decide_put(t, 2 * match + side, player);
}

/* ---- leagues: one, or one for each group ---- */

static tournament_part part_of(const tournament *t)
{
    return t->plan.kind == TOURNAMENT_GROUPS ? PART_GROUP : PART_MAIN;
}

/* Is more known of the match than that a player has withdrawn? */
static bool has_begun(const tournament *t, const tournament_match *m)
{
    if (*m->game || has_reports(m) || m->outcome == OUTCOME_PLAYED) return true;
    return m->outcome == OUTCOME_FORFEIT && !t->player[m->player[0]].withdrawn &&
           !t->player[m->player[1]].withdrawn;
}

static bool has_second_round_begun(const tournament *t)
{
    for (int i = 0; i < t->matches; i++)
        if (t->match[i].part == part_of(t) && t->match[i].round > 1 &&
            has_begun(t, &t->match[i]))
            return true;
    return false;
}

/* Players of a group who are or were in the draw; group 0: of a league. */
static int size_of(const tournament *t, int group)
{
    int size = 0;
    for (int i = 0; i < t->players; i++)
        size += t->player[i].seed && t->player[i].group == group;
    return size;
}

static int smallest_group(const tournament *t)
{
    int found = 1;
    for (int group = 2; size_of(t, group); group++)
        if (size_of(t, group) < size_of(t, found)) found = group;
    return found;
}

/* The matches drawn again. */
typedef struct redraw {
    const tournament *t; /* as it is */
    tournament *next;    /* gets the matches */
    int player, group, size;
    int who[TOURNAMENT_PLAYERS + 1]; /* on each place of the circle of size + 1 */
    /* The match after round 1 in which the one has side 0 and the other side 1; 0 =
     * none. */
    int old[TOURNAMENT_PLAYERS][TOURNAMENT_PLAYERS];
} redraw;

static bool is_of_group(const redraw *r, const tournament_match *m)
{
    return m->part == part_of(r->t) && r->t->player[m->player[0]].group == r->group;
}

/* Who stands where on the circle: round 1 is its first round. */
static void find_places(redraw *r)
{
    const tournament *t = r->t;
    const int circle = r->size + 1 - r->size % 2;
    int place[TOURNAMENT_PLAYERS + 2], pair = 0;
    bool has_place[TOURNAMENT_PLAYERS] = {false};
    league_round(circle, 0, place);
    for (int i = 0; i <= r->size; i++) r->who[i] = r->player;
    for (int i = 0; i < t->matches; i++) {
        const tournament_match *m = &t->match[i];
        if (m->round != 1 || !is_of_group(r, m)) continue;
        for (int side = 0; side < 2; side++) {
            r->who[place[2 * pair + side]] = m->player[side];
            has_place[m->player[side]] = true;
        }
        pair++;
    }
    if (r->size % 2 == 0) return;
    for (int i = 0; i < t->players; i++) /* who is left out stands on place 0 */
        if (t->player[i].seed && t->player[i].group == r->group && !has_place[i])
            r->who[0] = i;
}

static void find_old(redraw *r)
{
    for (int i = 0; i < r->t->matches; i++) {
        const tournament_match *m = &r->t->match[i];
        if (m->round > 1 && is_of_group(r, m)) r->old[m->player[0]][m->player[1]] = i;
    }
}

/* What is proposed or agreed, where the sides may have changed. */
static tournament_meeting turned(tournament_meeting meeting, bool is_turned)
{
    const int mine = meeting.proposals[0];
    if (!is_turned) return meeting;
    if (meeting.by >= 0) meeting.by = 1 - meeting.by;
    meeting.proposals[0] = meeting.proposals[1];
    meeting.proposals[1] = mine;
    return meeting;
}

/* What is known of a match of the same two. */
static void keep(const redraw *r, tournament_match *m)
{
    const int a = m->player[0], b = m->player[1];
    const int number = r->old[a][b] ? r->old[a][b] : r->old[b][a];
    if (!number) return;
    const tournament_match *old = &r->t->match[number];
    const bool is_turned = old->player[0] != a;
    if (old->round == m->round && !is_turned) {
        const int place = m->place;
        *m = *old;
        m->place = place;
        m->seq = r->t->seq + 1;
        return;
    }
    m->meeting = turned(old->meeting, is_turned);
    m->is_undone = old->is_undone;
    if (old->outcome == OUTCOME_NONE) return;
    m->outcome = old->outcome;
    m->winner = old->winner < 0 || !is_turned ? old->winner : 1 - old->winner;
}

static bool add(redraw *r, int round, int at, int a, int b)
{
    const tournament_part part = part_of(r->t);
    const int length = bracket_length(&r->t->plan, part, round, false);
    const int match = bracket_add(r->next, part, round, at, length);
    if (match < 0) return false;
    r->next->match[match].player[0] = a;
    r->next->match[match].player[1] = b;
    if (round > 1) keep(r, &r->next->match[match]);
    return true;
}

static bool copy(redraw *r, const tournament_match *m, int at)
{
    const int match = bracket_add(r->next, m->part, m->round, at, m->length);
    if (match < 0) return false;
    const int64_t seq = m->round > 1 ? r->next->match[match].seq : m->seq;
    r->next->match[match] = *m;
    r->next->match[match].place = at;
    r->next->match[match].seq = seq;
    return true;
}

/* The round of the group or league that gets one player more; of round 1 only his
 * match. The next place; -1 without memory. */
static int add_round(redraw *r, int round, int at)
{
    const int count = r->size + 1, each = count - 1 + count % 2;
    int place[TOURNAMENT_PLAYERS + 2];
    if (round > each * r->t->plan.cycles) return at;
    const int pairs = league_round(count, (round - 1) % each, place);
    for (int i = 0; i < pairs; i++) {
        const int back = round > each;
        const int a = r->who[place[2 * i + back]], b = r->who[place[2 * i + 1 - back]];
        if (round == 1 && a != r->player && b != r->player) continue;
        if (!add(r, round, at++, a, b)) return -1;
    }
    return at;
}

/* The matches of a round of the other groups. */
static int copy_round(redraw *r, int round, int group, int at)
{
    for (int i = 0; i < r->t->matches; i++) {
        const tournament_match *m = &r->t->match[i];
        if (m->part != part_of(r->t) || m->round != round) continue;
        if (group && r->t->player[m->player[0]].group != group) continue;
        if (!copy(r, m, at++)) return -1;
    }
    return at;
}

static bool redraw_rounds(redraw *r)
{
    const int groups =
        r->t->plan.kind == TOURNAMENT_GROUPS ? r->t->player[r->player].group : 0;
    int last = 0;
    while (groups && size_of(r->t, last + 1)) last++;
    int at = copy_round(r, 1, 0, 0);
    if (at < 0 || add_round(r, 1, at) < 0) return false;
    for (int round = 2; at > 0; round++) {
        at = 0;
        for (int group = groups ? 1 : 0; group <= last && at >= 0; group++)
            at = group == r->group ? add_round(r, round, at)
                                   : copy_round(r, round, group, at);
    }
    return at == 0;
}

static bool build_bracket(redraw *r)
{
    int go_on = 0, players = 0;
    for (int group = 1; size_of(r->t, group); group++) {
        const int size = size_of(r->t, group) + (group == r->group);
        players += size;
        go_on += size < r->t->plan.advance ? size : r->t->plan.advance;
    }
    return groups_build_brackets(r->next, players, go_on) == ALEA_OK;
}

static bool build(redraw *r)
{
    const int count = r->size + 1;
    find_places(r);
    find_old(r);
    if (!redraw_rounds(r)) return false;
    if (r->group) return build_bracket(r);
    r->next->rounds = (count - 1 + count % 2) * r->t->plan.cycles;
    return true;
}

static alea_status redraw_league(tournament *t, int player)
{
    redraw *r = calloc(1, sizeof *r);
    tournament *next = malloc(sizeof *next);
    const bool has_groups = t->plan.kind == TOURNAMENT_GROUPS;
    const int group = has_groups ? smallest_group(t) : 0;
    bool is_built = false;
    if (r && next) {
        t->player[player].group = group;
        *next = *t;
        next->match = NULL;
        next->matches = next->match_capacity = 0;
        r->t = t;
        r->next = next;
        r->player = player;
        r->group = group;
        r->size = size_of(t, group);
        is_built = build(r);
        tournament_match *unused = is_built ? t->match : next->match;
        if (is_built) {
            t->match = next->match;
            t->matches = next->matches;
            t->match_capacity = next->match_capacity;
            t->rounds = next->rounds;
        }
        free(unused);
    }
    free(next);
    free(r);
    return is_built ? ALEA_OK : ALEA_ERROR_MEMORY;
}

/* ---- both ---- */

const char *late_fault(const tournament *t)
{
    if (t->plan.kind == TOURNAMENT_SINGLE || t->plan.kind == TOURNAMENT_DOUBLE)
        return find_bye(t) < 0 ? "The tournament has begun, and no bye of round 1 is "
                                 "free any more."
                               : NULL;
    if (has_second_round_begun(t))
        return "The tournament has begun, and so has round 2.";
    if (t->plan.kind == TOURNAMENT_GROUPS &&
        size_of(t, smallest_group(t)) >= t->plan.group_size)
        return "The tournament has begun, and every group is full.";
    return NULL;
}

alea_status late_place(tournament *t, int player)
{
    const int seed = last_seed(t) + 1;
    if (t->plan.kind == TOURNAMENT_SINGLE || t->plan.kind == TOURNAMENT_DOUBLE) {
        t->player[player].seed = seed;
        take_bye(t, find_bye(t), player);
        return ALEA_OK;
    }
    const alea_status status = redraw_league(t, player);
    if (status != ALEA_OK) return status;
    t->player[player].seed = seed;
    for (int i = 0; i < t->matches; i++)
        if (t->match[i].player[0] == player || t->match[i].player[1] == player)
            decide_unplayed(t, i); /* where the other has withdrawn */
    return ALEA_OK;
}
