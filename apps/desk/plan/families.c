#include "families.h"

#include <string.h>

static const struct {
    const char *key, *name, *advice;
} words[FAMILIES] = {
    {"opening", "Opening plays",
     "Learn the first rolls and their replies from the opening book, then say your "
     "play before you look at the choices."},
    {"bar", "Plays from the bar",
     "Enter first, then look for the best use of the other die: hit, anchor, cover."},
    {"bearoff", "Bear-off",
     "Bear off as many checkers as you can; otherwise fill the empty points."},
    {"bearoff_contact", "Bear-off against contact",
     "Clear from the rear, keep an even number on the two highest points, and count "
     "the throws that leave a shot."},
    {"race", "Races",
     "Bring the checkers home onto the 6, 5 and 4 points without waste."},
    {"back_game", "Back games",
     "Keep your timing: count the pips that you can play before your board breaks."},
    {"prime", "Playing with a prime",
     "Extend the prime or bring builders behind it before you attack."},
    {"against_prime", "Playing against a prime",
     "Come to the edge of the prime, or anchor, before it closes."},
    {"attack", "Attacks",
     "With checkers on the bar, count your builders: hit or make a home point."},
    {"holding", "Holding games",
     "Keep the anchor while you are behind in the race, and count the shots that you "
     "leave when you run."},
    {"middle", "Middle game",
     "Compare the race, the boards and the threats before you choose a plan."},
    {"missed_double", "Doubles missed",
     "Ask before each roll: how many rolls lose the market, and is there a take?"},
    {"early_double", "Doubles too early",
     "Ask before you double: what do I lose when the next two rolls go badly?"},
    {"too_good", "Too good to double",
     "Compare the gammons that you win with the games that you lose by playing on."},
    {"wrong_take", "Wrong takes",
     "Count the wins that you need at this score, then the gammons that you lose."},
    {"wrong_drop", "Wrong drops",
     "Count the wins that you need at this score: dropping costs a full point now."},
    {"beaver", "Beavers", "Beaver only when you are the favourite with the cube."},
};

/* Difficulty of the families, by bench/difficulty.py over 64 published matches: the
 * players' loss per decision relative to their average decision, shrunk towards the
 * same ratio of the 0-ply level. No match had beavers. */
static const double hardness[FAMILIES] = {
    [FAMILY_OPENING] = 0.68,      [FAMILY_BAR] = 1.22,
    [FAMILY_BEAROFF] = 0.04,      [FAMILY_BEAROFF_CONTACT] = 0.49,
    [FAMILY_RACE] = 0.19,         [FAMILY_BACK_GAME] = 1.39,
    [FAMILY_PRIME] = 1.23,        [FAMILY_AGAINST_PRIME] = 1.25,
    [FAMILY_ATTACK] = 1.01,       [FAMILY_HOLDING] = 1.28,
    [FAMILY_MIDDLE] = 1.10,       [FAMILY_MISSED_DOUBLE] = 2.68,
    [FAMILY_EARLY_DOUBLE] = 0.69, [FAMILY_TOO_GOOD] = 0.95,
    [FAMILY_WRONG_TAKE] = 3.37,   [FAMILY_WRONG_DROP] = 1.94,
    [FAMILY_BEAVER] = 1.00,
};

_Static_assert((int)FAMILY_MIDDLE == (int)THEME_MIDDLE, "plays are in themes' order");

/* Rows of earlier versions do not state the right action; then it follows from the
 * equity, in units of the cube: 1 is a double that is dropped. */
static const float dropped = 0.9999F;

static plan_family family_of_take(const desk_row *row)
{
    const bool wrong = row->loss > 0, drop_right = row->equity <= -dropped;
    if (row->action == ALEA_EVENT_DROP)
        return wrong ? FAMILY_WRONG_DROP : FAMILY_WRONG_TAKE;
    if (wrong && drop_right) return FAMILY_WRONG_TAKE;
    if (wrong || row->action != ALEA_EVENT_TAKE) return FAMILY_BEAVER;
    return FAMILY_WRONG_DROP;
}

static plan_family family_of_cube(const desk_row *row)
{
    if (row->kind == ALEA_JUDGED_TAKE) return family_of_take(row);
    const bool doubled = row->action == ALEA_EVENT_DOUBLE, wrong = row->loss > 0;
    if (doubled != wrong) return FAMILY_MISSED_DOUBLE;
    return row->equity >= dropped ? FAMILY_TOO_GOOD : FAMILY_EARLY_DOUBLE;
}

plan_family family_of(const desk_row *row)
{
    const theme t = desk_row_theme(row);
    switch (t) {
    case THEME_NO_DOUBLE: return FAMILY_EARLY_DOUBLE;
    case THEME_DOUBLE_TAKE:
    case THEME_DOUBLE_DROP: return FAMILY_MISSED_DOUBLE;
    case THEME_TOO_GOOD: return FAMILY_TOO_GOOD;
    case THEME_TAKE: return FAMILY_WRONG_DROP;
    case THEME_DROP: return FAMILY_WRONG_TAKE;
    case THEME_BEAVER: return FAMILY_BEAVER;
    case THEMES: return family_of_cube(row);
    case THEME_OPENING:
    case THEME_BAR:
    case THEME_BEAROFF:
    case THEME_BEAROFF_CONTACT:
    case THEME_RACE:
    case THEME_BACK_GAME:
    case THEME_PRIME:
    case THEME_AGAINST_PRIME:
    case THEME_ATTACK:
    case THEME_HOLDING:
    case THEME_MIDDLE: break;
    }
    return (plan_family)t;
}

const char *family_key(plan_family f)
{
    return words[f].key;
}

plan_family family_find(const char *key)
{
    int f = 0;
    while (f < FAMILIES && strcmp(words[f].key, key) != 0) f++;
    return (plan_family)f;
}

const char *family_name(plan_family f)
{
    return words[f].name;
}

double family_hardness(plan_family f)
{
    return hardness[f];
}

const char *family_advice(plan_family f)
{
    return words[f].advice;
}
