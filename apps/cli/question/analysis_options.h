/* Looking deeper than the net alone, for the commands that answer at 0-ply by default:
 * by --ply and --time, or by a level of effort with --level. */
#ifndef ALEA_CLI_DEEP_H
#define ALEA_CLI_DEEP_H

#include "decide_input.h"

#include <alea/rollout.h>

typedef struct deep {
    const char *name;
    decide_options o;
    decide_engine engine;
    bool cubeless, open;
    long long usual; /* ply when none is asked for; -1 = by the net alone */
    alea_rolled rolled;
} deep;

#define EFFORT_NAMES "fast, standard, deep or rollout"
/* Plays that a search evaluates to the full depth, however far behind they are. */
enum { DEEP_LISTED = 5 };
/* "2-ply", "short rollout" or "rollout". */
const char *deep_words(const deep *d, int plies);

/* Ready for an options table; `ply` without --ply (-1: the net alone, no engine). */
void deep_start(deep *d, const char *name, int ply);
/* After the options are read: EXIT_DONE, or the status to return (told why). Opens
 * nothing where the net alone is asked for; deep_wanted tells. */
int deep_open(deep *d);
bool deep_wanted(const deep *d);
void deep_close(deep *d);

/* The stakes that the options lay over a position, and the decision in it. */
bool deep_decision(const deep *d, const alea_position *position, alea_roll roll,
                   alea_decision *out, alea_error *error);
/* Plays, best first; as alea_search_play. By a level that rolls out the near ones are. */
bool deep_plays(deep *d, const alea_decision *decision, alea_candidate *out, int room,
                int *count, alea_error *error);
/* A position before its roll: its chances, cubeless and cubeful (no double) equity,
 * depth. */
typedef struct deep_worth {
    alea_probs probs;
    float cubeless, equity;
    int plies;
} deep_worth;
bool deep_position(deep *d, const alea_decision *decision, deep_worth *out,
                   alea_error *error);
/* The cube decision, by --ply or by --level. */
bool deep_cube(deep *d, const alea_decision *decision, alea_cube_result *out,
               alea_error *error);

#endif
