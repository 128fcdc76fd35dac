#include "reading.h"
#include "detail.h"
#include "source.h"

#include "base/error.h"
#include "json/text.h"

#include <stdlib.h>
#include <string.h>

/* The rows of a match as the desk has them. */
typedef struct stored {
    desk_row *row; /* free() */
    size_t count;
} stored;

/* The rows that `sql` selects for the match; none if it selects nothing. */
static alea_status read_stored(desk *d, const char *sql, int64_t match, stored *out,
                               alea_error *error)
{
    alea_status status = ALEA_ERROR_FILE;
    bool memory = true;
    *out = (stored){0};
    sqlite3_stmt *st = desk_prepare(d, sql, error);
    if (!st) return status;
    desk_bind(st, "i", match);
    while (desk_next(d, st, &status, error)) {
        out->count = (size_t)sqlite3_column_bytes(st, 0) / sizeof *out->row;
        if (out->count == 0) continue;
        out->row = malloc(out->count * sizeof *out->row);
        memory = out->row != NULL;
        if (memory)
            memcpy(out->row, sqlite3_column_blob(st, 0), out->count * sizeof *out->row);
    }
    return memory ? status : alea_error_no_memory(error);
}

static alea_status write_stored(desk *d, int64_t match, const stored *rows,
                                alea_error *error)
{
    sqlite3_stmt *st =
        desk_prepare(d, "UPDATE decisions SET rows=? WHERE match=?", error);
    if (!st) return ALEA_ERROR_FILE;
    desk_bind(st, "bi", (const void *)rows->row, rows->count * sizeof *rows->row,
              match);
    return desk_run(d, st, error);
}

/* The row that entry `entry` belongs to: its own, or the next one. */
static const desk_row *row_at(const reading *r, size_t entry)
{
    size_t low = 0, high = r->rows.count;
    while (low < high) {
        const size_t mid = low + (high - low) / 2;
        if (r->rows.row[mid].entry < entry)
            low = mid + 1;
        else
            high = mid;
    }
    return &r->rows.row[low < r->rows.count ? low : r->rows.count - 1];
}

/* The row of `r` with the same decision as `row`, at or after *next, which moves on.
 * NULL if there is none: both files have their decisions in the same order. */
static const desk_row *counterpart(const reading *r, const desk_row *row, size_t *next)
{
    for (size_t k = *next; k < r->rows.count; k++)
        if (desk_row_same(row, &r->rows.row[k])) {
            *next = k + 1;
            return &r->rows.row[k];
        }
    return NULL;
}

/* The entry of the stored row with the same decision as `row`; -1: none. `old` are the
 * stored rows; NULL: they are those of the file. */
static int64_t entry_in(const reading *r, const desk_row *row, const stored *old)
{
    size_t next = 0;
    if (!old) return row->entry;
    for (size_t i = 0; i < old->count; i++)
        if (counterpart(r, &old->row[i], &next) == row) return old->row[i].entry;
    return -1;
}

/* ---- comments ---- */

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

void reading_free(reading *r)
{
    alea_record_clear(&r->record);
    desk_rows_free(&r->rows);
}

bool reading_has_comments(const reading *r)
{
    bool any = alea_record_tag_value(&r->record, "comment") != NULL;
    for (size_t i = 0; !any && i < r->record.entries; i++)
        any = r->record.entry[i].comment != ALEA_NO_TEXT;
    return any;
}

/* Adds the file's flags to the stored ones. */
static alea_status put_comments(desk *d, const reading *r, int64_t id,
                                const stored *old, alea_error *error)
{
    const alea_record *record = &r->record;
    const char *whole = alea_record_tag_value(record, "comment");
    alea_status status = ALEA_OK;
    sqlite3_stmt *st =
        desk_prepare(d, "INSERT OR IGNORE INTO comments VALUES(?,?,?)", error);
    if (!st) return ALEA_ERROR_FILE;
    if (whole) status = put_comment(d, st, id, -1, whole, error);
    for (size_t i = 0; status == ALEA_OK && i < record->entries; i++) {
        const alea_record_entry *e = &record->entry[i];
        if (e->comment == ALEA_NO_TEXT) continue;
        status = put_comment(d, st, id, entry_in(r, row_at(r, i), old),
                             alea_record_text(record, e->comment), error);
    }
    sqlite3_finalize(st);
    return status;
}

/* ---- analyses ---- */

/* The analysis as a judgement; false: the decision cannot be judged by it. */
static bool judge(const reading *r, const alea_filed *f, alea_judgement *out)
{
    alea_match state;
    if (alea_record_state(&r->record, f->entry, &state) != ALEA_OK ||
        !alea_judge_filed(&r->record, f, f->entry, &state, r->met, out))
        return false;
    out->entry = f->entry;
    out->mark = alea_mark_of_loss(out->loss, NULL);
    return true;
}

/* Stores one analysis under the stored match's entry for it. */
static alea_status put_analysis(desk *d, const reading *r, int64_t id, int64_t entry,
                                const alea_filed *f, alea_error *error)
{
    alea_judgement j;
    desk_figures figures;
    const bool judged = judge(r, f, &j);
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
    const report of = {.record = &r->record, .met = r->met};
    char *detail =
        judged && detail_is_kept(&r->record, &j) ? detail_of_judgement(&of, &j) : NULL;
    sqlite3_bind_text(st, 7, detail ? detail : "", -1, SQLITE_STATIC);
    if (judged) {
        const desk_row *row = row_at(r, f->entry);
        desk_figures_of(
            row, &j, f->entry < r->record.entries && r->record.entry[f->entry].hinted,
            &figures);
        figures.program = DESK_FILED;
        sqlite3_bind_blob(st, 8, &figures, sizeof figures, SQLITE_STATIC);
    }
    alea_status status = desk_run(d, st, error);
    free(detail);
    return status;
}

static alea_status put_analyses(desk *d, const reading *r, int64_t id,
                                alea_error *error)
{
    alea_status status = ALEA_OK;
    for (size_t i = 0; status == ALEA_OK && i < r->record.fileds; i++) {
        const alea_filed *f = &r->record.filed[i];
        status = put_analysis(d, r, id, (int64_t)f->entry, f, error);
    }
    return status;
}

alea_status reading_put(desk *d, const reading *r, int64_t match, alea_error *error)
{
    const alea_status status = put_analyses(d, r, match, error);
    return status == ALEA_OK ? put_comments(d, r, match, NULL, error) : status;
}

alea_status reading_join(desk *d, const reading *r, int64_t match, alea_error *error)
{
    size_t next = 0;
    bool flagged = false;
    stored old;
    alea_status status =
        read_stored(d, "SELECT rows FROM decisions WHERE match=?", match, &old, error);
    for (size_t i = 0; status == ALEA_OK && i < old.count; i++) {
        desk_row *row = &old.row[i];
        const desk_row *other = counterpart(r, row, &next);
        const alea_filed *f = NULL;
        while (other && status == ALEA_OK &&
               (f = alea_record_filed(&r->record, other->entry, f)))
            status = put_analysis(d, r, match, row->entry, f, error);
        if (!other || !(other->flags & ~row->flags & DESK_FLAGGED)) continue;
        row->flags |= DESK_FLAGGED;
        flagged = true;
    }
    if (status == ALEA_OK) status = put_comments(d, r, match, &old, error);
    if (status == ALEA_OK && flagged) status = write_stored(d, match, &old, error);
    free(old.row);
    return status;
}

/* ---- labels ---- */

/* Moves labels from entry `from` of the match to entry `to`. */
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

/* Entries pass through numbers below -1, which are unused. */
alea_status reading_move_labels(desk *d, const reading *r, int64_t match,
                                alea_error *error)
{
    size_t next = 0;
    stored old;
    alea_status status = read_stored(
        d,
        "SELECT rows FROM decisions WHERE match=?1 AND (EXISTS(SELECT 1 FROM tags"
        " WHERE match=?1) OR EXISTS(SELECT 1 FROM notes WHERE match=?1) OR EXISTS("
        "SELECT 1 FROM collected WHERE match=?1) OR EXISTS(SELECT 1 FROM cards"
        " WHERE match=?1))",
        match, &old, error);
    for (size_t i = 0; status == ALEA_OK && i < old.count; i++) {
        const int64_t from = old.row[i].entry;
        const desk_row *other = counterpart(r, &old.row[i], &next);
        const int64_t to = other ? (int64_t)other->entry : -1;
        if (to != from)
            status = move_entry(d, match, from, other ? -2 - to : -1, error);
    }
    for (size_t i = 0; status == ALEA_OK && old.count && i < r->rows.count; i++)
        status = move_entry(d, match, -2 - (int64_t)r->rows.row[i].entry,
                            r->rows.row[i].entry, error);
    free(old.row);
    return status;
}

/* ---- matches of an earlier alea ---- */

/* Completes stored rows from the file: flags into the rows, the rest into `side`. */
static void complete_rows(const reading *r, stored *old, desk_side *side)
{
    for (size_t i = 0; i < old->count; i++) {
        desk_row *row = &old->row[i];
        const desk_row *fresh = row_at(r, row->entry);
        if (fresh->entry != row->entry) continue;
        const desk_side *beside = &r->rows.side[fresh - r->rows.row];
        memcpy(side[i].made, beside->made, sizeof side[i].made);
        row->flags |= fresh->flags & DESK_FLAGGED;
        if (row->program == DESK_FILED && fresh->program == DESK_FILED) {
            side[i] = *beside;
            row->flags |= fresh->flags & DESK_RIGHT;
        }
    }
}

static alea_status complete(desk *d, const reading *r, int64_t match, stored *old,
                            alea_error *error)
{
    desk_side *side = calloc(old->count, sizeof *side);
    if (!side) return alea_error_no_memory(error);
    complete_rows(r, old, side);
    alea_status status = write_stored(d, match, old, error);
    if (status == ALEA_OK) {
        sqlite3_stmt *st =
            desk_prepare(d, "INSERT INTO sides(sides, match) VALUES(?,?)", error);
        status = ALEA_ERROR_FILE;
        if (st) {
            desk_bind(st, "bi", (const void *)side, old->count * sizeof *side, match);
            status = desk_run(d, st, error);
        }
    }
    free(side);
    if (status == ALEA_OK) status = put_analyses(d, r, match, error);
    return status == ALEA_OK ? put_comments(d, r, match, old, error) : status;
}

alea_status desk_complete(desk *d, int64_t match, alea_error *error)
{
    reading r = {.met = desk_met(d)};
    stored old;
    alea_status status = read_stored(d,
                                     "SELECT rows FROM decisions WHERE match=?1 AND NOT"
                                     " EXISTS(SELECT 1 FROM sides WHERE match=?1)",
                                     match, &old, error);
    if (status == ALEA_OK && old.count) {
        status = r.met ? desk_record(d, match, &r.record, error)
                       : alea_error_no_memory(error);
        if (status == ALEA_OK) {
            status = desk_rows_of(&r.record, r.met, &r.rows);
            if (status == ALEA_OK && r.rows.count)
                status = complete(d, &r, match, &old, error);
            reading_free(&r);
        }
    }
    free(old.row);
    return status;
}
