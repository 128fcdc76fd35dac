/* Options of AddressSanitizer in every program of the debug build, before those of
 * $ASAN_OPTIONS. The undefined-behaviour checks end in a trap (CMakePresets.json): the
 * report of the signal names file, line and the calls that led there. */
const char *__asan_default_options(void);

__attribute__((visibility("default"), used)) const char *__asan_default_options(void)
{
    return "handle_sigill=1";
}
