/* Names of phases, events and refusals in the referee protocol, and their texts for
 * players. */
#include <alea/match.h>

typedef struct refusal_words {
    const char *code, *text;
} refusal_words;

static const refusal_words refusals[] = {
    [ALEA_ACCEPTED] = {"accepted", "Accepted."},
    [ALEA_REFUSED_WRONG_PHASE] = {"wrong_phase", "This cannot be done at this moment."},
    [ALEA_REFUSED_NOT_YOUR_TURN] = {"not_your_turn",
                                    "It is the other player's turn to act."},
    [ALEA_REFUSED_ALREADY_ROLLED] = {"already_rolled",
                                     "The dice have already been rolled this turn."},
    [ALEA_REFUSED_BAD_DICE] = {"bad_dice", "Each die shows a number from 1 to 6."},
    [ALEA_REFUSED_ILLEGAL_PLAY] = {"illegal_play", "This play is not legal."},
    [ALEA_REFUSED_CUBE_OFF] = {"cube_off", "This match is played without a cube."},
    [ALEA_REFUSED_CUBE_NOT_AVAILABLE] = {"cube_not_available",
                                         "The opponent owns the cube; "
                                         "only the owner may double."},
    [ALEA_REFUSED_CUBE_LIMIT] = {"cube_limit",
                                 "The cube is at its limit under these rules."},
    [ALEA_REFUSED_CUBE_DEAD] = {"cube_dead", "The cube is dead: a single game "
                                             "already wins the match."},
    [ALEA_REFUSED_CRAWFORD_GAME] = {"crawford_game",
                                    "This is the Crawford game: no doubling."},
    [ALEA_REFUSED_NOTHING_OFFERED] = {"nothing_offered",
                                      "There is no offer to answer."},
    [ALEA_REFUSED_BEAVER_NOT_ALLOWED] = {"beaver_not_allowed",
                                         "Beavers are not allowed by these rules."},
    [ALEA_REFUSED_RESIGN_OFF] = {"resign_off",
                                 "Resigning is not allowed by these rules."},
    [ALEA_REFUSED_BAD_CLASS] = {"bad_level", "A game is resigned at level 1 (single), "
                                             "2 (gammon) or 3 (backgammon)."},
    [ALEA_REFUSED_BAD_POSITION] = {"bad_position",
                                   "This position or score cannot occur "
                                   "in a game in progress."},
    [ALEA_REFUSED_BAD_EVENT] = {"bad_event", "This is not an event of the game."},
};

static const char *const phase_names[] = {
    [ALEA_MATCH_OPENING] = "opening",
    [ALEA_MATCH_TO_ROLL] = "to_roll",
    [ALEA_MATCH_DOUBLE_OFFERED] = "double_offered",
    [ALEA_MATCH_BEAVER_OFFERED] = "beaver_offered",
    [ALEA_MATCH_TO_PLAY] = "to_play",
    [ALEA_MATCH_RESIGN_OFFERED] = "resign_offered",
    [ALEA_MATCH_GAME_OVER] = "game_over",
    [ALEA_MATCH_MATCH_OVER] = "match_over",
};

static const char *const phase_waits[] = {
    [ALEA_MATCH_OPENING] = "Not now: both players roll one die for the first turn.",
    [ALEA_MATCH_TO_ROLL] = "Not now: the player on turn is to roll.",
    [ALEA_MATCH_DOUBLE_OFFERED] = "Not now: a double awaits its answer.",
    [ALEA_MATCH_BEAVER_OFFERED] = "Not now: a redouble awaits its answer.",
    [ALEA_MATCH_TO_PLAY] = "Not now: the player on turn has dice to play.",
    [ALEA_MATCH_RESIGN_OFFERED] = "Not now: a resignation awaits its answer.",
    [ALEA_MATCH_GAME_OVER] = "Not now: the game is over, and the next one may begin.",
    [ALEA_MATCH_MATCH_OVER] = "Not now: the match is over.",
};

static const char *const event_names[] = {
    [ALEA_EVENT_OPENING] = "opening",
    [ALEA_EVENT_DOUBLE] = "double",
    [ALEA_EVENT_TAKE] = "take",
    [ALEA_EVENT_DROP] = "drop",
    [ALEA_EVENT_BEAVER] = "beaver",
    [ALEA_EVENT_RACCOON] = "raccoon",
    [ALEA_EVENT_ROLL] = "roll",
    [ALEA_EVENT_PLAY] = "play",
    [ALEA_EVENT_RESIGN] = "resign",
    [ALEA_EVENT_ACCEPT_RESIGN] = "accept_resign",
    [ALEA_EVENT_REJECT_RESIGN] = "reject_resign",
    [ALEA_EVENT_NEXT_GAME] = "next_game",
    [ALEA_EVENT_SET] = "set",
    [ALEA_EVENT_COCKED] = "cocked",
    [ALEA_EVENT_REQUIRE_LEGAL] = "require_legal",
    [ALEA_EVENT_SETTLE] = "settle",
};

enum {
    REFUSALS = sizeof refusals / sizeof *refusals,
    PHASES = sizeof phase_names / sizeof *phase_names,
    EVENTS = sizeof event_names / sizeof *event_names
};

static const refusal_words *words_of(alea_refusal refusal)
{
    bool known = (int)refusal >= 0 && (int)refusal < REFUSALS;
    return &refusals[known ? refusal : ALEA_REFUSED_BAD_EVENT];
}

const char *alea_refusal_code(alea_refusal refusal)
{
    return words_of(refusal)->code;
}

const char *alea_refusal_text(alea_refusal refusal)
{
    return words_of(refusal)->text;
}

const char *alea_match_phase_name(alea_match_phase phase)
{
    return (int)phase >= 0 && (int)phase < PHASES ? phase_names[phase] : "?";
}

const char *alea_match_waits_for(const alea_match *match)
{
    return phase_waits[match->phase];
}

const char *alea_event_name(alea_event_type type)
{
    return (int)type >= 0 && (int)type < EVENTS ? event_names[type] : NULL;
}
