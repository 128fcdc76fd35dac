#include "duel.h"
#include "base/clock.h"
#include "base/thread.h"
#include "player.h"
#include "trainer/support/random.h"
#include "trainer/support/reason.h"

#include <alea/play.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PAIRS_A_ROUND = 64 };

typedef struct seat {
    player *players[2];
    player *luck; /* its net measures the luck of the dice; NULL: the duel's net */
    alea_board results[ALEA_MAX_PLAYS];
    alea_probs values[ALEA_MAX_PLAYS];
    char reason[256];
} seat;

typedef struct pair_result {
    bool played;
    double plain, adjusted;
    double seconds[2], decisions[2];
    int wins[2], gammons[2];
} pair_result;

typedef struct duel {
    const duel_options *o;
    duel_watch watch;
    const judge *luck;
    seat *seats;
    pair_result pairs[PAIRS_A_ROUND];
    int64_t first_pair;
} duel;

typedef struct game {
    alea_board board; /* seen by the side on roll, as is the cube */
    alea_cube cube;
    int turn;
    double luck; /* player 0's so far, in points */
} game;

/* A result's worth to the mover per unit of his cube: the opponent may turn it next. */
static float cubeful_value(const seat *at, int result, const alea_cube *cube)
{
    const alea_board theirs = alea_board_swap(&at->results[result]);
    const alea_probs probs = alea_probs_flip(&at->values[result]);
    const alea_cube_efficiency x = alea_cube_efficiency_of(&theirs);
    alea_cube now = alea_cube_flip(cube);
    now.cube_limit_log2 = ALEA_UNLIMITED;
    float roll = alea_cube_leaf_equity(&now, NULL, &probs, &x);
    if (!alea_cube_may_double(&now)) return -roll;
    now.cube_log2++;
    now.owner = ALEA_CUBE_THEIRS;
    float taken = 2 * alea_cube_leaf_equity(&now, NULL, &probs, &x);
    return -fmaxf(roll, fminf(taken, 1));
}

/* The same by looking ahead. A game that is over has its plain value. */
static float deep_value(seat *at, int result, const alea_cube *cube, float plain)
{
    const alea_board theirs = alea_board_swap(&at->results[result]);
    alea_cube now = alea_cube_flip(cube);
    now.cube_limit_log2 = ALEA_UNLIMITED;
    float value;
    if (alea_board_phase(&theirs) == ALEA_PHASE_OVER ||
        player_value(at->luck, &theirs, &now, &value, at->reason, sizeof at->reason))
        return plain;
    return -value;
}

static double best_value(const duel *d, seat *at, const game *g, alea_roll roll)
{
    const alea_play_rules rules = alea_play_rules_standard();
    int count = alea_results(&g->board, roll, &rules, at->results), best = 0;
    judge_results(d->luck, &g->board, at->results, count, at->values);
    float top = -10;
    for (int i = 0; i < count; i++) {
        float value = g->cube.in_use ? cubeful_value(at, i, &g->cube)
                                     : alea_probs_equity(&at->values[i]);
        if (value > top) top = value, best = i;
    }
    return (double)(at->luck ? deep_value(at, best, &g->cube, top) : top);
}

/* The luck of this roll: its value above the average roll to the player who throws it.
 * The mean over the dice is exactly 0, whatever the net says, so subtracting it adds no
 * bias. */
static double luck_of(const duel *d, seat *at, const game *g, alea_roll roll,
                      int opening)
{
    double mean = 0, mine = 0;
    int index = alea_roll_index(roll);
    for (int i = 0; i < ALEA_ROLLS; i++) {
        alea_roll other = alea_roll_at(i);
        if (opening && alea_roll_is_double(other)) continue;
        double value = best_value(d, at, g, other);
        mean += value * alea_roll_weight(other) / (opening ? 30.0 : 36.0);
        if (i == index) mine = value;
    }
    return mine - mean;
}

static alea_roll throw(random_stream * r, int opening)
{
    for (;;) {
        alea_roll roll = {
            {(uint8_t)(1 + random_below(r, 6)), (uint8_t)(1 + random_below(r, 6))}};
        if (!opening || !alea_roll_is_double(roll)) return roll;
    }
}

static int points_of(const alea_board *result)
{
    alea_probs p = {1, 0, 0, 0, 0};
    p = finished_value(result);
    return 1 + (p.win_gammon > 0) + (p.win_backgammon > 0);
}

static void clock_player(pair_result *out, int who, double since)
{
    out->seconds[who] += alea_clock_seconds() - since;
    out->decisions[who]++;
}

/* The cube action before a roll: 1 = doubled and dropped, -1 = a player failed. */
static int offer_cube(seat *at, game *g, pair_result *out)
{
    if (!alea_cube_may_double(&g->cube)) return 0;
    double start = alea_clock_seconds();
    int answer = player_doubles(at->players[g->turn], &g->board, &g->cube, at->reason,
                                sizeof at->reason);
    clock_player(out, g->turn, start);
    if (answer <= 0) return answer;
    start = alea_clock_seconds();
    answer = player_takes(at->players[1 - g->turn], &g->board, &g->cube, at->reason,
                          sizeof at->reason);
    clock_player(out, 1 - g->turn, start);
    if (answer < 0) return -1;
    if (answer == 0) return 1;
    g->cube.cube_log2++;
    g->cube.owner = ALEA_CUBE_THEIRS;
    return 0;
}

static void score_game(const game *g, int winner, int level, pair_result *out)
{
    double points = (winner == 0 ? 1.0 : -1.0) * level * (1 << g->cube.cube_log2);
    out->wins[winner]++;
    out->gammons[winner] += level > 1;
    out->plain += points / 2;
    out->adjusted += (points - g->luck) / 2;
}

/* Plays one game; `starts` throws first. Fails if a player fails. Luck counts with the
 * cube's value before the roll, which is known by then. */
static int play_game(const duel *d, seat *at, int starts, uint64_t pair,
                     pair_result *out)
{
    const alea_play_rules rules = alea_play_rules_standard();
    random_stream r = random_open(d->o->seed, pair);
    game g = {alea_board_start(ALEA_SETUP_BACKGAMMON), alea_cube_money(), starts, 0};
    g.cube.in_use = d->o->cube;
    g.cube.cube_limit_log2 = 10;
    for (int number = 0;; number++) {
        int dropped = number > 0 && d->o->cube ? offer_cube(at, &g, out) : 0;
        if (dropped < 0) return -1;
        if (dropped) {
            score_game(&g, g.turn, 1, out);
            return 0;
        }
        alea_roll roll = throw(&r, number == 0);
        double stake = (g.turn == 0 ? 1.0 : -1.0) * (1 << g.cube.cube_log2);
        if (d->luck) g.luck += stake * luck_of(d, at, &g, roll, number == 0);
        if (at->reason[0]) return -1;
        int count = alea_results(&g.board, roll, &rules, at->results);
        double start = alea_clock_seconds();
        int made =
            player_choose(at->players[g.turn], &g.board, &g.cube, roll, at->results,
                          count, at->values, at->reason, sizeof at->reason);
        clock_player(out, g.turn, start);
        if (made < 0) return -1;
        const alea_board *after = &at->results[made];
        if (alea_board_checkers(after, true) == 0) {
            score_game(&g, g.turn, points_of(after), out);
            return 0;
        }
        g.board = alea_board_swap(after);
        g.cube = alea_cube_flip(&g.cube);
        g.turn = 1 - g.turn;
    }
}

static void pair_task(void *context, size_t index, int thread)
{
    duel *d = context;
    seat *at = &d->seats[thread];
    pair_result *out = &d->pairs[index];
    memset(out, 0, sizeof *out);
    uint64_t pair = (uint64_t)d->first_pair + index;
    if (at->reason[0] || (d->watch.stop && *d->watch.stop)) return;
    out->played =
        play_game(d, at, 0, pair, out) == 0 && play_game(d, at, 1, pair, out) == 0;
}

typedef struct sums {
    double n, plain, plain2, adjusted, adjusted2, wins[2], gammons[2];
    double seconds[2], decisions[2];
} sums;

static double error_of(double n, double sum, double sum2)
{
    if (n < 2) return 0;
    double variance = (sum2 - sum * sum / n) / (n - 1);
    return sqrt(fmax(variance, 0) / n);
}

static void conclude(const sums *s, double sprt, duel_result *out)
{
    memset(out, 0, sizeof *out);
    out->games = (int64_t)(2 * s->n);
    out->plain = s->plain / s->n;
    out->plain_error = error_of(s->n, s->plain, s->plain2);
    out->adjusted = s->adjusted / s->n;
    out->adjusted_error = error_of(s->n, s->adjusted, s->adjusted2);
    double variance = out->adjusted_error * out->adjusted_error * s->n;
    if (sprt > 0 && variance > 0)
        out->likelihood = sprt / variance * (s->adjusted - s->n * sprt / 2);
    for (int i = 0; i < 2; i++) {
        out->win_share[i] = s->wins[i] / (2 * s->n);
        out->gammon_share[i] = s->gammons[i] / (2 * s->n);
        out->seconds[i] = s->seconds[i] / fmax(s->decisions[i], 1);
    }
}

static void add_round(const duel *d, int pairs, sums *s)
{
    for (int i = 0; i < pairs; i++) {
        const pair_result *p = &d->pairs[i];
        if (!p->played) continue;
        s->n++;
        s->plain += p->plain;
        s->plain2 += p->plain * p->plain;
        s->adjusted += p->adjusted;
        s->adjusted2 += p->adjusted * p->adjusted;
        for (int k = 0; k < 2; k++) {
            s->wins[k] += p->wins[k];
            s->gammons[k] += p->gammons[k];
            s->seconds[k] += p->seconds[k];
            s->decisions[k] += p->decisions[k];
        }
    }
}

static int play_all(duel *d, alea_pool *threads, duel_result *out, char *reason,
                    size_t size)
{
    const duel_options *o = d->o;
    const double sure = log(0.95 / 0.05);
    int64_t pairs = (o->games + 1) / 2;
    sums s;
    memset(&s, 0, sizeof s);
    while (d->first_pair < pairs) {
        int64_t left = pairs - d->first_pair;
        int now = left < PAIRS_A_ROUND ? (int)left : PAIRS_A_ROUND;
        alea_pool_run(threads, (size_t)now, pair_task, d);
        for (int i = 0; i < o->threads; i++)
            if (d->seats[i].reason[0]) {
                snprintf(reason, size, "%s", d->seats[i].reason);
                return -1;
            }
        add_round(d, now, &s);
        d->first_pair += now;
        if (s.n > 0) conclude(&s, o->sprt, out);
        if (d->watch.tell) d->watch.tell(out, o->games);
        if (d->watch.stop && *d->watch.stop) break;
        if (o->sprt > 0 && s.n > 500 && fabs(out->likelihood) > sure) break;
    }
    return 0;
}

/* One that looks ahead serves one thread. */
static int seat_luck(duel *d, player *first, char *reason, size_t size)
{
    d->luck = player_judge(first);
    if (!d->luck) {
        snprintf(reason, size, "luck=%s: a net is needed", d->o->luck);
        return -1;
    }
    for (int i = 0; i < d->o->threads && player_is_deep(first); i++) {
        d->seats[i].luck = i == 0 ? first : player_open(d->o->luck, i, reason, size);
        if (!d->seats[i].luck) return -1;
    }
    return 0;
}

/* A net shares one evaluator among the threads; a socket serves one thread. */
static int seat_players(duel *d, char *reason, size_t size)
{
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < d->o->threads; i++) {
            player *p = i && player_is_shared(d->seats[0].players[k])
                            ? d->seats[0].players[k]
                            : player_open(d->o->players[k], i, reason, size);
            if (!p) return -1;
            d->seats[i].players[k] = p;
            if (d->o->cube && !player_plays_cube(p)) {
                snprintf(reason, size,
                         "%s plays no cube: NET@0 does, or gnubg:", d->o->players[k]);
                return -1;
            }
            if (!d->luck && !d->o->luck) d->luck = player_judge(p);
        }
    return 0;
}

static void unseat_players(duel *d)
{
    for (int k = 0; k < 2; k++)
        for (int i = d->o->threads - 1; i >= 0; i--)
            if (i == 0 || d->seats[i].players[k] != d->seats[0].players[k])
                player_close(d->seats[i].players[k]);
    for (int i = 1; i < d->o->threads; i++) player_close(d->seats[i].luck);
}

int duel_play(const duel_options *o, const duel_watch *watch, duel_result *out,
              char *reason, size_t size)
{
    duel *d = calloc(1, sizeof *d);
    alea_pool *threads = NULL;
    alea_pool_open(&threads, o->threads);
    player *luck = NULL;
    int status = -1;
    memset(out, 0, sizeof *out);
    if (d) {
        d->o = o;
        if (watch) d->watch = *watch;
        d->seats = calloc((size_t)o->threads, sizeof *d->seats);
    }
    if (!d || !threads || !d->seats) {
        reason_no_threads(reason, size);
    } else if (!o->luck || (luck = player_open(o->luck, 0, reason, size))) {
        if ((!luck || seat_luck(d, luck, reason, size) == 0) &&
            seat_players(d, reason, size) == 0)
            status = play_all(d, threads, out, reason, size);
        unseat_players(d);
    }
    player_close(luck);
    alea_pool_close(threads);
    if (d) free(d->seats);
    free(d);
    return status;
}
