#include "one.h"
#include "cli/io/fail.h"

#include "base/error.h"
#include "cli/io/command.h"
#include "cli/io/out_file.h"
#include "cli/question/match_file.h"
#include "compare.h"
#include "obtain.h"
#include "position.h"
#include "publish/paper/documents.h"
#include "publish/picture/diagram.h"
#include "report/writers.h"
#include "signals/stop.h"
#include "json/error.h"
#include "json/text.h"

#include <alea/report.h>

#include <stdlib.h>
#include <unistd.h>

static bool show_blunders(void *context, int done, int all)
{
    const bool *percent = context;
    if (*percent) fprintf(stderr, "\rblunder %d of %d", done + 1, all);
    return !stop_requested();
}

typedef bool put_report(const analysis_order *w, const report *r, FILE *to);

/* Writes one form of the report to a file, which is left whole or not made. */
static int write_report(const analysis_order *w, const report *r, const char *path,
                        put_report *put)
{
    out_file file;
    if (!out_file_open(&file, path)) return command_fail_file("analyse", path);
    if (!put(w, r, file.to)) {
        out_file_drop(&file);
        return EXIT_SYSTEM;
    }
    if (out_file_close(&file)) return EXIT_DONE;
    return command_fail_file("analyse", path);
}

static bool put_html(const analysis_order *w, const report *r, FILE *to)
{
    (void)w;
    report_html(r, to);
    return true;
}

static bool put_paper(const analysis_order *w, const report *r, FILE *to,
                      const char *title,
                      void (*draw)(canvas *, const report *, paper_size))
{
    paper_size paper;
    char *pdf = NULL;
    size_t size = 0;
    alea_error error;
    if (picture_load(&error) != ALEA_OK) {
        command_say("analyse", "%s: %s", r->path, error.reason);
        return false;
    }
    canvas *c = canvas_open((canvas_style){.colour = true});
    if (c && paper_find(w->paper, &paper)) {
        draw(c, r, paper);
        if (canvas_close(c, title, &pdf, &size)) {
            fwrite(pdf, 1, size, to);
            free(pdf);
            return true;
        }
    }
    command_say("analyse", "%s: out of memory", r->path);
    return false;
}

static bool put_pdf(const analysis_order *w, const report *r, FILE *to)
{
    return put_paper(w, r, to, "Backgammon match", match_draw);
}

static bool put_quiz(const analysis_order *w, const report *r, FILE *to)
{
    if (r->listed_count > 0) return put_paper(w, r, to, "Backgammon quiz", quiz_draw);
    command_say("analyse", "%s: no decision to ask for", r->path);
    return false;
}

static bool put_xg_text(const analysis_order *w, const report *r, FILE *to)
{
    report_xg_text(r, w->all, to);
    return true;
}

static void show_loss(void *context, size_t line, const char *text)
{
    (void)line;
    const report *r = context;
    fprintf(stderr, "%s: warning: %s\n", r->path, text);
}

/* The record holds the analysis by now. */
static bool put_sgf(const analysis_order *w, const report *r, FILE *to)
{
    (void)w;
    char *bytes;
    size_t size;
    alea_error error = {0};
    report copy = *r; /* a callback's context is not const */
    alea_export_options options = {.warn = show_loss, .warn_context = &copy};
    if (alea_export(r->record, ALEA_FORMAT_SGF, &options, &bytes, &size, &error) !=
        ALEA_OK) {
        command_say("analyse", "%s: %s", r->path, error.reason);
        return false;
    }
    fwrite(bytes, 1, size, to);
    free(bytes);
    return true;
}

/* Writes the report in each form that was asked for; as text if none was. */
static int tell(const analysis_order *w, const report *r, alea_record *record,
                const analysis_sink *sink)
{
    const struct {
        const char *path;
        put_report *put;
    } files[] = {{w->html, put_html},
                 {w->pdf, put_pdf},
                 {w->quiz, put_quiz},
                 {w->xg_text, put_xg_text}};
    int status = EXIT_DONE;
    bool in_files = w->sgf;
    if (w->json && !report_json(r, sink->out)) status = EXIT_SYSTEM;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        if (!files[i].path) continue;
        const int one = write_report(w, r, files[i].path, files[i].put);
        if (one != EXIT_DONE) status = one;
        in_files = true;
    }
    if (!w->json && !in_files) report_text(r, w->all, sink->out);
    if (!w->sgf) return status;
    /* Last: the names in `r` are the record's, which changes now. */
    if (alea_analysis_into_record(r->analysis, record) != ALEA_OK) {
        fprintf(sink->err, "alea analyse: %s: not enough memory\n", r->path);
        return EXIT_SYSTEM;
    }
    const int one = write_report(w, r, w->sgf, put_sgf);
    return one != EXIT_DONE ? one : status;
}

int analyse_refuse(const analysis_order *w, const char *path, const alea_error *error,
                   int status, const analysis_sink *sink)
{
    if (w->json) {
        char clean[OUT_FILE_PATH];
        utf8_text(path, clean, sizeof clean);
        json_t *o = json_pack("{s:s,s:o}", "file", clean, "error",
                              error_json_at(error_code(error->status), error));
        json_print_line(sink->out, o);
    }
    file_refuse(sink->err, path, error);
    return status;
}

static void name_level(const alea_analysis_settings *s, char out[40])
{
    if (s->rolled == ALEA_ROLLED_NOT)
        snprintf(out, 40, "%d-ply", s->plies);
    else
        snprintf(out, 40, "%s", s->rolled == ALEA_ROLLED_LONG ? "rollout" : "deep");
}

/* --compare: makes the second analysis and prints both. */
static int print_both(const analysis_order *w, report *r, analysis_source *from,
                      const analysis_sink *sink)
{
    alea_error error = {0};
    alea_status status = ALEA_OK;
    comparison c = {.first = r, .choice = w->choice};
    alea_analysis *second = NULL;
    c.choice.all = w->all;
    name_level(&w->settings, c.level[0]);
    name_level(&w->other, c.level[1]);
    if (w->compare_file) {
        if (r->record->fileds == 0) {
            alea_error_fill(&error, ALEA_ERROR_UNSUPPORTED, 0, 0,
                            "holds no analysis to compare with");
            return analyse_refuse(w, r->path, &error, EXIT_SOME_BAD, sink);
        }
        snprintf(c.level[1], sizeof c.level[1], "%s", r->record->filed[0].program);
    } else {
        second = analysis_obtain(from, &w->other, &status, &error);
        if (!second) return analyse_refuse(w, r->path, &error, EXIT_SYSTEM, sink);
    }
    c.second = second;
    const bool good =
        w->json ? compare_json(&c, sink->out) : compare_text(&c, sink->out);
    alea_analysis_free(second);
    if (!good) fprintf(sink->err, "alea analyse: %s: out of memory\n", r->path);
    if (status == ALEA_ERROR_CANCELLED) return EXIT_INTERRUPTED;
    return good ? EXIT_DONE : EXIT_SYSTEM;
}

static int tell_chosen(const analysis_order *w, report *r, alea_record *record,
                       analysis_source *from, const analysis_sink *sink)
{
    report_choice choice = w->choice;
    choice.all = w->all || w->json || w->compares;
    int result, listed = report_list(r, &choice);
    if (listed > 0) {
        result = w->compares ? print_both(w, r, from, sink) : tell(w, r, record, sink);
    } else {
        alea_error error = {0};
        if (listed == 0)
            alea_error_fill(&error, ALEA_ERROR_ARGUMENT, 0, 0,
                            "no player %.60s: %.60s and %.60s played", w->choice.player,
                            r->names[0], r->names[1]);
        else
            alea_error_no_memory(&error);
        result = analyse_refuse(w, r->path, &error,
                                listed ? EXIT_SYSTEM : EXIT_SOME_BAD, sink);
    }
    free(r->listed);
    return result;
}

static int analyse_record(const analysis_order *w, alea_engine *engine,
                          const char *path, match_file *file, analysis_sink *sink)
{
    alea_record *record = &file->record;
    alea_error error = {0};
    alea_status status;
    analysis_source from = {&w->store, engine, record, sink->percent, false};
    alea_analysis *analysis = analysis_obtain(&from, &w->settings, &status, &error);
    if (!analysis) return analyse_refuse(w, path, &error, EXIT_SYSTEM, sink);
    if (status == ALEA_ERROR_CANCELLED && sink->whole) {
        alea_analysis_free(analysis);
        return EXIT_INTERRUPTED;
    }
    if (w->roll_out_blunders && status == ALEA_OK) {
        bool percent = sink->percent;
        blunders_roll_out(engine, record, analysis, show_blunders, &percent);
        if (sink->percent) fputs("\r                    \r", stderr);
        if (stop_requested()) status = ALEA_ERROR_CANCELLED;
    }
    report r;
    report_begin(&r, analysis, record, engine, &file->report);
    r.path = path;
    int result = tell_chosen(w, &r, record, &from, sink);
    sink->from_store = from.from_store;
    if (status == ALEA_ERROR_CANCELLED) {
        fprintf(sink->err, "alea analyse: stopped; what was judged so far is shown\n");
        result = EXIT_INTERRUPTED;
    }
    alea_analysis_free(analysis);
    return result;
}

static int judge_position(const analysis_order *w, alea_engine *engine,
                          const char *path, alea_record *record,
                          const analysis_sink *sink)
{
    alea_error error = {0};
    int result = EXIT_DONE;
    const position_order order = {.settings = w->settings,
                                  .path = path,
                                  .json = w->json,
                                  .xg_text = w->xg_text,
                                  .out = sink->out};
    if (w->html || w->sgf || w->pdf || w->quiz || w->compares)
        error.status =
            alea_error_fill(&error, ALEA_ERROR_UNSUPPORTED, 0, 0,
                            "is one position: --html, --sgf, --pdf, --quiz and "
                            "--compare are for matches");
    else
        error.status = analyse_position(&order, engine, record, &result, &error);
    if (error.status == ALEA_OK) return result;
    return analyse_refuse(w, path, &error, EXIT_SOME_BAD, sink);
}

int analyse_one(const analysis_order *w, alea_engine *engine, const char *path,
                analysis_sink *sink)
{
    match_file file;
    alea_import_options options = w->import;
    options.partial = w->partial;
    options.resume = true;
    int status = match_file_import(&file, path, &options);
    if (status != EXIT_DONE) {
        status = analyse_refuse(w, path, &file.error, status, sink);
    } else {
        match_file_print_warnings(&file, path, WARNINGS_KEPT, sink->err);
        if (alea_record_is_position(&file.record))
            status = judge_position(w, engine, path, &file.record, sink);
        else if (file.record.entries > 0)
            status = analyse_record(w, engine, path, &file, sink);
        else {
            alea_error_fill(&file.error, ALEA_ERROR_UNSUPPORTED, 0, 0,
                            "no events to judge");
            status = analyse_refuse(w, path, &file.error, EXIT_SOME_BAD, sink);
        }
        if (status == EXIT_DONE && file.report.stopped) status = EXIT_SOME_BAD;
    }
    match_file_finish(&file);
    return status;
}
