/* Best plays by n-ply search. All candidates are evaluated at 0-ply first, and fewer
 * and fewer of them deeper; parallel.c distributes the survivors among threads. */
#include <alea/search.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "at_score.h"
#include "base/error.h"
#include "base/text.h"
#include "engine/evaluate/endings.h"
#include "parallel.h"
#include "prepare.h"

/* Figures: docs/lab/search_figures.md. From 3 plies on, wider filters at the first
 * plies cost little of the time. */
alea_search_settings alea_search_settings_default(int plies)
{
    alea_search_settings s = {
        .plies = plies,
        .filter = {{6, 0.12F}, {3, 0.05F}, {2, 0.02F}, {2, 0.02F}},
        .replies = 12,
        .cubeful = true};
    if (plies < 3) return s;
    s.filter[0] = (alea_filter){8, 0.16F};
    s.filter[1] = (alea_filter){5, 0.08F};
    return s;
}

/* ---- plays ---- */

typedef struct play_job {
    alea_engine *engine;
    const alea_decision *decision;
    const alea_search_settings *settings;
    expectimax_stop stop;
    cube_frame frame;
    alea_play_list *plays;
    alea_candidate *candidate;
    int count;
    search_replies *replies; /* replies to the candidates searched so far */
    int replies_count;
} play_job;

static void plan_after_play(const play_job *job, int plies, expectimax_plan *plan)
{
    cube_state state = {0, job->frame.start_holder};
    expectimax_plan_build(plan, &job->frame, SIDE_OTHER, plies, &state, 1,
                          job->decision, job->settings->replies);
}

/* `value` is seen by the other side, which is on roll. */
static void set_values(const play_job *job, const node_value *value, int plies,
                       alea_candidate *out)
{
    out->plies = plies;
    out->probs = alea_probs_flip(&value->probs);
    out->cubeless = cube_frame_equity(
        &job->frame,
        cube_frame_dead(&job->frame, SIDE_ROOT, &out->probs, 0,
                        job->frame.jacoby ? HOLDER_ROOT : job->frame.start_holder));
    out->equity = job->settings->cubeful ? cube_frame_equity(&job->frame, -value->u[0])
                                         : out->cubeless;
}

static int by_depth_and_equity(const void *left, const void *right)
{
    const alea_candidate *a = left, *b = right;
    if (a->plies != b->plies) return a->plies > b->plies ? -1 : 1;
    if (a->equity > b->equity) return -1;
    if (a->equity < b->equity) return 1;
    return memcmp(&a->play.board, &b->play.board, sizeof a->play.board);
}

/* Whether the results are known exactly, so that looking ahead adds nothing. */
static bool is_final(const play_job *job)
{
    alea_bearoff_equity unused;
    if (job->frame.at_score && job->settings->cubeful) return true;
    return job->frame.hypergammon &&
           expectimax_exact(job->engine, &job->frame, &job->decision->board, &unused);
}

static alea_status evaluate_0ply(play_job *job, bool final)
{
    int count = job->plays->count;
    alea_board *boards = malloc((size_t)count * sizeof *boards);
    alea_probs *probs = malloc((size_t)count * sizeof *probs);
    job->candidate = malloc((size_t)count * sizeof *job->candidate);
    job->replies = malloc((size_t)count * sizeof *job->replies);
    if (boards && probs && job->candidate && job->replies) {
        expectimax_plan plan;
        expectimax_run run = {job->engine, &job->stop};
        plan_after_play(job, 0, &plan);
        for (int i = 0; i < count; i++) boards[i] = job->plays->play[i].board;
        alea_eval_results(job->engine->evaluator, &job->decision->board, boards, count,
                          probs);
        endings_apply_results(&job->decision->endings, job->engine->evaluator, boards,
                              count, probs);
        for (int i = 0; i < count; i++) {
            node_value value = {.probs = alea_probs_flip(&probs[i])};
            alea_board next = alea_board_swap(&boards[i]);
            expectimax_leaf(&run, &plan, 0, &next, &value.probs, value.u);
            job->candidate[i].play = job->plays->play[i];
            set_values(job, &value, final ? job->settings->plies : 0,
                       &job->candidate[i]);
        }
        job->count = count;
        qsort(job->candidate, (size_t)count, sizeof *job->candidate,
              by_depth_and_equity);
    }
    free(boards);
    free(probs);
    return job->count ? ALEA_OK : ALEA_ERROR_MEMORY;
}

/* How many of the sorted candidates of depth n - 1 are searched at depth n. */
static int survivors(const play_job *job, int from_plies)
{
    alea_filter filter = job->settings->filter[from_plies];
    const int full = job->settings->full;
    int n = 0;
    while (
        n < job->count && n < SEARCH_CANDIDATES - 1 &&
        job->candidate[n].plies == from_plies &&
        (n < full || (n < filter.most && job->candidate[n].equity >=
                                             job->candidate[0].equity - filter.within)))
        n++;
    return n;
}

/* The replies of a shallower search of `board`, or a new entry; replies do not depend
 * on the depth. */
static search_replies *replies_to(play_job *job, const alea_board *board)
{
    for (int i = 0; i < job->replies_count; i++)
        if (alea_board_equal(&job->replies[i].board, board)) return &job->replies[i];
    search_replies *made = &job->replies[job->replies_count++];
    made->board = *board;
    made->known = false;
    return made;
}

static bool look(play_job *job, const expectimax_plan *plan, const int *chosen,
                 int count, alea_status *status)
{
    search_node nodes[SEARCH_CANDIDATES];
    node_value values[SEARCH_CANDIDATES];
    expectimax_run run = {job->engine, &job->stop};
    for (int i = 0; i < count; i++) {
        nodes[i].board = alea_board_swap(&job->candidate[chosen[i]].play.board);
        nodes[i].replies = replies_to(job, &nodes[i].board);
    }
    if (!search_nodes(&run, plan, nodes, (size_t)count, true, values, status))
        return false;
    for (int i = 0; i < count; i++)
        set_values(job, &values[i], plan->plies, &job->candidate[chosen[i]]);
    return true;
}

/* Index of the candidate that the caller wants at full depth, or -1. */
static int included(const play_job *job)
{
    const alea_board *board = job->settings->include;
    for (int i = 0; board && i < job->count; i++)
        if (alea_board_equal(&job->candidate[i].play.board, board)) return i;
    return -1;
}

/* Indices of filtered candidates whose shallower value is better than that of the best
 * candidate now. */
static int reconsidered(const play_job *job, int plies, int *chosen)
{
    float best = job->candidate[0].equity;
    int count = 0;
    for (int i = 1; i < job->count && count < SEARCH_CANDIDATES; i++)
        if (job->candidate[i].plies == plies - 1 && job->candidate[i].equity > best)
            chosen[count++] = i;
    return count;
}

/* Searches one ply deeper. If the survivors fall below filtered candidates, searches
 * those as well, which allows a narrow filter. Returns false if stopped or out of
 * memory before any candidate was evaluated. */
static bool deepen(play_job *job, int plies, alea_status *status)
{
    int chosen[SEARCH_CANDIDATES], count = survivors(job, plies - 1);
    expectimax_plan plan;
    plan_after_play(job, plies, &plan);
    for (int i = 0; i < count; i++) chosen[i] = i;
    int wanted = included(job);
    if (wanted >= count) chosen[count++] = wanted;
    bool looked = false;
    do {
        if (!look(job, &plan, chosen, count, status)) return looked;
        looked = true;
        qsort(job->candidate, (size_t)job->count, sizeof *job->candidate,
              by_depth_and_equity);
    } while ((count = reconsidered(job, plies, chosen)) > 0);
    return true;
}

alea_status alea_search_play(alea_engine *engine, const alea_decision *decision,
                             const alea_search_settings *settings, alea_candidate *out,
                             int capacity, int *count, alea_error *error)
{
    const alea_search_settings usual = alea_search_settings_default(ALEA_DEFAULT_PLIES);
    if (!settings) settings = &usual;
    alea_status status = search_check(decision, settings, &engine->met, error);
    if (status != ALEA_OK) return status;
    if (!alea_roll_valid(decision->roll)) {
        alea_error_set(error, 0, 0, "a play needs two dice of 1 to 6");
        return ALEA_ERROR_ARGUMENT;
    }
    play_job job = {.engine = engine, .decision = decision, .settings = settings};
    search_stop_start(&job.stop, settings);
    if (settings->plies > 0) alea_pool_wake(engine->pool);
    search_frame_build(&job.frame, decision, engine);
    job.frame.at_score = at_score_of(engine, &job.frame, &decision->board);
    job.plays = malloc(sizeof *job.plays);
    bool final = false;
    status = ALEA_ERROR_MEMORY;
    if (job.plays) {
        alea_plays(&decision->board, decision->roll, &decision->rules, job.plays);
        final = is_final(&job);
        status = evaluate_0ply(&job, final);
    }
    for (int plies = 1; status == ALEA_OK && !final && plies <= settings->plies;
         plies++)
        if (!deepen(&job, plies, &status)) break;
    if (status == ALEA_OK) {
        *count = job.count < capacity ? job.count : capacity;
        memcpy(out, job.candidate, (size_t)*count * sizeof *out);
    } else {
        alea_error_no_memory(error);
    }
    free(job.plays);
    free(job.candidate);
    free(job.replies);
    return status;
}
