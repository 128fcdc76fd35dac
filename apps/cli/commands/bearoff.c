/* alea bearoff: the verbs about exact tables. */
#include "cli/io/args.h"
#include "cli/io/command.h"
#include "list.h"

#include <stdio.h>
#include <string.h>

int cmd_bearoff(int argc, char **argv)
{
    static const struct {
        const char *name;
        command_run *run;
    } verbs[] = {
        {"show", bearoff_show}, {"make", bearoff_make}, {"verify", bearoff_verify}};
    for (size_t i = 0; argc > 1 && i < sizeof verbs / sizeof *verbs; i++)
        if (strcmp(argv[1], verbs[i].name) == 0) {
            char name[32]; /* what usage and messages call it */
            snprintf(name, sizeof name, "bearoff %s", verbs[i].name);
            argv[1] = name;
            return verbs[i].run(argc - 1, argv + 1);
        }
    const args_spec spec = {
        .operands = "show|make|verify ...",
        .about =
            "Exact bear-off tables. Each verb has its own --help:\n"
            "  show ID...|-         what the tables say of a position\n"
            "  make --output FILE   compute a table, larger than the built-in ones\n"
            "  verify FILE...       check table files",
        .least = 1,
        .most = -1};
    int operands, status = args_parse(&spec, argc, argv, &operands);
    if (status != ARGS_RUN) return status;
    return args_refuse("bearoff", "the verbs are show, make and verify, not '%s'",
                       argv[1]);
}
