/* The cube decision n rolls ahead, and the outlook on the next exchange. */
#include <alea/search.h>

#include <string.h>

#include "at_score.h"
#include "base/error.h"
#include "base/text.h"
#include "parallel.h"
#include "prepare.h"

/* ---- decisions from positions and matches ---- */

alea_decision alea_decision_of_position(const alea_position *position)
{
    alea_player me = position->on_roll;
    alea_decision decision = {.roll = position->roll,
                              .rules = alea_play_rules_standard()};
    decision.board = me == ALEA_B ? alea_board_swap(&position->board) : position->board;
    if (me != ALEA_A && me != ALEA_B) me = ALEA_A;
    decision.cube = alea_cube_of_position(position, me);
    return decision;
}

alea_decision alea_decision_of_match(const alea_match *match)
{
    alea_player me = match->turn == ALEA_B ? ALEA_B : ALEA_A;
    return (alea_decision){.board = alea_match_board(match, me),
                           .roll = match->roll,
                           .cube = alea_cube_of_match(match, me),
                           .rules = match->rules.play,
                           .endings = alea_endings_of_rules(&match->rules)};
}

alea_status alea_decision_set_rules(alea_decision *decision, const alea_rules *rules,
                                    alea_error *error)
{
    const alea_status status =
        alea_board_check(&decision->board, alea_setup_checkers(rules->setup), error);
    if (status != ALEA_OK) return status;
    alea_cube *cube = &decision->cube;
    decision->rules = rules->play;
    decision->endings = alea_endings_of_rules(rules);
    cube->in_use = cube->in_use && rules->cube;
    cube->cube_limit_log2 = rules->cube_limit_log2;
    if (cube->match_length > 0) return ALEA_OK;
    const bool raised =
        rules->jacoby_activation == ALEA_JACOBY_STAKES_RAISED && cube->cube_log2 > 0;
    cube->jacoby = rules->jacoby && !raised;
    cube->beavers =
        rules->beavers != 0 && (rules->cube_limit_log2 == ALEA_UNLIMITED ||
                                cube->cube_log2 + 2 <= rules->cube_limit_log2);
    return ALEA_OK;
}

/* ---- the cube ---- */

typedef struct cube_values {
    alea_probs probs;
    float roll, double_take; /* u: no double; double and take */
    int plies;
} cube_values;

/* Ply 0 takes no cube action in either state: the caller compares the two itself, and
 * in the second the opponent owns the cube. */
static void plan_before_roll(const cube_frame *frame, const alea_decision *decision,
                             const alea_search_settings *settings, int plies,
                             expectimax_plan *plan)
{
    cube_state states[2] = {{0, frame->start_holder}, {1, HOLDER_OTHER}};
    expectimax_plan_build(plan, frame, SIDE_ROOT, plies, states, 2, decision,
                          settings->replies);
}

static bool look(const expectimax_run *run, const expectimax_plan *plan,
                 const alea_board *board, cube_values *out, alea_status *status)
{
    node_value value;
    if (plan->plies == 0) {
        alea_eval(run->engine->evaluator, board, &value.probs);
        alea_endings_apply(&plan->endings, run->engine->evaluator, board, &value.probs);
        expectimax_value(run->engine, &plan->frame, SIDE_ROOT, plan->ply[0].state, 2,
                         board, &value.probs, false, value.u);
        *out = (cube_values){value.probs, value.u[0], value.u[1], 0};
        return true;
    }
    search_replies replies = {.board = *board, .known = false};
    search_node node = {*board, &replies};
    if (!search_nodes(run, plan, &node, 1, false, &value, status)) return false;
    *out = (cube_values){value.probs, value.u[plan->ply[0].roll[0]],
                         value.u[plan->ply[0].roll[1]], plan->plies};
    return true;
}

static bool look_up(const alea_engine *engine, const cube_frame *frame,
                    const alea_endings *endings, const alea_board *board,
                    cube_values *out)
{
    alea_bearoff_equity exact;
    const bool solved = frame->at_score != NULL;
    if (!solved && !expectimax_exact(engine, frame, board, &exact)) return false;
    alea_eval(engine->evaluator, board, &out->probs);
    alea_endings_apply(endings, engine->evaluator, board, &out->probs);
    if (solved) {
        const cube_state states[2] = {{0, frame->start_holder}, {1, HOLDER_OTHER}};
        return at_score_value(frame->at_score, SIDE_ROOT, board, &states[0], false,
                              &out->roll) &&
               at_score_value(frame->at_score, SIDE_ROOT, board, &states[1], false,
                              &out->double_take);
    }
    out->roll = frame->start_holder == HOLDER_NONE   ? exact.centred
                : frame->start_holder == HOLDER_ROOT ? exact.owned
                                                     : exact.opponent;
    out->double_take = 2 * exact.opponent;
    return true;
}

static void report(const alea_decision *decision, const cube_frame *frame,
                   const cube_values *values, alea_cube_result *out)
{
    float double_take = values->double_take;
    alea_cube_equities equities = {
        .no_double = cube_frame_equity(frame, values->roll),
        .double_take = cube_frame_equity(frame, double_take),
        .double_drop = 1,
        .double_beaver =
            cube_frame_equity(frame, frame->beavers ? 2 * double_take : double_take)};
    memset(out, 0, sizeof *out);
    alea_cube_decide(&decision->cube, &equities, &out->verdict);
    out->probs = values->probs;
    out->plies = values->plies;
    out->cubeless = cube_frame_equity(
        frame, cube_frame_dead(frame, SIDE_ROOT, &values->probs, 0,
                               frame->jacoby ? HOLDER_ROOT : frame->start_holder));
    if (frame->money) return;
    out->chance[0] = (values->roll + 1) / 2;
    out->chance[1] = (double_take + 1) / 2;
    out->chance[2] = (frame->win[SIDE_ROOT][0][0] + 1) / 2;
}

alea_status alea_search_cube(alea_engine *engine, const alea_decision *decision,
                             const alea_search_settings *settings,
                             alea_cube_result *out, alea_error *error)
{
    const alea_search_settings usual = alea_search_settings_default(ALEA_DEFAULT_PLIES);
    if (!settings) settings = &usual;
    alea_status status = search_check(decision, settings, &engine->met, error);
    if (status != ALEA_OK) return status;
    expectimax_stop stop;
    expectimax_run run = {engine, &stop};
    cube_frame frame;
    cube_values values = {.plies = settings->plies};
    search_stop_start(&stop, settings);
    search_frame_build(&frame, decision, engine);
    frame.at_score = at_score_of(engine, &frame, &decision->board);
    if (!look_up(engine, &frame, &decision->endings, &decision->board, &values)) {
        /* The shallower values are needed only where the search may be cut short. */
        bool stepwise = settings->time_ms > 0 || settings->cancelled;
        int plies = stepwise ? 0 : settings->plies;
        for (; status == ALEA_OK && plies <= settings->plies; plies++) {
            expectimax_plan plan;
            plan_before_roll(&frame, decision, settings, plies, &plan);
            if (!look(&run, &plan, &decision->board, &values, &status)) break;
        }
    }
    if (status == ALEA_OK)
        report(decision, &frame, &values, out);
    else
        alea_error_no_memory(error);
    return status;
}

/* ---- the next exchange ---- */

typedef struct outlook_job {
    expectimax_run run;
    expectimax_plan plan;
    bool market;
    alea_board mine[ALEA_ROLLS];
    alea_probs after[ALEA_ROLLS];
    alea_roll_outlook *out;
    /* of 36 replies, those after which the opponent would drop */
    int dropped[ALEA_ROLLS];
} outlook_job;

static void outlook_roll(void *context, size_t index, int thread)
{
    outlook_job *job = context;
    const expectimax_plan *plan = &job->plan;
    const cube_frame *frame = &plan->frame;
    int r = (int)index, stay = plan->ply[1].roll[plan->ply[0].roll[0]];
    int double_take = plan->ply[1].roll[plan->ply[0].roll[1]];
    float u[EXPECTIMAX_STATES], drop = frame->win[SIDE_ROOT][0][0];
    bool over = alea_board_phase(&job->mine[r]) == ALEA_PHASE_OVER;
    expectimax_leaf(&job->run, plan, 1, &job->mine[r], &job->after[r], u);
    job->out[r].equity = cube_frame_equity(frame, -u[plan->ply[0].roll[0]]);
    job->dropped[r] = 0;
    if (job->market && over) job->dropped[r] = 36;
    if (job->market && !over) {
        alea_board theirs[ALEA_ROLLS];
        alea_probs answer[ALEA_ROLLS];
        expectimax_replies(&job->run, plan, 1, &job->mine[r], thread, theirs, answer);
        for (int s = 0; s < ALEA_ROLLS; s++) {
            expectimax_leaf(&job->run, plan, 2, &theirs[s], &answer[s], u);
            /* The opponent would drop, and playing on for a gammon is worth no more. */
            if (u[double_take] > drop && u[stay] <= drop + 1e-4F)
                job->dropped[r] += alea_roll_weight(alea_roll_at(s));
        }
    }
    job->out[r].market_lost = job->dropped[r] > 18;
}

alea_status alea_search_outlook(alea_engine *engine, const alea_decision *decision,
                                alea_roll_outlook out[ALEA_ROLLS], float *market_lost,
                                alea_error *error)
{
    alea_search_settings settings = alea_search_settings_default(0);
    alea_status status = search_check(decision, &settings, &engine->met, error);
    if (status != ALEA_OK) return status;
    expectimax_stop stop;
    cube_frame frame;
    outlook_job job = {.run = {engine, &stop},
                       .market = alea_cube_may_double(&decision->cube) &&
                                 !alea_cube_is_dead(&decision->cube),
                       .out = out};
    search_stop_start(&stop, &settings);
    search_frame_build(&frame, decision, engine);
    cube_state states[2] = {{0, frame.start_holder}, {1, HOLDER_OTHER}};
    expectimax_plan_build(&job.plan, &frame, SIDE_ROOT, 2, states, 2, decision,
                          settings.replies);
    expectimax_replies(&job.run, &job.plan, 0, &decision->board, 0, job.mine,
                       job.after);
    alea_pool_run(engine->pool, ALEA_ROLLS, outlook_roll, &job);
    float lost = 0;
    for (int r = 0; r < ALEA_ROLLS; r++)
        lost += (float)(job.dropped[r] * alea_roll_weight(alea_roll_at(r)));
    *market_lost = lost / 1296;
    return ALEA_OK;
}
