#include <alea/report.h>

#include "base/error.h"
#include "shared.h"
#include "writers.h"

#include <stdlib.h>

typedef bool put_form(const report *r, bool all, FILE *to);

static bool put_json(const report *r, bool all, FILE *to)
{
    (void)all;
    return report_json(r, to);
}

static bool put_html(const report *r, bool all, FILE *to)
{
    (void)all;
    report_html(r, to);
    return true;
}

static bool put_text(const report *r, bool all, FILE *to)
{
    report_text(r, all, to);
    return true;
}

/* The report in memory. A stream that runs out of memory reports it when it is
 * closed. */
static bool in_memory(const report *r, bool all, put_form *put, char **bytes,
                      size_t *size)
{
    FILE *to = open_memstream(bytes, size);
    if (!to) return false;
    const bool whole = put(r, all, to) && !ferror(to);
    return fclose(to) == 0 && whole;
}

static alea_status write_form(const alea_analysis *analysis, const alea_record *record,
                              const alea_report_options *options, put_form *put,
                              char **bytes, size_t *size, alea_error *error)
{
    const alea_report_options usual = {0};
    const alea_report_options *o = options ? options : &usual;
    const report_choice choice = {o->all || put == put_json, o->player, o->min_loss,
                                  o->by_loss};
    report r;
    alea_met met;
    char *made = NULL;
    if (error) *error = (alea_error){0};
    report_begin(&r, analysis, record, o->engine, o->import);
    if (o->file) r.path = o->file;
    if (!r.met) {
        alea_met_default(&met);
        r.met = &met;
    }
    const int listed = report_list(&r, &choice);
    alea_status status = ALEA_OK;
    if (listed == 0)
        status = alea_error_fill(error, ALEA_ERROR_ARGUMENT, 0, 0,
                                 "no player %.60s: %.60s and %.60s played", o->player,
                                 r.names[0], r.names[1]);
    else if (listed < 0 || !in_memory(&r, o->all, put, &made, size))
        status = alea_error_no_memory(error);
    free(r.listed);
    if (status == ALEA_OK)
        *bytes = made;
    else
        free(made);
    return status;
}

alea_status alea_analysis_write_json(const alea_analysis *analysis,
                                     const alea_record *record,
                                     const alea_report_options *options, char **bytes,
                                     size_t *size, alea_error *error)
{
    return write_form(analysis, record, options, put_json, bytes, size, error);
}

alea_status alea_analysis_write_html(const alea_analysis *analysis,
                                     const alea_record *record,
                                     const alea_report_options *options, char **bytes,
                                     size_t *size, alea_error *error)
{
    return write_form(analysis, record, options, put_html, bytes, size, error);
}

alea_status alea_analysis_write_text(const alea_analysis *analysis,
                                     const alea_record *record,
                                     const alea_report_options *options, char **bytes,
                                     size_t *size, alea_error *error)
{
    return write_form(analysis, record, options, put_text, bytes, size, error);
}
