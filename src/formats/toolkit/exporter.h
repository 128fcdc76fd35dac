/* The data that alea_export hands to a writer, and the functions that the writer
 * calls. */
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

/* Reports something that the format cannot hold. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void export_warn(exporter *out, const char *format, ...);
/* Warns of the record's rules that differ from `implied`, the rules that a reader of
 * the file will assume. Rules without effect in this record are ignored. */
void export_warn_rules(exporter *out, const char *format, alea_rules implied);
/* Warns of tags that are not among the `count` keys `kept`, nor (if `keeps_own`) begin
 * with "x-". The caller handles "x-sgf-...". */
void export_warn_tags(exporter *out, const char *format, const char *const *kept,
                      size_t count, bool keeps_own);
/* Warns that the clocks are lost, if the record has any. */
void export_warn_clocks(exporter *out, const char *format);
/* Appends a player's name with control characters replaced by blanks. */
void export_name(exporter *out, const char *name);

#endif
