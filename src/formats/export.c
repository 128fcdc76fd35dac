/* Writing a record: alea_export picks the writer of the format. */
#include <alea/file.h>

#include "formats/ids/files.h"
#include "formats/matches/journal/journal.h"
#include "formats/matches/mat/mat.h"
#include "formats/matches/sgf/sgf.h"
#include "formats/positions/text.h"
#include "formats/toolkit/exporter.h"
#include "formats/toolkit/parse.h"

enum { LARGEST_FILE = 256 << 20 };

static alea_status write_as(alea_format format, exporter *out)
{
    const bool keeps_open =
        format == ALEA_FORMAT_JOURNAL || format == ALEA_FORMAT_XG_TEXT;
    if (!keeps_open && alea_record_filed(out->record, out->record->entries, NULL))
        export_warn(out, "the analysis of the position is not kept");
    if (format == ALEA_FORMAT_JOURNAL) return journal_export(out);
    if (format == ALEA_FORMAT_MAT) return mat_export(out);
    if (format == ALEA_FORMAT_XG_TEXT) return xg_text_export(out);
    if (format == ALEA_FORMAT_ID || format == ALEA_FORMAT_GNUBG_ID ||
        format == ALEA_FORMAT_OGID || format == ALEA_FORMAT_FIBS)
        return id_export(out, format);
    if (format == ALEA_FORMAT_SGF) return sgf_export(out);
    const char *name = alea_format_name(format);
    return alea_error_fill(out->error, ALEA_ERROR_UNSUPPORTED, 0, 0,
                           "the format \"%s\" cannot be written", name ? name : "?");
}

alea_status alea_export(const alea_record *record, alea_format format,
                        const alea_export_options *options, char **bytes, size_t *size,
                        alea_error *error)
{
    static const alea_export_options no_options = {0};
    alea_error own_error = {0};
    alea_text text = alea_text_growing(LARGEST_FILE);
    exporter out = {record, options ? options : &no_options, &text,
                    error ? error : &own_error};
    alea_status status = write_as(format, &out);
    if (!status && alea_text_status(&text))
        status =
            alea_error_fill(out.error, ALEA_ERROR_MEMORY, 0, 0, "not enough memory");
    if (status) {
        alea_text_free(&text);
        return status;
    }
    *bytes = text.start;
    *size = text.length;
    return ALEA_OK;
}
