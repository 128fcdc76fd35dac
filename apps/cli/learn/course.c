#include "course.h"
#include "cli/play/input.h"
#include "cli/play/render.h"
#include "cli/play/words.h"

#include <alea/match.h>
#include <alea/notation.h>

#include <stdio.h>
#include <string.h>
#include <strings.h>

static const char *const names[2] = {"you", "opponent"};

/* A line of input; COURSE_DONE if there is one. */
static course_end ask(console *c, const char *prompt, play_input *input)
{
    const char *line;
    size_t length;
    for (;;) {
        switch (console_read(c, prompt, &line, &length)) {
        case CONSOLE_LINE:
            play_input_read(line, length, input);
            return input->word == WORD_QUIT ? COURSE_QUIT : COURSE_DONE;
        case CONSOLE_END: return COURSE_QUIT;
        case CONSOLE_BAD: console_say(c, "Not read: %s.", line); break;
        case CONSOLE_FAILED: return COURSE_FAILED;
        }
    }
}

course_end course_pause(console *c, const char *what)
{
    char prompt[96];
    play_input input;
    snprintf(prompt, sizeof prompt, "Press Enter for %s, or 'quit'", what);
    return ask(c, prompt, &input);
}

/* The board of an example as a game: the reader is A and has rolled. Without dice he is
 * on roll. */
static bool set_up(const char *text, const uint8_t dice[2], const alea_rules *rules,
                   alea_match *match)
{
    alea_event event = {.type = ALEA_EVENT_SET, .set = ALEA_SET_BOARD, .turn = ALEA_A};
    alea_match_start(match, rules);
    if (!book_example_board(text, &event.board) ||
        alea_match_apply(match, &event, NULL) != ALEA_ACCEPTED)
        return false;
    if (!dice) return true;
    event = (alea_event){
        .type = ALEA_EVENT_ROLL, .by = ALEA_A, .roll = {{dice[0], dice[1]}}};
    return alea_match_apply(match, &event, NULL) == ALEA_ACCEPTED;
}

static void show(console *c, const alea_match *match, const alea_board *board)
{
    char drawn[PLAY_VIEW_SIZE];
    play_text out;
    play_view view = {.match = match, .viewer = ALEA_A, .board = *board};
    view.name[0] = names[0];
    view.name[1] = names[1];
    text_start(&out, drawn, sizeof drawn);
    if (console_drawn(c)) {
        const play_caps caps = console_caps(c);
        play_render(&view, &caps, &out);
        console_draw(c, drawn);
    } else {
        play_say_checkers(&view, &out);
        console_say(c, "%s", drawn);
    }
}

/* Answers an illegal play with the rule, and the booklet's sentence where it has one. */
static void refuse(console *c, const alea_rules *rules, const play_input *input,
                   alea_play_error why, int bad)
{
    char from[8], to[8];
    const char *cited = alea_rules_cite_play(rules->preset, why);
    if (bad >= 0 && bad < input->moves) {
        snprintf(from, sizeof from, "%d", input->move[bad].from);
        snprintf(to, sizeof to, "%d", input->move[bad].to);
        console_say(c, "%s/%s: %s", input->move[bad].from == ALEA_BAR ? "bar" : from,
                    input->move[bad].to == ALEA_OFF ? "off" : to,
                    alea_play_error_text(why));
    } else {
        console_say(c, "%s", alea_play_error_text(why));
    }
    if (cited) console_say(c, "%s", cited);
}

static void say_right(console *c, const book_example *example)
{
    if (!example->right[0]) {
        console_say(c, "Every legal play is right here.");
        return;
    }
    for (int i = 0; i < EXAMPLE_PLAYS && example->right[i]; i++)
        console_say(c, "%s%s", i ? "or " : "The answer: ",
                    *example->right[i] ? example->right[i] : "no move (press Enter)");
}

static void list(console *c, const alea_board *board, alea_roll roll,
                 const alea_rules *rules)
{
    static alea_play_list plays;
    char written[ALEA_PLAY_TEXT_SIZE];
    alea_plays(board, roll, &rules->play, &plays);
    console_say(c, "%d legal play%s:", plays.count, plays.count == 1 ? "" : "s");
    for (int i = 0; i < plays.count; i++) {
        alea_play_write(board, &plays.play[i], written);
        console_say(c, "%s", *written ? written : "no move");
    }
}

/* True once the example is done: a right play, or skipped. */
static bool try_play(console *c, const alea_rules *rules, const book_example *example,
                     const alea_match *match, const play_input *input)
{
    const alea_board board = alea_match_board(match, ALEA_A);
    alea_play play;
    int bad = -1;
    const int count = input->word == WORD_MOVES ? input->moves : 0;
    const int mark = alea_play_wrong_mark(&board, input->move, count);
    const alea_play_error why = alea_play_judge(&board, match->roll, &rules->play,
                                                input->move, count, &play, &bad);
    if (why != ALEA_PLAY_LEGAL) {
        refuse(c, rules, input, why, bad);
        return false;
    }
    if (mark >= 0) {
        console_say(c, "There is no blot on the %d point to hit: leave out the '*'.",
                    input->move[mark].to);
        return false;
    }
    if (!book_example_is_right(example, &board, &rules->play, &play)) {
        console_say(c, "That is a legal play, but not the one asked for. Try again, or "
                       "'show'.");
        return false;
    }
    if (play.count > 0) show(c, match, &play.board);
    console_say(c, "Right. %s", example->after ? example->after : "");
    return true;
}

static course_end try_example(console *c, const alea_rules *rules,
                              const book_example *example)
{
    alea_match match;
    char prompt[32];
    if (!set_up(example->board, example->dice, rules, &match)) return COURSE_DONE;
    const alea_board board = alea_match_board(&match, ALEA_A);
    show(c, &match, &board);
    console_say(c, "%s", example->task);
    snprintf(prompt, sizeof prompt, "Play %d-%d", example->dice[0], example->dice[1]);
    for (;;) {
        play_input input;
        const course_end end = ask(c, prompt, &input);
        if (end != COURSE_DONE) return end;
        const bool no_move = input.word == WORD_NOTHING || input.word == WORD_DROP;
        if (input.word == WORD_MOVES || no_move) {
            if (try_play(c, rules, example, &match, &input)) return COURSE_DONE;
        } else if (strcasecmp(input.text, "show") == 0 || input.word == WORD_HINT) {
            say_right(c, example);
        } else if (strcasecmp(input.text, "skip") == 0 ||
                   strcasecmp(input.text, "next") == 0) {
            return COURSE_DONE;
        } else if (input.word == WORD_LIST) {
            list(c, &board, match.roll, rules);
        } else if (input.word == WORD_BOARD) {
            show(c, &match, &board);
        } else if (input.word == WORD_BAD_MOVES) {
            console_say(c, "Not a move: %s.", input.error.reason);
        } else {
            console_say(c,
                        "Type a play such as 8/5 6/5; 'list' has all of them, 'show' "
                        "the answer, 'skip' goes on, 'quit' ends.");
        }
    }
}

course_end course_examples(console *c, const alea_rules *rules,
                           const book_example *example, int most)
{
    course_end end = COURSE_DONE;
    for (int i = 0; i < most && example[i].task && end == COURSE_DONE; i++)
        end = try_example(c, rules, &example[i]);
    return end;
}

static course_end ask_question(console *c, const lesson_question *question)
{
    const alea_rules rules = alea_rules_default();
    alea_match match;
    if (question->board && set_up(question->board, NULL, &rules, &match)) {
        const alea_board board = alea_match_board(&match, ALEA_A);
        show(c, &match, &board);
    }
    console_say(c, "%s", question->ask);
    for (;;) {
        play_input input;
        const course_end end = ask(c, "Your answer", &input);
        if (end != COURSE_DONE) return end;
        if (strcasecmp(input.text, question->answer) == 0) {
            console_say(c, "Right. %s", question->why);
            return COURSE_DONE;
        }
        if (strcasecmp(input.text, "show") == 0) {
            console_say(c, "The answer: %s. %s", question->answer, question->why);
            return COURSE_DONE;
        }
        if (strcasecmp(input.text, "skip") == 0 || strcasecmp(input.text, "next") == 0)
            return COURSE_DONE;
        console_say(c, "No. Try again; 'show' tells the answer, 'skip' goes on.");
    }
}

course_end course_lesson(console *c, const lesson *taught)
{
    const alea_rules rules = alea_rules_default();
    console_say(c, "\n%s", taught->title);
    for (int i = 0; i < LESSON_LINES && taught->text[i]; i++)
        console_say(c, "%s", taught->text[i]);
    course_end end = course_examples(c, &rules, taught->example, LESSON_EXAMPLES);
    for (int i = 0; i < LESSON_QUESTIONS && taught->question[i].ask; i++)
        if (end == COURSE_DONE) end = ask_question(c, &taught->question[i]);
    return end;
}
