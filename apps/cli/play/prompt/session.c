/* The course of a game in pieces that every prompt shares: sentences, the board, the
 * save, and what happens with an event. */
#include "session.h"
#include "cli/play/terminal/signals.h"
#include "cli/play/view/render.h"
#include "cli/play/view/words.h"
#include "cli/save/place.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool play_is_machine(const char *name)
{
    return strcmp(name, "alea") == 0 || strcmp(name, "alea2") == 0;
}

void play_say_level(play_session *s, alea_player by)
{
    const alea_level_info *level = alea_level_get(s->level[by]);
    if (level->title)
        console_say(s->console, "%s plays as %s. %s", s->name[by], level->title,
                    level->about);
    else
        console_say(s->console, "%s plays at level %s.", s->name[by], level->name);
}

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
    const bool shared = s->person[0] && s->person[1];
    const bool above = shared && s->look.fixed && viewer == ALEA_B;
    *view = (play_view){.match = m,
                        .viewer = viewer,
                        .turned = above != s->flipped,
                        .home_left = s->look.home_left,
                        .filled = s->person[1] && !s->person[0] ? ALEA_B : ALEA_A};
    memcpy(view->colour, s->look.colour, sizeof view->colour);
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
        console_draw(s->console, drawn);
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

void play_resume_command(const play_session *s, char *out, size_t size)
{
    const char *quote = strpbrk(s->save.path, " ()&;<>|*?$`") ? "\"" : "";
    if (play_save_is_usual(s->save.path))
        snprintf(out, size, "alea play --resume");
    else
        snprintf(out, size, "alea play --resume %s%s%s", quote, s->save.path, quote);
}

void play_set_exit_message(play_session *s)
{
    char message[2 * SAVE_PATH_SIZE + 128], how[SAVE_PATH_SIZE + 32];
    play_resume_command(s, how, sizeof how);
    if (s->save.fd < 0)
        snprintf(message, sizeof message, "Stopped. This game was not saved.");
    else
        snprintf(message, sizeof message, "Stopped. Saved in %s; '%s' goes on.",
                 s->save.path, how);
    console_set_exit_message(message);
}

alea_status play_move_save(play_session *s, const char *path, alea_error *error)
{
    play_save moved;
    char hex[DICE_SEED_HEX];
    const char *seed = s->dice.kind == DICE_OS ? hex : NULL;
    if (seed) dice_secret_hex(&s->dice.secret, hex);
    const alea_status status = play_save_create(&moved, path, &s->record, seed, error);
    if (status != ALEA_OK) return status;
    if (seed) play_save_drop_seed(&s->save);
    play_save_close(&s->save);
    s->save = moved;
    play_set_exit_message(s);
    return ALEA_OK;
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
        case CONSOLE_LINE:
            play_input_read(line, length, input);
            if (s->person[0] && s->person[1]) play_input_address(input, s->name);
            play_input_check_name(input, s->name);
            return PLAY_GOES_ON;
        case CONSOLE_END: return PLAY_QUIT;
        case CONSOLE_BAD: play_refuse(s, "Not read: %s.", line); break;
        case CONSOLE_FAILED: return PLAY_BROKEN;
        }
    }
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
            play_set_exit_message(s);
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
        /* A point that a checker only passed holds no part of the play. */
        const alea_board board = alea_match_board(&s->record.now, event->by);
        for (int point = 1; point <= 24; point++)
            if (board.point[point] <= 0) s->marked[point] = false;
    } else if (event->type == ALEA_EVENT_NEXT_GAME ||
               event->type == ALEA_EVENT_REQUIRE_LEGAL) {
        s->marked_by = ALEA_NOBODY;
    }
}

void play_say_record(play_session *s)
{
    const char *quote = strpbrk(s->save.path, " ()&;<>|*?$`") ? "\"" : "";
    if (s->save.fd >= 0)
        console_say(s->console,
                    "Record: %s. 'alea analyse %s%s%s' shows what each decision cost.",
                    s->save.path, quote, s->save.path, quote);
}

/* The final board, for a person: the side that won, or the only person. */
static void show_final_board(play_session *s)
{
    const alea_match *m = &s->record.now;
    const alea_player viewer = s->person[0] && s->person[1] ? m->result.winner
                               : s->person[0]               ? ALEA_A
                                                            : ALEA_B;
    if (s->person[viewer]) play_show_board(s, viewer);
    s->drawn_for = ALEA_NOBODY;
}

/* The decision that the event is, if it is one, was made with a hint. */
static void mark_hint(play_session *s, const alea_event *event)
{
    if (event->type == ALEA_EVENT_NEXT_GAME) s->hinted[0] = s->hinted[1] = false;
    if (!alea_event_decides(event->type)) return;
    s->record.entry[s->record.entries - 1].hinted = s->hinted[event->by];
    s->hinted[event->by] = false;
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
    mark_hint(s, event);
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
    if (s->record.now.has_result && !before.has_result) show_final_board(s);
    if (s->guide) s->guide(s, &before, event);
    if (s->record.now.phase == ALEA_MATCH_TO_PLAY) play_begin_draft(s);
    return PLAY_GOES_ON;
}
