#include "standings.h"

#include "apply.h"
#include "arena.h"

#include <stdlib.h>
#include <string.h>

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
static void count_opponents(const tournament *t, tournament_row *row, const int *score)
{
    int against[TOURNAMENT_ROUNDS * 2 + 2], count = 0;
    for (int i = 0; i < t->matches; i++) {
        const tournament_match *m = &t->match[i];
        if (m->outcome == OUTCOME_NONE || m->player[0] < 0 || m->player[1] < 0)
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
        if (m->part == PART_SECOND && !is_double) continue;
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

/* ---- order ---- */

enum { KEYS = 5 };

/* Keys before the meetings, `met`, keys after them. */
static int keys_of(const tournament *t, const tournament_row *r, int key[KEYS])
{
    const int difference = r->points[0] - r->points[1];
    const int swiss[KEYS] = {r->score, r->buchholz, r->median, r->met, difference};
    const int arena[KEYS] = {r->score, r->won, r->met, difference, 0};
    const int league[KEYS] = {r->score, r->met, r->sonneborn, difference, 0};
    const int elimination[KEYS] = {r->reached};
    const int *chosen = elimination;
    int before = KEYS;
    switch (t->plan.kind) {
    case TOURNAMENT_SWISS: chosen = swiss, before = 3; break;
    case TOURNAMENT_LEAGUE: chosen = league, before = 1; break;
    case TOURNAMENT_ARENA: chosen = arena, before = 2; break;
    case TOURNAMENT_SINGLE:
    case TOURNAMENT_DOUBLE:
    case TOURNAMENT_KINDS: break;
    }
    memcpy(key, chosen, sizeof swiss);
    return before;
}

/* Negative if a stands before b by its first `keys` keys. */
static int compare_rows(const tournament *t, const tournament_row *a,
                        const tournament_row *b, int keys)
{
    int x[KEYS], y[KEYS];
    keys_of(t, a, x);
    keys_of(t, b, y);
    for (int i = 0; i < keys; i++)
        if (x[i] != y[i]) return y[i] - x[i];
    return 0;
}

static void sort_rows(const tournament *t, tournament_row *row, int count, int keys)
{
    for (int i = 1; i < count; i++) {
        const tournament_row moved = row[i];
        int j = i;
        for (; j > 0; j--) {
            const int order = compare_rows(t, &row[j - 1], &moved, keys);
            if (order < 0 || (order == 0 && t->player[row[j - 1].player].seed <
                                                t->player[moved.player].seed))
                break;
            row[j] = row[j - 1];
        }
        row[j] = moved;
    }
}

/* Wins among those who are level by the first `keys` keys. */
static void count_met(const tournament *t, tournament_row *row, int count, int keys)
{
    int at[TOURNAMENT_PLAYERS], group[TOURNAMENT_PLAYERS];
    for (int i = 0; i < TOURNAMENT_PLAYERS; i++) at[i] = -1;
    for (int i = 0; i < count; i++) {
        const bool is_level = i > 0 && !compare_rows(t, &row[i - 1], &row[i], keys);
        group[i] = is_level ? group[i - 1] : i;
        at[row[i].player] = i;
    }
    for (int i = 0; i < t->matches; i++) {
        const tournament_match *m = &t->match[i];
        if (m->winner < 0 || m->player[0] < 0 || m->player[1] < 0) continue;
        const int won = at[m->player[m->winner]], lost = at[m->player[1 - m->winner]];
        if (won >= 0 && lost >= 0 && group[won] == group[lost]) row[won].met++;
    }
}

int tournament_standings(const tournament *t, tournament_row *out)
{
    tournament_row row[TOURNAMENT_PLAYERS] = {{0}};
    int score[TOURNAMENT_PLAYERS], streak[TOURNAMENT_PLAYERS] = {0}, key[KEYS];
    int count = 0;
    if (t->plan.kind == TOURNAMENT_ARENA)
        arena_scores(t, score, streak);
    else
        tournament_scores(t, score);
    for (int i = 0; i < t->players; i++) row[i].player = i;
    for (int i = 0; i < t->matches; i++) count_match(row, &t->match[i]);
    if (tournament_is_elimination(t)) count_reached(t, row);
    for (int i = 0; i < t->players; i++) {
        if (!t->player[i].seed) continue;
        row[i].score = score[i];
        row[i].streak = streak[i];
        row[i].withdrawn = t->player[i].withdrawn;
        if (!tournament_is_elimination(t)) count_opponents(t, &row[i], score);
        out[count++] = row[i];
    }
    if (!count) return 0;
    const int before = keys_of(t, &out[0], key);
    sort_rows(t, out, count, before);
    if (before < KEYS) {
        count_met(t, out, count, before);
        sort_rows(t, out, count, KEYS);
    }
    for (int i = 0; i < count; i++) {
        const bool is_level = i > 0 && !compare_rows(t, &out[i - 1], &out[i], KEYS);
        out[i].rank = is_level ? out[i - 1].rank : i + 1;
    }
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
    if (t->plan.kind == TOURNAMENT_SINGLE)
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
