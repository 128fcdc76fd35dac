#include "desk/source.h"
#include "texts.h"

#include "base/error.h"
#include "base/text.h"

#include <alea/analysis.h>

#include <stdlib.h>
#include <string.h>

enum { TEXTS_MOST = 256 << 20 };

typedef struct writing {
    desk *d;
    alea_text out;
    alea_record record; /* of match `match`, 0: none */
    int64_t match, count;
    sqlite3_stmt *twin; /* the position behind a decision */
    alea_status status;
    alea_error *error;
} writing;

static alea_status load(writing *w, int64_t match)
{
    if (w->match == match) return ALEA_OK;
    if (w->match) alea_record_clear(&w->record);
    w->match = 0;
    const alea_status status = desk_record(w->d, match, &w->record, w->error);
    if (status == ALEA_OK) w->match = match;
    return status;
}

/* The position that stands for the decision; 0: none. */
static int64_t twin_of(writing *w, int64_t match, int64_t entry)
{
    int64_t position = 0;
    sqlite3_reset(w->twin);
    desk_bind(w->twin, "ii", match, entry);
    const int result = sqlite3_step(w->twin);
    if (result == SQLITE_ROW) position = sqlite3_column_int64(w->twin, 0);
    if (result != SQLITE_ROW && result != SQLITE_DONE)
        w->status = desk_failed(w->d, w->error);
    sqlite3_reset(w->twin);
    return position;
}

static alea_status put(writing *w, const alea_record *record)
{
    char *bytes;
    size_t size;
    const alea_status status =
        alea_export(record, ALEA_FORMAT_XG_TEXT, NULL, &bytes, &size, w->error);
    if (status != ALEA_OK) return status;
    alea_text_bytes(&w->out, bytes, size);
    alea_text_char(&w->out, '\n');
    free(bytes);
    w->count++;
    return alea_text_status(&w->out) ? alea_error_no_memory(w->error) : ALEA_OK;
}

/* The decision at `entry` of the match as a record of its own. */
static alea_status cut_out(const alea_record *match, size_t entry, alea_record *out,
                           alea_error *error)
{
    static const char *const keys[] = {"player_a", "player_b"};
    char id[ALEA_XGID_SIZE];
    alea_match state;
    alea_position position;
    const alea_import_options options = {.format = ALEA_FORMAT_ID};
    alea_status status = alea_record_state(match, entry, &state);
    if (status != ALEA_OK) return status;
    alea_position_of_match(&state, &position);
    status = alea_xgid_write(&position, id);
    if (status == ALEA_OK)
        status = alea_import(id, strlen(id), &options, out, NULL, error);
    if (status != ALEA_OK) return status;
    for (int i = 0; i < 2; i++) {
        const char *name = alea_record_tag_value(match, keys[i]);
        if (name && status == ALEA_OK) status = alea_record_set_tag(out, keys[i], name);
    }
    const alea_filed *f = NULL;
    while (status == ALEA_OK && (f = alea_record_filed(match, entry, f))) {
        alea_filed open = *f;
        open.entry = out->entries;
        open.made = -1;
        status = alea_record_add_filed(out, &open, match->filed_candidate + f->first);
    }
    if (status != ALEA_OK) alea_record_clear(out);
    return status;
}

static alea_status write_found(writing *w, const desk_found *f)
{
    const int64_t twin = twin_of(w, f->match->id, f->row->entry);
    alea_status status = w->status;
    if (status == ALEA_OK) status = load(w, twin ? twin : f->match->id);
    if (status != ALEA_OK) return status;
    if (twin || f->row->action == ALEA_EVENT_SET) return put(w, &w->record);
    alea_record one;
    status = cut_out(&w->record, f->row->entry, &one, w->error);
    if (status != ALEA_OK) return status;
    status = put(w, &one);
    alea_record_clear(&one);
    return status;
}

static bool write_one(void *context, const desk_found *f)
{
    writing *w = context;
    w->status = write_found(w, f);
    return w->status == ALEA_OK;
}

alea_status texts_write(desk *d, const terms *t, char **text, size_t *size,
                        int64_t *count, alea_error *error)
{
    writing w = {.d = d, .out = alea_text_growing(TEXTS_MOST), .error = error};
    w.twin = desk_prepare(
        d, "SELECT position FROM twins WHERE match=? AND entry=? LIMIT 1", error);
    alea_status status = ALEA_ERROR_FILE;
    if (w.twin) status = desk_find(d, t, write_one, &w, error);
    if (status == ALEA_OK) status = w.status;
    sqlite3_finalize(w.twin);
    if (w.match) alea_record_clear(&w.record);
    *text = w.out.start;
    *size = w.out.length;
    *count = w.count;
    if (status != ALEA_OK) alea_text_free(&w.out);
    return status;
}
