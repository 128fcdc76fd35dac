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

static alea_status add_piece(const paste *p, const twins *t, bool *go_on,
                             alea_error *error)
{
    alea_import_options options = *p->options;
    alea_error why = {0};
    desk_addition done;
    options.format = p->piece.format;
    const alea_status status = desk_add(p->d, p->path, p->piece.bytes, p->piece.size,
                                        &options, t, &done, &why);
    if (status == ALEA_ERROR_FILE || status == ALEA_ERROR_MEMORY) {
        *error = why;
        return status;
    }
    why.status = status;
    why.line = p->piece.line + (why.line ? why.line - 1 : 0);
    *go_on = p->each(p->context, &done, status == ALEA_OK ? NULL : &why);
    return ALEA_OK;
}

alea_status paste_add(paste *p, alea_error *error)
{
    twins *t = NULL;
    bool go_on = true;
    alea_status status = twins_open(p->d, &t, error);
    while (status == ALEA_OK && go_on && alea_piece_next(p->bytes, p->size, &p->piece))
        status = add_piece(p, t, &go_on, error);
    twins_free(t);
    return status;
}
