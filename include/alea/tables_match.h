/* Matches of tables games: one function applies an event, or refuses it with a code and
 * changes nothing. A match is a value; copy it to remember a state. No allocation, no
 * globals; the caller lends the list of turns. */
#ifndef ALEA_TABLES_MATCH_H
#define ALEA_TABLES_MATCH_H

#include <alea/tables.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum alea_tables_player {
    ALEA_TABLES_NOBODY = -1,
    ALEA_TABLES_A = 0,
    ALEA_TABLES_B = 1
} alea_tables_player;

enum { ALEA_TABLES_SERIES_GAMES = 4 };

/* The games of a match in the order in which they are played, again and again. Target
 * and cube are those of the first; who starts next, and what follows a draw, those of
 * the game that has ended. */
typedef struct alea_tables_series {
    int games;
    alea_tables_rules game[ALEA_TABLES_SERIES_GAMES];
} alea_tables_series;

/* The series of a name: "tavli" (portes, plakoto, fevga) or a game alone. */
ALEA_API alea_status alea_tables_series_find(const char *name,
                                             alea_tables_series *series,
                                             alea_error *error);
/* Sets an option. In a series of several games it is set for those that it does not
 * contradict; refused if it contradicts all. */
ALEA_API alea_status alea_tables_series_set(alea_tables_series *series,
                                            const char *option, const char *value,
                                            alea_error *error);
ALEA_API alea_status alea_tables_series_check(const alea_tables_series *series,
                                              alea_error *error);

typedef enum alea_tables_phase {
    ALEA_TABLES_PHASE_OPENING = 0,
    ALEA_TABLES_PHASE_TO_ROLL,
    ALEA_TABLES_PHASE_TO_NAME, /* a double, after 1-2 (acey) */
    ALEA_TABLES_PHASE_TO_PLAY,
    ALEA_TABLES_PHASE_DOUBLE_OFFERED,
    ALEA_TABLES_PHASE_RESIGN_OFFERED,
    ALEA_TABLES_PHASE_GAME_OVER,
    ALEA_TABLES_PHASE_MATCH_OVER
} alea_tables_phase;

typedef enum alea_tables_event_type {
    ALEA_TABLES_EVENT_OPENING = 0, /* die[0] of A, die[1] of B; equal ones are void */
    ALEA_TABLES_EVENT_ROLL,        /* die: as many as the game has */
    ALEA_TABLES_EVENT_USE,  /* plays the dice of the opening in place of a throw */
    ALEA_TABLES_EVENT_NAME, /* die[0]: the double named */
    ALEA_TABLES_EVENT_PLAY, /* moves; none if none is possible */
    ALEA_TABLES_EVENT_DOUBLE,
    ALEA_TABLES_EVENT_TAKE,
    ALEA_TABLES_EVENT_DROP,
    ALEA_TABLES_EVENT_RESIGN, /* points: what the other would win, before the cube */
    ALEA_TABLES_EVENT_ACCEPT,
    ALEA_TABLES_EVENT_REJECT,
    ALEA_TABLES_EVENT_NEXT
} alea_tables_event_type;

/* Fields not named for the type are ignored; `by` is, for OPENING and NEXT. */
typedef struct alea_tables_event {
    alea_tables_event_type type;
    alea_tables_player by;
    uint8_t die[ALEA_TABLES_MAX_DICE];
    uint8_t moves;
    alea_tables_move move[ALEA_TABLES_MAX_STEPS]; /* from, to */
    int points;
} alea_tables_event;

typedef enum alea_tables_refusal {
    ALEA_TABLES_ACCEPTED = 0,
    ALEA_TABLES_REFUSED_WRONG_PHASE,
    ALEA_TABLES_REFUSED_NOT_YOUR_TURN,
    ALEA_TABLES_REFUSED_BAD_DICE,
    ALEA_TABLES_REFUSED_NOT_PLAYABLE, /* acey_named_must_be_playable */
    ALEA_TABLES_REFUSED_ILLEGAL_PLAY,
    ALEA_TABLES_REFUSED_CUBE_OFF,
    ALEA_TABLES_REFUSED_CUBE_NOT_AVAILABLE,
    ALEA_TABLES_REFUSED_CRAWFORD_GAME,
    ALEA_TABLES_REFUSED_BAD_POINTS,
    ALEA_TABLES_REFUSED_BAD_EVENT
} alea_tables_refusal;

typedef enum alea_tables_how {
    ALEA_TABLES_HOW_PLAYED = 0,
    ALEA_TABLES_HOW_DROP,
    ALEA_TABLES_HOW_RESIGN
} alea_tables_how;

/* Read every field; change none except through alea_tables_match_apply. */
typedef struct alea_tables_match {
    alea_tables_series series;
    alea_tables_phase phase;
    alea_tables_board board;   /* [0] is A */
    alea_tables_player turn;   /* NOBODY in the opening and after the game */
    alea_tables_player to_act; /* who decides now, or NOBODY */
    alea_tables_dice dice;     /* TO_PLAY: the steps to play; count 0 = none */
    bool may_use;              /* TO_ROLL: USE plays the dice of the opening */
    int score[2];
    int game;                   /* from 1 */
    int in_series;              /* index of its rules */
    alea_tables_player starter; /* NOBODY in the opening */
    int turns[2];               /* begun in this game */
    int cube_log2;
    alea_tables_player cube_owner; /* NOBODY: in the middle */
    bool crawford_game, has_result;
    /* Of the game just ended. A draw has no winner and gives `points` to both. */
    alea_tables_player winner;
    int points;
    alea_tables_how how;
    alea_tables_player match_winner;
    /* Internal; described in match.c. */
    struct alea_tables_match_priv {
        alea_tables_phase resume;
        int resign_points;
        uint8_t opening[2];
        bool again, named, second, cascade, rest, moved, entering, last_turn,
            crawford_done;
    } priv;
} alea_tables_match;

/* Starts a match in its first opening. The series must pass
 * alea_tables_series_check. */
ALEA_API void alea_tables_match_start(alea_tables_match *match,
                                      const alea_tables_series *series);
/* Applies `event`. Any result but ALEA_TABLES_ACCEPTED leaves the match unchanged.
 * `turns` is written. For an illegal play *fault (may be NULL) has the reason. */
ALEA_API alea_tables_refusal alea_tables_match_apply(alea_tables_match *match,
                                                     const alea_tables_event *event,
                                                     alea_tables_turns *turns,
                                                     alea_tables_fault *fault);
/* The rules of the present game; valid as long as `match`. */
ALEA_API const alea_tables_rules *
alea_tables_match_rules(const alea_tables_match *match);
/* The board as `by` sees it. */
ALEA_API alea_tables_board alea_tables_match_board(const alea_tables_match *match,
                                                   alea_tables_player by);
/* TO_PLAY: the player on turn has his first turn of the game. */
ALEA_API bool alea_tables_match_first(const alea_tables_match *match);
ALEA_API bool alea_tables_match_may_double(const alea_tables_match *match,
                                           alea_tables_player by);
/* The most points that a game of these rules gives, before the cube. */
ALEA_API int alea_tables_most_points(const alea_tables_rules *rules);
/* Points offered by the pending resignation; 0 if none is pending. */
ALEA_API int alea_tables_match_resigned(const alea_tables_match *match);

/* Code ("not_your_turn") and sentence for a player; names of phases and events. Static
 * storage. NULL for an event past the end. */
ALEA_API const char *alea_tables_refusal_code(alea_tables_refusal refusal);
ALEA_API const char *alea_tables_refusal_text(alea_tables_refusal refusal);
ALEA_API const char *alea_tables_phase_name(alea_tables_phase phase);
ALEA_API const char *alea_tables_event_name(alea_tables_event_type type);

#ifdef __cplusplus
}
#endif
#endif
