/* alea study plan: what a player would gain where, three things a month. */
#include "desk/plan/plan.h"
#include "base/clock.h"
#include "cli/io/args.h"
#include "desk/plan/gather.h"
#include "list.h"
#include "place.h"
#include "json/text.h"

#include <stdio.h>
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

static void print_head(const json_t *plan)
{
    const long long matches = count(plan, "matches"), peers = count(plan, "peers");
    printf("Study plan of %s for %s, made %s\n", text(plan, "player"),
           text(plan, "month"), text(plan, "made"));
    printf("%lld match%s, %lld counted decisions, PR %.2f; equity lost %.3f\n", matches,
           matches == 1 ? "" : "es", count(plan, "decisions"), number(plan, "pr"),
           number(plan, "loss"));
    printf("Measured by %lld %s of the desk with %lld decisions.\n\n", peers,
           json_is_true(json_object_get(plan, "all_peers"))
               ? "other players"
               : "players of the same level",
           count(plan, "peer_decisions"));
}

/* "0.112 a match (1.4% of match-winning chance)". */
static void print_gain(const json_t *family, const json_t *plan)
{
    const double matches = number(plan, "matches"), per = matches > 0 ? matches : 1;
    printf("%.3f a match", number(family, "recoverable") / per);
    const json_t *chance = json_object_get(family, "recoverable_chance_per_match");
    if (json_is_number(chance))
        printf(" (%.2f%% of match-winning chance)", 100 * json_number_value(chance));
    printf(", interval %.3f to %.3f", number(family, "low") / per,
           number(family, "high") / per);
}

/* How many decisions would tell; ends the line. */
static void print_missing(const json_t *o)
{
    if (count(o, "missing"))
        printf(" Some %lld more would tell.", count(o, "missing"));
    else if (json_is_null(json_object_get(o, "missing")))
        printf(" There are too few decisions of this kind to tell.");
    putchar('\n');
}

static void print_progress(const json_t *thing)
{
    const json_t *p = json_object_get(thing, "progress"),
                 *before = json_object_get(p, "before"),
                 *after = json_object_get(p, "after"),
                 *t = json_object_get(thing, "training");
    const long long n = count(after, "decisions"), all = count(before, "decisions");
    printf("   Trained: %lld of %lld positions asked, %lld right the last time.\n",
           count(t, "asked"), count(t, "cards"), count(t, "right"));
    if (n == 0) {
        printf("   Since then: no decision of this kind yet.");
        print_missing(p);
        return;
    }
    printf("   Since then: %s. %lld errors in %lld decisions (%.1f%%), before %lld in "
           "%lld (%.1f%%);\n   change %+.1f points, interval %+.1f to %+.1f.",
           text(p, "verdict"), count(after, "errors"), n,
           100 * (double)count(after, "errors") / (double)n, count(before, "errors"),
           all, all ? 100 * (double)count(before, "errors") / (double)all : 0,
           100 * number(p, "change"), 100 * number(p, "low"), 100 * number(p, "high"));
    print_missing(p);
}

static void print_thing(const json_t *thing, const json_t *plan)
{
    size_t i;
    json_t *position;
    long long own = 0, all = 0;
    json_array_foreach(json_object_get(thing, "positions"), i, position)
    {
        all++;
        own += json_is_true(json_object_get(position, "own"));
    }
    printf("%lld. %s: to recover ", count(thing, "thing"), text(thing, "name"));
    print_gain(thing, plan);
    printf(".\n");
    if (!json_is_true(json_object_get(thing, "certain"))) {
        printf("   Not certain yet: it may be chance.");
        print_missing(thing);
    }
    printf("   %lld error%s in %lld decisions", count(thing, "errors"),
           plural(count(thing, "errors")), count(thing, "decisions"));
    if (number(thing, "avoidable_errors") >= 0.5)
        printf("; players of your level make %.0f fewer.\n",
               number(thing, "avoidable_errors"));
    else
        printf(", no more than players of your level make, but larger ones.\n");
    printf("   %s\n", text(thing, "advice"));
    printf("   %lld position%s, %lld your own: alea study train --plan --thing %lld\n",
           all, plural(all), own, count(thing, "thing"));
    print_progress(thing);
    putchar('\n');
}

static void print_things(const json_t *plan)
{
    const json_t *things = json_object_get(plan, "things");
    size_t i;
    json_t *thing;
    if (count(plan, "missing")) {
        printf("Too few decisions to say what to study: %lld more are needed. Add "
               "matches\n(alea study add), analyse them (alea study analyse) and make "
               "the plan again\n(alea study plan --again).\n\n",
               count(plan, "missing"));
        return;
    }
    if (json_array_size(things) == 0)
        printf("Nothing to recover: no family costs more than players of the same "
               "level lose.\n\n");
    json_array_foreach(things, i, thing)
    {
        print_thing(thing, plan);
    }
}

static void print_biases(const json_t *plan)
{
    size_t i;
    json_t *b;
    printf("Biases, beside the other players of the desk\n");
    int named = 0;
    json_array_foreach(json_object_get(plan, "biases"), i, b)
    {
        const long long toward = count(b, "toward"), against = count(b, "against"),
                        more = count(b, "others_toward"),
                        less = count(b, "others_against");
        if (!*text(b, "name")) continue;
        named++;
        printf("  %s: %lld %s against %lld %s; others %lld against %lld.\n"
               "    Difference of the shares %+.0f points, interval %+.0f to %+.0f.\n",
               text(b, "name"), toward, text(b, "toward_errors"), against,
               text(b, "against_errors"), more, less, 100 * number(b, "difference"),
               100 * number(b, "low"), 100 * number(b, "high"));
    }
    if (!named) printf("  None stands out from chance.\n");
    putchar('\n');
}

static void print_families(const json_t *plan)
{
    size_t i;
    json_t *f;
    printf("%-27s %9s %6s %8s %8s %8s  %s\n", "All decisions", "decisions", "errors",
           "lost", "level", "recover", "interval");
    json_array_foreach(json_object_get(plan, "families"), i, f)
    {
        printf("%-27s %9lld %6lld %8.3f %8.3f %+8.3f  %+.2f to %+.2f%s\n",
               text(f, "name"), count(f, "decisions"), count(f, "errors"),
               number(f, "loss"), number(f, "difficulty"), number(f, "recoverable"),
               number(f, "low"), number(f, "high"),
               json_is_true(json_object_get(f, "certain")) ? " *" : "");
    }
    printf("%-27s %9lld %6s %8.3f\n", "all", count(plan, "decisions"), "",
           number(plan, "loss"));
    printf("level: what players of your level lose in as many; * certain\n");
}

static int show(const json_t *plan, bool json)
{
    if (json) {
        json_print_line(stdout, json_deep_copy(plan));
        return EXIT_DONE;
    }
    print_head(plan);
    print_things(plan);
    print_biases(plan);
    print_families(plan);
    return EXIT_DONE;
}

typedef struct wish {
    const char *player, *month;
    bool again, json;
} wish;

static int no_plan(desk *d, const wish *w, const char *player, alea_error *error)
{
    json_t *months = NULL;
    const alea_status status = plan_months(d, player, &months, error);
    char list[128] = "";
    size_t i, n = 0;
    json_t *month;
    json_array_foreach(months, i, month)
    {
        if (n + 12 < sizeof list)
            n += (size_t)snprintf(list + n, sizeof list - n, "%s%s", n ? ", " : "",
                                  json_string_value(month));
    }
    json_decref(months);
    if (status != ALEA_OK) return place_failed(error);
    return args_refuse("study plan", "there is no plan of \"%.60s\" for %.10s%s%s",
                       player, w->month, n ? "; there are: " : "", list);
}

static int run(desk *d, const wish *w)
{
    alea_error error = {0};
    char player[256] = "", month[PLAN_MONTH];
    json_t *plan = NULL;
    const int64_t now = alea_wall_clock_ms();
    plan_month_of(now, month);
    const bool this_month = !w->month || strcmp(w->month, month) == 0;
    alea_status status = ALEA_OK;
    if (w->player)
        snprintf(player, sizeof player, "%s", w->player);
    else
        status = gather_main_player(d, player, &error);
    if (!this_month) snprintf(month, sizeof month, "%s", w->month);
    if (status == ALEA_OK && !(w->again && this_month))
        status = plan_read(d, player, month, &plan, &error);
    if (status == ALEA_OK && !plan && !this_month) return no_plan(d, w, player, &error);
    if (status == ALEA_OK && !plan)
        status = plan_make(d, player, month, now, &plan, &error);
    if (status == ALEA_ERROR_ARGUMENT)
        return args_refuse("study plan", "%s", error.reason);
    if (status != ALEA_OK) return place_failed(&error);
    const int result = show(plan, w->json);
    json_decref(plan);
    return result;
}

int verb_plan(int argc, char **argv)
{
    const char *db = NULL;
    wish w = {0};
    const option_spec options[] = {
        PLACE_OPTION(db),
        {"player", 'p', OPTION_TEXT, "NAME",
         "whose plan (default: who has most matches)", &w.player, 0, 0},
        {"month", 0, OPTION_TEXT, "YYYY-MM", "the plan of that month (default: now)",
         &w.month, 0, 0},
        {"again", 0, OPTION_FLAG, NULL, "make this month's plan anew", &w.again, 0, 0},
        {"json", 'j', OPTION_FLAG, NULL, "as JSON", &w.json, 0, 0},
        {0}};
    const args_spec spec = {
        .about =
            "What a player would gain where: the loss of each family of decisions, less what\n"
            "players of the same level lose there; three things to study this month with up\n"
            "to twenty positions each, which alea study train --plan asks; and what has\n"
            "changed since. The desk keeps one plan a month; docs/study-plan.md explains it.\n"
            "  alea study plan --player Ann\n"
            "  alea study train --plan --player Ann",
        .options = options};
    int operands, status = args_parse(&spec, argc, argv, &operands);
    if (status != ARGS_RUN) return status;
    if (w.month && !plan_month_is(w.month))
        return args_refuse("study plan", "--month is YYYY-MM, not \"%.40s\"", w.month);
    if (w.month && w.again) {
        char month[PLAN_MONTH];
        plan_month_of(alea_wall_clock_ms(), month);
        if (strcmp(month, w.month) != 0)
            return args_refuse("study plan", "--again makes the plan of %s, not of %s",
                               month, w.month);
    }
    desk d;
    status = place_open(&d, db, false);
    if (status == EXIT_DONE) status = run(&d, &w);
    desk_close(&d);
    return status;
}
