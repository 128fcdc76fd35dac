/* Rule sets: a value of independent options, and presets by name. docs/rules.md
 * describes each option for players. Clients ask this library and decide nothing
 * themselves. */
#ifndef ALEA_RULES_H
#define ALEA_RULES_H

#include <alea/board.h>
#include <alea/play.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum alea_preset {
    ALEA_PRESET_NONE = 0, /* the defaults of the referee protocol: plain money play */
    ALEA_PRESET_VIDO,
    ALEA_PRESET_COMPENDIUM,
    ALEA_PRESET_PORTFOLIO,
    ALEA_PRESET_SHEET,
    ALEA_PRESET_OCASTUDIOS,
    ALEA_PRESET_MONEY,
    ALEA_PRESET_TOURNAMENT,
    ALEA_PRESET_NACKGAMMON,
    ALEA_PRESET_HYPERGAMMON,
    ALEA_PRESET_LONGGAMMON,
    ALEA_PRESETS /* number of presets */
} alea_preset;

typedef enum { ALEA_OPENING_USE_ROLLOFF = 0, ALEA_OPENING_REROLL } alea_opening;
typedef enum { ALEA_WINDOW_BEFORE_OWN_ROLL = 0, ALEA_WINDOW_ANY_TIME } alea_cube_window;
typedef enum { ALEA_JACOBY_CUBE_TAKEN = 0, ALEA_JACOBY_STAKES_RAISED } alea_jacoby_by;
typedef enum {
    ALEA_DEAD_CUBE_ALLOW = 0,
    ALEA_DEAD_CUBE_WARN, /* allowed; clients warn that it gains nothing */
    ALEA_DEAD_CUBE_FORBID
} alea_dead_cube;
typedef enum {
    ALEA_GAMMON_NONE_OFF = 0,
    ALEA_GAMMON_NONE_OFF_OR_OUTSIDE_HOME,
    ALEA_GAMMON_NEVER
} alea_gammon_def;
typedef enum {
    ALEA_BACKGAMMON_NONE_OFF_AND_BAR_OR_WINNER_HOME = 0,
    ALEA_BACKGAMMON_BAR_OR_WINNER_HOME,
    ALEA_BACKGAMMON_WINNER_HOME,
    ALEA_BACKGAMMON_NONE_OFF_AND_BAR,
    ALEA_BACKGAMMON_NEVER
} alea_backgammon_def;
typedef enum {
    ALEA_SCORE_WINNER_GAINS = 0,
    ALEA_SCORE_LOSER_PAYS,
    ALEA_SCORE_BOTH
} alea_score_keeping;
typedef enum {
    ALEA_ILLEGAL_REFUSE = 0,
    ALEA_ILLEGAL_OPPONENT_OPTION
} alea_illegal_play;

enum {
    ALEA_UNLIMITED = -1,
    ALEA_MAX_MATCH_LENGTH = 32767,
    ALEA_MAX_AUTO_DOUBLES = 1000,
    ALEA_MAX_BEAVERS = 1000,
    ALEA_MAX_CUBE_LOG2 = 24 /* limit of an unlimited cube: 16,777,216 */
};

/* A plain value. Start from alea_rules_default(); all-zero is not valid. */
typedef struct alea_rules {
    alea_preset preset; /* origin, for citing the rulebook; no effect on play */
    alea_setup setup;
    int match_length; /* points; 0 = money */
    alea_opening opening;
    bool cube;
    int cube_limit_log2; /* highest value is 1 << this; ALEA_UNLIMITED */
    alea_cube_window cube_window;
    int auto_doubles; /* for each game; 0 = none, or ALEA_UNLIMITED */
    int beavers;      /* 0 none, 1 beaver, 2 also raccoon, ALEA_UNLIMITED */
    bool jacoby;
    alea_jacoby_by jacoby_activation;
    bool crawford;
    alea_dead_cube dead_cube;
    alea_gammon_def gammon_def;
    alea_backgammon_def backgammon_def;
    alea_play_rules play;
    bool resign;
    alea_score_keeping score_keeping;
    alea_illegal_play illegal_play;
} alea_rules;

/* Returns the defaults of the referee protocol (plain money play), or a preset. */
ALEA_API alea_rules alea_rules_default(void);
ALEA_API alea_rules alea_rules_preset(alea_preset preset);
/* "vido", "money", ...; NULL for ALEA_PRESET_NONE. Static storage. */
ALEA_API const char *alea_preset_name(alea_preset preset);
/* Returns the preset with that name, or ALEA_PRESET_NONE. */
ALEA_API alea_preset alea_preset_find(const char *name);
/* One line of description: "VIDO set booklet (rulebook 000)". Static storage. */
ALEA_API const char *alea_preset_title(alea_preset preset);

/* Options by their referee-protocol names and values as text ("cube", "false";
 * "beavers", "null" = unlimited). "preset" replaces every option by the preset's
 * ("null": by the defaults). Refuses with a reason and leaves `rules` unchanged. */
ALEA_API alea_status alea_rules_set(alea_rules *rules, const char *option,
                                    const char *value, alea_error *error);
/* Names of all options, in protocol order; NULL past the end. Static storage. */
ALEA_API const char *alea_rules_option(int index);
/* How the value of an option is written: true/false, a number (some also "null" =
 * unlimited), or one of a list of words. */
typedef enum alea_option_kind {
    ALEA_OPTION_UNKNOWN = 0, /* no such option */
    ALEA_OPTION_SWITCH,
    ALEA_OPTION_NUMBER,
    ALEA_OPTION_CHOICE
} alea_option_kind;
ALEA_API alea_option_kind alea_rules_option_kind(const char *option);
/* The words an ALEA_OPTION_CHOICE may have, the default first ("preset": the presets);
 * NULL past the end. Static storage. */
ALEA_API const char *alea_rules_choice(const char *option, int index);
/* The value of an option as text into `out` (NUL-terminated, at least 48 bytes). */
ALEA_API alea_status alea_rules_get(const alea_rules *rules, const char *option,
                                    char *out, size_t size);
/* Checks that every field is in range and that the fields are consistent. */
ALEA_API alea_status alea_rules_check(const alea_rules *rules, alea_error *error);

/* Notes on a preset, one for each index from 0; NULL past the end. `option` is the
 * option it concerns (or NULL), `text` the rule, `source` the sentence or section of
 * the rulebook (or NULL for a standard rule). Static storage. */
typedef struct alea_rule_note {
    const char *option, *text, *source;
} alea_rule_note;
ALEA_API const alea_rule_note *alea_preset_note(alea_preset preset, int index);
/* The rulebook's sentence for the refusal of a play; NULL if it has none. */
ALEA_API const char *alea_rules_cite_play(alea_preset preset, alea_play_error error);

#ifdef __cplusplus
}
#endif
#endif
