/* `alea-train combine`: the contact net (and the prune net) of one weights file with
 * the race net of another: races can be trained in a run of their own. */
#include "brain.h"
#include "command.h"

#include <stdio.h>

int command_combine(int argc, char **argv)
{
    char reason[512] = "";
    brain b[2];
    if (argc != 4) {
        fprintf(stderr,
                "usage: alea-train combine CONTACT.weights RACE.weights OUT.weights"
                "\n");
        return STATUS_USAGE;
    }
    int status = brain_load(&b[0], argv[1], reason, sizeof reason);
    if (status == 0) {
        status = brain_load(&b[1], argv[2], reason, sizeof reason);
        if (status == 0) {
            model *race = b[0].net[ALEA_NET_RACE];
            b[0].net[ALEA_NET_RACE] = b[1].net[ALEA_NET_RACE];
            b[1].net[ALEA_NET_RACE] = race;
            status = brain_save(&b[0], argv[3], reason, sizeof reason);
            brain_free(&b[1]);
        }
        brain_free(&b[0]);
    }
    if (status != 0) fprintf(stderr, "alea-train: %s\n", reason);
    return status == 0 ? STATUS_DONE : STATUS_SYSTEM;
}
