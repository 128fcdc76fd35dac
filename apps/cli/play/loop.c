#include "loop.h"
#include "cli/play/prompt/session.h"
#include "offers.h"
#include "prompt_commands.h"
#include "turn.h"

#include <stdio.h>
#include <string.h>

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
        const play_end end = ask_to_go_on(s, "Press Enter to roll for first move");
        if (end != PLAY_GOES_ON) return end;
    }
    if (s->record.now.phase != ALEA_MATCH_OPENING) return PLAY_GOES_ON;
    return play_throw(s, ALEA_NOBODY);
}

/* The match is over: a rematch or the analysis, if somebody is there to want it. The
 * end of the input is no different from Enter. */
static play_end ask_after_match(play_session *s)
{
    if (!has_person(s)) return PLAY_MATCH_OVER;
    play_say_record(s);
    const bool saved = s->save.fd >= 0;
    for (;;) {
        play_input input;
        bool known = false;
        play_end end =
            play_ask(s,
                     saved ? "Press Enter to end, 'again' for a rematch, 'a' "
                             "to analyse"
                           : "Press Enter to end, 'again' for a rematch",
                     &input);
        if (end == PLAY_QUIT || input.word == WORD_NOTHING || input.word == WORD_QUIT)
            return PLAY_MATCH_OVER;
        if (end != PLAY_GOES_ON) return end;
        if (input.word == WORD_NEW) return PLAY_REMATCH;
        if (strcmp(input.text, "a") == 0 || strncmp(input.text, "analy", 5) == 0) {
            if (saved) return PLAY_ANALYSE;
            play_refuse(s, "This match was not saved: there is nothing to analyse.");
            continue;
        }
        if (input.word == WORD_ABANDON) continue;
        end = play_general(s, &input, &known);
        if (end != PLAY_GOES_ON) return end;
        if (!known) play_refuse(s, "Enter ends, 'again' begins a rematch.");
    }
}

/* The match was won by a play that its loser may still contest: ask the players at the
 * keyboard before the result counts. */
static play_end end_match(play_session *s)
{
    const alea_match *m = &s->record.now;
    if (m->contestable && s->person[alea_opponent(m->result.winner)]) {
        const play_end end = ask_to_go_on(
            s, "The last play was not legal: Enter accepts it, or contest");
        if (end != PLAY_GOES_ON || m->phase != ALEA_MATCH_MATCH_OVER) return end;
    }
    return ask_after_match(s);
}

static play_end next_game(play_session *s)
{
    const alea_event event = {.type = ALEA_EVENT_NEXT_GAME};
    const play_end end = ask_to_go_on(s, "Press Enter for the next game");
    if (end != PLAY_GOES_ON) return end;
    if (s->record.now.phase != ALEA_MATCH_GAME_OVER) return PLAY_GOES_ON;
    s->resign_refused[0] = s->resign_refused[1] = s->skips = false;
    return play_apply(s, &event);
}

/* What the machine does. */
static play_end play_machine(play_session *s, alea_player by)
{
    const alea_match *m = &s->record.now;
    machine *opinion = play_opinion(s);
    alea_event event = {.by = by};
    alea_play play;
    if (!opinion) return PLAY_BROKEN;
    const alea_level_info level =
        machine_level(opinion, s->level[by], &s->record, by, NULL);
    switch (m->phase) {
    case ALEA_MATCH_TO_ROLL:
        event.type = ALEA_EVENT_RESIGN;
        event.win_class =
            s->resign_refused[by] ? 0 : (uint8_t)machine_resigns(opinion, m, by);
        if (event.win_class && alea_match_would(m, &event) == ALEA_ACCEPTED)
            return play_apply(s, &event);
        event = (alea_event){.type = ALEA_EVENT_DOUBLE, .by = by};
        if (alea_match_may_double(m, by) && machine_doubles(opinion, m, &level))
            return play_apply(s, &event);
        return play_throw(s, by);
    case ALEA_MATCH_TO_PLAY:
        event.type = ALEA_EVENT_PLAY;
        if (!machine_chooses(opinion, m, &level, &play)) {
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
        event.type = machine_answers(opinion, m, &level);
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
        s->person[person] && !s->skips && m->turn == by &&
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
    while (end == PLAY_GOES_ON || end == PLAY_TAKEN_BACK) end = play_once(s);
    return end;
}
