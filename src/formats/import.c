/* Reading a file: the table of readers, and alea_import, which picks one of them. */
#include <alea/file.h>

#include <stdlib.h>
#include <string.h>

#include "formats/ids/files.h"
#include "formats/matches/bgf/read.h"
#include "formats/matches/journal/journal.h"
#include "formats/matches/mat/mat.h"
#include "formats/matches/readers.h"
#include "formats/matches/sgf/sgf.h"
#include "formats/matches/xg/read.h"
#include "formats/positions/text.h"
#include "formats/toolkit/importer.h"

static const struct {
    const char *name, *suffix;
    alea_status (*read)(importer *);
    bool writable;
} formats[ALEA_FORMATS] = {
    [ALEA_FORMAT_UNKNOWN] = {"unknown", "", NULL, false},
    [ALEA_FORMAT_JOURNAL] = {"journal", "jsonl", journal_import, true},
    [ALEA_FORMAT_MAT] = {"mat", "mat", mat_import, true},
    [ALEA_FORMAT_SGF] = {"sgf", "sgf", sgf_import, true},
    [ALEA_FORMAT_XG] = {"xg", "xg", xg_import, false},
    [ALEA_FORMAT_XG_TEXT] = {"xgtext", "txt", xg_text_import, true},
    [ALEA_FORMAT_BGBLITZ] = {"bgblitz", "txt", xg_text_import, false},
    [ALEA_FORMAT_OLDMOVES] = {"oldmoves", "txt", oldmoves_import, false},
    [ALEA_FORMAT_BGAMMON] = {"bgammon", "match", bgammon_import, false},
    [ALEA_FORMAT_ID] = {"id", "txt", id_import, true},
    [ALEA_FORMAT_GNUBG_ID] = {"gnubgid", "txt", id_import, true},
    [ALEA_FORMAT_OGID] = {"ogid", "txt", id_import, true},
    [ALEA_FORMAT_FIBS] = {"fibs", "txt", id_import, true},
    [ALEA_FORMAT_SNOWIE] = {"snowie", "txt", snowie_import, false},
    [ALEA_FORMAT_GAM] = {"gam", "gam", gam_import, false},
    [ALEA_FORMAT_JAVAFIBS] = {"javafibs", "match", javafibs_import, false},
    [ALEA_FORMAT_GIBBON] = {"gibbon", "gmd", gibbon_import, false},
    [ALEA_FORMAT_OGXM] = {"ogxm", "ogxm", ogxm_import, false},
    [ALEA_FORMAT_BGF] = {"bgf", "bgf", bgf_import, false},
};

const char *alea_format_name(alea_format format)
{
    return (int)format >= 0 && format < ALEA_FORMATS ? formats[format].name : NULL;
}

alea_format alea_format_find(const char *name)
{
    for (int i = 1; i < ALEA_FORMATS; i++)
        if (formats[i].name && strcmp(formats[i].name, name) == 0)
            return (alea_format)i;
    if (strcmp(name, "xgid") == 0) return ALEA_FORMAT_ID;
    return strcmp(name, "txt") == 0 ? ALEA_FORMAT_MAT : ALEA_FORMAT_UNKNOWN;
}

const char *alea_format_suffix(alea_format format)
{
    return (int)format >= 0 && format < ALEA_FORMATS ? formats[format].suffix : "";
}

bool alea_format_writable(alea_format format)
{
    return (int)format > 0 && format < ALEA_FORMATS && formats[format].writable;
}

/* Refuses a file if parts of it were not understood and the rest has neither a play nor
 * a result. */
static alea_status check_read(importer *in)
{
    const alea_record *record = in->record;
    if (!in->refused.reason[0]) return ALEA_OK;
    for (size_t i = 0; i < record->entries; i++) {
        const alea_record_entry *entry = &record->entry[i];
        alea_event_type type = entry->event.type;
        if ((type == ALEA_EVENT_PLAY && !entry->unknown_play) ||
            type == ALEA_EVENT_ACCEPT_RESIGN || type == ALEA_EVENT_SETTLE)
            return ALEA_OK;
    }
    *in->error = in->refused;
    return in->refused.status;
}

alea_status alea_import(const void *bytes, size_t size,
                        const alea_import_options *options, alea_record *record,
                        alea_import_report *report, alea_error *error)
{
    static const alea_import_options no_options = {0};
    alea_import_report own_report;
    alea_error own_error = {0};
    importer in = {.bytes = bytes,
                   .size = size,
                   .options = options ? options : &no_options,
                   .record = record,
                   .report = report ? report : &own_report,
                   .error = error ? error : &own_error,
                   .pending = {alea_text_growing(IMPORT_LONGEST_COMMENT + 1),
                               alea_text_growing(IMPORT_LONGEST_COMMENT + 1)}};
    memset(in.report, 0, sizeof *in.report);
    memset(record, 0, sizeof *record);
    in.error->line = in.error->column = 0;
    if (size > ALEA_FILE_MAX_BYTES)
        return import_fail(&in, ALEA_ERROR_ARGUMENT, 0, 0, "the file is over %d MB",
                           ALEA_FILE_MAX_BYTES >> 20);
    in.report->format = in.options->format;
    if (in.report->format == ALEA_FORMAT_UNKNOWN)
        in.report->format = alea_format_sniff(bytes, size);
    if ((int)in.report->format < 0 || in.report->format >= ALEA_FORMATS ||
        !formats[in.report->format].read)
        return import_fail(&in, ALEA_ERROR_UNSUPPORTED, 0, 0, "%s",
                           size == 0 ? "the file is empty"
                                     : "unknown match or position format");
    alea_status status = formats[in.report->format].read(&in);
    if (!status) status = check_read(&in);
    bool partial =
        status && in.options->partial && record->memory.resize && record->entries > 0;
    alea_status kept = status && !partial ? status : import_finish_entry(&in);
    for (int i = 0; i < 2; i++) alea_text_free(&in.pending[i]);
    free(in.plays);
    if (!status) status = kept;
    if (status == ALEA_OK) return ALEA_OK;
    if (partial) {
        in.report->stopped = true;
        in.report->where = *in.error;
        return ALEA_OK;
    }
    alea_record_clear(record);
    return status;
}
