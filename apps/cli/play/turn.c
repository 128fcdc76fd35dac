#include "turn.h"
#include "prompt_commands.h"
#include "session.h"

#include <stdio.h>
#include <string.h>

/* Two dice from people; a die each in the opening. */
static play_end ask_dice(play_session *s, alea_player by, alea_roll *roll, bool *cocked)
{
    char prompt[96];
    *cocked = false;
    for (;;) {
        play_input input;
        bool known = false;
        if (by == ALEA_NOBODY)
            snprintf(prompt, sizeof prompt, "Opening dice, %s's then %s's", s->name[0],
                     s->name[1]);
        else
            snprintf(prompt, sizeof prompt, "Dice of %s", s->name[by]);
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
        end = play_general(s, &input, &known);
        if (end != PLAY_GOES_ON) return end;
        if (!known)
            play_refuse(s, "Two dice from 1 to 6, please, such as 63%s.",
                        by == ALEA_NOBODY ? "" : "; or 'cocked'");
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

static play_end act(play_session *s, alea_event_type type, alea_player by)
{
    const alea_event event = {.type = type, .by = by};
    return play_apply(s, &event);
}

/* A word that means nothing here: say what does. */
static void refuse_word(play_session *s, const play_input *input, const char *choices)
{
    const char *near =
        input->word == WORD_UNKNOWN ? play_word_nearest(input->text) : NULL;
    if (input->word == WORD_BAD_MOVES)
        play_refuse(s, "Not a move: %s.", input->error.reason);
    else if (input->word == WORD_UNKNOWN)
        play_refuse(s, "\"%.40s\" is no command%s%s%s %s", input->text,
                    near ? "; did you mean '" : "", near ? near : "", near ? "'?" : ".",
                    choices);
    else if (input->word == WORD_MOVES)
        play_refuse(s, "No dice lie yet. %s", choices);
    else
        play_refuse(s, "Not now. %s", choices);
}

static alea_player named_player(const play_session *s, const char *name,
                                alea_player otherwise)
{
    for (int i = 0; i < 2; i++)
        if (*name && strcmp(name, s->name[i]) == 0) return (alea_player)i;
    return otherwise;
}

static play_end offer_double(play_session *s, const play_input *input, alea_player by)
{
    const alea_player who = named_player(s, input->rest, by);
    const alea_match *m = &s->record.now;
    const alea_event event = {.type = ALEA_EVENT_DOUBLE, .by = who};
    if (!s->person[who]) {
        play_refuse(s, "%s decides that alone.", s->name[who]);
        return PLAY_GOES_ON;
    }
    if (alea_match_would(m, &event) == ALEA_ACCEPTED &&
        alea_match_cube_is_dead(m, who) && m->rules.dead_cube == ALEA_DEAD_CUBE_WARN)
        play_say_text(s, "Note: at this score the cube gains you nothing more.");
    return play_apply(s, &event);
}

/* Resigning asks how much if that was not said, and states what it costs. */
static play_end resign(play_session *s, const play_input *input, alea_player by)
{
    const alea_match *m = &s->record.now;
    alea_event event = {.type = ALEA_EVENT_RESIGN, .by = by, .level = 1};
    const int cube = 1 << m->cube_log2;
    const int most = alea_match_gammons_count(m) ? 3 : 1;
    if (input->number < 0) {
        play_refuse(s, "Resign 1 (single), 2 (gammon) or 3 (backgammon).");
        return PLAY_GOES_ON;
    }
    if (input->number > 0 || alea_match_would(m, &event) != ALEA_ACCEPTED) {
        event.level = (uint8_t)(input->number > 0 ? input->number : 1);
        return play_apply(s, &event);
    }
    play_say_text(s, "Resign how much? (Anything else: play on.)");
    for (int level = 1; level <= 3; level++)
        console_say(s->console, "%d: %s, costs %d", level,
                    level == 1   ? "single game"
                    : level == 2 ? "gammon"
                                 : "backgammon",
                    (level < most ? level : most) * cube);
    play_input answer;
    const play_end end = play_ask(s, "1, 2, 3 or no", &answer);
    if (end != PLAY_GOES_ON) return end;
    if (answer.word != WORD_NUMBER || answer.number < 1 || answer.number > 3) {
        play_say_text(s, "Not resigned.");
        return PLAY_GOES_ON;
    }
    event.level = (uint8_t)answer.number;
    return play_apply(s, &event);
}

static play_end contest(play_session *s, alea_player by)
{
    if (s->record.now.contestable) return act(s, ALEA_EVENT_REQUIRE_LEGAL, by);
    play_refuse(s, "There is no illegal play to contest.");
    return PLAY_GOES_ON;
}

/* Words that a person on turn may use before and after the throw. *used: it was one. */
static play_end on_turn_word(play_session *s, const play_input *input, alea_player by,
                             bool *used)
{
    *used = true;
    switch ((int)input->word) {
    case WORD_DOUBLE: return offer_double(s, input, by);
    case WORD_RESIGN: return resign(s, input, by);
    case WORD_CONTEST: return contest(s, by);
    case WORD_HINT: play_hint(s, by); return PLAY_GOES_ON;
    default: break;
    }
    return play_general(s, input, used);
}

static play_end ask_roll(play_session *s, alea_player by)
{
    const alea_match *m = &s->record.now;
    const bool may_double = alea_match_may_double(m, by);
    const bool by_hand = s->dice.kind == DICE_MANUAL;
    const char *prompt = play_prompt(s, by, "%s%s", by_hand ? "Dice" : "Roll (Enter)",
                                     may_double ? " or double" : "");
    char choices[160];
    snprintf(choices, sizeof choices, "%s%s; 'help' tells more.",
             by_hand ? "Type the dice, such as 63" : "Enter rolls",
             may_double ? ", 'double' offers the cube" : "");
    play_input input;
    bool used = false;
    play_end end = play_ask(s, prompt, &input);
    if (end != PLAY_GOES_ON) return end;
    if (by_hand && alea_roll_valid(input.roll)) {
        const alea_event event = {
            .type = ALEA_EVENT_ROLL, .by = by, .roll = input.roll};
        return play_apply(s, &event);
    }
    if (by_hand && input.word == WORD_COCKED) return act(s, ALEA_EVENT_COCKED, by);
    if (input.word == WORD_ROLL || input.word == WORD_NOTHING) return play_throw(s, by);
    end = on_turn_word(s, &input, by, &used);
    if (end == PLAY_GOES_ON && !used) refuse_word(s, &input, choices);
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
    return play_apply(s, &event);
}

static void show_draft(play_session *s, alea_player by, draft_answer answer)
{
    if (console_drawn(s->console)) play_show_board(s, by);
    if (answer == DRAFT_PART)
        play_say_text(s, "Go on, or 'undo'.");
    else if (answer == DRAFT_MAY_END)
        play_say_text(s, "This may stand: Enter plays it; or go on, or 'undo'.");
    else
        play_say_text(s, "That is the whole play: Enter plays it, 'undo' takes back.");
}

/* A whole play in one line counts at once; one made by parts waits for Enter. */
static play_end add_moves(play_session *s, alea_player by, const play_input *input)
{
    alea_play_error why;
    int bad;
    const bool at_once = s->draft.moves == 0;
    const draft_answer answer =
        play_draft_add(&s->draft, input->move, input->moves, &why, &bad);
    s->draft_stands = answer == DRAFT_WHOLE || answer == DRAFT_MAY_END;
    if (answer == DRAFT_REFUSED) {
        s->draft_stands = false;
        refuse_play(s, input, why, bad);
        if (s->draft.moves > 0) play_restate_draft(s);
        return PLAY_GOES_ON;
    }
    if (at_once && answer == DRAFT_WHOLE) return commit(s, by, &s->draft.play);
    show_draft(s, by, answer);
    return PLAY_GOES_ON;
}

void play_restate_draft(play_session *s)
{
    /* Playing the kept parts anew tells whether they stand alone. */
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
        play_refuse(s, "No list is shown: 'list' or 'hint' gives the plays numbers.");
    else if (s->candidates == 1 && number != 1)
        play_refuse(s, "The list has the number 1 alone.");
    else if (number < 1 || number > s->candidates)
        play_refuse(s, "The list has the numbers 1 to %d.", s->candidates);
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
        play_restate_draft(s);
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
    if (end == PLAY_GOES_ON && !used) refuse_word(s, input, choices);
    return end;
}

/* What a draft still wants, as a prompt. */
static const char *describe_left(const play_draft *draft, bool stands)
{
    static const char *const dice[] = {"",          "Now the 1", "Now the 2",
                                       "Now the 3", "Now the 4", "Now the 5",
                                       "Now the 6"};
    if (stands) return "Enter, or undo";
    for (int i = 0; i < 2 && draft->moves == 1; i++)
        if (draft->move[0].from - draft->move[0].to == draft->roll.die[i] &&
            !alea_roll_is_double(draft->roll))
            return dice[draft->roll.die[1 - i]];
    return "Go on";
}

static play_end ask_play(play_session *s, alea_player by)
{
    const alea_match *m = &s->record.now;
    const bool swap = m->roll.die[0] < m->roll.die[1];
    char left[48];
    play_input input;
    if (s->draft.moves > 0)
        snprintf(left, sizeof left, "%s", describe_left(&s->draft, s->draft_stands));
    else
        snprintf(left, sizeof left, "Play %d-%d", m->roll.die[swap ? 1 : 0],
                 m->roll.die[swap ? 0 : 1]);
    const play_end end = play_ask(s, play_prompt(s, by, "%s", left), &input);
    return end == PLAY_GOES_ON ? play_word_of(s, by, &input) : end;
}

/* Offers have no answer by Enter. */
static play_end ask_offer(play_session *s, alea_player by)
{
    const alea_match *m = &s->record.now;
    const bool beavered = m->phase == ALEA_MATCH_BEAVER_OFFERED;
    const alea_event again = {.type = beavered ? ALEA_EVENT_RACCOON : ALEA_EVENT_BEAVER,
                              .by = by};
    const bool may_turn = alea_match_would(m, &again) == ALEA_ACCEPTED;
    char choices[32];
    snprintf(choices, sizeof choices, "%s",
             !may_turn  ? "take or drop"
             : beavered ? "take, drop or raccoon"
                        : "take, drop or beaver");
    play_input input;
    bool known = false;
    const play_end end =
        play_ask(s, play_prompt(s, by, "%c%s", 'T', choices + 1), &input);
    if (end != PLAY_GOES_ON) return end;
    switch ((int)input.word) {
    case WORD_ACCEPT:
    case WORD_TAKE: return act(s, ALEA_EVENT_TAKE, by);
    case WORD_REJECT:
    case WORD_DROP: return act(s, ALEA_EVENT_DROP, by);
    case WORD_BEAVER: return act(s, ALEA_EVENT_BEAVER, by);
    case WORD_RACCOON: return act(s, ALEA_EVENT_RACCOON, by);
    case WORD_DOUBLE:
        if (may_turn) return act(s, again.type, by);
        break;
    case WORD_HINT: play_hint(s, by); return PLAY_GOES_ON;
    default: break;
    }
    const play_end general = play_general(s, &input, &known);
    if (general == PLAY_GOES_ON && !known) {
        char sentence[192];
        snprintf(sentence, sizeof sentence, "Answer the double: %s.", choices);
        refuse_word(s, &input, sentence);
    }
    return general;
}

static play_end ask_resignation(play_session *s, alea_player by)
{
    play_input input;
    bool known = false;
    play_end end = play_ask(s, play_prompt(s, by, "Accept or reject"), &input);
    if (end != PLAY_GOES_ON) return end;
    switch ((int)input.word) {
    case WORD_YES:
    case WORD_TAKE:
    case WORD_ACCEPT: return act(s, ALEA_EVENT_ACCEPT_RESIGN, by);
    case WORD_NO:
    case WORD_DROP:
    case WORD_REJECT:
        s->resign_refused[alea_opponent(by)] = true;
        return act(s, ALEA_EVENT_REJECT_RESIGN, by);
    case WORD_HINT: play_hint(s, by); return PLAY_GOES_ON;
    default: break;
    }
    end = play_general(s, &input, &known);
    if (end == PLAY_GOES_ON && !known)
        refuse_word(s, &input, "Answer the resignation: accept or reject.");
    return end;
}

play_end play_interrupt(play_session *s, alea_player person, bool *doubled)
{
    const alea_match *m = &s->record.now;
    const char *what = m->phase == ALEA_MATCH_TO_ROLL ? "throw" : "play";
    for (;;) {
        play_input input;
        bool known = false;
        *doubled = false;
        play_end end = play_ask(s,
                                play_prompt(s, person, "Enter lets %s %s, or double",
                                            s->name[m->turn], what),
                                &input);
        if (end != PLAY_GOES_ON) return end;
        if (input.word == WORD_NOTHING || input.word == WORD_ROLL) return PLAY_GOES_ON;
        *doubled = true;
        if (input.word == WORD_DOUBLE) return offer_double(s, &input, person);
        if (input.word == WORD_RESIGN) return resign(s, &input, person);
        end = play_general(s, &input, &known);
        if (end != PLAY_GOES_ON) return end;
        if (!known) refuse_word(s, &input, "Enter goes on; 'double' offers the cube.");
    }
}

play_end play_person(play_session *s, alea_player by)
{
    const alea_match *m = &s->record.now;
    /* The board is drawn once for each position: the dice are told in words. */
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
    case ALEA_MATCH_BEAVER_OFFERED: return ask_offer(s, by);
    case ALEA_MATCH_RESIGN_OFFERED: return ask_resignation(s, by);
    case ALEA_MATCH_OPENING:
    case ALEA_MATCH_GAME_OVER:
    case ALEA_MATCH_MATCH_OVER: break;
    }
    return PLAY_GOES_ON;
}
