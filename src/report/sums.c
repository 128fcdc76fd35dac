#include "sums.h"

#include "json/shapes.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_JOKERS = 10 };

static const struct {
    const char *key, *name;
} lucks[REPORT_LUCKS] = {{"very_lucky", "very lucky (jokers)"},
                         {"lucky", "lucky"},
                         {"unlucky", "unlucky"},
                         {"very_unlucky", "very unlucky"}};

static report_luck report_luck_of(float luck)
{
    if (luck >= 0.6F) return REPORT_VERY_LUCKY;
    if (luck >= 0.3F) return REPORT_LUCKY;
    if (luck <= -0.6F) return REPORT_VERY_UNLUCKY;
    return luck <= -0.3F ? REPORT_UNLUCKY : REPORT_NO_LUCK;
}

/* "contact", "race", "bearoff", "over". Static. */
static const char *report_phase_name(int phase)
{
    static const char *const names[REPORT_PHASES] = {"contact", "race", "bearoff",
                                                     "over"};
    return names[phase];
}

static void add(report_sum *s, const alea_judgement *j)
{
    s->decisions[j->by]++;
    s->errors[j->by] += j->mark != ALEA_MARK_NONE;
    s->loss[j->by] += (double)j->loss;
}

void report_sums_of(const report *r, int game, report_sums *out)
{
    const alea_analysis *a = r->analysis;
    *out = (report_sums){0};
    for (size_t i = 0; i < a->judgements; i++) {
        const alea_judgement *j = &a->judgement[i];
        if (!j->counted || (game > 0 && j->game != game)) continue;
        add(&out->theme[theme_of(j)], j);
        add(&out->phase[alea_board_phase(&j->decision.board)], j);
        if (j->mark != ALEA_MARK_NONE) add(&out->class[report_class_of(j)], j);
    }
    for (size_t i = 0; i < a->rolls; i++) {
        const report_luck l = report_luck_of(a->roll[i].luck);
        if (l != REPORT_NO_LUCK && (game == 0 || a->roll[i].game == game))
            out->luck[l][a->roll[i].by]++;
    }
}

double report_rating(double chance_loss, int match_length)
{
    /* d(chance)/d(rating) = ln 10 sqrt(n) / (4 x 2000) where both have one half. */
    if (match_length <= 0) return (double)NAN;
    return 2050 - chance_loss * 8000 / (log(10) * sqrt(match_length));
}

/* ---- JSON ---- */

static void append(json_t *list, const char *key, const char *name, const report_sum *s,
                   alea_player p)
{
    if (s->decisions[p] == 0) return;
    json_array_append_new(list,
                          json_pack("{s:s,s:i,s:i,s:o,s:o}", key, name, "decisions",
                                    s->decisions[p], "errors", s->errors[p], "loss",
                                    number_json(s->loss[p]), "pr",
                                    number_json(500 * s->loss[p] / s->decisions[p])));
}

json_t *report_sums_json(const report_sums *sums, alea_player player)
{
    json_t *themes = json_array(), *phases = json_array(), *classes = json_array(),
           *rolls = json_object();
    for (int t = 0; t < THEMES; t++)
        append(themes, "theme", theme_name((theme)t), &sums->theme[t], player);
    for (int p = 0; p < REPORT_PHASES; p++)
        append(phases, "phase", report_phase_name(p), &sums->phase[p], player);
    for (int c = 1; c < REPORT_CLASSES; c++)
        append(classes, "class", report_class_key((report_class)c), &sums->class[c],
               player);
    for (int l = 0; l < REPORT_LUCKS; l++)
        json_object_set_new(rolls, lucks[l].key, json_integer(sums->luck[l][player]));
    return json_pack("{s:o,s:o,s:o,s:o}", "themes", themes, "phases", phases, "classes",
                     classes, "rolls", rolls);
}

/* ---- text ---- */

static void put_row(const char *name, const report_sum *s, FILE *to)
{
    if (s->decisions[0] + s->decisions[1] == 0) return;
    char words[32];
    snprintf(words, sizeof words, "%s", name);
    for (char *c = words; *c; c++)
        if (*c == '_') *c = ' ';
    fprintf(to, "  %-28s", words);
    for (int p = 0; p < 2; p++) {
        char cell[40] = "-";
        if (s->decisions[p])
            snprintf(cell, sizeof cell, "%d, %.3f, %.2f", s->decisions[p], s->loss[p],
                     500 * s->loss[p] / s->decisions[p]);
        fprintf(to, " %18s", cell);
    }
    fputc('\n', to);
}

static void put_head(const report *r, const char *what, FILE *to)
{
    fprintf(to, "\n  %-28s %18.18s %18.18s\n", what, r->names[0], r->names[1]);
}

static int by_luck(const void *a, const void *b)
{
    const alea_roll_luck *x = *(const alea_roll_luck *const *)a,
                         *y = *(const alea_roll_luck *const *)b;
    const float one = fabsf(x->luck), two = fabsf(y->luck);
    if (one != two) return one > two ? -1 : 1;
    return (x->entry > y->entry) - (x->entry < y->entry);
}

/* The rolls that were very lucky or very unlucky, the greatest first. */
static void put_jokers(const report *r, FILE *to)
{
    const alea_analysis *a = r->analysis;
    const alea_roll_luck **roll = malloc((a->rolls + 1) * sizeof *roll);
    size_t count = 0;
    if (!roll) return;
    for (size_t i = 0; i < a->rolls; i++)
        if (fabsf(a->roll[i].luck) >= 0.6F) roll[count++] = &a->roll[i];
    qsort(roll, count, sizeof *roll, by_luck);
    for (size_t i = 0; i < count && i < MOST_JOKERS; i++)
        fprintf(to, "  Game %d, turn %d, %s: %d%d %+.3f\n", roll[i]->game,
                roll[i]->turn, r->names[roll[i]->by], roll[i]->roll.die[0],
                roll[i]->roll.die[1], (double)roll[i]->luck);
    free(roll);
}

void report_sums_text(const report *r, FILE *to)
{
    report_sums s;
    report_sums_of(r, 0, &s);
    put_head(r, "Phase: counted, lost, PR", to);
    for (int p = 0; p < REPORT_PHASES; p++)
        put_row(report_phase_name(p), &s.phase[p], to);
    put_head(r, "Theme: counted, lost, PR", to);
    for (int t = 0; t < THEMES; t++) put_row(theme_name((theme)t), &s.theme[t], to);
    put_head(r, "Rolls", to);
    for (int l = 0; l < REPORT_LUCKS; l++)
        fprintf(to, "  %-28s %18d %18d\n", lucks[l].name, s.luck[l][0], s.luck[l][1]);
    put_jokers(r, to);
}
