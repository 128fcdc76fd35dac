/* Looking deeper than the net alone, for the commands that answer at 0-ply by default:
 * by --ply and --time, or by a level of effort with --level. */
#ifndef ALEA_CLI_QUESTION_ANALYSIS_OPTIONS_H
#define ALEA_CLI_QUESTION_ANALYSIS_OPTIONS_H

#include "decide_input.h"

#include <alea/rollout.h>

typedef struct analysis_options {
    const char *name;
    decide_options o;
    decide_engine engine;
    bool cubeless, open;
    long long usual; /* ply without --ply; -1 = the net alone */
    int full;        /* plays at full depth, however far behind they are */
    alea_rolled rolled;
} analysis_options;

#define EFFORT_NAMES "fast, standard, deep or rollout"
enum { ANALYSIS_LISTED = 5, ANALYSIS_LISTED_MOST = 16 /* alea_search_settings.full */ };
/* "2-ply", "short rollout" or "rollout". */
const char *analysis_depth_words(const analysis_options *d, int plies);

/* Ready for an options table; `ply` without --ply (-1: the net alone, no engine). */
void analysis_start(analysis_options *d, const char *name, int ply);
/* After the options are read: EXIT_DONE, or the status to return after a message. Opens
 * nothing where the net alone answers; see analysis_is_wanted. */
int analysis_open(analysis_options *d);
bool analysis_is_wanted(const analysis_options *d);
void analysis_close(analysis_options *d);

/* The stakes that the options lay over a position, and the decision in it. */
bool analysis_decision(const analysis_options *d, const alea_position *position,
                       alea_roll roll, alea_decision *out, alea_error *error);
/* Plays, best first; as alea_search_play. By a level that rolls out the near ones
 * are. */
bool analysis_plays(analysis_options *d, const alea_decision *decision,
                    alea_candidate *out, int capacity, int *count, alea_error *error);
/* A position before its roll: its chances, cubeless and cubeful (no double) equity,
 * depth. */
typedef struct position_analysis {
    alea_probs probs;
    float cubeless, equity;
    int plies;
} position_analysis;
bool analysis_position(analysis_options *d, const alea_decision *decision,
                       position_analysis *out, alea_error *error);
/* The cube decision, by --ply or by --level. */
bool analysis_cube(analysis_options *d, const alea_decision *decision,
                   alea_cube_result *out, alea_error *error);

#endif
