/* A reader's place in the text of a match equity table, with line and column. */
#ifndef ALEA_FORMATS_TABLES_MET_CURSOR_H
#define ALEA_FORMATS_TABLES_MET_CURSOR_H

#include <stdbool.h>
#include <stddef.h>

#include <alea/status.h>

typedef struct met_cursor {
    const char *at, *end, *line_start;
    size_t line;
    size_t column_base; /* 1 */
    alea_error *error;  /* may be NULL */
} met_cursor;

/* Fills the error with the place of the cursor; returns `status`. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
alea_status
met_fail(met_cursor *in, alea_status status, const char *format, ...);
bool met_at_end(const met_cursor *in);
bool met_at_line_end(const met_cursor *in);
bool met_starts(const met_cursor *in, const char *text);
void met_skip_spaces(met_cursor *in); /* not over the end of the line */
void met_skip_blank(met_cursor *in);
/* Blanks, XML comments, processing instructions and the document type. */
alea_status met_skip_markup(met_cursor *in);
/* Takes `text`, which must stand here. */
alea_status met_expect(met_cursor *in, const char *text);
/* Takes <name> or <name attributes>; false and unmoved if something else stands
 * here. */
bool met_tag(met_cursor *in, const char *name);
bool met_tag_with(met_cursor *in, const char *name, char *attributes, size_t size);
/* Text up to, not including, the stop or the end of the text, trimmed and cut to size;
 * line breaks become blanks; bytes that are not UTF-8 become '?'. */
void met_text(met_cursor *in, char stop, char *out, size_t size);
/* A chance 0..1 in decimal; nothing else (no hex, no exponent needed). */
alea_status met_number(met_cursor *in, float *value);
/* A table length 1..ALEA_MET_SIZE; -1 (a generated table) is unsupported. */
alea_status met_length(met_cursor *in, int *value);

#endif
