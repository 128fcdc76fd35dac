#include "work.h"

#include "base/clock.h"
#include "base/error.h"
#include "machine/scores.h"
#include "json/shapes.h"

#include <alea/notation.h>

#include <stdlib.h>

static alea_search_settings settings_of(job *j, const study_question *q)
{
    alea_search_settings s = alea_search_settings_default(q->plies);
    s.cancelled = job_is_cancelled;
    s.context = j;
    return s;
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
        json_t *list = play_list_json(&q->decision.board, found, shown);
        const int made = q->plays ? place_of(found, count, &q->play[0]) : count;
        result = made < count ? made_json(&q->decision.board, &found[0], &found[made])
                              : json_object();
        json_object_set_new(result, "candidates", list);
        json_object_set_new(result, "count", json_integer(count));
        approximate_json(result, alea_decision_approximate(engine, &q->decision));
    }
    free(found);
    return result;
}

/* ---- the cube, and a position ---- */

json_t *study_work_cube(job *j, alea_engine *engine, void *input, alea_error *error)
{
    study_question *q = input;
    const alea_search_settings s = settings_of(j, q);
    cube_facts facts = {.level = NULL};
    if (alea_search_cube(engine, &q->decision, &s, &facts.result, error) != ALEA_OK ||
        cube_facts_find(&facts, engine, &q->decision, error) != ALEA_OK)
        return NULL;
    return cube_json(&q->decision, &facts);
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
    const evaluation value = {.phase = alea_board_phase(&q->decision.board),
                              .probs = probs,
                              .cubeless = cubeless,
                              .equity = cubeful,
                              .plies = q->plies,
                              .approximate =
                                  alea_decision_approximate(engine, &q->decision)};
    return evaluation_json(&value);
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
enum { SHARES_MOST = 16 };

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
        for (int i = 0; i < count; i++) q->play[q->plays++] = found[i].play;
    }
    for (int i = 0; i < q->plays; i++)
        if (ends_game(&q->play[i])) {
            alea_error_set(error, 0, 0, "this roll ends the game");
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

static json_t *part_json(const alea_rollout *r)
{
    const size_t size = alea_rollout_write(r, NULL, 0) + 1;
    char *text = malloc(size);
    if (text) alea_rollout_write(r, text, size);
    json_t *part = text ? json_pack("{s:s}", "part", text) : NULL;
    free(text);
    return part;
}

static json_t *said_of(const study_question *q, alea_engine *engine,
                       const alea_rollout *r, bool done)
{
    return q->shares ? part_json(r) : rollout_json(r, alea_engine_met(engine), done);
}

/* Runs the trials in slices that grow until one takes long enough for a progress
 * message. The result does not depend on the slices, nor on who does them. */
static alea_status roll(job *j, const study_question *q, alea_engine *engine,
                        alea_rollout *r, int64_t trials, alea_error *error)
{
    int64_t slice = SLICE_FIRST, first = 0, last = trials;
    if (q->shares) {
        first = trials * q->share / q->shares;
        last = trials * (q->share + 1) / q->shares;
    }
    while (first < last) {
        const int64_t end = first + slice < last ? first + slice : last;
        const int64_t begun = alea_clock_ms();
        const alea_status status = alea_rollout_run(engine, r, first, end, NULL, error);
        if (status != ALEA_OK) return status;
        first = end;
        job_progress(j, (double)first, (double)trials, said_of(q, engine, r, false));
        if (job_is_cancelled(j)) return ALEA_ERROR_CANCELLED;
        if (alea_clock_ms() - begun < SLICE_MS / 2 && slice < SLICE_MOST) slice *= 2;
    }
    return ALEA_OK;
}

json_t *study_work_rollout(job *j, alea_engine *engine, void *input, alea_error *error)
{
    study_question *q = input;
    int64_t trials;
    const alea_rollout_settings s = alea_rollout_settings_of(q->rolled, &trials);
    alea_rollout *r = malloc(sizeof *r);
    json_t *result = NULL;
    if (r && begin(q, engine, r, &s, error)) {
        const alea_status status = roll(j, q, engine, r, trials, error);
        if ((status == ALEA_OK || status == ALEA_ERROR_CANCELLED) &&
            alea_rollout_trials(r) > 0)
            result = said_of(q, engine, r, status == ALEA_OK);
        if (result)
            approximate_json(result, alea_decision_approximate(engine, &q->decision));
    }
    free(r);
    return result;
}

/* ---- what helpers of a page share ---- */

bool study_rollout_share(void *input, const json_t *message, alea_error *error)
{
    study_question *q = input;
    const json_t *share = json_object_get(message, "share");
    const json_int_t which = json_integer_value(json_array_get(share, 0));
    const json_int_t of = json_integer_value(json_array_get(share, 1));
    if (share && !(0 <= which && which < of && of <= SHARES_MOST)) {
        alea_error_set(error, 0, 0, "no share of a rollout");
        return false;
    }
    q->share = (int)which;
    q->shares = (int)of;
    return true;
}

static bool add_part(alea_rollout *sum, alea_rollout *one, const json_t *part)
{
    const json_t *text = json_object_get(part, "part");
    alea_error error;
    if (!json_is_string(text) ||
        alea_rollout_read(json_string_value(text), json_string_length(text), one,
                          &error) != ALEA_OK)
        return false;
    if (sum->candidates > 0) return alea_rollout_merge(sum, one, &error) == ALEA_OK;
    *sum = *one;
    return true;
}

json_t *study_rollout_join(const void *input, const json_t *parts)
{
    const study_question *q = input;
    int64_t trials;
    alea_rollout_settings_of(q->rolled, &trials);
    alea_rollout *r = calloc(2, sizeof *r);
    json_t *result = NULL;
    bool good =
        r && 0 < json_array_size(parts) && json_array_size(parts) <= SHARES_MOST;
    for (size_t i = 0; good && i < json_array_size(parts); i++)
        good = add_part(&r[0], &r[1], json_array_get(parts, i));
    if (good && alea_rollout_trials(r) > 0) {
        const bool done = alea_rollout_trials(r) == trials;
        result = rollout_json(r, &q->met, done);
        if (done)
            approximate_json(result, json_string_value(json_object_get(
                                         json_array_get(parts, 0), "approximate")));
    }
    free(r);
    return result;
}
