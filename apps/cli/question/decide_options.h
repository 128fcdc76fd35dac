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
/* clang-format off */
#define DECIDE_DEPTH_OPTIONS(o) \
    DECIDE_DEPTH_OPTIONS_TOLD(o, "rolls looked ahead, 0 to 4", \
                              "threads (default: all cores)")

/* ... for a command with other defaults. */
#define DECIDE_DEPTH_OPTIONS_TOLD(o, about_ply, about_threads) \
    {"ply", 'p', OPTION_INTEGER, "N", about_ply, &(o).ply, 0, ALEA_MAX_PLIES}, \
    {"time", 0, OPTION_INTEGER, "MS", \
     "at most this many milliseconds a decision; the answer has the depth reached", \
     &(o).time_ms, 1, 86400000}, \
    {"threads", 0, OPTION_INTEGER, "N", about_threads, &(o).threads, 1, 256}, \
    {"net", 'n', OPTION_TEXT, "FILE", \
     "a net file instead of the built-in one", &(o).net_path, 0, 0}, \
    {"met", 0, OPTION_TEXT, "FILE", \
     "a match equity table (see alea met)", &(o).met_path, 0, 0}

#define DECIDE_STAKES_OPTIONS(o) \
    {"length", 0, OPTION_INTEGER, "N", \
     "match length, over what the position says", \
     &(o).length, 1, ALEA_MAX_MATCH_LENGTH}, \
    {"score", 0, OPTION_TEXT, "MINE-THEIRS", \
     "points of the side on roll and its opponent; with --length", &(o).score, 0, 0}, \
    {"crawford", 0, OPTION_FLAG, NULL, \
     "this is the Crawford game", &(o).crawford, 0, 0}, \
    {"money", 0, OPTION_FLAG, NULL, \
     "money play, over what the position says", &(o).money, 0, 0}, \
    {"jacoby", 0, OPTION_FLAG, NULL, \
     "money: gammons count once doubled only", &(o).jacoby, 0, 0}, \
    {"beavers", 'b', OPTION_FLAG, NULL, \
     "money: a beaver may be answered", &(o).beavers, 0, 0}

/* The rules that an ID does not name. `letter` of --option: 'o', or 0. */
#define DECIDE_RULES_OPTIONS(o, letter) \
    {"rules", 'r', OPTION_TEXT, "PRESET", \
     "judge under these rules (see 'alea rules'), or rules as JSON", \
     &(o).rules_given.json, 0, 0}, \
    {"option", letter, OPTION_LIST, "KEY=VALUE", \
     "one rule that differs; repeatable", &(o).rules_given.single, 0, 0}

/* One more for commands that may roll out. */
#define DECIDE_LEVEL_OPTION(o) \
    {"level", 'l', OPTION_TEXT, "NAME", \
     "effort: fast, standard, deep or rollout", &(o).level, 0, 0}
/* clang-format on */

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
