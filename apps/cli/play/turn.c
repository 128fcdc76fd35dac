#include "turn.h"
#include "cli/play/advice/advice.h"
#include "cli/play/prompt/session.h"
#include "offers.h"
#include "prompt_commands.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

/* "your", "ben's". */
static const char *whose(const char *name, char out[32])
{
    snprintf(out, 32, "%s%s", strcasecmp(name, "you") == 0 ? "your" : name,
             strcasecmp(name, "you") == 0 ? "" : "'s");
    return out;
}

/* Two dice from people; a die each in the opening. */
static play_end ask_dice(play_session *s, alea_player by, alea_roll *roll, bool *cocked)
{
    char prompt[128], one[32], other[32];
    *cocked = false;
    for (;;) {
        play_input input;
        bool known = false;
        if (by == ALEA_NOBODY)
            snprintf(prompt, sizeof prompt,
                     "Opening roll: %s die, then %s (such as 61)",
                     whose(s->name[0], one), whose(s->name[1], other));
        else
            snprintf(prompt, sizeof prompt, "%s dice", whose(s->name[by], one));
        play_end end = play_ask(s, prompt, &input);
        if (end != PLAY_GOES_ON) return end;
        if (alea_roll_valid(input.roll)) {
            *roll = input.roll;
            return PLAY_GOES_ON;
        }
        if (input.word == WORD_COCKED && by != ALEA_NOBODY) {
            *cocked = true;
            return PLAY_GOES_ON;
        }
        if (input.word == WORD_COCKED) {
            play_say_text(s, "Cocked dice do not count: both players roll again.");
            continue;
        }
        end = play_general(s, &input, &known);
        if (end != PLAY_GOES_ON) return end;
        if (!known)
            play_refuse(s, "Type two dice from 1 to 6, such as 63; or 'cocked'.");
    }
}

play_end play_throw(play_session *s, alea_player by)
{
    alea_event event = {
        .type = by == ALEA_NOBODY ? ALEA_EVENT_OPENING : ALEA_EVENT_ROLL, .by = by};
    alea_error error = {0};
    if (s->dice.kind == DICE_MANUAL) {
        bool cocked = false;
        const play_end end = ask_dice(s, by, &event.roll, &cocked);
        if (end != PLAY_GOES_ON) return end;
        if (cocked) event.type = ALEA_EVENT_COCKED;
        return play_apply(s, &event);
    }
    if (dice_source_roll(&s->dice, &event.roll, &error) != ALEA_OK) {
        play_refuse(s, "No dice: %s.", error.reason);
        return PLAY_NO_DICE;
    }
    return play_apply(s, &event);
}

/* Words that a person on turn may use before and after the throw. *used: it was one. */
static play_end on_turn_word(play_session *s, const play_input *input, alea_player by,
                             bool *used)
{
    const play_end end = play_either_side(s, input, by, used);
    if (end != PLAY_GOES_ON || *used) return end;
    *used = true;
    if (input->word == WORD_HINT) {
        play_hint(s, by);
        return PLAY_GOES_ON;
    }
    return play_general(s, input, used);
}

/* ", or 'ben: double'" where the player who is not on turn may double as well. */
static void say_other_may_double(const play_session *s, alea_player by, char *out,
                                 size_t size)
{
    const alea_player other = alea_opponent(by);
    *out = '\0';
    if (s->person[by] && s->person[other] &&
        alea_match_may_double(&s->record.now, other))
        snprintf(out, size, ", or '%s: double'", s->name[other]);
}

static play_end ask_roll(play_session *s, alea_player by)
{
    const alea_match *m = &s->record.now;
    const bool may_double = alea_match_may_double(m, by);
    const bool by_hand = s->dice.kind == DICE_MANUAL;
    char choices[160], other[48];
    say_other_may_double(s, by, other, sizeof other);
    const char *prompt = play_prompt(
        s, by, "%s%s%s%s", by_hand ? "Dice" : "Roll (Enter)",
        may_double ? " or double" : "", m->contestable ? " or contest" : "", other);
    snprintf(choices, sizeof choices, "%s%s; 'help' tells more.",
             by_hand ? "Type the dice, such as 63" : "Enter rolls",
             may_double ? ", 'double' offers the cube" : "");
    play_input input;
    bool used = false;
    play_end end = play_ask(s, prompt, &input);
    if (end != PLAY_GOES_ON) return end;
    if (input.by == alea_opponent(by)) {
        end = play_either_side(s, &input, by, &used);
        if (end != PLAY_GOES_ON || used) return end;
    }
    const bool rolls = by_hand ? alea_roll_valid(input.roll)
                               : input.word == WORD_ROLL || input.word == WORD_NOTHING;
    const alea_event without_double = {.type = ALEA_EVENT_ROLL, .by = by};
    if (rolls && may_double && !play_tutor_lets(s, &without_double, &end)) return end;
    if (by_hand && alea_roll_valid(input.roll)) {
        const alea_event event = {
            .type = ALEA_EVENT_ROLL, .by = by, .roll = input.roll};
        return play_apply(s, &event);
    }
    if (by_hand && input.word == WORD_COCKED) return play_act(s, ALEA_EVENT_COCKED, by);
    if (input.word == WORD_ROLL || input.word == WORD_NOTHING) return play_throw(s, by);
    end = on_turn_word(s, &input, by, &used);
    if (end == PLAY_GOES_ON && !used) play_refuse_word(s, &input, choices);
    return end;
}

/* The booklet's sentence, or ours, on why a play is refused. */
static void refuse_play(play_session *s, const play_input *input, alea_play_error why,
                        int bad)
{
    char where[64] = "";
    const char *cited = alea_rules_cite_play(s->record.now.rules.preset, why);
    if (bad >= 0 && bad < input->moves) {
        char from[8], to[8];
        const alea_move *m = &input->move[bad];
        snprintf(from, sizeof from, "%d", m->from);
        snprintf(to, sizeof to, "%d", m->to);
        snprintf(where, sizeof where, "%s/%s: ", m->from == ALEA_BAR ? "bar" : from,
                 m->to == ALEA_OFF ? "off" : to);
    }
    play_refuse(s, "%s%s", where, alea_play_error_text(why));
    if (cited) play_say_text(s, cited);
}

static play_end commit(play_session *s, alea_player by, const alea_play *play)
{
    alea_event event = {.type = ALEA_EVENT_PLAY, .by = by, .moves = play->count};
    memcpy(event.move, play->move, sizeof event.move);
    play_end end;
    return play_tutor_lets(s, &event, &end) ? play_apply(s, &event) : end;
}

/* "5", or "2 5s" of a double: what is left to play. */
static const char *say_left(const play_draft *draft, char out[32])
{
    int die = 0;
    const int left = play_draft_left(draft, &die);
    if (left == 1)
        snprintf(out, 32, "%d", die);
    else
        snprintf(out, 32, "%d %ds", left, die);
    return out;
}

static void show_draft(play_session *s, alea_player by, draft_answer answer)
{
    char left[32];
    if (console_drawn(s->console)) play_show_board(s, by);
    if (answer == DRAFT_PART)
        console_say(s->console, "%s left to play ('undo' takes the last part back).",
                    say_left(&s->draft, left));
    else if (answer == DRAFT_MAY_END)
        console_say(s->console,
                    "Enter plays only this (allowed here); or play the %s as well.",
                    say_left(&s->draft, left));
    else
        play_say_text(s, "Play complete: Enter to confirm, 'undo' to change.");
}

/* A hit is marked where nothing is hit. */
static bool refuse_mark(play_session *s, const play_input *input)
{
    const int wrong = alea_play_wrong_mark(&s->draft.board, input->move, input->moves);
    if (wrong < 0) return false;
    if (input->move[wrong].to == ALEA_OFF)
        play_refuse(s, "Bearing off hits nothing: leave out the '*'.");
    else
        play_refuse(s, "There is no blot on the %d point to hit: leave out the '*'.",
                    input->move[wrong].to);
    return true;
}

/* The input can mean several plays: lists them with numbers and makes none. */
static bool ask_which(play_session *s, const play_input *input)
{
    alea_play way[ALEA_MAX_READINGS];
    alea_move moves[2 * ALEA_MAX_MOVES];
    char written[ALEA_PLAY_TEXT_SIZE];
    int count = s->draft.moves;
    memcpy(moves, s->draft.move, sizeof s->draft.move);
    memcpy(moves + count, input->move, sizeof input->move);
    count += input->moves;
    if (count > ALEA_MAX_MOVES) return false;
    const int ways = alea_play_readings(&s->draft.start, s->draft.roll, &s->draft.rules,
                                        moves, count, way);
    if (ways < 2) return false;
    console_say(s->console, "That can be played in %d ways; type a number:", ways);
    for (int i = 0; i < ways; i++) {
        s->list->play[i] = way[i];
        alea_play_write(&s->draft.start, &way[i], written);
        console_say(s->console, "%d. %s", i + 1, written);
    }
    s->list->count = ways;
    s->candidate = s->list->play;
    s->candidates = ways;
    return true;
}

/* Finds out anew whether the draft is a legal play as it is. */
static void restate_draft(play_session *s)
{
    /* Plays the kept parts again to check that they are legal without the rest. */
    play_draft again = s->draft;
    alea_play_error why;
    int bad;
    alea_move moves[ALEA_MAX_MOVES];
    const int count = again.moves;
    memcpy(moves, again.move, sizeof moves);
    play_draft_start(&again, &s->draft.start, s->draft.roll, &s->draft.rules);
    if (count == 0) return;
    const draft_answer answer = play_draft_add(&again, moves, count, &why, &bad);
    s->draft_stands = answer == DRAFT_WHOLE || answer == DRAFT_MAY_END;
    if (s->draft_stands) s->draft.play = again.play;
}

/* A whole play in one line counts at once; one made by parts waits for Enter. */
static play_end add_moves(play_session *s, alea_player by, const play_input *input)
{
    alea_play_error why;
    int bad;
    if (ask_which(s, input)) return PLAY_GOES_ON;
    const play_draft before = s->draft;
    const bool stood = s->draft_stands;
    const draft_answer answer =
        play_draft_add(&s->draft, input->move, input->moves, &why, &bad);
    if (answer != DRAFT_REFUSED) {
        const play_draft after = s->draft;
        s->draft = before;
        if (after.parts == 1) s->draft.board = before.start;
        if (refuse_mark(s, input)) {
            s->draft = before;
            s->draft_stands = stood;
            return PLAY_GOES_ON;
        }
        s->draft = after;
    }
    s->draft_stands = answer == DRAFT_WHOLE || answer == DRAFT_MAY_END;
    if (answer == DRAFT_REFUSED) {
        s->draft_stands = false;
        refuse_play(s, input, why, bad);
        if (s->draft.moves > 0) restate_draft(s);
        return PLAY_GOES_ON;
    }
    if (s->draft.parts == 1 && answer == DRAFT_WHOLE)
        return commit(s, by, &s->draft.play);
    show_draft(s, by, answer);
    return PLAY_GOES_ON;
}

static play_end finish_draft(play_session *s, alea_player by)
{
    const alea_match *m = &s->record.now;
    if (s->draft.moves > 0 && s->draft_stands) return commit(s, by, &s->draft.play);
    if (s->draft.moves > 0) {
        play_refuse(s, "The play is not complete: go on, or 'undo'.");
        return PLAY_GOES_ON;
    }
    const alea_board board = alea_match_board(m, by);
    alea_plays(&board, m->roll, &m->rules.play, s->scratch);
    const int count = s->scratch->count;
    if (count == 1) return commit(s, by, &s->scratch->play[0]);
    play_refuse(s, "Type a play such as %s, or 'list' for all %d.", play_example(s, by),
                count);
    return PLAY_GOES_ON;
}

static play_end choose(play_session *s, alea_player by, long number)
{
    if (s->candidates == 0)
        play_refuse(s, "Type 'list' first, then a number.");
    else if (s->candidates == 1 && number != 1)
        play_refuse(s, "The list has only number 1.");
    else if (number < 1 || number > s->candidates)
        play_refuse(s, "Choose 1 to %d.", s->candidates);
    else
        return commit(s, by, &s->candidate[number - 1]);
    return PLAY_GOES_ON;
}

/* Rulebook 001: an illegal play may stay, if the opponent lets it. */
static play_end put_as_made(play_session *s, alea_player by, const play_input *input)
{
    alea_event event = {.type = ALEA_EVENT_PLAY,
                        .by = by,
                        .moves = (uint8_t)input->moves,
                        .as_made = true};
    memcpy(event.move, input->move, sizeof event.move);
    if (s->record.now.rules.illegal_play != ALEA_ILLEGAL_OPPONENT_OPTION)
        play_refuse(s, "By these rules an illegal play is never put down.");
    else if (!s->person[alea_opponent(by)])
        play_refuse(s, "%s demands a legal play.", s->name[alea_opponent(by)]);
    else if (alea_match_would(&s->record.now, &event) != ALEA_ACCEPTED)
        play_refuse(s, "Those checkers cannot be put there at all.");
    else
        return play_apply(s, &event);
    return PLAY_GOES_ON;
}

static play_end play_word_of(play_session *s, alea_player by, const play_input *input)
{
    bool used = false;
    char choices[160];
    if (input->by == alea_opponent(by)) {
        const play_end other = play_either_side(s, input, by, &used);
        if (other != PLAY_GOES_ON || used) return other;
    }
    switch ((int)input->word) {
    case WORD_MOVES: return add_moves(s, by, input);
    case WORD_NUMBER: return choose(s, by, input->number);
    case WORD_NOTHING:
    case WORD_DONE: return finish_draft(s, by);
    case WORD_MADE: return put_as_made(s, by, input);
    case WORD_UNDO:
        if (!play_draft_undo(&s->draft)) {
            play_refuse(s, "Nothing to take back: a finished play stands.");
            return PLAY_GOES_ON;
        }
        restate_draft(s);
        play_say_text(s, "Taken back.");
        if (console_drawn(s->console)) play_show_board(s, by);
        return PLAY_GOES_ON;
    case WORD_ROLL:
        play_refuse(s, "%s", alea_refusal_text(ALEA_REFUSED_ALREADY_ROLLED));
        return PLAY_GOES_ON;
    default: break;
    }
    const play_end end = on_turn_word(s, input, by, &used);
    snprintf(choices, sizeof choices, "Type a play such as %s, or 'list', 'help'.",
             play_example(s, by));
    if (end == PLAY_GOES_ON && !used) play_refuse_word(s, input, choices);
    return end;
}

static play_end ask_play(play_session *s, alea_player by)
{
    const alea_match *m = &s->record.now;
    const bool swap = m->roll.die[0] < m->roll.die[1];
    char left[48], other[48], die[32];
    play_input input;
    if (s->draft.moves > 0 && s->draft_stands)
        snprintf(left, sizeof left, "Enter, or undo");
    else if (s->draft.moves > 0)
        snprintf(left, sizeof left, "Play the %s", say_left(&s->draft, die));
    else
        snprintf(left, sizeof left, "Play %d-%d%s", m->roll.die[swap ? 1 : 0],
                 m->roll.die[swap ? 0 : 1],
                 alea_match_may_double(m, by) ? " or double" : "");
    say_other_may_double(s, by, other, sizeof other);
    const play_end end = play_ask(s, play_prompt(s, by, "%s%s", left, other), &input);
    return end == PLAY_GOES_ON ? play_word_of(s, by, &input) : end;
}

play_end play_person(play_session *s, alea_player by)
{
    const alea_match *m = &s->record.now;
    /* The board is drawn once for each position; the dice are printed as text. */
    if (console_drawn(s->console) &&
        (s->drawn_for != by || !alea_board_equal(&s->drawn, &m->board))) {
        s->drawn_for = by;
        s->drawn = m->board;
        play_show_board(s, by);
    }
    switch (m->phase) {
    case ALEA_MATCH_TO_ROLL: return ask_roll(s, by);
    case ALEA_MATCH_TO_PLAY: return ask_play(s, by);
    case ALEA_MATCH_DOUBLE_OFFERED:
    case ALEA_MATCH_BEAVER_OFFERED: return play_ask_offer(s, by);
    case ALEA_MATCH_RESIGN_OFFERED: return play_ask_resignation(s, by);
    case ALEA_MATCH_OPENING:
    case ALEA_MATCH_GAME_OVER:
    case ALEA_MATCH_MATCH_OVER: break;
    }
    return PLAY_GOES_ON;
}
