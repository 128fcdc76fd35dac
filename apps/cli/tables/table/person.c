#include "person.h"

#include "cli/io/args.h"
#include "cli/play/view/words.h"
#include "family/opponent.h"
#include "family/words.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { MOST_LISTED = 200, BEST = 3, PROMPT_SIZE = 96 };

static const char *const words[] = {
    "accept", "board",  "double", "drop",  "flip",  "help", "hint", "list", "quit",
    "reject", "resign", "roll",   "rules", "score", "take", "undo", "use"};

static void say_turn(table *t, int number, int index)
{
    char text[ALEA_TABLES_MOVES_SIZE];
    alea_tables_move move[ALEA_TABLES_MAX_STEPS];
    const int moves = alea_tables_turns_moves(&t->turns, index, move);
    alea_tables_moves_mark(&t->draft.rules, &t->draft.start, move, moves);
    alea_tables_moves_write(&t->draft.rules, move, moves, text);
    console_say(t->console, "%d. %s", number, text);
}

static void list_turns(table *t)
{
    t->candidates = t->turns.count;
    for (int i = 0; i < t->candidates; i++) {
        t->candidate[i] = i;
        if (i < MOST_LISTED) say_turn(t, i + 1, i);
    }
    if (t->candidates > MOST_LISTED)
        console_say(t->console, "and %d more", t->candidates - MOST_LISTED);
}

static void hint(table *t)
{
    t->candidates = tables_machine_best(&t->draft.rules, t->match.dice, &t->turns, 1,
                                        BEST, &t->mind, t->candidate);
    console_say(t->console, "The machine likes best (a number plays that one):");
    for (int i = 0; i < t->candidates; i++) say_turn(t, i + 1, t->candidate[i]);
}

static void say_rule(void *context, tables_words_kind kind, const char *text)
{
    table *t = context;
    console_say(t->console, "%s%s",
                kind == TABLES_TITLE    ? ""
                : kind == TABLES_SOURCE ? "- Source: "
                                        : "- ",
                text);
}

/* The rules of the game that is played now. */
static void say_rules(table *t)
{
    if (console_drawn(t->console))
        tables_words_say(alea_tables_match_rules(&t->match), say_rule, t);
    else
        tables_rules_print(&t->match.series);
}

static void help(table *t)
{
    static const char *const lines[] = {
        "A play is typed from-point to-point, in your own numbers: 24/20 13/9; bar, "
        "off.",
        "A part of it is fine too: 'undo' takes a part back, Enter ends a whole play.",
        "list: the legal plays with numbers; a number plays that one. hint: the "
        "three that the machine likes best.",
        "Enter: roll. use: play the opening roll (where the game lets you choose).",
        "resign N, accept, reject; double, take, drop (with -o cube=on).",
        "board, score; flip: turn the board; rules: the rules of this game; quit."};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        console_say(t->console, "%s", lines[i]);
    if (!console_is_full(t->console)) return;
    console_say(t->console, " ");
    say_rules(t);
}

/* Commands that mean the same at every prompt; false if the line is none of them. */
static bool general(table *t, const char *line, table_end *end)
{
    alea_tables_event event = {.type = ALEA_TABLES_EVENT_RESIGN, .by = t->match.to_act};
    long long points;
    if (strcasecmp(line, "help") == 0 || strcmp(line, "?") == 0) {
        help(t);
    } else if (strcasecmp(line, "board") == 0) {
        table_show_board(t);
    } else if (strcasecmp(line, "flip") == 0 && console_drawn(t->console)) {
        t->flipped = !t->flipped;
        table_show_board(t);
    } else if (strcasecmp(line, "score") == 0) {
        console_say(t->console, "Score: %s %d, %s %d; match to %d.",
                    table_name(t, ALEA_TABLES_A), t->match.score[0],
                    table_name(t, ALEA_TABLES_B), t->match.score[1],
                    t->match.series.game[0].match_target);
    } else if (strcasecmp(line, "rules") == 0) {
        say_rules(t);
    } else if (strncasecmp(line, "resign ", 7) == 0 &&
               args_integer(line + 7, 1, 1000, &points)) {
        event.points = (int)points;
        *end = table_apply(t, &event);
    } else {
        return false;
    }
    return true;
}

/* ---- a play ---- */

/* "3-5": the dice that are left. */
static const char *say_left(const table *t, char out[16])
{
    uint8_t die[ALEA_TABLES_MAX_STEPS];
    const int left = tables_draft_left(&t->draft, die);
    int n = 0;
    *out = '\0';
    for (int d = 0; d < left; d++)
        n += snprintf(out + n, 16 - (size_t)n, "%s%d", d ? "-" : "", die[d]);
    return out;
}

static table_end commit(table *t)
{
    alea_tables_event event = {.type = ALEA_TABLES_EVENT_PLAY,
                               .by = t->match.to_act,
                               .moves = (uint8_t)t->draft.moves};
    memcpy(event.move, t->draft.move, sizeof event.move);
    return table_apply(t, &event);
}

static table_end choose(table *t, long long number)
{
    alea_tables_event event = {.type = ALEA_TABLES_EVENT_PLAY, .by = t->match.to_act};
    char why[64];
    if (number < 1 || number > t->candidates) {
        snprintf(why, sizeof why, "Choose 1 to %d.", t->candidates);
        table_refuse(t, why);
        return TABLE_GOES_ON;
    }
    event.moves = (uint8_t)alea_tables_turns_moves(&t->turns, t->candidate[number - 1],
                                                   event.move);
    return table_apply(t, &event);
}

static void refuse_moves(table *t, const alea_tables_move *move, int count,
                         alea_tables_fault fault, int bad)
{
    char said[PLAY_SENTENCE_SIZE], where[ALEA_TABLES_MOVES_SIZE] = "";
    if (bad < count && count > 1) {
        alea_tables_moves_write(&t->draft.rules, move + bad, 1, where);
        strncat(where, ": ", 3);
    }
    snprintf(said, sizeof said, "%s%s", where, alea_tables_fault_text(fault));
    table_refuse(t, said);
}

/* A whole play in one line counts at once; one made by parts waits for Enter. */
static table_end add_moves(table *t, const alea_tables_move *move, int count)
{
    alea_tables_fault fault;
    int bad;
    char left[16];
    const tables_part part = tables_draft_add(&t->draft, move, count, &fault, &bad);
    if (part == TABLES_PART_REFUSED) {
        refuse_moves(t, move, count, fault, bad);
        return TABLE_GOES_ON;
    }
    if (part == TABLES_PART_WHOLE && t->draft.parts == 1 &&
        (count > 1 || !console_is_full(t->console)))
        return commit(t);
    if (console_drawn(t->console)) table_show_board(t);
    if (part == TABLES_PART_MADE)
        console_say(t->console, "%s left to play ('undo' takes the last part back).",
                    say_left(t, left));
    else if (part == TABLES_PART_MAY_END)
        console_say(t->console,
                    "Enter plays only this (allowed here); or play the %s as well.",
                    say_left(t, left));
    else
        console_say(t->console, "Play complete: Enter to confirm, 'undo' to change.");
    return TABLE_GOES_ON;
}

static table_end finish(table *t)
{
    if (t->draft.moves && t->draft.stands) return commit(t);
    if (t->draft.moves)
        table_refuse(t, "The play is not complete: go on, or 'undo'.");
    else if (t->turns.count == 1)
        return choose(t, 1);
    else
        table_refuse(t, "Type a play such as 24/20 13/9, or 'list', 'help'.");
    return TABLE_GOES_ON;
}

static void undo(table *t)
{
    if (!tables_draft_undo(&t->draft)) {
        table_refuse(t, "Nothing to take back: a finished play stands.");
        return;
    }
    console_say(t->console, "Taken back.");
    if (console_drawn(t->console)) table_show_board(t);
}

static table_end ask_play(table *t)
{
    const alea_tables_dice *dice = &t->match.dice;
    char prompt[PROMPT_SIZE], left[16];
    table_end end = TABLE_GOES_ON;
    alea_error error = {0};
    alea_tables_move move[ALEA_TABLES_MAX_STEPS];
    long long number;
    int moves = 0;
    play_text out;
    text_start(&out, prompt, sizeof prompt);
    text_add(&out, "%s: ", table_name(t, t->match.to_act));
    if (t->draft.moves && t->draft.stands)
        text_add(&out, "Enter, or undo");
    else if (t->draft.moves)
        text_add(&out, "Play the %s", say_left(t, left));
    else
        for (int d = 0; d < dice->count; d++)
            text_add(&out, "%s%d", d ? "-" : "Play ", dice->die[d]);
    const char *line = table_ask(t, prompt, &end);
    if (!line) return end;
    if (!*line) return finish(t);
    if (strcasecmp(line, "list") == 0) {
        list_turns(t);
    } else if (strcasecmp(line, "hint") == 0) {
        hint(t);
    } else if (strcasecmp(line, "undo") == 0) {
        undo(t);
    } else if (general(t, line, &end)) {
        return end;
    } else if (args_integer(line, 1, ALEA_TABLES_MAX_TURNS, &number)) {
        return choose(t, number);
    } else if (!strchr(line, '/') ||
               alea_tables_moves_read(&t->draft.rules, line, strlen(line), move, &moves,
                                      &error) != ALEA_OK) {
        table_refuse(t, *error.reason
                            ? error.reason
                            : "Type a play such as 24/20 13/9, or 'list', 'help'.");
    } else {
        return add_moves(t, move, moves);
    }
    return TABLE_GOES_ON;
}

/* ---- other questions ---- */

static table_end ask_roll(table *t)
{
    char prompt[PROMPT_SIZE];
    table_end end = TABLE_GOES_ON;
    const bool may_double = alea_tables_match_may_double(&t->match, t->match.to_act);
    snprintf(prompt, sizeof prompt, "%s: Roll (Enter)%s%s",
             table_name(t, t->match.to_act), t->match.may_use ? " or use" : "",
             may_double ? " or double" : "");
    const char *line = table_ask(t, prompt, &end);
    if (!line) return end;
    if (!*line || strcasecmp(line, "roll") == 0)
        return table_throw(t, ALEA_TABLES_EVENT_ROLL);
    if (strcasecmp(line, "use") == 0) return table_act(t, ALEA_TABLES_EVENT_USE);
    if (strcasecmp(line, "double") == 0) return table_act(t, ALEA_TABLES_EVENT_DOUBLE);
    if (!general(t, line, &end)) table_refuse(t, "Enter rolls; 'help' tells more.");
    return end;
}

static table_end ask_name(table *t)
{
    char prompt[PROMPT_SIZE];
    table_end end = TABLE_GOES_ON;
    long long die;
    snprintf(prompt, sizeof prompt, "%s: Which double, 1 to 6",
             table_name(t, t->match.to_act));
    const char *line = table_ask(t, prompt, &end);
    if (!line) return end;
    alea_tables_event event = {.type = ALEA_TABLES_EVENT_NAME, .by = t->match.to_act};
    if (args_integer(line, 1, 6, &die)) {
        event.die[0] = (uint8_t)die;
        return table_apply(t, &event);
    }
    if (!general(t, line, &end)) table_refuse(t, "Type a number from 1 to 6.");
    return end;
}

static table_end ask_answer(table *t, bool to_double)
{
    char prompt[PROMPT_SIZE];
    table_end end = TABLE_GOES_ON;
    snprintf(prompt, sizeof prompt, "%s: %s", table_name(t, t->match.to_act),
             to_double ? "Take or drop" : "Accept or reject");
    const char *line = table_ask(t, prompt, &end);
    if (!line) return end;
    if (strcasecmp(line, to_double ? "take" : "accept") == 0)
        return table_act(t,
                         to_double ? ALEA_TABLES_EVENT_TAKE : ALEA_TABLES_EVENT_ACCEPT);
    if (strcasecmp(line, to_double ? "drop" : "reject") == 0)
        return table_act(t,
                         to_double ? ALEA_TABLES_EVENT_DROP : ALEA_TABLES_EVENT_REJECT);
    if (!general(t, line, &end)) table_refuse(t, "Answer the offer first.");
    return end;
}

table_end person_goes_on(table *t, const char *prompt, bool *go)
{
    table_end end = TABLE_GOES_ON;
    *go = !table_has_person(t);
    if (*go) return end;
    const char *line = table_ask(t, prompt, &end);
    if (!line) return end;
    *go = !*line || strcasecmp(line, "roll") == 0;
    if (!*go && !general(t, line, &end)) table_refuse(t, "Enter goes on.");
    return end;
}

table_end person_acts(table *t)
{
    switch (t->match.phase) {
    case ALEA_TABLES_PHASE_TO_ROLL: return ask_roll(t);
    case ALEA_TABLES_PHASE_TO_NAME: return ask_name(t);
    case ALEA_TABLES_PHASE_TO_PLAY: return ask_play(t);
    case ALEA_TABLES_PHASE_DOUBLE_OFFERED:
    case ALEA_TABLES_PHASE_RESIGN_OFFERED:
        return ask_answer(t, t->match.phase == ALEA_TABLES_PHASE_DOUBLE_OFFERED);
    case ALEA_TABLES_PHASE_OPENING:
    case ALEA_TABLES_PHASE_GAME_OVER:
    case ALEA_TABLES_PHASE_MATCH_OVER: break;
    }
    return TABLE_BROKEN;
}

/* ---- completion ---- */

static void offer_if(const char *line, const char *typed,
                     void (*offer)(void *offers, const char *line), void *offers)
{
    if (strncmp(line, typed, strlen(typed)) == 0) offer(offers, line);
}

void person_complete(void *context, const char *typed,
                     void (*offer)(void *offers, const char *line), void *offers)
{
    const table *t = context;
    char text[ALEA_TABLES_MOVES_SIZE];
    for (size_t i = 0; *typed && i < sizeof words / sizeof *words; i++)
        offer_if(words[i], typed, offer, offers);
    if (t->match.phase != ALEA_TABLES_PHASE_TO_PLAY) return;
    for (int from = ALEA_TABLES_POINTS - 1; t->draft.moves && from >= 1; from--) {
        uint8_t to[TABLES_TARGETS];
        const int targets = tables_draft_targets(&t->draft, from, to);
        for (int i = 0; i < targets; i++) {
            const alea_tables_move move = {.from = (uint8_t)from, .to = to[i]};
            alea_tables_moves_write(&t->draft.rules, &move, 1, text);
            offer_if(text, typed, offer, offers);
        }
    }
    for (int i = 0; !t->draft.moves && i < t->turns.count; i++) {
        alea_tables_move move[ALEA_TABLES_MAX_STEPS];
        const int moves = alea_tables_turns_moves(&t->turns, i, move);
        alea_tables_moves_write(&t->draft.rules, move, moves, text);
        offer_if(text, typed, offer, offers);
    }
}
