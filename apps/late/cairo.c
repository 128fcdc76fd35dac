#include "cairo.h"

late_cairo_functions cairo;

alea_status late_cairo_load(alea_error *error)
{
    static const char *const names[] = {LATE_CAIRO_FUNCTIONS(LATE_NAME)};
    static late_library library = {
        .file = ALEA_LATE_CAIRO,
        .names = names,
        .count = sizeof names / sizeof *names,
        .functions = &cairo,
    };
    return late_load(&library, error);
}
