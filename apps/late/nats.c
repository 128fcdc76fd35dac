#include "nats.h"

late_nats_functions cnats;

alea_status late_nats_load(alea_error *error)
{
    static const char *const names[] = {LATE_NATS_FUNCTIONS(LATE_NAME)};
    static late_library library = {
        .file = ALEA_LATE_NATS,
        .names = names,
        .count = sizeof names / sizeof *names,
        .functions = &cnats,
    };
    return late_load(&library, error);
}
