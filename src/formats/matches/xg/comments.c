#include "reader.h"

#include <stdlib.h>
#include <string.h>

#include "texts.h"

/* Finds comment `number` as stored in temp.xgc; false if it does not exist. */
static bool find_comment(const xg_reader *r, int32_t number, const char **text,
                         size_t *length)
{
    if (number < 0 || (size_t)number >= r->comment_count) return false;
    *text = r->comment[number];
    *length = (size_t)(r->comment[number + 1] - *text);
    return true;
}

alea_status xg_add_comment(xg_reader *r, int32_t number, const char *key)
{
    const char *from;
    size_t length;
    if (!find_comment(r, number, &from, &length)) return ALEA_OK;
    if (length > r->comment_capacity) {
        import_warn(r->in, 0, "too many comments: dropped");
        return ALEA_OK;
    }
    r->comment_capacity -= length;
    alea_text text = alea_text_growing(1 << 20);
    if (!xg_comment_text(from, length, &text))
        import_warn(r->in, 0,
                    "a comment in an unknown character set: "
                    "its letters are lost");
    alea_status status = ALEA_OK;
    if (text.length && key)
        status = import_tag(r->in, key, text.start, text.length);
    else if (text.length)
        status = import_comment(r->in, text.start, text.length);
    alea_text_free(&text);
    return status;
}

static int32_t comment_of(const uint8_t *record)
{
    if (record[XG_ENTRY_TYPE] == XG_CUBE) return xg_i32(record + XG_CUBE_COMMENT);
    return record[XG_ENTRY_TYPE] == XG_MOVE ? xg_i32(record + XG_MOVE_COMMENT) : -1;
}

alea_status xg_add_comments(xg_reader *r)
{
    alea_status status = xg_add_comment(r, r->before_game, NULL);
    r->before_game = -1;
    for (; !status && r->pending <= r->number; r->pending++) {
        const uint8_t *record = r->records + (r->pending - 1) * XG_RECORD;
        status = xg_add_comment(r, comment_of(record), NULL);
    }
    return status;
}

bool xg_is_comment(const xg_reader *r, int32_t number)
{
    const char *text;
    size_t length;
    return find_comment(r, number, &text, &length);
}

bool xg_has_pending(const xg_reader *r)
{
    bool any = xg_is_comment(r, r->before_game) || xg_is_comment(r, r->after_game);
    for (size_t i = r->pending; i <= r->number && !any; i++)
        any = xg_is_comment(r, comment_of(r->records + (i - 1) * XG_RECORD));
    return any;
}

alea_status xg_find_comments(xg_reader *r, size_t size, size_t most)
{
    r->comment = malloc((most + 1) * sizeof *r->comment);
    if (!r->comment)
        return import_fail(r->in, ALEA_ERROR_MEMORY, 0, 0, "not enough memory");
    const char *at = r->comments, *end = at + size;
    while (at < end && r->comment_count < most) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        r->comment[r->comment_count++] = at;
        at = newline ? newline + 1 : end;
    }
    r->comment[r->comment_count] = at;
    return ALEA_OK;
}
