#include <alea/chouette.h>

#include <stddef.h>

static const struct {
    const char *code, *text;
} refusals[ALEA_CHOUETTE_REFUSALS] = {
    {"accepted", "Accepted."},
    {"wrong_phase", "Not now."},
    {"not_you", "Another player decides that."},
    {"no_such_seat", "That seat does not play here."},
    {"no_such_pair", "There is no such game, or it is over."},
    {"bad_throw", "Each player whose place is not decided throws, and nobody else."},
    {"too_few", "A chouette needs three players."},
    {"refused", "The rules of the game do not allow it."},
    {"cube_offered", "The cubes that were turned must be answered first."},
    {"answered", "The first answer was given: no more cubes are turned, and no answer "
                 "is changed, in this turn."},
    {"min_take", "The box must take more of the cubes turned together, or none."},
    {"captain_first", "The captain's cube is equal: it must be turned too."},
    {"take_captain", "Who takes any of the cubes takes the captain's."},
    {"must_beaver", "Who alone takes must beaver, or drop."},
    {"no_settlement", "Settlements are not played here, or it is about no points."},
    {"nothing_offered", "Nothing was offered there."},
    {"bad_event", "There is no such event."},
};

static const char *const phases[] = {
    "order",   "between", "ask_box", "ask_partner", "ask_automatic",
    "opening", "to_roll", "answers", "extras",      "to_play"};

static const char *const events[ALEA_CHOUETTE_EVENTS] = {
    "throw",  "join",    "admit",     "leave",   "away",   "back",
    "begin",  "partner", "automatic", "opening", "double", "take",
    "drop",   "beaver",  "raccoon",   "extra",   "roll",   "play",
    "resign", "settle",  "accept",    "reject"};

static const char *const reasons[] = {"result",     "drop",  "resignation",
                                      "settlement", "extra", "partner"};

const char *alea_chouette_refusal_code(alea_chouette_refusal refusal)
{
    return refusals[refusal].code;
}

const char *alea_chouette_refusal_text(alea_chouette_refusal refusal)
{
    return refusals[refusal].text;
}

const char *alea_chouette_phase_name(alea_chouette_phase phase)
{
    return phases[phase];
}

const char *alea_chouette_event_name(alea_chouette_type type)
{
    return events[type];
}

const char *alea_chouette_reason_name(alea_chouette_reason reason)
{
    return reasons[reason];
}
