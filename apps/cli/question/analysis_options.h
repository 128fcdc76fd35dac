/* How deep a command looks: the net alone, N plies by --ply and --time, or a level of
 * effort by --level. */
#ifndef ALEA_CLI_QUESTION_ANALYSIS_OPTIONS_H
#define ALEA_CLI_QUESTION_ANALYSIS_OPTIONS_H

#include "decide_options.h"

#include <alea/rollout.h>

typedef struct analysis_options {
    const char *name;
    decide_options o;
    decide_engine engine; /* without options, its evaluator alone: .engine is NULL */
    bool cubeless;
    long long usual; /* ply without --ply; -1 = the net alone */
    int full;        /* plays at full depth, however far behind they are */
    alea_rolled rolled;
} analysis_options;

#define EFFORT_NAMES "fast, standard, deep or rollout"
enum { ANALYSIS_LISTED = 5, ANALYSIS_LISTED_MOST = 16 /* alea_search_settings.full */ };
/* "2-ply", "short rollout" or "rollout". */
const char *analysis_depth_words(const analysis_options *d, int plies);

/* Sets the defaults, before an options table is read. `ply` is the depth without --ply;
 * -1: the net alone, no engine. */
void analysis_start(analysis_options *d, const char *name, int ply);
/* After the options are read: opens the engine. Returns EXIT_DONE, or the status after
 * a message. */
int analysis_open(analysis_options *d);
/* The same, but the net alone where no option asks for more (0-ply, cubeless). */
int analysis_open_least(analysis_options *d);
/* Whether the net alone was opened. */
bool analysis_is_net_alone(const analysis_options *d);
void analysis_close(analysis_options *d);

/* The stakes that the options lay over a position, and the decision in it. */
bool analysis_decision(const analysis_options *d, const alea_position *position,
                       alea_roll roll, alea_decision *out, alea_error *error);
/* All legal plays, best first, `full` of them at full depth. A level that rolls out
 * rolls out those near the best. Returns how many; 0 with the reason. */
int analysis_plays(analysis_options *d, const alea_decision *decision,
                   alea_candidate out[ALEA_MAX_PLAYS], alea_error *error);
/* What the rules make approximate in the answer, or NULL. */
const char *analysis_approximate(const analysis_options *d,
                                 const alea_decision *decision);
/* A position before its roll: its chances, cubeless and cubeful (no double) equity,
 * depth. */
typedef struct position_analysis {
    alea_probs probs;
    float cubeless, equity;
    int plies;
} position_analysis;
bool analysis_position(analysis_options *d, const alea_decision *decision,
                       position_analysis *out, alea_error *error);
/* The cube decision; never by the net alone. */
bool analysis_cube(analysis_options *d, const alea_decision *decision,
                   alea_cube_result *out, alea_error *error);

#endif
