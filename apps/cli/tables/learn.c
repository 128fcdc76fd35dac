#include "commands.h"

#include "family/lessons.h"
#include "family/words.h"

#include "cli/io/command.h"
#include "cli/io/fail.h"
#include "cli/io/lines.h"

#include <alea/tables_record.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum { LINE_CAP = 512 };

typedef enum learn_end { LEARN_GOES_ON = 0, LEARN_DONE, LEARN_STOPPED } learn_end;

typedef struct learner {
    line_reader reader;
    const alea_tables_rules *rules;
    tables_lesson lesson;
    alea_tables_turns turns;
    bool failed;
} learner;

static void show(const learner *l)
{
    char text[ALEA_TABLES_DIAGRAM_SIZE];
    alea_tables_diagram_write(l->rules, &l->lesson.board, text);
    fputs(text, stdout);
}

static void say_answer(learner *l)
{
    char text[ALEA_TABLES_MOVES_SIZE];
    tables_lesson_answer(l->rules, &l->lesson, &l->turns, text);
    if (*text) printf("%s. %s\n", text, l->lesson.after);
}

static learn_end judge(learner *l, const char *line)
{
    char text[ALEA_TABLES_MOVES_SIZE];
    const char *said;
    alea_error error = {0};
    if (!strchr(line, '/')) {
        puts("Type a play such as 24/20 13/9; 'show' gives an answer, 'skip' goes on, "
             "'quit' ends.");
        return LEARN_GOES_ON;
    }
    if (tables_lesson_judge(l->rules, &l->lesson, line, &l->turns, text, &said,
                            &error) != TABLES_LESSON_RIGHT) {
        puts(said);
        return LEARN_GOES_ON;
    }
    printf("Right: %s. %s\n", text, said);
    return LEARN_DONE;
}

static learn_end one_try(learner *l)
{
    const alea_tables_dice *dice = &l->lesson.dice;
    char prompt[32];
    line_result why;
    bool unreadable = false;
    int n = snprintf(prompt, sizeof prompt, "Play ");
    for (int d = 0; d < dice->count; d++)
        n += snprintf(prompt + n, sizeof prompt - (size_t)n, "%s%d", d ? "-" : "",
                      dice->die[d]);
    const char *line = line_reader_ask(&l->reader, prompt, &unreadable, &why);
    if (!line) {
        l->failed = why != LINE_END;
        return LEARN_STOPPED;
    }
    if (strcasecmp(line, "skip") == 0) return LEARN_DONE;
    if (strcasecmp(line, "show") == 0) {
        say_answer(l);
        return LEARN_DONE;
    }
    return judge(l, line);
}

static void print_title(void *context, tables_words_kind kind, const char *text)
{
    (void)context;
    if (kind == TABLES_TITLE) printf("%s\n", text);
}

static learn_end teach_game(learner *l, const alea_tables_rules *rules)
{
    int all = 0;
    learn_end end = LEARN_DONE;
    l->rules = rules;
    while (tables_lesson_at(rules, all, &l->lesson)) all++;
    tables_words_say(rules, print_title, NULL);
    for (int i = 0; tables_lesson_at(rules, i, &l->lesson) && end != LEARN_STOPPED;
         i++) {
        printf("\n%d of %d. %s\n", i + 1, all, l->lesson.text);
        show(l);
        do end = one_try(l);
        while (end == LEARN_GOES_ON);
    }
    return end;
}

int tables_learn_run(const alea_tables_series *series, const char *name)
{
    learner *l = calloc(1, sizeof *l);
    if (!l) return command_fail_memory("learn");
    line_reader_start(&l->reader, STDIN_FILENO, LINE_CAP);
    puts("Plays are typed as 24/20 13/9; 'show' gives an answer, "
         "'skip' goes on, 'quit' ends.");
    learn_end end = LEARN_DONE;
    for (int g = 0; g < series->games && end != LEARN_STOPPED; g++) {
        putchar('\n');
        end = teach_game(l, &series->game[g]);
    }
    if (end != LEARN_STOPPED)
        printf("\nThe whole rules: 'alea rules --game %s'. "
               "A game: 'alea play --game %s'.\n",
               name, name);
    int status = EXIT_DONE;
    if (l->failed) status = command_fail_file("learn", "standard input");
    line_reader_finish(&l->reader);
    free(l);
    return status;
}
