#include "analysis_options.h"

#include "cli/io/command.h"

#include <stdio.h>
#include <stdlib.h>

void deep_start(deep *d, const char *name, int ply)
{
    *d = (deep){.name = name, .usual = ply, .level = -1};
    decide_options_start(&d->o);
    d->o.ply = ply;
}

const char *deep_words(const deep *d, int plies)
{
    static const char *const depth[] = {"0-ply", "1-ply", "2-ply", "3-ply", "4-ply"};
    static const char *const rolled[] = {"quick rollout", "normal rollout",
                                         "deep rollout"};
    return plies == DEEP_ROLLED ? rolled[d->level] : depth[plies];
}

void deep_print_json(const deep *d, int plies)
{
    if (plies == DEEP_ROLLED)
        printf("\"level\": \"%s\"", d->o.level);
    else
        printf("\"ply\": %d", plies);
}

bool deep_wanted(const deep *d)
{
    return d->o.ply > 0 || (d->o.ply == 0 && !d->cubeless) || d->o.time_ms > 0 ||
           d->o.level || d->o.met_path || d->o.length || d->o.score || d->o.money ||
           d->o.crawford || d->o.jacoby || d->o.beavers;
}

int deep_open(deep *d)
{
    if (d->o.level) {
        d->level = alea_rollout_level_find(d->o.level);
        if (d->level < 0)
            return args_refuse(d->name, "--level is quick, normal or deep, not '%s'",
                               d->o.level);
        if (d->o.ply != d->usual || d->o.time_ms > 0)
            return args_refuse(d->name, "--level is a rollout of its own depth: leave "
                                        "out --ply and --time");
    }
    /* A limit in time and no depth: as deep as the time allows. */
    if (d->o.ply < 0) d->o.ply = d->o.time_ms > 0 ? ALEA_MAX_PLIES : 0;
    int status = decide_engine_open(&d->engine, d->name, &d->o);
    d->open = status == EXIT_DONE;
    return status;
}

void deep_close(deep *d)
{
    if (d->open) decide_engine_close(&d->engine);
}

bool deep_decision(const deep *d, const alea_position *position, alea_roll roll,
                   alea_decision *out, alea_error *error)
{
    alea_position staked = *position;
    if (!decide_apply_stakes(&d->o, &staked, error)) return false;
    *out = alea_decision_of_position(&staked);
    out->roll = roll;
    if (d->cubeless) out->cube.in_use = false;
    return true;
}

static alea_search_settings settings_of(const deep *d)
{
    alea_search_settings s = alea_search_settings_default((int)d->o.ply);
    s.time_ms = d->o.time_ms;
    s.cubeful = !d->cubeless;
    s.full = DEEP_LISTED;
    return s;
}

static bool roll_out(deep *d, alea_rollout *rollout, int64_t trials, alea_error *error)
{
    return alea_rollout_run(d->engine.engine, rollout, 0, trials, NULL, error) ==
           ALEA_OK;
}

static alea_rollout_settings level_settings(const deep *d, int64_t *trials)
{
    alea_rollout_settings s =
        alea_rollout_settings_level((alea_rollout_level)d->level, trials);
    s.cubeful = !d->cubeless;
    return s;
}

static int by_equity(const void *left, const void *right)
{
    const alea_candidate *a = left, *b = right;
    return a->equity == b->equity ? 0 : a->equity > b->equity ? -1 : 1;
}

/* The plays within .08 of the best, at most five, are rolled out; one alone needs
 * none. */
static bool roll_out_plays(deep *d, const alea_decision *decision,
                           alea_candidate *found, int count, alea_error *error)
{
    enum { MOST = 5 };
    alea_play plays[MOST];
    alea_rollout rollout;
    int64_t trials;
    alea_rollout_settings s = level_settings(d, &trials);
    int n = 0;
    while (n < count && n < MOST && found[n].equity >= found[0].equity - 0.08F &&
           alea_board_phase(&found[n].play.board) != ALEA_PHASE_OVER) {
        plays[n] = found[n].play;
        n++;
    }
    if (n == 0) return true;
    if (alea_rollout_plays(&rollout, d->engine.engine, decision, plays, n, &s, error) !=
            ALEA_OK ||
        !roll_out(d, &rollout, trials, error))
        return false;
    for (int i = 0; i < n; i++) {
        alea_rollout_answer answer;
        alea_rollout_answer_of(&rollout, &d->engine.met, i, &answer);
        found[i].probs = answer.probs;
        found[i].equity = answer.equity;
        found[i].cubeless =
            alea_cube_dead_equity(&decision->cube, &d->engine.met, &answer.probs);
        found[i].plies = DEEP_ROLLED;
    }
    qsort(found, (size_t)n, sizeof *found, by_equity);
    return true;
}

bool deep_plays(deep *d, const alea_decision *decision, alea_candidate *out, int room,
                int *count, alea_error *error)
{
    alea_search_settings s = settings_of(d);
    if (d->level >= 0 && s.plies < 1) s.plies = 1; /* to choose what is rolled out */
    if (alea_search_play(d->engine.engine, decision, &s, out, room, count, error) !=
        ALEA_OK)
        return false;
    int seen = *count < room ? *count : room;
    return d->level < 0 || roll_out_plays(d, decision, out, seen, error);
}

bool deep_cube(deep *d, const alea_decision *decision, alea_cube_result *out,
               alea_error *error)
{
    alea_search_settings s = settings_of(d);
    if (alea_search_cube(d->engine.engine, decision, &s, out, error) != ALEA_OK)
        return false;
    if (d->level < 0 || out->verdict.action == ALEA_CUBE_NOT_AVAILABLE) return true;
    int64_t trials;
    alea_rollout rollout;
    alea_rollout_settings settings = level_settings(d, &trials);
    if (alea_rollout_cube(&rollout, d->engine.engine, decision, &settings, error) !=
            ALEA_OK ||
        !roll_out(d, &rollout, trials, error))
        return false;
    alea_rollout_answer none, twice;
    alea_rollout_answer_of(&rollout, &d->engine.met, 0, &none);
    alea_rollout_answer_of(&rollout, &d->engine.met, 1, &twice);
    bool beavers = decision->cube.beavers && decision->cube.match_length == 0;
    alea_cube_equities equities = {none.equity, twice.equity, 1,
                                   beavers ? 2 * twice.equity : twice.equity};
    alea_cube_decide(&decision->cube, &equities, &out->verdict);
    out->probs = none.probs;
    out->cubeless = alea_cube_dead_equity(&decision->cube, &d->engine.met, &none.probs);
    out->chance[0] = none.chance;
    out->chance[1] = twice.chance;
    out->plies = DEEP_ROLLED;
    return true;
}

bool deep_position(deep *d, const alea_decision *decision, deep_worth *out,
                   alea_error *error)
{
    if (d->level < 0) {
        alea_search_settings s = settings_of(d);
        alea_cube_result r;
        if (alea_search_cube(d->engine.engine, decision, &s, &r, error) != ALEA_OK)
            return false;
        *out = (deep_worth){r.probs, r.cubeless, r.verdict.equity.no_double, r.plies};
        return true;
    }
    int64_t trials;
    alea_rollout rollout;
    alea_rollout_answer answer;
    alea_rollout_settings s = level_settings(d, &trials);
    if (alea_rollout_position(&rollout, d->engine.engine, decision, &s, error) !=
            ALEA_OK ||
        !roll_out(d, &rollout, trials, error))
        return false;
    alea_rollout_answer_of(&rollout, &d->engine.met, 0, &answer);
    *out = (deep_worth){
        answer.probs,
        alea_cube_dead_equity(&decision->cube, &d->engine.met, &answer.probs),
        answer.equity, DEEP_ROLLED};
    return true;
}
