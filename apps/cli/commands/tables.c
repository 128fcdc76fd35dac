/* `alea tables`: matches of other tables games. */
#include "cli/io/args.h"
#include "cli/tables/commands.h"
#include "cli/tables/game.h"
#include "list.h"

#include <stdio.h>
#include <string.h>

static const char about[] =
    "Other tables games (docs/tables.md):\n"
    "  alea tables list               the games\n"
    "  alea tables options fevga      its options and what they are set to\n"
    "  alea tables referee tavli      events of a match, one per line, from standard input:\n"
    "                                 each is applied or refused, one JSON line each\n"
    "  alea tables check FILE         replays the record of a match; \"-\": standard input\n"
    "  alea tables random nardi       games with random dice and plays, each event and board\n"
    "                                 checked: their number, length, draws and points\n"
    "An event is written as in a record: opening 5 2, A roll 3 1, A play 24/21 24/23, next;\n"
    "\"state\" asks for the state. Legal turns of a position: alea plays --game.";

static int list(void)
{
    for (int i = 0; alea_tables_game(i); i++) puts(alea_tables_game(i));
    puts("tavli");
    return EXIT_DONE;
}

static int print_options(const alea_tables_series *series)
{
    char value[128];
    for (int g = 0; g < series->games; g++) {
        const alea_tables_rules *rules = &series->game[g];
        if (series->games > 1) printf("%s%s:\n", g ? "\n" : "", rules->name);
        for (int i = 0; alea_tables_option(i); i++) {
            const char *name = alea_tables_option(i);
            if (alea_tables_get(rules, name, value, sizeof value) == ALEA_OK)
                printf("%s=%s\n", name, value);
        }
    }
    return EXIT_DONE;
}

int cmd_tables(int argc, char **argv)
{
    option_list options = {0};
    bool json = false;
    long long count = 1000, seed = 1;
    int operands;
    alea_tables_series series;
    const option_spec specs[] = {
        LIST_OPTION("option", 'o', "KEY=VALUE", "an option of the game", &options),
        FLAG_OPTION("json", 'j', "check: the state as JSON", &json),
        INTEGER_OPTION("count", 'c', "N", "random: how many games (default 1000)",
                       &count, 1, 100000000),
        INTEGER_OPTION("seed", 0, "N", "random: of the dice and plays (default 1)",
                       &seed, 0, 1000000000),
        {0}};
    const args_spec spec = {
        "list | options GAME | referee GAME | check FILE | random GAME", about, specs,
        1, 2};
    int status = args_parse(&spec, argc, argv, &operands);
    if (status != ARGS_RUN) return status;
    const char *what = argv[1];
    if (strcmp(what, "list") == 0) {
        if (operands > 1) return args_refuse("tables", "list has no operand");
        return list();
    }
    const bool wants_options = strcmp(what, "options") == 0;
    const bool check = strcmp(what, "check") == 0;
    const bool random = strcmp(what, "random") == 0;
    if (!wants_options && !check && !random && strcmp(what, "referee") != 0)
        return args_refuse(
            "tables", "\"%.40s\": expected list, options, referee, check or random",
            what);
    if (operands < 2)
        return args_refuse("tables", "%s: missing %s", what, check ? "FILE" : "GAME");
    if (check) return tables_check_run(argv[2], json);
    if (!tables_series_read("tables", argv[2], &options, &series)) return EXIT_USAGE;
    if (random) return tables_games_run(&series, count, seed);
    return wants_options ? print_options(&series) : tables_referee_run(&series);
}
