#include "course.h"
#include "cli/play/prompt/draft.h"
#include "cli/play/prompt/input.h"
#include "cli/play/view/render.h"
#include "cli/play/view/words.h"

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

/* Answers an illegal play with the rule, and the booklet's sentence where it has
 * one. */
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
    const char *const *answer = book_example_answers(example);
    if (!example->right[0])
        console_say(c, "Every legal play is right here%s",
                    answer[0] ? ", for instance:" : ".");
    for (int i = 0; i < EXAMPLE_PLAYS && answer[i]; i++)
        console_say(c, "%s%s",
                    i                   ? "or "
                    : example->right[0] ? "The answer: "
                                        : "",
                    *answer[i] ? answer[i] : "no move (press Enter)");
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

/* An example in hand: the position as a game, and the play as far as it is made. */
typedef struct trial {
    console *c;
    const alea_rules *rules;
    const book_example *example;
    alea_match match;
    play_draft draft;
} trial;

static void start_again(trial *t)
{
    const alea_board board = alea_match_board(&t->match, ALEA_A);
    play_draft_start(&t->draft, &board, t->match.roll, &t->rules->play);
}

/* Checks a complete legal play: is it the one that the lesson asks for? */
static bool finish(trial *t, const alea_play *play, bool more)
{
    if (book_example_is_right(t->example, &t->draft.start, &t->rules->play, play)) {
        if (play->count > 0) show(t->c, &t->match, &play->board);
        console_say(t->c, "Right. %s", t->example->after ? t->example->after : "");
        return true;
    }
    if (more) {
        show(t->c, &t->match, &t->draft.board);
        console_say(t->c, "Allowed as it stands, but the task wants "
                          "more: go on, or 'undo'.");
        return false;
    }
    console_say(t->c, "That is a legal play, but not the one asked "
                      "for. Try again, or 'show'.");
    start_again(t);
    return false;
}

/* True once the play is the right one. It may be made in parts. */
static bool try_moves(trial *t, const play_input *input)
{
    alea_play_error why;
    int bad = -1, die = 0;
    const play_draft before = t->draft;
    const draft_answer answer =
        play_draft_add(&t->draft, input->move, input->moves, &why, &bad);
    if (answer == DRAFT_REFUSED) {
        refuse(t->c, t->rules, input, why, bad);
        return false;
    }
    const alea_board *stood = t->draft.parts == 1 ? &before.start : &before.board;
    const int mark = alea_play_wrong_mark(stood, input->move, input->moves);
    if (mark >= 0) {
        t->draft = before;
        console_say(t->c, "There is no blot on the %d point to hit: leave out the '*'.",
                    input->move[mark].to);
        return false;
    }
    if (answer != DRAFT_PART) return finish(t, &t->draft.play, answer == DRAFT_MAY_END);
    show(t->c, &t->match, &t->draft.board);
    const int left = play_draft_left(&t->draft, &die);
    console_say(t->c, "%d more move%s to play; 'undo' takes the last one back.", left,
                left == 1 ? "" : "s");
    return false;
}

/* Ends the play as entered so far, even without a move, if the rule allows that. */
static bool end_play(trial *t, const play_input *input)
{
    alea_play play;
    const alea_play_error why =
        alea_play_judge(&t->draft.start, t->match.roll, &t->rules->play, t->draft.move,
                        t->draft.moves, &play, NULL);
    if (why == ALEA_PLAY_LEGAL) return finish(t, &play, false);
    refuse(t->c, t->rules, input, why, -1);
    return false;
}

/* Commands that make no move; *skipped: the example is left. */
static void take_command(trial *t, const play_input *input, bool *skipped)
{
    if (strcasecmp(input->text, "show") == 0 || input->word == WORD_HINT) {
        say_right(t->c, t->example);
    } else if (strcasecmp(input->text, "skip") == 0 ||
               strcasecmp(input->text, "next") == 0) {
        *skipped = true;
    } else if (input->word == WORD_LIST) {
        list(t->c, &t->draft.start, t->match.roll, t->rules);
    } else if (input->word == WORD_BOARD) {
        show(t->c, &t->match, &t->draft.board);
    } else if (input->word == WORD_UNDO) {
        console_say(t->c, play_draft_undo(&t->draft) ? "Taken back."
                                                     : "Nothing to take back.");
    } else if (input->word == WORD_BAD_MOVES) {
        console_say(t->c, "Not a move: %s.", input->error.reason);
    } else {
        console_say(t->c, "Type a play such as 8/5 6/5; 'list' has all of them, 'show' "
                          "the answer, 'skip' goes on, 'quit' ends.");
    }
}

static course_end try_example(console *c, const alea_rules *rules,
                              const book_example *example)
{
    trial t = {.c = c, .rules = rules, .example = example};
    char prompt[32];
    if (!set_up(example->board, example->dice, rules, &t.match)) return COURSE_DONE;
    start_again(&t);
    show(c, &t.match, &t.draft.board);
    console_say(c, "%s", example->task);
    snprintf(prompt, sizeof prompt, "Play %d-%d", example->dice[0], example->dice[1]);
    for (bool done = false; !done;) {
        play_input input;
        const course_end end = ask(c, prompt, &input);
        if (end != COURSE_DONE) return end;
        if (input.word == WORD_MOVES)
            done = try_moves(&t, &input);
        else if (input.word == WORD_NOTHING || input.word == WORD_DROP)
            done = end_play(&t, &input);
        else
            take_command(&t, &input, &done);
    }
    return COURSE_DONE;
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
