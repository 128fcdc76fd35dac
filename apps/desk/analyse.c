#include "analyse.h"
#include "desk/search/rows.h"
#include "detail.h"
#include "figures.h"
#include "reading.h"
#include "source.h"

#include "base/error.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct job {
    desk *d;
    int64_t match;
    const char *level;
    desk_row *row;
    desk_side *side; /* one a row */
    size_t rows;
    sqlite3_stmt *insert;
    bool again;
} job;

/* A judgement as text: an array of JSON, with FLAGS of these. */
enum { COUNTED = 1, HINTED = 2, FROM_FILE = 4, FLAGS = 7, MORE_MOST = 11 };

/* No equity, loss or luck is larger. */
enum { FIGURE_MOST = 10000 };

/* One judgement read back. */
typedef struct judged {
    json_int_t entry;
    int flags;
    double loss, best;
    double win, win_gammon, lose_gammon;
    const char *detail;
    json_t *more; /* [right, win a backgammon, lose one, from, to, ...]; may be NULL */
} judged;

/* Its index, or j->rows. */
static size_t row_of(const job *j, size_t entry)
{
    size_t low = 0, high = j->rows;
    while (low < high) {
        const size_t mid = low + (high - low) / 2;
        if (j->row[mid].entry < entry)
            low = mid + 1;
        else
            high = mid;
    }
    return low < j->rows && j->row[low].entry == entry ? low : j->rows;
}

static void *copied(sqlite3_stmt *st, int column, size_t size)
{
    void *bytes = malloc(size + 1);
    if (bytes && size) memcpy(bytes, sqlite3_column_blob(st, column), size);
    return bytes;
}

static alea_status load_rows(job *j, alea_error *error)
{
    alea_status status = ALEA_ERROR_FILE;
    bool good = true;
    sqlite3_stmt *st = desk_prepare(j->d,
                                    "SELECT rows, sides FROM decisions d JOIN sides s"
                                    " ON s.match=d.match WHERE d.match=?",
                                    error);
    if (!st) return status;
    desk_bind(st, "i", j->match);
    while (desk_next(j->d, st, &status, error)) {
        const size_t size = (size_t)sqlite3_column_bytes(st, 0),
                     sides = (size_t)sqlite3_column_bytes(st, 1);
        free(j->row);
        free(j->side);
        j->rows = size / sizeof(desk_row);
        j->row = copied(st, 0, size);
        j->side = copied(st, 1, sides);
        good = j->row && j->side && sides == j->rows * sizeof *j->side;
    }
    if (!good) return alea_error_no_memory(error);
    return status;
}

static uint16_t unit16(double x)
{
    return (uint16_t)(x >= 1 ? 65535 : x > 0 ? x * 65535 + 0.5 : 0);
}

/* A number of `more` that read_judgement has checked; 0 where the text has none. */
static double item(const judged *one, size_t i)
{
    return json_number_value(json_array_get(one->more, i));
}

static void read_figures(const desk_row *row, const judged *one, desk_figures *f)
{
    const bool flip = row->kind == ALEA_JUDGED_TAKE;
    *f = (desk_figures){.loss = (float)one->loss, .equity = (float)one->best};
    f->program = one->flags & FROM_FILE ? DESK_FILED : DESK_ALEA;
    /* Nobody has made the decision of a position. */
    if (row->action == ALEA_EVENT_SET) f->loss = NAN;
    f->flags = (uint8_t)((one->flags & COUNTED ? DESK_COUNTED : 0) |
                         (one->flags & HINTED ? DESK_HINTED : 0) |
                         ((unsigned)item(one, 0) << DESK_RIGHT_SHIFT & DESK_RIGHT));
    f->chance[0] = unit16(flip ? 1 - one->win : one->win);
    f->chance[1] = unit16(flip ? one->lose_gammon : one->win_gammon);
    f->chance[2] = unit16(flip ? one->win_gammon : one->lose_gammon);
    f->backgammon[0] = unit16(item(one, flip ? 2 : 1));
    f->backgammon[1] = unit16(item(one, flip ? 1 : 2));
    for (size_t i = 0; i < sizeof f->best; i++) f->best[i] = (int8_t)item(one, 3 + i);
}

static alea_status put_judgement(job *j, const judged *one, alea_error *error)
{
    const size_t at = row_of(j, (size_t)one->entry);
    if (at == j->rows) return ALEA_OK;
    desk_row *row = &j->row[at];
    desk_figures figures;
    if (row->program == DESK_FILED && !j->again) return ALEA_OK;
    read_figures(row, one, &figures);
    if (row->program != DESK_FILED) desk_take_figures(row, &j->side[at], &figures);
    if (one->flags & FROM_FILE) return ALEA_OK; /* stored when the file was added */
    desk_bind(j->insert, "iittdtb", j->match, (int64_t)one->entry, "alea", j->level,
              one->loss, one->detail, (const void *)&figures, sizeof figures);
    const int result = sqlite3_step(j->insert);
    sqlite3_reset(j->insert);
    return result == SQLITE_DONE ? ALEA_OK : desk_failed(j->d, error);
}

static void put_luck(job *j, int64_t entry, double luck)
{
    const size_t at = row_of(j, (size_t)entry + 1);
    if (at == j->rows) return;
    desk_row *row = &j->row[at];
    if (row->kind != ALEA_JUDGED_PLAY || (row->flags & DESK_LUCK)) return;
    row->luck = (float)luck;
    row->flags |= DESK_LUCK;
}

/* ---- the text ---- */

/* JSON has no NAN. */
static double or_nothing(float x)
{
    return isfinite(x) ? (double)x : 0;
}

/* Figures that earlier versions did not store; see judged.more. */
static json_t *more_json(const alea_judgement *j)
{
    const desk_row row = {.kind = (uint8_t)j->kind};
    const alea_probs *p = &j->probs;
    desk_figures f;
    desk_figures_of(&row, j, j->hinted, &f);
    json_t *more =
        json_pack("[i,f,f]", (f.flags & DESK_RIGHT) >> DESK_RIGHT_SHIFT,
                  or_nothing(p->win_backgammon), or_nothing(p->lose_backgammon));
    for (size_t i = 0; i < sizeof f.best && f.best[i & ~(size_t)1]; i++)
        json_array_append_new(more, json_integer(f.best[i]));
    return more;
}

static json_t *judgement_json(const report *r, const alea_judgement *j)
{
    const alea_probs *p = &j->probs;
    const int flags = (j->counted ? COUNTED : 0) | (j->hinted ? HINTED : 0) |
                      (j->filed ? FROM_FILE : 0);
    char *detail =
        !j->filed && detail_is_kept(r->record, j) ? detail_of_judgement(r, j) : NULL;
    json_t *one = json_pack(
        "[I,i,f,f,f,f,f,s,o]", (json_int_t)j->entry, flags, or_nothing(j->loss),
        or_nothing(j->best), or_nothing(p->win), or_nothing(p->win_gammon),
        or_nothing(p->lose_gammon), detail ? detail : "", more_json(j));
    free(detail);
    return one;
}

static const char *level_of(const alea_analysis_settings *settings, char plies[16])
{
    if (settings->rolled == ALEA_ROLLED_LONG) return "rollout";
    if (settings->rolled == ALEA_ROLLED_SHORT) return "deep";
    snprintf(plies, 16, "%d-ply", settings->plies);
    return plies;
}

char *desk_analysis_write(const alea_record *record, const alea_analysis *analysis,
                          const alea_met *met, size_t *size)
{
    char plies[16];
    const report r = {.record = record, .analysis = analysis, .met = met};
    json_t *list = json_array(), *luck = json_array();
    bool good = list && luck;
    for (size_t i = 0; i < analysis->judgements; i++) {
        const alea_judgement *j = &analysis->judgement[i];
        if (j->kind == ALEA_JUDGED_RESIGNATION) continue;
        good = good && json_array_append_new(list, judgement_json(&r, j)) == 0;
    }
    for (size_t i = 0; i < analysis->rolls; i++) {
        const alea_roll_luck *l = &analysis->roll[i];
        json_t *pair = json_pack("[I,f]", (json_int_t)l->entry, or_nothing(l->luck));
        good = good && json_array_append_new(luck, pair) == 0;
    }
    json_t *o =
        json_pack("{s:s,s:o,s:o}", "level", level_of(&analysis->settings, plies),
                  "judged", list, "luck", luck);
    char *text =
        good && o ? json_dumps(o, JSON_COMPACT | JSON_REAL_PRECISION(9)) : NULL;
    json_decref(o);
    *size = text ? strlen(text) : 0;
    return text;
}

/* A whole number of a range, or nothing, which is 0. */
static bool is_whole(const json_t *value, json_int_t least, json_int_t most)
{
    return !value || (json_is_integer(value) && json_integer_value(value) >= least &&
                      json_integer_value(value) <= most);
}

static bool is_more(const json_t *more)
{
    bool good = !more || (json_is_array(more) && json_array_size(more) <= MORE_MOST);
    good = good && is_whole(json_array_get(more, 0), 0, DESK_RIGHT_BEAVER);
    for (size_t i = 1; good && i < 3 && i < json_array_size(more); i++)
        good = json_is_number(json_array_get(more, i));
    for (size_t i = 3; good && i < MORE_MOST; i++)
        good = is_whole(json_array_get(more, i), 0, ALEA_BAR);
    return good;
}

static bool read_judgement(json_t *value, judged *out)
{
    out->more = json_array_get(value, 8);
    return is_more(out->more) &&
           json_unpack(value, "[I,i,F,F,F,F,F,s*]", &out->entry, &out->flags,
                       &out->loss, &out->best, &out->win, &out->win_gammon,
                       &out->lose_gammon, &out->detail) == 0 &&
           out->entry >= 0 && out->flags >= 0 && out->flags <= FLAGS &&
           out->loss >= 0 && out->loss <= FIGURE_MOST && fabs(out->best) <= FIGURE_MOST;
}

/* ---- storing ---- */

static alea_status put_all(job *j, const json_t *o, alea_error *error)
{
    alea_status status = ALEA_OK;
    size_t i;
    json_t *value;
    judged one;
    json_int_t entry;
    double luck;
    bool good = true;
    json_array_foreach(json_object_get(o, "judged"), i, value)
    {
        good = good && read_judgement(value, &one);
        if (good && status == ALEA_OK) status = put_judgement(j, &one, error);
    }
    json_array_foreach(json_object_get(o, "luck"), i, value)
    {
        good = good && json_unpack(value, "[I,F!]", &entry, &luck) == 0 && entry >= 0 &&
               fabs(luck) <= FIGURE_MOST;
        if (good) put_luck(j, entry, luck);
    }
    if (!good)
        return alea_error_fill(error, ALEA_ERROR_SYNTAX, 0, 0,
                               "the analysis is damaged");
    return status;
}

static alea_status store(job *j, const json_t *o, alea_error *error)
{
    alea_status status = desk_complete(j->d, j->match, error);
    if (status == ALEA_OK)
        status = load_rows(j, error); /* another program may have changed them */
    if (status != ALEA_OK) return status;
    j->insert = desk_prepare(j->d,
                             "INSERT OR REPLACE INTO analyses(match, entry, program,"
                             " level, loss, detail, figures) VALUES(?,?,?,?,?,?,?)",
                             error);
    if (!j->insert) return ALEA_ERROR_FILE;
    status = put_all(j, o, error);
    sqlite3_finalize(j->insert);
    if (status != ALEA_OK) return status;
    sqlite3_stmt *st =
        desk_prepare(j->d, "UPDATE decisions SET rows=? WHERE match=?", error);
    if (!st) return ALEA_ERROR_FILE;
    desk_bind(st, "bi", (const void *)j->row, j->rows * sizeof *j->row, j->match);
    status = desk_run(j->d, st, error);
    if (status != ALEA_OK) return status;
    st = desk_prepare(j->d, "UPDATE sides SET sides=? WHERE match=?", error);
    if (!st) return ALEA_ERROR_FILE;
    desk_bind(st, "bi", (const void *)j->side, j->rows * sizeof *j->side, j->match);
    status = desk_run(j->d, st, error);
    if (status != ALEA_OK) return status;
    st = desk_prepare(j->d, "UPDATE matches SET analysed=1 WHERE id=?", error);
    if (!st) return ALEA_ERROR_FILE;
    desk_bind(st, "i", j->match);
    status = desk_run(j->d, st, error);
    return status == ALEA_OK ? figures_apply(j->d, j->match, error) : status;
}

alea_status desk_judge(const alea_record *record, alea_engine *engine,
                       const alea_analysis_settings *settings, bool again,
                       alea_analysis **out, alea_error *error)
{
    alea_analysis_settings filling = *settings;
    filling.use_filed = !again;
    filling.open = true;
    return alea_analyse(engine, record, &filling, out, error);
}

alea_status desk_keep_written(desk *d, int64_t match, const char *text, size_t size,
                              bool again, alea_error *error)
{
    json_t *o = json_loadb(text, size, 0, NULL);
    job j = {.d = d,
             .match = match,
             .level = json_string_value(json_object_get(o, "level")),
             .again = again};
    alea_status status = j.level ? desk_begin(d, error)
                                 : alea_error_fill(error, ALEA_ERROR_SYNTAX, 0, 0,
                                                   "the analysis is damaged");
    if (status == ALEA_OK) status = desk_end(d, store(&j, o, error), error);
    free(j.row);
    free(j.side);
    json_decref(o);
    return status;
}

alea_status desk_keep_analysis(desk *d, int64_t match, const alea_record *record,
                               const alea_analysis *analysis, alea_engine *engine,
                               bool again, alea_error *error)
{
    size_t size;
    char *text = desk_analysis_write(record, analysis, alea_engine_met(engine), &size);
    if (!text) return alea_error_no_memory(error);
    const alea_status status = desk_keep_written(d, match, text, size, again, error);
    free(text);
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
        status = desk_keep_analysis(d, match, &record, analysis, engine, again, error);
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
