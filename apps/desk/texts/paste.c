#include "texts.h"

#include "base/error.h"

#include <stdio.h>

bool paste_is(const void *bytes, size_t size)
{
    static const alea_format texts[] = {ALEA_FORMAT_UNKNOWN, ALEA_FORMAT_XG_TEXT,
                                        ALEA_FORMAT_BGBLITZ, ALEA_FORMAT_ID,
                                        ALEA_FORMAT_SNOWIE};
    const alea_format format = alea_format_sniff(bytes, size);
    alea_piece piece = {0};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (format == texts[i]) return alea_piece_next(bytes, size, &piece);
    return false;
}

/* Positions of one transaction: alone, each would write a dozen pages of its own. */
enum { GROUP = 64 };

typedef struct tried {
    desk_addition done;
    alea_error why; /* status ALEA_OK: it was added */
} tried;

static alea_status add_piece(const paste *p, const twins *t, tried *out,
                             alea_error *error)
{
    alea_import_options options = *p->options;
    alea_error why = {0};
    options.format = p->piece.format;
    const alea_status status = desk_add(p->d, p->path, p->piece.bytes, p->piece.size,
                                        &options, t, &out->done, &why);
    if (status == ALEA_ERROR_FILE || status == ALEA_ERROR_MEMORY) {
        *error = why;
        return status;
    }
    why.status = status;
    why.line = p->piece.line + (why.line ? why.line - 1 : 0);
    out->why = why;
    return ALEA_OK;
}

static alea_status add_group(paste *p, const twins *t, tried list[GROUP], int *count,
                             alea_error *error)
{
    *count = 0;
    alea_status status = desk_begin(p->d, error);
    if (status != ALEA_OK) return status;
    while (status == ALEA_OK && *count < GROUP &&
           alea_piece_next(p->bytes, p->size, &p->piece)) {
        status = add_piece(p, t, &list[*count], error);
        ++*count;
    }
    return desk_end(p->d, status, error);
}

alea_status paste_add(paste *p, alea_error *error)
{
    twins *t = NULL;
    tried list[GROUP];
    bool go_on = true;
    alea_status status = twins_open(p->d, &t, error);
    while (status == ALEA_OK && go_on) {
        int count;
        status = add_group(p, t, list, &count, error);
        if (status != ALEA_OK || count == 0) break;
        for (int i = 0; i < count; i++) {
            const bool added = list[i].why.status == ALEA_OK;
            go_on &= p->each(p->context, &list[i].done, added ? NULL : &list[i].why);
        }
    }
    twins_free(t);
    return status;
}
