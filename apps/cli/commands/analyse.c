/* alea analyse: what every decision of a match cost. */
#include "base/error.h"
#include "cli/io/args.h"
#include "cli/io/out_file.h"
#include "cli/io/path_list.h"
#include "cli/question/analysis_options.h"
#include "cli/question/decide_input.h"
#include "cli/question/file_rules.h"
#include "cli/question/match_file.h"
#include "common/json/error.h"
#include "common/json/line.h"
#include "common/report/html.h"
#include "common/report/json.h"
#include "common/report/sgf.h"
#include "common/report/shared.h"
#include "common/report/text.h"
#include "common/report/xg_text.h"
#include "common/stop.h"
#include "common/utf8_text.h"
#include "list.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool show_progress(void *context, size_t done, size_t all)
{
    int *last = context;
    int percent = (int)(100 * done / all);
    if (isatty(STDERR_FILENO) && percent != *last) {
        fprintf(stderr, "\r%3d %%", percent);
        *last = percent;
    }
    return !stop_requested();
}

typedef struct work {
    alea_engine *engine;
    alea_analysis_settings settings;
    bool json, all, partial;
    report_choice choice;
    alea_import_options import; /* strictness and rules */
    const char *html, *sgf, *xg_text;
} work;

typedef bool put_report(const work *w, const report *r, FILE *to);

/* A file of its own for one form of the report: there whole or not at all. */
static int write_report(const work *w, const report *r, const char *path,
                        put_report *put)
{
    out_file file;
    if (!out_file_open(&file, path)) {
        fprintf(stderr, "alea analyse: %s: %s\n", path, strerror(errno));
        return EXIT_SYSTEM;
    }
    if (!put(w, r, file.to)) {
        out_file_drop(&file);
        return EXIT_SYSTEM;
    }
    if (out_file_close(&file)) return EXIT_DONE;
    fprintf(stderr, "alea analyse: %s: %s\n", path, strerror(errno));
    return EXIT_SYSTEM;
}

static bool put_html(const work *w, const report *r, FILE *to)
{
    (void)w;
    report_html(r, to);
    return true;
}

static bool put_xg_text(const work *w, const report *r, FILE *to)
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
static bool put_sgf(const work *w, const report *r, FILE *to)
{
    (void)w;
    char *bytes;
    size_t size;
    alea_error error = {0};
    report copy = *r; /* a callback's context is not const */
    alea_export_options options = {.warn = show_loss, .warn_context = &copy};
    if (alea_export(r->record, ALEA_FORMAT_SGF, &options, &bytes, &size, &error) !=
        ALEA_OK) {
        fprintf(stderr, "alea analyse: %s: %s\n", r->path, error.reason);
        return false;
    }
    fwrite(bytes, 1, size, to);
    free(bytes);
    return true;
}

static int tell(const work *w, const report *r, alea_record *record)
{
    int status = EXIT_DONE, one = EXIT_DONE;
    if (w->json && !report_json(r, stdout)) status = EXIT_SYSTEM;
    if (!w->json && !w->html && !w->sgf && !w->xg_text) report_text(r, w->all, stdout);
    if (w->html && (one = write_report(w, r, w->html, put_html))) status = one;
    if (w->xg_text && (one = write_report(w, r, w->xg_text, put_xg_text))) status = one;
    if (!w->sgf) return status;
    if (report_into_record(r->analysis, record) != ALEA_OK) {
        fprintf(stderr, "alea analyse: %s: not enough memory\n", r->path);
        return EXIT_SYSTEM;
    }
    return (one = write_report(w, r, w->sgf, put_sgf)) ? one : status;
}

/* A file that cannot be analysed: with --json a line of its own, so that lines can be
 * paired with files. */
static int refuse_file(const work *w, const char *path, const alea_error *error,
                       int status)
{
    if (w->json) {
        char clean[OUT_FILE_PATH];
        utf8_text(path, clean, sizeof clean);
        json_t *o = json_pack("{s:s,s:o}", "file", clean, "error",
                              error_json_at(error_code(error->status), error));
        json_print_line(stdout, o);
    }
    fprintf(stderr, "alea: %s:", path);
    if (error->line) fprintf(stderr, "%zu:", error->line);
    if (error->line && error->column) fprintf(stderr, "%zu:", error->column);
    fprintf(stderr, " %s\n", error->reason);
    return status;
}

static int analyse_record(const work *w, const char *path, alea_record *record,
                          const alea_import_report *import)
{
    int last = -1;
    alea_analysis *analysis = NULL;
    if (record->rules.setup == ALEA_SETUP_HYPERGAMMON)
        fprintf(stderr,
                "%s: warning: hypergammon is judged as if twelve checkers were off: "
                "no gammons are seen\n",
                path);
    alea_analysis_settings settings = w->settings;
    settings.progress = show_progress;
    settings.context = &last;
    alea_error error = {0};
    alea_status status = alea_analyse(w->engine, record, &settings, &analysis, &error);
    if (last >= 0) fputs("\r     \r", stderr);
    if (!analysis) return refuse_file(w, path, &error, EXIT_SYSTEM);
    const char *a = alea_record_tag_value(record, "player_a");
    const char *b = alea_record_tag_value(record, "player_b");
    report r = {.path = path,
                .format = import->format,
                .record = record,
                .analysis = analysis,
                .met = alea_engine_met(w->engine),
                .names = {a && *a ? a : "Player A", b && *b ? b : "Player B"},
                .warnings = import->warnings,
                .stopped = import->stopped ? &import->where : NULL};
    report_choice choice = w->choice;
    choice.all = w->all || w->json;
    int result = EXIT_DONE, listed = report_list(&r, &choice);
    if (listed > 0) {
        result = tell(w, &r, record);
    } else {
        error = (alea_error){0};
        if (listed == 0)
            alea_error_fill(&error, ALEA_ERROR_ARGUMENT, 0, 0,
                            "no player %.60s: %.60s and %.60s played", w->choice.player,
                            r.names[0], r.names[1]);
        else
            alea_error_fill(&error, ALEA_ERROR_MEMORY, 0, 0, "out of memory");
        result = refuse_file(w, path, &error, listed ? EXIT_SYSTEM : EXIT_SOME_BAD);
    }
    free(r.listed);
    if (status == ALEA_ERROR_CANCELLED) {
        fprintf(stderr, "alea analyse: stopped; what was judged so far is shown\n");
        result = 130;
    }
    alea_analysis_free(analysis);
    return result;
}

static int analyse_file(const work *w, const char *path)
{
    match_file file;
    alea_import_options options = w->import;
    options.partial = w->partial;
    options.resume = true;
    int status = match_file_import(&file, path, &options);
    if (status != EXIT_DONE) {
        status = refuse_file(w, path, &file.error, status);
    } else {
        match_file_print_warnings(&file, path, WARNINGS_KEPT);
        if (file.record.entries > 0)
            status = analyse_record(w, path, &file.record, &file.report);
        else {
            alea_error_fill(&file.error, ALEA_ERROR_UNSUPPORTED, 0, 0,
                            "no events to judge");
            status = refuse_file(w, path, &file.error, EXIT_SOME_BAD);
        }
        if (status == EXIT_DONE && file.report.stopped) status = EXIT_SOME_BAD;
    }
    match_file_finish(&file);
    return status;
}

/* A folder stands for all files in it. */
static int analyse_operand(const work *w, const char *path)
{
    struct stat about;
    if (stat(path, &about) != 0 || !S_ISDIR(about.st_mode))
        return analyse_file(w, path);
    path_list files = {0};
    alea_error error = {0};
    int status = EXIT_DONE;
    if (path_list_find(&files, path, &error) != ALEA_OK)
        status = refuse_file(w, path, &error, EXIT_SYSTEM);
    const bool tells = isatty(STDERR_FILENO);
    for (size_t i = 0; i < files.count && !stop_requested(); i++) {
        if (tells)
            fprintf(stderr, "%zu of %zu: %s\n", i + 1, files.count, files.path[i]);
        int result = analyse_file(w, files.path[i]);
        if (result > status) status = result;
    }
    path_list_finish(&files);
    return status;
}

static bool same_file(const char *a, const char *b)
{
    struct stat x, y;
    if (!a || !b) return false;
    if (strcmp(a, b) == 0) return true;
    return stat(a, &x) == 0 && stat(b, &y) == 0 && S_ISREG(x.st_mode) &&
           x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

/* An output that would replace another, or a file that is read. */
static bool outputs_clash(const work *w, int operands, char **argv)
{
    const char *out[] = {w->html, w->sgf, w->xg_text};
    for (int i = 0; i < 3; i++) {
        for (int k = i + 1; k < 3; k++)
            if (same_file(out[i], out[k])) return true;
        for (int k = 1; k <= operands; k++)
            if (same_file(out[i], argv[k])) return true;
    }
    return false;
}

int cmd_analyse(int argc, char **argv)
{
    work w = {.settings = alea_analysis_settings_default()};
    long long plies = -1, luck_plies = 0;
    long long threads = sysconf(_SC_NPROCESSORS_ONLN);
    double thresholds[3] = {.02, .04, .08};
    long long candidates = w.settings.candidates;
    const char *net = NULL, *met = NULL, *sort = "turn", *level = NULL;
    file_rules rules = {0};
    if (threads < 1) threads = 1;
    if (threads > 256) threads = 256;
    const option_spec options[] = {
        {"level", 'l', OPTION_TEXT, "NAME",
         "fast (2-ply, the default), standard, deep or rollout", &level, 0, 0},
        {"ply", 'p', OPTION_INTEGER, "N", "rolls looked ahead, in place of --level",
         &plies, 0, ALEA_MAX_PLIES},
        {"luck-ply", 0, OPTION_INTEGER, "N",
         "the same for the luck of rolls (default 0)", &luck_plies, 0, ALEA_MAX_PLIES},
        {"threads", 't', OPTION_INTEGER, "N", "threads (default all)", &threads, 1,
         256},
        {"candidates", 0, OPTION_INTEGER, "N",
         "plays of a decision searched to the full depth (default 5)", &candidates, 0,
         ALEA_JUDGEMENT_CANDIDATES},
        {"player", 0, OPTION_TEXT, "NAME", "list only this player's decisions",
         &w.choice.player, 0, 0},
        {"min-loss", 0, OPTION_NUMBER, "X", "list only losses of at least X",
         &w.choice.min_loss, 0, 10},
        {"sort", 0, OPTION_TEXT, "turn|loss", "order of the list (default turn)", &sort,
         0, 0},
        {"all", 'a', OPTION_FLAG, NULL, "list every decision, not only the errors",
         &w.all, 0, 0},
        {"json", 'j', OPTION_FLAG, NULL, "one JSON object a file on standard output",
         &w.json, 0, 0},
        {"html", 0, OPTION_TEXT, "OUT", "write a self-contained page (one file only)",
         &w.html, 0, 0},
        {"sgf", 0, OPTION_TEXT, "OUT",
         "write the match with its analysis as SGF (one file only)", &w.sgf, 0, 0},
        {"xgtext", 0, OPTION_TEXT, "OUT",
         "write the errors as positions in XG's text (one file only)", &w.xg_text, 0,
         0},
        {"doubtful", 0, OPTION_NUMBER, "X", "least loss marked ?! (default .02)",
         &thresholds[0], 0, 10},
        {"error", 0, OPTION_NUMBER, "X", "least loss marked ? (default .04)",
         &thresholds[1], 0, 10},
        {"blunder", 0, OPTION_NUMBER, "X", "least loss marked ?? (default .08)",
         &thresholds[2], 0, 10},
        {"partial", 0, OPTION_FLAG, NULL, "judge what could be read of a damaged file",
         &w.partial, 0, 0},
        {"net", 0, OPTION_TEXT, "FILE", "a net instead of the built-in one", &net, 0,
         0},
        {"met", 0, OPTION_TEXT, "FILE", "a match equity table instead of the default",
         &met, 0, 0},
        FILE_RULES_OPTIONS(rules),
        {0}};
    const args_spec spec = {
        .operands = "FILE|DIR...|-",
        .about =
            "Judges every decision of a match or session: equity lost, luck, PR, and\n"
            "why the best play beats the one made. Reads every format that 'alea "
            "convert'\nreads; a folder stands for all files in it. Ctrl-C shows what was "
            "judged so far.",
        .options = options,
        .least = 1,
        .most = -1};
    int operands, status = args_parse(&spec, argc, argv, &operands);
    if (status != ARGS_RUN) return status;
    status = file_rules_apply("analyse", &rules, &w.import);
    if (status != ARGS_RUN) return status;
    if (!(thresholds[0] > 0 && thresholds[0] <= thresholds[1] &&
          thresholds[1] <= thresholds[2]))
        return args_refuse("analyse", "thresholds must rise: doubtful, error, blunder");
    if (level) {
        const alea_effort_info *effort =
            alea_effort_get((alea_effort)alea_effort_find(level));
        if (!effort)
            return args_refuse("analyse", "--level is " EFFORT_NAMES ", not '%s'",
                               level);
        if (plies >= 0)
            return args_refuse("analyse", "--level has a depth of its own: leave out "
                                          "--ply");
        w.settings.plies = effort->plies;
        w.settings.rolled = effort->rolled;
    }
    w.choice.by_loss = strcmp(sort, "loss") == 0;
    if (!w.choice.by_loss && strcmp(sort, "turn") != 0)
        return args_refuse("analyse", "--sort is turn or loss, not '%.40s'", sort);
    if ((w.html || w.sgf || w.xg_text) && operands > 1)
        return args_refuse("analyse", "--%s takes one file, not %d",
                           w.html  ? "html"
                           : w.sgf ? "sgf"
                                   : "xgtext",
                           operands);
    if (outputs_clash(&w, operands, argv))
        return args_refuse("analyse", "each output needs a file of its own, which is "
                                      "not read");
    if (plies >= 0) w.settings.plies = (int)plies;
    w.settings.luck_plies = (int)luck_plies;
    w.settings.candidates = (int)candidates;
    for (int i = 0; i < 3; i++) w.settings.threshold[i] = (float)thresholds[i];
    stop_on_signals(SA_RESTART);
    decide_options depth;
    decide_engine engine;
    decide_options_start(&depth);
    depth.threads = threads;
    depth.net_path = net;
    depth.met_path = met;
    status = decide_engine_open(&engine, "analyse", &depth);
    if (status != EXIT_DONE) return status;
    w.engine = engine.engine;
    for (int i = 1; i <= operands && !stop_requested(); i++) {
        int result = analyse_operand(&w, argv[i]);
        if (result > status) status = result;
    }
    decide_engine_close(&engine);
    if (stop_requested() && status != 130)
        fprintf(stderr, "alea analyse: stopped before the end\n");
    return stop_requested() ? 130 : status;
}
