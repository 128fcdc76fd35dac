/* The data that alea_import hands to a reader, and the functions by which the reader
 * fills the record. */
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
    bool cut_told;        /* the warning about a long text has been given */
    bool hits_marked;     /* the file has marked a hit */
    bool tags_full;       /* warned that there is no room for more tags */
    /* For files without lines: the number of the record being read, which begins each
     * message; 0 = none. */
    size_t record_number;
    int stated_length;     /* match length in the file; the caller may override it */
    alea_play_list *plays; /* of import_plays; freed by alea_import */
    char program[24];      /* that wrote the file, as it says; "" = not stated */
    /* The current game ended early because it could not be understood. */
    bool lost_game;
    alea_error refused; /* error of the first such game */
} importer;

/* Warns of a problem that the reader worked around. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
void import_warn(importer *in, size_t line, const char *format, ...);
/* Fills the error and returns `status`. */
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
/* Counts bytes that are about to be unpacked; fails where the caller allows fewer. */
alea_status import_unpack(importer *in, size_t bytes);
/* Begins the record under `rules`, with the memory of the options. */
void import_start(importer *in, const alea_rules *rules);
/* Stores the pending texts with the last entry. Call it before changing the record by
 * other means than import_event. */
alea_status import_finish_entry(importer *in);
/* Appends an event; if the rules refuse it, fills the error with the line and returns
 * ALEA_ERROR_REFUSED. */
alea_status import_event(importer *in, const alea_event *event, size_t line);
/* Limit of an entry's comment and of its round-trip text, in bytes. */
enum { IMPORT_LONGEST_COMMENT = 2 << 20 };
/* Appends to the comment or the round-trip text of the last entry. Parts are joined by
 * newlines; text beyond the limit is dropped with a warning. */
alea_status import_comment(importer *in, const char *text, size_t length);
/* Appends an empty line to the last entry's comment, if it has one. */
alea_status import_blank_comment(importer *in);
alea_status import_extra(importer *in, const char *text, size_t length);
/* Limit of the number of tags, because the record searches them linearly. */
enum { IMPORT_MOST_TAGS = 10000 };
/* Limit of the tags "comment" and "x-sgf-..." in bytes; other tags are one line. */
enum { IMPORT_LONGEST_TEXT = 1 << 20 };
/* Stores a tag. `value` is converted to UTF-8 without control characters; an empty
 * value is not stored, a long one is cut with a warning. */
alea_status import_tag(importer *in, const char *key, const char *value, size_t length);

#endif
