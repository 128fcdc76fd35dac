#include "command.h"
#include "trainer/fit/net_set.h"

#include <stdio.h>

int command_export(int argc, char **argv)
{
    char reason[512] = "";
    net_set b;
    if (argc != 3) {
        fprintf(stderr, "usage: alea-train export FILE.weights FILE.net\n");
        return STATUS_USAGE;
    }
    int status = net_set_load(&b, argv[1], reason, sizeof reason);
    if (status == 0) {
        status = net_set_export(&b, argv[2], reason, sizeof reason);
        net_set_free(&b);
    }
    if (status != 0) train_say("%s", reason);
    return status == 0 ? STATUS_DONE : STATUS_SYSTEM;
}
