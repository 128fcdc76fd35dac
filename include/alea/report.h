/* An analysis written out: JSON for programs, a page for people, text, notes in the
 * record. The commands and the server write theirs with the same code. Any thread. */
#ifndef ALEA_REPORT_H
#define ALEA_REPORT_H

#include <alea/analysis.h>
#include <alea/file.h>

#ifdef __cplusplus
extern "C" {
#endif

/* All zero is valid. */
typedef struct alea_report_options {
    const char *file; /* name of the match file, in JSON and text; NULL: "" */
    /* How alea_import read that file: its format, how many warnings, where a damaged
     * file ended; NULL: the format is not known, and nothing was wrong. */
    const alea_import_report *import;
    /* The engine that judged: its match equity table, and what it approximates; NULL:
     * the default table, and nothing is approximate. */
    const alea_engine *engine;
    /* The decisions that are listed. JSON lists every decision that the next three
     * allow, the other forms only errors unless `all`. */
    bool all;
    const char *player; /* of this player: a name, "A" or "B"; NULL: of both */
    double min_loss;    /* that lost at least this */
    bool by_loss;       /* costliest first, else in the order of the record */
} alea_report_options;

/* Writes the analysis of `record` as one JSON object on a line (ANALYSIS of
 * docs/json.md). *bytes is allocated and NUL-terminated; the caller frees it with
 * free(). `options` may be NULL. ALEA_ERROR_ARGUMENT: neither player has the name that
 * was asked for. */
ALEA_API alea_status alea_analysis_write_json(const alea_analysis *analysis,
                                              const alea_record *record,
                                              const alea_report_options *options,
                                              char **bytes, size_t *size,
                                              alea_error *error);
/* The same as one HTML page with figures, a curve, a list of errors that sorts, and a
 * board for each of them. It fetches nothing. */
ALEA_API alea_status alea_analysis_write_html(const alea_analysis *analysis,
                                              const alea_record *record,
                                              const alea_report_options *options,
                                              char **bytes, size_t *size,
                                              alea_error *error);
/* The same as UTF-8 text of 80 columns and more, as `alea analyse` prints it. */
ALEA_API alea_status alea_analysis_write_text(const alea_analysis *analysis,
                                              const alea_record *record,
                                              const alea_report_options *options,
                                              char **bytes, size_t *size,
                                              alea_error *error);
/* Puts the analysis of `record` into it; one that was there goes. alea_export then
 * writes it into SGF and journal, where GNU Backgammon and alea read it. */
ALEA_API alea_status alea_analysis_into_record(const alea_analysis *analysis,
                                               alea_record *record);

#ifdef __cplusplus
}
#endif
#endif
