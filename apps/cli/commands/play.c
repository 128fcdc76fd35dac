/* `alea play`: a game in the terminal, or line by line through a pipe. */
#include "base/nearest.h"
#include "cli/io/args.h"
#include "cli/io/fail.h"
#include "cli/io/lines.h"
#include "cli/io/out_file.h"
#include "cli/play/advice/advice.h"
#include "cli/play/full.h"
#include "cli/play/loop.h"
#include "cli/play/prompt/session.h"
#include "cli/play/prompt_commands.h"
#include "cli/play/resume.h"
#include "cli/play/settings.h"
#include "cli/play/view/words.h"
#include "cli/question/rules_options.h"
#include "cli/save/place.h"
#include "cli/tables/commands.h"
#include "cli/tables/game.h"
#include "list.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

typedef struct play_choices {
    const char *rules, *players, *dice, *save, *level;
    const char *board, *home, *colours, *game;
    option_list options;
    long long match;
    double think;
    bool money, plain, lines, resume, no_save, tutor, guide;
    const char *resume_file;
    char name[2][PLAY_NAME_SIZE];
    alea_level strength[2];
} play_choices;

static const char *const command_name = "play";

/* Points of a match of rulebook 002, whose leaflet has another number without cube. */
enum { PORTFOLIO_WITH_CUBE = 20 };

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
    "Other games (--game plakoto, tavli ...; 'alea tables list'): line by line, by two people\n"
    "or against a simple machine; --save FILE keeps the record.\n"
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
        {"rules", 'r', OPTION_TEXT, "PRESET", "rules of play (see 'alea rules')",
         &c->rules, 0, 0},
        {"option", 'o', OPTION_LIST, "KEY=VALUE", "one rule that differs", &c->options,
         0, 0},
        TABLES_GAME_OPTION(c->game),
        {"match", 'm', OPTION_INTEGER, "N", "a match to N points", &c->match, 1,
         ALEA_MAX_MATCH_LENGTH},
        {"money", 0, OPTION_FLAG, NULL, "single games for points, no end", &c->money, 0,
         0},
        {"players", 'p', OPTION_TEXT, "A,B",
         "you,alea (default), alea,alea, you,friend", &c->players, 0, 0},
        {"level", 'l', OPTION_TEXT, "LEVEL",
         "beginner ... strongest, or poppy ... aurelia, echo (see below)", &c->level, 0,
         0},
        {"think", 't', OPTION_NUMBER, "SECONDS",
         "for each decision of the strongest level", &c->think, 0, 60},
        {"tutor", 0, OPTION_FLAG, NULL,
         "warn before a mistake, with the reason ('tutor SIZE' in the game: which)",
         &c->tutor, 0, 0},
        {"guide", 0, OPTION_FLAG, NULL,
         "for a first game: what is new is said when it happens ('alea learn game')",
         &c->guide, 0, 0},
        {"dice", 'd', OPTION_TEXT, "KIND",
         "os (default), manual, file:F, seed or seed:N", &c->dice, 0, 0},
        {"board", 0, OPTION_TEXT, "turned|fixed",
         "two people: turned to whoever plays, or always A's side below", &c->board, 0,
         0},
        {"home", 0, OPTION_TEXT, "right|left", "where the home boards are drawn",
         &c->home, 0, 0},
        {"colours", 0, OPTION_TEXT, "ONE,TWO",
         "of the filled and the open checkers: red, green, yellow (gold), blue, "
         "magenta, cyan, white (silver)",
         &c->colours, 0, 0},
        {"plain", 0, OPTION_FLAG, NULL, "no drawing, no colour, one fact a line",
         &c->plain, 0, 0},
        {"line", 0, OPTION_FLAG, NULL,
         "line by line, also where the full screen could be", &c->lines, 0, 0},
        {"resume", 0, OPTION_FLAG, NULL,
         "go on with FILE, or the latest unfinished game", &c->resume, 0, 0},
        {"save", 's', OPTION_TEXT, "FILE", "save the game in FILE (a new file)",
         &c->save, 0, 0},
        {"no-save", 0, OPTION_FLAG, NULL, "keep nothing", &c->no_save, 0, 0},
        {0},
    };
    const args_spec spec = {"[FILE]", about, options, 0, 1};
    int operands = 0;
    take_resume_value(argc, argv, c);
    const int status = args_parse(&spec, argc, argv, &operands);
    if (status != ARGS_RUN) return status;
    if (operands > 0 && !c->resume)
        return args_refuse(command_name, "a file goes with --resume");
    if (operands > 0 && c->resume_file)
        return args_refuse(command_name, "one save at a time");
    if (operands > 0) c->resume_file = argv[1];
    const bool game = c->game || c->rules || c->options.count || c->match || c->money ||
                      c->players || c->dice || c->save || c->no_save || c->level;
    if (c->resume && game)
        return args_refuse(
            command_name,
            "--resume takes rules, players and dice from "
            "the save; only the options of the screen, --tutor and --guide go with it");
    if (c->match && c->money)
        return args_refuse(command_name, "--match and --money exclude each other");
    if (c->save && out_file_is_standard(c->save))
        return args_refuse(command_name, "--save names a file, which --resume reads; "
                                         "alea convert writes a match to -");
    if (c->save && c->no_save)
        return args_refuse(command_name, "--save and --no-save exclude each other");
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
    const char *near = alea_nearest(name, names, ALEA_LEVELS);
    return args_refuse(command_name,
                       "no level is called \"%.30s\"%s%s%s; they are beginner, casual, "
                       "intermediate, advanced, expert, strongest, poppy, bruno, otto, "
                       "nora, dario, carla, viktor, aurelia, echo",
                       name, near ? "; did you mean " : "", near ? near : "",
                       near ? "?" : "");
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
        return args_refuse(command_name,
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
        return args_refuse(command_name, "--players needs two names, such as you,alea");
    int status = read_player(c, 0, list, (size_t)(comma - list));
    if (status == ARGS_RUN) status = read_player(c, 1, comma + 1, strlen(comma + 1));
    if (status != ARGS_RUN) return status;
    if (strcmp(c->name[0], c->name[1]) == 0) {
        if (!play_is_machine(c->name[0]))
            return args_refuse(command_name, "the two players need different names");
        snprintf(c->name[1], PLAY_NAME_SIZE, "alea2");
    }
    return ARGS_RUN;
}

static int read_rules(const play_choices *c, alea_rules *rules)
{
    alea_error error = {0};
    alea_preset preset = c->money ? ALEA_PRESET_MONEY : ALEA_PRESET_TOURNAMENT;
    if (c->rules && !rules_preset_read(command_name, "--rules", c->rules, &preset))
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
            return args_refuse(command_name, "--option needs KEY=VALUE, not \"%.60s\"",
                               text);
        snprintf(key, sizeof key, "%.*s", (int)(equals - text), text);
        if (strcmp(key, "match_length") == 0 && (c->match || c->money))
            return args_refuse(command_name,
                               "--%s and --option match_length exclude each other",
                               c->match ? "match" : "money");
        if (alea_rules_set(rules, key, equals + 1, &error) != ALEA_OK)
            return args_refuse(command_name, "--option %.60s: %s", text, error.reason);
    }
    if (alea_rules_check(rules, &error) != ALEA_OK)
        return args_refuse(command_name, "these rules do not go together: %s",
                           error.reason);
    return ARGS_RUN;
}

/* A dice file is kept by its full name, so that --resume works from anywhere. */
static void full_dice_name(const char *spec, char *out, size_t size)
{
    char folder[DICE_PATH_SIZE / 2];
    if (strncmp(spec, "file:", 5) == 0 && spec[5] && spec[5] != '/' &&
        strlen(spec) < DICE_PATH_SIZE / 2 && getcwd(folder, sizeof folder))
        snprintf(out, size, "file:%s/%s", folder, spec + 5);
    else
        snprintf(out, size, "%s", spec);
}

static alea_status set_tags(play_session *s, const char *spec)
{
    char date[16], hex[DICE_SEED_HEX];
    struct tm parts;
    const time_t now = time(NULL);
    alea_record *r = &s->record;
    alea_status status = alea_record_set_tag(r, "player_a", s->name[0]);
    if (status == ALEA_OK) status = alea_record_set_tag(r, "player_b", s->name[1]);
    if (status == ALEA_OK && localtime_r(&now, &parts) &&
        strftime(date, sizeof date, "%Y-%m-%d", &parts) > 0)
        status = alea_record_set_tag(r, "date", date);
    if (status == ALEA_OK) status = alea_record_set_tag(r, "dice", spec);
    for (int i = 0; i < 2 && status == ALEA_OK; i++)
        if (!s->person[i])
            status = alea_record_set_tag(r, i == 0 ? "x-level-a" : "x-level-b",
                                         alea_level_get(s->level[i])->name);
    if (status != ALEA_OK || s->dice.kind != DICE_OS) return status;
    dice_secret_commitment(&s->dice.secret, hex);
    status = alea_record_set_tag(r, "dice_commitment", hex);
    if (status == ALEA_OK)
        status = alea_record_set_tag(r, "dice_game", s->dice.secret.game_id);
    return status;
}

static int start_save(play_session *s, const play_choices *c)
{
    alea_error error = {0};
    char hex[DICE_SEED_HEX];
    play_save_none(&s->save);
    if (c->no_save) return EXIT_DONE;
    char name[SAVE_PATH_SIZE];
    alea_status status = c->save ? ALEA_OK : play_save_name(name, &s->record, &error);
    if (status == ALEA_OK)
        status =
            play_save_create(&s->save, c->save ? c->save : name, &s->record, &error);
    if (status == ALEA_OK && s->dice.kind == DICE_OS) {
        dice_secret_hex(&s->dice.secret, hex);
        status = play_save_keep_seed(&s->save, hex, &error);
    }
    if (status == ALEA_OK) return EXIT_DONE;
    play_save_close(&s->save);
    command_say("play",
                "%s.\n"
                "'--save FILE' chooses another place, '--no-save' plays without.",
                error.reason);
    return status == ALEA_ERROR_ARGUMENT ? EXIT_USAGE : EXIT_SYSTEM;
}

static void say_beginning(play_session *s, const play_choices *c)
{
    char stake[64], hex[DICE_SEED_HEX];
    play_text out;
    text_start(&out, stake, sizeof stake);
    play_say_stake(&s->record.now, &out);
    console_say(s->console, "%s against %s: %s. Rules: %s.",
                strcmp(s->name[0], "you") == 0 ? "You" : s->name[0], s->name[1], stake,
                alea_preset_title(s->record.now.rules.preset));
    if (s->record.rules.preset == ALEA_PRESET_PORTFOLIO && !s->record.rules.cube &&
        s->record.rules.match_length == PORTFOLIO_WITH_CUBE && !c->match)
        play_say_text(s,
                      "Without the cube the leaflet plays to 10 points: --match 10.");
    for (int i = 0; i < 2; i++)
        if (!s->person[i] && alea_level_get(s->level[i])->title)
            play_say_level(s, (alea_player)i);
    if (!c->rules && !c->match && !c->money && !c->plain)
        play_say_text(s,
                      "('alea play --help' has other matches, rules, players, dice.)");
    if (s->dice.kind == DICE_OS) {
        dice_secret_commitment(&s->dice.secret, hex);
        console_say(s->console, "Dice sealed: %s", hex);
    }
    if (s->dice.kind == DICE_SEED && c->dice && strcmp(c->dice, "seed") == 0)
        console_say(s->console, "Dice: seed:%llu; 'back' takes a turn back.",
                    (unsigned long long)s->dice.seed_number);
    if (s->save.fd >= 0) console_say(s->console, "Saved in %s", s->save.path);
    if (s->person[0] || s->person[1])
        console_say(s->console,
                    "Your checkers move from the 24 point to the 1 point; your home "
                    "board is 1 to 6, at the lower %s.",
                    s->look.home_left ? "left" : "right");
    play_say_text(s, "'help' lists what you can type; 'alea learn' teaches the game.");
    /* The set-up, before anything is rolled; the full screen shows it anyway. */
    if (console_drawn(s->console) && (s->person[0] || s->person[1]))
        play_show_board(s, play_side_to_tell(s));
}

static alea_status begin(play_session *s, const play_choices *c,
                         const alea_rules *rules, int *exit_status)
{
    alea_error error = {0};
    char spec[DICE_PATH_SIZE + 8];
    full_dice_name(c->dice ? c->dice : "os", spec, sizeof spec);
    alea_status status = dice_source_start(&s->dice, spec, &error);
    if (status != ALEA_OK) {
        *exit_status = args_refuse(command_name, "--dice: %s", error.reason);
        if (status == ALEA_ERROR_FILE) *exit_status = EXIT_SYSTEM;
        return status;
    }
    if (s->dice.kind == DICE_SEED) dice_source_spec(&s->dice, spec, sizeof spec);
    alea_record_start(&s->record, rules, alea_memory_heap());
    for (int i = 0; i < 2; i++) {
        s->name[i] = c->name[i];
        s->person[i] = !play_is_machine(s->name[i]);
        s->level[i] = c->strength[i];
    }
    status = set_tags(s, spec);
    *exit_status = status == ALEA_OK ? start_save(s, c) : EXIT_SYSTEM;
    return *exit_status == EXIT_DONE ? ALEA_OK : ALEA_ERROR_FILE;
}

/* The seed is opened once nothing more hangs on it. */
static void open_seed(play_session *s)
{
    alea_error error = {0};
    char hex[DICE_SEED_HEX];
    if (s->dice.kind != DICE_OS) return;
    dice_secret_hex(&s->dice.secret, hex);
    console_say(s->console, "Seed of the dice: %s", hex);
    if (s->save.fd < 0) return;
    if (!alea_record_tag_value(&s->record, "dice_seed") &&
        play_save_tag(&s->save, "dice_seed", hex, &error) != ALEA_OK) {
        play_refuse(s, "The seed cannot be saved: %s.", error.reason);
        return;
    }
    play_save_drop_seed(&s->save);
    console_say(s->console, "Check them: alea verify-dice %s", s->save.path);
}

static int finish(play_session *s, play_end end)
{
    const bool scripted = !console_from_terminal(s->console);
    alea_error error = {0};
    int status = s->some_bad && scripted ? EXIT_SOME_BAD : EXIT_DONE;
    const bool over =
        end == PLAY_MATCH_OVER || end == PLAY_REMATCH || end == PLAY_ANALYSE;
    if (over || end == PLAY_GIVEN_UP) {
        if (over && s->record.now.contestable &&
            play_save_tag(&s->save, "x-accepted", "yes", &error) != ALEA_OK)
            play_refuse(s, "That cannot be saved: %s.", error.reason);
        if (end == PLAY_GIVEN_UP &&
            play_save_tag(&s->save, "x-given-up", "yes", &error) != ALEA_OK)
            play_refuse(s, "That cannot be saved: %s.", error.reason);
        open_seed(s);
        return status;
    }
    if (end == PLAY_NO_DICE || end == PLAY_NOT_SAVED || end == PLAY_BROKEN)
        status = EXIT_SYSTEM;
    char how[SAVE_PATH_SIZE + 32];
    play_resume_command(s, how, sizeof how);
    if (s->save.fd >= 0)
        console_say(s->console, "Game stopped. Saved in %s; '%s' goes on.",
                    s->save.path, how);
    else
        play_say_text(s, "Game stopped, not saved.");
    return status;
}

static void release(play_session *s)
{
    play_save_close(&s->save);
    dice_source_finish(&s->dice);
    alea_record_clear(&s->record);
    machine_close(s->machine);
    s->machine = NULL;
}

/* 'new' in a game that was resumed, or saved in a file of its own: the next one has the
 * same rules, players and dice, and is saved in the usual place. */
static void choose_again(const play_session *s, play_choices *c, alea_rules *rules,
                         char dice[DICE_PATH_SIZE + 8])
{
    c->save = NULL;
    if (!c->resume) return;
    const char *spec = alea_record_tag_value(&s->record, "dice");
    *rules = s->record.now.rules;
    c->match = rules->match_length;
    c->money = rules->match_length == 0;
    snprintf(dice, DICE_PATH_SIZE + 8, "%s", spec ? spec : "os");
    c->dice = dice;
    for (int i = 0; i < 2; i++) {
        snprintf(c->name[i], PLAY_NAME_SIZE, "%s", s->name[i]);
        c->strength[i] = s->level[i];
    }
    c->resume = false;
    c->resume_file = NULL;
}

static void go_full(play_session *s, const play_choices *c)
{
    console_set_completion(s->console, play_complete, s);
    if (!c->plain && !c->lines) play_go_full(s);
}

/* The analysis of the match just played, whose save is closed; then a rematch, if that
 * is wanted. */
static int analyse(play_session *s, char path[SAVE_PATH_SIZE], bool *again)
{
    char name[] = "analyse", end[] = "--";
    char *argv[] = {name, end, path, NULL};
    *again = false;
    console_leave_full(s->console);
    const int status = cmd_analyse(3, argv);
    for (;;) {
        play_input input;
        const play_end asked =
            play_ask(s, "Press Enter to end, 'again' for a rematch", &input);
        *again = asked == PLAY_GOES_ON && input.word == WORD_NEW;
        if (*again || asked != PLAY_GOES_ON || input.word == WORD_NOTHING ||
            input.word == WORD_QUIT)
            return status;
        play_refuse(s, "Enter ends, 'again' begins a rematch.");
    }
}

static int run(play_session *s, play_choices *c, alea_rules *rules)
{
    int status = EXIT_DONE;
    char next[64], dice[DICE_PATH_SIZE + 8];
    for (;;) {
        play_end end;
        if (c->resume) {
            bool cut = false;
            status = play_resume(s, c->resume_file, &cut);
            if (status != EXIT_DONE) {
                release(s);
                return status;
            }
            go_full(s, c);
            play_say_resumed(s, cut);
        } else {
            if (begin(s, c, rules, &status) != ALEA_OK) {
                release(s);
                return status;
            }
            go_full(s, c);
            say_beginning(s, c);
        }
        play_set_exit_message(s);
        s->drawn_for = ALEA_NOBODY;
        if (!c->resume) s->marked_by = ALEA_NOBODY;
        end = play_run(s);
        status = finish(s, end);
        const bool seeded = s->dice.kind == DICE_SEED;
        const uint64_t seed = s->dice.seed_number;
        bool again = end == PLAY_NEW || end == PLAY_REMATCH;
        if (!again && end != PLAY_ANALYSE) break;
        char path[SAVE_PATH_SIZE];
        snprintf(path, sizeof path, "%s", s->save.path);
        choose_again(s, c, rules, dice);
        release(s);
        if (end == PLAY_ANALYSE) status = analyse(s, path, &again);
        if (!again) return status;
        if (!seeded) continue;
        /* The next game by the next number, or it would be the same one again. */
        snprintf(next, sizeof next, "seed:%llu", (unsigned long long)(seed + 1));
        c->dice = next;
    }
    release(s);
    return status;
}

/* --game: another tables game, or tavli, line by line. */
static int play_other_game(const play_choices *c)
{
    alea_tables_series series;
    tables_seats seats;
    alea_error error = {0};
    char target[24];
    if (c->rules || c->money || c->resume || c->level || c->tutor || c->guide ||
        c->think > 0 || c->board || c->home || c->colours)
        return args_refuse(command_name,
                           "--game goes with --option, --match, --players, --dice and "
                           "--save; the other options are of backgammon");
    if (!tables_series_read(command_name, c->game, &c->options, &series))
        return EXIT_USAGE;
    snprintf(target, sizeof target, "%lld", c->match);
    if (c->match &&
        alea_tables_series_set(&series, "match_target", target, &error) != ALEA_OK)
        return args_refuse(command_name, "--match: %s", error.reason);
    for (int i = 0; i < 2; i++) {
        seats.name[i] = c->name[i];
        seats.person[i] = !play_is_machine(c->name[i]);
    }
    return tables_play_run(&series, &seats, c->dice ? c->dice : "os", c->save);
}

/* How the board was drawn last, with what the options change of it. */
static int read_look(const play_choices *c, play_look *look)
{
    alea_error error = {0};
    *look = (play_look){0};
    if (play_settings_load(look, &error) != ALEA_OK)
        command_say(command_name, "the settings cannot be read: %s", error.reason);
    if (c->board && !play_look_board(look, c->board))
        return args_refuse(command_name, "--board is turned or fixed, not \"%.30s\"",
                           c->board);
    if (c->home && !play_look_home(look, c->home))
        return args_refuse(command_name, "--home is right or left, not \"%.30s\"",
                           c->home);
    if (c->colours && !play_look_colours(look, c->colours))
        return args_refuse(command_name,
                           "--colours names two of red, green, yellow (gold), blue, "
                           "magenta, cyan, white (silver), such as silver,gold");
    if (c->no_save || (!c->board && !c->home && !c->colours)) return ARGS_RUN;
    if (play_settings_keep(look, &error) != ALEA_OK)
        command_say(command_name, "these settings are not kept: %s", error.reason);
    return ARGS_RUN;
}

int cmd_play(int argc, char **argv)
{
    play_choices c = {0};
    play_look look;
    alea_rules rules = alea_rules_default();
    int status = read_options(argc, argv, &c);
    if (status == ARGS_RUN && !c.resume) status = read_players(&c);
    if (status == ARGS_RUN && c.game) return play_other_game(&c);
    if (status == ARGS_RUN && !c.resume) status = read_rules(&c, &rules);
    if (status == ARGS_RUN) status = read_look(&c, &look);
    if (status != ARGS_RUN) return status;

    play_session *s = calloc(1, sizeof *s);
    if (s) s->look = look;
    if (s) s->think_ms = (long long)(c.think * 1000);
    if (s && c.tutor) s->tutor = PLAY_TUTOR_USUAL;
    if (s && c.guide) s->guide = play_guide;
    if (s) {
        s->console = console_open(c.plain);
        s->list = malloc(sizeof *s->list);
        s->scratch = malloc(sizeof *s->scratch);
    }
    if (s && s->console && s->list && s->scratch) {
        play_save_none(&s->save);
        status = run(s, &c, &rules);
    } else {
        command_say("play", "out of memory");
        status = EXIT_SYSTEM;
    }
    if (s) {
        console_close(s->console);
        free(s->list);
        free(s->scratch);
    }
    free(s);
    return status;
}
