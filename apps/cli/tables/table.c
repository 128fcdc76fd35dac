#include "commands.h"
#include "opponent.h"
#include "save.h"

#include "cli/io/args.h"
#include "cli/io/command.h"
#include "cli/io/fail.h"
#include "cli/io/lines.h"
#include "cli/save/dice_source.h"

#include <alea/tables_record.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum { LINE_CAP = 512, MOST_LISTED = 200 };

typedef enum table_end { TABLE_GOES_ON = 0, TABLE_STOPPED, TABLE_BROKEN } table_end;

typedef struct table {
    alea_tables_match match;
    alea_tables_turns turns; /* of the dice to play */
    alea_tables_turns work;
    tables_seats seats;
    dice_source dice;
    line_reader reader;
    tables_save save;
    bool some_bad;
    bool sealed, opened; /* dice: fixed before the first throw; their seed is shown */
} table;

static const char *name_of(const table *t, alea_tables_player by)
{
    return t->seats.name[by == ALEA_TABLES_B];
}

static void refuse(table *t, const char *reason)
{
    t->some_bad = true;
    printf("%s\n", reason);
}

/* ---- events ---- */

/* "You roll" / "alea rolls": the name with the form of the verb that fits it. */
static void say_does(const char *who, const char *verb)
{
    const bool you = strcasecmp(who, "you") == 0;
    printf("%s %s%s", you ? "You" : who, verb, you ? "" : "s");
}

static void say_result(const table *t)
{
    const alea_tables_match *m = &t->match;
    if (m->winner == ALEA_TABLES_NOBODY)
        printf("The game is a draw");
    else {
        say_does(name_of(t, m->winner), "win");
        printf(" %d point%s", m->points, m->points == 1 ? "" : "s");
    }
    printf(". Score: %s %d, %s %d.\n", name_of(t, ALEA_TABLES_A), m->score[0],
           name_of(t, ALEA_TABLES_B), m->score[1]);
    if (m->match_winner != ALEA_TABLES_NOBODY) {
        say_does(name_of(t, m->match_winner), "win");
        puts(" the match.");
    }
}

static void say_event(const table *t, const alea_tables_event *event,
                      alea_tables_player by, const char *moves)
{
    const char *who = by == ALEA_TABLES_NOBODY ? "" : name_of(t, by);
    switch (event->type) {
    case ALEA_TABLES_EVENT_OPENING:
        printf("Opening roll: %s %d, %s %d.\n", name_of(t, ALEA_TABLES_A),
               event->die[0], name_of(t, ALEA_TABLES_B), event->die[1]);
        if (event->die[0] == event->die[1]) puts("Equal: both roll again.");
        break;
    case ALEA_TABLES_EVENT_ROLL: {
        say_does(who, "roll");
        putchar(' ');
        const int dice = t->match.series.game[t->match.in_series].dice;
        for (int d = 0; d < dice; d++) printf("%s%d", d ? "-" : "", event->die[d]);
        puts(".");
        break;
    }
    case ALEA_TABLES_EVENT_USE:
        say_does(who, "play");
        puts(" the opening roll.");
        break;
    case ALEA_TABLES_EVENT_NAME:
        say_does(who, "name");
        printf(" %d.\n", event->die[0]);
        break;
    case ALEA_TABLES_EVENT_PLAY:
        if (event->moves == 0) {
            printf("%s cannot move.\n", strcasecmp(who, "you") == 0 ? "You" : who);
        } else {
            say_does(who, "play");
            printf(" %s.\n", moves);
        }
        break;
    case ALEA_TABLES_EVENT_DOUBLE:
        say_does(who, "double");
        puts(".");
        break;
    case ALEA_TABLES_EVENT_TAKE:
        say_does(who, "take");
        puts(".");
        break;
    case ALEA_TABLES_EVENT_DROP:
        say_does(who, "drop");
        puts(".");
        break;
    case ALEA_TABLES_EVENT_RESIGN:
        say_does(who, "offer");
        printf(" to resign %d point%s.\n", event->points,
               event->points == 1 ? "" : "s");
        break;
    case ALEA_TABLES_EVENT_ACCEPT:
        say_does(who, "accept");
        puts(".");
        break;
    case ALEA_TABLES_EVENT_REJECT:
        say_does(who, "reject");
        puts(".");
        break;
    case ALEA_TABLES_EVENT_NEXT: break;
    }
}

static table_end apply(table *t, alea_tables_event *event)
{
    char moves[ALEA_TABLES_MOVES_SIZE] = "";
    alea_tables_fault fault = ALEA_TABLES_LEGAL;
    const alea_tables_rules rules = *alea_tables_match_rules(&t->match);
    const bool had_result = t->match.has_result;
    if (event->type == ALEA_TABLES_EVENT_PLAY) {
        const alea_tables_board board = alea_tables_match_board(&t->match, event->by);
        alea_tables_moves_mark(&rules, &board, event->move, event->moves);
        alea_tables_moves_write(&rules, event->move, event->moves, moves);
    }
    const alea_tables_refusal refusal =
        alea_tables_match_apply(&t->match, event, &t->work, &fault);
    if (refusal != ALEA_TABLES_ACCEPTED) {
        refuse(t, refusal == ALEA_TABLES_REFUSED_ILLEGAL_PLAY
                      ? alea_tables_fault_text(fault)
                      : alea_tables_refusal_text(refusal));
        return TABLE_GOES_ON;
    }
    if (!tables_save_event(&t->save, &rules, event)) return TABLE_BROKEN;
    say_event(t, event, event->by, moves);
    if (t->match.has_result && !had_result) say_result(t);
    return TABLE_GOES_ON;
}

static table_end act(table *t, alea_tables_event_type type)
{
    alea_tables_event event = {.type = type, .by = t->match.to_act};
    return apply(t, &event);
}

/* ---- dice ---- */

/* One die of each player (opening), or the dice of a throw. */
static bool throw_dice(table *t, alea_tables_event_type type,
                       uint8_t out[ALEA_TABLES_MAX_DICE])
{
    const alea_tables_rules *rules = alea_tables_match_rules(&t->match);
    alea_error error = {0};
    alea_roll roll[TABLES_MOST_ROLLS];
    for (int i = 0; i < tables_sealed_rolls(rules, type); i++)
        if (dice_source_roll(&t->dice, &roll[i], &error) != ALEA_OK) {
            command_say("play", "no dice: %s", error.reason);
            return false;
        }
    tables_sealed_dice(rules, type, roll, out);
    return true;
}

static table_end throw_for(table *t, alea_tables_event_type type)
{
    alea_tables_event event = {.type = type, .by = t->match.to_act};
    if (!throw_dice(t, type, event.die)) return TABLE_BROKEN;
    return apply(t, &event);
}

/* ---- a person ---- */

static void show_board(const table *t, alea_tables_player viewer)
{
    char text[ALEA_TABLES_DIAGRAM_SIZE];
    const alea_tables_board board = alea_tables_match_board(&t->match, viewer);
    alea_tables_diagram_write(alea_tables_match_rules(&t->match), &board, text);
    printf("X is %s, O %s; x and o are pinned or hit.\n%s", name_of(t, viewer),
           name_of(t, viewer == ALEA_TABLES_A ? ALEA_TABLES_B : ALEA_TABLES_A), text);
}

static void list_turns(const table *t)
{
    char text[ALEA_TABLES_MOVES_SIZE];
    for (int i = 0; i < t->turns.count && i < MOST_LISTED; i++) {
        alea_tables_move move[ALEA_TABLES_MAX_STEPS];
        const int moves = alea_tables_turns_moves(&t->turns, i, move);
        alea_tables_moves_write(alea_tables_match_rules(&t->match), move, moves, text);
        printf("%d. %s\n", i + 1, text);
    }
    if (t->turns.count > MOST_LISTED)
        printf("and %d more\n", t->turns.count - MOST_LISTED);
}

static void help(void)
{
    puts("A play is typed from-point to-point, "
         "in your own numbers: 24/20 13/9; bar, off.");
    puts("list: the legal plays with numbers; a number plays that one.");
    puts("Enter: roll. use: play the opening roll (where the game lets you choose).");
    puts("resign N, accept, reject; double, take, drop (with -o cube=on).");
    puts("board, score; rules: the rules of this game; quit.");
}

/* A line; NULL at the end of the input, or on "quit" (*end says which). */
static const char *ask(table *t, const char *prompt, table_end *end)
{
    line_result why;
    const char *line = line_reader_ask(&t->reader, prompt, &t->some_bad, &why);
    if (!line) *end = why == LINE_END ? TABLE_STOPPED : TABLE_BROKEN;
    return line;
}

/* Commands that mean the same at every prompt; false if the line is none of them. */
static bool general(table *t, const char *line, table_end *end)
{
    const alea_tables_player me = t->match.to_act;
    alea_tables_event event = {.type = ALEA_TABLES_EVENT_RESIGN, .by = me};
    long long points;
    if (strcasecmp(line, "help") == 0) {
        help();
    } else if (strcasecmp(line, "board") == 0) {
        show_board(t, me == ALEA_TABLES_NOBODY ? ALEA_TABLES_A : me);
    } else if (strcasecmp(line, "score") == 0) {
        printf("Score: %s %d, %s %d; match to %d.\n", name_of(t, ALEA_TABLES_A),
               t->match.score[0], name_of(t, ALEA_TABLES_B), t->match.score[1],
               t->match.series.game[0].match_target);
    } else if (strcasecmp(line, "rules") == 0) {
        tables_rules_print(&t->match.series);
    } else if (strncasecmp(line, "resign ", 7) == 0 &&
               args_integer(line + 7, 1, 1000, &points)) {
        event.points = (int)points;
        *end = apply(t, &event);
    } else {
        return false;
    }
    return true;
}

static table_end ask_play(table *t)
{
    alea_tables_event event = {.type = ALEA_TABLES_EVENT_PLAY, .by = t->match.to_act};
    const alea_tables_dice *dice = &t->match.dice;
    char prompt[64];
    table_end end = TABLE_GOES_ON;
    alea_error error = {0};
    long long number;
    int moves = 0;
    int n = snprintf(prompt, sizeof prompt, "%s: Play ", name_of(t, t->match.to_act));
    for (int d = 0; d < dice->count && n < (int)sizeof prompt; d++)
        n += snprintf(prompt + n, sizeof prompt - (size_t)n, "%s%d", d ? "-" : "",
                      dice->die[d]);
    const char *line = ask(t, prompt, &end);
    if (!line) return end;
    if (strcasecmp(line, "list") == 0) {
        list_turns(t);
        return TABLE_GOES_ON;
    }
    if (general(t, line, &end)) return end;
    if (args_integer(line, 1, t->turns.count, &number)) {
        event.moves =
            (uint8_t)alea_tables_turns_moves(&t->turns, (int)number - 1, event.move);
        return apply(t, &event);
    }
    if (!strchr(line, '/') ||
        alea_tables_moves_read(alea_tables_match_rules(&t->match), line, strlen(line),
                               event.move, &moves, &error) != ALEA_OK) {
        refuse(t, *error.reason ? error.reason
                                : "Type a play such as 24/20 13/9, or 'list', 'help'.");
        return TABLE_GOES_ON;
    }
    event.moves = (uint8_t)moves;
    return apply(t, &event);
}

static table_end ask_roll(table *t)
{
    char prompt[96];
    table_end end = TABLE_GOES_ON;
    const bool may_double = alea_tables_match_may_double(&t->match, t->match.to_act);
    snprintf(prompt, sizeof prompt, "%s: Roll (Enter)%s%s", name_of(t, t->match.to_act),
             t->match.may_use ? " or use" : "", may_double ? " or double" : "");
    const char *line = ask(t, prompt, &end);
    if (!line) return end;
    if (!*line || strcasecmp(line, "roll") == 0)
        return throw_for(t, ALEA_TABLES_EVENT_ROLL);
    if (strcasecmp(line, "use") == 0) return act(t, ALEA_TABLES_EVENT_USE);
    if (strcasecmp(line, "double") == 0) return act(t, ALEA_TABLES_EVENT_DOUBLE);
    if (!general(t, line, &end)) refuse(t, "Enter rolls; 'help' tells more.");
    return end;
}

static table_end ask_name(table *t)
{
    char prompt[64];
    table_end end = TABLE_GOES_ON;
    long long die;
    snprintf(prompt, sizeof prompt, "%s: Which double, 1 to 6",
             name_of(t, t->match.to_act));
    const char *line = ask(t, prompt, &end);
    if (!line) return end;
    alea_tables_event event = {.type = ALEA_TABLES_EVENT_NAME, .by = t->match.to_act};
    if (args_integer(line, 1, 6, &die)) {
        event.die[0] = (uint8_t)die;
        return apply(t, &event);
    }
    if (!general(t, line, &end)) refuse(t, "Type a number from 1 to 6.");
    return end;
}

static table_end ask_answer(table *t, bool to_double)
{
    char prompt[64];
    table_end end = TABLE_GOES_ON;
    snprintf(prompt, sizeof prompt, "%s: %s", name_of(t, t->match.to_act),
             to_double ? "Take or drop" : "Accept or reject");
    const char *line = ask(t, prompt, &end);
    if (!line) return end;
    if (strcasecmp(line, to_double ? "take" : "accept") == 0)
        return act(t, to_double ? ALEA_TABLES_EVENT_TAKE : ALEA_TABLES_EVENT_ACCEPT);
    if (strcasecmp(line, to_double ? "drop" : "reject") == 0)
        return act(t, to_double ? ALEA_TABLES_EVENT_DROP : ALEA_TABLES_EVENT_REJECT);
    if (!general(t, line, &end)) refuse(t, "Answer the offer first.");
    return end;
}

/* Enter goes on; two machines ask nobody. */
static table_end ask_to_go_on(table *t, const char *prompt, bool *go)
{
    table_end end = TABLE_GOES_ON;
    *go = !t->seats.person[0] && !t->seats.person[1];
    if (*go) return end;
    const char *line = ask(t, prompt, &end);
    if (!line) return end;
    *go = !*line || strcasecmp(line, "roll") == 0;
    if (!*go && !general(t, line, &end)) refuse(t, "Enter goes on.");
    return end;
}

/* ---- the machine ---- */

static table_end machine_part(table *t)
{
    const alea_tables_rules *rules = alea_tables_match_rules(&t->match);
    const alea_tables_player me = t->match.to_act;
    alea_tables_event event = {.type = ALEA_TABLES_EVENT_PLAY, .by = me};
    const alea_tables_board board = alea_tables_match_board(&t->match, me);
    switch (t->match.phase) {
    case ALEA_TABLES_PHASE_TO_ROLL: return throw_for(t, ALEA_TABLES_EVENT_ROLL);
    case ALEA_TABLES_PHASE_TO_NAME:
        /* The highest that the rules take. */
        event.type = ALEA_TABLES_EVENT_NAME;
        for (uint8_t die = 6; die > 1; die--) {
            alea_tables_match copy = t->match;
            event.die[0] = die;
            if (alea_tables_match_apply(&copy, &event, &t->work, NULL) ==
                ALEA_TABLES_ACCEPTED)
                return apply(t, &event);
        }
        event.die[0] = 1;
        return apply(t, &event);
    case ALEA_TABLES_PHASE_TO_PLAY:
        event.moves = (uint8_t)alea_tables_turns_moves(
            &t->turns, tables_opponent_choose(rules, &t->turns), event.move);
        return apply(t, &event);
    case ALEA_TABLES_PHASE_DOUBLE_OFFERED: return act(t, ALEA_TABLES_EVENT_TAKE);
    case ALEA_TABLES_PHASE_RESIGN_OFFERED:
        /* All that could be won, or one point from a side that has borne off. */
        if (alea_tables_match_resigned(&t->match) >= alea_tables_most_points(rules) ||
            board.count[1][ALEA_TABLES_OFF] > 0)
            return act(t, ALEA_TABLES_EVENT_ACCEPT);
        return act(t, ALEA_TABLES_EVENT_REJECT);
    case ALEA_TABLES_PHASE_OPENING:
    case ALEA_TABLES_PHASE_GAME_OVER:
    case ALEA_TABLES_PHASE_MATCH_OVER: break;
    }
    return TABLE_BROKEN;
}

/* ---- the course of a match ---- */

/* Lists the plays; one that is no choice is made. */
static table_end play_part(table *t)
{
    const alea_tables_player me = t->match.to_act;
    alea_tables_event event = {.type = ALEA_TABLES_EVENT_PLAY, .by = me};
    const alea_tables_board board = alea_tables_match_board(&t->match, me);
    alea_tables_turns_list(alea_tables_match_rules(&t->match), &board, t->match.dice,
                           alea_tables_match_first(&t->match), &t->turns);
    if (t->turns.count == 1 && alea_tables_turns_moves(&t->turns, 0, event.move) == 0)
        return apply(t, &event);
    return t->seats.person[me] ? ask_play(t) : machine_part(t);
}

static table_end once(table *t)
{
    const alea_tables_match *m = &t->match;
    bool go;
    table_end end;
    switch (m->phase) {
    case ALEA_TABLES_PHASE_OPENING:
        end = ask_to_go_on(t, "Press Enter to roll for the first move", &go);
        return go ? throw_for(t, ALEA_TABLES_EVENT_OPENING) : end;
    case ALEA_TABLES_PHASE_GAME_OVER:
        end = ask_to_go_on(t, "Press Enter for the next game", &go);
        if (go) end = act(t, ALEA_TABLES_EVENT_NEXT);
        if (go) printf("Game %d: %s.\n", m->game, alea_tables_match_rules(m)->name);
        return end;
    case ALEA_TABLES_PHASE_MATCH_OVER: return TABLE_STOPPED;
    case ALEA_TABLES_PHASE_TO_PLAY: return play_part(t);
    case ALEA_TABLES_PHASE_TO_ROLL:
        if (!t->seats.person[m->to_act]) return machine_part(t);
        show_board(t, m->to_act);
        return ask_roll(t);
    case ALEA_TABLES_PHASE_TO_NAME:
        return t->seats.person[m->to_act] ? ask_name(t) : machine_part(t);
    case ALEA_TABLES_PHASE_DOUBLE_OFFERED:
    case ALEA_TABLES_PHASE_RESIGN_OFFERED:
        return t->seats.person[m->to_act]
                   ? ask_answer(t, m->phase == ALEA_TABLES_PHASE_DOUBLE_OFFERED)
                   : machine_part(t);
    }
    return TABLE_BROKEN;
}

/* After the last throw: shows the seed and puts it into the save. */
static bool open_seed(table *t)
{
    char hex[DICE_SEED_HEX];
    dice_secret_hex(&t->dice.secret, hex);
    printf("Seed of the dice: %s\n", hex);
    if (t->save.fd < 0) return true;
    if (!t->opened && !tables_save_note(&t->save, TABLES_SEED_MARK, hex)) return false;
    tables_sealed_drop(t->save.path);
    printf("Check them: alea verify-dice %s\n", t->save.path);
    return true;
}

/* Plays on until the match or the input ends; then `t` is released. */
static int play_on(table *t)
{
    int status = EXIT_DONE;
    table_end end = TABLE_GOES_ON;
    line_reader_start(&t->reader, STDIN_FILENO, LINE_CAP);
    while (end == TABLE_GOES_ON) end = once(t);
    if (end == TABLE_BROKEN)
        status = EXIT_SYSTEM;
    else if (t->some_bad && !isatty(STDIN_FILENO))
        status = EXIT_SOME_BAD;
    if (end == TABLE_STOPPED && t->match.phase != ALEA_TABLES_PHASE_MATCH_OVER &&
        t->save.fd >= 0)
        printf("Game stopped. Saved in %s; 'alea play --resume %s' goes on.\n",
               t->save.path, t->save.path);
    if (end == TABLE_STOPPED && t->match.phase == ALEA_TABLES_PHASE_MATCH_OVER &&
        t->sealed && !open_seed(t))
        status = EXIT_SYSTEM;
    line_reader_finish(&t->reader);
    return status;
}

static void release(table *t)
{
    tables_save_close(&t->save);
    dice_source_finish(&t->dice);
    free(t);
}

static const char *name_of_match(const alea_tables_series *series)
{
    return series->games > 1 ? "tavli" : series->game[0].name;
}

int tables_play_run(const alea_tables_series *series, const tables_seats *seats,
                    const char *dice, const char *save)
{
    alea_error error = {0};
    char spec[SAVE_PATH_SIZE], commitment[DICE_SEED_HEX], seed[DICE_SEED_HEX];
    table *t = calloc(1, sizeof *t);
    if (!t) return command_fail_memory("play");
    t->seats = *seats;
    t->save.fd = -1;
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
    if (status == EXIT_DONE) {
        alea_tables_match_start(&t->match, series);
        printf("%s against %s: %s, match to %d. 'help' lists what you can type.\n",
               seats->name[0], seats->name[1], name_of_match(series),
               series->game[0].match_target);
        if (t->sealed) {
            dice_secret_commitment(&t->dice.secret, commitment);
            printf("Dice sealed: %s\n", commitment);
        }
        status = play_on(t);
    }
    release(t);
    return status;
}

int tables_resume_run(const char *path)
{
    alea_error error = {0};
    tables_saved saved;
    table *t = calloc(1, sizeof *t);
    if (!t) return command_fail_memory("play");
    int status = tables_save_open(&t->save, path, &t->match, &t->work, &saved);
    for (int i = 0; i < 2; i++) {
        t->seats.name[i] = saved.name[i];
        t->seats.person[i] = saved.person[i];
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
    if (status == EXIT_DONE) {
        const alea_tables_match *m = &t->match;
        printf("Going on with %s\n", path);
        if (saved.cut)
            puts("Its last line was cut off in the writing; it is left out.");
        printf("%s against %s: %s, match to %d. Score: %d to %d.\n", saved.name[0],
               saved.name[1], name_of_match(&m->series), m->series.game[0].match_target,
               m->score[0], m->score[1]);
        if (m->phase != ALEA_TABLES_PHASE_TO_ROLL && m->turn != ALEA_TABLES_NOBODY)
            show_board(t, m->to_act);
        status = play_on(t);
    }
    release(t);
    return status;
}
