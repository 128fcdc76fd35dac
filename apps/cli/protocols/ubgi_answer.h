/* The state of a UBGI session between commands, and its answers to decisions. No input,
 * no threads. */
#ifndef ALEA_CLI_PROTOCOLS_UBGI_ANSWER_H
#define ALEA_CLI_PROTOCOLS_UBGI_ANSWER_H

#include <alea/notation.h>
#include <alea/search.h>

#include <stdbool.h>

typedef enum ubgi_role { UBGI_CHEQUER = 0, UBGI_CUBE, UBGI_TURN } ubgi_role;

/* The session as the controller has set it. p0 is player A of the position. */
typedef struct ubgi_state {
    bool has_board, has_xgid;
    alea_board board; /* seen by the side on roll */
    alea_roll roll;
    alea_position xgid; /* has_xgid: the whole position */
    int match_length, score[2];
    bool crawford, jacoby; /* crawford: the rule is in use */
    int cube_log2;
    alea_player cube_owner, turn;
    /* options */
    long long ply; /* 0..ALEA_MAX_PLIES, our count */
    long long threads, seed;
    bool deterministic, cubeful, move_id;
    long long level; /* alea_level; -1 = the engine as strong as the depth allows */
} ubgi_state;

/* One decision, handed to the thread that searches. */
typedef struct ubgi_task {
    alea_engine *engine;
    alea_position position;
    ubgi_role role;
    int plies;
    long long time_ms;
    long long level, seed; /* as in ubgi_state */
    bool cubeful, move_id;
    bool (*stopped)(void *context); /* as alea_search_settings.cancelled */
    void *context;
} ubgi_task;

void ubgi_state_start(ubgi_state *state);
/* The match length of the XGID in hand, or else of the session; 0 = money. */
int ubgi_match_length(const ubgi_state *state);
/* These change the session and the XGID in hand. A score beyond the session's match
 * length changes the XGID only. Setting the turn or the cube ends a double pending in
 * the XGID. */
void ubgi_set_score(ubgi_state *state, int p0, int p1);
void ubgi_set_cube(ubgi_state *state, int log2, alea_player owner);
void ubgi_set_turn(ubgi_state *state, alea_player turn);
/* The position the state describes, for a decision of this role. False: what is
 * missing. */
bool ubgi_position(const ubgi_state *state, ubgi_role role, alea_position *out,
                   const char **missing);
/* Searches and writes the "info" line and the final answer to stdout, flushed, and in
 * one piece whatever other threads write. */
void ubgi_decide(const ubgi_task *task);
/* The form of UBGI 0.01: one line with a move, roll, double, take or drop. */
void ubgi_decide_raw(const ubgi_task *task);

#endif
