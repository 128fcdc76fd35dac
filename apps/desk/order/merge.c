#include "merge.h"

#include "base/error.h"
#include "desk/add.h"
#include "desk/deck.h"
#include "desk/figures.h"
#include "desk/labels.h"
#include "desk/search/rows.h"
#include "desk/source.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STEP = 1000 };

typedef struct merge {
    desk *d, *other;
    void (*said)(void *context, const char *text);
    void *context;
    merge_counts *counts;
    alea_error *error;
} merge;

/* The rows of a match. */
typedef struct rows {
    desk_row *row;
    desk_side *side;
    size_t count;
} rows;

/* One match in both desks. */
typedef struct pair {
    int64_t here, there;
    rows own, others;
    int64_t *entry; /* of this desk, for each of the others' rows; -1: none */
} pair;

__attribute__((format(printf, 2, 3))) static void say(merge *m, const char *format, ...)
{
    char text[400];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    m->counts->conflicts++;
    m->said(m->context, text);
}

/* ---- rows ---- */

static void *copied(sqlite3_stmt *st, int column)
{
    const size_t size = (size_t)sqlite3_column_bytes(st, column);
    void *bytes = malloc(size + 1);
    if (bytes && size) memcpy(bytes, sqlite3_column_blob(st, column), size);
    return bytes;
}

static void free_rows(rows *r)
{
    free(r->row);
    free(r->side);
    *r = (rows){0};
}

static alea_status load_rows(desk *d, int64_t match, rows *out, alea_error *error)
{
    alea_status status = ALEA_ERROR_FILE;
    bool good = true;
    *out = (rows){0};
    sqlite3_stmt *st = desk_prepare(d,
                                    "SELECT rows, sides FROM decisions d JOIN sides s"
                                    " ON s.match=d.match WHERE d.match=?",
                                    error);
    if (!st) return status;
    desk_bind(st, "i", match);
    while (desk_next(d, st, &status, error)) {
        free_rows(out);
        out->count = (size_t)sqlite3_column_bytes(st, 0) / sizeof *out->row;
        out->row = copied(st, 0);
        out->side = copied(st, 1);
        good = out->row && out->side;
        if ((size_t)sqlite3_column_bytes(st, 1) != out->count * sizeof *out->side)
            out->count = 0;
    }
    return good ? status : alea_error_no_memory(error);
}

/* Both have their decisions in the same order. */
static bool map_rows(pair *p)
{
    size_t next = 0;
    p->entry = malloc((p->others.count + 1) * sizeof *p->entry);
    for (size_t i = 0; p->entry && i < p->others.count; i++) {
        size_t k = next;
        while (k < p->own.count && !desk_row_same(&p->own.row[k], &p->others.row[i]))
            k++;
        p->entry[i] = k < p->own.count ? (int64_t)p->own.row[k].entry : -1;
        if (k < p->own.count) next = k + 1;
    }
    return p->entry != NULL;
}

/* The entry of this desk for one of the other; -1 for the match itself or without a
 * counterpart. */
static int64_t entry_of(const pair *p, int64_t entry)
{
    for (size_t i = 0; i < p->others.count; i++)
        if (p->others.row[i].entry == entry) return p->entry[i];
    return -1;
}

static bool is_cost(double x)
{
    return x >= 0 && x < 100;
}

/* Decisions that only the other desk has analysed. */
static alea_status join_figures(merge *m, pair *p)
{
    bool any = false;
    size_t k = 0;
    for (size_t i = 0; i < p->others.count; i++) {
        const desk_row *from = &p->others.row[i];
        while (k < p->own.count && (int64_t)p->own.row[k].entry != p->entry[i]) k++;
        if (p->entry[i] < 0 || k == p->own.count) {
            k = p->entry[i] < 0 ? k : 0;
            continue;
        }
        desk_row *to = &p->own.row[k];
        const bool known =
            from->action == ALEA_EVENT_SET || is_cost((double)from->loss);
        if ((from->flags & DESK_LUCK) && !(to->flags & DESK_LUCK) &&
            isfinite(from->luck)) {
            to->luck = from->luck;
            to->flags |= DESK_LUCK;
            any = true;
        }
        if (to->program != DESK_NOT_ANALYSED || from->program == DESK_NOT_ANALYSED ||
            from->program > DESK_ALEA || !known || !isfinite(from->equity))
            continue;
        desk_figures f;
        desk_have_figures(from, &p->others.side[i], &f);
        if (to->action == ALEA_EVENT_SET) f.loss = NAN;
        desk_take_figures(to, &p->own.side[k], &f);
        any = true;
    }
    if (!any) return ALEA_OK;
    sqlite3_stmt *st =
        desk_prepare(m->d, "UPDATE decisions SET rows=? WHERE match=?", m->error);
    if (!st) return ALEA_ERROR_FILE;
    desk_bind(st, "bi", (const void *)p->own.row, p->own.count * sizeof *p->own.row,
              p->here);
    const alea_status status = desk_run(m->d, st, m->error);
    if (status != ALEA_OK) return status;
    st = desk_prepare(m->d, "UPDATE sides SET sides=? WHERE match=?", m->error);
    if (!st) return ALEA_ERROR_FILE;
    desk_bind(st, "bi", (const void *)p->own.side, p->own.count * sizeof *p->own.side,
              p->here);
    return desk_run(m->d, st, m->error);
}

/* ---- what stands beside a match ---- */

/* Copies rows of the other desk: `select` has the entry in its column 0 and binds the
 * match; `insert` binds match, entry and the further columns. *lost (may be NULL)
 * counts those whose decision is missing here. */
static alea_status copy_rows(merge *m, const pair *p, const char *select,
                             const char *insert, int columns, int64_t *lost)
{
    alea_status status = ALEA_ERROR_FILE, put = ALEA_OK;
    sqlite3_stmt *to = desk_prepare(m->d, insert, m->error),
                 *from = to ? desk_prepare(m->other, select, m->error) : NULL;
    if (from) desk_bind(from, "i", p->there);
    while (from && desk_next(m->other, from, &status, m->error)) {
        if (put != ALEA_OK) continue;
        const int64_t entry = sqlite3_column_int64(from, 0);
        const int64_t own = entry < 0 ? -1 : entry_of(p, entry);
        if (lost && entry >= 0 && own < 0) ++*lost;
        sqlite3_bind_int64(to, 1, p->here);
        sqlite3_bind_int64(to, 2, own);
        for (int i = 1; i < columns; i++)
            sqlite3_bind_value(to, i + 2, sqlite3_column_value(from, i));
        if (sqlite3_step(to) != SQLITE_DONE) put = desk_failed(m->d, m->error);
        sqlite3_reset(to);
    }
    sqlite3_finalize(to);
    return status == ALEA_OK ? put : status;
}

static alea_status join_labels(merge *m, const pair *p)
{
    static const struct {
        const char *select, *insert;
        int columns;
        bool analyses;
    } parts[] = {
        {"SELECT entry, name FROM tags WHERE match=?",
         "INSERT OR IGNORE INTO tags(match, entry, name) VALUES(?,?,?)", 2, false},
        {"SELECT entry, collection FROM collected WHERE match=?",
         "INSERT OR IGNORE INTO collections(name, about) SELECT ?3, '' WHERE ?1=?1"
         " AND ?2=?2",
         2, false},
        {"SELECT entry, collection FROM collected WHERE match=?",
         "INSERT OR IGNORE INTO collected(match, entry, collection) VALUES(?,?,?)", 2,
         false},
        {"SELECT entry, text FROM comments WHERE match=?",
         "INSERT OR IGNORE INTO comments(match, entry, text) VALUES(?,?,?)", 2, false},
        /* Both notes stay. */
        {"SELECT entry, text, changed FROM notes WHERE match=?",
         "INSERT INTO notes(match, entry, text, changed) VALUES(?1,?2,?3,?4) ON"
         " CONFLICT DO UPDATE SET text=text || char(10) || ?3 WHERE"
         " instr(text, ?3)=0",
         3, false},
        {"SELECT entry, program, level, loss, luck, detail, figures FROM analyses"
         " WHERE match=? AND loss>=0 AND loss<100"
         " AND (figures IS NULL OR length(figures)=28)",
         "INSERT OR IGNORE INTO analyses(match, entry, program, level, loss, luck,"
         " detail, figures) SELECT ?1,?2,?3,?4,?5,?6,?7,?8 WHERE ?2>=0",
         7, true}};
    alea_status status = ALEA_OK;
    for (size_t i = 0; status == ALEA_OK && i < sizeof parts / sizeof *parts; i++)
        status = copy_rows(m, p, parts[i].select, parts[i].insert, parts[i].columns,
                           parts[i].analyses ? &m->counts->left_out : NULL);
    return status;
}

/* Title and state of the match. */
static alea_status join_match(merge *m, const pair *p)
{
    alea_status status = ALEA_ERROR_FILE;
    char title[256] = "", own[256] = "";
    int64_t analysed = 0;
    desk *const desks[] = {m->other, m->d};
    for (int i = 0; i < 2; i++) {
        sqlite3_stmt *st = desk_prepare(
            desks[i], "SELECT title, analysed FROM matches WHERE id=?", m->error);
        if (!st) return status;
        desk_bind(st, "i", i ? p->here : p->there);
        while (desk_next(desks[i], st, &status, m->error)) {
            snprintf(i ? own : title, sizeof own, "%s", desk_text(st, 0));
            if (!i) analysed = sqlite3_column_int64(st, 1) != 0;
        }
        if (status != ALEA_OK) return status;
    }
    if (*title && *own && strcmp(title, own) != 0)
        say(m, "match %lld is called \"%s\" here and \"%s\" there", (long long)p->here,
            own, title);
    sqlite3_stmt *st = desk_prepare(m->d,
                                    "UPDATE matches SET title=CASE title WHEN '' THEN ?"
                                    " ELSE title END, analysed=max(analysed, ?)"
                                    " WHERE id=?",
                                    m->error);
    if (!st) return ALEA_ERROR_FILE;
    desk_bind(st, "tii", title, analysed, p->here);
    return desk_run(m->d, st, m->error);
}

/* ---- cards ---- */

/* Cards of the match, or with `there` 0 those without one. A position has one card. */
static alea_status join_cards(merge *m, const pair *p)
{
    alea_status status = ALEA_ERROR_FILE, put = ALEA_OK;
    static const char select[] =
        "SELECT entry, position, front, back, loss, made, suspended FROM cards WHERE"
        " coalesce(match, 0)=?";
    static const char insert[] =
        "INSERT OR IGNORE INTO cards(match, entry, position, front, back, loss, made,"
        " suspended, due, stability, difficulty, reviews, lapses, state)"
        " VALUES(nullif(?1,0),?2,?3,?4,?5,?6,?7,?8,0,0,0,0,0,0)";
    const int before = sqlite3_total_changes(m->d->db);
    put = copy_rows(m, p, select, insert, 7, NULL);
    m->counts->cards += sqlite3_total_changes(m->d->db) - before;
    if (put != ALEA_OK) return put;
    sqlite3_stmt *to = desk_prepare(m->d,
                                    "INSERT OR IGNORE INTO reviews(card, time, grade)"
                                    " SELECT id, ?2, ?3 FROM cards WHERE position=?1",
                                    m->error),
                 *from = to ? desk_prepare(m->other,
                                           "SELECT position, time, grade FROM cards"
                                           " JOIN reviews ON card=id WHERE"
                                           " coalesce(match, 0)=? AND grade BETWEEN 1"
                                           " AND 4",
                                           m->error)
                            : NULL;
    if (from) desk_bind(from, "i", p->there);
    while (from && desk_next(m->other, from, &status, m->error)) {
        for (int i = 0; i < 3; i++)
            sqlite3_bind_value(to, i + 1, sqlite3_column_value(from, i));
        if (put == ALEA_OK && sqlite3_step(to) != SQLITE_DONE)
            put = desk_failed(m->d, m->error);
        m->counts->reviews += sqlite3_changes(m->d->db);
        sqlite3_reset(to);
    }
    sqlite3_finalize(to);
    return status == ALEA_OK ? put : status;
}

/* Recomputes the schedules of cards whose reviews have changed. */
static alea_status replay_cards(merge *m)
{
    alea_status status = ALEA_ERROR_FILE, put = ALEA_OK;
    sqlite3_stmt *st = desk_prepare(m->d,
                                    "SELECT id FROM cards WHERE reviews<>(SELECT"
                                    " count(*) FROM reviews WHERE card=id)",
                                    m->error);
    while (st && desk_next(m->d, st, &status, m->error))
        if (put == ALEA_OK)
            put = deck_replay(m->d, sqlite3_column_int64(st, 0), m->error);
    return status == ALEA_OK ? put : status;
}

/* ---- matches ---- */

static alea_status join_inside(merge *m, pair *p)
{
    alea_status status = join_figures(m, p);
    if (status == ALEA_OK) status = join_labels(m, p);
    if (status == ALEA_OK) status = join_match(m, p);
    if (status == ALEA_OK) status = join_cards(m, p);
    return status == ALEA_OK ? figures_apply(m->d, p->here, m->error) : status;
}

static alea_status join_one(merge *m, pair *p)
{
    alea_status status = load_rows(m->d, p->here, &p->own, m->error);
    if (status == ALEA_OK) status = load_rows(m->other, p->there, &p->others, m->error);
    if (status == ALEA_OK && !map_rows(p)) status = alea_error_no_memory(m->error);
    if (status == ALEA_OK) status = desk_begin(m->d, m->error);
    if (status == ALEA_OK) status = desk_end(m->d, join_inside(m, p), m->error);
    free_rows(&p->own);
    free_rows(&p->others);
    free(p->entry);
    return status;
}

/* A match whose file cannot be read is reported and left out. */
static alea_status merge_match(merge *m, int64_t there, const char *path)
{
    char *bytes;
    size_t size;
    alea_import_options options;
    desk_addition added;
    alea_error why = {0};
    alea_status status = desk_source(m->other, there, &bytes, &size, &options, &why);
    if (status == ALEA_OK)
        status = desk_add(m->d, path, bytes, size, &options, NULL, &added, &why);
    free(bytes);
    if (status != ALEA_OK && (m->d->busy || m->d->full || m->d->broken)) {
        *m->error = why;
        return status;
    }
    if (status != ALEA_OK) {
        say(m, "match %lld of the other desk: %s", (long long)there, why.reason);
        return ALEA_OK;
    }
    if (added.result == DESK_ADDED)
        m->counts->matches++;
    else
        m->counts->known++;
    pair p = {.here = added.match, .there = there};
    return join_one(m, &p);
}

static alea_status merge_matches(merge *m, int64_t *after, int most, int *merged)
{
    alea_status status = ALEA_ERROR_FILE, one = ALEA_OK;
    sqlite3_stmt *st = desk_prepare(
        m->other, "SELECT id, path FROM matches WHERE id>? ORDER BY id LIMIT ?",
        m->error);
    *merged = 0;
    if (!st) return status;
    desk_bind(st, "ii", *after, (int64_t)most);
    while (desk_next(m->other, st, &status, m->error)) {
        char path[1024];
        if (one != ALEA_OK) continue;
        *after = sqlite3_column_int64(st, 0);
        snprintf(path, sizeof path, "%s", desk_text(st, 1));
        one = merge_match(m, *after, path);
        ++*merged;
    }
    return status == ALEA_OK ? one : status;
}

/* ---- searches and aliases ---- */

/* Calls `each` with two texts of every row. */
static alea_status for_texts(merge *m, const char *select,
                             alea_status (*each)(merge *m, const char *a,
                                                 const char *b))
{
    alea_status status = ALEA_ERROR_FILE, one = ALEA_OK;
    sqlite3_stmt *st = desk_prepare(m->other, select, m->error);
    while (st && desk_next(m->other, st, &status, m->error))
        if (one == ALEA_OK) one = each(m, desk_text(st, 0), desk_text(st, 1));
    return status == ALEA_OK ? one : status;
}

/* This desk's value for a name; *has is false if there is none. */
static alea_status own_text(merge *m, const char *select, const char *name,
                            char out[512], bool *has)
{
    alea_status status = ALEA_ERROR_FILE;
    *has = false;
    *out = '\0';
    sqlite3_stmt *st = desk_prepare(m->d, select, m->error);
    if (!st) return status;
    desk_bind(st, "t", name);
    while (desk_next(m->d, st, &status, m->error)) {
        snprintf(out, 512, "%s", desk_text(st, 0));
        *has = true;
    }
    return status;
}

static alea_status join_search(merge *m, const char *name, const char *text)
{
    char own[512];
    bool has;
    alea_status status =
        own_text(m, "SELECT terms FROM searches WHERE name=?", name, own, &has);
    if (status != ALEA_OK || (has && strncmp(own, text, sizeof own - 1) == 0))
        return status;
    if (has) {
        say(m, "the search \"%.60s\" is another one there", name);
        return ALEA_OK;
    }
    sqlite3_stmt *st =
        desk_prepare(m->d, "INSERT INTO searches(name, terms) VALUES(?,?)", m->error);
    if (!st) return ALEA_ERROR_FILE;
    desk_bind(st, "tt", name, text);
    return desk_run(m->d, st, m->error);
}

static alea_status join_alias(merge *m, const char *name, const char *person)
{
    char own[512];
    bool has;
    alea_status status =
        own_text(m, "SELECT person FROM aliases WHERE name=?", name, own, &has);
    if (status != ALEA_OK || (has && strcmp(own, person) == 0)) return status;
    if (has) {
        say(m, "\"%.60s\" is \"%.60s\" here and \"%.60s\" there", name, own, person);
        return ALEA_OK;
    }
    status = label_alias(m->d, name, person, m->error);
    if (status != ALEA_ERROR_ARGUMENT) return status;
    say(m, "the alias \"%.60s\" for \"%.60s\": %s", name, person, m->error->reason);
    return ALEA_OK;
}

/* Merges everything that does not belong to one match. */
static alea_status merge_rest(merge *m)
{
    const pair none = {0};
    alea_status status = for_texts(m, "SELECT name, terms FROM searches", join_search);
    if (status == ALEA_OK)
        status = for_texts(m, "SELECT name, person FROM aliases", join_alias);
    if (status == ALEA_OK) status = desk_begin(m->d, m->error);
    if (status != ALEA_OK) return status;
    status = join_cards(m, &none);
    if (status == ALEA_OK) status = replay_cards(m);
    return desk_end(m->d, status, m->error);
}

alea_status merge_step(desk *d, desk *other, int64_t *after, int most,
                       void (*said)(void *context, const char *text), void *context,
                       merge_counts *out, bool *done, alea_error *error)
{
    merge m = {.d = d,
               .other = other,
               .said = said,
               .context = context,
               .counts = out,
               .error = error};
    int merged;
    const alea_status status = merge_matches(&m, after, most, &merged);
    *done = status == ALEA_OK && merged < most;
    return *done ? merge_rest(&m) : status;
}

alea_status merge_desks(desk *d, desk *other,
                        void (*said)(void *context, const char *text), void *context,
                        merge_counts *out, alea_error *error)
{
    int64_t after = 0;
    bool done = false;
    alea_status status = ALEA_OK;
    *out = (merge_counts){0};
    while (status == ALEA_OK && !done)
        status = merge_step(d, other, &after, STEP, said, context, out, &done, error);
    return status;
}

/* ---- before a merge ---- */

/* Counts rows of the other desk by whether `find` finds their first column here. */
static alea_status count_known(desk *d, desk *other, const char *select,
                               const char *find, int64_t count[2], alea_error *error)
{
    alea_status status = ALEA_ERROR_FILE, one = ALEA_OK;
    sqlite3_stmt *here = d ? desk_prepare(d, find, error) : NULL,
                 *st = d && !here ? NULL : desk_prepare(other, select, error);
    count[0] = count[1] = 0;
    while (st && desk_next(other, st, &status, error)) {
        int result = SQLITE_DONE;
        if (one != ALEA_OK) continue;
        if (here) {
            sqlite3_reset(here);
            sqlite3_bind_value(here, 1, sqlite3_column_value(st, 0));
            result = sqlite3_step(here);
        }
        if (result != SQLITE_ROW && result != SQLITE_DONE) one = desk_failed(d, error);
        count[result == SQLITE_ROW]++;
    }
    sqlite3_finalize(here);
    return status == ALEA_OK ? one : status;
}

alea_status merge_look(desk *d, desk *other, merge_review *out, alea_error *error)
{
    static const char *const parts[3][2] = {
        {"SELECT key FROM matches WHERE games>0", "SELECT 1 FROM matches WHERE key=?"},
        {"SELECT key FROM matches WHERE games=0", "SELECT 1 FROM matches WHERE key=?"},
        {"SELECT position FROM cards", "SELECT 1 FROM cards WHERE position=?"}};
    int64_t count[3][2];
    alea_status status = ALEA_OK;
    for (int i = 0; status == ALEA_OK && i < 3; i++)
        status = count_known(d, other, parts[i][0], parts[i][1], count[i], error);
    if (status != ALEA_OK) return status;
    *out = (merge_review){count[0][0], count[0][1], count[1][0],
                          count[1][1], count[2][0], count[2][1]};
    return ALEA_OK;
}
