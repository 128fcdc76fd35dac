#include "course.h"
#include "full.h"
#include "person.h"

#include "cli/io/args.h"
#include "cli/io/command.h"
#include "cli/io/fail.h"
#include "cli/io/lines.h"
#include "cli/play/terminal/signals.h"
#include "cli/save/growing.h"
#include "family/opponent.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- the machine ---- */

static table_end machine_part(table *t)
{
    const alea_tables_rules *rules = alea_tables_match_rules(&t->match);
    const alea_tables_player me = t->match.to_act;
    alea_tables_event event = {.type = ALEA_TABLES_EVENT_PLAY, .by = me};
    const alea_tables_board board = alea_tables_match_board(&t->match, me);
    switch (t->match.phase) {
    case ALEA_TABLES_PHASE_TO_ROLL: return table_throw(t, ALEA_TABLES_EVENT_ROLL);
    case ALEA_TABLES_PHASE_TO_NAME:
        /* The highest that the rules take. */
        event.type = ALEA_TABLES_EVENT_NAME;
        for (uint8_t die = 6; die > 1; die--) {
            alea_tables_match copy = t->match;
            event.die[0] = die;
            if (alea_tables_match_apply(&copy, &event, &t->work, NULL) ==
                ALEA_TABLES_ACCEPTED)
                return table_apply(t, &event);
        }
        event.die[0] = 1;
        return table_apply(t, &event);
    case ALEA_TABLES_PHASE_TO_PLAY:
        event.moves = (uint8_t)alea_tables_turns_moves(
            &t->turns,
            tables_machine_choose(&t->match, &t->turns, t->seats.level[me], &t->mind),
            event.move);
        return table_apply(t, &event);
    case ALEA_TABLES_PHASE_DOUBLE_OFFERED: return table_act(t, ALEA_TABLES_EVENT_TAKE);
    case ALEA_TABLES_PHASE_RESIGN_OFFERED:
        /* All that could be won, or one point from a side that has borne off. */
        if (alea_tables_match_resigned(&t->match) >= alea_tables_most_points(rules) ||
            board.count[1][ALEA_TABLES_OFF] > 0)
            return table_act(t, ALEA_TABLES_EVENT_ACCEPT);
        return table_act(t, ALEA_TABLES_EVENT_REJECT);
    case ALEA_TABLES_PHASE_OPENING:
    case ALEA_TABLES_PHASE_GAME_OVER:
    case ALEA_TABLES_PHASE_MATCH_OVER: break;
    }
    return TABLE_BROKEN;
}

/* ---- the course of a match ---- */

/* A turn that is no choice is made. */
static table_end play_part(table *t)
{
    const alea_tables_player me = t->match.to_act;
    alea_tables_event event = {.type = ALEA_TABLES_EVENT_PLAY, .by = me};
    if (t->turns.count == 1 && alea_tables_turns_moves(&t->turns, 0, event.move) == 0)
        return table_apply(t, &event);
    return t->seats.person[me] ? person_acts(t) : machine_part(t);
}

static table_end next_game(table *t)
{
    bool go;
    table_end end = person_goes_on(t, "Press Enter for the next game", &go);
    if (!go) return end;
    end = table_act(t, ALEA_TABLES_EVENT_NEXT);
    console_say(t->console, "Game %d: %s.", t->match.game,
                alea_tables_match_rules(&t->match)->name);
    return end;
}

static table_end once(table *t)
{
    const alea_tables_match *m = &t->match;
    bool go = true;
    table_end end;
    switch (m->phase) {
    case ALEA_TABLES_PHASE_OPENING:
        end = person_goes_on(t, "Press Enter to roll for the first move", &go);
        return go ? table_throw(t, ALEA_TABLES_EVENT_OPENING) : end;
    case ALEA_TABLES_PHASE_GAME_OVER: return next_game(t);
    case ALEA_TABLES_PHASE_MATCH_OVER: return TABLE_STOPPED;
    case ALEA_TABLES_PHASE_TO_PLAY: return play_part(t);
    case ALEA_TABLES_PHASE_TO_ROLL:
        if (t->seats.person[m->to_act] && !console_is_full(t->console))
            table_show_board(t);
        break;
    case ALEA_TABLES_PHASE_TO_NAME:
    case ALEA_TABLES_PHASE_DOUBLE_OFFERED:
    case ALEA_TABLES_PHASE_RESIGN_OFFERED: break;
    }
    return t->seats.person[m->to_act] ? person_acts(t) : machine_part(t);
}

/* After the last throw: shows the seed and puts it into the save. */
static bool open_seed(table *t)
{
    char hex[DICE_SEED_HEX];
    dice_secret_hex(&t->dice.secret, hex);
    console_say(t->console, "Seed of the dice: %s", hex);
    if (t->save.fd < 0) return true;
    if (!t->opened && !tables_save_note(&t->save, TABLES_SEED_MARK, hex)) return false;
    tables_sealed_drop(t->save.path);
    console_say(t->console, "Check them: alea verify-dice %s", t->save.path);
    return true;
}

/* On the full screen the last board stays until Enter. */
static void show_end(table *t)
{
    table_end end = TABLE_GOES_ON;
    bool go = false;
    while (console_is_full(t->console) && end == TABLE_GOES_ON && !go)
        end = person_goes_on(t, "Press Enter to end", &go);
}

/* Plays on until the match or the input ends. */
static int play_on(table *t)
{
    int status = EXIT_DONE;
    table_end end = TABLE_GOES_ON;
    if (t->match.phase == ALEA_TABLES_PHASE_TO_PLAY) table_begin_turn(t);
    while (end == TABLE_GOES_ON) end = once(t);
    if (end == TABLE_BROKEN)
        status = EXIT_SYSTEM;
    else if (t->some_bad && !isatty(STDIN_FILENO))
        status = EXIT_SOME_BAD;
    if (end != TABLE_STOPPED) return status;
    if (t->match.phase == ALEA_TABLES_PHASE_MATCH_OVER) {
        if (t->sealed && !open_seed(t)) status = EXIT_SYSTEM;
        show_end(t);
    } else if (t->save.fd >= 0) {
        console_say(t->console,
                    "Game stopped. Saved in %s; 'alea play --resume %s' goes on.",
                    t->save.path, t->save.path);
    }
    return status;
}

/* What a signal says: where the game is saved. */
static void set_exit_message(const table *t)
{
    char message[2 * SAVE_PATH_SIZE + 64];
    if (t->save.fd < 0)
        snprintf(message, sizeof message, "Stopped. This game was not saved.");
    else
        snprintf(message, sizeof message,
                 "Stopped. Saved in %s; 'alea play --resume %s' goes on.", t->save.path,
                 t->save.path);
    console_set_exit_message(message);
}

/* Where a machine plays at another level than the usual one. */
static void say_levels(table *t)
{
    for (int i = 0; i < 2; i++)
        if (!t->seats.person[i] && t->seats.level[i] != ALEA_LEVEL_EXPERT)
            console_say(t->console, "%s plays at the level %s.", t->seats.name[i],
                        alea_level_get(t->seats.level[i])->name);
}

/* NULL with a message: out of memory. */
static table *make(const tables_show *show)
{
    table *t = calloc(1, sizeof *t);
    if (!t) return NULL;
    t->save.fd = -1;
    t->look = show->look;
    return t;
}

/* Opens the terminal. Without one the dialogue has no drawing. */
static bool open_console(table *t, const tables_show *show)
{
    const bool tty = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    t->console = console_open(show->plain || !tty);
    if (!t->console) return false;
    set_exit_message(t);
    console_set_completion(t->console, person_complete, t);
    if (!show->plain && !show->lines) table_go_full(t);
    return true;
}

static void release(table *t)
{
    console_close(t->console);
    tables_save_close(&t->save);
    dice_source_finish(&t->dice);
    free(t);
}

static const char *name_of_match(const alea_tables_series *series)
{
    return series->games > 1 ? "tavli" : series->game[0].name;
}

int tables_play_run(const alea_tables_series *series, const tables_seats *seats,
                    const char *dice, const char *save, const tables_show *show)
{
    alea_error error = {0};
    char spec[SAVE_PATH_SIZE], commitment[DICE_SEED_HEX], seed[DICE_SEED_HEX];
    table *t = make(show);
    if (!t) return command_fail_memory("play");
    t->seats = *seats;
    int status = EXIT_DONE;
    if (dice_source_start(&t->dice, dice, &error) != ALEA_OK)
        status = args_refuse("play", "--dice: %s", error.reason);
    else if (t->dice.kind == DICE_MANUAL)
        status = args_refuse("play", "--dice manual is for backgammon; a record of "
                                     "thrown dice is judged by 'alea tables referee'");
    else
        dice_source_spec(&t->dice, spec, sizeof spec);
    t->sealed = status == EXIT_DONE && t->dice.kind == DICE_OS;
    if (t->sealed) tables_sealed_spec(&t->dice, spec, sizeof spec);
    if (t->sealed) dice_secret_hex(&t->dice.secret, seed);
    if (status == EXIT_DONE && save)
        status = tables_save_create(&t->save, save, series, seats, spec,
                                    t->sealed ? seed : NULL);
    alea_tables_match_start(&t->match, series);
    if (status == EXIT_DONE && !open_console(t, show))
        status = command_fail_memory("play");
    if (status == EXIT_DONE) {
        console_say(t->console,
                    "%s against %s: %s, match to %d. 'help' lists what you can type.",
                    seats->name[0], seats->name[1], name_of_match(series),
                    series->game[0].match_target);
        say_levels(t);
        if (t->sealed) {
            dice_secret_commitment(&t->dice.secret, commitment);
            console_say(t->console, "Dice sealed: %s", commitment);
        }
        status = play_on(t);
    }
    release(t);
    return status;
}

int tables_resume_run(const char *path, const tables_show *show)
{
    alea_error error = {0};
    tables_saved saved;
    table *t = make(show);
    if (!t) return command_fail_memory("play");
    int status = tables_save_open(&t->save, path, &t->match, &t->work, &saved);
    for (int i = 0; i < 2; i++) {
        t->seats.name[i] = saved.name[i];
        t->seats.person[i] = saved.person[i];
        t->seats.level[i] = saved.level[i];
    }
    t->sealed = *saved.seal.commitment;
    t->opened = *saved.seal.seed;
    /* Dice of the system that are not sealed are drawn anew: none of those to come was
     * fixed before. */
    if (status == EXIT_DONE &&
        (strcmp(saved.dice, "os") == 0 && !t->sealed
             ? dice_source_start(&t->dice, saved.dice, &error)
             : dice_source_resume(&t->dice, saved.dice, saved.rolls, &error)) !=
            ALEA_OK)
        status = command_fail("play", "%s: %s", path, error.reason);
    if (status == EXIT_DONE && t->sealed &&
        !tables_sealed_load(path, &saved.seal, &t->dice.secret, &error))
        status = command_fail("play", "%s: %s", path, error.reason);
    if (status == EXIT_DONE && !open_console(t, show))
        status = command_fail_memory("play");
    if (status == EXIT_DONE) {
        const alea_tables_match *m = &t->match;
        console_say(t->console, "Going on with %s", path);
        if (saved.cut)
            console_say(t->console,
                        "Its last line was cut off in the writing; it is left out.");
        console_say(t->console, "%s against %s: %s, match to %d. Score: %d to %d.",
                    saved.name[0], saved.name[1], name_of_match(&m->series),
                    m->series.game[0].match_target, m->score[0], m->score[1]);
        say_levels(t);
        if (m->phase != ALEA_TABLES_PHASE_TO_ROLL && m->turn != ALEA_TABLES_NOBODY &&
            !console_is_full(t->console))
            table_show_board(t);
        status = play_on(t);
    }
    release(t);
    return status;
}
