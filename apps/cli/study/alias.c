/* alea study alias: people with several names are one. */
#include "cli/io/args.h"
#include "cli/io/fail.h"
#include "desk/labels.h"
#include "list.h"
#include "place.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static int print_aliases(desk *d)
{
    alea_error error = {0};
    alea_status status = ALEA_ERROR_FILE;
    sqlite3_stmt *st = desk_prepare(
        d, "SELECT person, name FROM aliases ORDER BY person, name", &error);
    while (st && desk_next(d, st, &status, &error))
        printf("%s is %s\n", desk_text(st, 1), desk_text(st, 0));
    return status == ALEA_OK ? EXIT_DONE : place_failed(&error);
}

/* ---- suggestions ---- */

typedef struct people {
    char (*name)[LABEL_NAME + 1];
    int *matches;
    size_t count, capacity;
    bool failed;
} people;

static void add(people *p, const char *name, int matches)
{
    if (p->count == p->capacity) {
        const size_t capacity = p->capacity ? 2 * p->capacity : 64;
        void *names = realloc(p->name, capacity * sizeof *p->name);
        if (names) p->name = names;
        void *counts =
            names ? realloc(p->matches, capacity * sizeof *p->matches) : NULL;
        if (counts) p->matches = counts;
        if (!counts) {
            p->failed = true;
            return;
        }
        p->capacity = capacity;
    }
    snprintf(p->name[p->count], sizeof *p->name, "%s", name);
    p->matches[p->count++] = matches;
}

/* Names with no alias, those of most matches first. */
static alea_status read_people(desk *d, people *p, alea_error *error)
{
    alea_status status = ALEA_ERROR_FILE;
    sqlite3_stmt *st = desk_prepare(
        d,
        "SELECT name, count(*) AS n FROM (SELECT player_a AS name FROM matches"
        " UNION ALL SELECT player_b FROM matches) WHERE name<>'' AND name NOT IN"
        " (SELECT name FROM aliases) GROUP BY name ORDER BY n DESC, name",
        error);
    while (st && desk_next(d, st, &status, error))
        if (strlen(desk_text(st, 0)) <= LABEL_NAME)
            add(p, desk_text(st, 0), sqlite3_column_int(st, 1));
    return status;
}

static const char *last_word(const char *name)
{
    const char *blank = strrchr(name, ' ');
    return blank ? blank + 1 : name;
}

/* Whether `other` may be a short form of `whole`: the same but for case, the family
 * name alone ("Meyer"), or an initial before it ("A. Meyer", "A Meyer"). */
static bool is_short_for(const char *other, const char *whole)
{
    const char *family = last_word(whole), *own = last_word(other);
    if (strcasecmp(other, whole) == 0) return true;
    if (family == whole || strlen(family) < 3 || strcasecmp(own, family) != 0)
        return false;
    const size_t before = (size_t)(own - other);
    if (before == 0) return true;
    return strncasecmp(other, whole, 1) == 0 &&
           (before == 2 || (before == 3 && other[1] == '.'));
}

/* Whether a name of more matches is the same but for case. */
static bool is_repeated(const people *p, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (strcasecmp(p->name[k], p->name[i]) == 0) return true;
    return false;
}

/* The one name that name i may be short for; its index, or p->count: none, or two
 * could be meant. */
static size_t whole_of(const people *p, size_t i)
{
    size_t whole = p->count;
    for (size_t k = 0; k < p->count; k++) {
        if (k == i || is_repeated(p, k) || !is_short_for(p->name[i], p->name[k]))
            continue;
        if (whole < p->count && is_short_for(p->name[k], p->name[whole])) continue;
        if (whole < p->count && !is_short_for(p->name[whole], p->name[k]))
            return p->count;
        whole = k;
    }
    return whole;
}

static void print_suggestions(const people *p)
{
    int said = 0;
    for (size_t i = 0; i < p->count; i++) {
        const size_t whole = whole_of(p, i);
        if (whole == p->count) continue;
        if (said++ == 0) puts("Perhaps one person:");
        printf("  alea study alias \"%s\" \"%s\"  (%d and %d matches)\n", p->name[i],
               p->name[whole], p->matches[i], p->matches[whole]);
    }
    if (said == 0) puts("No two names look like one person.");
}

static int suggest(desk *d)
{
    alea_error error = {0};
    people p = {0};
    const alea_status status = read_people(d, &p, &error);
    int result = EXIT_DONE;
    if (status != ALEA_OK)
        result = place_failed(&error);
    else if (p.failed)
        result = command_fail("study alias", "out of memory");
    else
        print_suggestions(&p);
    free(p.name);
    free(p.matches);
    return result;
}

int verb_alias(int argc, char **argv)
{
    const char *db = NULL;
    bool suggests = false, removes = false;
    const option_spec options[] = {
        PLACE_OPTION(db),
        {"suggest", 0, OPTION_FLAG, NULL, "names that look like one person", &suggests,
         0, 0},
        {"remove", 0, OPTION_FLAG, NULL, "NAME is somebody else again", &removes, 0, 0},
        {0}};
    const args_spec spec = {
        .operands = "[NAME [PERSON]]",
        .about =
            "NAME in match files is PERSON: searches, statistics and cards take them as\n"
            "one, and find the person by each name. Without operands: all aliases.\n"
            "  alea study alias \"A. Meyer\" \"Anna Meyer\"",
        .options = options,
        .least = 0,
        .most = 2};
    int operands, status = args_parse(&spec, argc, argv, &operands);
    if (status != ARGS_RUN) return status;
    if (operands != (removes ? 1 : operands == 0 ? 0 : 2) || (suggests && operands > 0))
        return args_refuse("study alias",
                           "NAME PERSON, or --remove NAME, or --suggest");
    desk d;
    alea_error error = {0};
    status = place_open(&d, db, false);
    if (status == EXIT_DONE && operands == 0) {
        status = suggests ? suggest(&d) : print_aliases(&d);
    } else if (status == EXIT_DONE) {
        const alea_status done =
            label_alias(&d, argv[1], removes ? "" : argv[2], &error);
        if (done != ALEA_OK)
            status = done == ALEA_ERROR_ARGUMENT
                         ? args_refuse("study alias", "%s", error.reason)
                         : place_failed(&error);
    }
    desk_close(&d);
    return status;
}
