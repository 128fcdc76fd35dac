/* alea study figures: whose analysis counts. */
#include "desk/figures.h"
#include "cli/io/args.h"
#include "cli/io/fail.h"
#include "list.h"
#include "place.h"
#include "json/text.h"

#include <stdio.h>
#include <string.h>

static void add_program(void *context, const char *program, int64_t decisions)
{
    json_array_append_new(context, json_pack("{s:s,s:I}", "program", program,
                                             "decisions", (json_int_t)decisions));
}

static void print_programs(const json_t *o)
{
    const char *choice = json_string_value(json_object_get(o, "figures"));
    const json_t *match = json_object_get(o, "match");
    size_t i;
    json_t *program;
    if (match) printf("match %lld: ", (long long)json_integer_value(match));
    printf("%s\n", choice);
    json_array_foreach(json_object_get(o, "programs"), i, program)
        printf("  %-24s %lld decisions\n",
               json_string_value(json_object_get(program, "program")),
               (long long)json_integer_value(json_object_get(program, "decisions")));
}

/* Prints whose figures count, for the desk or for one match. */
static alea_status show(desk *d, int64_t match, bool json, alea_error *error)
{
    char choice[FIGURES_CHOICE];
    json_t *programs = json_array();
    alea_status status = match ? figures_of_match(d, match, choice, error)
                               : figures_of_desk(d, choice, error);
    if (status == ALEA_OK)
        status = figures_programs(d, match, add_program, programs, error);
    json_t *o = json_pack("{s:s,s:o}", "figures", choice, "programs", programs);
    if (match) json_object_set_new(o, "match", json_integer(match));
    if (status == ALEA_OK && json)
        json_print_line(stdout, json_incref(o));
    else if (status == ALEA_OK)
        print_programs(o);
    json_decref(o);
    return status;
}

static alea_status choose(desk *d, const char *choice, int64_t match, alea_error *error)
{
    return match ? figures_choose_match(d, match, choice, error)
                 : figures_choose(d, choice, error);
}

/* Makes the choice for each of the matches in `text`, or for the desk if there is none;
 * without `choice` shows what is chosen. */
static int each(desk *d, const char *choice, char **text, int count, bool json)
{
    alea_error error = {0};
    for (int i = 0; i < count || i == 0; i++) {
        long long match = 0;
        if (count) args_integer(text[i], 1, INT64_MAX / 2, &match);
        alea_status status = choice ? choose(d, choice, match, &error) : ALEA_OK;
        if (status == ALEA_OK) status = show(d, match, json, &error);
        if (status == ALEA_ERROR_ARGUMENT)
            return args_refuse("study figures", "%s", error.reason);
        if (status != ALEA_OK) return place_failed(&error);
    }
    return EXIT_DONE;
}

int verb_figures(int argc, char **argv)
{
    const char *db = NULL;
    bool json = false;
    long long number;
    const option_spec options[] = {
        PLACE_OPTION(db),
        FLAG_OPTION("json", 'j', "one JSON object per line", &json),
        {0}};
    const args_spec spec = {
        .operands = "[CHOICE] [MATCH...]",
        .about =
            "Whose analysis counts where several programs have judged a decision: in find,\n"
            "stats, list, train, plan. With numbers: of these matches, else of all that\n"
            "have no choice of their own. CHOICE is\n"
            "  first    what the desk got first (the default)\n"
            "  ours     alea's (alea study analyse --again makes it)\n"
            "  filed    that of the match files\n"
            "  NAME     that of a program, such as \"eXtreme Gammon\"\n"
            "  desk     of a match: as the desk says\n"
            "Where that program has not judged a decision, the first analysis counts.\n"
            "All of them stay. Without CHOICE: what was chosen, and who has judged how\n"
            "many decisions.",
        .options = options,
        .least = 0,
        .most = -1};
    int operands, status = args_parse(&spec, argc, argv, &operands);
    if (status != ARGS_RUN) return status;
    const bool chooses =
        operands > 0 && !args_integer(argv[1], 1, INT64_MAX / 2, &number);
    for (int i = 1 + chooses; i <= operands; i++)
        if (!args_integer(argv[i], 1, INT64_MAX / 2, &number))
            return args_refuse("study figures",
                               "\"%.40s\" is not the number of a "
                               "match (see alea study list)",
                               argv[i]);
    desk d;
    status = place_open(&d, db, false);
    if (status == EXIT_DONE)
        status = each(&d, chooses ? argv[1] : NULL, argv + 1 + chooses,
                      operands - chooses, json);
    desk_close(&d);
    return status;
}
