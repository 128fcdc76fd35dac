#include "standings.h"

#include "arena.h"

#include <stdlib.h>
#include <string.h>

bool tournament_is_elimination(const tournament *t)
{
    return t->plan.kind == TOURNAMENT_SINGLE || t->plan.kind == TOURNAMENT_DOUBLE;
}

void tournament_scores(const tournament *t, int *score)
{
    int streak[TOURNAMENT_PLAYERS];
    if (t->plan.kind == TOURNAMENT_ARENA) {
        arena_scores(t, score, streak);
        return;
    }
    memset(score, 0, sizeof *score * TOURNAMENT_PLAYERS);
    for (int i = 0; i < t->matches; i++) {
        const tournament_match *m = &t->match[i];
        if (m->winner >= 0 && m->player[m->winner] >= 0) score[m->player[m->winner]]++;
    }
}

/* ---- counting ---- */

/* Whose matches count, and in what order the rows stand. */
typedef struct table {
    const tournament *t;
    tournament_kind order;
    int group; /* 0 = everybody, and all matches */
} table;

static bool is_in(const table *of, const tournament_match *m)
{
    return !of->group || (m->part == PART_GROUP && m->player[0] >= 0 &&
                          of->t->player[m->player[0]].group == of->group);
}

static void count_match(tournament_row *row, const tournament_match *m)
{
    const int a = m->player[0], b = m->player[1];
    if (m->outcome == OUTCOME_BYE) {
        row[m->player[m->winner]].byes++;
        return;
    }
    if (a < 0 || b < 0 || m->outcome == OUTCOME_NONE) return;
    for (int side = 0; side < 2; side++) {
        tournament_row *mine = &row[m->player[side]];
        mine->won += m->winner == side;
        mine->lost += m->winner != side;
        mine->points[0] += m->has_score ? m->score[side] : 0;
        mine->points[1] += m->has_score ? m->score[1 - side] : 0;
    }
}

static int compare_numbers(const void *a, const void *b)
{
    const int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

/* Buchholz and its relatives: matches that were forfeited count, byes do not. */
static void count_opponents(const table *of, tournament_row *row, const int *score)
{
    const tournament *t = of->t;
    int against[TOURNAMENT_ROUNDS * 2 + 2], count = 0;
    for (int i = 0; i < t->matches; i++) {
        const tournament_match *m = &t->match[i];
        if (m->outcome == OUTCOME_NONE || m->player[0] < 0 || m->player[1] < 0 ||
            !is_in(of, m))
            continue;
        const int side = m->player[0] == row->player   ? 0
                         : m->player[1] == row->player ? 1
                                                       : -1;
        if (side < 0) continue;
        const int theirs = score[m->player[1 - side]];
        row->buchholz += theirs;
        if (m->winner == side) row->sonneborn += theirs;
        if (count < (int)(sizeof against / sizeof *against)) against[count++] = theirs;
    }
    qsort(against, (size_t)count, sizeof *against, compare_numbers);
    row->median = row->buchholz;
    if (count >= 3) row->median -= against[0] + against[count - 1];
}

/* In a double elimination: who has lost in the main bracket. */
static void find_losers(const tournament *t, bool *lost)
{
    for (int i = 0; i < t->matches; i++) {
        const tournament_match *m = &t->match[i];
        for (int side = 0; side < 2; side++)
            if (m->part == PART_MAIN && m->player[side] >= 0 &&
                m->outcome != OUTCOME_NONE && m->winner != side)
                lost[m->player[side]] = true;
    }
}

/* Eliminations: how far somebody got, by the round in which the last life was lost. */
static void count_reached(const tournament *t, tournament_row *row)
{
    enum { WON = 1 << 20, FINALIST = 1 << 19, UNBEATEN = 1 << 18 };
    const bool is_double = t->plan.kind == TOURNAMENT_DOUBLE;
    bool lost[TOURNAMENT_PLAYERS] = {false};
    if (is_double) find_losers(t, lost);
    for (int i = 0; i < t->matches; i++) {
        const tournament_match *m = &t->match[i];
        if (m->part == PART_GROUP || (m->part == PART_SECOND && !is_double)) continue;
        for (int side = 0; side < 2; side++) {
            const int player = m->player[side];
            const bool is_main = is_double && m->part == PART_MAIN;
            if (player < 0 || (is_main && lost[player])) continue;
            const int reached = m->part == PART_FINAL ? FINALIST
                                : is_main             ? UNBEATEN + m->round
                                                      : m->round;
            if (row[player].reached < reached) row[player].reached = reached;
        }
    }
    const int winner = tournament_winner(t);
    if (winner >= 0) row[winner].reached = WON;
}

enum { OUT_OF_KNOCK_OUT = 1 << 10, OUT_OF_BOTH = 1 << 11 };

/* Who is in the consolation stands after all of the knock-out, by how far he got. */
static void count_consolation(const tournament *t, tournament_row *row)
{
    int reached[TOURNAMENT_PLAYERS] = {0};
    for (int i = 0; i < t->matches; i++) {
        const tournament_match *m = &t->match[i];
        for (int side = 0; side < 2 && m->part == PART_SECOND; side++)
            if (m->player[side] >= 0) reached[m->player[side]] = m->round;
    }
    const int winner = tournament_consolation_winner(t);
    if (winner >= 0) reached[winner]++;
    for (int i = 0; i < t->players; i++)
        if (reached[i] > 0) row[i].reached = reached[i] - OUT_OF_KNOCK_OUT;
}

/* Who is in neither stands after all who are, by the rank in the group. */
static void count_groups(const tournament *t, tournament_row *row)
{
    tournament_row of_group[TOURNAMENT_PLAYERS];
    if (t->plan.consolation) count_consolation(t, row);
    for (int group = 1, count = 1; count > 0; group++) {
        count = tournament_group_standings(t, group, of_group);
        for (int i = 0; i < count; i++) {
            tournament_row *r = &row[of_group[i].player];
            r->group_rank = of_group[i].rank;
            if (r->reached == 0) r->reached = -of_group[i].rank - OUT_OF_BOTH;
        }
    }
}

/* ---- order ---- */

enum { KEYS = 5 };

/* Keys before the meetings, `met`, keys after them. */
static int keys_of(tournament_kind order, const tournament_row *r, int key[KEYS])
{
    const int difference = r->points[0] - r->points[1];
    const int swiss[KEYS] = {r->score, r->buchholz, r->median, r->met, difference};
    const int arena[KEYS] = {r->score, r->won, r->met, difference, 0};
    const int league[KEYS] = {r->score, r->met, r->sonneborn, difference, 0};
    const int elimination[KEYS] = {r->reached};
    const int *chosen = elimination;
    int before = KEYS;
    switch (order) {
    case TOURNAMENT_SWISS: chosen = swiss, before = 3; break;
    case TOURNAMENT_LEAGUE: chosen = league, before = 1; break;
    case TOURNAMENT_ARENA: chosen = arena, before = 2; break;
    case TOURNAMENT_SINGLE:
    case TOURNAMENT_DOUBLE:
    case TOURNAMENT_GROUPS:
    case TOURNAMENT_KINDS: break;
    }
    memcpy(key, chosen, sizeof swiss);
    return before;
}

/* Negative if a stands before b by its first `keys` keys. */
static int compare_rows(const table *of, const tournament_row *a,
                        const tournament_row *b, int keys)
{
    int x[KEYS], y[KEYS];
    keys_of(of->order, a, x);
    keys_of(of->order, b, y);
    for (int i = 0; i < keys; i++)
        if (x[i] != y[i]) return y[i] - x[i];
    return 0;
}

static void sort_rows(const table *of, tournament_row *row, int count, int keys)
{
    const tournament *t = of->t;
    for (int i = 1; i < count; i++) {
        const tournament_row moved = row[i];
        int j = i;
        for (; j > 0; j--) {
            const int order = compare_rows(of, &row[j - 1], &moved, keys);
            if (order < 0 || (order == 0 && t->player[row[j - 1].player].seed <
                                                t->player[moved.player].seed))
                break;
            row[j] = row[j - 1];
        }
        row[j] = moved;
    }
}

/* Wins among those who are level by the first `keys` keys. */
static void count_met(const table *of, tournament_row *row, int count, int keys)
{
    const tournament *t = of->t;
    int at[TOURNAMENT_PLAYERS], group[TOURNAMENT_PLAYERS];
    for (int i = 0; i < TOURNAMENT_PLAYERS; i++) at[i] = -1;
    for (int i = 0; i < count; i++) {
        const bool is_level = i > 0 && !compare_rows(of, &row[i - 1], &row[i], keys);
        group[i] = is_level ? group[i - 1] : i;
        at[row[i].player] = i;
    }
    for (int i = 0; i < t->matches; i++) {
        const tournament_match *m = &t->match[i];
        if (m->winner < 0 || m->player[0] < 0 || m->player[1] < 0 || !is_in(of, m))
            continue;
        const int won = at[m->player[m->winner]], lost = at[m->player[1 - m->winner]];
        if (won >= 0 && lost >= 0 && group[won] == group[lost]) row[won].met++;
    }
}

static void rank_rows(const table *of, tournament_row *out, int count)
{
    int key[KEYS];
    if (!count) return;
    const int before = keys_of(of->order, &out[0], key);
    sort_rows(of, out, count, before);
    if (before < KEYS) {
        count_met(of, out, count, before);
        sort_rows(of, out, count, KEYS);
    }
    for (int i = 0; i < count; i++) {
        const bool is_level = i > 0 && !compare_rows(of, &out[i - 1], &out[i], KEYS);
        out[i].rank = is_level ? out[i - 1].rank : i + 1;
    }
}

int tournament_standings(const tournament *t, tournament_row *out)
{
    const table of = {t, t->plan.kind, 0};
    tournament_row row[TOURNAMENT_PLAYERS] = {{0}};
    int score[TOURNAMENT_PLAYERS], streak[TOURNAMENT_PLAYERS] = {0};
    int count = 0;
    const bool has_groups = t->plan.kind == TOURNAMENT_GROUPS;
    const bool by_reach = tournament_is_elimination(t) || has_groups;
    if (t->plan.kind == TOURNAMENT_ARENA)
        arena_scores(t, score, streak);
    else
        tournament_scores(t, score);
    for (int i = 0; i < t->players; i++) row[i].player = i;
    for (int i = 0; i < t->matches; i++) count_match(row, &t->match[i]);
    if (by_reach) count_reached(t, row);
    if (has_groups) count_groups(t, row);
    for (int i = 0; i < t->players; i++) {
        if (!t->player[i].seed) continue;
        row[i].score = score[i];
        row[i].streak = streak[i];
        row[i].group = t->player[i].group;
        row[i].withdrawn = t->player[i].withdrawn;
        if (!by_reach) count_opponents(&of, &row[i], score);
        out[count++] = row[i];
    }
    rank_rows(&of, out, count);
    return count;
}

int tournament_group_standings(const tournament *t, int group, tournament_row *out)
{
    const table of = {t, TOURNAMENT_LEAGUE, group};
    tournament_row row[TOURNAMENT_PLAYERS] = {{0}};
    int score[TOURNAMENT_PLAYERS] = {0}, count = 0;
    for (int i = 0; i < t->matches; i++) {
        const tournament_match *m = &t->match[i];
        if (!is_in(&of, m)) continue;
        count_match(row, m);
        if (m->winner >= 0) score[m->player[m->winner]]++;
    }
    for (int i = 0; i < t->players; i++) {
        if (!t->player[i].seed || t->player[i].group != group) continue;
        row[i].player = i;
        row[i].group = group;
        row[i].score = score[i];
        row[i].withdrawn = t->player[i].withdrawn;
        count_opponents(&of, &row[i], score);
        out[count++] = row[i];
    }
    rank_rows(&of, out, count);
    for (int i = 0; i < count; i++) out[i].group_rank = out[i].rank;
    return count;
}

/* ---- winners ---- */

/* The winner of the last match of a part; -1 = none yet, or nobody. */
static int winner_of_part(const tournament *t, tournament_part part)
{
    const tournament_match *last = NULL;
    for (int i = 0; i < t->matches; i++) {
        const tournament_match *m = &t->match[i];
        if (m->part == part && m->outcome != OUTCOME_VOID &&
            (!last || m->round >= last->round))
            last = m;
    }
    return last && last->winner >= 0 ? last->player[last->winner] : -1;
}

int tournament_winner(const tournament *t)
{
    tournament_row row[TOURNAMENT_PLAYERS];
    if (t->plan.kind == TOURNAMENT_SINGLE || t->plan.kind == TOURNAMENT_GROUPS)
        return t->stage == TOURNAMENT_ENTRY ? -1 : winner_of_part(t, PART_MAIN);
    if (t->plan.kind == TOURNAMENT_DOUBLE)
        return t->stage == TOURNAMENT_OVER ? winner_of_part(t, PART_FINAL) : -1;
    if (t->stage != TOURNAMENT_OVER || t->round + t->rounds == 0) return -1;
    const int count = tournament_standings(t, row);
    return count > 1 && row[1].rank == 1 ? -1 : count ? row[0].player : -1;
}

int tournament_consolation_winner(const tournament *t)
{
    return t->plan.consolation ? winner_of_part(t, PART_SECOND) : -1;
}
