#include "figures.h"

#include <math.h>
#include <stdlib.h>

/* The chance that any family of a plan is named without reason; three items are
 * followed. */
static const double alpha = 0.05, things = 3;
/* Weights, in decisions, of the prior difficulty of a family, and of all players beside
 * one. */
static const double family_weight = 50, player_weight = 200;
/* Players of the same level: rates of loss within this factor. */
static const double level_factor = 1.5;
/* How much players of one level differ in a family, as a share of its difficulty. */
static const double spread = 0.5;
/* Least decisions of theirs; with fewer, all others are the measure. */
enum { PEERS_LEAST = 1000, MISSING_MOST = 100000 };

typedef struct work {
    const plan_decision *decision;
    size_t count;
    uint32_t players, clusters;
    double *rate, *decisions;   /* [players]: loss of a decision, shrunk; how many */
    bool *peer;                 /* [players] */
    double *own, *rest, *other; /* [clusters]: residuals */
    double factor[FAMILIES];    /* difficulty of the family relative to the whole */
    double doubt[FAMILIES];     /* uncertainty of the factor, up to its whole size */
    double exposure[FAMILIES];  /* decisions x factor of the player */
    double prior;
    plan_figures *out;
} work;

static bool is_error(float loss)
{
    return alea_mark_of_loss(loss, NULL) >= ALEA_MARK_DOUBTFUL;
}

static void find_rates(work *w)
{
    double loss = 0, decisions = 0;
    for (size_t i = 0; i < w->count; i++) {
        const plan_decision *p = &w->decision[i];
        w->rate[p->player] += (double)p->loss;
        w->decisions[p->player]++;
        loss += (double)p->loss;
        decisions++;
    }
    const double mean = decisions > 0 ? loss / decisions : 0;
    for (uint32_t k = 0; k < w->players; k++)
        w->rate[k] =
            (w->rate[k] + player_weight * mean) / (w->decisions[k] + player_weight);
}

static void choose_peers(work *w)
{
    plan_figures *out = w->out;
    for (int pass = 0; pass < 2; pass++) {
        out->all_peers = pass == 1;
        out->peers = out->peer_decisions = 0;
        for (uint32_t k = 1; k < w->players; k++) {
            w->peer[k] = pass == 1 || (w->rate[k] <= w->rate[0] * level_factor &&
                                       w->rate[k] * level_factor >= w->rate[0]);
            if (!w->peer[k]) continue;
            out->peers++;
            out->peer_decisions += (int64_t)w->decisions[k];
        }
        if (out->peer_decisions >= PEERS_LEAST) return;
    }
}

static void find_factors(work *w)
{
    double loss[FAMILIES] = {0}, expected[FAMILIES] = {0}, errors[FAMILIES] = {0},
           decisions[FAMILIES] = {0};
    double all_loss = 0, all_errors = 0, all = 0;
    for (size_t i = 0; i < w->count; i++) {
        const plan_decision *p = &w->decision[i];
        if (!w->peer[p->player]) continue;
        loss[p->family] += (double)p->loss;
        expected[p->family] += w->rate[p->player];
        errors[p->family] += is_error(p->loss);
        decisions[p->family]++;
        all_loss += (double)p->loss;
        all_errors += is_error(p->loss);
        all++;
    }
    w->prior = all > 0 ? family_weight * all_loss / all : 0;
    const double share = all > 0 ? all_errors / all : 0;
    for (int f = 0; f < FAMILIES; f++) {
        const double hard = family_hardness((plan_family)f);
        w->factor[f] = w->prior > 0
                           ? (loss[f] + w->prior * hard) / (expected[f] + w->prior)
                           : hard;
        w->doubt[f] = w->prior > 0 ? hard * w->prior / (expected[f] + w->prior) : hard;
        w->out->family[f].level_share =
            (errors[f] + family_weight * fmin(1, share * hard)) /
            (decisions[f] + family_weight);
    }
}

static void sum_own(work *w)
{
    plan_figures *out = w->out;
    for (size_t i = 0; i < w->count; i++) {
        const plan_decision *p = &w->decision[i];
        if (p->player != 0) continue;
        family_figures *f = &out->family[p->family];
        f->decisions++;
        f->errors += is_error(p->loss);
        f->loss += (double)p->loss;
        f->chance += (double)p->chance;
        out->decisions++;
        out->loss += (double)p->loss;
        out->chance += (double)p->chance;
        w->exposure[p->family] += w->factor[p->family];
    }
    if (out->decisions < PLAN_LEAST) out->missing = PLAN_LEAST - out->decisions;
}

static double sum_of_squares(const double *x, uint32_t n)
{
    double sum = 0;
    for (uint32_t i = 0; i < n; i++) sum += x[i] * x[i];
    return sum;
}

/* Variance of loss - difficulty of family `k`, with the level `s` of the player
 * elsewhere: from the residuals of whole games, of the player and of the others, and
 * from the uncertainty of the families' difficulties. */
static double variance_of(work *w, int k, double s, double elsewhere)
{
    double expected = w->prior;
    for (uint32_t c = 0; c < w->clusters; c++) w->own[c] = w->rest[c] = w->other[c] = 0;
    for (size_t i = 0; i < w->count; i++) {
        const plan_decision *p = &w->decision[i];
        const double factor = w->factor[p->family];
        if (p->player == 0 && p->family == k)
            w->own[p->cluster] += (double)p->loss - s * factor;
        else if (p->player == 0)
            w->rest[p->cluster] += (double)p->loss - s * factor;
        if (!w->peer[p->player] || p->family != k) continue;
        w->other[p->cluster] += (double)p->loss - factor * w->rate[p->player];
        expected += w->rate[p->player];
    }
    const double own = sum_of_squares(w->own, w->clusters);
    const double level =
        elsewhere > 0 ? sum_of_squares(w->rest, w->clusters) / (elsewhere * elsewhere)
                      : 0;
    const double factor =
        expected > 0 ? sum_of_squares(w->other, w->clusters) / (expected * expected)
                     : 0;
    double doubt = 0;
    for (int g = 0; g < FAMILIES && elsewhere > 0; g++) {
        const double share = (double)w->out->family[g].decisions *
                             (g == k ? 1 : w->exposure[k] / elsewhere) * w->doubt[g];
        doubt += share * share;
    }
    const double n = (double)w->out->family[k].decisions;
    return own + w->exposure[k] * w->exposure[k] * level +
           s * s * (n * n * factor + doubt);
}

static int64_t missing_of(const family_figures *f, double z, double deviation)
{
    const double n = (double)f->decisions;
    double wanted = n > 0 ? n * pow(z * deviation / f->recoverable, 2) : 0;
    if (wanted < PLAN_FAMILY_LEAST) wanted = PLAN_FAMILY_LEAST;
    if (f->errors < PLAN_ERRORS_LEAST && f->errors > 0)
        wanted = fmax(wanted, n * PLAN_ERRORS_LEAST / (double)f->errors);
    wanted = ceil(wanted - n);
    return wanted < 1 ? 1 : wanted > MISSING_MOST ? PLAN_NEVER : (int64_t)wanted;
}

static void finish_family(work *w, int k, double z)
{
    family_figures *f = &w->out->family[k];
    double elsewhere = 0;
    for (int g = 0; g < FAMILIES; g++) elsewhere += g == k ? 0 : w->exposure[g];
    const double s = elsewhere > 0 ? (w->out->loss - f->loss) / elsewhere : w->rate[0];
    f->difficulty = w->exposure[k] * s;
    f->recoverable = f->loss - f->difficulty;
    const double deviation = sqrt(variance_of(w, k, s, elsewhere));
    f->bounds =
        (interval){f->recoverable - z * deviation, f->recoverable + z * deviation};
    const double usual = spread * f->difficulty * spread * f->difficulty,
                 variance = deviation * deviation;
    if (usual + variance > 0) f->gain = f->recoverable * usual / (usual + variance);
    if (f->loss > 0) f->recoverable_chance = f->chance * f->recoverable / f->loss;
    f->avoidable = fmax(0, (double)f->errors - f->level_share * (double)f->decisions);
    f->certain = w->out->missing == 0 && f->decisions >= PLAN_FAMILY_LEAST &&
                 f->errors >= PLAN_ERRORS_LEAST && f->bounds.low > 0;
    f->missing = f->certain || f->recoverable <= 0 ? 0 : missing_of(f, z, deviation);
}

bool plan_figures_of(const plan_decision *decision, size_t count, uint32_t players,
                     uint32_t clusters, plan_figures *out)
{
    *out = (plan_figures){0};
    work w = {.decision = decision,
              .count = count,
              .players = players ? players : 1,
              .clusters = clusters ? clusters : 1,
              .out = out};
    double *numbers =
        calloc(2 * (size_t)w.players + 3 * (size_t)w.clusters, sizeof *numbers);
    w.peer = calloc(w.players, sizeof *w.peer);
    if (numbers && w.peer) {
        w.rate = numbers;
        w.decisions = w.rate + w.players;
        w.own = w.decisions + w.players;
        w.rest = w.own + w.clusters;
        w.other = w.rest + w.clusters;
        find_rates(&w);
        choose_peers(&w);
        find_factors(&w);
        sum_own(&w);
        int tested = 0;
        for (int f = 0; f < FAMILIES; f++)
            tested += out->family[f].decisions >= PLAN_FAMILY_LEAST;
        /* Only the lower bounds name a family. */
        const double z = interval_z(2 * alpha / (tested ? tested : 1));
        for (int f = 0; f < FAMILIES; f++)
            if (out->family[f].decisions) finish_family(&w, f, z);
    }
    const bool good = numbers && w.peer;
    free(numbers);
    free(w.peer);
    return good;
}

/* ---- before and after ---- */

/* Decisions until the interval excludes zero, if half as many as before are errors. */
static int64_t decisions_wanted(const plan_progress *p, double z)
{
    const double n = (double)p->decisions[0], k = (double)p->errors[0];
    for (double m = 10; n > 0 && k > 0 && m < MISSING_MOST; m = ceil(m * 1.1)) {
        const interval d = interval_difference(m * k / n / 2, m, k, n, z);
        if (d.high < 0) return (int64_t)m;
    }
    return PLAN_NEVER;
}

plan_progress plan_progress_of(const plan_decision *decision, size_t count,
                               plan_family family, double level_share)
{
    plan_progress p = {0};
    for (size_t i = 0; i < count; i++) {
        const plan_decision *one = &decision[i];
        if (one->player != 0 || one->family != family) continue;
        p.decisions[one->after]++;
        p.errors[one->after] += is_error(one->loss);
        p.loss[one->after] += (double)one->loss;
    }
    const double z = interval_z(alpha / things);
    const double n[2] = {(double)p.decisions[0], (double)p.decisions[1]},
                 k[2] = {(double)p.errors[0], (double)p.errors[1]};
    p.bounds = interval_difference(k[1], n[1], k[0], n[0], z);
    if (n[0] > 0 && n[1] > 0) p.change = k[1] / n[1] - k[0] / n[0];
    if (p.bounds.low > 0) {
        p.verdict = PLAN_WORSE;
    } else if (p.bounds.high < 0) {
        p.verdict = k[1] <= level_share * n[1] ? PLAN_GONE : PLAN_BETTER;
    } else {
        p.missing = decisions_wanted(&p, z);
        if (p.missing != PLAN_NEVER)
            p.missing = p.missing > p.decisions[1] ? p.missing - p.decisions[1] : 1;
    }
    return p;
}

const char *plan_verdict_name(plan_verdict v)
{
    static const char *const names[] = {"not yet told", "better", "gone", "worse"};
    return names[v];
}
