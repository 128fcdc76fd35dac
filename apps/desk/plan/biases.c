#include "biases.h"
#include "families.h"

#include <alea/notation.h>

#include <math.h>
#include <string.h>

/* The chance that any bias is named without reason; a prior count of errors in each
 * direction, in place of a desk's others before there are any; the least errors of a
 * named bias. */
static const double alpha = 0.05, prior = 2;
enum { ERRORS_LEAST = 10, MISSING_MOST = 10000 };

static const struct {
    const char *key, *toward, *against, *toward_errors, *against_errors;
} words[BIASES] = {
    {"takes", "takes too much", "drops too much", "wrong takes", "wrong drops"},
    {"doubles", "doubles too late", "doubles too early", "missed doubles",
     "early doubles"},
    {"hits", "hits too little", "hits too much", "hits left out", "wrong hits"},
    {"anchors", "breaks the anchor too soon", "keeps the anchor too long",
     "anchors broken", "anchors kept"},
    {"blots", "leaves too many blots", "plays too safe", "too many blots",
     "too few blots"},
    {"back_checkers", "moves the back checkers too late",
     "moves the back checkers too soon", "back checkers left", "back checkers moved"},
    {"points", "makes too few points at home", "makes points at home too often",
     "home points left out", "home points too many"},
};

const char *bias_key(plan_bias b)
{
    return words[b].key;
}

const char *bias_words(plan_bias b, int sign)
{
    return sign > 0 ? words[b].toward : words[b].against;
}

const char *bias_errors(plan_bias b, int sign)
{
    return sign > 0 ? words[b].toward_errors : words[b].against_errors;
}

/* The board after a play as written, seen by the mover. The moves were legal when they
 * were stored; false where they do not fit the board. */
static bool play(const desk_row *row, const char *text, alea_board *out)
{
    alea_move move[ALEA_MAX_MOVES];
    int count;
    if (alea_moves_read(text, strlen(text), move, &count, NULL) != ALEA_OK)
        return false;
    memcpy(out->point, row->point, sizeof out->point);
    for (int i = 0; i < count; i++) {
        const int from = move[i].from, to = move[i].to;
        if (from < 1 || from > ALEA_BAR || to < 0 || to >= from ||
            out->point[from] < 1 || (to > 0 && out->point[to] < -1))
            return false;
        out->point[from]--;
        if (to == ALEA_OFF) continue;
        if (out->point[to] < 0) {
            out->point[to] = 0;
            out->point[0]--;
        }
        out->point[to]++;
    }
    return true;
}

typedef struct facts {
    int hits, anchors, blots, back, home;
} facts;

static facts facts_of(const alea_board *b)
{
    facts f = {.hits = -b->point[0], .back = b->point[ALEA_BAR]};
    for (int p = 1; p <= 24; p++) {
        const int n = b->point[p];
        f.blots += n == 1;
        f.home += p <= 6 && n >= 2;
        f.anchors += p >= 19 && n >= 2;
        f.back += p >= 19 && n > 0 ? n : 0;
    }
    return f;
}

static int8_t sign_of(int x)
{
    return (int8_t)((x > 0) - (x < 0));
}

void bias_directions(const desk_row *row, const char *best, const char *made,
                     int8_t out[BIASES])
{
    memset(out, 0, BIASES);
    if (!(row->loss > 0)) return;
    if (row->kind != ALEA_JUDGED_PLAY) {
        const plan_family f = family_of(row);
        out[BIAS_TAKES] = sign_of((f == FAMILY_WRONG_TAKE) - (f == FAMILY_WRONG_DROP));
        out[BIAS_DOUBLES] =
            sign_of((f == FAMILY_MISSED_DOUBLE) - (f == FAMILY_EARLY_DOUBLE));
        return;
    }
    alea_board a, b;
    if (!play(row, best, &a) || !play(row, made, &b)) return;
    const facts right = facts_of(&a), done = facts_of(&b);
    out[BIAS_HITS] = sign_of(right.hits - done.hits);
    out[BIAS_ANCHORS] = sign_of(right.anchors - done.anchors);
    out[BIAS_BLOTS] = sign_of(done.blots - right.blots);
    out[BIAS_BACK] = sign_of(done.back - right.back);
    out[BIAS_POINTS] = sign_of(right.home - done.home);
}

/* Further errors of the player, with the same share, until the interval excludes
 * zero. */
static int64_t errors_wanted(double share, double k, double n, double z)
{
    for (double m = ERRORS_LEAST; m < MISSING_MOST; m = ceil(m * 1.1)) {
        const interval d = interval_difference(m * share, m, k, n, z);
        if (d.low > 0 || d.high < 0) return (int64_t)m;
    }
    return MISSING_MOST;
}

bias_figures bias_figures_of(const bias_count *count)
{
    bias_figures f = {.count = *count};
    const double z = interval_z(alpha / BIASES);
    const double k = (double)count->toward[0], n = k + (double)count->against[0];
    const double others = (double)count->toward[1] + prior,
                 all = others + (double)count->against[1] + prior;
    f.bounds = interval_difference(k, n, others, all, z);
    if (n > 0) f.difference = k / n - others / all;
    if (n >= ERRORS_LEAST && f.bounds.low > 0 && 2 * k > n) f.sign = 1;
    if (n >= ERRORS_LEAST && f.bounds.high < 0 && 2 * k < n) f.sign = -1;
    if (f.sign == 0) {
        const double wanted =
            n > 0 ? (double)errors_wanted(k / n, others, all, z) : ERRORS_LEAST;
        f.missing = wanted > n ? (int64_t)(wanted - n) : 1;
    }
    return f;
}
