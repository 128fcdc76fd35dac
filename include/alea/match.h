/* The state machine of a match or money session: one function applies an event, or
 * refuses it with a code and changes nothing. Every front end drives this one. A plain
 * value: copy it to remember a state. No allocation, no globals. */
#ifndef ALEA_MATCH_H
#define ALEA_MATCH_H

#include <alea/rules.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Player 0 is "A" (upper case in XGID boards, moves 24 -> 1 in the fixed frame). */
typedef enum alea_player { ALEA_NOBODY = -1, ALEA_A = 0, ALEA_B = 1 } alea_player;

typedef enum alea_match_phase {
    ALEA_MATCH_OPENING = 0,
    ALEA_MATCH_TO_ROLL,
    ALEA_MATCH_DOUBLE_OFFERED,
    ALEA_MATCH_BEAVER_OFFERED, /* a beaver or raccoon awaits its answer */
    ALEA_MATCH_TO_PLAY,
    ALEA_MATCH_RESIGN_OFFERED,
    ALEA_MATCH_GAME_OVER,
    ALEA_MATCH_MATCH_OVER
} alea_match_phase;

typedef enum alea_event_type {
    ALEA_EVENT_OPENING = 0, /* roll: A's die, B's die */
    ALEA_EVENT_DOUBLE,
    ALEA_EVENT_TAKE,
    ALEA_EVENT_DROP,
    ALEA_EVENT_BEAVER,
    ALEA_EVENT_RACCOON,
    ALEA_EVENT_ROLL,
    ALEA_EVENT_PLAY,
    ALEA_EVENT_RESIGN,
    ALEA_EVENT_ACCEPT_RESIGN,
    ALEA_EVENT_REJECT_RESIGN,
    ALEA_EVENT_NEXT_GAME,
    ALEA_EVENT_SET,
    ALEA_EVENT_COCKED,
    ALEA_EVENT_REQUIRE_LEGAL,
    /* The game ends by agreement, forfeit or ruling: `by` wins `points`, and the whole
     * match if `wins_match`; 0 points and `wins_match` also between two games. Not
     * while an offer is pending. For records of what happened elsewhere. */
    ALEA_EVENT_SETTLE
} alea_event_type;

/* What a SET event sets; several at once, applied in this order: the score begins the
 * game anew at that score; the board puts `turn` to roll with it; the cube; whether
 * this is the Crawford game (only where one can be: somebody one point away). */
enum {
    ALEA_SET_SCORE = 1,
    ALEA_SET_BOARD = 2,
    ALEA_SET_CUBE = 4,
    ALEA_SET_CRAWFORD = 8
};

/* A score stops growing here, far beyond any session. */
enum { ALEA_MAX_SCORE = 1000000000 };

/* An event. Fields not named for its type are ignored. */
typedef struct alea_event {
    alea_event_type type;
    alea_player by; /* who acts; not for OPENING, NEXT_GAME, SET */
    alea_roll roll; /* OPENING, ROLL */
    /* PLAY, in the mover's own numbering; one move may join several dice */
    alea_move move[ALEA_MAX_MOVES];
    uint8_t moves;     /* PLAY: how many */
    bool as_made;      /* PLAY: put it down even if illegal (opponent_option) */
    uint8_t win_class; /* RESIGN: 1 single, 2 gammon, 3 backgammon */
    /* SETTLE */
    int points;
    bool wins_match; /* the match ends, whatever the score */
    /* SET */
    uint8_t set;      /* ALEA_SET_ bits */
    alea_board board; /* in A's frame */
    alea_player turn; /* that player to roll */
    int score[2];
    int cube_log2;
    alea_player cube_owner;
    bool crawford_game;
} alea_event;

typedef enum alea_refusal {
    ALEA_ACCEPTED = 0,
    ALEA_REFUSED_WRONG_PHASE,
    ALEA_REFUSED_NOT_YOUR_TURN,
    ALEA_REFUSED_ALREADY_ROLLED,
    ALEA_REFUSED_BAD_DICE,
    ALEA_REFUSED_ILLEGAL_PLAY,
    ALEA_REFUSED_CUBE_OFF,
    ALEA_REFUSED_CUBE_NOT_AVAILABLE,
    ALEA_REFUSED_CUBE_LIMIT,
    ALEA_REFUSED_CUBE_DEAD,
    ALEA_REFUSED_CRAWFORD_GAME,
    ALEA_REFUSED_NOTHING_OFFERED,
    ALEA_REFUSED_BEAVER_NOT_ALLOWED,
    ALEA_REFUSED_RESIGN_OFF,
    ALEA_REFUSED_BAD_CLASS,
    ALEA_REFUSED_BAD_POSITION,
    ALEA_REFUSED_BAD_EVENT
} alea_refusal;

typedef enum alea_how {
    ALEA_HOW_BEAROFF = 0,
    ALEA_HOW_DROP,
    ALEA_HOW_RESIGN,
    ALEA_HOW_SETTLED
} alea_how;

typedef struct alea_result {
    alea_player winner;
    int win_class;     /* 1..3 by the definitions (1 for a drop) */
    int counted_class; /* after Jacoby */
    int points;        /* counted_class x the cube that counts; settled: as agreed */
    alea_how how;
} alea_result;

/* Read every field; change none except through alea_match_apply. */
typedef struct alea_match {
    alea_rules rules;
    alea_match_phase phase;
    alea_board board; /* in A's frame */
    /* player on turn; ALEA_NOBODY in the opening and after the game */
    alea_player turn;
    alea_player to_act; /* player who decides now, or ALEA_NOBODY */
    alea_roll roll;     /* {0, 0} = not rolled */
    int cube_log2;      /* value 1 << this; of a pending offer: what a drop would pay */
    alea_player cube_owner; /* ALEA_NOBODY = centred */
    int score[2];           /* in the rules' score keeping; see alea_match_away */
    int game;           /* from 1; a game restarted by a set score keeps its number */
    int games_begun;    /* from 1; counts games broken off by a set score as well */
    bool crawford_game; /* this game is the Crawford game */
    /* an illegal play stands until the opponent rolls or doubles; where it ended the
     * game, until the next game */
    bool contestable;
    bool has_result;
    alea_result result;       /* of the game just ended */
    alea_player match_winner; /* ALEA_NOBODY until the match is over */
    /* Internal; described in match.c. */
    struct {
        alea_match_phase resume_phase; /* phase after the offer is answered */
        alea_player doubler, resigner; /* who made the pending offer */
        alea_player owner_before;      /* of the cube, before that offer */
        int resign_class, auto_doubles_used, beavers_in_chain;
        bool cube_taken, crawford_done, cocked;
        /* Before the contestable play. */
        alea_board board_before;
        alea_roll roll_before;
        alea_player turn_before;
        int score_before[2];
    } priv;
} alea_match;

/* Starts a match in its first opening. The rules must pass alea_rules_check. */
ALEA_API void alea_match_start(alea_match *match, const alea_rules *rules);
/* Applies `event`. Any result but ALEA_ACCEPTED leaves the match unchanged.
 * `play_error` (may be NULL) receives the reason why a play is illegal. */
ALEA_API alea_refusal alea_match_apply(alea_match *match, const alea_event *event,
                                       alea_play_error *play_error);
/* The same; a PLAY is written back as it was judged: the moves of a legal play in an
 * order in which they can be made, one for each die, its hits marked, `as_made` only if
 * it is illegal. */
ALEA_API alea_refusal alea_match_apply_settled(alea_match *match, alea_event *event,
                                               alea_play_error *play_error);
/* Returns what alea_match_apply would return; changes nothing. */
ALEA_API alea_refusal alea_match_would(const alea_match *match,
                                       const alea_event *event);
/* Whether an event of that type carries out a decision about a play or the cube; ROLL
 * is the decision not to double. */
ALEA_API bool alea_event_decides(alea_event_type type);
/* True if this player may offer the cube now. */
ALEA_API bool alea_match_may_double(const alea_match *match, alea_player by);
/* True if doubling now would gain the doubler nothing at this score. */
ALEA_API bool alea_match_cube_is_dead(const alea_match *match, alea_player doubler);
/* Points that `player` still needs to win the match, by the rules' score keeping; 0
 * or less if won; 0 for money. */
ALEA_API int alea_match_away(const alea_match *match, alea_player player);
/* Points `player` has won, however the score is kept; where both players' scores are
 * one number, the lead of the player who leads, and 0 for the other. */
ALEA_API int alea_match_points(const alea_match *match, alea_player player);
/* Converts points won by each player to the score as `rules` keep it. */
ALEA_API void alea_score_of_points(const alea_rules *rules, const int points[2],
                                   int score[2]);
/* Offers pending: 0, 1 = a double, 2 = a beaver on it, 3 = a raccoon on that, ... */
ALEA_API int alea_match_offers(const alea_match *match);
/* Cube value and owner before the first pending offer (the current ones if none is
 * pending), and the player who made that offer (or ALEA_NOBODY). */
ALEA_API int alea_match_cube_before(const alea_match *match, alea_player *owner,
                                    alea_player *doubler);
/* Level of the pending resignation; 0 if none is pending. */
ALEA_API int alea_match_resign_class(const alea_match *match);
/* True if the player on turn rolled cocked dice in this turn and may not double any
 * more. */
ALEA_API bool alea_match_is_cocked(const alea_match *match);
/* True if the pending double gains its doubler nothing at this score and the rules
 * require a warning (dead_cube: warn). */
ALEA_API bool alea_match_warns_of_dead_cube(const alea_match *match);
/* Cube value: 1, 2, 4, ... */
ALEA_API int alea_match_cube(const alea_match *match);
/* Win class (1 single, 2 gammon, 3 backgammon) by the rules' definitions if the side
 * that is positive on `loser` has just lost, before Jacoby and cube. */
ALEA_API int alea_win_class(const alea_rules *rules, const alea_board *loser);
/* True if gammons count now under the Jacoby rule, or if the rule is not played. */
ALEA_API bool alea_match_gammons_count(const alea_match *match);
/* The board as `by` sees it. */
ALEA_API alea_board alea_match_board(const alea_match *match, alea_player by);
/* The other player; ALEA_NOBODY for ALEA_NOBODY. */
static inline alea_player alea_opponent(alea_player player)
{
    if (player == ALEA_NOBODY) return ALEA_NOBODY;
    return player == ALEA_A ? ALEA_B : ALEA_A;
}
/* Code ("not_your_turn") and sentence for a player. Static storage. */
ALEA_API const char *alea_refusal_code(alea_refusal refusal);
ALEA_API const char *alea_refusal_text(alea_refusal refusal);
/* Sentence for ALEA_REFUSED_WRONG_PHASE: the event that the match expects. Static
 * storage. */
ALEA_API const char *alea_match_waits_for(const alea_match *match);
/* Name of a phase in the referee protocol ("to_roll"). Static storage. */
ALEA_API const char *alea_match_phase_name(alea_match_phase phase);
/* "opening", "accept_resign" ...; NULL past the end. Static storage. */
ALEA_API const char *alea_event_name(alea_event_type type);

#ifdef __cplusplus
}
#endif
#endif
