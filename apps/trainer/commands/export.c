/* `alea-train export`: a net file from float weights, its units in the order that is
 * computed fastest. */
#include "command.h"
#include "trainer/fit/arrange.h"

#include <stdio.h>

int command_export(int argc, char **argv)
{
    static const char *const name[ARRANGED_NETS] = {"contact", "race"};
    char reason[512] = "";
    net_set b;
    if (argc != 3) {
        fprintf(stderr, "usage: alea-train export FILE.weights FILE.net\n");
        return STATUS_USAGE;
    }
    int status = net_set_load(&b, argv[1], reason, sizeof reason);
    if (status == 0) {
        arrangement share[ARRANGED_NETS];
        status = net_set_arrange(&b, share, reason, sizeof reason);
        if (status == 0) status = net_set_export(&b, argv[2], reason, sizeof reason);
        for (int k = 0; status == 0 && k < ARRANGED_NETS; k++)
            if (share[k].before > 0)
                printf("%s: %.1f %% of the pairs of units are in use, %.1f %% in "
                       "the order of before\n",
                       name[k], 100 * share[k].after, 100 * share[k].before);
        net_set_free(&b);
    }
    if (status != 0) train_say("%s", reason);
    return status == 0 ? STATUS_DONE : STATUS_SYSTEM;
}
