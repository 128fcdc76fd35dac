/* `alea chouette`: one against a team. */
#include "cli/chouette/referee.h"
#include "cli/chouette/table.h"
#include "cli/io/args.h"
#include "list.h"

#include <stdio.h>
#include <string.h>

static const char about[] =
    "A chouette: the box against a team with its captain (docs/chouette.md):\n"
    "  alea chouette play Anna Ben Carla alea   at one keyboard; \"alea\" or alea:LEVEL is\n"
    "                                           a machine player; 3 to 10 players\n"
    "  alea chouette play --resume FILE         goes on with a record\n"
    "  alea chouette referee 4                  events of four players, one per line, from\n"
    "                                           standard input: each is applied or refused,\n"
    "                                           one JSON line each; \"state\" asks for it\n"
    "  alea chouette check FILE                 replays a record; \"-\": standard input\n"
    "  alea chouette options                    the options and what they are set to\n"
    "Options: those of the chouette, and those of its money games, such as jacoby.";

enum { LEAST = 3 };

static bool read_rules(const option_list *options, alea_chouette_rules *rules)
{
    *rules = alea_chouette_rules_default();
    for (size_t i = 0; i < options->count; i++) {
        char name[64];
        alea_error error = {0};
        const char *text = options->value[i], *equals = strchr(text, '=');
        if (!equals || (size_t)(equals - text) >= sizeof name) {
            args_refuse("chouette", "-o %.60s: expected KEY=VALUE", text);
            return false;
        }
        memcpy(name, text, (size_t)(equals - text));
        name[equals - text] = '\0';
        if (alea_chouette_set(rules, name, equals + 1, &error) != ALEA_OK) {
            args_refuse("chouette", "-o %.60s: %s", text, error.reason);
            return false;
        }
    }
    alea_error error = {0};
    if (alea_chouette_rules_check(rules, &error) == ALEA_OK) return true;
    args_refuse("chouette", "%s", error.reason);
    return false;
}

static int print_options(const alea_chouette_rules *rules)
{
    char value[48];
    for (int i = 0; alea_chouette_option(i); i++) {
        const char *name = alea_chouette_option(i);
        if (alea_chouette_get(rules, name, value, sizeof value) != ALEA_OK) continue;
        printf("%s=%s", name, value);
        for (int k = 0; alea_chouette_choice(name, k); k++)
            printf("%s%s", k ? " | " : "  (", alea_chouette_choice(name, k));
        puts(alea_chouette_choice(name, 0) ? ")" : "  (4 to 10)");
    }
    return EXIT_DONE;
}

static bool read_names(int count, char **names, chouette_setup *setup)
{
    setup->players = count;
    if (count < LEAST || count > ALEA_CHOUETTE_SEATS) {
        args_refuse("chouette", "play: name 3 to %d players", ALEA_CHOUETTE_SEATS);
        return false;
    }
    for (int i = 0; i < count; i++) {
        alea_error error = {0};
        int level;
        char *own = setup->names.name[i];
        snprintf(own, CHOUETTE_NAME_SIZE, "%s", names[i]);
        if (!chouette_name_is_good(names[i])) {
            args_refuse("chouette",
                        "\"%.40s\": a name has 2 to 31 letters or digits and no blanks",
                        names[i]);
            return false;
        }
        if (chouette_machine_level(names[i], &level, &error) != ALEA_OK) {
            args_refuse("chouette", "%s", error.reason);
            return false;
        }
        for (int k = 0; k < i; k++)
            if (strcmp(setup->names.name[k], own) == 0) {
                args_refuse("chouette", "two players are called \"%s\"", own);
                return false;
            }
    }
    return true;
}

static int play(int names, char **name, chouette_setup *setup)
{
    if (setup->resume && (names > 0 || setup->save))
        return args_refuse("chouette",
                           "--resume FILE has the players and is written on");
    if (!setup->resume && !read_names(names, name, setup)) return EXIT_USAGE;
    return chouette_play_run(setup);
}

int cmd_chouette(int argc, char **argv)
{
    option_list options = {0};
    bool json = false;
    int operands;
    chouette_setup setup = {.dice = "os"};
    const option_spec specs[] = {
        LIST_OPTION("option", 'o', "KEY=VALUE", "an option of the rules", &options),
        TEXT_OPTION("dice", 'd', "SOURCE", "play: os, seed:N or file:NAME",
                    &setup.dice),
        TEXT_OPTION("save", 's', "FILE", "play: keep the record in a new file",
                    &setup.save),
        TEXT_OPTION("resume", 'r', "FILE", "play: go on with a record", &setup.resume),
        FLAG_OPTION("json", 'j', "check: the state as JSON", &json),
        {0}};
    const args_spec spec = {"play NAME... | referee PLAYERS | check FILE | options",
                            about, specs, 1, 1 + ALEA_CHOUETTE_SEATS};
    int status = args_parse(&spec, argc, argv, &operands);
    if (status != ARGS_RUN) return status;
    const char *what = argv[1];
    if (!read_rules(&options, &setup.rules)) return EXIT_USAGE;
    if (strcmp(what, "play") == 0) return play(operands - 1, argv + 2, &setup);
    if (strcmp(what, "options") == 0 && operands == 1)
        return print_options(&setup.rules);
    if (operands != 2 && strcmp(what, "options") != 0)
        return args_refuse("chouette", "%.40s: one operand is missing or too many",
                           what);
    if (strcmp(what, "check") == 0) return chouette_check_run(argv[2], json);
    long long players;
    if (strcmp(what, "referee") != 0 || operands != 2)
        return args_refuse("chouette",
                           "\"%.40s\": expected play, referee, check or options", what);
    if (!args_integer(argv[2], LEAST, ALEA_CHOUETTE_SEATS, &players))
        return args_refuse("chouette", "referee: 3 to %d players", ALEA_CHOUETTE_SEATS);
    return chouette_referee_run(&setup.rules, (int)players);
}
