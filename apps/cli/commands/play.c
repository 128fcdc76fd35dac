/* `alea play`: a game in the terminal, or line by line through a pipe. */
#include "cli/io/args.h"
#include "cli/io/fail.h"
#include "cli/io/lines.h"
#include "cli/play/advice/advice.h"
#include "cli/play/choices.h"
#include "cli/play/full.h"
#include "cli/play/loop.h"
#include "cli/play/prompt/session.h"
#include "cli/play/prompt_commands.h"
#include "cli/play/resume.h"
#include "cli/play/view/words.h"
#include "cli/save/place.h"
#include "cli/tables/commands.h"
#include "cli/tables/game.h"
#include "cli/tables/save.h"
#include "cli/tables/table/course.h"
#include "list.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Points of a match of rulebook 002, whose leaflet has another number without cube. */
enum { PORTFOLIO_WITH_CUBE = 20 };

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
    const char *const player[2] = {alea_record_tag_value(&s->record, "player_a"),
                                   alea_record_tag_value(&s->record, "player_b")};
    alea_status status =
        c->save ? ALEA_OK
                : play_save_name(player, alea_format_suffix(ALEA_FORMAT_JOURNAL), name,
                                 &error);
    const char *seed = s->dice.kind == DICE_OS ? hex : NULL;
    if (seed) dice_secret_hex(&s->dice.secret, hex);
    if (status == ALEA_OK)
        status = play_save_create(&s->save, c->save ? c->save : name, &s->record, seed,
                                  &error);
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
        *exit_status = args_refuse("play", "--dice: %s", error.reason);
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

/* How another tables game is shown; ARGS_RUN, or the status to return. */
static int show_of(const play_choices *c, tables_show *show)
{
    *show = (tables_show){.plain = c->plain, .lines = c->lines};
    return play_choices_look(c, &show->look);
}

/* --game: another tables game, or tavli. */
static int play_other_game(const play_choices *c)
{
    tables_show show;
    alea_tables_series series;
    tables_seats seats;
    alea_error error = {0};
    char target[24], dice[DICE_PATH_SIZE + 8];
    if (c->rules || c->money || c->resume || c->tutor || c->guide || c->think > 0)
        return args_refuse("play",
                           "--game goes with --option, --match, --players, --level, "
                           "--dice, --save, --no-save and the options of the screen; "
                           "the others are of backgammon");
    for (int i = 0; i < 2; i++)
        if (!alea_level_plays_tables(c->strength[i]))
            return args_refuse("play",
                               "%s plays backgammon alone; the levels of other games "
                               "are beginner, casual, intermediate, advanced, expert, "
                               "strongest",
                               alea_level_get(c->strength[i])->name);
    if (!tables_series_read("play", c->game, &c->options, &series)) return EXIT_USAGE;
    snprintf(target, sizeof target, "%lld", c->match);
    if (c->match &&
        alea_tables_series_set(&series, "match_target", target, &error) != ALEA_OK)
        return args_refuse("play", "--match: %s", error.reason);
    for (int i = 0; i < 2; i++) {
        seats.name[i] = c->name[i];
        seats.person[i] = !play_is_machine(c->name[i]);
        seats.level[i] = c->strength[i];
    }
    const int status = show_of(c, &show);
    if (status != ARGS_RUN) return status;
    full_dice_name(c->dice ? c->dice : "os", dice, sizeof dice);
    char name[SAVE_PATH_SIZE];
    const char *save = c->no_save ? NULL : c->save ? c->save : name;
    if (save == name &&
        play_save_name(seats.name, TABLES_SAVE_SUFFIX, name, &error) != ALEA_OK)
        return command_fail("play",
                            "%s.\n"
                            "'--save FILE' chooses another place, '--no-save' plays "
                            "without",
                            error.reason);
    return tables_play_run(&series, &seats, dice, save, &show);
}

/* Opens everything that a session needs; false without memory. */
static bool open_session(play_session *s, const play_choices *c, const play_look *look)
{
    s->look = *look;
    s->think_ms = (long long)(c->think * 1000);
    if (c->tutor) s->tutor = PLAY_TUTOR_USUAL;
    if (c->guide) s->guide = play_guide;
    s->console = console_open(c->plain);
    s->list = malloc(sizeof *s->list);
    s->scratch = malloc(sizeof *s->scratch);
    play_save_none(&s->save);
    return s->console && s->list && s->scratch;
}

static void close_session(play_session *s)
{
    console_close(s->console);
    free(s->list);
    free(s->scratch);
    free(s);
}

int cmd_play(int argc, char **argv)
{
    play_choices c = {0};
    play_look look;
    alea_rules rules = alea_rules_default();
    alea_error error = {0};
    char latest[SAVE_PATH_SIZE];
    int status = play_choices_read(argc, argv, &c);
    if (status == ARGS_RUN && c.game) return play_other_game(&c);
    if (status == ARGS_RUN && c.resume && !c.resume_file) {
        if (play_save_latest(TABLES_SAVE_SUFFIX, tables_save_is_open, latest, &error) !=
            ALEA_OK) {
            command_say("play", "%s.", error.reason);
            return EXIT_USAGE;
        }
        c.resume_file = latest;
    }
    if (status == ARGS_RUN && c.resume_file && tables_save_is_one(c.resume_file)) {
        tables_show show;
        status = show_of(&c, &show);
        return status == ARGS_RUN ? tables_resume_run(c.resume_file, &show) : status;
    }
    if (status == ARGS_RUN && !c.resume) status = play_choices_rules(&c, &rules);
    if (status == ARGS_RUN) status = play_choices_look(&c, &look);
    if (status != ARGS_RUN) return status;

    play_session *s = calloc(1, sizeof *s);
    if (!s) return command_fail_memory("play");
    status =
        open_session(s, &c, &look) ? run(s, &c, &rules) : command_fail_memory("play");
    close_session(s);
    return status;
}
