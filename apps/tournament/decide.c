#include "apply.h"

#include "arena.h"
#include "groups.h"
#include "standings.h"

#include <string.h>

/* Have matches of it a way on? */
static bool has_bracket(const tournament *t)
{
    return tournament_is_elimination(t) || t->plan.kind == TOURNAMENT_GROUPS;
}

void decide_mark(tournament *t, int match)
{
    t->match[match].seq = t->seq + 1;
}

/* ---- forwards ---- */

static bool is_gone(const tournament *t, int player)
{
    return t->player[player].withdrawn;
}

void decide_unplayed(tournament *t, int match)
{
    const tournament_match *m = &t->match[match];
    const int a = m->player[0], b = m->player[1];
    if (m->outcome != OUTCOME_NONE || a == PLAYER_UNKNOWN || b == PLAYER_UNKNOWN)
        return;
    if (a == PLAYER_NOBODY && b == PLAYER_NOBODY)
        decide_match(t, match, OUTCOME_VOID, -1);
    else if (a == PLAYER_NOBODY || b == PLAYER_NOBODY)
        decide_match(t, match, OUTCOME_BYE, a == PLAYER_NOBODY ? 1 : 0);
    else if (is_gone(t, a) && is_gone(t, b))
        decide_match(t, match, OUTCOME_FORFEIT, -1);
    else if (is_gone(t, a) || is_gone(t, b))
        decide_match(t, match, OUTCOME_FORFEIT, is_gone(t, a) ? 1 : 0);
}

void decide_put(tournament *t, int slot, int player)
{
    if (slot < 0) return;
    t->match[slot / 2].player[slot % 2] = player;
    decide_mark(t, slot / 2);
    decide_unplayed(t, slot / 2);
}

/* The second match of the final is for a winner of the losers' bracket who has won the
 * first: then both have lost once. */
static void put_second_final(tournament *t, int first)
{
    const tournament_match *m = &t->match[first];
    const bool is_needed =
        m->winner == 1 && m->player[0] != PLAYER_NOBODY && m->outcome != OUTCOME_BYE;
    const int players[2] = {is_needed ? m->player[0] : PLAYER_NOBODY,
                            is_needed ? m->player[1] : PLAYER_NOBODY};
    decide_put(t, 2 * (first + 1), players[0]);
    decide_put(t, 2 * (first + 1) + 1, players[1]);
}

/* The brackets after groups. */
static const tournament_part brackets[] = {PART_MAIN, PART_SECOND};
enum { BRACKETS = sizeof brackets / sizeof *brackets };

/* Who goes on takes the lines of the knock-out, and the rest those of theirs. */
static void fill_brackets(tournament *t)
{
    int player[BRACKETS][TOURNAMENT_PLAYERS], lines[BRACKETS], count;
    for (int k = 0; k < BRACKETS; k++)
        lines[k] = groups_lines(t, brackets[k], player[k]);
    for (int k = 0; k < BRACKETS; k++) {
        const int first = groups_bracket(t, brackets[k], &count);
        for (int i = 0; i < lines[k]; i++) decide_put(t, 2 * first + i, player[k][i]);
    }
}

void decide_match(tournament *t, int match, tournament_outcome outcome, int winner)
{
    tournament_match *m = &t->match[match];
    m->outcome = outcome;
    m->winner = winner;
    decide_mark(t, match);
    if (!has_bracket(t)) return;
    if (m->part == PART_GROUP) {
        if (groups_are_decided(t)) fill_brackets(t);
        return;
    }
    if (m->part == PART_FINAL) {
        if (m->round == 1) put_second_final(t, match);
        return;
    }
    const int winning = winner >= 0 ? m->player[winner] : PLAYER_NOBODY;
    const int losing = winner >= 0 ? m->player[1 - winner] : PLAYER_NOBODY;
    const int winner_to = m->winner_to, loser_to = m->loser_to;
    decide_put(t, winner_to, winning);
    decide_put(t, loser_to, losing);
}

void decide_withdrawn(tournament *t, int player)
{
    for (int i = 0; i < t->matches; i++)
        if (t->match[i].player[0] == player || t->match[i].player[1] == player)
            decide_unplayed(t, i);
}

/* ---- backwards ---- */

/* The slots that depend on a match; -1 = none. */
static void slots_after(const tournament *t, int match, int slot[2])
{
    const tournament_match *m = &t->match[match];
    const bool is_first_final = m->part == PART_FINAL && m->round == 1;
    slot[0] = is_first_final ? 2 * (match + 1) : m->winner_to;
    slot[1] = is_first_final ? 2 * (match + 1) + 1 : m->loser_to;
}

/* May what stands in the slot be taken away again? */
static bool may_empty(const tournament *t, int slot)
{
    if (slot < 0) return true;
    const tournament_match *m = &t->match[slot / 2];
    if (*m->game) return false;
    if (m->outcome == OUTCOME_NONE) return true;
    return (m->outcome == OUTCOME_BYE || m->outcome == OUTCOME_VOID) &&
           decide_may_undo(t, slot / 2);
}

/* May all who have come out of the groups be taken away again? */
static bool may_empty_brackets(const tournament *t)
{
    for (int k = 0; k < BRACKETS; k++) {
        int count;
        const int first = groups_bracket(t, brackets[k], &count);
        for (int i = 0; i < count; i++)
            if (!may_empty(t, 2 * (first + i))) return false;
    }
    return true;
}

bool decide_may_undo(const tournament *t, int match)
{
    int slot[2];
    slots_after(t, match, slot);
    if (t->match[match].part == PART_GROUP && groups_are_decided(t))
        return may_empty_brackets(t);
    return !has_bracket(t) || (may_empty(t, slot[0]) && may_empty(t, slot[1]));
}

static void empty_slot(tournament *t, int slot)
{
    if (slot < 0) return;
    tournament_match *m = &t->match[slot / 2];
    if (m->outcome != OUTCOME_NONE) decide_undo(t, slot / 2);
    m->player[slot % 2] = PLAYER_UNKNOWN;
    m->opened = 0;
    decide_mark(t, slot / 2);
}

static void empty_brackets(tournament *t)
{
    for (int k = 0; k < BRACKETS; k++) {
        int count;
        const int first = groups_bracket(t, brackets[k], &count);
        for (int i = 0; i < 2 * count; i++) empty_slot(t, 2 * first + i);
    }
}

void decide_undo(tournament *t, int match)
{
    int slot[2];
    tournament_match *m = &t->match[match];
    if (m->part == PART_GROUP && groups_are_decided(t)) empty_brackets(t);
    slots_after(t, match, slot);
    decide_mark(t, match);
    m->outcome = OUTCOME_NONE;
    m->winner = -1;
    m->has_score = false;
    m->score[0] = m->score[1] = 0;
    m->report[0] = m->report[1] = (tournament_report){0};
    m->game[0] = '\0'; /* a further game may be made */
    m->came[0] = m->came[1] = 0;
    /* What was agreed once stays open. */
    m->meeting = (tournament_meeting){.last_time = m->meeting.last_time};
    if (!has_bracket(t)) return;
    empty_slot(t, slot[0]);
    empty_slot(t, slot[1]);
}

/* ---- the whole ---- */

static bool is_finished(const tournament *t, int64_t time)
{
    for (int i = 0; i < t->matches; i++)
        if (t->match[i].outcome == OUTCOME_NONE) return false;
    if (t->plan.kind == TOURNAMENT_ARENA) return time >= t->ends;
    return t->plan.kind != TOURNAMENT_SWISS || t->round >= t->rounds;
}

/* A player's open match is the first undecided one: in a league the next waits, unless
 * the two have once agreed when to play it. */
void decide_refresh(tournament *t, int64_t time)
{
    bool busy[TOURNAMENT_PLAYERS] = {false};
    if (t->stage == TOURNAMENT_ENTRY) return;
    for (int i = 0; i < t->matches; i++) {
        tournament_match *m = &t->match[i];
        const int a = m->player[0], b = m->player[1];
        const bool was_open = m->is_open;
        m->is_open = m->outcome == OUTCOME_NONE && a >= 0 && b >= 0 &&
                     (m->meeting.last_time || (!busy[a] && !busy[b]));
        if (m->is_open != was_open) decide_mark(t, i);
        if (m->outcome == OUTCOME_NONE && a >= 0) busy[a] = true;
        if (m->outcome == OUTCOME_NONE && b >= 0) busy[b] = true;
        if (!m->is_open || m->opened) continue;
        m->opened = time;
        decide_mark(t, i);
    }
    if (t->plan.kind == TOURNAMENT_ARENA) arena_refresh(t, time);
    t->stage = is_finished(t, time) ? TOURNAMENT_OVER : TOURNAMENT_RUNNING;
}
