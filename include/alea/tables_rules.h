/* The other games of the backgammon family: a game is a value of independent switches.
 * docs/tables.md describes each game, its options and their sources. */
#ifndef ALEA_TABLES_RULES_H
#define ALEA_TABLES_RULES_H

#include <alea/status.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* How the numbers of one player's points are mapped to the other's. */
typedef enum alea_tables_relation {
    ALEA_TABLES_CONTRARY = 0, /* opposite directions: 25 - r */
    ALEA_TABLES_HALF_TURN,    /* the same direction, starts half a board apart */
    ALEA_TABLES_SAME          /* the same direction, the same start */
} alea_tables_relation;

/* The effect of landing on a point that the opponent holds. */
typedef enum alea_tables_landing {
    ALEA_TABLES_HIT = 0, /* one checker is hit, two close the point */
    ALEA_TABLES_PIN,     /* one free checker is pinned, else the point is closed */
    ALEA_TABLES_BLOCK,   /* one checker closes the point */
    /* a lone checker changes places with the one that lands; neighbours hold */
    ALEA_TABLES_SWAP
} alea_tables_landing;

typedef enum {
    ALEA_TABLES_BEAROFF_STANDARD = 0, /* a higher die: from the rearmost point */
    ALEA_TABLES_BEAROFF_EXACT,
    ALEA_TABLES_BEAROFF_NONE,
    ALEA_TABLES_BEAROFF_LAST_ANY /* exact, but from point 1 with any number */
} alea_tables_bearoff;
typedef enum {
    ALEA_TABLES_OPENING_REROLL = 0,
    ALEA_TABLES_OPENING_USE,
    /* the starter may use the thrown numbers or throw anew */
    ALEA_TABLES_OPENING_CHOICE
} alea_tables_opening;
typedef enum {
    ALEA_TABLES_NEXT_WINNER = 0,
    ALEA_TABLES_NEXT_ALTERNATE,
    ALEA_TABLES_NEXT_ROLL_OFF,
    ALEA_TABLES_NEXT_LOSER
} alea_tables_next;
/* The mother is the last checker on its own start point (pinning games). */
typedef enum {
    ALEA_TABLES_MOTHER_NONE = 0,
    ALEA_TABLES_MOTHER_START_EMPTY, /* pinned: lost, if the winner's start is empty */
    ALEA_TABLES_MOTHER_IMMEDIATE    /* pinned: lost at once */
} alea_tables_mother;
typedef enum { ALEA_TABLES_END_OF_PLAY = 0, ALEA_TABLES_EACH_STEP } alea_tables_moment;
/* Until one checker is past this own point, it alone moves. */
typedef enum {
    ALEA_TABLES_RUNNER_NONE = 0,
    ALEA_TABLES_RUNNER_STRICT, /* past the opponent's start: own 11 */
    ALEA_TABLES_RUNNER_REACH,  /* own 12 */
    ALEA_TABLES_RUNNER_HOME    /* own 6 */
} alea_tables_runner;
/* Doubles of a first turn with which two checkers may leave the head. */
typedef enum {
    ALEA_TABLES_HEAD_NONE = 0,
    ALEA_TABLES_HEAD_3_4_6,
    ALEA_TABLES_HEAD_NEEDED, /* only_if_needed: on a first turn the same as 3_4_6 */
    ALEA_TABLES_HEAD_3_4,
    ALEA_TABLES_HEAD_ANY
} alea_tables_head;
/* Limits on holding points in a row; a rule set has any of them together. */
enum {
    ALEA_TABLES_OWN_START_SIX = 1, /* never all of own 24..19 */
    ALEA_TABLES_MUST_UNBLOCK = 2,  /* open a six that all of the enemy stand behind */
    ALEA_TABLES_SIX_ONLY_IF_PASSED = 4, /* no six that no enemy has passed */
    ALEA_TABLES_OPP_START_SIX = 8,      /* never all of the enemy's start quarter */
    ALEA_TABLES_OPP_START_MAX4 = 16,    /* at most four of it */
    ALEA_TABLES_FRONT_OF_START = 32, /* not own 11..6 while he has men on his start */
    ALEA_TABLES_GIVE_ROOM = 64,      /* leave the opponent a step with some die */
    ALEA_TABLES_NO_FULL_PRIME = 128  /* as 4, for the end of a play, waived if forced */
};
typedef enum {
    ALEA_TABLES_SCORE_ONE = 0,
    ALEA_TABLES_SCORE_ONE_TWO,       /* 2 if the loser has borne off none */
    ALEA_TABLES_SCORE_CHECKERS_LEFT, /* one for each checker that the loser has left */
    /* as ONE_TWO; 3 if he also has a checker on his own 19 to 25 */
    ALEA_TABLES_SCORE_ONE_TWO_THREE
} alea_tables_score;
/* Which of the checkers off the board must enter before others move. */
typedef enum {
    ALEA_TABLES_ENTER_ALL = 0,
    ALEA_TABLES_ENTER_HIT, /* those that were hit */
    ALEA_TABLES_ENTER_FREE /* none of them */
} alea_tables_entry;
/* The sequel of a double of which all steps were played. */
typedef enum {
    ALEA_TABLES_EXTRA_NONE = 0,
    ALEA_TABLES_EXTRA_COMPLEMENT,         /* as many steps of 7 - n */
    ALEA_TABLES_EXTRA_COMPLEMENT_ENTERED, /* the same, once all checkers have entered */
    ALEA_TABLES_EXTRA_CASCADE /* as many steps of n + 1, then of n + 2 .. 6 */
} alea_tables_extra;
/* The rest of a cascade that its player cannot play. */
typedef enum {
    ALEA_TABLES_UNPLAYED_LOST = 0,
    ALEA_TABLES_UNPLAYED_TO_OPPONENT,
    ALEA_TABLES_UNPLAYED_IF_MOVED /* to the opponent if at least one step was played */
} alea_tables_unplayed;
typedef enum {
    ALEA_TABLES_AGAIN_NONE = 0,
    ALEA_TABLES_AGAIN_DOUBLE /* after a double and what follows it, all played */
} alea_tables_again;
typedef enum {
    ALEA_TABLES_END_ALL_OFF = 0,
    ALEA_TABLES_END_ALL_HOME /* all on own 6 to 1 */
} alea_tables_end;
typedef enum { ALEA_TABLES_DRAW_VOID = 0, ALEA_TABLES_DRAW_ONE_EACH } alea_tables_draw;
typedef enum {
    ALEA_TABLES_AFTER_DRAW_ROLL_OFF = 0,
    ALEA_TABLES_AFTER_DRAW_SAME_STARTER
} alea_tables_after_draw;
typedef enum {
    ALEA_TABLES_REPLAY_SAME = 0,
    ALEA_TABLES_REPLAY_NEXT
} alea_tables_replay;
typedef enum {
    ALEA_TABLES_CUBE_OFF = 0,
    ALEA_TABLES_CUBE_ON,
    ALEA_TABLES_CUBE_CRAWFORD /* none in the first game after a side is one away */
} alea_tables_cube;

enum {
    ALEA_TABLES_OFF = 0,
    ALEA_TABLES_BAR = 25,
    ALEA_TABLES_PLAIN = 26, /* 0 = off, 1..24, 25 = bar or not yet entered */
    ALEA_TABLES_LONG =
        30, /* points of the long path, on which nobody is off to enter */
    ALEA_TABLES_POINTS = ALEA_TABLES_LONG + 1, /* there 25 is a point like others */
    ALEA_TABLES_MAX_DICE = 3,
};

/* A game. Start from alea_tables_find(). */
typedef struct alea_tables_rules {
    const char *name; /* of the preset, static; no effect on play */
    alea_tables_relation relation;
    uint8_t start[ALEA_TABLES_POINTS]; /* own points; both players start alike */
    /* checkers of a side that begin alternately on the first points of the path, the
     * second player's first; 0 = `start` */
    int pieces;
    uint32_t shared; /* bit r: both sides use own point r; 0 = all points */
    uint32_t safe;   /* points where a single checker closes the point */
    uint32_t again;  /* points where a landing gives another throw */
    int path;        /* points that a checker passes: 24, 14 or 30 (swap) */
    bool single;     /* no two checkers of a side on one point */
    alea_tables_landing landing;
    int dice;          /* 2 or 3; 1 = the sum of four dice with faces 0 and 1 */
    int none_counts;   /* dice=1: what four faces 0 count */
    unsigned again_on; /* dice=1: bit d, a throw of d gives another throw */
    int wall;          /* swap: so many enemies in a row are not passed; 0 = any are */
    bool move_back;    /* swap: without a move forward one backward is made */
    uint8_t gate;      /* swap: no checker passes this point without standing on it */
    /* swap: who stands on `trap` moves that checker alone: off with the exact number,
     * with any other to `trap_to`, if nobody is there. An enemy struck on a point
     * beyond falls into it. 0 = none. */
    uint8_t trap, trap_to;
    int double_steps; /* 4 or 2 */
    bool higher_die;  /* if only one of two dice can be played, then the higher */
    bool hit_and_run; /* a checker that hit at home may move on in the same turn */
    alea_tables_extra double_extra;
    int plain_turns; /* of each player, in which a double has no cascade */
    alea_tables_unplayed unplayed;
    alea_tables_again throw_again;
    bool acey; /* 1-2: then a double of one's choice, then another throw */
    /* if some double can be played, only such a double may be named */
    bool acey_playable;
    alea_tables_entry entry;
    bool entry_not_own; /* no entry on a point that holds own checkers */
    bool start_frozen;  /* own 24 does not move while own checkers wait to enter */
    bool second_half;   /* no step to own 12..1 while own checkers wait to enter */
    bool pin_blocks_bearoff;
    alea_tables_mother mother;
    alea_tables_moment mother_test;
    alea_tables_runner runner;
    int head_limit; /* checkers that may leave own 24 in a turn; 0 = any number */
    alea_tables_head head_exception;
    unsigned primes; /* ALEA_TABLES_OWN_START_SIX ... */
    alea_tables_moment prime_test;
    alea_tables_bearoff bearoff;
    bool bearoff_any_time; /* not only with all checkers on own 6 to 1 */
    alea_tables_end end;
    /* all six home points held by two, an enemy to enter: won, 2 points */
    bool close_out;
    bool last_turn; /* the second player has one more turn; a draw if he ends too */
    alea_tables_opening opening;
    alea_tables_next next_starter;
    alea_tables_score score;
    alea_tables_draw draw_value;
    alea_tables_after_draw after_draw; /* who starts the next game */
    alea_tables_replay draw_replay;    /* in a series: which game follows */
    alea_tables_cube cube;
    int match_target; /* points */
} alea_tables_rules;

/* Names of the games in the order of docs/tables.md; NULL past the end. Static. */
ALEA_API const char *alea_tables_game(int index);
/* The rules of a game by name; for an unknown one the reason names what is known. */
ALEA_API alea_status alea_tables_find(const char *name, alea_tables_rules *rules,
                                      alea_error *error);
/* Names of all options; NULL past the end. Static. */
ALEA_API const char *alea_tables_option(int index);
/* The values that an option accepts; NULL past the end. "prime" accepts several joined
 * by "+"; "match_target" accepts a number and has no list. Static. */
ALEA_API const char *alea_tables_choice(const char *option, int index);
/* Sets an option. Refuses with a reason and leaves `rules` unchanged. Contradictions
 * between options are found by alea_tables_rules_check. */
ALEA_API alea_status alea_tables_set(alea_tables_rules *rules, const char *option,
                                     const char *value, alea_error *error);
/* The value of an option as text into `out`, at least 128 bytes. */
ALEA_API alea_status alea_tables_get(const alea_tables_rules *rules, const char *option,
                                     char *out, size_t size);
/* Checks that every field is in range and that no field contradicts another. */
ALEA_API alea_status alea_tables_rules_check(const alea_tables_rules *rules,
                                             alea_error *error);

#ifdef __cplusplus
}
#endif
#endif
