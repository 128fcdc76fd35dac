#include "compare.h"

#include "json/shapes.h"
#include "json/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Losses that are so far apart differ. */
static const float apart = 0.02F;

typedef struct side {
    int decisions, marks[ALEA_MARKS];
    double loss;
} side;

/* A decision as both judge it. */
typedef struct pair {
    const alea_judgement *one;
    alea_judgement two;
    bool same_best, same_mark, differs;
} pair;

typedef struct compared {
    const comparison *c;
    pair *pair;
    size_t count, judged; /* by both; by the first */
    side side[2][2];      /* [level][player], counted by that level */
    size_t same_best, same_mark, both_counted;
    double mean_difference, correlation; /* of the losses; NAN: too few */
} compared;

/* Finds the judgement of the same decision at the second level. */
static bool find_second(const comparison *c, const alea_judgement *one, size_t *next,
                        alea_judgement *out)
{
    const report *r = c->first;
    if (c->second) {
        while (*next < c->second->judgements &&
               c->second->judgement[*next].entry < one->entry)
            ++*next;
        if (*next >= c->second->judgements ||
            c->second->judgement[*next].entry != one->entry)
            return false;
        *out = c->second->judgement[*next];
        return true;
    }
    alea_match state;
    const alea_filed *f = alea_filed_of(r->record, one->entry, -1);
    if (!f || alea_record_state(r->record, one->entry, &state) != ALEA_OK ||
        !alea_judge_filed(r->record, f, one->entry, &state, r->met, out))
        return false;
    out->entry = one->entry;
    out->counted = alea_judgement_counts(out);
    out->mark = alea_mark_of_loss(out->loss, r->analysis->settings.threshold);
    return true;
}

static bool same_best(const alea_judgement *a, const alea_judgement *b)
{
    if (a->kind == ALEA_JUDGED_PLAY)
        return alea_board_equal(&a->candidate[0].play.board,
                                &b->candidate[0].play.board);
    if (a->kind == ALEA_JUDGED_TAKE) return a->best_event == b->best_event;
    char best[2][REPORT_WORDS_SIZE];
    report_best(a, best[0]);
    report_best(b, best[1]);
    return strcmp(best[0], best[1]) == 0;
}

static void add(side *s, const alea_judgement *j)
{
    if (!j->counted) return;
    s->decisions++;
    s->loss += (double)j->loss;
    s->marks[j->mark]++;
}

/* Agreement over the decisions that one of the two counts. */
static void sum_up(compared *m)
{
    double n = 0, sum[2] = {0}, square[2] = {0}, product = 0, apart_sum = 0;
    for (size_t i = 0; i < m->count; i++) {
        const pair *p = &m->pair[i];
        const double a = (double)p->one->loss, b = (double)p->two.loss;
        if (!p->one->counted && !p->two.counted) continue;
        n++;
        m->same_best += p->same_best;
        m->same_mark += p->same_mark;
        apart_sum += fabs(a - b);
        sum[0] += a;
        sum[1] += b;
        square[0] += a * a;
        square[1] += b * b;
        product += a * b;
    }
    m->both_counted = (size_t)n;
    m->mean_difference = n > 0 ? apart_sum / n : (double)NAN;
    const double x = n * square[0] - sum[0] * sum[0],
                 y = n * square[1] - sum[1] * sum[1];
    m->correlation =
        x > 0 && y > 0 ? (n * product - sum[0] * sum[1]) / sqrt(x * y) : (double)NAN;
}

static bool compare(const comparison *c, compared *m)
{
    const alea_analysis *a = c->first->analysis;
    size_t next = 0;
    *m = (compared){.c = c};
    m->pair = malloc((a->judgements + 1) * sizeof *m->pair);
    if (!m->pair) return false;
    for (size_t i = 0; i < a->judgements; i++) {
        pair *p = &m->pair[m->count];
        p->one = &a->judgement[i];
        m->judged++;
        if (!find_second(c, p->one, &next, &p->two)) continue;
        p->same_best = same_best(p->one, &p->two);
        p->same_mark = p->one->mark == p->two.mark;
        p->differs = (p->one->counted || p->two.counted) &&
                     (!p->same_best || !p->same_mark ||
                      fabsf(p->one->loss - p->two.loss) >= apart);
        add(&m->side[0][p->one->by], p->one);
        add(&m->side[1][p->one->by], &p->two);
        m->count++;
    }
    sum_up(m);
    return true;
}

static double pr(const side *s)
{
    return s->decisions ? 500 * s->loss / s->decisions : 0;
}

/* The pair at place i of the first report's list if it passes the filter, else NULL. */
static const pair *listed(const compared *m, size_t i)
{
    const report *r = m->c->first;
    const alea_judgement *j = &r->analysis->judgement[r->listed[i]];
    size_t low = 0, high = m->count;
    while (low < high) {
        const size_t mid = low + (high - low) / 2;
        if (m->pair[mid].one < j)
            low = mid + 1;
        else
            high = mid;
    }
    if (low == m->count || m->pair[low].one != j) return NULL;
    return m->pair[low].differs || m->c->choice.all ? &m->pair[low] : NULL;
}

/* ---- text ---- */

static void put_totals(const compared *m, FILE *to)
{
    const comparison *c = m->c;
    fprintf(to, "  %-24s %-18.18s %9s %10s %8s   ?!  ?  ??\n", "Level", "Player",
            "decisions", "lost", "PR");
    for (int k = 0; k < 2; k++)
        for (int p = 0; p < 2; p++) {
            const side *s = &m->side[k][p];
            fprintf(to, "  %-24s %-18.18s %9d %10.3f %8.2f   %d  %d  %d\n", c->level[k],
                    c->first->names[p], s->decisions, s->loss, pr(s), s->marks[1],
                    s->marks[2], s->marks[3]);
        }
    fprintf(to, "\n  Decisions compared       %zu", m->both_counted);
    if (m->count < m->judged)
        fprintf(to, " (%zu not judged by %s)", m->judged - m->count, c->level[1]);
    fputc('\n', to);
    if (m->both_counted == 0) return;
    fprintf(to, "  Same best choice         %zu (%.1f%%)\n", m->same_best,
            100 * (double)m->same_best / (double)m->both_counted);
    fprintf(to, "  Same mark                %zu (%.1f%%)\n", m->same_mark,
            100 * (double)m->same_mark / (double)m->both_counted);
    fprintf(to, "  Mean difference of loss  %.4f\n", m->mean_difference);
    if (!isnan(m->correlation))
        fprintf(to, "  Correlation of losses    %.3f\n", m->correlation);
}

static void put_side(const char *level, const alea_judgement *j, FILE *to)
{
    char best[REPORT_WORDS_SIZE];
    report_best(j, best);
    fprintf(to, "    %-24.24s best %-22s %+.3f   lost %.3f %s\n", level, best,
            (double)j->best, (double)j->loss, alea_mark_symbol(j->mark));
}

static void put_pair(const compared *m, const pair *p, FILE *to)
{
    const alea_judgement *j = p->one;
    char made[REPORT_WORDS_SIZE], xgid[ALEA_XGID_SIZE], dice[8] = "";
    alea_position position;
    report_made(j, made);
    if (j->kind == ALEA_JUDGED_PLAY)
        snprintf(dice, sizeof dice, " %d%d", j->decision.roll.die[0],
                 j->decision.roll.die[1]);
    fprintf(to, "\n  Game %d, turn %d, %s%s: %s%s\n", j->game, j->turn,
            m->c->first->names[j->by], dice, made,
            p->same_best ? "" : "   (another best choice)");
    if (report_position(m->c->first, j, &position) &&
        alea_xgid_write(&position, xgid) == ALEA_OK)
        fprintf(to, "    %s\n", xgid);
    put_side(m->c->level[0], j, to);
    put_side(m->c->level[1], &p->two, to);
}

bool compare_text(const comparison *c, FILE *to)
{
    compared m;
    size_t printed = 0;
    if (!compare(c, &m)) return false;
    fprintf(to, "%s: %s and %s compared\n\n", c->first->path, c->level[0], c->level[1]);
    put_totals(&m, to);
    fprintf(to, "\n%s\n", c->choice.all ? "Decisions" : "Differences");
    for (size_t i = 0; i < c->first->listed_count; i++) {
        const pair *p = listed(&m, i);
        if (p) put_pair(&m, p, to);
        printed += p != NULL;
    }
    if (printed == 0) fprintf(to, "  none\n");
    free(m.pair);
    return true;
}

/* ---- JSON ---- */

static void set(json_t *o, const char *key, json_t *value)
{
    json_object_set_new(o, key, value);
}

static void set_text(json_t *o, const char *key, const char *text)
{
    char clean[1024];
    utf8_text(text, clean, sizeof clean);
    set(o, key, json_string(clean));
}

static json_t *known(double x)
{
    return isnan(x) ? json_null() : number_json(x);
}

static json_t *level_json(const compared *m, int k)
{
    json_t *o = json_object(), *players = json_array();
    set_text(o, "level", m->c->level[k]);
    for (int p = 0; p < 2; p++) {
        const side *s = &m->side[k][p];
        json_t *player = json_object();
        set_text(player, "player", m->c->first->names[p]);
        set(player, "decisions", json_integer(s->decisions));
        set(player, "loss", number_json(s->loss));
        set(player, "pr", number_json(pr(s)));
        set(player, "doubtful", json_integer(s->marks[ALEA_MARK_DOUBTFUL]));
        set(player, "errors", json_integer(s->marks[ALEA_MARK_ERROR]));
        set(player, "blunders", json_integer(s->marks[ALEA_MARK_BLUNDER]));
        json_array_append_new(players, player);
    }
    set(o, "players", players);
    return o;
}

static json_t *side_json(const alea_judgement *j)
{
    char best[REPORT_WORDS_SIZE];
    json_t *o = json_object();
    report_best(j, best);
    set_text(o, "best", best);
    set(o, "equity_best", number_json((double)j->best));
    set(o, "equity_made", number_json((double)j->made));
    set(o, "loss", number_json((double)j->loss));
    set_text(o, "mark", alea_mark_name(j->mark));
    set(o, "counted", json_boolean(j->counted));
    return o;
}

static json_t *pair_json(const compared *m, const pair *p)
{
    const alea_judgement *j = p->one;
    char made[REPORT_WORDS_SIZE], xgid[ALEA_XGID_SIZE];
    alea_position position;
    json_t *o = json_object(), *sides = json_array();
    report_made(j, made);
    set(o, "game", json_integer(j->game));
    set(o, "turn", json_integer(j->turn));
    set(o, "player", json_integer(j->by));
    set_text(o, "kind", alea_judged_name(j->kind));
    if (report_position(m->c->first, j, &position) &&
        alea_xgid_write(&position, xgid) == ALEA_OK)
        set_text(o, "id", xgid);
    set_text(o, "made", made);
    set(o, "same_best", json_boolean(p->same_best));
    json_array_append_new(sides, side_json(j));
    json_array_append_new(sides, side_json(&p->two));
    set(o, "levels", sides);
    return o;
}

bool compare_json(const comparison *c, FILE *to)
{
    compared m;
    if (!compare(c, &m)) return false;
    json_t *o = json_object(), *levels = json_array(), *differences = json_array();
    set_text(o, "file", c->first->path);
    set(o, "match_length", json_integer(c->first->analysis->match_length));
    for (int k = 0; k < 2; k++) json_array_append_new(levels, level_json(&m, k));
    set(o, "levels", levels);
    set(o, "decisions", json_integer((json_int_t)m.both_counted));
    set(o, "same_best", json_integer((json_int_t)m.same_best));
    set(o, "same_mark", json_integer((json_int_t)m.same_mark));
    set(o, "not_judged", json_integer((json_int_t)(m.judged - m.count)));
    set(o, "mean_difference", known(m.mean_difference));
    set(o, "correlation", known(m.correlation));
    for (size_t i = 0; i < c->first->listed_count; i++) {
        const pair *p = listed(&m, i);
        if (p) json_array_append_new(differences, pair_json(&m, p));
    }
    set(o, "differences", differences);
    free(m.pair);
    json_print_line(to, o);
    return !ferror(to);
}
