#include "arena.h"

#include "draw.h"

#include <stdlib.h>
#include <string.h>

/* ---- who is free ---- */

static bool is_there(const tournament_player *p)
{
    return p->seed && !p->withdrawn && !p->paused;
}

void arena_refresh(tournament *t, int64_t time)
{
    bool busy[TOURNAMENT_PLAYERS] = {false};
    for (int i = 0; i < t->matches; i++)
        for (int side = 0; side < 2; side++)
            if (t->match[i].outcome == OUTCOME_NONE)
                busy[t->match[i].player[side]] = true;
    for (int i = 0; i < t->players; i++) {
        tournament_player *p = &t->player[i];
        if (busy[i] || !is_there(p))
            p->free_since = 0;
        else if (!p->free_since)
            p->free_since = time;
    }
}

const char *arena_pairs_fault(const tournament *t, const tournament_event *e)
{
    bool seen[TOURNAMENT_PLAYERS] = {false};
    if (e->count < 1 || e->count > TOURNAMENT_PLAYERS / 2) return "There are no pairs.";
    for (int i = 0; i < 2 * e->count; i++) {
        const int player = e->order[i];
        if (player < 0 || player >= t->players || !t->player[player].free_since)
            return "A pair has a player who is not free.";
        if (seen[player]) return "A player is paired twice.";
        seen[player] = true;
    }
    return NULL;
}

/* ---- points ---- */

void arena_scores(const tournament *t, int *score, int *streak)
{
    memset(score, 0, sizeof *score * TOURNAMENT_PLAYERS);
    memset(streak, 0, sizeof *streak * TOURNAMENT_PLAYERS);
    for (int i = 0; i < t->matches; i++) {
        const tournament_match *m = &t->match[i];
        for (int side = 0; side < 2 && m->outcome != OUTCOME_NONE; side++) {
            const int player = m->player[side];
            streak[player] = m->winner == side ? streak[player] + 1 : 0;
            if (m->winner == side)
                score[player] += 1 + (streak[player] >= ARENA_STREAK);
        }
    }
}

/* ---- pairing ---- */

/* Weights: an edge is worth EDGE, so that no pair too few is ever worth it, and a pair
 * that has just met costs more than any other fault. */
#define ARENA_EDGE  (INT64_C(1) << 44)
#define ARENA_AGAIN (INT64_C(1) << 36)
enum { APART_COST = 15, APART_MOST = 1000, WAIT_MOST_S = 3600 };

typedef struct arena {
    const tournament *t;
    int there, count; /* players who are there; who are free */
    int player[TOURNAMENT_PLAYERS];
    int score[TOURNAMENT_PLAYERS], streak[TOURNAMENT_PLAYERS];
    int last[TOURNAMENT_PLAYERS]; /* opponent; -1 = none yet */
} arena;

static arena *arena_of(const tournament *t)
{
    arena *a = calloc(1, sizeof *a);
    if (!a) return NULL;
    a->t = t;
    arena_scores(t, a->score, a->streak);
    for (int i = 0; i < t->players; i++) {
        a->last[i] = -1;
        a->there += is_there(&t->player[i]);
        if (t->player[i].free_since) a->player[a->count++] = i;
    }
    for (int i = 0; i < t->matches; i++) {
        const int *p = t->match[i].player;
        a->last[p[0]] = p[1];
        a->last[p[1]] = p[0];
    }
    return a;
}

static bool is_again(const arena *a, int x, int y)
{
    return a->last[x] == y || a->last[y] == x;
}

/* From when on the two may be paired. */
static int64_t time_of_pair(const arena *a, int x, int y)
{
    const int64_t one = a->t->player[x].free_since, other = a->t->player[y].free_since;
    const bool waits = is_again(a, x, y) && a->there > 2;
    return (one > other ? one : other) + (waits ? ARENA_PATIENCE_MS : 0);
}

static int64_t wait_s(const arena *a, int player, int64_t time)
{
    const int64_t waited = (time - a->t->player[player].free_since) / 1000;
    return waited < 0 ? 0 : waited < WAIT_MOST_S ? waited : WAIT_MOST_S;
}

static int64_t weight_of_pair(const arena *a, int x, int y, int64_t time)
{
    if (time_of_pair(a, x, y) > time) return 0;
    int apart = abs(a->score[x] - a->score[y]);
    if (apart > APART_MOST) apart = APART_MOST;
    return ARENA_EDGE - (is_again(a, x, y) ? ARENA_AGAIN : 0) + wait_s(a, x, time) +
           wait_s(a, y, time) - (int64_t)APART_COST * apart * apart;
}

static alea_status match_free(const arena *a, int64_t time, tournament_event *out)
{
    int mate[TOURNAMENT_PLAYERS];
    const size_t count = (size_t)a->count;
    int64_t *weight = calloc(count * count, sizeof *weight);
    if (!weight) return ALEA_ERROR_MEMORY;
    for (size_t i = 0; i < count; i++)
        for (size_t j = i + 1; j < count; j++)
            weight[i * count + j] = weight[j * count + i] =
                weight_of_pair(a, a->player[i], a->player[j], time);
    const alea_status status = matching_best(a->count, weight, mate);
    free(weight);
    for (int i = 0; i < a->count && status == ALEA_OK; i++) {
        if (mate[i] < i) continue;
        out->order[2 * out->count] = a->player[i];
        out->order[2 * out->count + 1] = a->player[mate[i]];
        out->count++;
    }
    return status == ALEA_OK && !out->count ? ALEA_ERROR_REFUSED : status;
}

alea_status arena_pair(const tournament *t, int64_t time, tournament_event *out)
{
    arena *a = arena_of(t);
    *out = (tournament_event){.kind = TOURNAMENT_PAIRED, .time = time};
    const alea_status status = !a                         ? ALEA_ERROR_MEMORY
                               : a->count < 2 || !t->ends ? ALEA_ERROR_REFUSED
                                                          : match_free(a, time, out);
    free(a);
    return status;
}

/* ---- by the clock ---- */

static int64_t first_pair_of(const arena *a)
{
    int64_t first = 0, oldest = 0;
    for (int i = 0; i < a->count; i++) {
        const int64_t since = a->t->player[a->player[i]].free_since;
        if (!oldest || since < oldest) oldest = since;
        for (int j = i + 1; j < a->count; j++) {
            const int64_t time = time_of_pair(a, a->player[i], a->player[j]);
            if (!first || time < first) first = time;
        }
    }
    if (!first || !a->t->paired) return first; /* the first wave comes at once */
    if (first < oldest + ARENA_WAVE_MS) first = oldest + ARENA_WAVE_MS;
    if (first < a->t->paired + ARENA_WAVE_MS) first = a->t->paired + ARENA_WAVE_MS;
    return first;
}

int64_t arena_due(const tournament *t, int64_t time)
{
    if (t->plan.kind != TOURNAMENT_ARENA || t->stage != TOURNAMENT_RUNNING) return 0;
    arena *a = time < t->ends ? arena_of(t) : NULL;
    const int64_t pair = a ? first_pair_of(a) : 0;
    free(a);
    if (pair && pair < t->ends) return pair;
    for (int i = 0; i < t->matches; i++)
        if (t->match[i].outcome == OUTCOME_NONE) return 0;
    return t->ends;
}
