#include "people.h"

#include "base/error.h"
#include "desk/labels.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

alea_status people_aliases(desk *d,
                           void (*each)(void *context, const people_pair *pair),
                           void *context, alea_error *error)
{
    alea_status status = ALEA_ERROR_FILE;
    sqlite3_stmt *st = desk_prepare(
        d, "SELECT name, person FROM aliases ORDER BY person, name", error);
    while (st && desk_next(d, st, &status, error)) {
        const people_pair pair = {.name = desk_text(st, 0), .person = desk_text(st, 1)};
        each(context, &pair);
    }
    return status;
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

/* Whether `other` may be a short form of `whole`: equal except for case, the family
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

/* Whether a name with more matches differs only in case. */
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

alea_status people_suggest(desk *d,
                           void (*each)(void *context, const people_pair *pair),
                           void *context, alea_error *error)
{
    people p = {0};
    alea_status status = read_people(d, &p, error);
    if (status == ALEA_OK && p.failed) status = alea_error_no_memory(error);
    for (size_t i = 0; status == ALEA_OK && i < p.count; i++) {
        const size_t whole = whole_of(&p, i);
        if (whole == p.count) continue;
        const people_pair pair = {p.name[i], p.name[whole], p.matches[i],
                                  p.matches[whole]};
        each(context, &pair);
    }
    free(p.name);
    free(p.matches);
    return status;
}
