#include "analysis_options.h"

#include "cli/io/command.h"

#include <alea/notation.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void analysis_start(analysis_options *d, const char *name, int ply)
{
    *d = (analysis_options){.name = name, .usual = ply, .full = ANALYSIS_LISTED};
    decide_options_start(&d->o);
    d->o.ply = ply;
}

const char *analysis_depth_words(const analysis_options *d, int plies)
{
    static const char *const depth[] = {"0-ply", "1-ply", "2-ply", "3-ply", "4-ply"};
    if (plies >= 0) return depth[plies];
    return d->rolled == ALEA_ROLLED_LONG ? "rollout" : "short rollout";
}

/* Whether the options ask for more than the net alone says. */
static bool is_wanted(const analysis_options *d)
{
    return d->o.ply > 0 || (d->o.ply == 0 && !d->cubeless) || d->o.time_ms > 0 ||
           d->o.level || d->o.met_path || d->o.length || d->o.score || d->o.money ||
           d->o.crawford || d->o.jacoby || d->o.beavers || decide_rules_given(&d->o);
}

int analysis_open(analysis_options *d)
{
    const int read = decide_rules_read(&d->o, d->name);
    if (read != EXIT_DONE) return read;
    if (d->o.level) {
        const alea_effort_info *effort =
            alea_effort_get((alea_effort)alea_effort_find(d->o.level));
        if (!effort)
            return args_refuse(d->name, "--level is " EFFORT_NAMES ", not '%s'",
                               d->o.level);
        if (d->o.ply != d->usual || d->o.time_ms > 0)
            return args_refuse(d->name, "--level has a depth of its own: leave "
                                        "out --ply and --time");
        d->o.ply = effort->plies;
        d->rolled = effort->rolled;
    }
    /* A limit in time and no depth: as deep as the time allows. */
    if (d->o.ply < 0) d->o.ply = d->o.time_ms > 0 ? ALEA_MAX_PLIES : 0;
    return decide_engine_open(&d->engine, d->name, &d->o);
}

int analysis_open_least(analysis_options *d)
{
    if (is_wanted(d)) return analysis_open(d);
    return decide_evaluator_open(&d->engine.evaluator, d->name, d->o.net_path);
}

bool analysis_is_net_alone(const analysis_options *d)
{
    return !d->engine.engine;
}

void analysis_close(analysis_options *d)
{
    decide_engine_close(&d->engine);
}

bool analysis_decision(const analysis_options *d, const alea_position *position,
                       alea_roll roll, alea_decision *out, alea_error *error)
{
    alea_position staked = *position;
    if (!decide_apply_stakes(&d->o, &staked, error)) return false;
    *out = alea_decision_of_position(&staked);
    out->roll = roll;
    if (!decide_apply_rules(&d->o, out, error)) return false;
    if (d->cubeless) out->cube.in_use = false;
    return true;
}

static alea_search_settings settings_of(const analysis_options *d)
{
    alea_search_settings s = alea_search_settings_default((int)d->o.ply);
    s.time_ms = d->o.time_ms;
    s.cubeful = !d->cubeless;
    s.full = d->full;
    s.rolled = d->rolled;
    return s;
}

/* Best first; equal ones in the order of their positions, so that output repeats. */
static int better(const void *a, const void *b)
{
    const alea_candidate *x = a, *y = b;
    if (x->equity != y->equity) return x->equity > y->equity ? -1 : 1;
    char at_x[ALEA_POSITION_ID_SIZE], at_y[ALEA_POSITION_ID_SIZE];
    const alea_board next_x = alea_board_swap(&x->play.board);
    const alea_board next_y = alea_board_swap(&y->play.board);
    alea_position_id_write(&next_x, at_x);
    alea_position_id_write(&next_y, at_y);
    return strcmp(at_x, at_y);
}

static int plays_by_net(const analysis_options *d, const alea_decision *decision,
                        alea_candidate *out)
{
    alea_play_list list;
    alea_board results[ALEA_MAX_PLAYS];
    alea_probs probs[ALEA_MAX_PLAYS];
    alea_plays(&decision->board, decision->roll, &decision->rules, &list);
    for (int i = 0; i < list.count; i++) results[i] = list.play[i].board;
    alea_eval_results(d->engine.evaluator, &decision->board, results, list.count,
                      probs);
    for (int i = 0; i < list.count; i++) {
        const float equity = alea_probs_equity(&probs[i]);
        out[i] = (alea_candidate){list.play[i], probs[i], equity, equity, 0};
    }
    qsort(out, (size_t)list.count, sizeof *out, better);
    return list.count;
}

int analysis_plays(analysis_options *d, const alea_decision *decision,
                   alea_candidate out[ALEA_MAX_PLAYS], alea_error *error)
{
    int count;
    if (analysis_is_net_alone(d)) return plays_by_net(d, decision, out);
    const alea_search_settings s = settings_of(d);
    if (alea_consider_play(d->engine.engine, decision, &s, out, ALEA_MAX_PLAYS, &count,
                           error) != ALEA_OK)
        return 0;
    return count;
}

const char *analysis_approximate(const analysis_options *d,
                                 const alea_decision *decision)
{
    return analysis_is_net_alone(d)
               ? NULL
               : alea_decision_approximate(d->engine.engine, decision);
}

bool analysis_cube(analysis_options *d, const alea_decision *decision,
                   alea_cube_result *out, alea_error *error)
{
    const alea_search_settings s = settings_of(d);
    return alea_consider_cube(d->engine.engine, decision, &s, out, error) == ALEA_OK;
}

bool analysis_position(analysis_options *d, const alea_decision *decision,
                       position_analysis *out, alea_error *error)
{
    if (analysis_is_net_alone(d)) {
        alea_probs probs;
        alea_eval(d->engine.evaluator, &decision->board, &probs);
        const float equity = alea_probs_equity(&probs);
        *out = (position_analysis){probs, equity, equity, 0};
        return true;
    }
    if (d->rolled == ALEA_ROLLED_NOT) {
        alea_search_settings s = settings_of(d);
        alea_cube_result r;
        if (alea_search_cube(d->engine.engine, decision, &s, &r, error) != ALEA_OK)
            return false;
        *out = (position_analysis){r.probs, r.cubeless, r.verdict.equity.no_double,
                                   r.plies};
        return true;
    }
    int64_t trials;
    alea_rollout rollout;
    alea_rollout_answer answer;
    alea_rollout_settings s = alea_rollout_settings_of(d->rolled, &trials);
    s.cubeful = !d->cubeless;
    if (alea_rollout_position(&rollout, d->engine.engine, decision, &s, error) !=
            ALEA_OK ||
        alea_rollout_run(d->engine.engine, &rollout, 0, trials, NULL, error) != ALEA_OK)
        return false;
    alea_rollout_answer_of(&rollout, &d->engine.met, 0, &answer);
    *out = (position_analysis){
        answer.probs,
        alea_cube_dead_equity(&decision->cube, &d->engine.met, &answer.probs),
        answer.equity, ALEA_ROLLED_OUT};
    return true;
}
