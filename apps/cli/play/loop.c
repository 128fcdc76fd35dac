/* The course of a game: who is asked next, and what happens with every event. */
#include "session.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void play_say_text(play_session *s, const char *sentence)
{
    console_say(s->console, "%s", sentence);
}

void play_refuse(play_session *s, const char *format, ...)
{
    char sentence[PLAY_VIEW_SIZE];
    va_list list;
    va_start(list, format);
    vsnprintf(sentence, sizeof sentence, format, list);
    va_end(list);
    s->some_bad = true;
    play_say_text(s, sentence);
}

void play_make_view(const play_session *s, alea_player viewer, play_view *view)
{
    const alea_match *m = &s->record.now;
    *view = (play_view){.match = m, .viewer = viewer};
    view->board = alea_match_board(m, viewer);
    view->name[0] = s->name[0];
    view->name[1] = s->name[1];
    if (m->phase == ALEA_MATCH_TO_PLAY && m->turn == viewer && s->draft.moves > 0)
        view->board = s->draft.board;
    if (s->marked_by == ALEA_NOBODY || s->draft.moves > 0) return;
    for (int point = 1; point <= 24; point++)
        if (s->marked[point])
            view->marked[s->marked_by == viewer ? point : 25 - point] = true;
}

void play_show_board(play_session *s, alea_player viewer)
{
    play_view view;
    char drawn[PLAY_VIEW_SIZE];
    play_text out;
    text_start(&out, drawn, sizeof drawn);
    play_make_view(s, viewer, &view);
    if (console_drawn(s->console)) {
        const play_caps caps = console_caps(s->console);
        play_render(&view, &caps, &out);
        console_print(s->console, "\n");
        console_print(s->console, drawn);
    } else {
        play_say_checkers(&view, &out);
        play_say_text(s, drawn);
    }
}

machine *play_opinion(play_session *s)
{
    alea_error error = {0};
    if (!s->machine && machine_open(&s->machine, &error) != ALEA_OK) {
        s->machine = NULL;
        play_refuse(s, "The machine has no opinion now: %s.", error.reason);
    }
    if (s->machine && s->think_ms > 0) machine_set_time(s->machine, s->think_ms);
    return s->machine;
}

/* A save failed: the player may try again, choose another file, or go on without. A
 * script cannot choose; for it the game ends, with everything before on disk. */
static play_end mend_save(play_session *s, const alea_error *error)
{
    alea_error why = *error;
    for (;;) {
        play_refuse(s, "The game cannot be saved: %s.", why.reason);
        if (!console_from_terminal(s->console)) return PLAY_NOT_SAVED;
        play_say_text(s,
                      "Make room and type 'retry', or 'save FILE' for another place, "
                      "or 'nosave' to go on unsaved, or 'quit'.");
        play_input input;
        const play_end end = play_ask(s, "Save", &input);
        if (end != PLAY_GOES_ON) return end == PLAY_QUIT ? PLAY_NOT_SAVED : end;
        if (input.word == WORD_QUIT) return PLAY_NOT_SAVED;
        if (strcmp(input.text, "nosave") == 0) {
            play_save_close(&s->save);
            play_set_farewell(s);
            return PLAY_GOES_ON;
        }
        if (strcmp(input.text, "retry") == 0) {
            if (play_save_entry(&s->save, &s->record, s->record.entries - 1, &why) ==
                ALEA_OK)
                return PLAY_GOES_ON;
        } else if (input.word == WORD_SAVE && *input.rest) {
            if (play_move_save(s, input.rest, &why) == ALEA_OK) return PLAY_GOES_ON;
        }
    }
}

/* Where the last play went, for the board's marks. */
void play_remember_marks(play_session *s, const alea_event *event)
{
    if (event->type == ALEA_EVENT_PLAY) {
        memset(s->marked, 0, sizeof s->marked);
        s->marked_by = event->by;
        for (int i = 0; i < event->moves; i++)
            if (event->move[i].to >= 1 && event->move[i].to <= 24)
                s->marked[event->move[i].to] = true;
        /* A point that a checker only passed on its way holds none of it. */
        const alea_board board = alea_match_board(&s->record.now, event->by);
        for (int point = 1; point <= 24; point++)
            if (board.point[point] <= 0) s->marked[point] = false;
    } else if (event->type == ALEA_EVENT_NEXT_GAME ||
               event->type == ALEA_EVENT_REQUIRE_LEGAL) {
        s->marked_by = ALEA_NOBODY;
    }
}

play_end play_apply(play_session *s, const alea_event *event)
{
    const alea_match before = s->record.now;
    alea_refusal refusal = ALEA_ACCEPTED;
    alea_play_error play_error = ALEA_PLAY_LEGAL;
    alea_error error = {0};
    char said[PLAY_VIEW_SIZE];
    play_end end = PLAY_GOES_ON;

    const alea_status status =
        alea_record_append(&s->record, event, &refusal, &play_error);
    if (status == ALEA_ERROR_REFUSED) {
        play_refuse(s, "%s", alea_refusal_text(refusal));
        return PLAY_GOES_ON;
    }
    if (status != ALEA_OK) {
        play_refuse(s, "The game stops: %s.", alea_status_text(status));
        return PLAY_BROKEN;
    }
    console_hold_signals();
    const alea_status saved =
        play_save_entry(&s->save, &s->record, s->record.entries - 1, &error);
    console_release_signals();
    if (saved != ALEA_OK) end = mend_save(s, &error);
    if (end != PLAY_GOES_ON) return end;

    play_remember_marks(s, event);
    s->candidates = 0;
    s->draft.moves = s->draft.parts = 0;
    play_text out;
    text_start(&out, said, sizeof said);
    play_say_event(&before, &s->record.now, event, s->name, &out);
    play_say_text(s, said);
    if (s->record.now.phase == ALEA_MATCH_TO_PLAY) play_begin_draft(s);
    return PLAY_GOES_ON;
}

void play_begin_draft(play_session *s)
{
    const alea_match *m = &s->record.now;
    const alea_board board = alea_match_board(m, m->turn);
    play_draft_start(&s->draft, &board, m->roll, &m->rules.play);
}

const char *play_prompt(play_session *s, alea_player by, const char *format, ...)
{
    va_list list;
    const bool shared = s->person[0] && s->person[1];
    const int n =
        shared ? snprintf(s->prompt, sizeof s->prompt, "%s: ", s->name[by]) : 0;
    va_start(list, format);
    vsnprintf(s->prompt + n, sizeof s->prompt - (size_t)n, format, list);
    va_end(list);
    return s->prompt;
}

play_end play_ask(play_session *s, const char *prompt, play_input *input)
{
    const char *line;
    size_t length;
    for (;;) {
        switch (console_read(s->console, prompt, &line, &length)) {
        case CONSOLE_LINE: play_input_read(line, length, input); return PLAY_GOES_ON;
        case CONSOLE_END: return PLAY_QUIT;
        case CONSOLE_BAD: play_refuse(s, "Not read: %s.", line); break;
        case CONSOLE_FAILED: return PLAY_BROKEN;
        }
    }
}

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

/* Does somebody sit here who is to be asked before the dice are thrown? */
static bool has_person(const play_session *s)
{
    return s->person[0] || s->person[1];
}

/* Prompts at which Enter can only mean: go on. */
static play_end ask_to_go_on(play_session *s, const char *prompt)
{
    for (;;) {
        play_input input;
        bool known = false;
        if (!has_person(s)) return PLAY_GOES_ON;
        play_end end = play_ask(s, prompt, &input);
        if (end != PLAY_GOES_ON) return end;
        if (input.word == WORD_NOTHING || input.word == WORD_ROLL) return PLAY_GOES_ON;
        if (input.word == WORD_CONTEST && s->record.now.contestable &&
            s->record.now.has_result) {
            const alea_event event = {.type = ALEA_EVENT_REQUIRE_LEGAL,
                                      .by = alea_opponent(s->record.now.result.winner)};
            return play_apply(s, &event);
        }
        end = play_general(s, &input, &known);
        if (end != PLAY_GOES_ON) return end;
        if (!known) play_refuse(s, "Enter goes on; 'help' tells more.");
    }
}

static play_end open_game(play_session *s)
{
    if (s->dice.kind != DICE_MANUAL) {
        const play_end end = ask_to_go_on(s, "Enter throws for the start");
        if (end != PLAY_GOES_ON) return end;
    }
    if (s->record.now.phase != ALEA_MATCH_OPENING) return PLAY_GOES_ON;
    return play_throw(s, ALEA_NOBODY);
}

/* The match was won by a play that its loser may still contest: whoever shares the
 * keyboard is asked before the result counts. */
static play_end end_match(play_session *s)
{
    const alea_match *m = &s->record.now;
    if (!m->contestable || !s->person[alea_opponent(m->result.winner)])
        return PLAY_MATCH_OVER;
    const play_end end =
        ask_to_go_on(s, "The last play was not legal: Enter accepts it, or contest");
    if (end != PLAY_GOES_ON || m->phase != ALEA_MATCH_MATCH_OVER) return end;
    return PLAY_MATCH_OVER;
}

static play_end next_game(play_session *s)
{
    const alea_event event = {.type = ALEA_EVENT_NEXT_GAME};
    const play_end end = ask_to_go_on(s, "Enter starts the next game");
    if (end != PLAY_GOES_ON) return end;
    if (s->record.now.phase != ALEA_MATCH_GAME_OVER) return PLAY_GOES_ON;
    s->resign_refused[0] = s->resign_refused[1] = false;
    return play_apply(s, &event);
}

play_end play_machine(play_session *s, alea_player by)
{
    const alea_match *m = &s->record.now;
    machine *opinion = play_opinion(s);
    alea_event event = {.by = by};
    alea_play play;
    if (!opinion) return PLAY_BROKEN;
    switch (m->phase) {
    case ALEA_MATCH_TO_ROLL:
        event.type = ALEA_EVENT_RESIGN;
        event.level =
            s->resign_refused[by] ? 0 : (uint8_t)machine_resigns(opinion, m, by);
        if (event.level && alea_match_would(m, &event) == ALEA_ACCEPTED)
            return play_apply(s, &event);
        event = (alea_event){.type = ALEA_EVENT_DOUBLE, .by = by};
        if (alea_match_may_double(m, by) && machine_doubles(opinion, m, s->level[by]))
            return play_apply(s, &event);
        return play_throw(s, by);
    case ALEA_MATCH_TO_PLAY:
        event.type = ALEA_EVENT_PLAY;
        if (!machine_chooses(opinion, m, s->level[by], &play)) {
            /* Without an opinion any legal play keeps the game going. */
            const alea_board board = alea_match_board(m, by);
            alea_plays(&board, m->roll, &m->rules.play, s->scratch);
            play = s->scratch->play[0];
        }
        event.moves = play.count;
        memcpy(event.move, play.move, sizeof event.move);
        return play_apply(s, &event);
    case ALEA_MATCH_DOUBLE_OFFERED:
    case ALEA_MATCH_BEAVER_OFFERED:
        event.type = machine_answers(opinion, m, s->level[by]);
        return play_apply(s, &event);
    case ALEA_MATCH_RESIGN_OFFERED:
        event.type = machine_accepts(opinion, m) ? ALEA_EVENT_ACCEPT_RESIGN
                                                 : ALEA_EVENT_REJECT_RESIGN;
        return play_apply(s, &event);
    case ALEA_MATCH_OPENING:
    case ALEA_MATCH_GAME_OVER:
    case ALEA_MATCH_MATCH_OVER: break;
    }
    return PLAY_GOES_ON;
}

/* Under a cube that may be turned at any time (rulebook 002) a person may also double
 * on the machine's turn: asked before its throw, and when the dice lie. */
static play_end machine_turn(play_session *s, alea_player by)
{
    const alea_match *m = &s->record.now;
    const alea_player person = alea_opponent(by);
    const bool interrupts =
        s->person[person] && m->turn == by &&
        (m->phase == ALEA_MATCH_TO_ROLL || m->phase == ALEA_MATCH_TO_PLAY) &&
        alea_match_may_double(m, person);
    if (interrupts) {
        bool doubled = false;
        const play_end end = play_interrupt(s, person, &doubled);
        if (end != PLAY_GOES_ON || doubled) return end;
    }
    return play_machine(s, by);
}

/* A roll that cannot be played is passed without asking anybody. */
static play_end pass_if_stuck(play_session *s, bool *passed)
{
    const alea_match *m = &s->record.now;
    const alea_event event = {.type = ALEA_EVENT_PLAY, .by = m->to_act};
    *passed =
        m->phase == ALEA_MATCH_TO_PLAY && alea_match_would(m, &event) == ALEA_ACCEPTED;
    if (!*passed) return PLAY_GOES_ON;
    if (s->person[m->to_act]) play_show_board(s, m->to_act);
    return play_apply(s, &event);
}

static play_end play_once(play_session *s)
{
    const alea_match *m = &s->record.now;
    bool passed = false;
    if (m->phase == ALEA_MATCH_OPENING) return open_game(s);
    if (m->phase == ALEA_MATCH_GAME_OVER) return next_game(s);
    if (m->phase == ALEA_MATCH_MATCH_OVER) return end_match(s);
    const play_end end = pass_if_stuck(s, &passed);
    if (end != PLAY_GOES_ON || passed) return end;
    return s->person[m->to_act] ? play_person(s, m->to_act)
                                : machine_turn(s, m->to_act);
}

play_end play_run(play_session *s)
{
    play_end end = PLAY_GOES_ON;
    if (s->record.now.phase == ALEA_MATCH_TO_PLAY) play_begin_draft(s);
    while (end == PLAY_GOES_ON) end = play_once(s);
    return end;
}
