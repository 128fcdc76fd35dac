#include "expectimax.h"

#include "at_score.h"

#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "engine/evaluate/endings.h"
#include "engine/evaluate/evaluator.h"

/* ---- the plan ---- */

static int state_index(expectimax_ply *ply, cube_state state)
{
    for (int i = 0; i < ply->count; i++)
        if (ply->state[i].cube_log2 == state.cube_log2 &&
            ply->state[i].holder == state.holder)
            return i;
    ply->state[ply->count] = state;
    return ply->count++;
}

static bool has_access(const cube_state *state, int side)
{
    return state->holder == HOLDER_NONE || (int)state->holder == side;
}

static void plan_next(const cube_frame *frame, expectimax_ply *ply, int side,
                      expectimax_ply *next)
{
    next->count = 0;
    for (int i = 0; i < ply->count; i++)
        ply->roll[i] = (int8_t)state_index(next, ply->state[i]);
    for (int i = 0; i < ply->count; i++) {
        ply->double_take[i] = -1;
        const cube_state *state = &ply->state[i];
        if (!has_access(state, side) || !frame->may[side][state->cube_log2]) continue;
        cube_state doubled = {state->cube_log2 + 1,
                              side == SIDE_ROOT ? HOLDER_OTHER : HOLDER_ROOT};
        ply->double_take[i] = (int8_t)state_index(next, doubled);
    }
}

static uint64_t mix_float(uint64_t hash, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return cache_mix(hash, bits);
}

/* Hash of everything besides the board that the value at `ply` depends on, seen by the
 * side on roll there, so that a node reached from either player's decision has the same
 * context. */
static uint64_t context_of(const expectimax_plan *plan, int ply, int side)
{
    const cube_frame *f = &plan->frame;
    uint64_t hash = 0x616C6561;
    hash =
        cache_mix(hash, (uint64_t)(plan->plies - ply) << 8 | (uint64_t)plan->replies);
    hash = cache_mix(hash, (uint64_t)f->money << 4 | (uint64_t)f->jacoby << 3 |
                               (uint64_t)f->beavers << 2 | (uint64_t)f->endless << 1);
    if (f->money_tables) hash = cache_mix(hash, f->at_score ? 2 : 1);
    hash = cache_mix(hash, (uint64_t)plan->rules.dice_usage << 16 |
                               (uint64_t)plan->rules.bearoff_high << 8 |
                               (uint64_t)plan->rules.double_moves);
    if (!alea_endings_are_standard(&plan->endings))
        hash = cache_mix(hash, (uint64_t)plan->endings.exact_races << 24 |
                                   (uint64_t)plan->endings.setup << 16 |
                                   (uint64_t)plan->endings.gammon_def << 8 |
                                   (uint64_t)plan->endings.backgammon_def);
    for (int turn = 0; turn < 2; turn++) {
        int s = turn == 0 ? side : 1 - side;
        for (int cube_log2 = 0; cube_log2 < f->cubes; cube_log2++) {
            hash = cache_mix(hash, (uint64_t)f->may[s][cube_log2]);
            for (int kind = 0; kind < 3; kind++) {
                hash = mix_float(hash, f->win[s][cube_log2][kind]);
                hash = mix_float(hash, f->lose[s][cube_log2][kind]);
            }
        }
        for (int i = 0; i < 6; i++) hash = mix_float(hash, plan->weight[s][i]);
    }
    for (int i = 0; i < plan->ply[ply].count; i++) {
        const cube_state *state = &plan->ply[ply].state[i];
        int holder = state->holder == HOLDER_NONE ? 2
                     : (int)state->holder == side ? 0
                                                  : 1;
        hash = cache_mix(hash, (uint64_t)state->cube_log2 << 2 | (uint64_t)holder);
    }
    return hash >> 16;
}

/* Replies are ranked with a dead cube at its present value, or doubled once where a
 * side with access risks nothing by doubling. */
static void plan_weights(expectimax_plan *plan)
{
    const cube_frame *f = &plan->frame;
    int cube_log2 = plan->ply[0].state[0].cube_log2;
    for (int side = 0; side < 2; side++)
        if (has_access(&plan->ply[0].state[0], side) && f->free[side][cube_log2]) {
            cube_log2++;
            break;
        }
    for (int side = 0; side < 2; side++) {
        const float *win = f->win[side][cube_log2], *lose = f->lose[side][cube_log2];
        float *w = plan->weight[side];
        w[0] = lose[0];
        w[1] = win[0] - lose[0];
        w[2] = win[1] - win[0];
        w[3] = win[2] - win[1];
        w[4] = lose[1] - lose[0];
        w[5] = lose[2] - lose[1];
    }
}

void expectimax_plan_build(expectimax_plan *plan, const cube_frame *frame, int side,
                           int plies, const cube_state *states, int count,
                           const alea_decision *decision, int replies)
{
    plan->frame = *frame;
    plan->side = side;
    plan->plies = plies;
    plan->rules = decision->rules;
    plan->endings = decision->endings;
    plan->replies = replies;
    plan->ply[0].count = 0;
    for (int i = 0; i < count; i++) state_index(&plan->ply[0], states[i]);
    plan_weights(plan);
    for (int p = 0; p < plies; p++)
        plan_next(frame, &plan->ply[p], (side + p) & 1, &plan->ply[p + 1]);
    for (int p = 0; p < plies; p++) /* leaves are not cached */
        plan->context[p] = context_of(plan, p, (side + p) & 1);
}

/* ---- stopping ---- */

long long expectimax_now_ns(void)
{
    return alea_clock_ns();
}

bool expectimax_stopped(expectimax_stop *stop)
{
    if (atomic_load_explicit(&stop->stopped, memory_order_relaxed)) return true;
    bool now = (stop->cancelled && stop->cancelled(stop->context)) ||
               (stop->deadline_ns && expectimax_now_ns() >= stop->deadline_ns);
    if (now) atomic_store_explicit(&stop->stopped, true, memory_order_relaxed);
    return now;
}

/* ---- values ---- */

/* Value for ranking replies: the outcomes with a dead cube. */
static float expectimax_utility(const expectimax_plan *plan, int side,
                                const alea_probs *p)
{
    const float *w = plan->weight[side];
    return w[0] + w[1] * p->win + w[2] * p->win_gammon + w[3] * p->win_backgammon +
           w[4] * p->lose_gammon + w[5] * p->lose_backgammon;
}

static float best_action(const cube_frame *frame, int side, int cube_log2, float roll,
                         float double_take)
{
    if (frame->beavers && double_take < 0) double_take *= 2;
    float drop = frame->win[side][cube_log2][0];
    return fmaxf(roll, fminf(double_take, drop));
}

void expectimax_best_action(const expectimax_plan *plan, int ply, const float *after,
                            float *before)
{
    const expectimax_ply *at = &plan->ply[ply];
    int side = (plan->side + ply) & 1;
    for (int i = 0; i < at->count; i++) {
        float roll = after[at->roll[i]];
        before[i] = at->double_take[i] < 0
                        ? roll
                        : best_action(&plan->frame, side, at->state[i].cube_log2, roll,
                                      after[at->double_take[i]]);
    }
}

/* Value of one state by the exact table, with the best cube action of who is on
 * roll. */
static float exact_value(const cube_frame *frame, int side, const cube_state *state,
                         const alea_bearoff_equity *exact, bool act)
{
    float value = (float)(1 << state->cube_log2);
    if (!has_access(state, side)) return value * exact->opponent;
    float roll = state->holder == HOLDER_NONE ? exact->centred : exact->owned;
    if (!act) return value * roll;
    return best_action(frame, side, state->cube_log2, value * roll,
                       value * 2 * exact->opponent);
}

bool expectimax_exact(const alea_engine *engine, const cube_frame *frame,
                      const alea_board *board, alea_bearoff_equity *out)
{
    alea_hypergammon_value value;
    if (frame->tables) return alea_bearoff_equities(engine->two_sided, board, out);
    if (!frame->hypergammon ||
        !alea_hypergammon_find(engine->evaluator->hypergammon, board, &value))
        return false;
    *out =
        (alea_bearoff_equity){.cubeless = value.cubeless,
                              .owned = value.owned,
                              .centred = frame->jacoby ? value.jacoby : value.centred,
                              .opponent = value.opponent};
    return true;
}

/* All states by the bear-off solved at this score. */
static bool solved_values(const cube_frame *frame, int side, const cube_state *states,
                          int count, const alea_board *board, bool act, float *u)
{
    if (!frame->at_score) return false;
    for (int i = 0; i < count; i++)
        if (!at_score_value(frame->at_score, side, board, &states[i], act, &u[i]))
            return false;
    return true;
}

void expectimax_value(const alea_engine *engine, const cube_frame *frame, int side,
                      const cube_state *states, int count, const alea_board *board,
                      const alea_probs *probs, bool act, float *u)
{
    alea_bearoff_equity exact;
    if (solved_values(frame, side, states, count, board, act, u)) return;
    if (expectimax_exact(engine, frame, board, &exact)) {
        for (int i = 0; i < count; i++)
            u[i] = exact_value(frame, side, &states[i], &exact, act);
        return;
    }
    alea_cube_efficiency efficiency = alea_cube_efficiency_of(board);
    if (frame->money_tables && alea_bearoff_equities(engine->two_sided, board, &exact))
        cube_efficiency_of_exact(&exact, &efficiency);
    for (int i = 0; i < count; i++) {
        int cube_log2 = states[i].cube_log2;
        u[i] = cube_frame_leaf(frame, side, probs, cube_log2, states[i].holder,
                               &efficiency, true);
        /* The mixture stands between rolls and does not include an immediate double.
         * Where doubling is right, the value of the doubled cube is more accurate. */
        if (!act || !has_access(&states[i], side) || !frame->may[side][cube_log2])
            continue;
        cube_holder other = side == SIDE_ROOT ? HOLDER_OTHER : HOLDER_ROOT;
        float double_take = cube_frame_leaf(frame, side, probs, cube_log2 + 1, other,
                                            &efficiency, true);
        u[i] = best_action(frame, side, cube_log2, u[i], double_take);
    }
}

void expectimax_leaf(const expectimax_run *run, const expectimax_plan *plan, int ply,
                     const alea_board *board, const alea_probs *probs, float *u)
{
    const expectimax_ply *at = &plan->ply[ply];
    expectimax_value(run->engine, &plan->frame, (plan->side + ply) & 1, at->state,
                     at->count, board, probs, true, u);
}

/* ---- replies ---- */

/* Results of consecutive rolls from one board, evaluated together. */
typedef struct roll_batch {
    int first, end;            /* rolls */
    int start[ALEA_ROLLS + 1]; /* results of roll r: start[r] .. start[r + 1] */
} roll_batch;

static void gather(const expectimax_plan *plan, const alea_board *board, int first,
                   int end, scratch_depth *s, roll_batch *batch)
{
    int count = 0, roll = first;
    batch->first = first;
    while (roll < end && count + ALEA_MAX_PLAYS <= SCRATCH_RESULTS) {
        batch->start[roll] = count;
        count += alea_positions_after(board, alea_roll_at(roll), &plan->rules,
                                      s->results + count);
        roll++;
    }
    batch->start[roll] = count;
    batch->end = roll;
}

/* Index of the best of probs[0..count) by utility; the first one of equals. */
static int expectimax_best(const expectimax_plan *plan, int side,
                           const alea_probs *probs, int count)
{
    int best = 0;
    float top = -INFINITY;
    for (int i = 0; i < count; i++) {
        float u = expectimax_utility(plan, side, &probs[i]);
        if (u > top) top = u, best = i;
    }
    return best;
}

/* Inserts i with value u into the sorted list of at most `keep` best candidates;
 * returns its new length. */
static int keep_best(float *worth, int *chosen, int kept, int keep, float u, int i)
{
    if (kept == keep && u <= worth[kept - 1]) return kept;
    int at = kept < keep ? kept++ : kept - 1;
    for (; at > 0 && u > worth[at - 1]; at--) {
        worth[at] = worth[at - 1];
        chosen[at] = chosen[at - 1];
    }
    worth[at] = u;
    chosen[at] = i;
    return kept;
}

int expectimax_shortlist(const expectimax_plan *plan, int side,
                         const alea_board *boards, const alea_probs *probs, int count,
                         int most, int *chosen)
{
    float worth[EXPECTIMAX_SHORTLIST], final = -INFINITY;
    int kept = 0, race = -1;
    for (int i = 0; i < count; i++) {
        float u = expectimax_utility(plan, side, &probs[i]);
        if (alea_board_phase(&boards[i]) != ALEA_PHASE_CONTACT) {
            if (u > final) final = u, race = i;
            continue;
        }
        kept = keep_best(worth, chosen, kept, most, u, i);
    }
    const float margin = EXPECTIMAX_REPLY_MARGIN * 0.5F * plan->weight[side][1];
    while (kept > EXPECTIMAX_REPLY_LEAST && worth[kept - 1] < worth[0] - margin) kept--;
    if (race >= 0) chosen[kept++] = race;
    return kept;
}

static void replies_by_net(const expectimax_run *run, const expectimax_plan *plan,
                           int side, const alea_board *board, const roll_batch *batch,
                           scratch_depth *s, alea_board *next, alea_probs *probs)
{
    alea_eval_results(run->engine->evaluator, board, s->results,
                      batch->start[batch->end], s->probs);
    endings_apply_results(&plan->endings, run->engine->evaluator, s->results,
                          batch->start[batch->end], s->probs);
    for (int r = batch->first; r < batch->end; r++) {
        int from = batch->start[r];
        int best =
            expectimax_best(plan, side, s->probs + from, batch->start[r + 1] - from);
        next[r] = s->results[from + best];
        probs[r] = s->probs[from + best];
    }
}

/* The candidates of all rolls of a batch that pass the small net. */
typedef struct kept_replies {
    /* in contact: the net's to judge */
    alea_board board[ALEA_ROLLS * EXPECTIMAX_SHORTLIST];
    alea_probs judged[ALEA_ROLLS * EXPECTIMAX_SHORTLIST];
    int count;
    /* For each roll: indices into its results and into the arrays above; -1 = already
     * final. */
    int result[ALEA_ROLLS][EXPECTIMAX_SHORTLIST];
    int place[ALEA_ROLLS][EXPECTIMAX_SHORTLIST];
    int chosen[ALEA_ROLLS];
} kept_replies;

/* Without contact the first pass has used the race net or the tables; those values are
 * final. */
static void keep_replies(const expectimax_plan *plan, int side, const roll_batch *batch,
                         const scratch_depth *s, kept_replies *kept)
{
    kept->count = 0;
    for (int r = batch->first; r < batch->end; r++) {
        int from = batch->start[r], *result = kept->result[r];
        kept->chosen[r] =
            expectimax_shortlist(plan, side, s->results + from, s->probs + from,
                                 batch->start[r + 1] - from, plan->replies, result);
        for (int i = 0; i < kept->chosen[r]; i++) {
            const alea_board *board = &s->results[from + result[i]];
            kept->place[r][i] = -1;
            if (alea_board_phase(board) != ALEA_PHASE_CONTACT) continue;
            kept->place[r][i] = kept->count;
            kept->board[kept->count++] = *board;
        }
    }
}

static void replies_pruned(const expectimax_run *run, const expectimax_plan *plan,
                           int side, const alea_board *board, const roll_batch *batch,
                           scratch_depth *s, alea_board *next, alea_probs *probs)
{
    kept_replies kept;
    alea_eval_results_prune(run->engine->evaluator, board, s->results,
                            batch->start[batch->end], s->probs);
    endings_apply_results(&plan->endings, run->engine->evaluator, s->results,
                          batch->start[batch->end], s->probs);
    keep_replies(plan, side, batch, s, &kept);
    alea_eval_results(run->engine->evaluator, board, kept.board, kept.count,
                      kept.judged);
    endings_apply_results(&plan->endings, run->engine->evaluator, kept.board,
                          kept.count, kept.judged);
    for (int r = batch->first; r < batch->end; r++) {
        alea_probs judged[EXPECTIMAX_SHORTLIST];
        for (int i = 0; i < kept.chosen[r]; i++)
            judged[i] = kept.place[r][i] >= 0
                            ? kept.judged[kept.place[r][i]]
                            : s->probs[batch->start[r] + kept.result[r][i]];
        int best = expectimax_best(plan, side, judged, kept.chosen[r]);
        next[r] = s->results[batch->start[r] + kept.result[r][best]];
        probs[r] = judged[best];
    }
}

void expectimax_replies_of(const expectimax_run *run, const expectimax_plan *plan,
                           int ply, const alea_board *board, int thread, int first,
                           int end, alea_board next[ALEA_ROLLS],
                           alea_probs probs[ALEA_ROLLS])
{
    scratch_depth *s = &run->engine->scratch[thread].depth[ply];
    int side = (plan->side + ply) & 1;
    roll_batch batch;
    for (int roll = first; roll < end; roll = batch.end) {
        gather(plan, board, roll, end, s, &batch);
        if (plan->replies > 0)
            replies_pruned(run, plan, side, board, &batch, s, next, probs);
        else
            replies_by_net(run, plan, side, board, &batch, s, next, probs);
    }
    for (int r = first; r < end; r++) {
        next[r] = alea_board_swap(&next[r]);
        probs[r] = alea_probs_flip(&probs[r]);
    }
}

void expectimax_replies(const expectimax_run *run, const expectimax_plan *plan, int ply,
                        const alea_board *board, int thread,
                        alea_board next[ALEA_ROLLS], alea_probs probs[ALEA_ROLLS])
{
    expectimax_replies_of(run, plan, ply, board, thread, 0, ALEA_ROLLS, next, probs);
}

/* ---- the tree ---- */

bool expectimax_child(const expectimax_run *run, const expectimax_plan *plan, int ply,
                      const alea_board *next, const alea_probs *probs, int thread,
                      node_value *out)
{
    if (ply + 1 == plan->plies || alea_board_phase(next) == ALEA_PHASE_OVER) {
        out->probs = *probs;
        expectimax_leaf(run, plan, ply + 1, next, probs, out->u);
        return true;
    }
    return expectimax_node(run, plan, ply + 1, next, thread, out);
}

/* Sums in double precision and in a fixed order, so that the result does not depend on
 * the distribution among threads. */
void expectimax_sum(const expectimax_plan *plan, int ply,
                    const node_value child[ALEA_ROLLS], node_value *out)
{
    double p[5] = {0}, u[EXPECTIMAX_STATES] = {0};
    int count = plan->ply[ply + 1].count;
    for (int r = 0; r < ALEA_ROLLS; r++) {
        double w = alea_roll_weight(alea_roll_at(r)) / 36.0;
        const alea_probs *c = &child[r].probs;
        p[0] += w * (1.0 - (double)c->win);
        p[1] += w * (double)c->lose_gammon;
        p[2] += w * (double)c->lose_backgammon;
        p[3] += w * (double)c->win_gammon;
        p[4] += w * (double)c->win_backgammon;
        for (int i = 0; i < count; i++) u[i] -= w * (double)child[r].u[i];
    }
    out->probs =
        (alea_probs){(float)p[0], (float)p[1], (float)p[2], (float)p[3], (float)p[4]};
    for (int i = 0; i < count; i++) out->u[i] = (float)u[i];
}

bool expectimax_load(const expectimax_run *run, const expectimax_plan *plan, int ply,
                     const alea_board *board, node_value *out)
{
    int count = plan->ply[ply].count;
    cache_key key = cache_key_of(board, plan->context[ply]);
    float v[CACHE_FLOATS];
    if (count > CACHE_FLOATS - 5 || !cache_get(run->engine->cache, key, v))
        return false;
    out->probs = (alea_probs){v[0], v[1], v[2], v[3], v[4]};
    memcpy(out->u, v + 5, (size_t)count * sizeof *v);
    return true;
}

void expectimax_store(const expectimax_run *run, const expectimax_plan *plan, int ply,
                      const alea_board *board, const node_value *value)
{
    int count = plan->ply[ply].count;
    cache_key key = cache_key_of(board, plan->context[ply]);
    if (count > CACHE_FLOATS - 5) return;
    const alea_probs *p = &value->probs;
    float v[CACHE_FLOATS] = {p->win, p->win_gammon, p->win_backgammon, p->lose_gammon,
                             p->lose_backgammon};
    memcpy(v + 5, value->u, (size_t)count * sizeof *v);
    cache_put(run->engine->cache, key, v);
}

bool expectimax_node(const expectimax_run *run, const expectimax_plan *plan, int ply,
                     const alea_board *board, int thread, node_value *out)
{
    if (ply == plan->plies || alea_board_phase(board) == ALEA_PHASE_OVER) {
        alea_eval(run->engine->evaluator, board, &out->probs);
        alea_endings_apply(&plan->endings, run->engine->evaluator, board, &out->probs);
        expectimax_leaf(run, plan, ply, board, &out->probs, out->u);
        return true;
    }
    if (expectimax_stopped(run->stop)) return false;
    if (expectimax_load(run, plan, ply, board, out)) return true;
    alea_board next[ALEA_ROLLS];
    alea_probs probs[ALEA_ROLLS];
    expectimax_replies(run, plan, ply, board, thread, next, probs);
    return expectimax_after_replies(run, plan, ply, board, next, probs, thread, out);
}

bool expectimax_after_replies(const expectimax_run *run, const expectimax_plan *plan,
                              int ply, const alea_board *board,
                              const alea_board next[ALEA_ROLLS],
                              const alea_probs probs[ALEA_ROLLS], int thread,
                              node_value *out)
{
    node_value child[ALEA_ROLLS], sum;
    for (int r = 0; r < ALEA_ROLLS; r++)
        if (!expectimax_child(run, plan, ply, &next[r], &probs[r], thread, &child[r]))
            return false;
    expectimax_sum(plan, ply, child, &sum);
    out->probs = sum.probs;
    expectimax_best_action(plan, ply, sum.u, out->u);
    expectimax_store(run, plan, ply, board, out);
    return true;
}
