#include "tables.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static pthread_once_t once = PTHREAD_ONCE_INIT, once_ur = PTHREAD_ONCE_INIT;
static alea_hypergammon *hypergammon; /* NULL: none */
static alea_ur *ur;                   /* NULL: none */
static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;

/* Men of a side in a two-sided table that the process makes. */
enum { MEN_EXACT = 5 };

/* The bear-off tables of one kind of throws. */
typedef struct bearoffs {
    bool tried;
    alea_bearoff *one_sided, *two_sided; /* NULL: none */
} bearoffs;

static bearoffs of_throws[2][2]; /* [4 steps a double][chained], behind the gate */

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

/* NULL where there is no memory for it; the nets judge endings then. */
static alea_bearoff *open_bearoff(alea_bearoff_throws throws, alea_bearoff_kind kind)
{
    alea_bearoff *table;
    const bool two = kind == ALEA_BEAROFF_TWO_SIDED;
    const alea_status status =
        throws.double_steps == 4 && !throws.chained
            ? alea_bearoff_open_standard(kind, &table, NULL)
            : alea_bearoff_make_for(throws, kind, two ? MEN_EXACT : ALEA_CHECKERS,
                                    &table, NULL);
    return status == ALEA_OK ? table : NULL;
}

alea_tables_exact tables_exact(const alea_tables_rules *rules)
{
    alea_tables_exact exact = {0};
    alea_bearoff_throws throws;
    pthread_once(&once_ur, open_ur);
    exact.ur = ur;
    if (!alea_tables_throws(rules, &throws)) return exact;
    bearoffs *b = &of_throws[throws.double_steps == 4][throws.chained];
    pthread_mutex_lock(&gate);
    if (!b->tried) {
        b->one_sided = open_bearoff(throws, ALEA_BEAROFF_ONE_SIDED);
        b->two_sided = open_bearoff(throws, ALEA_BEAROFF_TWO_SIDED);
        b->tried = true;
    }
    exact.one_sided = b->one_sided;
    exact.two_sided = b->two_sided;
    pthread_mutex_unlock(&gate);
    return exact;
}
