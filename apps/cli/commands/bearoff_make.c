/* alea bearoff make and verify. */
#include "list.h"

#include "base/file.h"
#include "cli/io/args.h"
#include "cli/io/command.h"
#include "cli/io/fail.h"
#include "cli/io/out_file.h"
#include "signals/stop.h"

#include <alea/bearoff.h>
#include <alea/tables_ur.h>

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool show_progress(void *context, double fraction)
{
    int *last = context;
    int percent = (int)(fraction * 100);
    if (isatty(STDERR_FILENO) && percent != *last) {
        fprintf(stderr, "\r%3d %%", percent);
        *last = percent;
    }
    return !stop_requested();
}

/* `to`: standard output, or stderr where the table goes to standard output. */
static int report_made(const char *path, FILE *to)
{
    alea_bearoff *table;
    alea_error error;
    if (alea_bearoff_open_file(path, true, &table, &error) != ALEA_OK)
        return command_fail("bearoff", "%s: %s", path, error.reason);
    bool two = alea_bearoff_table_kind(table) == ALEA_BEAROFF_TWO_SIDED;
    fprintf(to,
            "%s: %s-sided table, %d checkers on %d points, %zu positions%s, %zu bytes, "
            "sum verified\n",
            path, two ? "two" : "one", alea_bearoff_table_checkers(table),
            alea_bearoff_table_points(table), alea_bearoff_table_positions(table),
            two ? " a side" : "", alea_bearoff_table_size(table));
    alea_bearoff_close(table);
    return EXIT_DONE;
}

static FILE *report_to(const out_path *out)
{
    return out->folder[0] ? stderr : stdout;
}

static const char *what_is_left(const out_path *out)
{
    return out->folder[0] ? "nothing was written"
                          : "the same command goes on from here";
}

/* ---- hypergammon ---- */

static bool show_sweeps(void *context, const alea_hypergammon_progress *progress)
{
    int *last = context;
    if (isatty(STDERR_FILENO)) {
        fprintf(stderr, "\rSweep %d: %3.0f %%, last change %.1e ", progress->sweeps + 1,
                100 * progress->fraction, progress->change);
        *last = 1;
    } else if (progress->sweeps != *last && progress->fraction <= 0) {
        command_say("bearoff", "%d sweeps, last change %.1e", progress->sweeps,
                    progress->change);
        *last = progress->sweeps;
    }
    return !stop_requested();
}

enum { CHECKED_POSITIONS = 2000 };

/* The sum, then positions computed again from those after each roll. */
static int report_hypergammon(const char *path, FILE *to)
{
    alea_hypergammon *table;
    alea_error error;
    if (alea_hypergammon_open_file(path, true, &table, &error) != ALEA_OK)
        return command_fail("bearoff", "%s: %s", path, error.reason);
    const alea_hypergammon_facts facts = alea_hypergammon_facts_of(table);
    const double residual = alea_hypergammon_residual(table, CHECKED_POSITIONS, 1);
    fprintf(
        to,
        "%s: hypergammon table, 3276 positions per side, sum verified\n"
        "  made by %s\n"
        "  %d sweeps; the last one changed equities by at most %.1e, all further ones by %.1e\n"
        "  %d positions computed again differ by at most %.1e\n",
        path, facts.made_by, facts.sweeps, facts.change, facts.bound, CHECKED_POSITIONS,
        residual);
    alea_hypergammon_close(table);
    if (residual < 1e-5) return EXIT_DONE;
    return command_fail("bearoff", "%s: the values contradict each other", path);
}

static int make_hypergammon(const out_path *out, int threads)
{
    int last = 0;
    alea_error error = {0};
    const alea_hypergammon_job job = {
        .threads = threads, .progress = show_sweeps, .context = &last};
    stop_on_signals(SA_RESTART);
    const alea_status made = alea_hypergammon_make_file(&job, out->path, &error);
    if (last && isatty(STDERR_FILENO)) fputc('\n', stderr);
    if (made == ALEA_OK) return report_hypergammon(out->path, report_to(out));
    if (made == ALEA_ERROR_CANCELLED) {
        command_say("bearoff", "stopped; %s", what_is_left(out));
        return EXIT_INTERRUPTED;
    }
    command_say("bearoff", "%s", error.reason);
    return made == ALEA_ERROR_ARGUMENT ? EXIT_USAGE : EXIT_SYSTEM;
}

/* ---- the game of Ur ---- */

static bool show_layers(void *context, const alea_ur_progress *progress)
{
    int *last = context;
    if (isatty(STDERR_FILENO)) {
        fprintf(stderr, "\rLayer %d of %d, sweep %d: %3.0f %% ", progress->layer + 1,
                progress->layers, progress->sweep + 1, 100 * progress->fraction);
        *last = 1;
    } else if (progress->layer != *last) {
        command_say("bearoff", "%d of %d layers", progress->layer, progress->layers);
        *last = progress->layer;
    }
    return !stop_requested();
}

/* The sum, then positions computed again from those after each throw. */
static int report_ur(const char *path, FILE *to)
{
    alea_ur *table;
    alea_error error;
    if (alea_ur_open_file(path, true, &table, &error) != ALEA_OK)
        return command_fail("bearoff", "%s: %s", path, error.reason);
    const alea_ur_facts facts = alea_ur_facts_of(table);
    const double residual = alea_ur_residual(table, CHECKED_POSITIONS, 1);
    fprintf(to,
            "%s: table of the game of Ur, %d men a side, %lu positions, sum verified\n"
            "  made by %s\n"
            "  %d sweeps; the last one of a layer changed chances by at most %.1e\n"
            "  %d positions computed again differ by at most %.1e\n",
            path, facts.men, (unsigned long)facts.positions, facts.made_by,
            facts.sweeps, facts.change, CHECKED_POSITIONS, residual);
    alea_ur_close(table);
    if (residual < 1e-4) return EXIT_DONE; /* chances are rounded to 16 bits */
    return command_fail("bearoff", "%s: the values contradict each other", path);
}

static int make_ur(const out_path *out, int men, int threads)
{
    int last = 0;
    alea_error error = {0};
    const alea_ur_job job = {
        .men = men, .threads = threads, .progress = show_layers, .context = &last};
    stop_on_signals(SA_RESTART);
    const alea_status made = alea_ur_make_file(&job, out->path, &error);
    if (last && isatty(STDERR_FILENO)) fputc('\n', stderr);
    if (made == ALEA_OK) return report_ur(out->path, report_to(out));
    if (made == ALEA_ERROR_CANCELLED) {
        command_say("bearoff", "stopped; %s", what_is_left(out));
        return EXIT_INTERRUPTED;
    }
    command_say("bearoff", "%s", error.reason);
    return made == ALEA_ERROR_ARGUMENT ? EXIT_USAGE : EXIT_SYSTEM;
}

/* `last`: the percentage shown last, -1 = none. */
static int make_bearoff(const alea_bearoff_job *job, const int *last,
                        const out_path *out)
{
    stop_on_signals(SA_RESTART);
    alea_error error = {0};
    const alea_status made = alea_bearoff_make_file(job, out->path, &error);
    if (*last >= 0) fputc('\n', stderr);
    if (made == ALEA_OK) return report_made(out->path, report_to(out));
    if (made == ALEA_ERROR_CANCELLED) {
        command_say("bearoff", "stopped; %s",
                    job->kind == ALEA_BEAROFF_TWO_SIDED ? what_is_left(out)
                                                        : "nothing was written");
        return EXIT_INTERRUPTED;
    }
    command_say("bearoff", "%s", error.reason);
    return made == ALEA_ERROR_ARGUMENT ? EXIT_USAGE : EXIT_SYSTEM;
}

typedef enum table_kind { BEAROFF_TABLE = 0, HYPERGAMMON_TABLE, UR_TABLE } table_kind;

/* Makes the table, and copies it to standard output if `path` is "-". Of a table of the
 * game of Ur job->checkers are the men. */
static int make_at(const char *path, const alea_bearoff_job *job, table_kind kind)
{
    out_path out;
    if (!out_path_open(&out, path))
        return command_fail("bearoff", "a temporary folder: %s", strerror(errno));
    int last = -1;
    alea_bearoff_job shown = *job;
    shown.progress = show_progress;
    shown.context = &last;
    const int status = kind == HYPERGAMMON_TABLE ? make_hypergammon(&out, job->threads)
                       : kind == UR_TABLE ? make_ur(&out, job->checkers, job->threads)
                                          : make_bearoff(&shown, &last, &out);
    if (out_path_close(&out, status == EXIT_DONE)) return status;
    return command_fail_file("bearoff", out.path);
}

int bearoff_make(int argc, char **argv)
{
    const char *kind = "two-sided", *path = NULL;
    long long points = 6, checkers = -1, threads = sysconf(_SC_NPROCESSORS_ONLN);
    if (threads < 1) threads = 1;
    if (threads > 64) threads = 64;
    const option_spec options[] = {
        TEXT_OPTION("kind", 'k', "KIND",
                    "one-sided, two-sided (default), hypergammon or ur", &kind),
        INTEGER_OPTION("points", 'p', "N",
                       "one-sided: points covered, 6 (default) to 12", &points, 6,
                       ALEA_BEAROFF_MAX_POINTS),
        INTEGER_OPTION(
            "checkers", 'c', "N",
            "checkers per side: up to 15 (default) one-sided, 12 (default 6) two-"
            "sided, 7 (default) of ur",
            &checkers, 1, ALEA_CHECKERS),
        INTEGER_OPTION("threads", 't', "N",
                       "threads, not for a one-sided table (default all)", &threads, 1,
                       64),
        TEXT_OPTION("output", 'o', "FILE",
                    "the table's file, or - for standard output; or give it as FILE",
                    &path),
        {0}};
    const args_spec spec = {
        .operands = "[FILE]",
        .most = 1,
        .about = "Computes a table into FILE. Stopped (Ctrl-C) or killed, the same "
                 "command goes on\n"
                 "from FILE.part. The standard tables (15 checkers one-sided, 6 a "
                 "side two-sided)\n"
                 "are built in and need no file. A two-sided table takes 16 bytes "
                 "per pair on disk\n"
                 "and as much memory: 10 checkers 1 GB, 12 checkers 5.5 GB.\n"
                 "The hypergammon table has every position of three checkers a "
                 "side, contact\n"
                 "included: 430 MB, 0.9 GB of memory. Programs find it as "
                 "$ALEA_HYPERGAMMON or as\n"
                 "~/.local/share/alea/hypergammon.bearoff.\n"
                 "The table of the game of Ur has the chance to win of every position: "
                 "276 MB, 0.7\n"
                 "GB of memory; fewer --checkers make one of the positions with the "
                 "other men off.\n"
                 "Programs find it as $ALEA_UR or as ~/.local/share/alea/ur.bearoff.",
        .options = options};
    int operands, status = args_parse(&spec, argc, argv, &operands);
    if (status != ARGS_RUN) return status;
    const bool two = strcmp(kind, "two-sided") == 0;
    const bool hypergammon = strcmp(kind, "hypergammon") == 0;
    const bool ur = strcmp(kind, "ur") == 0;
    if (!two && !hypergammon && !ur && strcmp(kind, "one-sided") != 0)
        return args_refuse(
            "bearoff make",
            "--kind is one-sided, two-sided, hypergammon or ur, not '%s'", kind);
    if (operands == 1 && path)
        return args_refuse("bearoff make", "give one file, not '%s' and '%s'", path,
                           argv[1]);
    if (operands == 1) path = argv[1];
    if (!path)
        return args_refuse("bearoff make", "give the file to write with --output");
    if (hypergammon && (checkers > 0 || points != 6))
        return args_refuse("bearoff make",
                           "--points and --checkers are not for hypergammon");
    if (ur && points != 6) return args_refuse("bearoff make", "--points is not for ur");
    if (ur && checkers > ALEA_UR_MOST_MEN)
        return args_refuse("bearoff make", "--checkers of ur are 1 to %d, not %lld",
                           ALEA_UR_MOST_MEN, checkers);
    if (out_file_check_binary("bearoff make", path, "a table") != EXIT_DONE)
        return EXIT_USAGE;
    const alea_bearoff_job job = {.kind = two ? ALEA_BEAROFF_TWO_SIDED
                                              : ALEA_BEAROFF_ONE_SIDED,
                                  .points = (int)points,
                                  .checkers = checkers > 0 ? (int)checkers
                                              : ur         ? ALEA_UR_MOST_MEN
                                              : two        ? 6
                                                           : 15,
                                  .threads = (int)threads};
    return make_at(path, &job,
                   hypergammon ? HYPERGAMMON_TABLE
                   : ur        ? UR_TABLE
                               : BEAROFF_TABLE);
}

int bearoff_verify(int argc, char **argv)
{
    const args_spec spec = {.operands = "FILE...",
                            .about = "Reads each table file whole and checks its sum.",
                            .least = 1,
                            .most = -1};
    int operands, status = args_parse(&spec, argc, argv, &operands);
    if (status != ARGS_RUN) return status;
    int worst = EXIT_DONE;
    for (int i = 1; i <= operands; i++) {
        const char *path = argv[i];
        const int verified =
            alea_file_begins(path, "ALEAHYPE", 8)  ? report_hypergammon(path, stdout)
            : alea_file_begins(path, "ALEA UR", 8) ? report_ur(path, stdout)
                                                   : report_made(path, stdout);
        if (verified != EXIT_DONE) worst = EXIT_SOME_BAD;
    }
    return worst;
}
