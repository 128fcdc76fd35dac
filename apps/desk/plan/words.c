#include "words.h"

#include <string.h>

static double number(const json_t *o, const char *key)
{
    return json_number_value(json_object_get(o, key));
}

static long long count(const json_t *o, const char *key)
{
    return (long long)json_integer_value(json_object_get(o, key));
}

static const char *text(const json_t *o, const char *key)
{
    const char *value = json_string_value(json_object_get(o, key));
    return value ? value : "";
}

static const char *plural(long long n)
{
    return n == 1 ? "" : "s";
}

static void put_head(FILE *to, const json_t *plan)
{
    const long long matches = count(plan, "matches"), peers = count(plan, "peers");
    fprintf(to, "Study plan of %s for %s, made %s\n", text(plan, "player"),
            text(plan, "month"), text(plan, "made"));
    fprintf(to, "%lld match%s, %lld counted decisions, PR %.2f; equity lost %.3f\n",
            matches, matches == 1 ? "" : "es", count(plan, "decisions"),
            number(plan, "pr"), number(plan, "loss"));
    fprintf(to, "Measured by %lld %s of the desk with %lld decisions.\n\n", peers,
            json_is_true(json_object_get(plan, "all_peers"))
                ? "other players"
                : "players of the same level",
            count(plan, "peer_decisions"));
}

/* "0.112 a match (1.4% of match-winning chance)". */
static void put_gain(FILE *to, const json_t *family, const json_t *plan)
{
    const double matches = number(plan, "matches"), per = matches > 0 ? matches : 1;
    fprintf(to, "%.3f a match", number(family, "recoverable") / per);
    const json_t *chance = json_object_get(family, "recoverable_chance_per_match");
    if (json_is_number(chance))
        fprintf(to, " (%.2f%% of match-winning chance)",
                100 * json_number_value(chance));
    fprintf(to, ", interval %.3f to %.3f", number(family, "low") / per,
            number(family, "high") / per);
}

/* Writes how many more decisions are needed; ends the line. */
static void put_missing(FILE *to, const json_t *o)
{
    if (count(o, "missing"))
        fprintf(to, " Some %lld more would tell.", count(o, "missing"));
    else if (json_is_null(json_object_get(o, "missing")))
        fprintf(to, " There are too few decisions of this kind to tell.");
    fputc('\n', to);
}

static void put_progress(FILE *to, const json_t *thing)
{
    const json_t *p = json_object_get(thing, "progress"),
                 *before = json_object_get(p, "before"),
                 *after = json_object_get(p, "after"),
                 *t = json_object_get(thing, "training");
    const long long n = count(after, "decisions"), all = count(before, "decisions");
    fprintf(to, "   Trained: %lld of %lld positions asked, %lld right the last time.\n",
            count(t, "asked"), count(t, "cards"), count(t, "right"));
    if (n == 0) {
        fprintf(to, "   Since then: no decision of this kind yet.");
        put_missing(to, p);
        return;
    }
    fprintf(to,
            "   Since then: %s. %lld errors in %lld decisions (%.1f%%), before %lld in "
            "%lld (%.1f%%);\n   change %+.1f points, interval %+.1f to %+.1f.",
            text(p, "verdict"), count(after, "errors"), n,
            100 * (double)count(after, "errors") / (double)n, count(before, "errors"),
            all, all ? 100 * (double)count(before, "errors") / (double)all : 0,
            100 * number(p, "change"), 100 * number(p, "low"), 100 * number(p, "high"));
    put_missing(to, p);
}

static void put_thing(FILE *to, const json_t *thing, const json_t *plan)
{
    size_t i;
    json_t *position;
    long long own = 0, all = 0;
    json_array_foreach(json_object_get(thing, "positions"), i, position)
    {
        all++;
        own += json_is_true(json_object_get(position, "own"));
    }
    fprintf(to, "%lld. %s: to recover ", count(thing, "thing"), text(thing, "name"));
    put_gain(to, thing, plan);
    fprintf(to, ".\n");
    if (!json_is_true(json_object_get(thing, "certain"))) {
        fprintf(to, "   Not certain yet: it may be chance.");
        put_missing(to, thing);
    }
    fprintf(to, "   %lld error%s in %lld decisions", count(thing, "errors"),
            plural(count(thing, "errors")), count(thing, "decisions"));
    if (number(thing, "avoidable_errors") >= 0.5)
        fprintf(to, "; players of your level make %.0f fewer.\n",
                number(thing, "avoidable_errors"));
    else
        fprintf(to, ", no more than players of your level make, but larger ones.\n");
    fprintf(to, "   %s\n", text(thing, "advice"));
    fprintf(to,
            "   %lld position%s, %lld your own: alea study train --plan --thing %lld\n",
            all, plural(all), own, count(thing, "thing"));
    put_progress(to, thing);
    fputc('\n', to);
}

static void put_things(FILE *to, const json_t *plan)
{
    const json_t *things = json_object_get(plan, "things");
    size_t i;
    json_t *thing;
    if (count(plan, "missing")) {
        fprintf(to,
                "Too few decisions to say what to study: %lld more are needed. "
                "Add matches\n"
                "(alea study add), analyse them (alea study analyse) "
                "and make the plan again\n"
                "(alea study plan --again).\n\n",
                count(plan, "missing"));
        return;
    }
    if (json_array_size(things) == 0)
        fprintf(to, "Nothing to recover: no family costs more than players of the same "
                    "level lose.\n\n");
    json_array_foreach(things, i, thing)
    {
        put_thing(to, thing, plan);
    }
}

static void put_biases(FILE *to, const json_t *plan)
{
    size_t i;
    json_t *b;
    fprintf(to, "Biases, beside the other players of the desk\n");
    int named = 0;
    json_array_foreach(json_object_get(plan, "biases"), i, b)
    {
        const long long toward = count(b, "toward"), against = count(b, "against"),
                        more = count(b, "others_toward"),
                        less = count(b, "others_against");
        if (!*text(b, "name")) continue;
        named++;
        fprintf(to,
                "  %s: %lld %s against %lld %s; others %lld against %lld.\n"
                "    Difference of the shares %+.0f points, interval %+.0f to %+.0f.\n",
                text(b, "name"), toward, text(b, "toward_errors"), against,
                text(b, "against_errors"), more, less, 100 * number(b, "difference"),
                100 * number(b, "low"), 100 * number(b, "high"));
    }
    if (!named) fprintf(to, "  None stands out from chance.\n");
    fputc('\n', to);
}

/* For games that state times; writes nothing if they are few. */
static void put_haste(FILE *to, const json_t *plan)
{
    const json_t *list = json_object_get(plan, "haste");
    size_t i;
    json_t *h;
    if (json_array_size(list) == 0) return;
    fprintf(to, "Hasty errors, in games whose times are known\n");
    json_array_foreach(list, i, h)
    {
        const long long all = count(h, "decisions"), errors = count(h, "errors");
        fprintf(to,
                "  %s take you %.1f s as a rule. %lld of %lld error%s took less than "
                "half of that\n    and cost %.3f; of all %lld decisions %.0f%% do.\n",
                strcmp(text(h, "kind"), "cube") == 0 ? "Cube decisions" : "Plays",
                number(h, "usual_ms") / 1000, count(h, "hasty"), errors, plural(errors),
                number(h, "loss"), all,
                all ? 100 * number(h, "quick") / (double)all : 0);
    }
    fputc('\n', to);
}

static void put_families(FILE *to, const json_t *plan)
{
    size_t i;
    json_t *f;
    fprintf(to, "%-27s %9s %6s %8s %8s %8s  %s\n", "All decisions", "decisions",
            "errors", "lost", "level", "recover", "interval");
    json_array_foreach(json_object_get(plan, "families"), i, f)
    {
        fprintf(to, "%-27s %9lld %6lld %8.3f %8.3f %+8.3f  %+.2f to %+.2f%s\n",
                text(f, "name"), count(f, "decisions"), count(f, "errors"),
                number(f, "loss"), number(f, "difficulty"), number(f, "recoverable"),
                number(f, "low"), number(f, "high"),
                json_is_true(json_object_get(f, "certain")) ? " *" : "");
    }
    fprintf(to, "%-27s %9lld %6s %8.3f\n", "all", count(plan, "decisions"), "",
            number(plan, "loss"));
    fprintf(to, "level: what players of your level lose in as many; * certain\n");
}

void plan_words(const json_t *plan, FILE *to)
{
    put_head(to, plan);
    put_things(to, plan);
    put_biases(to, plan);
    put_haste(to, plan);
    put_families(to, plan);
}
