/* The options by name: reading and writing. Names and words are those of
 * docs/tables.md. */
#include "options.h"

#include "base/error.h"
#include "base/text.h"

#include <stddef.h>
#include <string.h>

typedef enum option_kind { WORDS, SWITCH, SET, NUMBER } option_kind;

enum { MAX_WORDS = 10, MAX_TARGET = 32767 };

/* An option: the index of a word, or its bit in a SET, is the value of the field. */
typedef struct option_form {
    const char *name;
    option_kind kind;
    size_t field;
    const char *word[MAX_WORDS];
} option_form;

#define FIELD(name) offsetof(alea_tables_rules, name)
#define MOMENTS                                                                        \
    {                                                                                  \
        "end_of_play", "each_step"                                                     \
    }

static const option_form options[] = {
    {"relation", WORDS, FIELD(relation), {"contrary", "half_turn", "same"}},
    {"landing", WORDS, FIELD(landing), {"hit", "pin", "block", "swap"}},
    {"dice", NUMBER, FIELD(dice), {"1", "2", "3"}},
    {"pieces", NUMBER, FIELD(pieces), {"0", "5", "7"}},
    {"none_counts", NUMBER, FIELD(none_counts), {"0", "5", "6"}},
    {"again_on", SET, FIELD(again_on), {"0", "1", "2", "3", "4", "5", "6"}},
    {"wall", NUMBER, FIELD(wall), {"0", "3"}},
    {"move_back", SWITCH, FIELD(move_back), {"no", "yes"}},
    {"double_steps", NUMBER, FIELD(double_steps), {"2", "4"}},
    {"double_extra",
     WORDS,
     FIELD(double_extra),
     {"none", "complement", "complement_entered", "cascade"}},
    {"plain_turns",
     NUMBER,
     FIELD(plain_turns),
     {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"}},
    {"unplayed",
     WORDS,
     FIELD(unplayed),
     {"lost", "to_opponent", "to_opponent_if_moved"}},
    {"throw_again", WORDS, FIELD(throw_again), {"none", "double"}},
    {"acey", SWITCH, FIELD(acey), {"no", "yes"}},
    {"acey_named_must_be_playable", SWITCH, FIELD(acey_playable), {"no", "yes"}},
    {"entry_duty", WORDS, FIELD(entry), {"all", "hit", "none"}},
    {"entry_points", SWITCH, FIELD(entry_not_own), {"any", "not_own"}},
    {"start_frozen", SWITCH, FIELD(start_frozen), {"no", "yes"}},
    {"second_half", SWITCH, FIELD(second_half), {"free", "all_entered"}},
    {"higher_die", SWITCH, FIELD(higher_die), {"no", "yes"}},
    {"hit_and_run", SWITCH, FIELD(hit_and_run), {"forbidden_in_home", "allowed"}},
    {"pin_blocks_bearoff", SWITCH, FIELD(pin_blocks_bearoff), {"no", "yes"}},
    {"mother", WORDS, FIELD(mother), {"none", "when_start_empty", "immediate"}},
    {"mother_test", WORDS, FIELD(mother_test), MOMENTS},
    {"runner_target", WORDS, FIELD(runner), {"none", "strict", "reach", "home"}},
    {"head_limit", NUMBER, FIELD(head_limit), {"0", "1", "2"}},
    {"head_exception",
     WORDS,
     FIELD(head_exception),
     {"none", "3_4_6", "only_if_needed", "3_4", "any_double"}},
    {"prime",
     SET,
     FIELD(primes),
     {"own_start_six", "must_unblock", "six_only_if_passed", "opp_start_six",
      "opp_start_max4", "front_of_start", "give_room", "no_full_prime"}},
    {"prime_test", WORDS, FIELD(prime_test), MOMENTS},
    {"bear_off", WORDS, FIELD(bearoff), {"standard", "exact", "none", "last_any"}},
    {"bear_off_when", SWITCH, FIELD(bearoff_any_time), {"all_home", "any_time"}},
    {"end", WORDS, FIELD(end), {"all_off", "all_home"}},
    {"close_out", SWITCH, FIELD(close_out), {"no", "wins"}},
    {"last_turn", SWITCH, FIELD(last_turn), {"off", "on"}},
    {"opening", WORDS, FIELD(opening), {"reroll", "use", "choice"}},
    {"next_starter",
     WORDS,
     FIELD(next_starter),
     {"winner", "alternate", "roll_off", "loser"}},
    {"score",
     WORDS,
     FIELD(score),
     {"one", "one_two", "checkers_left", "one_two_three"}},
    {"draw_value", WORDS, FIELD(draw_value), {"void", "one_each"}},
    {"after_draw", WORDS, FIELD(after_draw), {"roll_off", "same_starter"}},
    {"draw_replays_same_game", WORDS, FIELD(draw_replay), {"yes", "no"}},
    {"cube", WORDS, FIELD(cube), {"off", "on", "crawford"}},
    {"match_target", NUMBER, FIELD(match_target), {NULL}},
    /* Names of several options together; they have no field of their own. */
    {"layout", WORDS, 0, {"contrary", "half_turn"}},
    {"form", WORDS, 0, {"american", "european", "iri_gachi", "yamato"}},
};

enum { OPTIONS = sizeof options / sizeof *options, LAYOUT = OPTIONS - 2 };

/* The meaning of the words of `form`. */
static const struct {
    const char *form, *option, *value;
} forms[] = {
    {"american", "double_extra", "none"},  {"american", "throw_again", "none"},
    {"american", "bear_off", "standard"},  {"european", "double_extra", "complement"},
    {"european", "throw_again", "double"}, {"european", "bear_off", "exact"},
    {"iri_gachi", "bear_off", "none"},     {"iri_gachi", "end", "all_home"},
    {"iri_gachi", "close_out", "wins"},    {"yamato", "bear_off", "standard"},
    {"yamato", "end", "all_off"},          {"yamato", "close_out", "no"},
};

enum { FORMS = sizeof forms / sizeof *forms };

/* "a, b, c" into `out`. */
static void join(alea_text *out, const char *const *word, int count,
                 const char *between)
{
    for (int i = 0; i < count && word[i]; i++) {
        if (i) alea_text_put(out, between);
        alea_text_put(out, word[i]);
    }
}

const char *alea_tables_option(int index)
{
    return index >= 0 && index < (int)OPTIONS ? options[index].name : NULL;
}

static const option_form *find_option(const char *name)
{
    /* Other names of the same thing. */
    static const char *const alias[][2] = {
        {"primes", "prime"},         {"prime_rule", "prime"},
        {"prime_rules", "prime"},    {"block_limits", "prime"},
        {"runner", "runner_target"}, {"bearoff", "bear_off"}};
    for (size_t i = 0; i < sizeof alias / sizeof *alias; i++)
        if (strcmp(name, alias[i][0]) == 0) name = alias[i][1];
    for (int i = 0; i < (int)OPTIONS; i++)
        if (strcmp(name, options[i].name) == 0) return &options[i];
    return NULL;
}

const char *alea_tables_choice(const char *option, int index)
{
    const option_form *form = find_option(option);
    return form && index >= 0 && index < MAX_WORDS ? form->word[index] : NULL;
}

static int find_word(const option_form *form, const char *value, size_t length)
{
    for (int i = 0; i < MAX_WORDS && form->word[i]; i++)
        if (strlen(form->word[i]) == length &&
            memcmp(form->word[i], value, length) == 0)
            return i;
    return -1;
}

static alea_status refuse_value(const option_form *form, const char *value,
                                alea_error *error)
{
    char list[160];
    alea_text text = alea_text_in(list, sizeof list);
    join(&text, form->word, MAX_WORDS, " ");
    if (!form->word[0]) alea_text_put(&text, "a number from 1 to 32767");
    return alea_error_fill(error, ALEA_ERROR_ARGUMENT, 0, 0,
                           "%s \"%.20s\": expected %s", form->name, value, list);
}

static unsigned get_field(const alea_tables_rules *rules, const option_form *form)
{
    const char *field = (const char *)rules + form->field;
    unsigned value;
    if (form->kind == SWITCH) return *(const bool *)field;
    memcpy(&value, field, sizeof value);
    return value;
}

static void set_field(alea_tables_rules *rules, const option_form *form, unsigned value)
{
    char *field = (char *)rules + form->field;
    if (form->kind == SWITCH)
        *(bool *)field = value != 0;
    else
        memcpy(field, &value, sizeof value);
}

static bool read_number(const char *text, unsigned *value)
{
    *value = 0;
    for (const char *c = text; *c; c++) {
        if (*c < '0' || *c > '9' || c - text > 4) return false;
        *value = *value * 10 + (unsigned)(*c - '0');
    }
    return *text != '\0';
}

/* "a+b", or "none". */
static bool read_set(const option_form *form, const char *text, unsigned *value)
{
    *value = 0;
    if (strcmp(text, "none") == 0) return true;
    for (;;) {
        size_t length = strcspn(text, "+,");
        int word = find_word(form, text, length);
        if (word < 0) return false;
        *value |= 1u << word;
        if (!text[length]) return true;
        text += length + 1;
    }
}

static bool read_switch(const option_form *form, const char *text, unsigned *value)
{
    int word = find_word(form, text, strlen(text));
    if (word < 0 && strcmp(text, "yes") == 0) word = 1;
    if (word < 0 && strcmp(text, "no") == 0) word = 0;
    if (word < 0 && (strcmp(text, "true") == 0 || strcmp(text, "on") == 0)) word = 1;
    if (word < 0 && (strcmp(text, "false") == 0 || strcmp(text, "off") == 0)) word = 0;
    *value = (unsigned)word;
    return word >= 0;
}

static bool read_value(const option_form *form, const char *text, unsigned *value)
{
    int word = -1;
    switch (form->kind) {
    case WORDS:
        word = find_word(form, text, strlen(text));
        *value = (unsigned)word;
        return word >= 0;
    case SWITCH: return read_switch(form, text, value);
    case SET: return read_set(form, text, value);
    case NUMBER:
        if (!read_number(text, value)) return false;
        return form->word[0] ? find_word(form, text, strlen(text)) >= 0
                             : *value >= 1 && *value <= MAX_TARGET;
    }
    return false;
}

/* Whether the rules have all that a word of `form` stands for. */
static bool has_form(const alea_tables_rules *rules, const char *word)
{
    char value[128];
    for (int i = 0; i < (int)FORMS; i++)
        if (strcmp(forms[i].form, word) == 0 &&
            (alea_tables_get(rules, forms[i].option, value, sizeof value) != ALEA_OK ||
             strcmp(value, forms[i].value) != 0))
            return false;
    return true;
}

static void put_group(const alea_tables_rules *rules, const option_form *form,
                      alea_text *text)
{
    if (form == &options[LAYOUT]) {
        alea_text_put(text, rules->relation == ALEA_TABLES_HALF_TURN  ? "half_turn"
                            : rules->relation == ALEA_TABLES_CONTRARY ? "contrary"
                                                                      : "none");
        return;
    }
    for (int i = 0; i < MAX_WORDS && form->word[i]; i++)
        if (has_form(rules, form->word[i])) {
            alea_text_put(text, form->word[i]);
            return;
        }
    alea_text_put(text, "none");
}

static alea_status set_form(alea_tables_rules *rules, const option_form *form,
                            const char *value, alea_error *error)
{
    alea_status status = ALEA_OK;
    if (find_word(form, value, strlen(value)) < 0)
        return refuse_value(form, value, error);
    for (int i = 0; i < (int)FORMS && status == ALEA_OK; i++)
        if (strcmp(forms[i].form, value) == 0)
            status = alea_tables_set(rules, forms[i].option, forms[i].value, error);
    return status;
}

/* The layout of tawla 31 is a relation and the runner's target that belongs to it. */
static alea_status set_layout(alea_tables_rules *rules, const char *value,
                              alea_error *error)
{
    if (strcmp(value, "half_turn") == 0) {
        rules->relation = ALEA_TABLES_HALF_TURN;
        if (rules->runner) rules->runner = ALEA_TABLES_RUNNER_REACH;
        return ALEA_OK;
    }
    if (strcmp(value, "contrary") == 0) {
        rules->relation = ALEA_TABLES_CONTRARY;
        if (rules->runner) rules->runner = ALEA_TABLES_RUNNER_HOME;
        return ALEA_OK;
    }
    return alea_error_fill(error, ALEA_ERROR_ARGUMENT, 0, 0,
                           "layout \"%.20s\": expected contrary half_turn", value);
}

alea_status alea_tables_set(alea_tables_rules *rules, const char *option,
                            const char *value, alea_error *error)
{
    unsigned number;
    const option_form *form = find_option(option);
    if (!form)
        return alea_error_fill(error, ALEA_ERROR_ARGUMENT, 0, 0,
                               "unknown option \"%.40s\"", option);
    if (form == &options[LAYOUT]) return set_layout(rules, value, error);
    if (form > &options[LAYOUT]) return set_form(rules, form, value, error);
    if (!read_value(form, value, &number)) return refuse_value(form, value, error);
    set_field(rules, form, number);
    return ALEA_OK;
}

alea_status alea_tables_get(const alea_tables_rules *rules, const char *option,
                            char *out, size_t size)
{
    const option_form *form = find_option(option);
    alea_text text = alea_text_in(out, size);
    if (!form) return ALEA_ERROR_ARGUMENT;
    if (form >= &options[LAYOUT]) {
        put_group(rules, form, &text);
        return alea_text_status(&text);
    }
    unsigned value = get_field(rules, form);
    if (form->kind == NUMBER) {
        alea_text_integer(&text, value);
    } else if (form->kind != SET) {
        if (value < MAX_WORDS && form->word[value])
            alea_text_put(&text, form->word[value]);
    } else if (!value) {
        alea_text_put(&text, "none");
    }
    for (int i = 0; form->kind == SET && i < MAX_WORDS && form->word[i]; i++) {
        if (!(value >> i & 1)) continue;
        if (text.length) alea_text_char(&text, '+');
        alea_text_put(&text, form->word[i]);
    }
    return alea_text_status(&text);
}

int options_single(void)
{
    return LAYOUT;
}

alea_status options_in_range(const alea_tables_rules *rules, alea_error *error)
{
    char text[128];
    for (int i = 0; i < (int)LAYOUT; i++) {
        unsigned value;
        if (alea_tables_get(rules, options[i].name, text, sizeof text) != ALEA_OK ||
            !read_value(&options[i], text, &value) ||
            value != get_field(rules, &options[i]))
            return alea_error_fill(error, ALEA_ERROR_ARGUMENT, 0, 0,
                                   "%s is out of range", options[i].name);
    }
    return ALEA_OK;
}
