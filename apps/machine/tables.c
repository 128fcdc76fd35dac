#include "tables.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static pthread_once_t once = PTHREAD_ONCE_INIT, once_exact = PTHREAD_ONCE_INIT;
static alea_hypergammon *hypergammon; /* NULL: none */
static alea_ur *ur;                   /* NULL: none */
static alea_tables_exact exact;

static bool in_folder(const char *folder, const char *below, const char *name,
                      char *out)
{
    if (!folder || *folder != '/') return false;
    const int n = snprintf(out, TABLES_PATH_SIZE, "%s%s/alea/%s", folder, below, name);
    return n < TABLES_PATH_SIZE && access(out, F_OK) == 0;
}

/* Where a table is looked for: $variable (empty = no table), else alea/name below
 * $XDG_DATA_HOME or ~/.local/share, else below /usr/local/share and /usr/share. False
 * if none of them exists. */
static bool find_table(const char *variable, const char *name,
                       char out[TABLES_PATH_SIZE])
{
    const char *given = getenv(variable), *data = getenv("XDG_DATA_HOME");
    if (given)
        return *given &&
               snprintf(out, TABLES_PATH_SIZE, "%s", given) < TABLES_PATH_SIZE;
    return (data && *data == '/'
                ? in_folder(data, "", name, out)
                : in_folder(getenv("HOME"), "/.local/share", name, out)) ||
           in_folder("/usr/local/share", "", name, out) ||
           in_folder("/usr/share", "", name, out);
}

static void open_once(void)
{
    char path[TABLES_PATH_SIZE];
    alea_error error = {0};
    if (!find_table("ALEA_HYPERGAMMON", "hypergammon.bearoff", path)) return;
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

static void open_ur(void)
{
    char path[TABLES_PATH_SIZE];
    alea_error error = {0};
    if (!find_table("ALEA_UR", "ur.bearoff", path)) return;
    if (alea_ur_open_file(path, false, &ur, &error) != ALEA_OK) {
        ur = NULL;
        fprintf(stderr, "alea: %.200s: %s; the game of Ur is judged without it\n", path,
                error.reason);
    }
}

static void open_exact(void)
{
    alea_bearoff *one_sided, *two_sided;
    open_ur();
    exact.ur = ur;
    /* A build may leave them out; the nets judge endings then. */
    if (alea_bearoff_open_standard(ALEA_BEAROFF_ONE_SIDED, &one_sided, NULL) == ALEA_OK)
        exact.one_sided = one_sided;
    if (alea_bearoff_open_standard(ALEA_BEAROFF_TWO_SIDED, &two_sided, NULL) == ALEA_OK)
        exact.two_sided = two_sided;
}

const alea_tables_exact *tables_exact(void)
{
    pthread_once(&once_exact, open_exact);
    return &exact;
}
