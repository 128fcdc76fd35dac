#include "shape.h"

/* Whether `a` comes before `b`. */
static bool precedes(const plan_figures *figures, int a, int b)
{
    const family_figures *x = &figures->family[a], *y = &figures->family[b];
    if (x->certain != y->certain) return x->certain;
    return x->gain > y->gain;
}

/* The families with decisions in that order; returns how many. */
static int order(const plan_figures *figures, plan_family out[FAMILIES])
{
    int count = 0;
    for (int f = 0; f < FAMILIES; f++) {
        if (figures->family[f].decisions == 0) continue;
        int at = count++;
        for (; at > 0 && precedes(figures, f, (int)out[at - 1]); at--)
            out[at] = out[at - 1];
        out[at] = (plan_family)f;
    }
    return count;
}

int plan_choose(const gathered *g, const plan_figures *figures, int most,
                plan_family out[])
{
    plan_family all[FAMILIES];
    const int count = order(figures, all);
    int chosen = 0;
    for (int i = 0; i < count && chosen < most; i++)
        if (figures->family[all[i]].recoverable > 0 &&
            figures->family[all[i]].errors >= PLAN_ERRORS_LEAST &&
            g->list[0][all[i]].hits > 0)
            out[chosen++] = all[i];
    return chosen;
}

static json_t *missing_json(int64_t missing)
{
    return missing == PLAN_NEVER ? json_null() : json_integer((json_int_t)missing);
}

/* Matches that count for match-winning chance. */
static int64_t matches_to_points(const gathered *g)
{
    return g->matches - g->money_matches;
}

static json_t *per_match(double sum, int64_t matches)
{
    return matches > 0 ? json_real(sum / (double)matches) : json_null();
}

static json_t *family_json(const gathered *g, const plan_figures *figures,
                           plan_family k)
{
    const family_figures *f = &figures->family[k];
    json_t *o = json_pack(
        "{s:s,s:s,s:I,s:I,s:f,s:f,s:f,s:f,s:f,s:f,s:f,s:f,s:b}", "family",
        family_key(k), "name", family_name(k), "decisions", (json_int_t)f->decisions,
        "errors", (json_int_t)f->errors, "loss", f->loss, "chance_loss", f->chance,
        "difficulty", f->difficulty, "level_share", f->level_share, "avoidable_errors",
        f->avoidable, "recoverable", f->recoverable, "recoverable_chance",
        f->recoverable_chance, "gain", f->gain, "certain", f->certain);
    json_object_set_new(o, "missing", missing_json(f->missing));
    json_object_set_new(o, "low", json_real(f->bounds.low));
    json_object_set_new(o, "high", json_real(f->bounds.high));
    json_object_set_new(o, "recoverable_per_match",
                        per_match(f->recoverable, g->matches));
    json_object_set_new(o, "recoverable_chance_per_match",
                        per_match(f->recoverable_chance, matches_to_points(g)));
    return o;
}

json_t *plan_families_json(const gathered *g, const plan_figures *figures)
{
    plan_family all[FAMILIES];
    const int count = order(figures, all);
    json_t *list = json_array();
    for (int i = 0; i < count; i++)
        json_array_append_new(list, family_json(g, figures, all[i]));
    return list;
}

json_t *plan_thing_json(const gathered *g, const plan_figures *figures, int number,
                        plan_family f)
{
    json_t *o = family_json(g, figures, f);
    json_object_set_new(o, "thing", json_integer(number));
    json_object_set_new(o, "advice", json_string(family_advice(f)));
    return o;
}

json_t *plan_biases_json(const gathered *g)
{
    json_t *list = json_array();
    for (int b = 0; b < BIASES; b++) {
        const bias_figures f = bias_figures_of(&g->bias[b]);
        const bias_count *n = &f.count;
        json_t *o = json_pack(
            "{s:s,s:s,s:s,s:I,s:I,s:f,s:f,s:I,s:I,s:f,s:f,s:f,s:I}", "bias",
            bias_key((plan_bias)b), "toward_errors", bias_errors((plan_bias)b, 1),
            "against_errors", bias_errors((plan_bias)b, -1), "toward",
            (json_int_t)n->toward[0], "against", (json_int_t)n->against[0],
            "toward_loss", n->loss[0], "against_loss", n->loss[1], "others_toward",
            (json_int_t)n->toward[1], "others_against", (json_int_t)n->against[1],
            "difference", f.difference, "low", f.bounds.low, "high", f.bounds.high,
            "missing", (json_int_t)f.missing);
        json_object_set_new(o, "name",
                            f.sign ? json_string(bias_words((plan_bias)b, f.sign))
                                   : json_null());
        json_array_append_new(list, o);
    }
    return list;
}

json_t *plan_haste_json(gathered *g)
{
    static const char *const key[HASTE_KINDS] = {"play", "cube"};
    haste_figures figures[HASTE_KINDS];
    haste_figures_of(g->timed, g->timeds, figures);
    json_t *list = json_array();
    for (int k = 0; k < HASTE_KINDS; k++) {
        const haste_figures *f = &figures[k];
        if (f->usual_ms == 0) continue;
        json_array_append_new(list, json_pack("{s:s,s:I,s:I,s:I,s:I,s:I,s:f}", "kind",
                                              key[k], "decisions", (json_int_t)f->timed,
                                              "usual_ms", (json_int_t)f->usual_ms,
                                              "quick", (json_int_t)f->quick, "errors",
                                              (json_int_t)f->errors, "hasty",
                                              (json_int_t)f->hasty, "loss", f->loss));
    }
    return list;
}

json_t *plan_progress_json(const plan_progress *p)
{
    json_t *o =
        json_pack("{s:s,s:{s:I,s:I,s:f},s:{s:I,s:I,s:f},s:f,s:f,s:f}", "verdict",
                  plan_verdict_name(p->verdict), "before", "decisions",
                  (json_int_t)p->decisions[0], "errors", (json_int_t)p->errors[0],
                  "loss", p->loss[0], "after", "decisions", (json_int_t)p->decisions[1],
                  "errors", (json_int_t)p->errors[1], "loss", p->loss[1], "change",
                  p->change, "low", p->bounds.low, "high", p->bounds.high);
    json_object_set_new(o, "missing", missing_json(p->missing));
    return o;
}
