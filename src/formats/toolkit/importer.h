/* What alea_import hands to a reader, and what the reader calls to fill the record. */
#ifndef ALEA_FORMATS_TOOLKIT_IMPORTER_H
#define ALEA_FORMATS_TOOLKIT_IMPORTER_H

#include <alea/file.h>

#include "base/text.h"

typedef struct importer {
    const char *bytes;
    size_t size;
    const alea_import_options *options;
    alea_record *record;
    alea_import_report *report;
    alea_error *error;    /* never NULL */
    alea_text pending[2]; /* comment and extra of the last entry, still growing */
    bool cut_told;        /* said once that such a text is too long */
    bool hits_marked;     /* the file has marked one */
    bool tags_full;       /* said once that there is no room for more tags */
    /* In a file without lines: the number of the record being read, which sentences
     * begin with; 0 = none. */
    size_t record_number;
    alea_play_list *plays; /* of import_plays; freed by alea_import */
    char program[24];      /* that wrote the file, as it says; "" = not stated */
    bool lost_game;        /* the last game ended where it could not be understood */
    alea_error refused;    /* why the first such game did */
} importer;

/* A sentence about an oddity that was got over. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
void import_warn(importer *in, size_t line, const char *format, ...);
/* Why the reading cannot go on; returns `status`. */
#if defined(__GNUC__)
__attribute__((format(printf, 5, 6)))
#endif
alea_status
import_fail(importer *in, alea_status status, size_t line, size_t column,
            const char *format, ...);
/* Every legal play, in one list that the next call overwrites; NULL without memory. */
const alea_play_list *import_plays(importer *in, const alea_board *board,
                                   alea_roll roll, const alea_play_rules *rules);
/* The record has no room for more; returns ALEA_ERROR_MEMORY. */
alea_status import_no_memory(importer *in, size_t line);
/* Begins the record under `rules`, with the memory of the options. */
void import_start(importer *in, const alea_rules *rules);
/* Gives the last entry its texts: before the record is changed other than by
 * import_event. */
alea_status import_finish_entry(importer *in);
/* Appends an event that the rules must accept; a refusal names the line. */
alea_status import_event(importer *in, const alea_event *event, size_t line);
/* The longest comment, and text kept for a round trip, that an entry can have. */
enum { IMPORT_LONGEST_COMMENT = 2 << 20 };
/* Adds to the comment, or the text kept for a round trip, of the last entry; several
 * are joined by a newline, what is too long is cut with a warning. */
alea_status import_comment(importer *in, const char *text, size_t length);
/* An empty line of the last entry's comment, if it has one. */
alea_status import_blank_comment(importer *in);
alea_status import_extra(importer *in, const char *text, size_t length);
/* The record searches its tags one by one: so many still take no time. */
enum { IMPORT_MOST_TAGS = 10000 };
/* The longest tag "comment" or "x-sgf-..." that is kept; others are facts of a line. */
enum { IMPORT_LONGEST_TEXT = 1 << 20 };
/* Stores a header fact; `value` of `length` bytes is cleaned to UTF-8 without control
 * characters; an empty one is not stored, one that is too long is cut with a
 * warning. */
alea_status import_tag(importer *in, const char *key, const char *value, size_t length);

#endif
