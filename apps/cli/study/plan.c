/* alea study plan: what a player would gain where, three things a month. */
#include "desk/plan/plan.h"
#include "base/clock.h"
#include "cli/io/args.h"
#include "cli/io/fail.h"
#include "cli/io/out_file.h"
#include "desk/plan/gather.h"
#include "desk/plan/paper.h"
#include "desk/plan/words.h"
#include "list.h"
#include "place.h"
#include "json/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct wish {
    const char *player, *month, *pdf;
    bool again, json;
} wish;

static int print_paper(desk *d, const json_t *plan, const char *path)
{
    alea_error error = {0};
    char *pdf = NULL;
    size_t size = 0;
    if (plan_paper(d, plan, &pdf, &size, &error) != ALEA_OK)
        return place_failed(&error);
    const int status = out_file_write("study plan", path, pdf, size);
    free(pdf);
    return status;
}

static int show(desk *d, const json_t *plan, const wish *w)
{
    if (w->pdf) return print_paper(d, plan, w->pdf);
    if (w->json)
        json_print_line(stdout, json_deep_copy(plan));
    else
        plan_words(plan, stdout);
    return EXIT_DONE;
}

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
    const int result = show(d, plan, w);
    json_decref(plan);
    return result;
}

int verb_plan(int argc, char **argv)
{
    const char *db = NULL;
    wish w = {0};
    const option_spec options[] = {
        PLACE_OPTION(db),
        TEXT_OPTION("player", 'p', "NAME", "whose plan (default: who has most matches)",
                    &w.player),
        TEXT_OPTION("month", 0, "YYYY-MM", "the plan of that month (default: now)",
                    &w.month),
        FLAG_OPTION("again", 0, "make this month's plan anew", &w.again),
        FLAG_OPTION("json", 'j', "as JSON", &w.json),
        TEXT_OPTION("pdf", 0, "FILE",
                    "on paper, its positions as a quiz (- = standard output)", &w.pdf),
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
    if (w.pdf && w.json) return args_refuse("study plan", "one of --pdf and --json");
    if (w.pdf && out_file_check_binary("study plan", w.pdf, "a PDF") != EXIT_DONE)
        return EXIT_USAGE;
    if (w.pdf && !out_file_possible(w.pdf))
        return command_fail_file("study plan", w.pdf);
    desk d;
    status = place_open(&d, db, false);
    if (status == EXIT_DONE) status = run(&d, &w);
    desk_close(&d);
    return status;
}
