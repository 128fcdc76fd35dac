#include "small_race.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum {
    POSITIONS = 23751,
    RULES = 18,
    HOME = 6,
    BEFORE_WINNER_HOME = 18,
    POOL_STEP = 1 << 13 /* values */
};

/* One distribution: `ones` times 1, then `count` values from `start` of the pool of
 * `place` on, then zeros. */
typedef struct stretch {
    uint32_t start;
    uint8_t ones, count, place;
} stretch;

/* Positions are solved in the order of their rearmost checker, as far back as somebody
 * has asked: most races end in the home board, 209 positions of all. */
typedef struct small_race {
    alea_play_rules rules;
    _Atomic int solved; /* the rearmost place; what is solved changes no more */
    stretch after[POSITIONS][SMALL_GOALS];
    float *pool[ALEA_BAR + 1];          /* of each rearmost place */
    float mean[POSITIONS][SMALL_GOALS]; /* rolls needed on average */
} small_race;

struct small_races {
    pthread_mutex_t making;
    _Atomic(small_race *) table[RULES];
};

/* Places of the checkers, the rearmost first; 0 = off, 25 = on the bar. */
typedef struct places {
    uint8_t at[SMALL_CHECKERS];
} places;

/* The numbers follow the order of the places, so that every move leads to a lower
 * one, and a rearmost place has all numbers between those of others. */
static uint32_t rank_of(const places *p)
{
    const uint32_t a = p->at[0], b = p->at[1], c = p->at[2], d = p->at[3];
    return (a + 3) * (a + 2) * (a + 1) * a / 24 + (b + 2) * (b + 1) * b / 6 +
           (c + 1) * c / 2 + d;
}

/* The checkers beyond `line`; false if there are more than four. */
static bool places_of(const alea_board *board, int line, places *out)
{
    int found = 0;
    *out = (places){{0}};
    for (int place = ALEA_BAR; place > line; place--)
        for (int i = 0; i < board->point[place]; i++) {
            if (found == SMALL_CHECKERS) return false;
            out->at[found++] = (uint8_t)place;
        }
    return true;
}

static int checkers_of(const places *p)
{
    int count = 0;
    for (int i = 0; i < SMALL_CHECKERS; i++) count += p->at[i] > 0;
    return count;
}

static bool reached(const places *p, small_goal goal)
{
    switch (goal) {
    case SMALL_OFF: return p->at[0] == 0;
    case SMALL_HOME: return p->at[0] <= HOME;
    case SMALL_OUT: return p->at[0] <= BEFORE_WINNER_HOME;
    case SMALL_FIRST: return checkers_of(p) != 3;
    case SMALL_GOALS: break;
    }
    return true;
}

typedef struct builder {
    small_race *table;
    int place;         /* the rearmost, whose positions are solved */
    size_t used, size; /* of its pool */
    double weight[ALEA_ROLLS];
    uint32_t result[ALEA_ROLLS][ALEA_MAX_PLAYS]; /* of the present position */
    int count[ALEA_ROLLS];
    alea_board boards[ALEA_MAX_PLAYS];
} builder;

static void find_results(builder *b, const places *p)
{
    alea_board board = {0};
    for (int i = 0; i < SMALL_CHECKERS; i++)
        if (p->at[i] > 0) board.point[p->at[i]]++;
    board.point[0] = -1; /* a game goes on while both sides have checkers */
    for (int r = 0; r < ALEA_ROLLS; r++) {
        b->count[r] =
            alea_positions_after(&board, alea_roll_at(r), &b->table->rules, b->boards);
        for (int i = 0; i < b->count[r]; i++) {
            places after;
            places_of(&b->boards[i], 0, &after);
            b->result[r][i] = rank_of(&after);
        }
    }
}

static float value_of(const small_race *table, uint32_t rank, small_goal goal, int m)
{
    const stretch *s = &table->after[rank][goal];
    if (m < s->ones) return 1;
    if (m >= s->ones + s->count) return 0;
    return table->pool[s->place][s->start + (size_t)(m - s->ones)];
}

/* False without memory. */
static bool store(builder *b, uint32_t rank, small_goal goal,
                  const float after[SMALL_ROLLS])
{
    int ones = 0, end = SMALL_ROLLS;
    while (ones < SMALL_ROLLS && after[ones] == 1) ones++;
    while (end > ones && after[end - 1] == 0) end--;
    const size_t count = (size_t)(end - ones);
    if (b->used + count > b->size) {
        const size_t size = b->size + POOL_STEP;
        float *pool = realloc(b->table->pool[b->place], size * sizeof *pool);
        if (!pool) return false;
        b->table->pool[b->place] = pool;
        b->size = size;
    }
    b->table->after[rank][goal] =
        (stretch){(uint32_t)b->used, (uint8_t)ones, (uint8_t)count, (uint8_t)b->place};
    if (count > 0)
        memcpy(b->table->pool[b->place] + b->used, after + ones, count * sizeof *after);
    b->used += count;
    return true;
}

/* Where a roll leads: what is stored there, and the weight of the roll. */
typedef struct outcome {
    double weight;
    bool stays;    /* in the position itself */
    int ones, end; /* elsewhere after[m] is 1 below `ones`, 0 from `end` on */
    const float *values;
} outcome;

/* The play of the fewest rolls on average; `rank` itself if nothing moves. */
static uint32_t best_result(const builder *b, uint32_t rank, small_goal goal, int r)
{
    float(*mean)[SMALL_GOALS] = b->table->mean;
    uint32_t next = b->result[r][0];
    for (int i = 1; i < b->count[r]; i++)
        if (next == rank ||
            (b->result[r][i] != rank && mean[b->result[r][i]][goal] < mean[next][goal]))
            next = b->result[r][i];
    return next;
}

/* A roll that moves nothing leads back to the position itself. False without memory. */
static bool solve(builder *b, uint32_t rank, small_goal goal)
{
    small_race *table = b->table;
    outcome to[ALEA_ROLLS];
    double sum = 0, stays = 0;
    int ones = SMALL_ROLLS;
    for (int r = 0; r < ALEA_ROLLS; r++) {
        const double weight = b->weight[r];
        const uint32_t next = best_result(b, rank, goal, r);
        to[r] = (outcome){.weight = weight, .stays = next == rank};
        if (next == rank) {
            stays += weight;
            continue;
        }
        sum += weight * (double)table->mean[next][goal];
        const stretch *s = &table->after[next][goal];
        to[r].ones = s->ones;
        to[r].end = s->ones + s->count;
        if (s->count > 0) to[r].values = table->pool[s->place] + s->start;
        if (s->ones < ones) ones = s->ones;
    }
    table->mean[rank][goal] = (float)((1 + sum) / (1 - stays));
    float after[SMALL_ROLLS] = {1};
    for (int m = 1; m < SMALL_ROLLS && after[m - 1] > 0; m++) {
        if (m <= ones) {
            after[m] = 1;
            continue;
        }
        double left = 0;
        for (int r = 0; r < ALEA_ROLLS; r++) {
            const outcome *o = &to[r];
            if (o->stays)
                left += o->weight * (double)after[m - 1];
            else if (m - 1 < o->ones)
                left += o->weight;
            else if (m - 1 < o->end)
                left += o->weight * (double)o->values[m - 1 - o->ones];
        }
        after[m] = left > 1e-7 ? (float)left : 0;
    }
    return store(b, rank, goal, after);
}

/* All positions with this rearmost place. False without memory. */
static bool solve_place(builder *b, int place)
{
    const uint8_t p = (uint8_t)place;
    uint32_t rank = rank_of(&(places){{p}});
    b->place = place;
    b->used = b->size = 0;
    for (uint8_t q = 0; q <= p; q++)
        for (uint8_t r = 0; r <= q; r++)
            for (uint8_t s = 0; s <= r; s++, rank++) {
                const places at = {{p, q, r, s}};
                find_results(b, &at);
                for (int goal = 0; goal < SMALL_GOALS; goal++)
                    if (!reached(&at, (small_goal)goal) &&
                        !solve(b, rank, (small_goal)goal))
                        return false;
            }
    return true;
}

/* One thread at a time. False without memory; what was solved before stays. */
static bool solve_up_to(small_race *table, int rearmost)
{
    builder *b = calloc(1, sizeof *b);
    if (!b) return false;
    b->table = table;
    for (int r = 0; r < ALEA_ROLLS; r++)
        b->weight[r] = alea_roll_weight(alea_roll_at(r)) / 36.0;
    bool fits = true;
    for (int place = table->solved + 1; fits && place <= rearmost; place++) {
        fits = solve_place(b, place);
        if (fits)
            atomic_store_explicit(&table->solved, place, memory_order_release);
        else {
            free(table->pool[place]);
            table->pool[place] = NULL;
        }
    }
    free(b);
    return fits;
}

small_races *small_races_open(void)
{
    small_races *races = calloc(1, sizeof *races);
    if (races && pthread_mutex_init(&races->making, NULL) != 0) {
        free(races);
        return NULL;
    }
    return races;
}

void small_races_close(small_races *races)
{
    if (!races) return;
    for (int i = 0; i < RULES; i++) {
        small_race *table = atomic_load(&races->table[i]);
        if (!table) continue;
        for (int place = 0; place <= ALEA_BAR; place++) free(table->pool[place]);
        free(table);
    }
    pthread_mutex_destroy(&races->making);
    free(races);
}

/* The table, solved as far back; NULL without memory. */
static const small_race *table_of(small_races *races, const alea_play_rules *rules,
                                  int rearmost)
{
    const int which = ((int)rules->dice_usage * 3 + (int)rules->bearoff_high) * 2 +
                      (rules->double_moves == 2);
    if (which < 0 || which >= RULES) return NULL;
    small_race *table =
        atomic_load_explicit(&races->table[which], memory_order_acquire);
    if (table && atomic_load_explicit(&table->solved, memory_order_acquire) >= rearmost)
        return table;
    pthread_mutex_lock(&races->making);
    table = atomic_load(&races->table[which]);
    if (!table) {
        table = calloc(1, sizeof *table);
        if (table) table->rules = *rules;
        atomic_store_explicit(&races->table[which], table, memory_order_release);
    }
    const bool solved = table && solve_up_to(table, rearmost);
    pthread_mutex_unlock(&races->making);
    return solved ? table : NULL;
}

bool small_race_rolls(small_races *races, const alea_play_rules *rules,
                      const alea_board *board, int line, small_goal goal,
                      float out[SMALL_ROLLS])
{
    places at;
    if (!races || !places_of(board, line, &at)) return false;
    if (goal == SMALL_FIRST && checkers_of(&at) != 3) return false;
    const small_race *table = table_of(races, rules, at.at[0]);
    if (!table) return false;
    const uint32_t rank = rank_of(&at);
    for (int m = 0; m < SMALL_ROLLS; m++) out[m] = value_of(table, rank, goal, m);
    return true;
}
