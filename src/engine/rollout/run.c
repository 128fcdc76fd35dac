/* Rollouts: candidates, sums, stopping, merging. */
#include <alea/rollout.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/text.h"
#include "engine/evaluate/evaluator.h"
#include "engine/search/prepare.h"
#include "trial.h"

enum { BATCH = 144 };

/* Sums are integers: adding them in any order gives the same bits. */
static const double unit = 16777216; /* 2^24 */

/* ---- settings ---- */

alea_rollout_settings alea_rollout_settings_default(void)
{
    return (alea_rollout_settings){
        .seed = 1, .replies = 12, .cubeful = true, .luck = true, .stratified = true};
}

alea_rollout_settings alea_rollout_settings_of(alea_rolled rolled, int64_t *trials)
{
    alea_rollout_settings s = alea_rollout_settings_default();
    *trials = 0;
    if (rolled == ALEA_ROLLED_SHORT) {
        *trials = 360;
        s.truncate = 7;
        s.plies[0] = s.plies[1] = 1;
        s.later_from = 2;
    } else if (rolled == ALEA_ROLLED_LONG) {
        *trials = 1296;
        s.truncate = s.later_from = 11;
        s.plies[0] = s.plies[1] = 1;
        s.later_plies[0] = s.later_plies[1] = 1;
    }
    return s;
}

static const char *settings_reason(const alea_rollout_settings *s)
{
    for (int side = 0; side < 2; side++)
        if (s->plies[side] < 0 || s->plies[side] > 2 || s->later_plies[side] < 0 ||
            s->later_plies[side] > 2)
            return "plies in a rollout must be 0 to 2";
    if (s->later_from < 0 || s->truncate < 0) return "turns must not be negative";
    if (s->replies < 0 || s->replies > 16) return "replies must be 0 to 16";
    return NULL;
}

/* ---- beginning ---- */

uint64_t alea_evaluator_fingerprint(const alea_evaluator *evaluator)
{
    uint64_t hash = 1;
    alea_board board = alea_board_start(ALEA_SETUP_BACKGAMMON);
    for (int i = 0; i < 12; i++) {
        alea_probs p;
        alea_eval(evaluator, &board, &p);
        uint32_t bits[5];
        memcpy(bits, &p, sizeof bits);
        for (int k = 0; k < 5; k++) hash = cache_mix(hash, bits[k]);
        /* A fixed walk: the first result of a fixed roll. */
        alea_board results[ALEA_MAX_PLAYS];
        alea_play_rules rules = alea_play_rules_standard();
        alea_positions_after(&board, alea_roll_at((i * 5 + 1) % ALEA_ROLLS), &rules,
                             results);
        board = alea_board_swap(&results[0]);
        if (alea_board_phase(&board) == ALEA_PHASE_OVER) break;
    }
    /* The standard hash alone where there is no table of hypergammon, so that results
     * of other rules go on. */
    if (evaluator->hypergammon) {
        const alea_endings endings = {.setup = ALEA_SETUP_HYPERGAMMON};
        alea_probs p = {0};
        uint32_t bits;
        board = alea_board_start(ALEA_SETUP_HYPERGAMMON);
        alea_endings_apply(&endings, evaluator, &board, &p);
        memcpy(&bits, &p.win_gammon, sizeof bits);
        hash = cache_mix(hash, bits);
    }
    return hash;
}

static alea_status begin(alea_rollout *rollout, const alea_engine *engine,
                         const alea_decision *decision,
                         const alea_rollout_settings *settings, alea_error *error)
{
    alea_search_settings search = alea_search_settings_default(0);
    alea_status status = search_check(decision, &search, &engine->met, error);
    if (status != ALEA_OK) return status;
    const char *reason = settings_reason(settings);
    if (reason) {
        alea_error_set(error, 0, 0, "%s", reason);
        return ALEA_ERROR_ARGUMENT;
    }
    memset(rollout, 0, sizeof *rollout);
    rollout->version = ALEA_ROLLOUT_VERSION;
    rollout->net = alea_evaluator_fingerprint(engine->evaluator);
    rollout->decision = *decision;
    rollout->settings = *settings;
    return ALEA_OK;
}

static alea_rollout_candidate *add(alea_rollout *rollout, const char *label)
{
    alea_rollout_candidate *c = &rollout->candidate[rollout->candidates++];
    strncpy(c->label, label, sizeof c->label - 1);
    return c;
}

alea_status alea_rollout_position(alea_rollout *rollout, const alea_engine *engine,
                                  const alea_decision *decision,
                                  const alea_rollout_settings *settings,
                                  alea_error *error)
{
    const alea_rollout_settings usual = alea_rollout_settings_default();
    if (!settings) settings = &usual;
    alea_status status = begin(rollout, engine, decision, settings, error);
    if (status == ALEA_OK) add(rollout, "Position")->board = decision->board;
    return status;
}

alea_status alea_rollout_cube(alea_rollout *rollout, const alea_engine *engine,
                              const alea_decision *decision,
                              const alea_rollout_settings *settings, alea_error *error)
{
    const alea_rollout_settings usual = alea_rollout_settings_default();
    if (!settings) settings = &usual;
    if (!settings->cubeful || !alea_cube_may_double(&decision->cube)) {
        alea_error_set(error, 0, 0, "there is no cube decision to roll out");
        return ALEA_ERROR_ARGUMENT;
    }
    alea_status status = begin(rollout, engine, decision, settings, error);
    if (status != ALEA_OK) return status;
    add(rollout, "No double")->board = decision->board;
    alea_rollout_candidate *doubled = add(rollout, "Double, take");
    doubled->board = decision->board;
    doubled->doubled = true;
    return ALEA_OK;
}

alea_status alea_rollout_plays(alea_rollout *rollout, const alea_engine *engine,
                               const alea_decision *decision, const alea_play *plays,
                               int count, const alea_rollout_settings *settings,
                               alea_error *error)
{
    const alea_rollout_settings usual = alea_rollout_settings_default();
    if (!settings) settings = &usual;
    if (count < 1 || count > ALEA_ROLLOUT_CANDIDATES) {
        alea_error_set(error, 0, 0, "a rollout takes 1 to %d plays",
                       ALEA_ROLLOUT_CANDIDATES);
        return ALEA_ERROR_ARGUMENT;
    }
    for (int i = 0; i < count; i++)
        if (alea_board_check(&plays[i].board, ALEA_CHECKERS, error) != ALEA_OK)
            return ALEA_ERROR_ARGUMENT;
    alea_status status = begin(rollout, engine, decision, settings, error);
    for (int i = 0; status == ALEA_OK && i < count; i++) {
        alea_rollout_candidate *c = add(rollout, "");
        c->board = alea_board_swap(&plays[i].board);
        c->other_on_roll = c->may_act = true;
    }
    return status;
}

/* ---- ranges ---- */

int64_t alea_rollout_trials(const alea_rollout *rollout)
{
    int64_t trials = 0;
    for (int i = 0; i < rollout->ranges; i++)
        trials += rollout->range[i].end - rollout->range[i].first;
    return trials;
}

/* Returns false if the range overlaps an existing one or the list is full. */
static bool add_range(alea_rollout *rollout, alea_rollout_range new)
{
    int at = 0;
    while (at < rollout->ranges && rollout->range[at].end < new.first) at++;
    alea_rollout_range *r = rollout->range;
    if (at < rollout->ranges && r[at].end > new.first &&r[at].first < new.end)
        return false;
    bool left = at < rollout->ranges && r[at].end == new.first;
    int next = at + left;
    if (next < rollout->ranges && r[next].first < new.end) return false;
    bool right = next < rollout->ranges && r[next].first == new.end;
    if (!left && !right && rollout->ranges == ALEA_ROLLOUT_RANGES) return false;
    if (left && right) {
        r[at].end = r[next].end;
        memmove(r + next, r + next + 1, (size_t)(--rollout->ranges - next) * sizeof *r);
    } else if (left) {
        r[at].end = new.end;
    } else if (right) {
        r[at].first = new.first;
    } else {
        memmove(r + at + 1, r + at, (size_t)(rollout->ranges++ - at) * sizeof *r);
        r[at] = new;
    }
    return true;
}

/* The next range of missing trials at or after `from`. */
static alea_rollout_range next_gap(const alea_rollout *rollout, int64_t from,
                                   int64_t end)
{
    for (int i = 0; i < rollout->ranges; i++) {
        const alea_rollout_range *r = &rollout->range[i];
        if (r->end <= from) continue;
        if (r->first > from)
            return (alea_rollout_range){from, r->first < end ? r->first : end};
        from = r->end;
    }
    return (alea_rollout_range){from < end ? from : end, end};
}

/* ---- running ---- */

typedef struct batch {
    trial_setup setup;
    int64_t first;
    trial_result result[BATCH][ALEA_ROLLOUT_CANDIDATES];
} batch;

static void one_trial(void *context, size_t index, int thread)
{
    batch *b = context;
    for (int c = 0; c < b->setup.rollout->candidates; c++)
        trial_play(&b->setup, c, b->first + (int64_t)index, thread,
                   &b->result[index][c]);
}

static int64_t fixed(double value)
{
    return (int64_t)llround(value * unit);
}

static void take_in(alea_rollout *rollout, const batch *b, int64_t count)
{
    for (int64_t t = 0; t < count; t++) {
        double base = (double)fixed(b->result[t][0].u) / unit;
        for (int c = 0; c < rollout->candidates; c++) {
            alea_rollout_sums *sums = &rollout->candidate[c].sums;
            double u = (double)fixed(b->result[t][c].u) / unit;
            sums->equity += fixed(u);
            sums->equity_square += fixed(u * u);
            sums->difference_square += fixed((u - base) * (u - base));
            for (int i = 0; i < 5; i++)
                sums->chance[i] += fixed(b->result[t][c].chance[i]);
        }
    }
    add_range(rollout, (alea_rollout_range){b->first, b->first + count});
}

static bool clear_enough(const alea_rollout *rollout, const alea_met *met,
                         const alea_rollout_stop *stop)
{
    alea_rollout_answer answer, best;
    int top = 0;
    if (alea_rollout_trials(rollout) < stop->least) return false;
    alea_rollout_answer_of(rollout, met, 0, &best);
    for (int c = 1; c < rollout->candidates; c++) {
        alea_rollout_answer_of(rollout, met, c, &answer);
        if (answer.equity <= best.equity) continue;
        best = answer;
        top = c;
    }
    if (stop->standard_error > 0 && best.standard_error <= stop->standard_error)
        return true;
    if (!(stop->separation > 0) || rollout->candidates < 2) return false;
    for (int c = 0; c < rollout->candidates; c++) {
        if (c == top) continue;
        alea_rollout_answer_of(rollout, met, c, &answer);
        /* Differences to candidate 0 are paired; between two others the errors add. */
        float joint = top == 0 ? answer.behind_error
                      : c == 0 ? best.behind_error
                               : hypotf(best.standard_error, answer.standard_error);
        if (best.equity - answer.equity < stop->separation * joint) return false;
    }
    return true;
}

static alea_status may_run(const alea_engine *engine, const alea_rollout *rollout,
                           int64_t first, int64_t end, alea_error *error)
{
    if (rollout->version != ALEA_ROLLOUT_VERSION) {
        alea_error_set(error, 0, 0, "begun by rollout version %d, this one is %d",
                       rollout->version, ALEA_ROLLOUT_VERSION);
        return ALEA_ERROR_VERSION;
    }
    if (rollout->net != alea_evaluator_fingerprint(engine->evaluator)) {
        alea_error_set(error, 0, 0,
                       "begun with another net; only the same one may go on");
        return ALEA_ERROR_VERSION;
    }
    if (first >= 0 && first < end && end <= ALEA_ROLLOUT_MAX_TRIALS) return ALEA_OK;
    alea_error_set(error, 0, 0, "trials must be a range within 0 to %d",
                   ALEA_ROLLOUT_MAX_TRIALS - 1);
    return ALEA_ERROR_ARGUMENT;
}

alea_status alea_rollout_run(alea_engine *engine, alea_rollout *rollout, int64_t first,
                             int64_t end, const alea_rollout_stop *stop,
                             alea_error *error)
{
    static const alea_rollout_stop never;
    if (!stop) stop = &never;
    alea_status status = may_run(engine, rollout, first, end, error);
    if (status != ALEA_OK) return status;
    batch *b = malloc(sizeof *b);
    if (!b) return alea_error_no_memory(error);
    expectimax_stop run_on;
    trial_setup_start(&b->setup, engine, &run_on, rollout);
    while (status == ALEA_OK) {
        alea_rollout_range gap = next_gap(rollout, first, end);
        if (gap.first >= end) break;
        int64_t count = gap.end - gap.first;
        if (count > BATCH - gap.first % BATCH) count = BATCH - gap.first % BATCH;
        alea_rollout probe = *rollout;
        if (!add_range(&probe, (alea_rollout_range){gap.first, gap.first + count})) {
            alea_error_set(error, 0, 0, "too many separate ranges of trials");
            status = ALEA_ERROR_ARGUMENT;
            break;
        }
        b->first = gap.first;
        alea_pool_run(engine->pool, (size_t)count, one_trial, b);
        take_in(rollout, b, count);
        first = gap.first + count;
        if (stop->progress && !stop->progress(stop->context, rollout)) {
            alea_error_set(error, 0, 0, "stopped");
            status = ALEA_ERROR_CANCELLED;
        } else if (clear_enough(rollout, &engine->met, stop)) {
            break;
        }
    }
    free(b);
    return status;
}

/* ---- answers ---- */

static double error_of(double sum, double square, double trials)
{
    if (trials < 2) return HUGE_VAL;
    double mean = sum / trials;
    double variance = (square / trials - mean * mean) * trials / (trials - 1);
    return variance > 0 ? sqrt(variance / trials) : 0;
}

void alea_rollout_answer_of(const alea_rollout *rollout, const alea_met *met,
                            int candidate, alea_rollout_answer *out)
{
    const alea_rollout_sums *s = &rollout->candidate[candidate].sums;
    const alea_rollout_sums *base = &rollout->candidate[0].sums;
    double n = (double)alea_rollout_trials(rollout);
    double mean = (double)s->equity / unit / n;
    cube_frame frame;
    cube_frame_build(&frame, &rollout->decision.cube, met);
    /* Equity is linear in u; its slope converts errors. */
    double slope = frame.money ? 1
                               : (double)cube_frame_equity(&frame, 1) -
                                     (double)cube_frame_equity(&frame, 0);
    out->equity = (float)((double)cube_frame_equity(&frame, 0) + slope * mean);
    if (frame.money) out->equity = (float)mean;
    out->standard_error =
        (float)error_of(slope * (double)s->equity / unit,
                        slope * slope * (double)s->equity_square / unit, n);
    out->chance = frame.money ? 0 : (float)((mean + 1) / 2);
    double difference = (double)(s->equity - base->equity) / unit;
    out->behind = (float)(slope * difference / n);
    out->behind_error = (float)error_of(
        slope * difference, slope * slope * (double)s->difference_square / unit, n);
    double p[5];
    for (int i = 0; i < 5; i++) p[i] = (double)s->chance[i] / unit / n;
    out->probs =
        (alea_probs){(float)p[0], (float)p[1], (float)p[2], (float)p[3], (float)p[4]};
}

/* ---- merging ---- */

static bool same_question(const alea_rollout *a, const alea_rollout *b)
{
    if (a->version != b->version || a->net != b->net || a->candidates != b->candidates)
        return false;
    const alea_rollout_settings *s = &a->settings, *t = &b->settings;
    bool same = s->seed == t->seed && s->later_from == t->later_from &&
                s->truncate == t->truncate && s->replies == t->replies &&
                s->cubeful == t->cubeful && s->luck == t->luck &&
                s->stratified == t->stratified;
    for (int i = 0; i < 2; i++)
        same = same && s->plies[i] == t->plies[i] &&
               s->later_plies[i] == t->later_plies[i];
    const alea_cube *c = &a->decision.cube, *d = &b->decision.cube;
    same = same && c->match_length == d->match_length && c->away[0] == d->away[0] &&
           c->away[1] == d->away[1] && c->crawford_game == d->crawford_game &&
           c->post_crawford == d->post_crawford && c->cube_log2 == d->cube_log2 &&
           c->owner == d->owner && c->in_use == d->in_use && c->jacoby == d->jacoby &&
           c->beavers == d->beavers && c->cube_limit_log2 == d->cube_limit_log2;
    const alea_decision *m = &a->decision, *n = &b->decision;
    same = same && m->rules.dice_usage == n->rules.dice_usage &&
           m->rules.bearoff_high == n->rules.bearoff_high &&
           m->rules.double_moves == n->rules.double_moves &&
           m->endings.gammon_def == n->endings.gammon_def &&
           m->endings.backgammon_def == n->endings.backgammon_def &&
           m->endings.setup == n->endings.setup;
    for (int i = 0; same && i < a->candidates; i++) {
        const alea_rollout_candidate *x = &a->candidate[i], *y = &b->candidate[i];
        same = alea_board_equal(&x->board, &y->board) &&
               x->other_on_roll == y->other_on_roll && x->may_act == y->may_act &&
               x->doubled == y->doubled;
    }
    return same;
}

alea_status alea_rollout_merge(alea_rollout *rollout, const alea_rollout *other,
                               alea_error *error)
{
    if (!same_question(rollout, other)) {
        alea_error_set(
            error, 0, 0,
            "these rollouts ask different things (position, stakes, settings, "
            "seed, net or version)");
        return ALEA_ERROR_ARGUMENT;
    }
    alea_rollout sum = *rollout;
    for (int i = 0; i < other->ranges; i++)
        if (!add_range(&sum, other->range[i])) {
            alea_error_set(error, 0, 0,
                           "both hold trials from %lld to %lld, or are in too "
                           "many pieces",
                           (long long)other->range[i].first,
                           (long long)other->range[i].end - 1);
            return ALEA_ERROR_ARGUMENT;
        }
    for (int c = 0; c < sum.candidates; c++) {
        alea_rollout_sums *to = &sum.candidate[c].sums;
        const alea_rollout_sums *from = &other->candidate[c].sums;
        to->equity += from->equity;
        to->equity_square += from->equity_square;
        to->difference_square += from->difference_square;
        for (int i = 0; i < 5; i++) to->chance[i] += from->chance[i];
    }
    *rollout = sum;
    return ALEA_OK;
}
