/* The inside of alea_import: what each reader is given and gives back. */
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
    bool lost_game;     /* the last game ended where it could not be understood */
    alea_error refused; /* why the first such game did */
} importer;

/* Something in the game being read could not be understood (`status`, in->error).
 * Returns ALEA_OK after a warning if the reader goes on with the next game, or the
 * status if it must stop: no memory, or the caller asked for strictness. `text` is the
 * line of the file (NULL: binary). The roll on the board, if any, is kept as that of an
 * unknown play. */
alea_status import_lose_game(importer *in, alea_status status, size_t line,
                             const char *text, size_t length);

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
 * characters; an empty one is not stored, one that is too long is cut with a warning.
 */
alea_status import_tag(importer *in, const char *key, const char *value, size_t length);

/* Begins the record as this one position, by SET and the events after it. */
alea_status import_position(importer *in, const alea_position *position, size_t line);
/* One Snowie position line; no place in the errors. */
alea_status snowie_read_line(const char *text, size_t length, alea_position *position,
                             alea_error *error);

/* Each appends to in->record, which import_start has not yet been called for. */
alea_status journal_import(importer *in);
alea_status mat_import(importer *in);
alea_status sgf_import(importer *in);
alea_status xg_import(importer *in);
alea_status xg_text_import(importer *in);
alea_status snowie_import(importer *in);
alea_status gam_import(importer *in);
alea_status oldmoves_import(importer *in);
alea_status bgammon_import(importer *in);
alea_status id_import(importer *in);

/* The inside of alea_export. */
typedef struct exporter {
    const alea_record *record;
    const alea_export_options *options; /* never NULL */
    alea_text *out;
    alea_error *error; /* never NULL */
} exporter;

/* A sentence about what the format cannot hold. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void export_warn(exporter *out, const char *format, ...);
/* Names the rules of the record that differ from `told`, what a reader of the file will
 * take them to be; rules that change nothing in this record are passed over. */
void export_warn_rules(exporter *out, const char *format, alea_rules told);
/* Names the tags that are not among the `count` keys `kept`, nor (`keeps_own`) keys
 * "x-..." of a header; "x-sgf-..." is for the caller. */
void export_warn_tags(exporter *out, const char *format, const char *const *kept,
                      size_t count, bool keeps_own);
/* Says that the clocks get lost, if there are any. */
void export_warn_clocks(exporter *out, const char *format);
/* A player's name as part of a line, whatever it was made of. */
void export_name(exporter *out, const char *name);

alea_status journal_export(exporter *out);
alea_status mat_export(exporter *out);
alea_status sgf_export(exporter *out);
alea_status xg_text_export(exporter *out);
/* As an XGID, or another identifier. */
alea_status id_export(exporter *out, alea_format format);

#endif
