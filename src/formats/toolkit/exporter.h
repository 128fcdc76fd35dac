/* What alea_export hands to a writer, and what the writer calls. */
#ifndef ALEA_FORMATS_TOOLKIT_EXPORTER_H
#define ALEA_FORMATS_TOOLKIT_EXPORTER_H

#include <alea/file.h>

#include "base/text.h"

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

#endif
