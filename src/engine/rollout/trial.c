#include "trial.h"

#include <math.h>
#include <string.h>

#include "base/rng.h"
#include "engine/evaluate/endings.h"
#include "engine/search/prepare.h"

enum { THROWS = 36, STRATIFIED_TURNS = 3, MAX_TURNS = 2000, NEAR_PLAYS = 5 };

/* ---- dice ---- */

static alea_roll throw_of(uint32_t n)
{
    return (alea_roll){{(uint8_t)(1 + n / 6), (uint8_t)(1 + n % 6)}};
}

/* Element `wanted` of a shuffle of the 36 throws. */
static uint32_t shuffled(uint64_t seed, uint64_t stream, uint32_t wanted)
{
    alea_random random = alea_random_start(seed, stream);
    uint8_t order[THROWS];
    for (uint32_t i = 0; i < THROWS; i++) order[i] = (uint8_t)i;
    for (uint32_t i = 0; i <= wanted; i++) {
        uint32_t j = i + alea_random_below(&random, THROWS - i);
        uint8_t swap = order[i];
        order[i] = order[j];
        order[j] = swap;
    }
    return order[wanted];
}

/* Each run of 36^(t + 1) trials contains every sequence of throws of turns 0..t once:
 * for every sequence of earlier throws, turn t steps through a shuffle of its own. */
static uint32_t dealt(uint64_t seed, uint64_t trial, int turn)
{
    uint64_t before = 0, sequences = 1;
    uint32_t throw = 0;
    for (int t = 0; t <= turn; t++) {
        uint64_t round = trial / sequences; /* how often `before` came before */
        uint64_t stream =
            ((round / THROWS) * sequences + before) << 4 | (uint64_t)(8 + t);
        throw = shuffled(seed, stream, (uint32_t)(round % THROWS));
        before = before * THROWS + throw;
        sequences *= THROWS;
    }
    return throw;
}

alea_roll trial_roll(const alea_rollout_settings *settings, int64_t trial, int turn)
{
    if (settings->stratified && turn < STRATIFIED_TURNS)
        return throw_of(dealt(settings->seed, (uint64_t)trial, turn));
    alea_random random = alea_random_start(settings->seed, (uint64_t)trial << 4 | 1);
    random.index = (uint64_t)turn * 2;
    return throw_of(alea_random_below(&random, THROWS));
}

/* ---- a game ---- */

/* The state of a game, seen by the side on roll. */
typedef struct game {
    alea_board board;
    alea_probs probs;
    int side;
    cube_state cube;
} game;

void trial_setup_start(trial_setup *setup, alea_engine *engine, expectimax_stop *never,
                       const alea_rollout *rollout)
{
    memset(never, 0, sizeof *never);
    atomic_init(&never->stopped, false);
    setup->run = (expectimax_run){engine, never};
    setup->rollout = rollout;
    alea_cube cube = rollout->decision.cube;
    if (!rollout->settings.cubeful) cube.in_use = false;
    alea_decision decision = rollout->decision;
    decision.cube = cube;
    search_frame_build(&setup->frame, &decision, engine);
}

static int plies_at(const trial_setup *setup, int side, int turn)
{
    const alea_rollout_settings *s = &setup->rollout->settings;
    return turn >= s->later_from ? s->later_plies[side] : s->plies[side];
}

static void plan_for(const trial_setup *setup, int side, int plies,
                     const cube_state *states, int count, expectimax_plan *plan)
{
    expectimax_plan_build(plan, &setup->frame, side, plies, states, count,
                          &setup->rollout->decision, setup->rollout->settings.replies);
}

/* Value to the side on roll before its cube action, at 0-ply. */
static float value_0ply(const trial_setup *setup, const game *g)
{
    float u;
    expectimax_value(setup->run.engine, &setup->frame, g->side, &g->cube, 1, &g->board,
                     &g->probs, true, &u);
    return u;
}

/* Values of no double and of double and take, by look-ahead. */
static void cube_values_of(const trial_setup *setup, const game *g, int plies,
                           int thread, float *roll, float *double_take)
{
    cube_state states[2] = {
        g->cube,
        {g->cube.cube_log2 + 1, g->side == SIDE_ROOT ? HOLDER_OTHER : HOLDER_ROOT}};
    expectimax_plan plan;
    node_value value;
    if (plies == 0) {
        expectimax_value(setup->run.engine, &setup->frame, g->side, states, 2,
                         &g->board, &g->probs, false, value.u);
    } else {
        plan_for(setup, g->side, plies, states, 2, &plan);
        /* A node would take the best cube action at ply 0: use the sums instead. */
        alea_board next[ALEA_ROLLS];
        alea_probs probs[ALEA_ROLLS];
        node_value child[ALEA_ROLLS], sum;
        expectimax_replies(&setup->run, &plan, 0, &g->board, thread, next, probs);
        for (int r = 0; r < ALEA_ROLLS; r++)
            expectimax_child(&setup->run, &plan, 0, &next[r], &probs[r], thread,
                             &child[r]);
        expectimax_sum(&plan, 0, child, &sum);
        value.u[0] = sum.u[plan.ply[0].roll[0]];
        value.u[1] = sum.u[plan.ply[0].roll[1]];
    }
    *roll = value.u[0];
    *double_take = value.u[1];
}

/* Takes the cube action of the side on roll. Returns true if it doubled and the
 * opponent dropped. */
static bool act(const trial_setup *setup, game *g, int plies, int thread)
{
    bool access = g->cube.holder == HOLDER_NONE || (int)g->cube.holder == g->side;
    if (!access || !setup->frame.may[g->side][g->cube.cube_log2]) return false;
    float roll, double_take, drop = setup->frame.win[g->side][g->cube.cube_log2][0];
    if (plies > 0) {
        /* Search deeper only where the 0-ply values are close to a double. */
        cube_values_of(setup, g, 0, thread, &roll, &double_take);
        float stake = drop - setup->frame.lose[g->side][g->cube.cube_log2][0];
        if (fminf(double_take, drop) < roll - 0.15F * stake) return false;
    }
    cube_values_of(setup, g, plies, thread, &roll, &double_take);
    if (setup->frame.beavers && double_take < 0) return false;
    if (fminf(double_take, drop) <= roll) return false;
    if (double_take > drop) return true;
    g->cube.cube_log2++;
    g->cube.holder = g->side == SIDE_ROOT ? HOLDER_OTHER : HOLDER_ROOT;
    return false;
}

/* The candidates for a deeper search, best first: selected by the small net, then by
 * the net. */
static int near_plays(const trial_setup *setup, const game *g, alea_roll roll,
                      int thread, alea_board *boards, alea_probs *probs)
{
    alea_engine *engine = setup->run.engine;
    scratch_depth *s = &engine->scratch[thread].depth[0];
    const alea_rollout *rollout = setup->rollout;
    int keep = rollout->settings.replies;
    int count =
        alea_positions_after(&g->board, roll, &rollout->decision.rules, s->results);
    const alea_board *from = s->results;
    alea_board kept[EXPECTIMAX_SHORTLIST];
    expectimax_plan plan;
    cube_state state = g->cube;
    if (count > 1 || keep == 0) plan_for(setup, g->side, 0, &state, 1, &plan);
    if (keep > 0 && count > EXPECTIMAX_REPLY_LEAST) {
        int chosen[EXPECTIMAX_SHORTLIST];
        alea_eval_results_prune(engine->evaluator, &g->board, from, count, s->probs);
        endings_apply_results(&rollout->decision.endings, engine->evaluator, from,
                              count, s->probs);
        count = expectimax_shortlist(&plan, g->side, s->results, s->probs, count, keep,
                                     chosen);
        for (int i = 0; i < count; i++) kept[i] = s->results[chosen[i]];
        from = kept;
    }
    alea_eval_results(engine->evaluator, &g->board, from, count, s->probs);
    endings_apply_results(&rollout->decision.endings, engine->evaluator, from, count,
                          s->probs);
    float worth[NEAR_PLAYS];
    int found = 0;
    for (int i = 0; i < count; i++) {
        game after = {alea_board_swap(&from[i]), alea_probs_flip(&s->probs[i]),
                      1 - g->side, g->cube};
        float u = -value_0ply(setup, &after);
        if (found == NEAR_PLAYS && u <= worth[found - 1]) continue;
        int at = found < NEAR_PLAYS ? found++ : found - 1;
        for (; at > 0 && u > worth[at - 1]; at--) {
            worth[at] = worth[at - 1];
            boards[at] = boards[at - 1];
            probs[at] = probs[at - 1];
        }
        worth[at] = u;
        boards[at] = after.board;
        probs[at] = after.probs;
    }
    /* A play that is far behind needs no look-ahead. */
    float stake = setup->frame.win[g->side][g->cube.cube_log2][0] -
                  setup->frame.lose[g->side][g->cube.cube_log2][0];
    while (found > 1 && worth[found - 1] < worth[0] - 0.04F * stake) found--;
    return found;
}

static void play(const trial_setup *setup, game *g, alea_roll roll, int plies,
                 int thread)
{
    alea_board boards[NEAR_PLAYS];
    alea_probs probs[NEAR_PLAYS];
    int count = near_plays(setup, g, roll, thread, boards, probs), best = 0;
    if (plies > 0 && count > 1) {
        expectimax_plan plan;
        float top = -INFINITY;
        plan_for(setup, 1 - g->side, plies, &g->cube, 1, &plan);
        for (int i = 0; i < count; i++) {
            node_value value;
            expectimax_node(&setup->run, &plan, 0, &boards[i], thread, &value);
            if (-value.u[0] <= top) continue;
            top = -value.u[0];
            best = i;
        }
    }
    g->board = boards[best];
    g->probs = probs[best];
    g->side = 1 - g->side;
}

/* ---- luck ---- */

static void add_chances(double to[5], const alea_probs *p, double weight)
{
    to[0] += weight * (double)p->win;
    to[1] += weight * (double)p->win_gammon;
    to[2] += weight * (double)p->win_backgammon;
    to[3] += weight * (double)p->lose_gammon;
    to[4] += weight * (double)p->lose_backgammon;
}

/* Adds the luck of a roll: its value less the mean of all rolls, with one fixed reply
 * to each roll (the small net's choice, evaluated by the net). Its expectation over the
 * dice is zero for any choice of replies. */
static void add_luck(const trial_setup *setup, const game *g, alea_roll roll,
                     int thread, trial_result *luck)
{
    expectimax_plan plan;
    alea_board next[ALEA_ROLLS];
    alea_probs probs[ALEA_ROLLS];
    int actual = alea_roll_index(roll), root = g->side == SIDE_ROOT;
    plan_for(setup, g->side, 1, &g->cube, 1, &plan);
    plan.replies = 1;
    expectimax_replies(&setup->run, &plan, 0, &g->board, thread, next, probs);
    for (int r = 0; r < ALEA_ROLLS; r++) {
        double weight = (r == actual) - alea_roll_weight(alea_roll_at(r)) / 36.0;
        game after = {next[r], probs[r], 1 - g->side, g->cube};
        double u = (double)value_0ply(setup, &after);
        luck->u += weight * (root ? -u : u);
        alea_probs mine = root ? alea_probs_flip(&probs[r]) : probs[r];
        add_chances(luck->chance, &mine, weight);
    }
}

/* ---- the trial ---- */

static bool known_end(const trial_setup *setup, const game *g)
{
    if (alea_board_phase(&g->board) == ALEA_PHASE_OVER) return true;
    alea_bearoff_equity exact;
    return expectimax_exact(setup->run.engine, &setup->frame, &g->board, &exact);
}

static void finish(const game *g, double worth, trial_result *out)
{
    bool root = g->side == SIDE_ROOT;
    alea_probs mine = root ? g->probs : alea_probs_flip(&g->probs);
    out->u += root ? worth : -worth;
    add_chances(out->chance, &mine, 1);
}

void trial_play(const trial_setup *setup, int candidate, int64_t trial, int thread,
                trial_result *out)
{
    const alea_rollout_settings *s = &setup->rollout->settings;
    const alea_rollout_candidate *c = &setup->rollout->candidate[candidate];
    trial_result luck = {0};
    *out = (trial_result){0};
    game g = {
        .board = c->board,
        .side = c->other_on_roll ? SIDE_OTHER : SIDE_ROOT,
        .cube = {c->doubled, c->doubled ? HOLDER_OTHER : setup->frame.start_holder}};
    alea_eval(setup->run.engine->evaluator, &g.board, &g.probs);
    alea_endings_apply(&setup->rollout->decision.endings, setup->run.engine->evaluator,
                       &g.board, &g.probs);
    for (int turn = 0;; turn++) {
        if ((s->truncate && turn >= s->truncate) || turn == MAX_TURNS ||
            (turn > 0 && known_end(setup, &g)) ||
            alea_board_phase(&g.board) == ALEA_PHASE_OVER) {
            finish(&g, (double)value_0ply(setup, &g), out);
            break;
        }
        int plies = plies_at(setup, g.side, turn);
        if ((turn > 0 || c->may_act) && act(setup, &g, plies, thread)) {
            finish(&g, (double)setup->frame.win[g.side][g.cube.cube_log2][0], out);
            break;
        }
        alea_roll roll = trial_roll(s, trial, turn);
        if (s->luck) add_luck(setup, &g, roll, thread, &luck);
        play(setup, &g, roll, plies, thread);
    }
    out->u -= luck.u;
    for (int i = 0; i < 5; i++) out->chance[i] -= luck.chance[i];
}
