/* The options by name: reading and writing. Names and words are those of
 * docs/chouette.md. */
#include <alea/chouette.h>

#include "base/error.h"
#include "base/text.h"

#include <stddef.h>
#include <string.h>

enum { WORDS = 6, LEAST_FROM = 4 };

/* A switch is a bool with the words "off" and "on"; without words a number. */
typedef struct option_form {
    const char *name;
    size_t field;
    bool is_switch;
    const char *word[WORDS];
} option_form;

#define FIELD(name) offsetof(alea_chouette_rules, name)

static const option_form options[] = {
    {"order_throw", FIELD(order_throw), false, {"one_die", "two_dice", "four_dice"}},
    {"cube", FIELD(cube), false, {"individual", "single"}},
    {"automatic",
     FIELD(automatic),
     false,
     {"none", "first_then_box", "single", "box_choice", "carryover"}},
    {"rotation_by", FIELD(rotation_by), false, {"captain_vs_box", "net_result"}},
    {"consult", FIELD(consult), false, {"after_cube", "always", "never"}},
    {"dropped_silent", FIELD(dropped_silent), true, {"off", "on"}},
    {"min_take", FIELD(min_take), false, {"none", "half", "break_even"}},
    {"take_captain", FIELD(take_captain), true, {"no", "if_any"}},
    {"equal_cubes_include_captain",
     FIELD(equal_cubes_include_captain),
     true,
     {"off", "on"}},
    {"lone_take", FIELD(lone_take), false, {"nothing", "must_beaver", "extras"}},
    {"partner", FIELD(partner), false, {"none", "optional", "forced"}},
    {"partner_from", FIELD(partner_from), false, {NULL}},
    {"partner_who",
     FIELD(partner_who),
     false,
     {"next_in_line", "last_in_line", "captain_moves_over"}},
    {"join_place", FIELD(join_place), false, {"behind_loser", "before_loser"}},
    {"join_consent", FIELD(join_consent), false, {"free", "box"}},
    {"absent", FIELD(absent), false, {"proxy", "follow_captain"}},
    {"settlements", FIELD(settlements), true, {"off", "on"}},
};

enum { OPTIONS = sizeof options / sizeof *options };

static const option_form *find(const char *name)
{
    for (int i = 0; i < OPTIONS; i++)
        if (strcmp(options[i].name, name) == 0) return &options[i];
    return NULL;
}

static int words_of(const option_form *o)
{
    int count = 0;
    while (count < WORDS && o->word[count]) count++;
    return count;
}

/* The enumerations and the number have the size of an int. */
static int value_of(const alea_chouette_rules *rules, const option_form *o)
{
    const char *at = (const char *)rules + o->field;
    int value;
    if (o->is_switch) return *(const bool *)(const void *)at;
    memcpy(&value, at, sizeof value);
    return value;
}

static void put_value(alea_chouette_rules *rules, const option_form *o, int value)
{
    char *at = (char *)rules + o->field;
    if (o->is_switch)
        *(bool *)(void *)at = value != 0;
    else
        memcpy(at, &value, sizeof value);
}

/* Sets the rules that a chouette decides itself. */
static void fix(alea_rules *game)
{
    game->match_length = 0;
    game->cube = true;
    game->auto_doubles = 0;
    game->crawford = false;
    game->illegal_play = ALEA_ILLEGAL_REFUSE;
    game->score_keeping = ALEA_SCORE_WINNER_GAINS;
}

alea_chouette_rules alea_chouette_rules_default(void)
{
    alea_chouette_rules rules = {.game = alea_rules_preset(ALEA_PRESET_MONEY),
                                 .dropped_silent = true,
                                 .partner_from = 6};
    rules.game.beavers = 0;
    rules.game.jacoby = true;
    fix(&rules.game);
    return rules;
}

const char *alea_chouette_option(int index)
{
    return index >= 0 && index < OPTIONS ? options[index].name : NULL;
}

/* The word of a place, the default first. */
const char *alea_chouette_choice(const char *option, int index)
{
    const option_form *o = find(option);
    if (!o || index < 0 || index >= words_of(o)) return NULL;
    const alea_chouette_rules usual = alea_chouette_rules_default();
    const int first = value_of(&usual, o);
    if (index == 0) return o->word[first];
    return o->word[index <= first ? index - 1 : index];
}

static alea_status refuse(const option_form *o, const char *value, alea_error *error)
{
    char known[96];
    alea_text words = alea_text_in(known, sizeof known);
    for (int i = 0; i < words_of(o); i++)
        alea_text_format(&words, "%s%s", i ? ", " : "", o->word[i]);
    return alea_error_fill(error, ALEA_ERROR_ARGUMENT, 0, 0, "%s is %s, not \"%.40s\"",
                           o->name, words_of(o) ? known : "a number of 4 to 10", value);
}

static alea_status set_own(alea_chouette_rules *rules, const option_form *o,
                           const char *value, alea_error *error)
{
    for (int i = 0; i < words_of(o); i++)
        if (strcmp(o->word[i], value) == 0) {
            put_value(rules, o, i);
            return ALEA_OK;
        }
    int number = 0;
    for (const char *at = value; *at && number < 100; at++)
        number = *at >= '0' && *at <= '9' ? 10 * number + *at - '0' : 100;
    if (words_of(o) > 0 || number < LEAST_FROM || number > ALEA_CHOUETTE_SEATS)
        return refuse(o, value, error);
    put_value(rules, o, number);
    return ALEA_OK;
}

static bool is_fixed(const char *option)
{
    static const char *const fixed[] = {"match_length", "auto_doubles", "crawford",
                                        "illegal_play", "score_keeping"};
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
        if (strcmp(fixed[i], option) == 0) return true;
    return false;
}

alea_status alea_chouette_set(alea_chouette_rules *rules, const char *option,
                              const char *value, alea_error *error)
{
    const option_form *o = find(option);
    alea_chouette_rules next = *rules;
    if (is_fixed(option))
        return alea_error_fill(error, ALEA_ERROR_ARGUMENT, 0, 0,
                               "%s is fixed in a chouette", option);
    const alea_status status = o ? set_own(&next, o, value, error)
                                 : alea_rules_set(&next.game, option, value, error);
    if (status != ALEA_OK) return status;
    fix(&next.game);
    *rules = next;
    return ALEA_OK;
}

alea_status alea_chouette_get(const alea_chouette_rules *rules, const char *option,
                              char *out, size_t size)
{
    const option_form *o = find(option);
    if (!o) return alea_rules_get(&rules->game, option, out, size);
    const int value = value_of(rules, o);
    alea_text text = alea_text_in(out, size);
    if (words_of(o) > 0)
        alea_text_put(&text, o->word[value]);
    else
        alea_text_integer(&text, value);
    return text.wanted < size ? ALEA_OK : ALEA_ERROR_ARGUMENT;
}

alea_status alea_chouette_rules_check(const alea_chouette_rules *rules,
                                      alea_error *error)
{
    alea_rules fixed = rules->game;
    for (int i = 0; i < OPTIONS; i++) {
        const option_form *o = &options[i];
        const int words = words_of(o), value = value_of(rules, o);
        if (words > 0 ? value < 0 || value >= words
                      : value < LEAST_FROM || value > ALEA_CHOUETTE_SEATS)
            return alea_error_fill(error, ALEA_ERROR_ARGUMENT, 0, 0,
                                   "%s is out of range", o->name);
    }
    fix(&fixed);
    if (fixed.match_length != rules->game.match_length ||
        fixed.cube != rules->game.cube ||
        fixed.auto_doubles != rules->game.auto_doubles ||
        fixed.crawford != rules->game.crawford ||
        fixed.illegal_play != rules->game.illegal_play ||
        fixed.score_keeping != rules->game.score_keeping)
        return alea_error_fill(error, ALEA_ERROR_ARGUMENT, 0, 0,
                               "the games of a chouette are money games with a cube");
    if (rules->lone_take == ALEA_CHOUETTE_LONE_EXTRAS &&
        rules->cube == ALEA_CHOUETTE_SINGLE)
        return alea_error_fill(error, ALEA_ERROR_ARGUMENT, 0, 0,
                               "extras need individual cubes");
    return alea_rules_check(&rules->game, error);
}
