/* Names of phases and events, codes and sentences of refusals. */
#include <alea/tables_match.h>

#include <stddef.h>

typedef struct refusal_words {
    const char *code, *text;
} refusal_words;

static const refusal_words refusals[] = {
    [ALEA_TABLES_ACCEPTED] = {"accepted", "Accepted."},
    [ALEA_TABLES_REFUSED_WRONG_PHASE] = {"wrong_phase",
                                         "This cannot be done at this moment."},
    [ALEA_TABLES_REFUSED_NOT_YOUR_TURN] = {"not_your_turn",
                                           "It is the other player's turn to act."},
    [ALEA_TABLES_REFUSED_BAD_DICE] = {"bad_dice", "These are no dice of this game."},
    [ALEA_TABLES_REFUSED_NOT_PLAYABLE] =
        {"not_playable", "Name a double of which a step can be played."},
    [ALEA_TABLES_REFUSED_ILLEGAL_PLAY] = {"illegal_play", "This turn is not legal."},
    [ALEA_TABLES_REFUSED_CUBE_OFF] = {"cube_off",
                                      "This match is played without a cube."},
    [ALEA_TABLES_REFUSED_CUBE_NOT_AVAILABLE] = {"cube_not_available",
                                                "You may not turn the cube now."},
    [ALEA_TABLES_REFUSED_CRAWFORD_GAME] = {"crawford_game",
                                           "This is the Crawford game: no doubling."},
    [ALEA_TABLES_REFUSED_BAD_POINTS] = {"bad_points", "A game of these rules does "
                                                      "not give so many points."},
    [ALEA_TABLES_REFUSED_BAD_EVENT] = {"bad_event", "This is not an event of a match."},
};

static const char *const phases[] = {
    [ALEA_TABLES_PHASE_OPENING] = "opening",
    [ALEA_TABLES_PHASE_TO_ROLL] = "to_roll",
    [ALEA_TABLES_PHASE_TO_NAME] = "to_name",
    [ALEA_TABLES_PHASE_TO_PLAY] = "to_play",
    [ALEA_TABLES_PHASE_DOUBLE_OFFERED] = "double_offered",
    [ALEA_TABLES_PHASE_RESIGN_OFFERED] = "resign_offered",
    [ALEA_TABLES_PHASE_GAME_OVER] = "game_over",
    [ALEA_TABLES_PHASE_MATCH_OVER] = "match_over",
};

static const char *const events[] = {
    [ALEA_TABLES_EVENT_OPENING] = "opening", [ALEA_TABLES_EVENT_ROLL] = "roll",
    [ALEA_TABLES_EVENT_USE] = "use",         [ALEA_TABLES_EVENT_NAME] = "name",
    [ALEA_TABLES_EVENT_PLAY] = "play",       [ALEA_TABLES_EVENT_DOUBLE] = "double",
    [ALEA_TABLES_EVENT_TAKE] = "take",       [ALEA_TABLES_EVENT_DROP] = "drop",
    [ALEA_TABLES_EVENT_RESIGN] = "resign",   [ALEA_TABLES_EVENT_ACCEPT] = "accept",
    [ALEA_TABLES_EVENT_REJECT] = "reject",   [ALEA_TABLES_EVENT_NEXT] = "next",
};

#define LENGTH(array) (sizeof(array) / sizeof *(array))

const char *alea_tables_refusal_code(alea_tables_refusal refusal)
{
    return (size_t)refusal < LENGTH(refusals) ? refusals[refusal].code : "unknown";
}

const char *alea_tables_refusal_text(alea_tables_refusal refusal)
{
    return (size_t)refusal < LENGTH(refusals) ? refusals[refusal].text
                                              : "This is not possible.";
}

const char *alea_tables_phase_name(alea_tables_phase phase)
{
    return (size_t)phase < LENGTH(phases) ? phases[phase] : "unknown";
}

const char *alea_tables_event_name(alea_tables_event_type type)
{
    return (size_t)type < LENGTH(events) ? events[type] : NULL;
}
