#include "figures.h"
#include "desk/search/rows.h"

#include "base/error.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char alea_name[] = "alea";

typedef enum rank { RANK_FIRST, RANK_OURS, RANK_FILED, RANK_NAMED } rank;

/* One analysis that is stored. */
typedef struct judged {
    uint32_t entry;
    bool ours, named;
    desk_figures figures;
} judged;

/* The state of choosing one match's figures. `before` are the figures that came first,
 * one per row, while others may count; NULL: the rows have them. */
typedef struct choosing {
    desk *d;
    int64_t match;
    char choice[FIGURES_CHOICE];
    desk_row *row;
    desk_side *side;
    desk_figures *before;
    size_t rows;
    judged *list; /* by entry, then program */
    size_t count, capacity;
    bool has_before;
} choosing;

static rank rank_of(const char *choice)
{
    return strcmp(choice, "first") == 0   ? RANK_FIRST
           : strcmp(choice, "ours") == 0  ? RANK_OURS
           : strcmp(choice, "filed") == 0 ? RANK_FILED
                                          : RANK_NAMED;
}

/* ---- what was chosen ---- */

static alea_status read_text(desk *d, const char *sql, int64_t match,
                             char out[FIGURES_CHOICE], alea_error *error)
{
    alea_status status = ALEA_ERROR_FILE;
    sqlite3_stmt *st = desk_prepare(d, sql, error);
    if (!st) return status;
    desk_bind(st, "i", match);
    while (desk_next(d, st, &status, error))
        snprintf(out, FIGURES_CHOICE, "%s", desk_text(st, 0));
    return status;
}

alea_status figures_of_desk(desk *d, char out[FIGURES_CHOICE], alea_error *error)
{
    snprintf(out, FIGURES_CHOICE, "first");
    return read_text(d, "SELECT value FROM settings WHERE name='figures' AND ?1=?1", 0,
                     out, error);
}

alea_status figures_of_match(desk *d, int64_t match, char out[FIGURES_CHOICE],
                             alea_error *error)
{
    snprintf(out, FIGURES_CHOICE, "desk");
    return read_text(d, "SELECT choice FROM chosen WHERE match=?", match, out, error);
}

/* ---- a match ---- */

static void *copied(sqlite3_stmt *st, int column)
{
    const size_t size = (size_t)sqlite3_column_bytes(st, column);
    void *bytes = malloc(size + 1);
    if (bytes && size) memcpy(bytes, sqlite3_column_blob(st, column), size);
    return bytes;
}

static alea_status load_rows(choosing *c, alea_error *error)
{
    alea_status status = ALEA_ERROR_FILE;
    bool good = true;
    sqlite3_stmt *st =
        desk_prepare(c->d,
                     "SELECT rows, sides, before FROM decisions d JOIN sides s ON"
                     " s.match=d.match LEFT JOIN chosen c ON c.match=d.match"
                     " WHERE d.match=?",
                     error);
    if (!st) return status;
    desk_bind(st, "i", c->match);
    while (desk_next(c->d, st, &status, error)) {
        free(c->row);
        free(c->side);
        free(c->before);
        c->rows = (size_t)sqlite3_column_bytes(st, 0) / sizeof *c->row;
        c->row = copied(st, 0);
        c->side = copied(st, 1);
        const size_t sides = (size_t)sqlite3_column_bytes(st, 1),
                     size = (size_t)sqlite3_column_bytes(st, 2);
        c->before = calloc(c->rows + 1, sizeof *c->before);
        good = c->row && c->side && c->before;
        if (good && sides != c->rows * sizeof *c->side) c->rows = 0;
        c->has_before = size > 0 && size == c->rows * sizeof *c->before;
        if (good && c->has_before) memcpy(c->before, sqlite3_column_blob(st, 2), size);
    }
    if (!good) return alea_error_no_memory(error);
    return status;
}

/* They may come from a foreign desk. NAN: the decision was not made. */
static bool are_sound(const desk_figures *f)
{
    return isfinite(f->equity) && (isnan(f->loss) || (f->loss >= 0 && f->loss < 100));
}

static bool keep(choosing *c, sqlite3_stmt *st)
{
    if (c->count == c->capacity) {
        const size_t more = c->capacity ? 2 * c->capacity : 256;
        judged *list = realloc(c->list, more * sizeof *list);
        if (!list) return false;
        c->list = list;
        c->capacity = more;
    }
    judged *j = &c->list[c->count++];
    const char *program = desk_text(st, 1);
    *j = (judged){.entry = (uint32_t)sqlite3_column_int64(st, 0),
                  .ours = strcmp(program, alea_name) == 0,
                  .named = strcasecmp(program, c->choice) == 0};
    memcpy(&j->figures, sqlite3_column_blob(st, 2), sizeof j->figures);
    j->figures.program = j->ours ? DESK_ALEA : DESK_FILED;
    if (!are_sound(&j->figures)) c->count--;
    return true;
}

static alea_status load_analyses(choosing *c, alea_error *error)
{
    alea_status status = ALEA_ERROR_FILE;
    bool good = true;
    sqlite3_stmt *st = desk_prepare(c->d,
                                    "SELECT entry, program, figures FROM analyses"
                                    " WHERE match=? AND length(figures)=28 ORDER BY"
                                    " entry, program",
                                    error);
    if (!st) return status;
    desk_bind(st, "i", c->match);
    while (desk_next(c->d, st, &status, error)) good = good && keep(c, st);
    if (!good) return alea_error_no_memory(error);
    return status;
}

/* Chooses the figures that count for a row among its analyses `at` to `end`. NULL:
 * none. */
static const desk_figures *choose(const choosing *c, const desk_figures *before,
                                  size_t at, size_t end)
{
    const desk_figures *ours = NULL, *other = NULL, *named = NULL, *first;
    for (size_t i = at; i < end; i++) {
        const judged *j = &c->list[i];
        if (j->named) named = &j->figures;
        if (j->ours)
            ours = &j->figures;
        else if (!other)
            other = &j->figures;
    }
    if (before->program == DESK_FILED) other = before;
    if (before->program == DESK_ALEA && !ours) ours = before;
    first = before->program == DESK_FILED ? before : ours ? ours : other;
    switch (rank_of(c->choice)) {
    case RANK_FIRST: return first;
    case RANK_OURS: return ours ? ours : other;
    case RANK_FILED: return other ? other : ours;
    case RANK_NAMED: return named ? named : first;
    }
    return first;
}

static void choose_all(choosing *c)
{
    size_t at = 0, end;
    for (size_t i = 0; i < c->rows; i++) {
        desk_row *row = &c->row[i];
        if (!c->has_before) desk_have_figures(row, &c->side[i], &c->before[i]);
        while (at < c->count && c->list[at].entry < row->entry) at++;
        for (end = at; end < c->count && c->list[end].entry == row->entry;) end++;
        const desk_figures *f = choose(c, &c->before[i], at, end);
        if (f && (row->action == ALEA_EVENT_SET || !isnan(f->loss)))
            desk_take_figures(row, &c->side[i], f);
    }
}

static alea_status put_blob(choosing *c, const char *sql, const void *bytes,
                            size_t size, alea_error *error)
{
    sqlite3_stmt *st = desk_prepare(c->d, sql, error);
    if (!st) return ALEA_ERROR_FILE;
    desk_bind(st, "bi", bytes, size, c->match);
    return desk_run(c->d, st, error);
}

static alea_status store(choosing *c, alea_error *error)
{
    const bool first = rank_of(c->choice) == RANK_FIRST;
    alea_status status = put_blob(c, "UPDATE decisions SET rows=? WHERE match=?",
                                  c->row, c->rows * sizeof *c->row, error);
    if (status == ALEA_OK)
        status = put_blob(c, "UPDATE sides SET sides=? WHERE match=?", c->side,
                          c->rows * sizeof *c->side, error);
    if (status == ALEA_OK)
        status = put_blob(c,
                          "INSERT INTO chosen(before, match, choice) VALUES(?1, ?2,"
                          " 'desk') ON CONFLICT DO UPDATE SET before=?1",
                          c->before, first ? 0 : c->rows * sizeof *c->before, error);
    return status;
}

static void finish(choosing *c)
{
    free(c->row);
    free(c->side);
    free(c->before);
    free(c->list);
}

alea_status figures_apply(desk *d, int64_t match, alea_error *error)
{
    choosing c = {.d = d, .match = match};
    alea_status status = figures_of_match(d, match, c.choice, error);
    if (status == ALEA_OK && strcmp(c.choice, "desk") == 0)
        status = figures_of_desk(d, c.choice, error);
    if (status != ALEA_OK) return status;
    const bool first = rank_of(c.choice) == RANK_FIRST;
    char has[FIGURES_CHOICE] = "";
    if (first)
        status = read_text(d, "SELECT 1 FROM chosen WHERE match=? AND length(before)>0",
                           match, has, error);
    if (status != ALEA_OK || (first && !*has)) return status;
    status = load_rows(&c, error);
    if (status == ALEA_OK) status = load_analyses(&c, error);
    if (status == ALEA_OK && c.rows) {
        choose_all(&c);
        status = store(&c, error);
    }
    finish(&c);
    return status;
}

alea_status figures_forget(desk *d, int64_t match, alea_error *error)
{
    sqlite3_stmt *st =
        desk_prepare(d, "UPDATE chosen SET before=x'' WHERE match=?", error);
    if (!st) return ALEA_ERROR_FILE;
    desk_bind(st, "i", match);
    return desk_run(d, st, error);
}

/* ---- choosing ---- */

/* Whether it is a choice that the match, or with 0 the desk, can have; `out` is the
 * program's name as its files have it. */
static alea_status check(desk *d, int64_t match, const char *choice,
                         char out[FIGURES_CHOICE], alea_error *error)
{
    alea_status status = ALEA_ERROR_FILE;
    const bool word =
        rank_of(choice) != RANK_NAMED || (match && strcmp(choice, "desk") == 0);
    snprintf(out, FIGURES_CHOICE, "%s", word ? choice : "");
    if (word) return ALEA_OK;
    sqlite3_stmt *st = desk_prepare(
        d,
        "SELECT program FROM analyses WHERE program=?1 COLLATE NOCASE AND ?2 IN (0,"
        " match) AND figures IS NOT NULL AND length(program)<?3 LIMIT 1",
        error);
    if (!st) return status;
    desk_bind(st, "tii", choice, match, (int64_t)FIGURES_CHOICE);
    while (desk_next(d, st, &status, error))
        snprintf(out, FIGURES_CHOICE, "%s", desk_text(st, 0));
    if (status != ALEA_OK || *out) return status;
    return alea_error_fill(error, ALEA_ERROR_ARGUMENT, 0, 0,
                           "\"%.60s\" is neither %sours, filed, first nor a program "
                           "that has judged %s",
                           choice, match ? "desk, " : "",
                           match ? "this match" : "a match of the desk");
}

/* All matches: the desk's choice applies to those without one of their own. */
static alea_status apply_all(desk *d, alea_error *error)
{
    alea_status status = ALEA_ERROR_FILE, one = ALEA_OK;
    sqlite3_stmt *st = desk_prepare(d,
                                    "SELECT id FROM matches WHERE id NOT IN (SELECT"
                                    " match FROM chosen WHERE choice<>'desk')",
                                    error);
    while (st && desk_next(d, st, &status, error))
        if (one == ALEA_OK) one = figures_apply(d, sqlite3_column_int64(st, 0), error);
    return status == ALEA_OK ? one : status;
}

static alea_status set_desk(desk *d, const char *choice, alea_error *error)
{
    sqlite3_stmt *st = desk_prepare(
        d, "INSERT OR REPLACE INTO settings(name, value) VALUES('figures', ?)", error);
    if (!st) return ALEA_ERROR_FILE;
    desk_bind(st, "t", choice);
    const alea_status status = desk_run(d, st, error);
    return status == ALEA_OK ? apply_all(d, error) : status;
}

alea_status figures_choose(desk *d, const char *choice, alea_error *error)
{
    char name[FIGURES_CHOICE];
    alea_status status = check(d, 0, choice, name, error);
    if (status == ALEA_OK) status = desk_begin(d, error);
    if (status != ALEA_OK) return status;
    return desk_end(d, set_desk(d, name, error), error);
}

static alea_status set_match(desk *d, int64_t match, const char *choice,
                             alea_error *error)
{
    sqlite3_stmt *st = desk_prepare(d,
                                    "INSERT INTO chosen(match, choice, before) SELECT"
                                    " id, ?2, x'' FROM matches WHERE id=?1 ON CONFLICT"
                                    " DO UPDATE SET choice=?2",
                                    error);
    if (!st) return ALEA_ERROR_FILE;
    desk_bind(st, "it", match, choice);
    const alea_status status = desk_run(d, st, error);
    if (status != ALEA_OK) return status;
    if (sqlite3_changes(d->db) == 0)
        return alea_error_fill(error, ALEA_ERROR_ARGUMENT, 0, 0,
                               "there is no match %lld", (long long)match);
    return figures_apply(d, match, error);
}

alea_status figures_choose_match(desk *d, int64_t match, const char *choice,
                                 alea_error *error)
{
    char name[FIGURES_CHOICE];
    alea_status status = check(d, match, choice, name, error);
    if (status == ALEA_OK) status = desk_begin(d, error);
    if (status != ALEA_OK) return status;
    return desk_end(d, set_match(d, match, name, error), error);
}

alea_status figures_programs(desk *d, int64_t match,
                             void (*each)(void *context, const char *program,
                                          int64_t decisions),
                             void *context, alea_error *error)
{
    alea_status status = ALEA_ERROR_FILE;
    sqlite3_stmt *st = desk_prepare(
        d,
        match ? "SELECT program, count(*) FROM analyses WHERE match=? AND figures IS"
                " NOT NULL GROUP BY program ORDER BY program"
              : "SELECT program, count(*) FROM analyses WHERE ?1=0 AND figures IS NOT"
                " NULL GROUP BY program ORDER BY program",
        error);
    if (!st) return status;
    desk_bind(st, "i", match);
    while (desk_next(d, st, &status, error))
        each(context, desk_text(st, 0), sqlite3_column_int64(st, 1));
    return status;
}
