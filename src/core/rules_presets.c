/* Presets: one for each rulebook, and the common ways to play. Each sets only the
 * options that differ from the defaults; rules_notes.c has the reasons. */
#include <alea/rules.h>

#include <string.h>

typedef struct preset {
    const char *name, *title;
} preset;

static const preset presets[ALEA_PRESETS] = {
    [ALEA_PRESET_NONE] = {NULL, "the standard game, for money, without optional rules"},
    [ALEA_PRESET_VIDO] = {"vido", "VIDO set booklet (rulebook 000)"},
    [ALEA_PRESET_COMPENDIUM] = {"compendium", "compilation of rules (rulebook 001)"},
    [ALEA_PRESET_PORTFOLIO] = {"portfolio", "Portfolio Game leaflet (rulebook 002)"},
    [ALEA_PRESET_SHEET] = {"sheet", "short rules sheet (rulebook 003)"},
    [ALEA_PRESET_OCASTUDIOS] = {"ocastudios",
                                "Ocastudios print-and-play booklet (rulebook 004)"},
    [ALEA_PRESET_MONEY] = {"money", "Money game (Jacoby rule, beavers)"},
    [ALEA_PRESET_TOURNAMENT] = {"tournament", "Tournament match (Crawford rule)"},
    [ALEA_PRESET_NACKGAMMON] = {"nackgammon",
                                "Nackgammon (Nack Ballard's starting position)"},
    [ALEA_PRESET_HYPERGAMMON] =
        {"hypergammon", "Hypergammon (three checkers each, cube, Jacoby rule)"},
    [ALEA_PRESET_LONGGAMMON] = {"longgammon",
                                "LongGammon (all checkers start on the 24 point)"},
};

alea_rules alea_rules_default(void)
{
    alea_rules rules;
    memset(&rules, 0, sizeof rules);
    rules.cube = true;
    rules.cube_limit_log2 = ALEA_UNLIMITED;
    rules.play.double_moves = 4;
    rules.resign = true;
    return rules;
}

alea_rules alea_rules_preset(alea_preset preset_id)
{
    alea_rules rules = alea_rules_default();
    if ((int)preset_id <= 0 || preset_id >= ALEA_PRESETS) return rules;
    rules.preset = preset_id;
    switch (preset_id) {
    case ALEA_PRESET_VIDO:
        rules.match_length = 7;
        rules.cube_limit_log2 = 6;
        rules.dead_cube = ALEA_DEAD_CUBE_WARN;
        rules.gammon_def = ALEA_GAMMON_NONE_OFF_OR_OUTSIDE_HOME;
        rules.backgammon_def = ALEA_BACKGAMMON_BAR_OR_WINNER_HOME;
        break;
    case ALEA_PRESET_COMPENDIUM:
        rules.score_keeping = ALEA_SCORE_LOSER_PAYS;
        rules.illegal_play = ALEA_ILLEGAL_OPPONENT_OPTION;
        break;
    case ALEA_PRESET_PORTFOLIO:
        /* 10 points is the leaflet's match without the die, 20 its shorter one with
         * it. */
        rules.match_length = 20;
        rules.cube_window = ALEA_WINDOW_ANY_TIME;
        rules.backgammon_def = ALEA_BACKGAMMON_WINNER_HOME;
        rules.play.dice_usage = ALEA_DICE_MAY_PLAY_HIGHER_ONLY;
        break;
    case ALEA_PRESET_SHEET:
        rules.play.bearoff_high = ALEA_BEAROFF_ANY_LOWER;
        rules.score_keeping = ALEA_SCORE_BOTH;
        break;
    case ALEA_PRESET_OCASTUDIOS:
        rules.match_length = 13;
        rules.jacoby_activation = ALEA_JACOBY_STAKES_RAISED;
        rules.backgammon_def = ALEA_BACKGAMMON_NONE_OFF_AND_BAR;
        break;
    case ALEA_PRESET_MONEY:
        rules.beavers = 1;
        rules.jacoby = true;
        rules.score_keeping = ALEA_SCORE_BOTH;
        break;
    case ALEA_PRESET_TOURNAMENT:
        rules.match_length = 7;
        rules.crawford = true;
        break;
    case ALEA_PRESET_NACKGAMMON: rules.setup = ALEA_SETUP_NACKGAMMON; break;
    case ALEA_PRESET_HYPERGAMMON:
        rules.setup = ALEA_SETUP_HYPERGAMMON;
        rules.jacoby = true;
        break;
    case ALEA_PRESET_LONGGAMMON: rules.setup = ALEA_SETUP_LONGGAMMON; break;
    case ALEA_PRESET_NONE:
    case ALEA_PRESETS: break;
    }
    return rules;
}

const char *alea_preset_name(alea_preset preset_id)
{
    return (int)preset_id >= 0 && preset_id < ALEA_PRESETS ? presets[preset_id].name
                                                           : NULL;
}

alea_preset alea_preset_find(const char *name)
{
    for (int i = 1; name && i < ALEA_PRESETS; i++)
        if (strcmp(presets[i].name, name) == 0) return (alea_preset)i;
    return ALEA_PRESET_NONE;
}

const char *alea_preset_title(alea_preset preset_id)
{
    return (int)preset_id >= 0 && preset_id < ALEA_PRESETS ? presets[preset_id].title
                                                           : "";
}
