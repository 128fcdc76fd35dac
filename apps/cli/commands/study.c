/* alea study: the student's desk. Finds the verb and runs it. */
#include "base/nearest.h"
#include "cli/io/args.h"
#include "cli/study/list.h"
#include "list.h"

#include <stdio.h>
#include <string.h>

static const struct verb {
    const char *name;
    command_run *run;
} verbs[] = {
    {"add", verb_add},        {"analyse", verb_analyse}, {"find", verb_find},
    {"tag", verb_tag},        {"note", verb_note},       {"collect", verb_collect},
    {"stats", verb_stats},    {"train", verb_train},     {"drill", verb_drill},
    {"export", verb_export},  {"import", verb_import},   {"shelf", verb_shelf},
    {"race", verb_race},      {"list", verb_list},       {"rename", verb_rename},
    {"remove", verb_remove},  {"bin", verb_bin},         {"cards", verb_cards},
    {"alias", verb_alias},    {"merge", verb_merge},     {"plan", verb_plan},
    {"figures", verb_figures}};

int cmd_study(int argc, char **argv)
{
    for (size_t i = 0; argc > 1 && i < sizeof verbs / sizeof *verbs; i++)
        if (strcmp(argv[1], verbs[i].name) == 0) {
            char name[32]; /* as it appears in usage and messages */
            snprintf(name, sizeof name, "study %s", verbs[i].name);
            argv[1] = name;
            return verbs[i].run(argc - 1, argv + 1);
        }
    const args_spec spec = {
        .operands = "VERB ...",
        .about = "Your matches in one file: add them and study them. Each verb has its "
                 "own --help:\n"
                 "  add FILE|DIR...   add match files\n"
                 "  analyse           alea's analysis of what the files left open\n"
                 "  find TERM...      decisions by position, cost, player, date\n"
                 "  stats [TERM...]   PR, errors and luck by player, month, score ...\n"
                 "  list, rename, remove, bin   keep the matches in order\n"
                 "  alias NAME PERSON   people with several names are one\n"
                 "  figures CHOICE    whose analysis counts: ours, the files' ...\n"
                 "  merge OTHER       another desk brought into this one\n"
                 "  tag, note, collect   write beside matches and decisions\n"
                 "  plan              what you would gain where: three things a month\n"
                 "  train             your own errors as cards, five new ones a day\n"
                 "  cards             list, suspend or remove cards\n"
                 "  drill KIND        pip counts, take points, bear-offs by the clock\n"
                 "  export, import FILE.apkg   the cards as an Anki package\n"
                 "  shelf NAME        reference tables for every score\n"
                 "  race ID...        race formulas beside the exact figures",
        .least = 1,
        .most = -1};
    int operands, status = args_parse(&spec, argc, argv, &operands);
    if (status != ARGS_RUN) return status;
    const char *names[sizeof verbs / sizeof *verbs];
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++) names[i] = verbs[i].name;
    char hint[ALEA_HINT_SIZE];
    alea_nearest_hint(argv[1], names, sizeof verbs / sizeof *verbs, hint);
    return args_refuse("study", "\"%.40s\" is no verb%s", argv[1],
                       *hint ? hint : " (see alea study --help)");
}
