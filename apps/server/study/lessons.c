#include "teach/lessons/lessons.h"
#include "parts.h"
#include "routes.h"
#include "server/study/render/position_json.h"
#include "teach/books/book.h"

#include <alea/notation.h>
#include <alea/rules.h>

#include <stdlib.h>
#include <string.h>

enum { NAME_ROOM = 32, MOVE_ROOM = 128 };

/* A lesson, or a rulebook: the list of what is to be tried, and the rules for it. */
typedef struct course {
    const lesson *taught; /* NULL: a rulebook */
    const book *book;
    const book_example *example;
    int most; /* size of the array */
    alea_rules rules;
} course;

static bool find_course(const char *name, course *out)
{
    const int index = lesson_find(name);
    *out = (course){.rules = alea_rules_default()};
    if (index >= 0) {
        out->taught = lesson_at(index);
        out->example = out->taught->example;
        out->most = LESSON_EXAMPLES;
        return true;
    }
    const alea_preset preset = alea_preset_find(name);
    out->book = preset == ALEA_PRESET_NONE ? NULL : book_of(preset);
    if (!out->book) return false;
    out->rules = alea_rules_preset(preset);
    out->example = out->book->example;
    out->most = BOOK_EXAMPLES;
    return true;
}

static json_t *list_json(const char *const *text, int most)
{
    json_t *list = json_array();
    for (int i = 0; i < most && text[i]; i++)
        json_array_append_new(list, json_string(text[i]));
    return list;
}

/* The position of an example, as the page draws it; null if it has none. */
static json_t *board_json(const char *text, const uint8_t dice[2])
{
    alea_position p = {.on_roll = ALEA_A,
                       .to_act = ALEA_A,
                       .cube_owner = ALEA_NOBODY,
                       .cube_limit_log2 = ALEA_UNLIMITED,
                       .checkers = ALEA_CHECKERS};
    if (!text || !book_example_board(text, &p.board)) return json_null();
    if (dice) p.roll = (alea_roll){{dice[0], dice[1]}};
    return position_json(&p);
}

static json_t *tree_json(const book_example *e, const alea_play_rules *rules)
{
    alea_board board;
    alea_play_tree *tree = malloc(sizeof *tree);
    if (!tree || !book_example_board(e->board, &board)) {
        free(tree);
        return json_null();
    }
    alea_play_tree_of(&board, (alea_roll){{e->dice[0], e->dice[1]}}, rules, tree);
    json_t *value = play_tree_json(tree);
    free(tree);
    return value;
}

static json_t *examples_json(const course *c)
{
    json_t *list = json_array();
    for (int i = 0; i < c->most && c->example[i].task; i++) {
        const book_example *e = &c->example[i];
        json_array_append_new(
            list, json_pack("{s:s,s:o,s:o,s:o,s:o,s:s}", "task", e->task, "position",
                            board_json(e->board, e->dice), "tree",
                            tree_json(e, &c->rules.play), "right",
                            list_json(e->right, EXAMPLE_PLAYS), "named",
                            list_json(e->named, EXAMPLE_PLAYS), "after", e->after));
    }
    return list;
}

static json_t *questions_json(const lesson *taught)
{
    json_t *list = json_array();
    for (int i = 0; taught && i < LESSON_QUESTIONS && taught->question[i].ask; i++) {
        const lesson_question *q = &taught->question[i];
        json_array_append_new(list, json_pack("{s:s,s:o,s:s,s:s}", "ask", q->ask,
                                              "position", board_json(q->board, NULL),
                                              "answer", q->answer, "why", q->why));
    }
    return list;
}

static json_t *course_json(const course *c, const char *name)
{
    return json_pack(
        "{s:s,s:s,s:o,s:o,s:o}", "name", name, "title",
        c->taught ? c->taught->title : alea_preset_title(c->book->preset), "text",
        c->taught ? list_json(c->taught->text, LESSON_LINES)
                  : list_json(c->book->about, BOOK_LINES),
        "examples", examples_json(c), "questions", questions_json(c->taught));
}

static json_t *all_json(void)
{
    json_t *lessons = json_array(), *books = json_array(), *terms = json_array(),
           *history = json_array();
    for (int i = 0; lesson_at(i); i++)
        json_array_append_new(lessons,
                              json_pack("{s:s,s:s}", "name", lesson_at(i)->name,
                                        "title", lesson_at(i)->title));
    for (int i = 1; i < ALEA_PRESETS; i++)
        if (book_of((alea_preset)i))
            json_array_append_new(
                books, json_pack("{s:s,s:s}", "name", alea_preset_name((alea_preset)i),
                                 "title", alea_preset_title((alea_preset)i)));
    for (int i = 0; term_at(i); i++)
        json_array_append_new(terms, json_pack("{s:s,s:s}", "word", term_at(i)->word,
                                               "meaning", term_at(i)->meaning));
    for (int i = 0; history_at(i); i++)
        json_array_append_new(history, json_string(history_at(i)));
    return json_pack("{s:o,s:o,s:o,s:o}", "lessons", lessons, "books", books, "terms",
                     terms, "history", history);
}

/* "right", "legal" (another play was asked for) or "illegal", with the sentence. */
static json_t *try_json(const course *c, const book_example *e, const char *text)
{
    alea_board board;
    alea_move move[ALEA_MAX_MOVES];
    alea_play play;
    alea_error error = {0};
    int count = 0;
    if (!book_example_board(e->board, &board)) return json_null();
    if (alea_moves_read(text, strlen(text), move, &count, &error) != ALEA_OK)
        return json_pack("{s:s,s:s,s:n}", "verdict", "illegal", "text", error.reason,
                         "clause");
    const alea_play_error why =
        alea_play_judge(&board, (alea_roll){{e->dice[0], e->dice[1]}}, &c->rules.play,
                        move, count, &play, NULL);
    if (why != ALEA_PLAY_LEGAL)
        return json_pack("{s:s,s:s,s:s?}", "verdict", "illegal", "text",
                         alea_play_error_text(why), "clause",
                         alea_rules_cite_play(c->rules.preset, why));
    if (!book_example_is_right(e, &board, &c->rules.play, &play))
        return json_pack("{s:s,s:s,s:n}", "verdict", "legal", "text",
                         "That is a legal play, but not the one asked for.", "clause");
    return json_pack("{s:s,s:s,s:n}", "verdict", "right", "text", e->after, "clause");
}

static void lessons_get(void *part, http_request *request, http_reply *reply)
{
    char name[NAME_ROOM], number[8], move[MOVE_ROOM] = "";
    course c;
    (void)part;
    if (!http_query(request, "name", name, sizeof name)) {
        http_answer(reply, 200, all_json());
        return;
    }
    if (!find_course(name, &c)) {
        http_refuse(reply, 404, "no_such_lesson", "There is no such lesson.");
        return;
    }
    if (!http_query(request, "example", number, sizeof number)) {
        http_answer(reply, 200, course_json(&c, name));
        return;
    }
    char *end;
    const long index = strtol(number, &end, 10);
    if (*end || end == number || index < 0 || index >= c.most ||
        !c.example[index].task) {
        http_refuse(reply, 404, "no_such_example", "This lesson has no such example.");
        return;
    }
    http_query(request, "move", move, sizeof move);
    http_answer(reply, 200, try_json(&c, &c.example[index], move));
}

const http_route study_lessons_routes[] = {
    {HTTP_GET, "/api/lessons", ROUTE_OPEN, lessons_get},
    {0},
};
