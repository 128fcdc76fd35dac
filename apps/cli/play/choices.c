#include "choices.h"

#include "base/nearest.h"
#include "cli/io/args.h"
#include "cli/io/command.h"
#include "cli/io/fail.h"
#include "cli/io/out_file.h"
#include "cli/question/rules_options.h"
#include "cli/tables/game.h"
#include "settings.h"

#include <stdio.h>
#include <string.h>

static const char about[] =
    "Plays backgammon. With nothing given: a 3-point match by tournament rules, you\n"
    "against the machine. Every event is saved before the next prompt; --resume goes\n"
    "on with FILE, or with the latest unfinished game.\n\n"
    "Dice: os (sealed, to be checked by 'alea verify-dice'), manual (you throw and\n"
    "type), file:F (the digits 1 to 6 of a file), seed:N (the same game each time), seed\n"
    "(a number is drawn: not sealed, so that 'back' can take a turn back).\n"
    "Players: alea is the machine, every other name a person.\n"
    "Levels: beginner, casual, intermediate, advanced, expert, strongest. Players with\n"
    "a style, weakest first: poppy, bruno (blitzes), otto (back games), nora (careful),\n"
    "dario (cube-happy), carla (pure), viktor (runs), aurelia; echo plays as well as you.\n"
    "Other games (--game plakoto, tavli ...; 'alea tables list'): by two people or against\n"
    "the machine (beginner ... strongest), on the same screen, saved and gone on with as\n"
    "backgammon is. Of a dice file each throw takes four digits there, of which the\n"
    "first two are its dice, in tabula the first three (docs/tables.md).\n"
    "How the board lies and its colours are kept for the next game (not with --no-save).\n"
    "A terminal of 80x24 or more is played on the full screen, with keys and mouse;\n"
    "--line keeps the dialogue of lines, --plain has no drawing at all.";

/* "--resume=FILE" is read as "--resume FILE". */
static void take_resume_value(int argc, char **argv, play_choices *c)
{
    static const char name[] = "--resume=";
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        if (strncmp(argv[i], name, sizeof name - 1) != 0) continue;
        c->resume_file = argv[i] + sizeof name - 1;
        argv[i][sizeof name - 2] = '\0';
    }
}

static int read_options(int argc, char **argv, play_choices *c)
{
    const option_spec options[] = {
        TEXT_OPTION("rules", 'r', "PRESET", "rules of play (see 'alea rules')",
                    &c->rules),
        LIST_OPTION("option", 'o', "KEY=VALUE", "one rule that differs", &c->options),
        TABLES_GAME_OPTION(c->game),
        INTEGER_OPTION("match", 'm', "N", "a match to N points", &c->match, 1,
                       ALEA_MAX_MATCH_LENGTH),
        FLAG_OPTION("money", 0, "single games for points, no end", &c->money),
        TEXT_OPTION("players", 'p', "A,B", "you,alea (default), alea,alea, you,friend",
                    &c->players),
        TEXT_OPTION("level", 'l', "LEVEL",
                    "beginner ... strongest, or poppy ... aurelia, echo (see below)",
                    &c->level),
        NUMBER_OPTION("think", 't', "SECONDS",
                      "for each decision of the strongest level", &c->think, 0, 60),
        FLAG_OPTION(
            "tutor", 0,
            "warn before a mistake, with the reason ('tutor SIZE' in the game: which)",
            &c->tutor),
        FLAG_OPTION(
            "guide", 0,
            "for a first game: what is new is said when it happens ('alea learn game')",
            &c->guide),
        TEXT_OPTION("dice", 'd', "KIND", "os (default), manual, file:F, seed or seed:N",
                    &c->dice),
        TEXT_OPTION("board", 0, "turned|fixed",
                    "two people: turned to whoever plays, or always A's side below",
                    &c->board),
        TEXT_OPTION("home", 0, "right|left", "where the home boards are drawn",
                    &c->home),
        TEXT_OPTION(
            "colours", 0, "ONE,TWO",
            "of the filled and the open checkers: red, green, yellow (gold), blue, "
            "magenta, cyan, white (silver)",
            &c->colours),
        FLAG_OPTION("plain", 0, "no drawing, no colour, one fact a line", &c->plain),
        FLAG_OPTION("line", 0, "line by line, also where the full screen could be",
                    &c->lines),
        FLAG_OPTION("resume", 0, "go on with FILE, or the latest unfinished game",
                    &c->resume),
        TEXT_OPTION("save", 's', "FILE", "save the game in FILE (a new file)",
                    &c->save),
        FLAG_OPTION("no-save", 0, "keep nothing", &c->no_save),
        {0},
    };
    const args_spec spec = {"[FILE]", about, options, 0, 1};
    int operands = 0;
    take_resume_value(argc, argv, c);
    const int status = args_parse(&spec, argc, argv, &operands);
    if (status != ARGS_RUN) return status;
    if (operands > 0 && !c->resume)
        return args_refuse("play", "a file goes with --resume");
    if (operands > 0 && c->resume_file)
        return args_refuse("play", "one save at a time");
    if (operands > 0) c->resume_file = argv[1];
    const bool game = c->game || c->rules || c->options.count || c->match || c->money ||
                      c->players || c->dice || c->save || c->no_save || c->level;
    if (c->resume && game)
        return args_refuse(
            "play",
            "--resume takes rules, players and dice from "
            "the save; only the options of the screen, --tutor and --guide go with it");
    if (c->match && c->money)
        return args_refuse("play", "--match and --money exclude each other");
    if (c->save && out_file_is_standard(c->save))
        return args_refuse("play", "--save names a file, which --resume reads; "
                                   "alea convert writes a match to -");
    if (c->save && c->no_save)
        return args_refuse("play", "--save and --no-save exclude each other");
    return ARGS_RUN;
}

/* Letters of any script, digits and - _ . only: a name is printed and saved. */
static bool good_name(const char *name, size_t length)
{
    if (length == 0 || length >= PLAY_NAME_SIZE) return false;
    for (size_t i = 0; i < length; i++) {
        const unsigned char byte = (unsigned char)name[i];
        if (byte <= ' ' || byte == 0x7f || strchr("\"\\/,;:", byte)) return false;
    }
    return true;
}

static int read_level(const char *name, alea_level *level)
{
    const char *names[ALEA_LEVELS];
    const int found = alea_level_find(name);
    if (found >= 0) {
        *level = (alea_level)found;
        return ARGS_RUN;
    }
    for (int i = 0; i < ALEA_LEVELS; i++)
        names[i] = alea_level_get((alea_level)i)->name;
    char hint[ALEA_HINT_SIZE];
    return args_refuse("play",
                       "no level is called \"%.30s\"%s; they are beginner, casual, "
                       "intermediate, advanced, expert, strongest, poppy, bruno, otto, "
                       "nora, dario, carla, viktor, aurelia, echo",
                       name, alea_nearest_hint(name, names, ALEA_LEVELS, hint));
}

/* One of the two: a name, or "alea", or "alea:LEVEL". */
static int read_player(play_choices *c, int side, const char *start, size_t length)
{
    char word[2 * PLAY_NAME_SIZE];
    snprintf(word, sizeof word, "%.*s", (int)length, start);
    c->strength[side] = ALEA_LEVEL_EXPERT;
    if (c->level && read_level(c->level, &c->strength[side]) != ARGS_RUN)
        return EXIT_USAGE;
    if (strncmp(word, "alea:", 5) == 0) {
        if (read_level(word + 5, &c->strength[side]) != ARGS_RUN) return EXIT_USAGE;
        word[4] = '\0';
    }
    if (length >= sizeof word || !good_name(word, strlen(word)))
        return args_refuse("play",
                           "a player's name has 1 to %d characters and no blanks, "
                           "quotes, slashes or colons",
                           PLAY_NAME_SIZE - 1);
    snprintf(c->name[side], PLAY_NAME_SIZE, "%.*s", PLAY_NAME_SIZE - 1, word);
    return ARGS_RUN;
}

static int read_players(play_choices *c)
{
    const char *list = c->players ? c->players : "you,alea";
    const char *comma = strchr(list, ',');
    if (!comma || strchr(comma + 1, ','))
        return args_refuse("play", "--players needs two names, such as you,alea");
    int status = read_player(c, 0, list, (size_t)(comma - list));
    if (status == ARGS_RUN) status = read_player(c, 1, comma + 1, strlen(comma + 1));
    if (status != ARGS_RUN) return status;
    if (strcmp(c->name[0], c->name[1]) == 0) {
        if (!play_is_machine(c->name[0]))
            return args_refuse("play", "the two players need different names");
        snprintf(c->name[1], PLAY_NAME_SIZE, "alea2");
    }
    return ARGS_RUN;
}

int play_choices_read(int argc, char **argv, play_choices *c)
{
    const int status = read_options(argc, argv, c);
    return status == ARGS_RUN && !c->resume ? read_players(c) : status;
}

int play_choices_rules(const play_choices *c, alea_rules *rules)
{
    alea_error error = {0};
    alea_preset preset = c->money ? ALEA_PRESET_MONEY : ALEA_PRESET_TOURNAMENT;
    if (c->rules && !rules_preset_read("play", "--rules", c->rules, &preset))
        return EXIT_USAGE;
    *rules = alea_rules_preset(preset);
    if (c->match) rules->match_length = (int)c->match;
    if (c->money) rules->match_length = 0;
    if (!c->rules && !c->match && !c->money) rules->match_length = 3;
    if (rules->match_length == 0) rules->crawford = false;
    for (size_t i = 0; i < c->options.count; i++) {
        char key[64];
        const char *text = c->options.value[i], *equals = strchr(text, '=');
        if (!equals || (size_t)(equals - text) >= sizeof key)
            return args_refuse("play", "--option needs KEY=VALUE, not \"%.60s\"", text);
        snprintf(key, sizeof key, "%.*s", (int)(equals - text), text);
        if (strcmp(key, "match_length") == 0 && (c->match || c->money))
            return args_refuse("play",
                               "--%s and --option match_length exclude each other",
                               c->match ? "match" : "money");
        if (alea_rules_set(rules, key, equals + 1, &error) != ALEA_OK)
            return args_refuse("play", "--option %.60s: %s", text, error.reason);
    }
    if (alea_rules_check(rules, &error) != ALEA_OK)
        return args_refuse("play", "these rules do not go together: %s", error.reason);
    return ARGS_RUN;
}

int play_choices_look(const play_choices *c, play_look *look)
{
    alea_error error = {0};
    *look = (play_look){0};
    if (play_settings_load(look, &error) != ALEA_OK)
        command_say("play", "the settings cannot be read: %s", error.reason);
    if (c->board && !play_look_board(look, c->board))
        return args_refuse("play", "--board is turned or fixed, not \"%.30s\"",
                           c->board);
    if (c->home && !play_look_home(look, c->home))
        return args_refuse("play", "--home is right or left, not \"%.30s\"", c->home);
    if (c->colours && !play_look_colours(look, c->colours))
        return args_refuse("play",
                           "--colours names two of red, green, yellow (gold), blue, "
                           "magenta, cyan, white (silver), such as silver,gold");
    if (c->no_save || (!c->board && !c->home && !c->colours)) return ARGS_RUN;
    if (play_settings_keep(look, &error) != ALEA_OK)
        command_say("play", "these settings are not kept: %s", error.reason);
    return ARGS_RUN;
}
