/* The machine as a player: the one place where a game in the terminal or on the server
 * asks for an opinion. It sees a match as both players see it - never the dice to come.
 * One thread at a time a machine. */
#ifndef ALEA_MACHINE_MACHINE_H
#define ALEA_MACHINE_MACHINE_H

#include <alea/explain.h>
#include <alea/judge.h>
#include <alea/levels.h>
#include <alea/match.h>

typedef struct machine machine;

typedef struct machine_play {
    alea_play play;
    float equity; /* to the mover, with the cube, per unit of the cube as it stands */
    alea_probs probs; /* after it, to the mover */
} machine_play;

/* A cube decision for display: verdict and equities, seen by the doubler. */
typedef struct machine_cube {
    const char *verdict; /* "Double, take"; static storage */
    float no_double, double_take, double_drop;
    bool chances; /* the three are match-winning chances, else points per cube */
    /* one or two sentences; "" if there is nothing to say */
    char why[ALEA_EXPLAIN_SIZE];
} machine_cube;

/* Opens the net and the tables: about 100 ms and 30 MB, so not before it is needed. */
alea_status machine_open(machine **out, alea_error *error);
/* The same over an engine of the caller's, which must outlive it. */
alea_status machine_over(machine **out, alea_engine *engine);
/* The engine behind it, for longer work: one call at a time. */
alea_engine *machine_engine(machine *m);
/* How long the strongest level may think for each decision; 1500 ms at the start. */
void machine_set_time(machine *m, long long time_ms);
/* NULL is allowed. */
void machine_close(machine *m);

/* The best `most` (at most 16) plays of the player to act, who has rolled; best first.
 * Returns how many. For advice: two rolls ahead whatever the level. */
int machine_plays(machine *m, const alea_match *match, machine_play *best, int most);
/* The level itself; Echo fitted to the decisions that the other side made in `record`
 * (may be NULL) and to `earlier` ones (may be NULL). */
alea_level_info machine_level(machine *m, alea_level level, const alea_record *record,
                              alea_player me, const alea_form *earlier);
/* The play it makes itself at a level; the same state, the same play. */
bool machine_chooses(machine *m, const alea_match *match, const alea_level_info *level,
                     alea_play *play);
/* Should the player on roll, who may double now, do it? */
bool machine_doubles(machine *m, const alea_match *match, const alea_level_info *level);
/* For advice on the same question; false if it has no opinion. */
bool machine_judges_cube(machine *m, const alea_match *match, machine_cube *cube);
/* The cost of a decision before it is made. `best` and `made` are set for plays
 * only. */
typedef struct machine_cost {
    float loss; /* in points of the cube as it stands, never negative */
    alea_mark mark;
    machine_play best, made;
    char why[ALEA_EXPLAIN_SIZE]; /* of a cube decision; "" if there is nothing to say */
} machine_cost;
/* PLAY, DOUBLE, ROLL (not doubling), TAKE, DROP, BEAVER or RACCOON; false where there
 * is nothing to decide. */
bool machine_costs(machine *m, const alea_match *match, const alea_event *event,
                   machine_cost *cost);
/* The chances and the cubeful equity of the player on turn, before the roll, or after
 * the best play of it; false where nobody is on turn. */
bool machine_evaluates(machine *m, const alea_match *match, alea_probs *probs,
                       float *equity);
/* TAKE, DROP, BEAVER or RACCOON: the answer of the player to act to a pending offer. */
alea_event_type machine_answers(machine *m, const alea_match *match,
                                const alea_level_info *level);
/* 1..3: resigning that much loses nothing against playing on, and gains nothing; 0:
 * play on. */
int machine_resigns(machine *m, const alea_match *match, alea_player by);
/* Is the pending resignation worth taking, for the player to act? */
bool machine_accepts(machine *m, const alea_match *match);

#endif
