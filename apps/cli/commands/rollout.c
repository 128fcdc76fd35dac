/* `alea rollout`: play a decision out, many times. */
#include "base/error.h"
#include "cli/io/args.h"
#include "cli/io/fail.h"
#include "cli/io/lines.h"
#include "cli/io/out_file.h"
#include "cli/question/decide_options.h"
#include "cli/question/question.h"
#include "list.h"
#include "signals/stop.h"
#include "json/shapes.h"
#include "json/text.h"

#include <alea/notation.h>
#include <alea/rollout.h>

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FILE_CAP = 1 << 16 };

static const char about[] =
    "Plays a decision out with the same dice for every candidate and tells the equities with\n"
    "their errors. A position with dice: its best plays (--plays N, or --play MOVES each).\n"
    "Without dice: the cube decision where there is one, else the position.\n"
    "Trial i depends on the seed and i alone, so that ranges of trials can be played apart:\n"
    "  alea rollout ID --trials 0-4999 --output a.rollout\n"
    "  alea rollout ID --trials 5000-9999 --output b.rollout\n"
    "  alea rollout merge a.rollout b.rollout --output all.rollout\n"
    "  alea rollout show all.rollout\n"
    "  alea rollout resume all.rollout --trials 0-19999   (plays only what is missing)\n"
    "Levels: deep, what the deep level plays out (360 trials of 7 turns, two of them 1-ply);\n"
    "rollout (1296 of 11 turns, 1-ply). Ctrl-C keeps what has been played.";

typedef struct rollout_options {
    decide_options decide;
    const char *trials, *output, *level;
    option_list play;
    long long seed, plies, later, later_from, truncate, replies, plays;
    double standard_error, separation;
    bool cubeless, no_luck, random;
    int64_t first, end;
} rollout_options;

/* ---- files ---- */

static bool save(const alea_rollout *rollout, const char *path)
{
    char *text = malloc(FILE_CAP);
    if (!text) {
        command_fail_memory("rollout");
        return false;
    }
    const size_t length = alea_rollout_write(rollout, text, FILE_CAP);
    const int status = out_file_write("rollout", path, text, length);
    free(text);
    return status == EXIT_DONE;
}

/* Said before the hours of a rollout and not after them. */
static bool can_save(const char *path)
{
    if (out_file_possible(path)) return true;
    command_fail_file("rollout", path);
    return false;
}

static int load(const char *path, alea_rollout *rollout)
{
    const bool standard = strcmp(path, "-") == 0;
    FILE *file = standard ? stdin : fopen(path, "rb");
    char *text = malloc(FILE_CAP);
    size_t length = file && text ? fread(text, 1, FILE_CAP, file) : 0;
    bool read = file && text && !ferror(file);
    int reason = errno;
    if (file && !standard) fclose(file);
    alea_error error = {0};
    alea_status status = ALEA_ERROR_FILE;
    if (read) status = alea_rollout_read(text, length, rollout, &error);
    free(text);
    if (status == ALEA_OK) return EXIT_DONE;
    if (read)
        command_say("rollout", "%s:%zu: %s", path, error.line, error.reason);
    else
        command_say("rollout", "%s: %s", path, strerror(reason));
    return read ? EXIT_USAGE : EXIT_SYSTEM;
}

/* ---- answers ---- */

/* One trial has no standard error. */
static void put_interval(FILE *to, float standard_error)
{
    if (isfinite(standard_error))
        fprintf(to, "+- %.4f", 1.96 * (double)standard_error);
    else
        fputs("+- ?", to);
}

static void print_text(const alea_rollout *rollout, const alea_met *met)
{
    bool match = rollout->decision.cube.match_length > 0;
    long long trials = alea_rollout_trials(rollout);
    printf("%lld trial%s\n", trials, trials == 1 ? "" : "s");
    for (int i = 0; i < rollout->candidates; i++) {
        alea_rollout_answer a;
        alea_rollout_answer_of(rollout, met, i, &a);
        printf("  %-24s %+.4f ", rollout->candidate[i].label, (double)a.equity);
        put_interval(stdout, a.standard_error);
        if (match) printf("  MWC %.2f%%", (double)a.chance * 100);
        if (i > 0) {
            printf("  (%+.4f ", (double)a.behind);
            put_interval(stdout, a.behind_error);
            putchar(')');
        }
        printf("\n    win %.2f%% (%.2f%%, %.2f%%)  lose %.2f%% (%.2f%%, %.2f%%)\n",
               (double)a.probs.win * 100, (double)a.probs.win_gammon * 100,
               (double)a.probs.win_backgammon * 100, 100 - (double)a.probs.win * 100,
               (double)a.probs.lose_gammon * 100,
               (double)a.probs.lose_backgammon * 100);
    }
    printf("  (+- is the 95 %% interval)\n");
}

/* Prints the answer, unless the rollout itself goes to standard output.
 * `approximate`: what the rules make so, or NULL. */
static void show(const rollout_options *o, const alea_rollout *rollout,
                 const alea_met *met, const char *id, const char *approximate)
{
    if (o->output && out_file_is_standard(o->output)) return;
    if (alea_rollout_trials(rollout) == 0) {
        printf("no trials yet\n");
        return;
    }
    if (o->decide.json) {
        json_t *answer = with_id(id, rollout_json(rollout, met, true));
        approximate_json(answer, approximate);
        json_print_line(stdout, answer);
        return;
    }
    printf("%s\n", id);
    if (approximate) printf("  approximate: %s\n", approximate);
    print_text(rollout, met);
    alea_rollout_ruling ruling;
    if (alea_rollout_verdict(rollout, met, &ruling) && ruling.is_cube)
        printf("  %s\n", alea_cube_verdict_text(&ruling.cube));
}

/* ---- running ---- */

typedef struct watch {
    const alea_met *met;
    bool terminal;
    long long end;
} watch;

static bool progress(void *context, const alea_rollout *rollout)
{
    watch *w = context;
    if (w->terminal) {
        alea_rollout_answer a;
        alea_rollout_answer_of(rollout, w->met, 0, &a);
        fprintf(stderr, "\r%lld trials  %s %+.4f ",
                (long long)alea_rollout_trials(rollout), rollout->candidate[0].label,
                (double)a.equity);
        put_interval(stderr, a.standard_error);
        fputc(' ', stderr);
    }
    return !stop_requested();
}

static int run(const rollout_options *o, const decide_engine *e, alea_rollout *rollout,
               const char *id)
{
    watch w = {&e->met, isatty(STDERR_FILENO) && !o->decide.json, o->end};
    alea_rollout_stop stop = {.standard_error = (float)o->standard_error,
                              .separation = (float)o->separation,
                              .least = 288,
                              .progress = progress,
                              .context = &w};
    alea_error error = {0};
    stop_on_signals(SA_RESTART);
    alea_status status =
        alea_rollout_run(e->engine, rollout, o->first, o->end, &stop, &error);
    stop_restore_signals();
    if (w.terminal) fputc('\n', stderr);
    if (status != ALEA_OK && status != ALEA_ERROR_CANCELLED) {
        command_say("rollout", "%s", error.reason);
        return status == ALEA_ERROR_MEMORY ? EXIT_SYSTEM : EXIT_USAGE;
    }
    show(o, rollout, &e->met, id,
         alea_decision_approximate(e->engine, &rollout->decision));
    if (o->output && !save(rollout, o->output)) return EXIT_SYSTEM;
    if (status != ALEA_ERROR_CANCELLED) return EXIT_DONE;
    command_say("rollout", "stopped after %lld trials%s",
                (long long)alea_rollout_trials(rollout),
                o->output ? "; 'alea rollout resume' goes on" : "");
    return EXIT_INTERRUPTED;
}

static bool given_plays(const rollout_options *o, const alea_decision *d,
                        alea_play *plays, int *count, alea_error *error)
{
    *count = 0;
    for (size_t i = 0; i < o->play.count; i++) {
        alea_move moves[ALEA_MAX_MOVES];
        int n;
        const char *text = o->play.value[i];
        if (*count == ALEA_ROLLOUT_CANDIDATES) break;
        if (alea_moves_read(text, strlen(text), moves, &n, error) != ALEA_OK)
            return false;
        alea_play_error bad = alea_play_judge(&d->board, d->roll, &d->rules, moves, n,
                                              &plays[*count], NULL);
        if (bad != ALEA_PLAY_LEGAL) {
            alea_error_set(error, 0, 0, "%.60s: %s", text, alea_play_error_text(bad));
            return false;
        }
        ++*count;
    }
    return true;
}

static alea_status begin_plays(const rollout_options *o, const decide_engine *e,
                               const alea_decision *d, const alea_rollout_settings *s,
                               alea_rollout *rollout, alea_error *error)
{
    alea_play plays[ALEA_ROLLOUT_CANDIDATES];
    int count = 0;
    if (!given_plays(o, d, plays, &count, error)) return ALEA_ERROR_ARGUMENT;
    if (count == 0) {
        alea_candidate found[ALEA_ROLLOUT_CANDIDATES];
        alea_search_settings search = alea_search_settings_default(1);
        int all;
        alea_status status = alea_search_play(e->engine, d, &search, found,
                                              ALEA_ROLLOUT_CANDIDATES, &all, error);
        if (status != ALEA_OK) return status;
        while (count < all && count < o->plays) {
            plays[count] = found[count].play;
            count++;
        }
    }
    for (int i = 0; i < count; i++)
        if (alea_board_phase(&plays[i].board) == ALEA_PHASE_OVER) {
            return alea_error_fill(error, ALEA_ERROR_ARGUMENT, 0, 0,
                                   "this roll ends the game");
        }
    alea_status status =
        alea_rollout_plays(rollout, e->engine, d, plays, count, s, error);
    for (int i = 0; status == ALEA_OK && i < count; i++)
        alea_play_write(&d->board, &plays[i], rollout->candidate[i].label);
    return status;
}

static alea_rollout_settings settings_of(rollout_options *o, int64_t *trials,
                                         bool *known)
{
    const alea_effort_info *effort =
        o->level ? alea_effort_get((alea_effort)alea_effort_find(o->level)) : NULL;
    alea_rollout_settings s = alea_rollout_settings_default();
    *known = !o->level || (effort && effort->rolled != ALEA_ROLLED_NOT);
    *trials = 1296;
    if (effort) s = alea_rollout_settings_of(effort->rolled, trials);
    s.seed = (uint64_t)o->seed;
    if (o->plies >= 0) {
        s.plies[0] = s.plies[1] = (int)o->plies;
        s.later_plies[0] = s.later_plies[1] =
            (int)(o->later >= 0 ? o->later : o->plies);
    }
    if (o->later >= 0) s.later_plies[0] = s.later_plies[1] = (int)o->later;
    if (o->later_from >= 0) s.later_from = (int)o->later_from;
    if (o->truncate >= 0) s.truncate = (int)o->truncate;
    if (o->replies >= 0) s.replies = (int)o->replies;
    if (o->cubeless) s.cubeful = false;
    if (o->no_luck) s.luck = false;
    if (o->random) s.stratified = false;
    return s;
}

/* "1296" or "0-4999". */
static bool read_trials(const char *text, int64_t *first, int64_t *end)
{
    char from[24];
    long long a = 0, b;
    const char *dash = strchr(text, '-');
    if (dash) {
        size_t n = (size_t)(dash - text);
        if (n >= sizeof from) return false;
        memcpy(from, text, n);
        from[n] = 0;
        if (!args_integer(from, 0, ALEA_ROLLOUT_MAX_TRIALS - 1, &a) ||
            !args_integer(dash + 1, a, ALEA_ROLLOUT_MAX_TRIALS - 1, &b))
            return false;
        b++;
    } else if (!args_integer(text, 0, ALEA_ROLLOUT_MAX_TRIALS, &b)) {
        return false;
    }
    *first = a;
    *end = b;
    return true;
}

typedef struct rollout_run {
    rollout_options *options;
    decide_engine engine;
    alea_rollout rollout;
} rollout_run;

static int answer(void *context, const question *q, refusal *why)
{
    rollout_run *r = context;
    alea_position position = q->position;
    alea_error *error = &why->error;
    if (!decide_apply_stakes(&r->options->decide, &position, error))
        return refusal_set(why, "bad_stakes");
    alea_decision d = alea_decision_of_position(&position);
    int64_t trials;
    bool known;
    alea_rollout_settings s = settings_of(r->options, &trials, &known);
    alea_status status;
    if (!decide_apply_rules(&r->options->decide, &d, error))
        return refusal_set(why, "bad_stakes");
    if (alea_roll_valid(d.roll))
        status = begin_plays(r->options, &r->engine, &d, &s, &r->rollout, error);
    else if (s.cubeful && alea_cube_may_double(&d.cube) && !alea_cube_is_dead(&d.cube))
        status = alea_rollout_cube(&r->rollout, r->engine.engine, &d, &s, error);
    else
        status = alea_rollout_position(&r->rollout, r->engine.engine, &d, &s, error);
    if (status != ALEA_OK) return refusal_set(why, "failed");
    if (!r->options->trials) {
        r->options->first = 0;
        r->options->end = trials;
    }
    /* --trials 0 --output FILE: the question alone. */
    if (r->options->end == 0 && r->options->output)
        return save(&r->rollout, r->options->output) ? EXIT_DONE : EXIT_SYSTEM;
    return run(r->options, &r->engine, &r->rollout, q->text);
}

static int merge(rollout_options *o, int operands, char **argv)
{
    static alea_rollout sum, other;
    alea_error error = {0};
    alea_met met;
    if (operands < 2) return args_refuse("rollout", "merge needs rollout files");
    int status = load(argv[2], &sum);
    for (int i = 3; i <= operands && status == EXIT_DONE; i++) {
        status = load(argv[i], &other);
        if (status != EXIT_DONE) return status;
        if (alea_rollout_merge(&sum, &other, &error) == ALEA_OK) continue;
        return command_refuse("rollout", "%s: %s", argv[i], error.reason);
    }
    if (status != EXIT_DONE) return status;
    alea_met_default(&met);
    show(o, &sum, &met, argv[2], NULL);
    return o->output && !save(&sum, o->output) ? EXIT_SYSTEM : EXIT_DONE;
}

static int resume(rollout_options *o, int operands, char **argv)
{
    static alea_rollout rollout;
    decide_engine engine;
    if (operands != 2) return args_refuse("rollout", "resume needs one rollout file");
    int status = load(argv[2], &rollout);
    if (status == EXIT_DONE)
        status = decide_engine_open(&engine, "rollout", &o->decide);
    if (status != EXIT_DONE) return status;
    if (!o->output) o->output = argv[2];
    if (!can_save(o->output)) return EXIT_SYSTEM;
    if (!o->trials) {
        o->first = 0;
        o->end = alea_rollout_trials(&rollout) + 1296;
    }
    status = run(o, &engine, &rollout, argv[2]);
    decide_engine_close(&engine);
    return status;
}

static int dispatch(rollout_options *o, int operands, char **argv)
{
    if (o->trials && !read_trials(o->trials, &o->first, &o->end))
        return args_refuse("rollout", "--trials is a number, or a range as in 0-4999");
    if (strcmp(argv[1], "merge") == 0 || strcmp(argv[1], "show") == 0)
        return merge(o, operands, argv);
    if (strcmp(argv[1], "resume") == 0) return resume(o, operands, argv);
    int64_t trials;
    bool known;
    settings_of(o, &trials, &known);
    if (!known)
        return args_refuse(
            "rollout", "--level of a rollout is deep or rollout, not '%s'", o->level);
    if (o->output && operands > 1)
        return args_refuse("rollout", "--output keeps one rollout: give one ID");
    if (o->output && !can_save(o->output)) return EXIT_SYSTEM;
    static rollout_run r;
    r = (rollout_run){.options = o};
    int status = decide_rules_read(&o->decide, "rollout");
    if (status != EXIT_DONE) return status;
    status = decide_engine_open(&r.engine, "rollout", &o->decide);
    if (status != EXIT_DONE) return status;
    status = questions_run("rollout", o->decide.json, operands, argv, answer, &r);
    decide_engine_close(&r.engine);
    return status;
}

/* Whether `text` is KEY=VALUE of a rule, which other commands take after -o. */
static bool is_rule(const char *text)
{
    char key[40];
    const char *equals = strchr(text, '=');
    alea_rules rules = alea_rules_default();
    alea_error error;
    if (!equals || (size_t)(equals - text) >= sizeof key) return false;
    snprintf(key, sizeof key, "%.*s", (int)(equals - text), text);
    return alea_rules_set(&rules, key, equals + 1, &error) == ALEA_OK;
}

int cmd_rollout(int argc, char **argv)
{
    rollout_options o = {.seed = 1,
                         .plies = -1,
                         .later = -1,
                         .later_from = -1,
                         .truncate = -1,
                         .replies = -1,
                         .plays = 3};
    decide_options_start(&o.decide);
    const option_spec options[] = {
        TEXT_OPTION(
            "trials", 0, "N|A-B",
            "how many (default 1296), or a range; 0 with --output: only the question",
            &o.trials),
        TEXT_OPTION("level", 'l', "NAME", "deep or rollout", &o.level),
        TEXT_OPTION("output", 'o', "FILE",
                    "keep the rollout in a file; - writes it to standard "
                    "output, without the answer",
                    &o.output),
        INTEGER_OPTION("plays", 0, "N", "the N best plays (default 3)", &o.plays, 1,
                       ALEA_ROLLOUT_CANDIDATES),
        LIST_OPTION("play", 0, "MOVES", "this play; several times for several",
                    &o.play),
        INTEGER_OPTION("seed", 0, "N", "of the dice (default 1)", &o.seed, 0,
                       INT64_MAX),
        INTEGER_OPTION("ply", 'p', "N", "look-ahead of plays and cube, 0 to 2",
                       &o.plies, 0, 2),
        INTEGER_OPTION("later-ply", 0, "N", "look-ahead from --later-from on", &o.later,
                       0, 2),
        INTEGER_OPTION("later-from", 0, "TURN", "first turn of --later-ply",
                       &o.later_from, 0, 10000),
        INTEGER_OPTION("truncate", 0, "TURNS", "take the net's word then; 0 = never",
                       &o.truncate, 0, 10000),
        INTEGER_OPTION("replies", 0, "N",
                       "most plays looked at by the net; 0 = all (default 12)",
                       &o.replies, 0, 16),
        FLAG_OPTION("cubeless", 0, "without a cube", &o.cubeless),
        FLAG_OPTION("no-luck", 0, "no luck control: faster, far less exact",
                    &o.no_luck),
        FLAG_OPTION("random", 0, "first rolls not dealt out evenly", &o.random),
        NUMBER_OPTION("standard-error", 0, "X",
                      "stop when the best one's is this small", &o.standard_error, 0,
                      1000),
        NUMBER_OPTION("separation", 0, "X",
                      "stop when the best is this many joint deviations clear",
                      &o.separation, 0, 1000),
        INTEGER_OPTION("threads", 0, "N", "threads (default: all cores)",
                       &o.decide.threads, 1, 256),
        TEXT_OPTION("net", 0, "FILE", "a net file", &o.decide.net_path),
        TEXT_OPTION("met", 0, "FILE", "a match equity table", &o.decide.met_path),
        DECIDE_STAKES_OPTIONS(o.decide),
        DECIDE_RULES_OPTIONS(o.decide, 0),
        FLAG_OPTION("json", 0, "as JSON", &o.decide.json),
        {0}};
    const args_spec spec = {.operands =
                                "ID... | merge FILE... | show FILE | resume FILE",
                            .about = about,
                            .options = options,
                            .least = 1,
                            .most = -1};
    int operands, status = args_parse(&spec, argc, argv, &operands);
    if (status == ARGS_RUN && o.output && is_rule(o.output))
        return args_refuse(
            "rollout", "-o names the file to keep; a rule is --option %s", o.output);
    if (status == ARGS_RUN && o.output && o.decide.json &&
        out_file_is_standard(o.output))
        return args_refuse("rollout", "--output - and --json both write to standard "
                                      "output: give one of them");
    return status == ARGS_RUN ? dispatch(&o, operands, argv) : status;
}
