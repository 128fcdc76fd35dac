/* alea study stats: PR, errors and luck, by player, month, score and more. */
#include "cli/io/args.h"
#include "desk/views/groups.h"
#include "list.h"
#include "place.h"
#include "json/text.h"

#include <stdio.h>
#include <stdlib.h>

static void print_quoted(const char *text)
{
    putchar('"');
    /* A spreadsheet takes these first characters for a formula. */
    if (*text == '=' || *text == '+' || *text == '-' || *text == '@') putchar('\'');
    for (; *text; text++) {
        if (*text == '"') putchar('"');
        putchar(*text);
    }
    putchar('"');
}

static void print_csv(const desk_stats *s, const char *by)
{
    printf("%s,matches,decisions,pr,loss,doubtful,errors,blunders,rolls,luck,"
           "jokers,anti_jokers,hinted\n",
           by);
    for (size_t i = 0; i < s->count; i++) {
        const desk_group *g = &s->group[i];
        print_quoted(g->key);
        printf(",%lld,%lld,", (long long)g->matches, (long long)g->decisions);
        if (g->decisions) printf("%.3f", desk_group_pr(g));
        printf(",%.4f,%lld,%lld,%lld,%lld,%.4f,%lld,%lld,%lld\n", g->loss,
               (long long)g->marks[ALEA_MARK_DOUBTFUL],
               (long long)g->marks[ALEA_MARK_ERROR],
               (long long)g->marks[ALEA_MARK_BLUNDER], (long long)g->rolls, g->luck,
               (long long)g->jokers, (long long)g->anti_jokers, (long long)g->hinted);
    }
}

static void print_text(const desk_stats *s, const char *by)
{
    printf("%-32s %8s %10s %7s %6s %8s %9s %6s\n", by, "matches", "decisions", "PR",
           "errors", "blunders", "luck", "jokers");
    for (size_t i = 0; i < s->count; i++) {
        const desk_group *g = &s->group[i];
        char pr[16] = "-";
        if (g->decisions) snprintf(pr, sizeof pr, "%.2f", desk_group_pr(g));
        printf("%-32s %8lld %10lld %7s %6lld %8lld %+9.3f %6lld\n",
               *g->key ? g->key : "-", (long long)g->matches, (long long)g->decisions,
               pr, (long long)g->marks[ALEA_MARK_ERROR],
               (long long)g->marks[ALEA_MARK_BLUNDER], g->luck, (long long)g->jokers);
    }
    if (s->count == 0) printf("nothing found\n");
    long long hinted = 0;
    for (size_t i = 0; i < s->count; i++) hinted += s->group[i].hinted;
    if (hinted)
        printf("%lld decision%s with a hint %s not counted.\n", hinted,
               hinted == 1 ? "" : "s", hinted == 1 ? "is" : "are");
}

int verb_stats(int argc, char **argv)
{
    const char *db = NULL, *by = "player";
    bool json = false, csv = false;
    const option_spec options[] = {
        PLACE_OPTION(db),
        TEXT_OPTION("by", 'b', "WHAT", "one line for each (default player)", &by),
        FLAG_OPTION("json", 'j', "as JSON", &json),
        FLAG_OPTION("csv", 0, "as CSV", &csv),
        {0}};
    const args_spec spec = {
        .operands = "[not] TERM...",
        .about =
            "PR, errors and luck of the decisions that match all terms (those of alea study\n"
            "find), by all, player, opponent, event, month, year, length, score, phase, kind,\n"
            "theme, class (of cube error), opening (the first roll), reply (to it), roll,\n"
            "game or match. With --json each group has the terms that find its decisions.\n"
            "  alea study stats player=Ann --by month",
        .options = options,
        .least = 0,
        .most = -1};
    int operands, status = args_parse(&spec, argc, argv, &operands);
    if (status != ARGS_RUN) return status;
    if (json && csv) return args_refuse("study stats", "--json or --csv, not both");
    desk d;
    alea_error error = {0};
    desk_stats stats = {0};
    terms *t = calloc(1, sizeof *t);
    status = place_open(&d, db, false);
    alea_status done = t ? ALEA_OK : ALEA_ERROR_MEMORY;
    if (status == EXIT_DONE && done == ALEA_OK)
        done = desk_read_terms(&d, t, (const char *const *)argv + 1, operands, &error);
    if (status == EXIT_DONE && done == ALEA_OK)
        done = desk_stats_of(&d, t, by, &stats, &error);
    free(t);
    desk_close(&d);
    if (status != EXIT_DONE) return status;
    if (done == ALEA_ERROR_ARGUMENT)
        return args_refuse("study stats", "%s", error.reason);
    if (done != ALEA_OK) return place_failed(&error);
    if (json)
        json_print_line(stdout, desk_groups_json(&stats, by));
    else if (csv)
        print_csv(&stats, by);
    else
        print_text(&stats, by);
    free(stats.group);
    return EXIT_DONE;
}
