/* A text with many positions, cut where the next one is named. */
#include <alea/file.h>

#include <string.h>

#include "formats/positions/identify.h"
#include "formats/toolkit/parse.h"

typedef struct text_line {
    span text;   /* trimmed */
    size_t from; /* its first byte in the whole */
} text_line;

typedef struct walker {
    span all;
    size_t at, number; /* of the line behind the last one read */
    size_t board_from, board_number, board_end; /* the last board that was drawn */
} walker;

/* LF, CR LF or CR ends a line. */
static bool next_line(walker *w, text_line *out)
{
    if (w->at >= w->all.length) return false;
    const char *text = w->all.text;
    out->from = w->at;
    while (w->at < w->all.length && text[w->at] != '\n' && text[w->at] != '\r') w->at++;
    out->text = line_trim((span){text + out->from, w->at - out->from});
    if (w->at < w->all.length && text[w->at] == '\r' && w->at + 1 < w->all.length &&
        text[w->at + 1] == '\n')
        w->at++;
    if (w->at < w->all.length) w->at++;
    w->number++;
    return true;
}

static void note_board(walker *w, const text_line *line)
{
    if (!is_drawn_board(line->text)) return;
    if (!w->board_end || w->board_end + 1 != w->number) {
        w->board_from = line->from;
        w->board_number = w->number;
    }
    w->board_end = w->number;
}

/* BGBlitz draws the board above its identifiers, with a blank line between. */
enum { BELOW_BOARD = 3 };

/* The next line that names another position than `before` (the number of a line with
 * BGBlitz' pair, or 0: its XGID below it is the same position). False: none. */
static bool next_named(walker *w, size_t before, size_t *from, size_t *number,
                       id_form *form)
{
    text_line line;
    span id[2];
    while (next_line(w, &line)) {
        note_board(w, &line);
        *form = identify(line.text, id);
        if (*form == ID_NONE || (before && w->number - before < BELOW_BOARD)) continue;
        const bool drawn =
            *form == ID_BOTH && w->board_end && w->number - w->board_end <= BELOW_BOARD;
        *from = drawn ? w->board_from : line.from;
        *number = drawn ? w->board_number : w->number;
        w->board_end = 0; /* a board belongs to one position */
        return true;
    }
    return false;
}

/* A lone identifier has a reader of its own, which names its kind. */
static alea_format format_of(span piece)
{
    const alea_format format = alea_format_sniff(piece.text, piece.length);
    const span trimmed = line_trim(piece);
    const bool one_line = !memchr(trimmed.text, '\n', trimmed.length) &&
                          !memchr(trimmed.text, '\r', trimmed.length);
    if (format == ALEA_FORMAT_BGBLITZ) return format;
    if (one_line && (format == ALEA_FORMAT_ID || format == ALEA_FORMAT_SNOWIE))
        return format;
    return ALEA_FORMAT_XG_TEXT;
}

bool alea_piece_next(const void *bytes, size_t size, alea_piece *piece)
{
    bool big;
    size_t mark;
    if (size == 0 ||
        (piece->bytes && piece->bytes + piece->size == (const char *)bytes + size))
        return false;
    if (parse_utf16(bytes, size, &big, &mark)) {
        *piece = (alea_piece){bytes, size, 1, alea_format_sniff(bytes, size)};
        return piece->format != ALEA_FORMAT_UNKNOWN;
    }
    walker w = {.all = {bytes, size}, .number = piece->bytes ? piece->line - 1 : 0};
    if (piece->bytes) { /* behind the last one */
        w.at = (size_t)(piece->bytes - (const char *)bytes);
        const size_t end = w.at + piece->size;
        text_line skipped;
        while (w.at < end && next_line(&w, &skipped)) continue;
    }
    size_t from, number, next = size, ignored;
    id_form form;
    if (!next_named(&w, 0, &from, &number, &form)) return false;
    const size_t pair = form == ID_BOTH || form == ID_HALF ? w.number : 0;
    w.board_end = 0; /* a board above this position is not that of the next one */
    if (!next_named(&w, pair, &next, &ignored, &form)) next = size;
    *piece = (alea_piece){(const char *)bytes + from, next - from, number,
                          ALEA_FORMAT_UNKNOWN};
    piece->format = format_of((span){piece->bytes, piece->size});
    return true;
}
