#include "work.h"

#include "common/scores.h"
#include "server/support/opinion_json.h"

#include <alea/notation.h>

#include <stdlib.h>
#include <time.h>

static alea_search_settings settings_of(job *j, const study_question *q)
{
    alea_search_settings s = alea_search_settings_default(q->plies);
    s.cancelled = job_is_cancelled;
    s.context = j;
    return s;
}

static const char *phase_name(alea_phase phase)
{
    switch (phase) {
    case ALEA_PHASE_CONTACT: return "contact";
    case ALEA_PHASE_RACE: return "race";
    case ALEA_PHASE_BEAROFF: return "bearoff";
    case ALEA_PHASE_OVER: return "over";
    }
    return "";
}

/* ---- plays ---- */

static int place_of(const alea_candidate *found, int count, const alea_play *play)
{
    int i = 0;
    while (i < count && !alea_board_equal(&found[i].play.board, &play->board)) i++;
    return i;
}

json_t *study_work_plays(job *j, alea_engine *engine, void *input, alea_error *error)
{
    study_question *q = input;
    alea_search_settings s = settings_of(j, q);
    alea_candidate *found = malloc(ALEA_MAX_PLAYS * sizeof *found);
    json_t *result = NULL;
    int count = 0;
    if (!found) return NULL;
    if (q->plays) s.include = &q->play[0].board;
    s.full = STUDY_FULL;
    if (alea_search_play(engine, &q->decision, &s, found, ALEA_MAX_PLAYS, &count,
                         error) == ALEA_OK) {
        const int shown = count < STUDY_CANDIDATES ? count : STUDY_CANDIDATES;
        json_t *list = candidates_json(&q->decision.board, found, shown);
        const int made = q->plays ? place_of(found, count, &q->play[0]) : count;
        result = made < count ? made_json(&q->decision.board, &found[0], &found[made])
                              : json_object();
        json_object_set_new(result, "candidates", list);
        json_object_set_new(result, "count", json_integer(count));
    }
    free(found);
    return result;
}

/* ---- the cube, and a position ---- */

json_t *study_work_cube(job *j, alea_engine *engine, void *input, alea_error *error)
{
    study_question *q = input;
    const alea_search_settings s = settings_of(j, q);
    alea_cube_result r;
    if (alea_search_cube(engine, &q->decision, &s, &r, error) != ALEA_OK) return NULL;
    return cube_json(engine, &q->decision, &r);
}

/* With dice, evaluates the position after the best play. */
json_t *study_work_eval(job *j, alea_engine *engine, void *input, alea_error *error)
{
    study_question *q = input;
    const alea_search_settings s = settings_of(j, q);
    alea_probs probs;
    float cubeless, cubeful;
    if (alea_roll_valid(q->decision.roll)) {
        alea_candidate best;
        int count;
        if (alea_search_play(engine, &q->decision, &s, &best, 1, &count, error) !=
            ALEA_OK)
            return NULL;
        probs = best.probs;
        cubeless = best.cubeless;
        cubeful = best.equity;
    } else {
        alea_cube_result r;
        if (alea_search_cube(engine, &q->decision, &s, &r, error) != ALEA_OK)
            return NULL;
        probs = r.probs;
        cubeless = r.cubeless;
        cubeful = r.verdict.equity.no_double;
    }
    return json_pack(
        "{s:o,s:o,s:o,s:s,s:i}", "probabilities", probs_json(&probs), "cubeless",
        number_json((double)cubeless), "cubeful", number_json((double)cubeful), "phase",
        phase_name(alea_board_phase(&q->decision.board)), "plies", q->plies);
}

/* ---- every score ---- */

static bool score_done(void *context, int done, int of)
{
    job_progress(context, done, of, NULL);
    return !job_is_cancelled(context);
}

json_t *study_work_scores(job *j, alea_engine *engine, void *input, alea_error *error)
{
    study_question *q = input;
    scores_grid *g = malloc(sizeof *g);
    json_t *result = NULL;
    const int plies = q->plies > 1 ? 1 : q->plies;
    if (g &&
        scores_fill(g, engine, &q->decision, plies, STUDY_SCORES, score_done, j, error))
        result = scores_json(g, q->id);
    free(g);
    return result;
}

/* ---- rollouts ---- */

enum { ROLLOUT_PLAYS = 5, SLICE_FIRST = 12, SLICE_MOST = 288, SLICE_MS = 150 };
static const double sure = 1.96; /* the 95% interval */

static json_t *rollout_json(const alea_rollout *r, const alea_met *met, bool done)
{
    const alea_cube *cube = &r->decision.cube;
    json_t *list = json_array();
    for (int i = 0; i < r->candidates; i++) {
        alea_rollout_answer a;
        alea_rollout_answer_of(r, met, i, &a);
        json_t *o = json_pack(
            "{s:s,s:o,s:o,s:o,s:I,s:o}", "move", r->candidate[i].label, "equity",
            number_json((double)a.equity), "se", number_json((double)a.standard_error),
            "interval",
            json_pack("[oo]",
                      number_json((double)a.equity - sure * (double)a.standard_error),
                      number_json((double)a.equity + sure * (double)a.standard_error)),
            "trials", (json_int_t)alea_rollout_trials(r), "probabilities",
            probs_json(&a.probs));
        if (cube->match_length)
            json_object_set_new(o, "chance", number_json((double)a.chance));
        if (i > 0) {
            json_object_set_new(o, "behind", number_json((double)a.behind));
            json_object_set_new(o, "behind_se", number_json((double)a.behind_error));
        }
        json_array_append_new(list, o);
    }
    json_t *result = json_pack("{s:o,s:b}", "candidates", list, "done", done);
    alea_rollout_ruling ruling;
    if (alea_rollout_verdict(r, met, &ruling) && ruling.is_cube) {
        const alea_cube_verdict *v = &ruling.cube;
        json_object_set_new(result, "action",
                            json_string(alea_cube_action_name(v->action)));
        json_object_set_new(result, "verdict", json_string(alea_cube_verdict_text(v)));
    }
    return result;
}

static bool ends_game(const alea_play *play)
{
    return alea_board_phase(&play->board) == ALEA_PHASE_OVER;
}

/* Chooses the named plays, or else the best of a 1-ply search. */
static bool choose_plays(study_question *q, alea_engine *engine, alea_error *error)
{
    if (q->plays == 0) {
        alea_candidate found[ROLLOUT_PLAYS];
        const alea_search_settings s = alea_search_settings_default(1);
        int count;
        if (alea_search_play(engine, &q->decision, &s, found, ROLLOUT_PLAYS, &count,
                             error) != ALEA_OK)
            return false;
        for (int i = 0; i < count && i < ROLLOUT_PLAYS; i++)
            q->play[q->plays++] = found[i].play;
    }
    for (int i = 0; i < q->plays; i++)
        if (ends_game(&q->play[i])) {
            snprintf(error->reason, sizeof error->reason, "this roll ends the game");
            return false;
        }
    return true;
}

static bool begin(study_question *q, alea_engine *engine, alea_rollout *r,
                  const alea_rollout_settings *s, alea_error *error)
{
    const alea_decision *d = &q->decision;
    if (alea_roll_valid(d->roll)) {
        if (!choose_plays(q, engine, error) ||
            alea_rollout_plays(r, engine, d, q->play, q->plays, s, error) != ALEA_OK)
            return false;
        for (int i = 0; i < q->plays; i++)
            alea_play_write(&d->board, &q->play[i], r->candidate[i].label);
        return true;
    }
    if (s->cubeful && alea_cube_may_double(&d->cube) && !alea_cube_is_dead(&d->cube))
        return alea_rollout_cube(r, engine, d, s, error) == ALEA_OK;
    return alea_rollout_position(r, engine, d, s, error) == ALEA_OK;
}

static double now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

/* Runs the trials in slices that grow until one takes long enough for a progress
 * message. The result does not depend on the slices. */
static alea_status roll(job *j, alea_engine *engine, alea_rollout *r, int64_t trials,
                        alea_error *error)
{
    int64_t slice = SLICE_FIRST;
    for (int64_t first = 0; first < trials;) {
        const int64_t end = first + slice < trials ? first + slice : trials;
        const double begun = now_ms();
        const alea_status status = alea_rollout_run(engine, r, first, end, NULL, error);
        if (status != ALEA_OK) return status;
        first = end;
        job_progress(j, (double)first, (double)trials,
                     rollout_json(r, alea_engine_met(engine), false));
        if (job_is_cancelled(j)) return ALEA_ERROR_CANCELLED;
        if (now_ms() - begun < SLICE_MS / 2.0 && slice < SLICE_MOST) slice *= 2;
    }
    return ALEA_OK;
}

json_t *study_work_rollout(job *j, alea_engine *engine, void *input, alea_error *error)
{
    study_question *q = input;
    int64_t trials;
    const alea_rollout_settings s =
        alea_rollout_settings_level((alea_rollout_level)q->level, &trials);
    alea_rollout *r = malloc(sizeof *r);
    json_t *result = NULL;
    if (r && begin(q, engine, r, &s, error)) {
        const alea_status status = roll(j, engine, r, trials, error);
        if ((status == ALEA_OK || status == ALEA_ERROR_CANCELLED) &&
            alea_rollout_trials(r) > 0)
            result = rollout_json(r, alea_engine_met(engine), status == ALEA_OK);
    }
    free(r);
    return result;
}
