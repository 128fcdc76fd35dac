#include "add.h"
#include "desk/search/rows.h"
#include "detail.h"

#include "base/clock.h"
#include "base/error.h"
#include "json/text.h"

#include <alea/analysis.h>

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { HASH_SIZE = 16, OPTIONS_SIZE = 64 };

/* All that is to be stored, made ready before the transaction begins. */
typedef struct addition {
    const char *path;
    const void *bytes;
    size_t size;
    uint8_t hash[HASH_SIZE];
    char options[OPTIONS_SIZE];
    alea_record record;
    alea_import_report report;
    desk_rows rows;
    const alea_met *met;
    uint8_t *packed;
    uLongf packed_size;
    const twins *twins;
    twins *own_twins;
} addition;

/* Import options that change what is read, as text: "length jacoby beavers crawford
 * strict", and the format where it is not found by content. */
static void write_options(const alea_import_options *o, char out[OPTIONS_SIZE])
{
    const int n =
        snprintf(out, OPTIONS_SIZE, "%d %d %d %d %d", o->match_length, (int)o->jacoby,
                 (int)o->beavers, (int)o->crawford, (int)o->strict);
    if (o->format != ALEA_FORMAT_UNKNOWN)
        snprintf(out + n, OPTIONS_SIZE - (size_t)n, " %s", alea_format_name(o->format));
}

static void read_options(const char *text, alea_import_options *o)
{
    int value[5] = {0};
    char format[16] = "";
    if (sscanf(text, "%d %d %d %d %d %15s", &value[0], &value[1], &value[2], &value[3],
               &value[4], format) < 5)
        return;
    o->format = alea_format_find(format);
    o->match_length = value[0];
    o->jacoby = (alea_rule_choice)value[1];
    o->beavers = (alea_rule_choice)value[2];
    o->crawford = (alea_rule_choice)value[3];
    o->strict = value[4];
}

static void hash_file(addition *a)
{
    crypto_generichash_state state;
    crypto_generichash_init(&state, NULL, 0, HASH_SIZE);
    crypto_generichash_update(&state, (const unsigned char *)a->options,
                              strlen(a->options) + 1);
    crypto_generichash_update(&state, a->bytes, a->size);
    crypto_generichash_final(&state, a->hash, HASH_SIZE);
}

/* The match of a row found by `blob`, or 0. */
static alea_status find_match(desk *d, const char *sql, const void *blob, size_t size,
                              int64_t *match, alea_error *error)
{
    *match = 0;
    alea_status status = ALEA_ERROR_FILE;
    sqlite3_stmt *st = desk_prepare(d, sql, error);
    if (!st) return status;
    desk_bind(st, "b", blob, size);
    while (desk_next(d, st, &status, error)) *match = sqlite3_column_int64(st, 0);
    return status;
}

static alea_status read_match(addition *a, const alea_import_options *options,
                              alea_error *error)
{
    alea_status status =
        alea_import(a->bytes, a->size, options, &a->record, &a->report, error);
    if (status != ALEA_OK) return status;
    status = desk_rows_of(&a->record, a->met, &a->rows);
    if (status == ALEA_OK && a->rows.count == 0)
        return alea_error_fill(error, ALEA_ERROR_UNSUPPORTED, 0, 0,
                               "holds no decision");
    a->packed_size = compressBound((uLong)a->size);
    a->packed = status == ALEA_OK ? malloc(a->packed_size) : NULL;
    if (!a->packed ||
        compress2(a->packed, &a->packed_size, a->bytes, (uLong)a->size, 6) != Z_OK)
        return alea_error_no_memory(error);
    return ALEA_OK;
}

static const char *tag(const addition *a, const char *key, char out[256])
{
    const char *text = alea_record_tag_value(&a->record, key);
    utf8_text(text ? text : "", out, 256);
    return out;
}

static alea_status put_match(desk *d, const addition *a, int64_t *id, alea_error *error)
{
    static const char *const keys[] = {"player_a", "player_b", "event",
                                       "round",    "place",    "date"};
    char text[6][256], path[1024];
    for (int i = 0; i < 6; i++) tag(a, keys[i], text[i]);
    utf8_text(a->path, path, sizeof path);
    const alea_match *end = &a->record.now;
    sqlite3_stmt *st = desk_prepare(
        d,
        *id ? "UPDATE matches SET key=?1, player_a=?2, player_b=?3, event=?4, round=?5,"
              " place=?6, date=coalesce(nullif(?7, ''), date),"
              " length=?8, games=?9, winner=?10, score_a=?11,"
              " score_b=?12, format=?13, path=?14, added=?15, analysed=0 WHERE id=?16"
            /* A number in the bin is not given again. */
            : "INSERT INTO matches(key, player_a, player_b, event, round, place, date,"
              " length, games, winner, score_a, score_b, format, path, added, id)"
              " SELECT ?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12,?13,?14,?15, 1 + max("
              " coalesce((SELECT max(id) FROM matches), 0),"
              " coalesce((SELECT max(match) FROM bin), 0))",
        error);
    if (!st) return ALEA_ERROR_FILE;
    desk_bind(st, "bttttttiiiiitti", a->rows.key, sizeof a->rows.key, text[0], text[1],
              text[2], text[3], text[4], text[5], (int64_t)a->record.rules.match_length,
              a->rows.position ? (int64_t)0 : (int64_t)alea_record_games(&a->record),
              (int64_t)end->match_winner, (int64_t)alea_match_points(end, ALEA_A),
              (int64_t)alea_match_points(end, ALEA_B),
              alea_format_name(a->report.format), path, alea_wall_clock_ms());
    if (*id) sqlite3_bind_int64(st, 16, *id);
    alea_status status = desk_run(d, st, error);
    if (!*id) *id = sqlite3_last_insert_rowid(d->db);
    return status;
}

static alea_status put_blobs(desk *d, const addition *a, int64_t id, alea_error *error)
{
    sqlite3_stmt *st = desk_prepare(
        d,
        "INSERT OR REPLACE INTO sources(match, size, options, bytes) VALUES(?,?,?,?)",
        error);
    if (!st) return ALEA_ERROR_FILE;
    desk_bind(st, "iitb", id, (int64_t)a->size, a->options, (const void *)a->packed,
              (size_t)a->packed_size);
    alea_status status = desk_run(d, st, error);
    if (status != ALEA_OK) return status;
    st = desk_prepare(d, "INSERT OR REPLACE INTO decisions(match, rows) VALUES(?,?)",
                      error);
    if (!st) return ALEA_ERROR_FILE;
    desk_bind(st, "ib", id, (const void *)a->rows.row,
              a->rows.count * sizeof *a->rows.row);
    status = desk_run(d, st, error);
    if (status != ALEA_OK) return status;
    st = desk_prepare(d, "INSERT OR REPLACE INTO sides(match, sides) VALUES(?,?)",
                      error);
    if (!st) return ALEA_ERROR_FILE;
    desk_bind(st, "ib", id, (const void *)a->rows.side,
              a->rows.count * sizeof *a->rows.side);
    return desk_run(d, st, error);
}

/* ---- comments ---- */

/* The row that entry `entry` belongs to: its own, or the next one. */
static const desk_row *row_at(const addition *a, size_t entry)
{
    size_t low = 0, high = a->rows.count;
    while (low < high) {
        const size_t mid = low + (high - low) / 2;
        if (a->rows.row[mid].entry < entry)
            low = mid + 1;
        else
            high = mid;
    }
    return &a->rows.row[low < a->rows.count ? low : a->rows.count - 1];
}

/* The row of the stored match, whose rows are `old` (NULL: those of the file), that
 * decides what `row` does; its entry, or -1. */
static int64_t entry_in(const addition *a, const desk_row *row, const uint8_t *old,
                        size_t size);

static alea_status put_comment(desk *d, sqlite3_stmt *st, int64_t id, int64_t entry,
                               const char *from, alea_error *error)
{
    const size_t size = strlen(from) + 1;
    char *text = size > 1 ? malloc(size) : NULL;
    if (size <= 1) return ALEA_OK;
    if (!text) return alea_error_no_memory(error);
    utf8_text(from, text, size);
    desk_bind(st, "iit", id, entry, text);
    const int result = sqlite3_step(st);
    sqlite3_reset(st);
    free(text);
    return result == SQLITE_DONE ? ALEA_OK : desk_failed(d, error);
}

static bool has_comments(const addition *a)
{
    bool any = alea_record_tag_value(&a->record, "comment") != NULL;
    for (size_t i = 0; !any && i < a->record.entries; i++)
        any = a->record.entry[i].comment != ALEA_NO_TEXT;
    return any;
}

/* Those of the file join the ones that are stored. */
static alea_status put_comments(desk *d, const addition *a, int64_t id,
                                const uint8_t *old, size_t size, alea_error *error)
{
    const alea_record *r = &a->record;
    const char *whole = alea_record_tag_value(r, "comment");
    alea_status status = ALEA_OK;
    sqlite3_stmt *st =
        desk_prepare(d, "INSERT OR IGNORE INTO comments VALUES(?,?,?)", error);
    if (!st) return ALEA_ERROR_FILE;
    if (whole) status = put_comment(d, st, id, -1, whole, error);
    for (size_t i = 0; status == ALEA_OK && i < r->entries; i++) {
        if (r->entry[i].comment == ALEA_NO_TEXT) continue;
        status = put_comment(d, st, id, entry_in(a, row_at(a, i), old, size),
                             alea_record_text(r, r->entry[i].comment), error);
    }
    sqlite3_finalize(st);
    return status;
}

/* The row of `a` that decides what `row` does, at or after *next, which moves on. NULL
 * if there is none: both files have their decisions in the same order. */
static const desk_row *counterpart(const addition *a, const desk_row *row, size_t *next)
{
    for (size_t k = *next; k < a->rows.count; k++)
        if (desk_row_same(row, &a->rows.row[k])) {
            *next = k + 1;
            return &a->rows.row[k];
        }
    return NULL;
}

/* The analysis as a judgement; false: the decision cannot be judged by it. */
static bool judge(addition *a, const alea_filed *f, alea_judgement *out)
{
    alea_match state;
    if (alea_record_state(&a->record, f->entry, &state) != ALEA_OK ||
        !alea_judge_filed(&a->record, f, f->entry, &state, a->met, out))
        return false;
    out->entry = f->entry;
    out->mark = alea_mark_of_loss(out->loss, NULL);
    return true;
}

/* Stores one analysis under the entry that the stored match has for it. */
static alea_status put_analysis(desk *d, addition *a, int64_t id, int64_t entry,
                                const alea_filed *f, alea_error *error)
{
    alea_judgement j;
    desk_figures figures;
    const bool judged = judge(a, f, &j);
    const float loss = judged ? j.loss : f->loss;
    if (!(loss >= 0)) return ALEA_OK;
    sqlite3_stmt *st = desk_prepare(
        d,
        "INSERT INTO analyses VALUES(?,?,?,?,?,?,?,?) ON CONFLICT DO UPDATE SET"
        " figures=excluded.figures WHERE figures IS NULL",
        error);
    if (!st) return ALEA_ERROR_FILE;
    desk_bind(st, "iittd", id, entry, f->program, f->level, (double)loss);
    if (f->luck == f->luck) sqlite3_bind_double(st, 6, (double)f->luck);
    const report r = {.record = &a->record, .met = a->met};
    char *detail =
        judged && detail_is_kept(&a->record, &j) ? detail_of_judgement(&r, &j) : NULL;
    sqlite3_bind_text(st, 7, detail ? detail : "", -1, SQLITE_STATIC);
    if (judged) {
        const desk_row *row = row_at(a, f->entry);
        desk_figures_of(
            row, &j, f->entry < a->record.entries && a->record.entry[f->entry].hinted,
            &figures);
        figures.program = DESK_FILED;
        sqlite3_bind_blob(st, 8, &figures, sizeof figures, SQLITE_STATIC);
    }
    alea_status status = desk_run(d, st, error);
    free(detail);
    return status;
}

static alea_status put_analyses(desk *d, addition *a, int64_t id, alea_error *error)
{
    alea_status status = ALEA_OK;
    for (size_t i = 0; status == ALEA_OK && i < a->record.fileds; i++) {
        const alea_filed *f = &a->record.filed[i];
        status = put_analysis(d, a, id, (int64_t)f->entry, f, error);
    }
    return status;
}

static int64_t entry_in(const addition *a, const desk_row *row, const uint8_t *old,
                        size_t size)
{
    size_t next = 0;
    if (!old) return row->entry;
    for (size_t at = 0; at + sizeof(desk_row) <= size; at += sizeof(desk_row)) {
        desk_row stored;
        memcpy(&stored, old + at, sizeof stored);
        if (counterpart(a, &stored, &next) == row) return stored.entry;
    }
    return -1;
}

/* Adds what the file says of decisions beside what is there: analyses of other
 * programs, which the figures go on not using; flags; comments. `old` are the rows of
 * the stored match, in which flags are set. */
static alea_status join_rows(desk *d, addition *a, int64_t id, uint8_t *old,
                             size_t size, bool *flagged, alea_error *error)
{
    size_t next = 0;
    alea_status put = ALEA_OK;
    for (size_t at = 0; put == ALEA_OK && at + sizeof(desk_row) <= size;
         at += sizeof(desk_row)) {
        desk_row row;
        memcpy(&row, old + at, sizeof row);
        const desk_row *other = counterpart(a, &row, &next);
        const alea_filed *f = NULL;
        while (other && put == ALEA_OK &&
               (f = alea_record_filed(&a->record, other->entry, f)))
            put = put_analysis(d, a, id, row.entry, f, error);
        if (!other || !(other->flags & ~row.flags & DESK_FLAGGED)) continue;
        row.flags |= DESK_FLAGGED;
        memcpy(old + at, &row, sizeof row);
        *flagged = true;
    }
    return put == ALEA_OK ? put_comments(d, a, id, old, size, error) : put;
}

static alea_status add_analyses(desk *d, addition *a, int64_t id, alea_error *error)
{
    alea_status status = ALEA_ERROR_FILE;
    bool flagged = false;
    uint8_t *old = NULL;
    size_t size = 0;
    sqlite3_stmt *st =
        desk_prepare(d, "SELECT rows FROM decisions WHERE match=?", error);
    if (!st) return status;
    desk_bind(st, "i", id);
    while (desk_next(d, st, &status, error)) {
        size = (size_t)sqlite3_column_bytes(st, 0);
        old = malloc(size + 1);
        if (old && size) memcpy(old, sqlite3_column_blob(st, 0), size);
    }
    if (status == ALEA_OK && !old) status = alea_error_no_memory(error);
    if (status == ALEA_OK) status = join_rows(d, a, id, old, size, &flagged, error);
    st = NULL;
    if (status == ALEA_OK && flagged) {
        st = desk_prepare(d, "UPDATE decisions SET rows=? WHERE match=?", error);
        status = st ? ALEA_OK : ALEA_ERROR_FILE;
    }
    if (st) {
        desk_bind(st, "bi", (const void *)old, size, id);
        status = desk_run(d, st, error);
    }
    free(old);
    return status;
}

static alea_status put_file(desk *d, const addition *a, int64_t id, alea_error *error)
{
    sqlite3_stmt *st =
        desk_prepare(d, "INSERT OR IGNORE INTO files(hash, match) VALUES(?,?)", error);
    if (!st) return ALEA_ERROR_FILE;
    desk_bind(st, "bi", a->hash, sizeof a->hash, id);
    return desk_run(d, st, error);
}

/* Whether any decision of the stored match is analysed. */
static alea_status is_analysed(desk *d, int64_t id, bool *out, alea_error *error)
{
    alea_status status = ALEA_ERROR_FILE;
    *out = false;
    sqlite3_stmt *st =
        desk_prepare(d, "SELECT 1 FROM analyses WHERE match=? LIMIT 1", error);
    if (!st) return status;
    desk_bind(st, "i", id);
    while (desk_next(d, st, &status, error)) *out = true;
    return status;
}

/* Moves what names entry `from` of the match to entry `to`. */
static alea_status move_entry(desk *d, int64_t id, int64_t from, int64_t to,
                              alea_error *error)
{
    static const char *const statements[] = {
        "UPDATE OR REPLACE tags SET entry=?3 WHERE match=?1 AND entry=?2",
        "UPDATE OR REPLACE notes SET entry=?3 WHERE match=?1 AND entry=?2",
        "UPDATE OR REPLACE collected SET entry=?3 WHERE match=?1 AND entry=?2",
        "UPDATE cards SET entry=?3 WHERE match=?1 AND entry=?2"};
    alea_status status = ALEA_OK;
    for (int i = 0; status == ALEA_OK && i < 4; i++) {
        sqlite3_stmt *st = desk_prepare(d, statements[i], error);
        if (!st) return ALEA_ERROR_FILE;
        desk_bind(st, "iii", id, from, to);
        status = desk_run(d, st, error);
    }
    return status;
}

/* Another file of the match may number its events otherwise: labels follow their
 * decisions, which come in the same order. A label whose decision is not in the new
 * file stays with the match. Entries pass through numbers below -1, which nothing
 * has. */
static alea_status move_labels(desk *d, const addition *a, int64_t id,
                               const uint8_t *old, size_t size, alea_error *error)
{
    alea_status status = ALEA_OK;
    size_t next = 0;
    for (size_t at = 0; status == ALEA_OK && at + sizeof(desk_row) <= size;
         at += sizeof(desk_row)) {
        desk_row row;
        memcpy(&row, old + at, sizeof row);
        const desk_row *other = counterpart(a, &row, &next);
        const bool found = other != NULL;
        const int64_t to = other ? (int64_t)other->entry : -1;
        if (to != (int64_t)row.entry)
            status = move_entry(d, id, row.entry, found ? -2 - to : -1, error);
    }
    for (size_t i = 0; status == ALEA_OK && i < a->rows.count; i++)
        status = move_entry(d, id, -2 - (int64_t)a->rows.row[i].entry,
                            a->rows.row[i].entry, error);
    return status;
}

/* A match that is read from another file than before: its labels move, its analyses are
 * read anew. */
static alea_status replace_match(desk *d, addition *a, int64_t id, alea_error *error)
{
    alea_status status = ALEA_ERROR_FILE, moved = ALEA_OK;
    sqlite3_stmt *st = desk_prepare(
        d,
        "SELECT rows FROM decisions WHERE match=?1 AND (EXISTS(SELECT 1 FROM tags"
        " WHERE match=?1) OR EXISTS(SELECT 1 FROM notes WHERE match=?1) OR EXISTS("
        "SELECT 1 FROM collected WHERE match=?1) OR EXISTS(SELECT 1 FROM cards"
        " WHERE match=?1))",
        error);
    if (!st) return status;
    desk_bind(st, "i", id);
    while (desk_next(d, st, &status, error))
        moved = move_labels(d, a, id, sqlite3_column_blob(st, 0),
                            (size_t)sqlite3_column_bytes(st, 0), error);
    if (status != ALEA_OK || moved != ALEA_OK)
        return status != ALEA_OK ? status : moved;
    static const char *const gone[] = {"DELETE FROM analyses WHERE match=?",
                                       "DELETE FROM comments WHERE match=?"};
    for (int i = 0; status == ALEA_OK && i < 2; i++) {
        st = desk_prepare(d, gone[i], error);
        if (!st) return ALEA_ERROR_FILE;
        desk_bind(st, "i", id);
        status = desk_run(d, st, error);
    }
    return status;
}

/* Jacoby and beavers, which the rows do not have. */
static alea_status has_rules(desk *d, int64_t match, const alea_rules *rules, bool *out,
                             alea_error *error)
{
    alea_record record;
    *out = true;
    if (rules->match_length > 0) return ALEA_OK;
    const alea_status status = desk_record(d, match, &record, error);
    if (status != ALEA_OK) return status;
    *out = record.rules.jacoby == rules->jacoby &&
           (record.rules.beavers != 0) == (rules->beavers != 0);
    alea_record_clear(&record);
    return ALEA_OK;
}

/* Marks a position, behind a decision of a match if it is one. */
static alea_status mark_position(desk *d, addition *a, desk_addition *out,
                                 alea_error *error)
{
    const desk_row *row = a->rows.row;
    int64_t match, entry;
    size_t at = 0;
    bool same = false;
    alea_status status = ALEA_OK;
    if (!a->twins) {
        status = twins_open(d, &a->own_twins, error);
        a->twins = a->own_twins;
    }
    while (status == ALEA_OK && !same && twins_next(a->twins, row, &at, &match, &entry))
        status = has_rules(d, match, &a->record.rules, &same, error);
    if (status != ALEA_OK) return status;
    out->twin = same ? match : 0;
    out->entry = same ? entry : 0;
    return twins_mark(d, out->match, row->entry, out->twin, out->entry, error);
}

static alea_status store(desk *d, addition *a, desk_addition *out, alea_error *error)
{
    int64_t id;
    alea_status status = find_match(d, "SELECT id FROM matches WHERE key=?",
                                    a->rows.key, sizeof a->rows.key, &id, error);
    bool analysed = true;
    if (status == ALEA_OK && id && a->rows.filed)
        status = is_analysed(d, id, &analysed, error);
    if (status != ALEA_OK) return status;
    out->result = !id ? DESK_ADDED : analysed ? DESK_KNOWN : DESK_UPDATED;
    if (out->result == DESK_UPDATED) status = replace_match(d, a, id, error);
    if (status == ALEA_OK && out->result != DESK_KNOWN) {
        status = put_match(d, a, &id, error);
        if (status == ALEA_OK) status = put_blobs(d, a, id, error);
        if (status == ALEA_OK) status = put_analyses(d, a, id, error);
        if (status == ALEA_OK) status = put_comments(d, a, id, NULL, 0, error);
    }
    if (status == ALEA_OK && out->result == DESK_KNOWN &&
        (a->rows.filed || has_comments(a))) {
        const int before = sqlite3_total_changes(d->db);
        status = add_analyses(d, a, id, error);
        if (sqlite3_total_changes(d->db) != before) out->result = DESK_UPDATED;
    }
    out->match = id;
    if (status == ALEA_OK && out->result != DESK_KNOWN)
        status = a->rows.position
                     ? mark_position(d, a, out, error)
                     : twins_take(d, id, &a->rows, &a->record.rules, error);
    return status == ALEA_OK ? put_file(d, a, id, error) : status;
}

static void finish(addition *a)
{
    twins_free(a->own_twins);
    alea_record_clear(&a->record);
    desk_rows_free(&a->rows);
    free(a->packed);
}

alea_status desk_add(desk *d, const char *path, const void *bytes, size_t size,
                     const alea_import_options *options, const twins *t,
                     desk_addition *out, alea_error *error)
{
    *out = (desk_addition){0};
    addition a = {.path = path, .bytes = bytes, .size = size, .twins = t};
    a.met = desk_met(d);
    if (!a.met) return alea_error_no_memory(error);
    write_options(options, a.options);
    hash_file(&a);
    alea_status status = find_match(d, "SELECT match FROM files WHERE hash=?", a.hash,
                                    sizeof a.hash, &out->match, error);
    if (status != ALEA_OK) return status;
    out->result = DESK_KNOWN;
    if (out->match) return ALEA_OK;
    status = read_match(&a, options, error);
    if (status == ALEA_OK) status = desk_begin(d, error);
    if (status == ALEA_OK) status = desk_end(d, store(d, &a, out, error), error);
    out->position = a.rows.position;
    out->decisions = a.rows.count;
    out->warnings = a.report.warnings;
    out->unpacked = a.report.unpacked;
    finish(&a);
    return status;
}

static alea_status unpack(sqlite3_stmt *st, char **bytes, size_t *size,
                          alea_error *error)
{
    uLongf length = (uLongf)sqlite3_column_int64(st, 0);
    if (length == 0 || length > ALEA_FILE_MAX_BYTES)
        return alea_error_fill(error, ALEA_ERROR_FILE, 0, 0,
                               "a stored match is damaged");
    *bytes = malloc(length);
    if (!*bytes) return alea_error_no_memory(error);
    *size = length;
    if (uncompress((Bytef *)*bytes, &length, sqlite3_column_blob(st, 2),
                   (uLong)sqlite3_column_bytes(st, 2)) == Z_OK &&
        length == *size)
        return ALEA_OK;
    free(*bytes);
    *bytes = NULL;
    return alea_error_fill(error, ALEA_ERROR_FILE, 0, 0, "a stored match is damaged");
}

alea_status desk_source(desk *d, int64_t match, char **bytes, size_t *size,
                        alea_import_options *options, alea_error *error)
{
    alea_status status, read = ALEA_ERROR_ARGUMENT;
    *bytes = NULL;
    *size = 0;
    *options = (alea_import_options){0};
    sqlite3_stmt *st = desk_prepare(
        d, "SELECT size, options, bytes FROM sources WHERE match=?", error);
    if (!st) return ALEA_ERROR_FILE;
    desk_bind(st, "i", match);
    alea_error_fill(error, ALEA_ERROR_ARGUMENT, 0, 0, "there is no match %lld",
                    (long long)match);
    while (desk_next(d, st, &status, error)) {
        read_options(desk_text(st, 1), options);
        read = unpack(st, bytes, size, error);
    }
    if (status == ALEA_OK) return read;
    free(*bytes);
    *bytes = NULL;
    return status;
}

alea_status desk_record(desk *d, int64_t match, alea_record *record, alea_error *error)
{
    char *bytes;
    size_t size;
    alea_import_options options;
    alea_status status = desk_source(d, match, &bytes, &size, &options, error);
    if (status == ALEA_OK)
        status = alea_import(bytes, size, &options, record, NULL, error);
    free(bytes);
    return status;
}

/* ---- matches of an earlier alea ---- */

/* The rows as they are stored, with what the file says of them beside. */
static void complete_rows(const addition *a, uint8_t *old, size_t size, desk_side *side)
{
    for (size_t i = 0; (i + 1) * sizeof(desk_row) <= size; i++) {
        desk_row row;
        memcpy(&row, old + i * sizeof row, sizeof row);
        side[i] = (desk_side){0};
        const desk_row *fresh = row_at(a, row.entry);
        if (fresh->entry != row.entry) continue;
        const desk_side *beside = &a->rows.side[fresh - a->rows.row];
        memcpy(side[i].made, beside->made, sizeof side[i].made);
        row.flags |= fresh->flags & DESK_FLAGGED;
        if (row.program == DESK_FILED && fresh->program == DESK_FILED) {
            side[i] = *beside;
            row.flags |= fresh->flags & DESK_RIGHT;
        }
        memcpy(old + i * sizeof row, &row, sizeof row);
    }
}

static alea_status store_complete(desk *d, addition *a, int64_t id, const uint8_t *old,
                                  size_t size, const desk_side *side, alea_error *error)
{
    sqlite3_stmt *st =
        desk_prepare(d, "UPDATE decisions SET rows=? WHERE match=?", error);
    if (!st) return ALEA_ERROR_FILE;
    desk_bind(st, "bi", (const void *)old, size, id);
    alea_status status = desk_run(d, st, error);
    if (status != ALEA_OK) return status;
    st = desk_prepare(d, "INSERT INTO sides(sides, match) VALUES(?,?)", error);
    if (!st) return ALEA_ERROR_FILE;
    desk_bind(st, "bi", (const void *)side, size / sizeof(desk_row) * sizeof *side, id);
    status = desk_run(d, st, error);
    if (status == ALEA_OK) status = put_analyses(d, a, id, error);
    return status == ALEA_OK ? put_comments(d, a, id, old, size, error) : status;
}

alea_status desk_complete(desk *d, int64_t match, alea_error *error)
{
    addition a = {.met = desk_met(d)};
    uint8_t *old = NULL;
    size_t size = 0;
    alea_status status = ALEA_ERROR_FILE;
    sqlite3_stmt *st = desk_prepare(d,
                                    "SELECT rows FROM decisions WHERE match=?1 AND NOT"
                                    " EXISTS(SELECT 1 FROM sides WHERE match=?1)",
                                    error);
    if (!st) return status;
    desk_bind(st, "i", match);
    while (desk_next(d, st, &status, error)) {
        size = (size_t)sqlite3_column_bytes(st, 0);
        old = malloc(size + 1);
        if (old && size) memcpy(old, sqlite3_column_blob(st, 0), size);
    }
    if (status != ALEA_OK || size == 0) {
        free(old);
        return status;
    }
    desk_side *side = calloc(size / sizeof(desk_row) + 1, sizeof *side);
    if (!a.met || !old || !side) status = alea_error_no_memory(error);
    if (status == ALEA_OK) status = desk_record(d, match, &a.record, error);
    const bool read = status == ALEA_OK;
    if (read) status = desk_rows_of(&a.record, a.met, &a.rows);
    if (status == ALEA_OK && a.rows.count) {
        complete_rows(&a, old, size, side);
        status = store_complete(d, &a, match, old, size, side, error);
    }
    if (read) alea_record_clear(&a.record);
    desk_rows_free(&a.rows);
    free(old);
    free(side);
    return status;
}
