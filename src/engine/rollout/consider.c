/* Decisions by a search and a rollout of what the search finds close. */
#include <alea/rollout.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"

static const alea_effort_info efforts[ALEA_EFFORTS] = {
    {"fast", "two rolls ahead, some 2 ms per play", 2, ALEA_ROLLED_NOT},
    {"standard", "three rolls ahead, some 25 ms per play", 3, ALEA_ROLLED_NOT},
    {"deep",
     "three rolls ahead, then 360 short games of what is close: up to .5 s per play", 3,
     ALEA_ROLLED_SHORT},
    {"rollout", "three rolls ahead, then 1,296 longer games: some 10 s per play", 3,
     ALEA_ROLLED_LONG},
};

const alea_effort_info *alea_effort_get(alea_effort effort)
{
    return (int)effort >= 0 && effort < ALEA_EFFORTS ? &efforts[effort] : NULL;
}

int alea_effort_find(const char *name)
{
    for (int i = 0; i < ALEA_EFFORTS; i++)
        if (strcmp(efforts[i].name, name) == 0) return i;
    return -1;
}

/* When the search's settings end the rollout. */
typedef struct limit {
    const alea_search_settings *settings;
    long long until; /* ms; 0 = no limit */
} limit;

static bool go_on(void *context, const alea_rollout *rollout)
{
    const limit *l = context;
    (void)rollout;
    if (l->until && alea_clock_ms() >= l->until) return false;
    return !l->settings->cancelled || !l->settings->cancelled(l->settings->context);
}

static limit limit_of(const alea_search_settings *settings)
{
    return (limit){settings,
                   settings->time_ms > 0 ? alea_clock_ms() + settings->time_ms : 0};
}

static alea_status roll_out(alea_engine *engine, alea_rollout *rollout, int64_t trials,
                            limit *l, alea_error *error)
{
    const alea_rollout_stop stop = {.progress = go_on, .context = l};
    return alea_rollout_run(engine, rollout, 0, trials, &stop, error);
}

/* ---- plays ---- */

static int by_equity(const void *left, const void *right)
{
    const alea_candidate *a = left, *b = right;
    return (a->equity < b->equity) - (a->equity > b->equity);
}

/* A play that is judged beside the best is looked at in the same way. */
static int bring_included(const alea_board *board, alea_candidate *found, int count,
                          alea_play *plays, int n)
{
    for (int i = n; i < count; i++) {
        if (!alea_board_equal(&found[i].play.board, board)) continue;
        if (alea_board_phase(board) == ALEA_PHASE_OVER) return n;
        const alea_candidate included = found[i];
        memmove(found + n + 1, found + n, (size_t)(i - n) * sizeof *found);
        found[n] = included;
        plays[n] = included.play;
        return n + 1;
    }
    return n;
}

static alea_status roll_out_plays(alea_engine *engine, const alea_decision *decision,
                                  const alea_search_settings *settings, limit *l,
                                  alea_candidate *found, int count, alea_error *error)
{
    enum { MOST = 5 };
    static const float near = 0.06F;
    alea_play plays[MOST + 1];
    alea_rollout rollout;
    int64_t trials;
    alea_rollout_settings s = alea_rollout_settings_of(settings->rolled, &trials);
    int n = 0;
    s.cubeful = settings->cubeful;
    while (n < count && n < MOST && found[n].plies == found[0].plies &&
           found[n].equity >= found[0].equity - near &&
           alea_board_phase(&found[n].play.board) != ALEA_PHASE_OVER) {
        plays[n] = found[n].play;
        n++;
    }
    if (settings->include)
        n = bring_included(settings->include, found, count, plays, n);
    if (n < 2) return ALEA_OK;
    alea_status status =
        alea_rollout_plays(&rollout, engine, decision, plays, n, &s, error);
    if (status == ALEA_OK) status = roll_out(engine, &rollout, trials, l, error);
    if (status != ALEA_OK) return status;
    for (int i = 0; i < n; i++) {
        alea_rollout_answer answer;
        alea_rollout_answer_of(&rollout, alea_engine_met(engine), i, &answer);
        found[i].probs = answer.probs;
        found[i].equity = answer.equity;
        found[i].cubeless = alea_cube_dead_equity(
            &decision->cube, alea_engine_met(engine), &answer.probs);
        found[i].plies = ALEA_ROLLED_OUT;
    }
    qsort(found, (size_t)n, sizeof *found, by_equity);
    return ALEA_OK;
}

alea_status alea_consider_play(alea_engine *engine, const alea_decision *decision,
                               const alea_search_settings *settings,
                               alea_candidate *out, int capacity, int *count,
                               alea_error *error)
{
    const alea_search_settings usual = alea_search_settings_default(ALEA_DEFAULT_PLIES);
    if (!settings) settings = &usual;
    limit l = limit_of(settings);
    alea_status status =
        alea_search_play(engine, decision, settings, out, capacity, count, error);
    if (status != ALEA_OK || settings->rolled == ALEA_ROLLED_NOT) return status;
    status = roll_out_plays(engine, decision, settings, &l, out, *count, error);
    return status == ALEA_ERROR_CANCELLED ? ALEA_OK : status;
}

/* ---- the cube ---- */

/* Would a small error change the answer? */
static bool is_close(const alea_cube_verdict *v)
{
    static const float near = 0.16F;
    const float take = v->equity.double_take, drop = v->equity.double_drop;
    const float turned = fminf(take, drop);
    return fabsf(turned - v->equity.no_double) < near || fabsf(take - drop) < near;
}

static alea_status roll_out_cube(alea_engine *engine, const alea_decision *decision,
                                 const alea_search_settings *settings, limit *l,
                                 alea_cube_result *out, alea_error *error)
{
    int64_t trials;
    alea_rollout rollout;
    const alea_rollout_settings s = alea_rollout_settings_of(settings->rolled, &trials);
    alea_status status = alea_rollout_cube(&rollout, engine, decision, &s, error);
    if (status == ALEA_OK) status = roll_out(engine, &rollout, trials, l, error);
    if (status != ALEA_OK) return status;
    alea_rollout_answer none, twice;
    alea_rollout_answer_of(&rollout, alea_engine_met(engine), 0, &none);
    alea_rollout_answer_of(&rollout, alea_engine_met(engine), 1, &twice);
    const bool beavers = decision->cube.beavers && decision->cube.match_length == 0;
    const alea_cube_equities equities = {none.equity, twice.equity, 1,
                                         beavers ? 2 * twice.equity : twice.equity};
    alea_cube_decide(&decision->cube, &equities, &out->verdict);
    out->probs = none.probs;
    out->cubeless =
        alea_cube_dead_equity(&decision->cube, alea_engine_met(engine), &none.probs);
    out->chance[0] = none.chance;
    out->chance[1] = twice.chance;
    out->plies = ALEA_ROLLED_OUT;
    return ALEA_OK;
}

alea_status alea_consider_cube(alea_engine *engine, const alea_decision *decision,
                               const alea_search_settings *settings,
                               alea_cube_result *out, alea_error *error)
{
    const alea_search_settings usual = alea_search_settings_default(ALEA_DEFAULT_PLIES);
    if (!settings) settings = &usual;
    limit l = limit_of(settings);
    alea_status status = alea_search_cube(engine, decision, settings, out, error);
    if (status != ALEA_OK || settings->rolled == ALEA_ROLLED_NOT ||
        out->verdict.action == ALEA_CUBE_NOT_AVAILABLE)
        return status;
    if (settings->rolled != ALEA_ROLLED_LONG && !is_close(&out->verdict))
        return ALEA_OK;
    status = roll_out_cube(engine, decision, settings, &l, out, error);
    return status == ALEA_ERROR_CANCELLED ? ALEA_OK : status;
}
