/* `alea-train combine`: takes the contact, race and prune net from several weights
 * files, because each can be trained in a run of its own. */
#include "command.h"
#include "trainer/fit/net_set.h"

#include <stdio.h>

/* Replaces one net of `into` by that of the file at `path`. */
static int take(net_set *into, const char *path, alea_net_kind kind, char *reason,
                size_t size)
{
    net_set other;
    if (net_set_load(&other, path, reason, size) != 0) return -1;
    model *given = into->net[kind];
    into->net[kind] = other.net[kind];
    other.net[kind] = given;
    net_set_free(&other);
    return 0;
}

int command_combine(int argc, char **argv)
{
    char reason[512] = "";
    net_set all;
    if (argc != 4 && argc != 5) {
        fprintf(stderr, "usage: alea-train combine CONTACT.weights RACE.weights "
                        "[PRUNE.weights] OUT.weights\n");
        return STATUS_USAGE;
    }
    int status = net_set_load(&all, argv[1], reason, sizeof reason);
    if (status == 0) {
        status = take(&all, argv[2], ALEA_NET_RACE, reason, sizeof reason);
        if (status == 0 && argc == 5)
            status = take(&all, argv[3], ALEA_NET_PRUNE, reason, sizeof reason);
        if (status == 0)
            status = net_set_save(&all, argv[argc - 1], reason, sizeof reason);
        net_set_free(&all);
    }
    if (status != 0) train_say("%s", reason);
    return status == 0 ? STATUS_DONE : STATUS_SYSTEM;
}
