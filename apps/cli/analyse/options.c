#include "options.h"

#include "cli/io/args.h"
#include "cli/io/command.h"
#include "cli/io/out_file.h"
#include "cli/question/analysis_options.h"
#include "publish/paper/layout.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_OPTIONS = 48 };

/* A part of the table is appended at *count. */
static void append(option_spec *table, size_t *count, const option_spec *part,
                   size_t size)
{
    memcpy(table + *count, part, size);
    *count += size / sizeof *part;
}

static void add_depth(analyse_request *q, option_spec *table, size_t *count)
{
    const option_spec part[] = {
        TEXT_OPTION("level", 'l', "NAME",
                    "fast (2-ply, the default), standard, deep or rollout", &q->level),
        INTEGER_OPTION("ply", 'p', "N", "rolls looked ahead, in place of --level",
                       &q->plies, 0, ALEA_MAX_PLIES),
        INTEGER_OPTION("luck-ply", 0, "N", "the same for the luck of rolls (default 0)",
                       &q->luck_plies, 0, ALEA_MAX_PLIES),
        FLAG_OPTION("again", 0,
                    "judge also what the file's own analysis has judged as deep",
                    &q->again),
        TEXT_OPTION("compare", 0, "LEVEL",
                    "judge at this level too (a level, 0-ply to 4-ply, or file) "
                    "and list the differences",
                    &q->compare),
        INTEGER_OPTION("threads", 't', "N", "threads (default all)", &q->threads, 1,
                       256),
        INTEGER_OPTION("candidates", 0, "N",
                       "plays of a decision searched to the full depth (default 5)",
                       &q->candidates, 0, ALEA_JUDGEMENT_CANDIDATES),
        FLAG_OPTION("rollout-blunders", 0,
                    "judge blunders again by rollout (seconds each)",
                    &q->order.roll_out_blunders)};
    append(table, count, part, sizeof part);
}

static void add_list(analyse_request *q, option_spec *table, size_t *count)
{
    const option_spec part[] = {
        TEXT_OPTION("player", 0, "NAME", "list only this player's decisions",
                    &q->order.choice.player),
        NUMBER_OPTION("min-loss", 0, "X", "list only losses of at least X",
                      &q->order.choice.min_loss, 0, 10),
        TEXT_OPTION("sort", 0, "turn|loss", "order of the list (default turn)",
                    &q->sort),
        FLAG_OPTION("all", 'a', "list every decision, not only the errors",
                    &q->order.all),
        NUMBER_OPTION("doubtful", 0, "X", "least loss marked ?! (default .02)",
                      &q->thresholds[0], 0, 10),
        NUMBER_OPTION("error", 0, "X", "least loss marked ? (default .04)",
                      &q->thresholds[1], 0, 10),
        NUMBER_OPTION("blunder", 0, "X", "least loss marked ?? (default .08)",
                      &q->thresholds[2], 0, 10)};
    append(table, count, part, sizeof part);
}

static void add_outputs(analyse_request *q, option_spec *table, size_t *count)
{
    analysis_order *w = &q->order;
    const option_spec part[] = {
        FLAG_OPTION("json", 'j', "one JSON object per file on standard output",
                    &w->json),
        TEXT_OPTION(
            "html", 0, "OUT",
            "write a self-contained page (one file only; OUT may be - here and below)",
            &w->html),
        TEXT_OPTION("sgf", 0, "OUT",
                    "write the match with its analysis as SGF (one file only)",
                    &w->sgf),
        TEXT_OPTION("xgtext", 0, "OUT",
                    "write the errors as positions in XG's text (one file only)",
                    &w->xg_text),
        TEXT_OPTION("pdf", 0, "OUT",
                    "write a booklet of the match to print (one file only)", &w->pdf),
        TEXT_OPTION(
            "quiz", 0, "OUT",
            "write the listed decisions as a quiz to print, answers on the backs (one "
            "file only)",
            &w->quiz),
        TEXT_OPTION("paper", 0, "a4|letter", "of --pdf and --quiz (default a4)",
                    &w->paper)};
    append(table, count, part, sizeof part);
}

static void add_sources(analyse_request *q, option_spec *table, size_t *count)
{
    const option_spec part[] = {
        TEXT_OPTION(
            "cache", 0, "DIR",
            "keep analyses here (several files: default ~/.cache/alea/analyses)",
            &q->cache),
        FLAG_OPTION("no-cache", 0, "keep no analyses and use none", &q->no_cache),
        FLAG_OPTION("partial", 0, "judge what could be read of a damaged file",
                    &q->order.partial),
        TEXT_OPTION("net", 0, "FILE", "a net instead of the built-in one", &q->net),
        TEXT_OPTION("met", 0, "FILE", "a match equity table instead of the default",
                    &q->met),
        FILE_RULES_OPTIONS(q->rules),
        {0}};
    append(table, count, part, sizeof part);
}

static const char about[] =
    "Judges every decision of a match or session: equity lost, luck, PR, and\n"
    "why the best play beats the one made. Reads every format that 'alea convert'\n"
    "reads; a folder stands for all files in it. Several files are judged side by\n"
    "side, told in order, and kept: after Ctrl-C or a crash the same command goes on.\n"
    "Of one file Ctrl-C shows what was judged so far. What the file's own analysis "
    "(eXtreme\n"
    "Gammon, GNU Backgammon) has judged at least as deep is taken from it; "
    "--again judges\n"
    "all. An identifier or a text that is one position is judged, too.";

static int read_level(analyse_request *q)
{
    alea_analysis_settings *s = &q->order.settings;
    if (q->plies >= 0) s->plies = (int)q->plies;
    if (!q->level) return ARGS_RUN;
    const alea_effort_info *effort =
        alea_effort_get((alea_effort)alea_effort_find(q->level));
    if (!effort)
        return args_refuse("analyse", "--level is " EFFORT_NAMES ", not '%s'",
                           q->level);
    if (q->plies >= 0)
        return args_refuse("analyse", "--level has a depth of "
                                      "its own: leave out --ply");
    s->plies = effort->plies;
    s->rolled = effort->rolled;
    return ARGS_RUN;
}

/* The second level of --compare: a level of effort, "3-ply", or "file". */
static int read_compare(analyse_request *q)
{
    analysis_order *w = &q->order;
    const char *name = q->compare;
    if (!name) return ARGS_RUN;
    if (analyse_options_output(w) || w->roll_out_blunders)
        return args_refuse("analyse", "--compare writes text or --json only");
    w->compares = true;
    w->compare_file = strcmp(name, "file") == 0;
    w->other = w->settings;
    const alea_effort_info *effort =
        alea_effort_get((alea_effort)alea_effort_find(name));
    const bool plies = strlen(name) == 5 && strcmp(name + 1, "-ply") == 0 &&
                       name[0] >= '0' && name[0] <= '0' + ALEA_MAX_PLIES;
    if (effort) {
        w->other.plies = effort->plies;
        w->other.rolled = effort->rolled;
    } else if (plies) {
        w->other.plies = name[0] - '0';
        w->other.rolled = ALEA_ROLLED_NOT;
    } else if (!w->compare_file) {
        return args_refuse("analyse",
                           "--compare is " EFFORT_NAMES
                           ", 0-ply to 4-ply, or file, not '%.40s'",
                           name);
    }
    if (!w->compare_file && w->other.plies == w->settings.plies &&
        w->other.rolled == w->settings.rolled)
        return args_refuse("analyse", "--compare is the level itself: give another, or "
                                      "--level or --ply");
    return ARGS_RUN;
}

const char *analyse_options_output(const analysis_order *w)
{
    return w->html      ? "html"
           : w->sgf     ? "sgf"
           : w->xg_text ? "xgtext"
           : w->pdf     ? "pdf"
           : w->quiz    ? "quiz"
                        : NULL;
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
static bool outputs_clash(const analysis_order *w, int operands, char **argv)
{
    const char *out[] = {w->html, w->sgf, w->xg_text, w->pdf, w->quiz};
    const int outs = sizeof out / sizeof *out;
    for (int i = 0; i < outs; i++) {
        if (w->json && out[i] && out_file_is_standard(out[i])) return true;
        for (int k = i + 1; k < outs; k++)
            if (same_file(out[i], out[k])) return true;
        for (int k = 1; k <= operands && out[i] && !out_file_is_standard(out[i]); k++)
            if (same_file(out[i], argv[k])) return true;
    }
    return false;
}

static int check(analyse_request *q, int operands, char **argv)
{
    analysis_order *w = &q->order;
    const double *t = q->thresholds;
    paper_size paper;
    if (!(t[0] > 0 && t[0] <= t[1] && t[1] <= t[2]))
        return args_refuse("analyse", "thresholds must rise: doubtful, error, blunder");
    w->choice.by_loss = strcmp(q->sort, "loss") == 0;
    if (!w->choice.by_loss && strcmp(q->sort, "turn") != 0)
        return args_refuse("analyse", "--sort is turn or loss, not '%.40s'", q->sort);
    if (!paper_find(w->paper, &paper))
        return args_refuse("analyse", "--paper is a4 or letter, not '%.40s'", w->paper);
    if (analyse_options_output(w) && operands > 1)
        return args_refuse("analyse", "--%s takes one file, not %d",
                           analyse_options_output(w), operands);
    if (outputs_clash(w, operands, argv))
        return args_refuse("analyse", "each output needs a file of its own, which is "
                                      "not read; one of them may be -");
    if (w->pdf && out_file_check_binary("analyse", w->pdf, "a PDF") != EXIT_DONE)
        return EXIT_USAGE;
    if (w->quiz && out_file_check_binary("analyse", w->quiz, "a PDF") != EXIT_DONE)
        return EXIT_USAGE;
    return ARGS_RUN;
}

int analyse_options_read(analyse_request *q, int argc, char **argv, int *operands)
{
    *q = (analyse_request){
        .order = {.settings = alea_analysis_settings_default(), .paper = "a4"},
        .plies = -1,
        .threads = sysconf(_SC_NPROCESSORS_ONLN),
        .thresholds = {.02, .04, .08},
        .sort = "turn"};
    alea_analysis_settings *s = &q->order.settings;
    q->candidates = s->candidates;
    if (q->threads < 1) q->threads = 1;
    if (q->threads > 256) q->threads = 256;
    option_spec options[MOST_OPTIONS];
    size_t count = 0;
    add_depth(q, options, &count);
    add_list(q, options, &count);
    add_outputs(q, options, &count);
    add_sources(q, options, &count);
    const args_spec spec = {.operands = "FILE|DIR|ID...|-",
                            .about = about,
                            .options = options,
                            .least = 1,
                            .most = -1};
    int status = args_parse(&spec, argc, argv, operands);
    if (status == ARGS_RUN)
        status = file_rules_apply("analyse", &q->rules, &q->order.import);
    if (status == ARGS_RUN) status = read_level(q);
    if (status == ARGS_RUN) status = check(q, *operands, argv);
    s->use_filed = !q->again && !q->compare;
    s->luck_plies = (int)q->luck_plies;
    s->candidates = (int)q->candidates;
    for (int i = 0; i < 3; i++) s->threshold[i] = (float)q->thresholds[i];
    return status == ARGS_RUN ? read_compare(q) : status;
}
