/* A text file of any encoding as UTF-8, line by line. */
#ifndef ALEA_FORMATS_TOOLKIT_LINES_H
#define ALEA_FORMATS_TOOLKIT_LINES_H

#include "importer.h"

typedef struct text_lines {
    const char *at, *end;
    /* The first LF and CR at or after `from`; `end` where there is none. NULL: not
     * looked for yet. Internal. */
    const char *from[2], *found[2];
    size_t number;    /* of the last line given, from 1 */
    const char *text; /* the last line, without its end */
    size_t length;
    alea_text own; /* where the text had to be converted */
} text_lines;

/* UTF-8 or UTF-16 (with or without a mark), else Windows-1252. End with
 * lines_finish. */
alea_status lines_start(text_lines *lines, importer *in);
/* The next line (LF, CR LF or CR ends one); false at the end. */
bool lines_next(text_lines *lines);
/* Back to the first line. */
void lines_rewind(text_lines *lines, importer *in);
void lines_finish(text_lines *lines);

#endif
