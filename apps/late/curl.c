#include "curl.h"

late_curl_functions curl;

alea_status late_curl_load(alea_error *error)
{
    static const char *const names[] = {LATE_CURL_FUNCTIONS(LATE_NAME)};
    static late_library library = {
        .file = ALEA_LATE_CURL,
        .names = names,
        .count = sizeof names / sizeof *names,
        .functions = &curl,
    };
    return late_load(&library, error);
}
