#include "tables.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static alea_hypergammon *hypergammon; /* NULL: none */

static bool in_folder(const char *folder, const char *below, char *out)
{
    if (!folder || *folder != '/') return false;
    const int n =
        snprintf(out, TABLES_PATH_SIZE, "%s%s/alea/hypergammon.bearoff", folder, below);
    return n < TABLES_PATH_SIZE && access(out, F_OK) == 0;
}

/* Where the hypergammon table is looked for: $ALEA_HYPERGAMMON (empty = no table), else
 * alea/hypergammon.bearoff below $XDG_DATA_HOME or ~/.local/share, else below
 * /usr/local/share and /usr/share. False if none of them exists. */
static bool tables_hypergammon_path(char out[TABLES_PATH_SIZE])
{
    const char *given = getenv("ALEA_HYPERGAMMON"), *data = getenv("XDG_DATA_HOME");
    if (given)
        return *given &&
               snprintf(out, TABLES_PATH_SIZE, "%s", given) < TABLES_PATH_SIZE;
    return (data && *data == '/' ? in_folder(data, "", out)
                                 : in_folder(getenv("HOME"), "/.local/share", out)) ||
           in_folder("/usr/local/share", "", out) || in_folder("/usr/share", "", out);
}

static void open_once(void)
{
    char path[TABLES_PATH_SIZE];
    alea_error error = {0};
    if (!tables_hypergammon_path(path)) return;
    if (alea_hypergammon_open_file(path, false, &hypergammon, &error) != ALEA_OK) {
        hypergammon = NULL;
        fprintf(stderr, "alea: %.200s: %s; hypergammon is judged without it\n", path,
                error.reason);
    }
}

/* Whether there is one. */
static bool tables_has_hypergammon(void)
{
    pthread_once(&once, open_once);
    return hypergammon != NULL;
}

void tables_attach(alea_evaluator *evaluator)
{
    if (tables_has_hypergammon())
        alea_evaluator_set_hypergammon(evaluator, hypergammon);
}
