#include "rule_book.h"
#include "teach/books/book.h"
#include "json/text.h"

#include <alea/diagram.h>

#include <stdio.h>
#include <string.h>

enum { WIDTH = 78, NUMBER_INDENT = 4 };

/* `text` between `before` and `after`, broken between words at WIDTH; every line after
 * the first is indented by `indent` spaces more than the length of `lead`. */
static void print_wrapped(const char *lead, const char *before, const char *text,
                          const char *after)
{
    const int indent = (int)strlen(lead);
    int column = printf("%s%s", lead, before);
    bool first = true;
    while (*text) {
        const int word = (int)strcspn(text, " ");
        const int tail = text[word] ? 0 : (int)strlen(after);
        if (!first && column + 1 + word + tail > WIDTH) {
            column = printf("\n%*s", indent, "") - 1;
            first = true;
        }
        column += printf("%s%.*s", first ? "" : " ", word, text);
        first = false;
        text += word;
        text += strspn(text, " ");
    }
    printf("%s\n", after);
}

static void print_board(const alea_board *board, alea_roll roll, int checkers,
                        bool cube)
{
    char picture[ALEA_DIAGRAM_TEXT_SIZE];
    const alea_position position = {.board = *board,
                                    .on_roll = ALEA_A,
                                    .to_act = ALEA_A,
                                    .roll = roll,
                                    .cube = cube,
                                    .cube_owner = ALEA_NOBODY,
                                    .checkers = checkers};
    const alea_diagram options = {.names = {"you", "opponent"}};
    alea_diagram_text(&position, &options, picture, sizeof picture);
    for (const char *line = picture; *line;) {
        const int length = (int)strcspn(line, "\n");
        if (roll.die[0] || strncmp(line, "X to", 4) != 0)
            printf("    %.*s\n", length, line);
        line += length + (line[length] == '\n');
    }
}

static void print_rules(alea_preset preset, const book *b)
{
    const alea_rules rules = alea_rules_preset(preset);
    for (int i = 0; i < TOPICS; i++) {
        const book_topic topic = (book_topic)i;
        const book_rule *rule = b ? &b->rule[i] : NULL;
        printf("%d. %s\n\n", i + 1, book_heading(topic));
        print_wrapped("  ", "", rule && rule->text ? rule->text : book_standard(topic),
                      "");
        for (int k = 0; rule && k < BOOK_QUOTES && rule->quote[k]; k++)
            print_wrapped("      ", "\"", rule->quote[k], "\"");
        if (rule && !rule->text && !rule->quote[0])
            printf("      (The booklet is silent: the standard rule.)\n");
        if (topic == TOPIC_SETUP) {
            const alea_board start = alea_board_start(rules.setup);
            printf("\n");
            print_board(&start, (alea_roll){{0, 0}}, alea_setup_checkers(rules.setup),
                        rules.cube);
        }
        printf("\n");
    }
}

static void print_notes(alea_preset preset)
{
    const alea_rule_note *note;
    printf("What this rule set changes\n\n");
    for (int i = 0; (note = alea_preset_note(preset, i)); i++)
        print_wrapped("  - ", "", note->text, "");
    printf("\n");
}

static void print_examples(const book *b, const char *name)
{
    printf("Examples of the booklet\n\n");
    for (int i = 0; i < BOOK_EXAMPLES && b->example[i].task; i++) {
        const book_example *e = &b->example[i];
        char lead[16];
        alea_board board;
        snprintf(lead, sizeof lead, "  %d. ", i + 1);
        print_wrapped(lead, "", e->task, "");
        if (book_example_board(e->board, &board)) {
            printf("\n");
            print_board(&board, (alea_roll){{e->dice[0], e->dice[1]}}, ALEA_CHECKERS,
                        alea_rules_preset(b->preset).cube);
            printf("\n");
        }
        const char *const *answer = book_example_answers(e);
        for (int k = 0; k < EXAMPLE_PLAYS && answer[k]; k++)
            printf("     %s %s\n",
                   k ? "or   " : "right:", *answer[k] ? answer[k] : "no move");
        if (e->wrong) printf("     not:   %s\n", e->wrong);
        print_wrapped("     ", "", e->after, "");
        printf("\n");
    }
    printf("  'alea learn %s' lets you play them.\n\n", name);
}

void book_print(alea_preset preset)
{
    const book *b = book_of(preset);
    const char *name = alea_preset_name(preset);
    const char *title = alea_preset_title(preset);
    printf("The rules of backgammon: %s\n", title);
    for (size_t i = 0; i < strlen(title) + 25; i++) putchar('=');
    printf("\n\n");
    for (int i = 0; b && i < BOOK_LINES && b->about[i]; i++)
        print_wrapped("  ", "", b->about[i], "");
    if (b)
        puts("\nEvery rule below is played as it stands; "
             "the booklet's own words follow it.\n");
    else
        print_notes(preset);
    print_rules(preset, b);
    if (!b) return;
    print_examples(b, name);
    printf("How alea reads the booklet\n\n");
    for (int i = 0; i < BOOK_READINGS && b->reading[i].says; i++) {
        print_wrapped("  - ", "", b->reading[i].says, "");
        print_wrapped("      ", "", b->reading[i].plays, "");
    }
    if (b->advice[0]) printf("\nAdvice of the booklet\n\n");
    for (int i = 0; i < BOOK_LINES && b->advice[i]; i++)
        print_wrapped("  - ", "", b->advice[i], "");
}

/* --- JSON --- */

/* The words before the first NULL, at most `most`. */
static json_t *list_json(const char *const *text, int most)
{
    json_t *list = json_array();
    for (int i = 0; i < most && text[i]; i++)
        json_array_append_new(list, json_string(text[i]));
    return list;
}

static json_t *example_json(const book_example *e)
{
    char text[ALEA_BOARD_TEXT_SIZE] = "";
    alea_board board;
    if (book_example_board(e->board, &board)) alea_board_text_write(&board, text);
    return json_pack(
        "{s:s?,s:s,s:[i,i],s:o,s:o,s:s?,s:s?}", "task", e->task, "board", text, "dice",
        e->dice[0], e->dice[1], "right", list_json(e->right, EXAMPLE_PLAYS), "named",
        list_json(e->named, EXAMPLE_PLAYS), "wrong", e->wrong, "after", e->after);
}

static json_t *chapter_json(const book *b, book_topic topic)
{
    const book_rule *rule = b ? &b->rule[topic] : NULL;
    const bool own = rule && rule->text;
    return json_pack("{s:s?,s:s?,s:o}", "heading", book_heading(topic), "rule",
                     own ? rule->text : book_standard(topic), "quotations",
                     rule ? list_json(rule->quote, BOOK_QUOTES) : json_array());
}

void book_print_json(alea_preset preset)
{
    const book *b = book_of(preset);
    json_t *chapters = json_array(), *examples = json_array(), *readings = json_array();
    for (int i = 0; i < TOPICS; i++)
        json_array_append_new(chapters, chapter_json(b, (book_topic)i));
    for (int i = 0; b && i < BOOK_EXAMPLES && b->example[i].task; i++)
        json_array_append_new(examples, example_json(&b->example[i]));
    for (int i = 0; b && i < BOOK_READINGS && b->reading[i].says; i++)
        json_array_append_new(readings,
                              json_pack("{s:s,s:s?}", "booklet", b->reading[i].says,
                                        "played", b->reading[i].plays));
    json_print_line(
        stdout,
        json_pack("{s:s?,s:s?,s:o,s:o,s:o,s:o,s:o}", "preset", alea_preset_name(preset),
                  "title", alea_preset_title(preset), "about",
                  b ? list_json(b->about, BOOK_LINES) : json_array(), "chapters",
                  chapters, "examples", examples, "readings", readings, "advice",
                  b ? list_json(b->advice, BOOK_LINES) : json_array()));
}
