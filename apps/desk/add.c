#include "add.h"
#include "figures.h"
#include "reading.h"
#include "source.h"

#include "base/clock.h"
#include "base/error.h"
#include "json/text.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum { HASH_SIZE = 16 };

/* The data to store, prepared before the transaction begins. */
typedef struct addition {
    const char *path;
    uint8_t hash[HASH_SIZE];
    reading reading;
    alea_import_report report;
    source source;
    const twins *twins;
    twins *own_twins;
} addition;

static void hash_file(addition *a, const void *bytes, size_t size)
{
    const char *options = a->source.options;
    crypto_generichash_state state;
    crypto_generichash_init(&state, NULL, 0, HASH_SIZE);
    crypto_generichash_update(&state, (const unsigned char *)options,
                              strlen(options) + 1);
    crypto_generichash_update(&state, bytes, size);
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

static alea_status read_match(addition *a, const void *bytes, size_t size,
                              const alea_import_options *options, alea_error *error)
{
    reading *r = &a->reading;
    alea_status status =
        alea_import(bytes, size, options, &r->record, &a->report, error);
    if (status != ALEA_OK) return status;
    status = desk_rows_of(&r->record, r->met, &r->rows);
    if (status != ALEA_OK) return alea_error_no_memory(error);
    if (r->rows.count == 0)
        return alea_error_fill(error, ALEA_ERROR_UNSUPPORTED, 0, 0,
                               "holds no decision");
    return source_pack(&a->source, bytes, size, error);
}

static const char *tag(const addition *a, const char *key, char out[256])
{
    const char *text = alea_record_tag_value(&a->reading.record, key);
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
    const alea_match *end = &a->reading.record.now;
    sqlite3_stmt *st = desk_prepare(
        d,
        *id ? "UPDATE matches SET key=?1, player_a=?2, player_b=?3, event=?4, round=?5,"
              " place=?6, date=coalesce(nullif(?7, ''), date),"
              " length=?8, games=?9, winner=?10, score_a=?11,"
              " score_b=?12, format=?13, path=?14, added=?15, analysed=0 WHERE id=?16"
            /* A new number is larger than those of matches in the bin too. */
            : "INSERT INTO matches(key, player_a, player_b, event, round, place, date,"
              " length, games, winner, score_a, score_b, format, path, added, id)"
              " SELECT ?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12,?13,?14,?15, 1 + max("
              " coalesce((SELECT max(id) FROM matches), 0),"
              " coalesce((SELECT max(match) FROM bin), 0))",
        error);
    if (!st) return ALEA_ERROR_FILE;
    desk_bind(st, "bttttttiiiiitti", a->reading.rows.key, sizeof a->reading.rows.key,
              text[0], text[1], text[2], text[3], text[4], text[5],
              (int64_t)a->reading.record.rules.match_length,
              a->reading.rows.position ? (int64_t)0
                                       : (int64_t)alea_record_games(&a->reading.record),
              (int64_t)end->match_winner, (int64_t)alea_match_points(end, ALEA_A),
              (int64_t)alea_match_points(end, ALEA_B),
              alea_format_name(a->report.format), path, alea_wall_clock_ms());
    if (*id) sqlite3_bind_int64(st, 16, *id);
    alea_status status = desk_run(d, st, error);
    if (!*id) *id = sqlite3_last_insert_rowid(d->db);
    return status;
}

static alea_status put_blob(desk *d, const char *sql, int64_t id, const void *bytes,
                            size_t size, alea_error *error)
{
    sqlite3_stmt *st = desk_prepare(d, sql, error);
    if (!st) return ALEA_ERROR_FILE;
    desk_bind(st, "ib", id, bytes, size);
    return desk_run(d, st, error);
}

static alea_status put_rows(desk *d, const desk_rows *rows, int64_t id,
                            alea_error *error)
{
    const alea_status status =
        put_blob(d, "INSERT OR REPLACE INTO decisions(match, rows) VALUES(?,?)", id,
                 rows->row, rows->count * sizeof *rows->row, error);
    if (status != ALEA_OK) return status;
    return put_blob(d, "INSERT OR REPLACE INTO sides(match, sides) VALUES(?,?)", id,
                    rows->side, rows->count * sizeof *rows->side, error);
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

/* A match is re-read from another file than before: its labels move, and its analyses
 * are read anew. */
static alea_status replace_match(desk *d, addition *a, int64_t id, alea_error *error)
{
    alea_status status = reading_move_labels(d, &a->reading, id, error);
    static const char *const gone[] = {"DELETE FROM analyses WHERE match=?",
                                       "DELETE FROM comments WHERE match=?"};
    for (int i = 0; status == ALEA_OK && i < 2; i++) {
        sqlite3_stmt *st = desk_prepare(d, gone[i], error);
        if (!st) return ALEA_ERROR_FILE;
        desk_bind(st, "i", id);
        status = desk_run(d, st, error);
    }
    return status == ALEA_OK ? figures_forget(d, id, error) : status;
}

/* Jacoby and beavers, which the rows do not contain. */
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
    const desk_row *row = a->reading.rows.row;
    int64_t match, entry;
    size_t at = 0;
    bool same = false;
    alea_status status = ALEA_OK;
    if (!a->twins) {
        status = twins_open(d, &a->own_twins, error);
        a->twins = a->own_twins;
    }
    while (status == ALEA_OK && !same && twins_next(a->twins, row, &at, &match, &entry))
        status = has_rules(d, match, &a->reading.record.rules, &same, error);
    if (status != ALEA_OK) return status;
    out->twin = same ? match : 0;
    out->entry = same ? entry : 0;
    return twins_mark(d, out->match, row->entry, out->twin, out->entry, error);
}

static alea_status store(desk *d, addition *a, desk_addition *out, alea_error *error)
{
    const reading *r = &a->reading;
    int64_t id;
    alea_status status = find_match(d, "SELECT id FROM matches WHERE key=?",
                                    r->rows.key, sizeof r->rows.key, &id, error);
    bool analysed = true;
    if (status == ALEA_OK && id && r->rows.filed)
        status = is_analysed(d, id, &analysed, error);
    if (status != ALEA_OK) return status;
    out->result = !id ? DESK_ADDED : analysed ? DESK_KNOWN : DESK_UPDATED;
    if (out->result == DESK_UPDATED) status = replace_match(d, a, id, error);
    if (status == ALEA_OK && out->result != DESK_KNOWN) {
        status = put_match(d, a, &id, error);
        if (status == ALEA_OK) status = source_put(d, id, &a->source, error);
        if (status == ALEA_OK) status = put_rows(d, &r->rows, id, error);
        if (status == ALEA_OK) status = reading_put(d, r, id, error);
    }
    if (status == ALEA_OK && out->result == DESK_KNOWN &&
        (r->rows.filed || reading_has_comments(r))) {
        const int before = sqlite3_total_changes(d->db);
        status = reading_join(d, r, id, error);
        if (sqlite3_total_changes(d->db) != before) out->result = DESK_UPDATED;
    }
    out->match = id;
    if (status == ALEA_OK && out->result != DESK_KNOWN)
        status = figures_apply(d, id, error);
    if (status == ALEA_OK && out->result != DESK_KNOWN)
        status = r->rows.position
                     ? mark_position(d, a, out, error)
                     : twins_take(d, id, &r->rows, &r->record.rules, error);
    return status == ALEA_OK ? put_file(d, a, id, error) : status;
}

static void finish(addition *a)
{
    twins_free(a->own_twins);
    reading_free(&a->reading);
    free(a->source.packed);
}

alea_status desk_add(desk *d, const char *path, const void *bytes, size_t size,
                     const alea_import_options *options, const twins *t,
                     desk_addition *out, alea_error *error)
{
    *out = (desk_addition){0};
    addition a = {.path = path, .twins = t};
    a.reading.met = desk_met(d);
    if (!a.reading.met) return alea_error_no_memory(error);
    source_options(options, a.source.options);
    hash_file(&a, bytes, size);
    alea_status status = find_match(d, "SELECT match FROM files WHERE hash=?", a.hash,
                                    sizeof a.hash, &out->match, error);
    if (status != ALEA_OK) return status;
    out->result = DESK_KNOWN;
    if (out->match) return ALEA_OK;
    status = read_match(&a, bytes, size, options, error);
    if (status == ALEA_OK) status = desk_begin(d, error);
    if (status == ALEA_OK) status = desk_end(d, store(d, &a, out, error), error);
    out->position = a.reading.rows.position;
    out->decisions = a.reading.rows.count;
    out->warnings = a.report.warnings;
    out->unpacked = a.report.unpacked;
    finish(&a);
    return status;
}
