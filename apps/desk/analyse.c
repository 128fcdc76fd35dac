#include "analyse.h"
#include "add.h"
#include "detail.h"
#include "rows.h"

#include "base/error.h"

#include <stdlib.h>
#include <string.h>

typedef struct job {
    desk *d;
    int64_t match;
    const alea_record *record;
    const alea_met *met;
    const alea_analysis *analysis;
    desk_row *row;
    size_t rows;
    sqlite3_stmt *insert;
    char level[16];
    bool again;
} job;

static desk_row *row_of(job *j, size_t entry)
{
    size_t low = 0, high = j->rows;
    while (low < high) {
        const size_t mid = low + (high - low) / 2;
        if (j->row[mid].entry < entry)
            low = mid + 1;
        else
            high = mid;
    }
    return low < j->rows && j->row[low].entry == entry ? &j->row[low] : NULL;
}

static alea_status load_rows(job *j, alea_error *error)
{
    alea_status status = ALEA_ERROR_FILE;
    bool good = true;
    sqlite3_stmt *st =
        desk_prepare(j->d, "SELECT rows FROM decisions WHERE match=?", error);
    if (!st) return status;
    desk_bind(st, "i", j->match);
    while (desk_next(j->d, st, &status, error)) {
        const size_t size = (size_t)sqlite3_column_bytes(st, 0);
        free(j->row);
        j->rows = size / sizeof(desk_row);
        j->row = malloc(size ? size : 1);
        good = j->row != NULL;
        if (good && size) memcpy(j->row, sqlite3_column_blob(st, 0), size);
    }
    if (!good) return alea_error_no_memory(error);
    return status;
}

static uint16_t unit16(float x)
{
    return (uint16_t)(x >= 1 ? 65535 : x > 0 ? x * 65535 + 0.5F : 0);
}

static void fill_row(desk_row *row, const alea_judgement *j)
{
    const alea_probs *p = &j->probs;
    const bool flip = row->kind == ALEA_JUDGED_TAKE;
    row->program = j->filed ? DESK_FILED : DESK_ALEA;
    row->loss = j->loss;
    row->equity = j->best;
    row->flags =
        (uint8_t)((row->flags & ~(DESK_COUNTED | DESK_HINTED)) |
                  (j->counted ? DESK_COUNTED : 0) | (j->hinted ? DESK_HINTED : 0));
    row->chance[0] = unit16(flip ? 1 - p->win : p->win);
    row->chance[1] = unit16(flip ? p->lose_gammon : p->win_gammon);
    row->chance[2] = unit16(flip ? p->win_gammon : p->lose_gammon);
}

static alea_status put_judgement(job *j, const alea_judgement *one, alea_error *error)
{
    desk_row *row = row_of(j, one->entry);
    if (!row || one->kind == ALEA_JUDGED_RESIGNATION) return ALEA_OK;
    if (row->program == DESK_FILED && !j->again) return ALEA_OK;
    if (row->program != DESK_FILED) fill_row(row, one);
    if (one->filed) return ALEA_OK; /* stored when the file was added */
    const report r = {.record = j->record, .analysis = j->analysis, .met = j->met};
    char *detail = one->loss >= DETAIL_LEAST_LOSS ? detail_of_judgement(&r, one) : NULL;
    desk_bind(j->insert, "iittd", j->match, (int64_t)one->entry, "alea", j->level,
              (double)one->loss);
    sqlite3_bind_text(j->insert, 6, detail ? detail : "", -1, SQLITE_STATIC);
    const int result = sqlite3_step(j->insert);
    sqlite3_reset(j->insert);
    free(detail);
    return result == SQLITE_DONE ? ALEA_OK : desk_failed(j->d, error);
}

static void put_luck(job *j)
{
    for (size_t i = 0; i < j->analysis->rolls; i++) {
        const alea_roll_luck *l = &j->analysis->roll[i];
        desk_row *row = row_of(j, l->entry + 1);
        if (!row || row->kind != ALEA_JUDGED_PLAY || (row->flags & DESK_LUCK)) continue;
        row->luck = l->luck;
        row->flags |= DESK_LUCK;
    }
}

static alea_status store(job *j, alea_error *error)
{
    alea_status status =
        load_rows(j, error); /* another program may have changed them */
    if (status != ALEA_OK) return status;
    j->insert = desk_prepare(j->d,
                             "INSERT OR REPLACE INTO analyses(match, entry, program,"
                             " level, loss, detail) VALUES(?,?,?,?,?,?)",
                             error);
    if (!j->insert) return ALEA_ERROR_FILE;
    for (size_t i = 0; status == ALEA_OK && i < j->analysis->judgements; i++)
        status = put_judgement(j, &j->analysis->judgement[i], error);
    sqlite3_finalize(j->insert);
    if (status != ALEA_OK) return status;
    put_luck(j);
    sqlite3_stmt *st =
        desk_prepare(j->d, "UPDATE decisions SET rows=? WHERE match=?", error);
    if (!st) return ALEA_ERROR_FILE;
    desk_bind(st, "bi", (const void *)j->row, j->rows * sizeof *j->row, j->match);
    status = desk_run(j->d, st, error);
    if (status != ALEA_OK) return status;
    st = desk_prepare(j->d, "UPDATE matches SET analysed=1 WHERE id=?", error);
    if (!st) return ALEA_ERROR_FILE;
    desk_bind(st, "i", j->match);
    return desk_run(j->d, st, error);
}

alea_status desk_judge(const alea_record *record, alea_engine *engine,
                       const alea_analysis_settings *settings, bool again,
                       alea_analysis **out, alea_error *error)
{
    alea_analysis_settings filling = *settings;
    filling.use_filed = !again;
    return alea_analyse(engine, record, &filling, out, error);
}

alea_status desk_keep_analysis(desk *d, int64_t match, const alea_record *record,
                               const alea_analysis *analysis, alea_engine *engine,
                               const alea_analysis_settings *settings, bool again,
                               alea_error *error)
{
    job j = {.d = d,
             .match = match,
             .record = record,
             .analysis = analysis,
             .again = again,
             .met = alea_engine_met(engine)};
    if (settings->rolled == ALEA_ROLLED_NOT)
        snprintf(j.level, sizeof j.level, "%d-ply", settings->plies);
    else
        snprintf(j.level, sizeof j.level, "%s",
                 settings->rolled == ALEA_ROLLED_LONG ? "rollout" : "deep");
    alea_status status = desk_begin(d, error);
    if (status == ALEA_OK) status = desk_end(d, store(&j, error), error);
    free(j.row);
    return status;
}

alea_status desk_analyse(desk *d, int64_t match, alea_engine *engine,
                         const alea_analysis_settings *settings, bool again,
                         alea_error *error)
{
    alea_record record;
    alea_analysis *analysis = NULL;
    alea_status status = desk_record(d, match, &record, error);
    if (status != ALEA_OK) return status;
    status = desk_judge(&record, engine, settings, again, &analysis, error);
    if (status == ALEA_OK)
        status = desk_keep_analysis(d, match, &record, analysis, engine, settings,
                                    again, error);
    alea_analysis_free(analysis);
    alea_record_clear(&record);
    return status;
}

alea_status desk_unanalysed(desk *d, bool again, int64_t **match, size_t *count,
                            alea_error *error)
{
    *match = NULL;
    *count = 0;
    size_t capacity = 0;
    bool good = true;
    alea_status status = ALEA_ERROR_FILE;
    sqlite3_stmt *st = desk_prepare(
        d, "SELECT id FROM matches WHERE analysed=0 OR ?1 ORDER BY id", error);
    if (!st) return status;
    desk_bind(st, "i", (int64_t)again);
    while (desk_next(d, st, &status, error)) {
        if (*count == capacity) {
            capacity = capacity ? capacity * 2 : 256;
            int64_t *more = realloc(*match, capacity * sizeof *more);
            if (!more) good = false;
            if (!more) continue;
            *match = more;
        }
        if (good) (*match)[(*count)++] = sqlite3_column_int64(st, 0);
    }
    return good ? status : alea_error_no_memory(error);
}
