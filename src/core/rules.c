/* The options of a rule set by name: reading, writing, checking them. The names and
 * words are the referee protocol's (docs/referee.md); rules_presets.c holds the
 * presets. */
#include <alea/rules.h>

#include "base/text.h"

#include <string.h>

enum { MAX_CHOICES = 6 };

typedef enum option_id {
    PRESET,
    SETUP,
    MATCH_LENGTH,
    OPENING,
    CUBE,
    CUBE_LIMIT,
    CUBE_WINDOW,
    AUTO_DOUBLES,
    BEAVERS,
    JACOBY,
    JACOBY_ACTIVATION,
    CRAWFORD,
    DEAD_CUBE,
    GAMMON_DEF,
    BACKGAMMON_DEF,
    DICE_USAGE,
    DOUBLE_MOVES,
    BEAROFF_HIGH,
    RESIGN,
    SCORE_KEEPING,
    ILLEGAL_PLAY,
    OPTIONS
} option_id;

typedef struct option_form {
    const char *name;
    alea_option_kind kind;
    int max;            /* of a number; the least is 0 */
    bool may_be_null;   /* a number: null = unlimited */
    const char *wanted; /* a number: what is allowed, for the reason */
} option_form;

/* In protocol order. */
static const option_form options[OPTIONS] = {
    [PRESET] = {"preset", ALEA_OPTION_CHOICE, 0, false, NULL},
    [SETUP] = {"setup", ALEA_OPTION_CHOICE, 0, false, NULL},
    [MATCH_LENGTH] = {"match_length", ALEA_OPTION_NUMBER, ALEA_MAX_MATCH_LENGTH, false,
                      "must be 0 (money) to 32767"},
    [OPENING] = {"opening", ALEA_OPTION_CHOICE, 0, false, NULL},
    [CUBE] = {"cube", ALEA_OPTION_SWITCH, 1, false, NULL},
    [CUBE_LIMIT] = {"cube_limit", ALEA_OPTION_NUMBER, 1 << ALEA_MAX_CUBE_LOG2, true,
                    "must be null (no limit) or a power of two up to 16777216"},
    [CUBE_WINDOW] = {"cube_window", ALEA_OPTION_CHOICE, 0, false, NULL},
    [AUTO_DOUBLES] = {"auto_doubles", ALEA_OPTION_NUMBER, ALEA_MAX_AUTO_DOUBLES, true,
                      "must be 0 to 1000, or null (no limit)"},
    [BEAVERS] = {"beavers", ALEA_OPTION_NUMBER, ALEA_MAX_BEAVERS, true,
                 "must be 0 to 1000, or null (no limit)"},
    [JACOBY] = {"jacoby", ALEA_OPTION_SWITCH, 1, false, NULL},
    [JACOBY_ACTIVATION] = {"jacoby_activation", ALEA_OPTION_CHOICE, 0, false, NULL},
    [CRAWFORD] = {"crawford", ALEA_OPTION_SWITCH, 1, false, NULL},
    [DEAD_CUBE] = {"dead_cube", ALEA_OPTION_CHOICE, 0, false, NULL},
    [GAMMON_DEF] = {"gammon_def", ALEA_OPTION_CHOICE, 0, false, NULL},
    [BACKGAMMON_DEF] = {"backgammon_def", ALEA_OPTION_CHOICE, 0, false, NULL},
    [DICE_USAGE] = {"dice_usage", ALEA_OPTION_CHOICE, 0, false, NULL},
    [DOUBLE_MOVES] = {"double_moves", ALEA_OPTION_NUMBER, 4, false, "must be 4 or 2"},
    [BEAROFF_HIGH] = {"bearoff_high", ALEA_OPTION_CHOICE, 0, false, NULL},
    [RESIGN] = {"resign", ALEA_OPTION_SWITCH, 1, false, NULL},
    [SCORE_KEEPING] = {"score_keeping", ALEA_OPTION_CHOICE, 0, false, NULL},
    [ILLEGAL_PLAY] = {"illegal_play", ALEA_OPTION_CHOICE, 0, false, NULL},
};

/* Words of each choice, in the order of the enum. */
static const char *const choices[OPTIONS][MAX_CHOICES] = {
    [SETUP] = {"backgammon", "nackgammon", "hypergammon", "longgammon"},
    [OPENING] = {"use_rolloff", "reroll"},
    [CUBE_WINDOW] = {"before_own_roll", "any_time"},
    [JACOBY_ACTIVATION] = {"cube_taken", "stakes_raised"},
    [DEAD_CUBE] = {"allow", "warn", "forbid"},
    [GAMMON_DEF] = {"none_off", "none_off_or_outside_home", "never"},
    [BACKGAMMON_DEF] = {"none_off_and_bar_or_winner_home", "bar_or_winner_home",
                        "winner_home", "none_off_and_bar", "never"},
    [DICE_USAGE] = {"max_then_higher", "max_any", "may_play_higher_only"},
    [BEAROFF_HIGH] = {"highest", "any_lower", "exact_only"},
    [SCORE_KEEPING] = {"winner_gains", "loser_pays", "both"},
    [ILLEGAL_PLAY] = {"refuse", "opponent_option"},
};

static option_id find_option(const char *name)
{
    for (int i = 0; name && i < OPTIONS; i++)
        if (strcmp(options[i].name, name) == 0) return (option_id)i;
    return OPTIONS;
}

static const char *choice_word(option_id id, int index)
{
    if (index < 0) return NULL;
    if (id == PRESET)
        return index + 1 < ALEA_PRESETS ? alea_preset_name((alea_preset)(index + 1))
                                        : NULL;
    return index < MAX_CHOICES ? choices[id][index] : NULL;
}

/* Returns a field as a number: the index of a choice, 0 or 1 for a switch, the
 * exponent of the cube limit. */
static int get_field(const alea_rules *rules, option_id id)
{
    switch (id) {
    case PRESET: return (int)rules->preset;
    case SETUP: return (int)rules->setup;
    case MATCH_LENGTH: return rules->match_length;
    case OPENING: return (int)rules->opening;
    case CUBE: return rules->cube;
    case CUBE_LIMIT: return rules->cube_limit_log2;
    case CUBE_WINDOW: return (int)rules->cube_window;
    case AUTO_DOUBLES: return rules->auto_doubles;
    case BEAVERS: return rules->beavers;
    case JACOBY: return rules->jacoby;
    case JACOBY_ACTIVATION: return (int)rules->jacoby_activation;
    case CRAWFORD: return rules->crawford;
    case DEAD_CUBE: return (int)rules->dead_cube;
    case GAMMON_DEF: return (int)rules->gammon_def;
    case BACKGAMMON_DEF: return (int)rules->backgammon_def;
    case DICE_USAGE: return (int)rules->play.dice_usage;
    case DOUBLE_MOVES: return rules->play.double_moves;
    case BEAROFF_HIGH: return (int)rules->play.bearoff_high;
    case RESIGN: return rules->resign;
    case SCORE_KEEPING: return (int)rules->score_keeping;
    case ILLEGAL_PLAY: return (int)rules->illegal_play;
    case OPTIONS: break;
    }
    return 0;
}

static void set_field(alea_rules *rules, option_id id, int value)
{
    switch (id) {
    case SETUP: rules->setup = (alea_setup)value; break;
    case MATCH_LENGTH: rules->match_length = value; break;
    case OPENING: rules->opening = (alea_opening)value; break;
    case CUBE: rules->cube = value != 0; break;
    case CUBE_LIMIT: rules->cube_limit_log2 = value; break;
    case CUBE_WINDOW: rules->cube_window = (alea_cube_window)value; break;
    case AUTO_DOUBLES: rules->auto_doubles = value; break;
    case BEAVERS: rules->beavers = value; break;
    case JACOBY: rules->jacoby = value != 0; break;
    case JACOBY_ACTIVATION: rules->jacoby_activation = (alea_jacoby_by)value; break;
    case CRAWFORD: rules->crawford = value != 0; break;
    case DEAD_CUBE: rules->dead_cube = (alea_dead_cube)value; break;
    case GAMMON_DEF: rules->gammon_def = (alea_gammon_def)value; break;
    case BACKGAMMON_DEF: rules->backgammon_def = (alea_backgammon_def)value; break;
    case DICE_USAGE: rules->play.dice_usage = (alea_dice_usage)value; break;
    case DOUBLE_MOVES: rules->play.double_moves = value; break;
    case BEAROFF_HIGH: rules->play.bearoff_high = (alea_bearoff_high)value; break;
    case RESIGN: rules->resign = value != 0; break;
    case SCORE_KEEPING: rules->score_keeping = (alea_score_keeping)value; break;
    case ILLEGAL_PLAY: rules->illegal_play = (alea_illegal_play)value; break;
    case PRESET:
    case OPTIONS: break;
    }
}

/* Sets the reason to "SUBJECT TEXT". The subject is untrusted: it is cut to 32
 * bytes, and bytes outside printable ASCII become '?'. */
static alea_status refuse(alea_error *error, const char *subject, const char *text)
{
    if (!error) return ALEA_ERROR_ARGUMENT;
    char plain[33];
    size_t length = 0;
    for (; subject[length] && length + 1 < sizeof plain; length++) {
        char c = subject[length];
        plain[length] = c >= ' ' && c <= '~' ? c : '?';
    }
    plain[length] = '\0';
    return alea_error_fill(error, ALEA_ERROR_ARGUMENT, 0, 0, "%s %.120s", plain, text);
}

/* Reads decimal digits up to `max`; returns -1 for anything else. */
static int read_number(const char *text, int max)
{
    if (*text == '\0') return -1;
    int value = 0;
    for (; *text; text++) {
        if (*text < '0' || *text > '9') return -1;
        int digit = *text - '0';
        if (value > (max - digit) / 10) return -1;
        value = value * 10 + digit;
    }
    return value;
}

/* Returns the exponent of a power of two; -1 for other numbers. */
static int log2_of(int value)
{
    int log = 0;
    while (log <= ALEA_MAX_CUBE_LOG2 && (1 << log) != value) log++;
    return log <= ALEA_MAX_CUBE_LOG2 ? log : -1;
}

static alea_status set_number(alea_rules *rules, option_id id, const char *value,
                              alea_error *error)
{
    const option_form *o = &options[id];
    if (o->may_be_null &&
        (strcmp(value, "null") == 0 || strcmp(value, "unlimited") == 0)) {
        set_field(rules, id, ALEA_UNLIMITED);
        return ALEA_OK;
    }
    int number = read_number(value, o->max);
    if (id == CUBE_LIMIT && number >= 0) number = log2_of(number);
    if (id == DOUBLE_MOVES && number != 4 && number != 2) number = -1;
    if (number < 0) return refuse(error, o->name, o->wanted);
    set_field(rules, id, number);
    return ALEA_OK;
}

static alea_status set_choice(alea_rules *rules, option_id id, const char *value,
                              alea_error *error)
{
    for (int i = 0; choice_word(id, i); i++)
        if (strcmp(choice_word(id, i), value) == 0) {
            if (id == PRESET)
                *rules = alea_rules_preset((alea_preset)(i + 1));
            else
                set_field(rules, id, i);
            return ALEA_OK;
        }
    if (id == PRESET) {
        if (strcmp(value, "null") != 0)
            return refuse(error, value, "is not a preset; `alea rules` lists them");
        *rules = alea_rules_default();
        return ALEA_OK;
    }
    char words[120];
    alea_text list = alea_text_in(words, sizeof words);
    alea_text_put(&list, "must be one of");
    for (int i = 0; choice_word(id, i); i++)
        alea_text_format(&list, "%s %s", i ? "," : "", choice_word(id, i));
    return refuse(error, options[id].name, words);
}

alea_status alea_rules_set(alea_rules *rules, const char *name, const char *value,
                           alea_error *error)
{
    option_id id = find_option(name);
    if (id == OPTIONS)
        return refuse(error, name ? name : "?", "is not an option of the rules");
    if (!value) return refuse(error, name, "needs a value");
    if (options[id].kind == ALEA_OPTION_NUMBER)
        return set_number(rules, id, value, error);
    if (options[id].kind == ALEA_OPTION_CHOICE)
        return set_choice(rules, id, value, error);
    if (strcmp(value, "true") == 0 || strcmp(value, "on") == 0)
        set_field(rules, id, 1);
    else if (strcmp(value, "false") == 0 || strcmp(value, "off") == 0)
        set_field(rules, id, 0);
    else
        return refuse(error, name, "must be true or false");
    return ALEA_OK;
}

const char *alea_rules_option(int index)
{
    return index >= 0 && index < OPTIONS ? options[index].name : NULL;
}

alea_option_kind alea_rules_option_kind(const char *name)
{
    option_id id = find_option(name);
    return id == OPTIONS ? ALEA_OPTION_UNKNOWN : options[id].kind;
}

const char *alea_rules_choice(const char *name, int index)
{
    option_id id = find_option(name);
    return id == OPTIONS ? NULL : choice_word(id, index);
}

alea_status alea_rules_get(const alea_rules *rules, const char *name, char *out,
                           size_t size)
{
    option_id id = find_option(name);
    if (id == OPTIONS) return ALEA_ERROR_ARGUMENT;
    const int value = get_field(rules, id);
    char word_of[48];
    alea_text text = alea_text_in(word_of, sizeof word_of);
    if (id == PRESET) {
        const char *word = alea_preset_name(rules->preset);
        alea_text_put(&text, word ? word : "null");
    } else if (options[id].kind == ALEA_OPTION_SWITCH) {
        alea_text_put(&text, value ? "true" : "false");
    } else if (options[id].kind == ALEA_OPTION_CHOICE) {
        const char *word = choice_word(id, value);
        alea_text_put(&text, word ? word : "?");
    } else if (options[id].may_be_null && value == ALEA_UNLIMITED) {
        alea_text_put(&text, "null");
    } else {
        alea_text_integer(&text, id == CUBE_LIMIT ? 1 << value : value);
    }
    if (alea_text_status(&text) || text.length >= size) return ALEA_ERROR_MEMORY;
    memcpy(out, word_of, text.length + 1);
    return ALEA_OK;
}

alea_status alea_rules_check(const alea_rules *rules, alea_error *error)
{
    if ((int)rules->preset < 0 || rules->preset >= ALEA_PRESETS)
        return refuse(error, "preset", "is out of range");
    for (int i = SETUP; i < OPTIONS; i++) {
        const option_form *o = &options[i];
        int value = get_field(rules, (option_id)i), max = o->max;
        bool good;
        if (o->kind == ALEA_OPTION_CHOICE)
            good = choice_word((option_id)i, value) != NULL;
        else if (i == CUBE_LIMIT)
            good = value >= ALEA_UNLIMITED && value <= ALEA_MAX_CUBE_LOG2;
        else if (i == DOUBLE_MOVES)
            good = value == 2 || value == 4;
        else
            good = value >= (o->may_be_null ? ALEA_UNLIMITED : 0) && value <= max;
        if (!good) return refuse(error, o->name, "is out of range");
    }
    return ALEA_OK;
}
