#include "draw.h"

#include "standings.h"

#include "base/hash.h"
#include "base/rng.h"

#include <stdlib.h>
#include <string.h>

/* ---- seeding ---- */

static void sort_by_rating(const tournament *t, int *order, int count)
{
    for (int i = 1; i < count; i++) { /* stable */
        const int player = order[i];
        int j = i;
        for (; j > 0 && t->player[order[j - 1]].rating < t->player[player].rating; j--)
            order[j] = order[j - 1];
        order[j] = player;
    }
}

static void shuffle(const char *seed, int *order, int count)
{
    alea_random random = alea_random_start(alea_hash_text(ALEA_HASH_START, seed), 0);
    for (int i = count - 1; i > 0; i--) {
        const int j = (int)alea_random_below(&random, (uint32_t)i + 1);
        const int kept = order[i];
        order[i] = order[j];
        order[j] = kept;
    }
}

void tournament_draw(const tournament *t, tournament_event *out)
{
    *out = (tournament_event){.kind = TOURNAMENT_STARTED};
    for (int i = 0; i < t->players; i++)
        if (!t->player[i].withdrawn) out->order[out->count++] = i;
    if (t->plan.seeding == SEEDING_RATING) sort_by_rating(t, out->order, out->count);
    if (t->plan.seeding == SEEDING_RANDOM)
        shuffle(t->plan.seed, out->order, out->count);
}

/* ---- league ---- */

int league_round(int count, int round, int *place)
{
    const int even = count + count % 2, turning = even - 1;
    int pairs = 0;
    for (int i = 0; i < even / 2; i++) {
        /* The last place stands still, the others turn round it. */
        const int a = (round + i) % turning;
        const int b = i == 0 ? even - 1 : (round + turning - i) % turning;
        if (a >= count || b >= count) continue;
        const bool turned = i == 0 ? round % 2 != 0 : i % 2 != 0;
        place[2 * pairs] = turned ? b : a;
        place[2 * pairs + 1] = turned ? a : b;
        pairs++;
    }
    return pairs;
}

/* ---- Swiss ---- */

/* Weights: an edge is worth EDGE less its faults, so that no pair too few is ever worth
 * it; one step of difference in score outweighs the order within the groups. */
#define SWISS_EDGE (INT64_C(1) << 52)
#define SWISS_STEP (INT64_C(1) << 25)

typedef struct swiss {
    const tournament *t;
    int count; /* players of the round, by rank */
    int player[TOURNAMENT_PLAYERS];
    int score[TOURNAMENT_PLAYERS]; /* of all players */
    int group_first[TOURNAMENT_PLAYERS], group_size[TOURNAMENT_PLAYERS]; /* by rank */
    int had_byes[TOURNAMENT_PLAYERS];
    bool met[TOURNAMENT_PLAYERS][TOURNAMENT_PLAYERS];
} swiss;

static void fill_history(swiss *s)
{
    for (int i = 0; i < s->t->matches; i++) {
        const tournament_match *m = &s->t->match[i];
        const int a = m->player[0], b = m->player[1];
        if (a >= 0 && b >= 0)
            s->met[a][b] = s->met[b][a] = true;
        else if (m->outcome == OUTCOME_BYE)
            s->had_byes[m->player[m->winner]]++;
    }
}

static void rank_players(swiss *s)
{
    const tournament *t = s->t;
    for (int i = 0; i < t->players; i++) {
        if (t->player[i].withdrawn || !t->player[i].seed) continue;
        int j = s->count++;
        for (; j > 0; j--) {
            const int before = s->player[j - 1];
            if (s->score[before] > s->score[i] ||
                (s->score[before] == s->score[i] &&
                 t->player[before].seed < t->player[i].seed))
                break;
            s->player[j] = before;
        }
        s->player[j] = i;
    }
    for (int first = 0, end; first < s->count; first = end) {
        end = first;
        while (end < s->count && s->score[s->player[end]] == s->score[s->player[first]])
            end++;
        for (int i = first; i < end; i++) {
            s->group_first[i] = first;
            s->group_size[i] = end - first;
        }
    }
}

static int64_t square(int n)
{
    return (int64_t)n * n;
}

/* 0 = they may not meet. Places are by rank; i is above j. */
static int64_t weight_of_pair(const swiss *s, int i, int j)
{
    const int a = s->player[i], b = s->player[j];
    if (s->met[a][b]) return 0;
    const int apart = s->score[a] - s->score[b];
    /* In a group place k is to meet place k + half of it; a player moved down meets
     * the first of the group. */
    const int off = apart == 0 ? j - i - s->group_size[i] / 2 : j - s->group_first[j];
    return SWISS_EDGE - SWISS_STEP * square(apart) - square(off);
}

static int64_t weight_of_bye(const swiss *s, int i)
{
    const int player = s->player[i], last = s->player[s->count - 1];
    if (s->had_byes[player] > 0) return 0;
    return SWISS_EDGE - SWISS_STEP * 4 * square(s->score[player] - s->score[last]) -
           square(s->count - 1 - i);
}

static alea_status pair_ranked(const swiss *s, int *mate)
{
    const int nodes = s->count + s->count % 2;
    int64_t *weight = calloc((size_t)nodes * (size_t)nodes, sizeof *weight);
    if (!weight) return ALEA_ERROR_MEMORY;
    for (int i = 0; i < s->count; i++)
        for (int j = i + 1; j < nodes; j++)
            weight[i * nodes + j] = weight[j * nodes + i] =
                j < s->count ? weight_of_pair(s, i, j) : weight_of_bye(s, i);
    const alea_status status = matching_best(nodes, weight, mate);
    free(weight);
    for (int i = 0; i < nodes && status == ALEA_OK; i++)
        if (mate[i] < 0) return ALEA_ERROR_REFUSED;
    return status;
}

alea_status tournament_pair(const tournament *t, tournament_event *out)
{
    swiss *s = calloc(1, sizeof *s);
    int mate[TOURNAMENT_PLAYERS + 1];
    if (!s) return ALEA_ERROR_MEMORY;
    s->t = t;
    tournament_scores(t, s->score);
    fill_history(s);
    rank_players(s);
    const alea_status status = s->count ? pair_ranked(s, mate) : ALEA_ERROR_REFUSED;
    *out = (tournament_event){.kind = TOURNAMENT_PAIRED};
    for (int i = 0; i < s->count && status == ALEA_OK; i++) {
        if (mate[i] < i) continue;
        out->order[2 * out->count] = s->player[i];
        out->order[2 * out->count + 1] =
            mate[i] < s->count ? s->player[mate[i]] : PLAYER_NOBODY;
        out->count++;
    }
    free(s);
    return status;
}

int swiss_rounds_needed(int players)
{
    int rounds = 1;
    while ((1 << rounds) < players) rounds++;
    return rounds;
}
