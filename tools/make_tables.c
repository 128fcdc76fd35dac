/* Build tool: writes the two standard bear-off tables into a folder. */
#include <alea/bearoff.h>

#include "engine/bearoff/embedded.h"

#include <stdio.h>

/* Nothing is embedded yet while the tables are being made. */
alea_embedded alea_embedded_one_sided(void)
{
    return (alea_embedded){0};
}

alea_embedded alea_embedded_two_sided(void)
{
    return (alea_embedded){0};
}

static int make(alea_bearoff_kind kind, int checkers, const char *folder,
                const char *name)
{
    char path[4096];
    alea_error error;
    alea_bearoff_job job = {
        .kind = kind, .points = 6, .checkers = checkers, .threads = 2};
    if (snprintf(path, sizeof path, "%s/%s", folder, name) >= (int)sizeof path)
        return 1;
    if (alea_bearoff_make_file(&job, path, &error) == ALEA_OK) return 0;
    fprintf(stderr, "%s: %s\n", path, error.reason);
    return 1;
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: make_tables FOLDER\n");
        return 2;
    }
    return make(ALEA_BEAROFF_ONE_SIDED, ALEA_CHECKERS, argv[1], "one_sided.bearoff") |
           make(ALEA_BEAROFF_TWO_SIDED, 6, argv[1], "two_sided.bearoff");
}
