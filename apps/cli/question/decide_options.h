/* What the commands that decide share: how deep to look, at which stakes, under which
 * rules. */
#ifndef ALEA_CLI_QUESTION_DECIDE_OPTIONS_H
#define ALEA_CLI_QUESTION_DECIDE_OPTIONS_H

#include "cli/io/args.h"
#include "rules_options.h"

#include <alea/search.h>

typedef struct decide_options {
    long long ply, threads, time_ms, length;
    const char *met_path, *net_path, *score, *level;
    bool crawford, jacoby, beavers, money, json;
    rules_options rules_given;
    bool has_rules; /* set by decide_rules_read */
    alea_rules rules;
} decide_options;

/* Rows of an options table. `o` is a decide_options, set up by
 * decide_options_start. */
#define DECIDE_DEPTH_OPTIONS(o)                                                        \
    DECIDE_DEPTH_OPTIONS_TOLD(o, "rolls looked ahead, 0 to 4",                         \
                              "threads (default: all cores)")

/* ... for a command with other defaults. */
#define DECIDE_DEPTH_OPTIONS_TOLD(o, about_ply, about_threads)                         \
    INTEGER_OPTION("ply", 'p', "N", about_ply, &(o).ply, 0, ALEA_MAX_PLIES),           \
        INTEGER_OPTION("time", 0, "MS",                                                \
                       "at most this many milliseconds a decision; the answer has "    \
                       "the depth reached",                                            \
                       &(o).time_ms, 1, 86400000),                                     \
        INTEGER_OPTION("threads", 0, "N", about_threads, &(o).threads, 1, 256),        \
        TEXT_OPTION("net", 'n', "FILE", "a net file instead of the built-in one",      \
                    &(o).net_path),                                                    \
        TEXT_OPTION("met", 0, "FILE", "a match equity table (see alea met)",           \
                    &(o).met_path)

#define DECIDE_STAKES_OPTIONS(o)                                                       \
    INTEGER_OPTION("length", 0, "N", "match length, over what the position says",      \
                   &(o).length, 1, ALEA_MAX_MATCH_LENGTH),                             \
        TEXT_OPTION("score", 0, "MINE-THEIRS",                                         \
                    "points of the side on roll and its opponent; with --length",      \
                    &(o).score),                                                       \
        FLAG_OPTION("crawford", 0, "this is the Crawford game", &(o).crawford),        \
        FLAG_OPTION("money", 0, "money play, over what the position says",             \
                    &(o).money),                                                       \
        FLAG_OPTION("jacoby", 0, "money: gammons count once doubled only",             \
                    &(o).jacoby),                                                      \
        FLAG_OPTION("beavers", 'b', "money: a beaver may be answered", &(o).beavers)

/* The rules that an ID does not name. `letter` of --option: 'o', or 0. */
#define DECIDE_RULES_OPTIONS(o, letter)                                                \
    TEXT_OPTION("rules", 'r', "PRESET",                                                \
                "judge under these rules (see 'alea rules'), or rules as JSON",        \
                &(o).rules_given.json),                                                \
        LIST_OPTION("option", letter, "KEY=VALUE",                                     \
                    "one rule that differs; repeatable", &(o).rules_given.single)

/* One more for commands that may roll out. */
#define DECIDE_LEVEL_OPTION(o)                                                         \
    TEXT_OPTION("level", 'l', "NAME", "effort: fast, standard, deep or rollout",       \
                &(o).level)

/* 2 plies, all cores; nothing else asked for. */
void decide_options_start(decide_options *o);

/* The evaluator of --net FILE, or the embedded one for NULL, in *out (NULL when it
 * cannot be opened, with a message); returns the exit status. */
int decide_evaluator_open(alea_evaluator **out, const char *name, const char *net_path);

/* The engine behind a command. */
typedef struct decide_engine {
    alea_evaluator *evaluator;
    alea_engine *engine;
    alea_met met;
} decide_engine;

/* Opens what the options ask for; on failure says why and returns the exit status. */
int decide_engine_open(decide_engine *e, const char *name, const decide_options *o);
void decide_engine_close(decide_engine *e);
/* Reads a table from a file and extends it to its full size. Returns EXIT_DONE, or the
 * status after printing the reason; EXIT_USAGE (the file holds no sound table) also
 * fills *error. */
int decide_met_read(alea_met *met, const char *name, const char *path,
                    alea_error *error);

/* Reads the rules options; EXIT_DONE, or the status after a message. */
int decide_rules_read(decide_options *o, const char *name);
bool decide_rules_given(const decide_options *o);
/* Applies the rules that were given, if any, to a decision. False: error->reason says
 * why the decision is impossible under them. */
bool decide_apply_rules(const decide_options *o, alea_decision *decision,
                        alea_error *error);

/* Overrides of the position's own stakes. False: error->reason says what is wrong. */
bool decide_apply_stakes(const decide_options *o, alea_position *position,
                         alea_error *error);

#endif
