/* alea study find: decisions by what is on the board and what they cost. */
#include "cli/io/args.h"
#include "cli/io/fail.h"
#include "desk/search/fields.h"
#include "desk/views/hits.h"
#include "list.h"
#include "place.h"
#include "json/text.h"

#include <alea/notation.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print_hit(const desk_hits *s, const desk_hit *h, bool json)
{
    const desk_hit_match *m = desk_hit_of(s, h);
    const int by = h->row.by == 1;
    char xgid[ALEA_XGID_SIZE] = "";
    alea_position position;
    desk_row_position(&h->row, m->length, &position);
    alea_xgid_write(&position, xgid);
    const char *action = alea_event_name((alea_event_type)h->row.action);
    if (!json) {
        char loss[16] = "-";
        if (!isnan(h->row.loss))
            snprintf(loss, sizeof loss, "%.3f", (double)h->row.loss);
        printf("%lld:%u  game %u turn %u  %s (against %s)  %s  loss %s\n    %s\n",
               (long long)m->match, h->row.entry, h->row.game, h->row.turn,
               m->player[by], m->player[1 - by], action, loss, xgid);
        return;
    }
    json_print_line(stdout, desk_hit_json(s, h));
}

static int print_terms(void)
{
    char form[FIELD_NAMES], help[FIELD_HELP];
    const field *f;
    for (int i = 0; (f = field_at(i)); i++) {
        field_form(f, form);
        field_help(f, help);
        printf("%-24s %s\n", form, help);
    }
    puts(
        "Also: not TERM; ( TERM or TERM ); @NAME, a saved search. TEXT after == stands "
        "as it is.");
    return EXIT_DONE;
}

static int print_searches(desk *d)
{
    alea_error error = {0};
    alea_status status = ALEA_ERROR_FILE;
    sqlite3_stmt *st = desk_prepare(
        d, "SELECT name, replace(terms, char(10), ' ') FROM searches", &error);
    while (st && desk_next(d, st, &status, &error))
        printf("%s: %s\n", desk_text(st, 0), desk_text(st, 1));
    return status == ALEA_OK ? EXIT_DONE : place_failed(&error);
}

static int search(desk *d, desk_hits *s, const char *const *text, int count, bool json,
                  bool only_count, const char *save)
{
    alea_error error = {0};
    terms *t = calloc(1, sizeof *t);
    if (!t) return command_fail_memory("study find");
    alea_status status = desk_read_terms(d, t, text, count, &error);
    if (status == ALEA_OK && save)
        status = desk_save_search(d, save, text, count, &error);
    const bool usable = status == ALEA_OK;
    int64_t lacking = 0;
    if (usable && only_count) s->limit = 0;
    if (usable && !save) status = desk_find(d, t, desk_keep_hit, s, &error);
    if (usable && status == ALEA_OK && !save)
        status = desk_find_lacks(d, t, &lacking, &error);
    free(t);
    if (!usable && status == ALEA_ERROR_ARGUMENT)
        return args_refuse("study find", "%s", error.reason);
    if (status != ALEA_OK) return place_failed(&error);
    if (s->failed) return command_fail_memory("study find");
    if (save) return EXIT_DONE;
    desk_sort_hits(s);
    for (size_t i = 0; i < s->hits; i++) print_hit(s, &s->hit[i], json);
    if (!json)
        printf(only_count ? "%zu\n" : "%zu found\n", s->found);
    else if (only_count)
        printf("{\"found\": %zu}\n", s->found);
    if (lacking)
        command_say("study find",
                    "%lld match%s stored by an earlier alea lack%s what these terms "
                    "ask for: run alea study analyse, then search again",
                    (long long)lacking, lacking == 1 ? "" : "es",
                    lacking == 1 ? "s" : "");
    return EXIT_DONE;
}

int verb_find(int argc, char **argv)
{
    desk_hits s = {.limit = 20};
    const char *db = NULL, *save = NULL, *forget = NULL, *sort = "match";
    bool json = false, count = false, all = false, list = false, help = false;
    const option_spec options[] = {
        PLACE_OPTION(db),
        INTEGER_OPTION("limit", 'n', "N", "print at most so many (default 20)",
                       &s.limit, 1, INT32_MAX),
        FLAG_OPTION("all", 'a', "print all", &all),
        TEXT_OPTION("sort", 0, "match|error",
                    "order of the list (default match); error: costliest first", &sort),
        FLAG_OPTION("count", 'c', "print only how many there are", &count),
        FLAG_OPTION("json", 'j', "one JSON object per line", &json),
        TEXT_OPTION("save", 0, "NAME", "save these terms; @NAME is then a term", &save),
        TEXT_OPTION("forget", 0, "NAME", "remove a saved search", &forget),
        FLAG_OPTION("saved", 0, "list the saved searches", &list),
        FLAG_OPTION("terms", 0, "list all terms", &help),
        {0}};
    const args_spec spec = {
        .operands = "[not] TERM...",
        .about =
            "Decisions that match all terms; \"or\" stands between alternatives.\n"
            "Positions are seen by the player who decides, so colours do not matter.\n"
            "  alea study find player=Ann error>=0.08\n"
            "  alea study find prime>=4 their-bar=1,2 not money\n"
            "  alea study find dice=31 point=6,8 pips=140..167 --sort error\n"
            "  alea study find class=missed_double '(' phase=race or lead'>'20 ')'",
        .options = options,
        .least = 0,
        .most = -1};
    int operands, status = args_parse(&spec, argc, argv, &operands);
    if (status != ARGS_RUN) return status;
    s.by_error = strcmp(sort, "error") == 0;
    if (!s.by_error && strcmp(sort, "match") != 0)
        return args_refuse("study find", "--sort is match or error, not \"%.40s\"",
                           sort);
    if (save && (!*save || strchr(save, '\n')))
        return args_refuse("study find", "--save needs a name in one line");
    if (all) s.limit = -1;
    if (help) return print_terms();
    desk d;
    alea_error error = {0};
    status = place_open(&d, db, false);
    if (status == EXIT_DONE && list) {
        status = print_searches(&d);
    } else if (status == EXIT_DONE && forget) {
        if (desk_forget_search(&d, forget, &error) != ALEA_OK)
            status = place_failed(&error);
    } else if (status == EXIT_DONE) {
        status =
            search(&d, &s, (const char *const *)argv + 1, operands, json, count, save);
    }
    desk_hits_free(&s);
    desk_close(&d);
    return status;
}
