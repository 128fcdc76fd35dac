/* alea study alias: people with several names are one. */
#include "cli/io/args.h"
#include "desk/labels.h"
#include "desk/order/people.h"
#include "list.h"
#include "place.h"

#include <stdio.h>

static void print_alias(void *context, const people_pair *pair)
{
    (void)context;
    printf("%s is %s\n", pair->name, pair->person);
}

static void print_suggestion(void *context, const people_pair *pair)
{
    int *said = context;
    if ((*said)++ == 0) puts("Perhaps one person:");
    printf("  alea study alias \"%s\" \"%s\"  (%d and %d matches)\n", pair->name,
           pair->person, pair->name_matches, pair->person_matches);
}

static int print_people(desk *d, bool suggests)
{
    alea_error error = {0};
    int said = 0;
    const alea_status status = suggests
                                   ? people_suggest(d, print_suggestion, &said, &error)
                                   : people_aliases(d, print_alias, NULL, &error);
    if (status != ALEA_OK) return place_failed(&error);
    if (suggests && said == 0) puts("No two names look like one person.");
    return EXIT_DONE;
}

int verb_alias(int argc, char **argv)
{
    const char *db = NULL;
    bool suggests = false, removes = false;
    const option_spec options[] = {
        PLACE_OPTION(db),
        FLAG_OPTION("suggest", 0, "names that look like one person", &suggests),
        FLAG_OPTION("remove", 0, "NAME is somebody else again", &removes),
        {0}};
    const args_spec spec = {
        .operands = "[NAME [PERSON]]",
        .about =
            "NAME in match files is PERSON: searches, statistics and cards take them as\n"
            "one, and find the person by each name. Without operands: all aliases.\n"
            "  alea study alias \"A. Meyer\" \"Anna Meyer\"",
        .options = options,
        .least = 0,
        .most = 2};
    int operands, status = args_parse(&spec, argc, argv, &operands);
    if (status != ARGS_RUN) return status;
    if (operands != (removes ? 1 : operands == 0 ? 0 : 2) || (suggests && operands > 0))
        return args_refuse("study alias",
                           "NAME PERSON, or --remove NAME, or --suggest");
    desk d;
    alea_error error = {0};
    status = place_open(&d, db, false);
    if (status == EXIT_DONE && operands == 0) {
        status = print_people(&d, suggests);
    } else if (status == EXIT_DONE) {
        const alea_status done =
            label_alias(&d, argv[1], removes ? "" : argv[2], &error);
        if (done != ALEA_OK)
            status = done == ALEA_ERROR_ARGUMENT
                         ? args_refuse("study alias", "%s", error.reason)
                         : place_failed(&error);
    }
    desk_close(&d);
    return status;
}
