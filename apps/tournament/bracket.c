#include "draw.h"

#include <stdlib.h>

enum { FIRST_CAPACITY = 64 };

int bracket_size(int players)
{
    int size = 2;
    while (size < players) size *= 2;
    return size;
}

void bracket_lines(int size, int *seed)
{
    seed[0] = 1;
    for (int filled = 1; filled < size; filled *= 2)
        for (int i = filled - 1; i >= 0; i--) {
            const int kept = seed[i];
            seed[2 * i] = kept;
            seed[2 * i + 1] = 2 * filled + 1 - kept;
        }
}

int bracket_length(const tournament_plan *plan, tournament_part part, int round,
                   bool last)
{
    if (last && plan->final_length) return plan->final_length;
    if (part == PART_SECOND && plan->second_length) return plan->second_length;
    if (plan->kind == TOURNAMENT_GROUPS) /* the first is that of all group matches */
        round = part == PART_GROUP ? 1 : round + 1;
    return plan->length[round <= plan->lengths ? round - 1 : plan->lengths - 1];
}

int bracket_add(tournament *t, tournament_part part, int round, int place, int length)
{
    if (t->matches == t->match_capacity) {
        const int more = t->match_capacity ? 2 * t->match_capacity : FIRST_CAPACITY;
        tournament_match *grown = realloc(t->match, (size_t)more * sizeof *grown);
        if (!grown) return -1;
        t->match = grown;
        t->match_capacity = more;
    }
    t->match[t->matches] =
        (tournament_match){.part = part,
                           .round = round,
                           .place = place,
                           .length = length,
                           .player = {PLAYER_UNKNOWN, PLAYER_UNKNOWN},
                           .winner_to = -1,
                           .loser_to = -1,
                           .winner = -1,
                           .seq = t->seq + 1};
    return t->matches++;
}

/* A round of `count` matches; the number of the first, or -1. */
static int add_round(tournament *t, tournament_part part, int round, int count,
                     bool last)
{
    const int length = bracket_length(&t->plan, part, round, last), first = t->matches;
    for (int place = 0; place < count; place++)
        if (bracket_add(t, part, round, place, length) < 0) return -1;
    return first;
}

static int slot(int match, int side)
{
    return 2 * match + side;
}

/* The winners of `count` matches from `from` on meet in those from `to` on. */
static void link_winners(tournament *t, int from, int count, int to)
{
    for (int i = 0; i < count; i++)
        t->match[from + i].winner_to = slot(to + i / 2, i % 2);
}

/* Losers of the first round meet each other. */
static void link_first_losers(tournament *t, int main, int count, int to)
{
    for (int i = 0; i < count; i++)
        t->match[main + i].loser_to = slot(to + i / 2, i % 2);
}

/* Where the loser of match `i` of a later round comes down among `count`: turned round
 * in one round and moved by half in the next, so that those who have met in the main
 * bracket meet again as late as possible. */
static int crossing(int i, int count, int step)
{
    return step % 2 ? count - 1 - i : (i + count / 2) % count;
}

/* Consolation for the losers of the first round. */
static bool build_first_consolation(tournament *t, int size, int main)
{
    int count = size / 4, before = -1;
    for (int round = 1; count >= 1; round++, count /= 2) {
        const int first = add_round(t, PART_SECOND, round, count, false);
        if (first < 0) return false;
        if (round == 1)
            link_first_losers(t, main, size / 2, first);
        else
            link_winners(t, before, 2 * count, first);
        before = first;
    }
    return true;
}

/* Builds the bracket of players who have lost once: odd rounds among themselves, even
 * rounds against those who come down. Losers of main round `down_to` and of rounds
 * before it come down. `main[r]`: the first match of main round r. Sets the last match,
 * -1 if there is none; false without memory. */
static bool build_losers(tournament *t, int size, const int *main, int down_to,
                         int *last)
{
    int before = -1;
    *last = -1;
    for (int step = 1, count = size / 4; count >= 1; step++, count /= 2) {
        const int own = add_round(t, PART_SECOND, 2 * step - 1, count, false);
        if (own < 0) return false;
        if (step == 1)
            link_first_losers(t, main[1], size / 2, own);
        else
            link_winners(t, before, 2 * count, own);
        *last = own;
        if (step + 1 > down_to) continue;
        const int with = add_round(t, PART_SECOND, 2 * step, count, false);
        if (with < 0) return false;
        for (int i = 0; i < count; i++) {
            t->match[own + i].winner_to = slot(with + i, 0);
            t->match[main[step + 1] + i].loser_to =
                slot(with + crossing(i, count, step), 1);
        }
        *last = before = with;
    }
    return true;
}

/* The final of a double elimination and its second match. */
static bool build_final(tournament *t, int main_final, int second)
{
    const int length = bracket_length(&t->plan, PART_FINAL, t->rounds + 1, true);
    const int first = bracket_add(t, PART_FINAL, 1, 0, length);
    if (first < 0 || bracket_add(t, PART_FINAL, 2, 0, length) < 0) return false;
    t->match[main_final].winner_to = slot(first, 0);
    if (second >= 0)
        t->match[second].winner_to = slot(first, 1);
    else /* of two players: the loser comes straight back */
        t->match[main_final].loser_to = slot(first, 1);
    return true;
}

enum { BRACKET_ROUNDS = 16 };

/* The rounds of a knock-out from `size` lines on; first[r]: the first match of round r.
 * Returns how many rounds; 0 without memory. `decides`: its last one does so. */
static int add_rounds(tournament *t, tournament_part part, int size, bool decides,
                      int first[BRACKET_ROUNDS])
{
    int rounds = 0;
    for (int count = size / 2; count >= 1; count /= 2) {
        rounds++;
        first[rounds] = add_round(t, part, rounds, count, count == 1 && decides);
        if (first[rounds] < 0) return 0;
        if (rounds > 1) link_winners(t, first[rounds - 1], 2 * count, first[rounds]);
    }
    return rounds;
}

static bool build(tournament *t, int players)
{
    const bool is_double = t->plan.kind == TOURNAMENT_DOUBLE;
    const int size = bracket_size(players);
    int main[BRACKET_ROUNDS] = {0}, second = -1;
    const int rounds = add_rounds(t, PART_MAIN, size, !is_double, main);
    if (!rounds) return false;
    t->rounds = rounds;
    if (is_double)
        return build_losers(t, size, main, rounds, &second) &&
               build_final(t, main[rounds], second);
    if (t->plan.consolation == CONSOLATION_FIRST)
        return build_first_consolation(t, size, main[1]);
    if (t->plan.consolation == CONSOLATION_PROGRESSIVE)
        return build_losers(t, size, main, rounds - 1, &second);
    return true;
}

alea_status bracket_build(tournament *t, int players)
{
    const int before = t->matches;
    if (build(t, players)) return ALEA_OK;
    t->matches = before;
    return ALEA_ERROR_MEMORY;
}

alea_status bracket_build_second(tournament *t, int players)
{
    int first[BRACKET_ROUNDS];
    const int before = t->matches;
    if (add_rounds(t, PART_SECOND, bracket_size(players), false, first)) return ALEA_OK;
    t->matches = before;
    return ALEA_ERROR_MEMORY;
}
