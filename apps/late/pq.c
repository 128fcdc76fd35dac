#include "pq.h"

late_pq_functions pq;

alea_status late_pq_load(alea_error *error)
{
    static const char *const names[] = {LATE_PQ_FUNCTIONS(LATE_NAME)};
    static late_library library = {
        .file = ALEA_LATE_PQ,
        .names = names,
        .count = sizeof names / sizeof *names,
        .functions = &pq,
    };
    return late_load(&library, error);
}
