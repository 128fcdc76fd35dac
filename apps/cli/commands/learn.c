/* `alea learn`: the game taught in lessons with boards to try it on; the examples of a
 * rulebook; words and history of the game. */
#include "base/nearest.h"
#include "cli/io/args.h"
#include "cli/io/fail.h"
#include "cli/io/lines.h"
#include "cli/learn/course.h"
#include "cli/question/rules_options.h"
#include "cli/tables/commands.h"
#include "list.h"
#include "teach/books/book.h"
#include "teach/lessons/lessons.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { NAMES_MOST = 64 }; /* among which a mistyped one is looked for */

static const char about[] =
    "Teaches backgammon: aim, setup, direction, roll, hitting, entering, bearing-off,\n"
    "gammon, safe, points, race, take, cube, match, child. Each lesson is a few sentences\n"
    "and a board to try them on; a wrong try is answered by the rule. Without an argument:\n"
    "all lessons in order.\n"
    "With a rulebook (000 to 004, or its name): the booklet's own examples, under its\n"
    "rules. 'game' is a first game against the beginner, with a teacher who says what is\n"
    "new when it happens and warns before mistakes; 'game 002' by a rulebook.\n"
    "The name of another tables game ('alea tables list'): a few boards that show what is\n"
    "its own; 'plakoto', 'tavli'.\n"
    "'glossary' explains the words, 'glossary WORD' one of them, 'history' tells\n"
    "where the game comes from.";

static int exit_status(course_end end)
{
    return end == COURSE_FAILED ? EXIT_SYSTEM : EXIT_DONE;
}

static course_end run_lessons(console *c)
{
    course_end end = COURSE_DONE;
    console_say(c, "Fifteen lessons. Plays are typed as 8/5 6/5; 'show' tells an "
                   "answer, 'skip' goes on, 'quit' ends.");
    for (int i = 0; lesson_at(i) && end == COURSE_DONE; i++) {
        end = course_lesson(c, lesson_at(i));
        if (end == COURSE_DONE && lesson_at(i + 1))
            end = course_pause(c, lesson_at(i + 1)->name);
    }
    if (end == COURSE_DONE)
        console_say(c, "That is the game. 'alea learn game' plays a first "
                       "one with a teacher; 'alea learn 000' to '004' play "
                       "the examples of the rulebooks.");
    return end;
}

static course_end run_book(console *c, const book *b)
{
    const alea_rules rules = alea_rules_preset(b->preset);
    console_say(c, "The examples of %s, under its rules.",
                alea_preset_title(b->preset));
    const course_end end = course_examples(c, &rules, b->example, BOOK_EXAMPLES);
    if (end == COURSE_DONE)
        console_say(c,
                    "'alea rules %s --full' is the whole rule book, 'alea play --rules "
                    "%s' plays by it.",
                    alea_preset_name(b->preset), alea_preset_name(b->preset));
    return end;
}

/* All terms, or those that begin with `word`. */
static int glossary(console *c, const char *word)
{
    int found = 0;
    for (int i = 0; term_at(i); i++) {
        if (word && strncasecmp(term_at(i)->word, word, strlen(word)) != 0) continue;
        console_say(c, "%s: %s.", term_at(i)->word, term_at(i)->meaning);
        found++;
    }
    if (found) return EXIT_DONE;
    fflush(stdout);
    return args_refuse("learn", "the glossary has no word \"%.40s\"", word);
}

static void history(console *c)
{
    for (int i = 0; history_at(i); i++) {
        const bool heading = strncmp(history_at(i), "# ", 2) == 0;
        console_say(c, "%s%s", heading && i ? "\n" : "",
                    history_at(i) + (heading ? 2 : 0));
    }
    console_say(c,
                "\nTry the games named here: 'alea learn tavli', 'alea learn tavla', "
                "'alea learn tabula', 'alea learn sugoroku', 'alea learn ur', "
                "'alea learn senet'.");
}

/* A lesson or a rulebook by name. */
static int run_named(console *c, const char *name)
{
    alea_tables_series series;
    if (alea_tables_series_find(name, &series, NULL) == ALEA_OK)
        return tables_learn_run(&series, name);
    const int index = lesson_find(name);
    if (index >= 0) return exit_status(course_lesson(c, lesson_at(index)));
    alea_preset preset;
    if (isdigit((unsigned char)*name) || alea_preset_find(name) != ALEA_PRESET_NONE) {
        if (!rules_preset_read("learn", "", name, &preset)) return EXIT_USAGE;
        if (book_of(preset)) return exit_status(run_book(c, book_of(preset)));
        return args_refuse("learn", "%s is no rulebook: it has no examples", name);
    }
    const char *names[NAMES_MOST] = {"game", "glossary", "history", "tavli"};
    size_t n = 4;
    for (int i = 0; alea_tables_game(i) && n < NAMES_MOST; i++)
        names[n++] = alea_tables_game(i);
    for (int i = 0; lesson_at(i) && n < NAMES_MOST; i++)
        names[n++] = lesson_at(i)->name;
    char hint[ALEA_HINT_SIZE];
    return args_refuse(
        "learn", "no lesson is called \"%.40s\"%s; 'alea learn --help' names them",
        name, alea_nearest_hint(name, names, n, hint));
}

/* A game against the beginner with teacher and tutor, by a rulebook where one is
 * named. */
static int first_game(const char *by, bool plain)
{
    char name[] = "play", guide[] = "--guide", tutor[] = "--tutor",
         level[] = "--level=beginner", match[] = "--match=3", bare[] = "--plain",
         dice[] = "--dice=seed"; /* a turn can be taken back */
    char rules[80];
    char *argv[8] = {name, guide, tutor, level, dice};
    int argc = 5;
    if (by) {
        snprintf(rules, sizeof rules, "--rules=%.60s", by);
        argv[argc++] = rules;
    } else {
        argv[argc++] = match;
    }
    if (plain) argv[argc++] = bare;
    return cmd_play(argc, argv);
}

int cmd_learn(int argc, char **argv)
{
    bool plain = false;
    const option_spec options[] = {
        FLAG_OPTION("plain", 0, "no drawing, no colour, the board in words", &plain),
        {0}};
    const args_spec spec = {"[LESSON]", about, options, 0, 2};
    int operands;
    int status = args_parse(&spec, argc, argv, &operands);
    if (status != ARGS_RUN) return status;
    const char *what = operands > 0 ? argv[1] : NULL;
    const bool words = what && strcasecmp(what, "glossary") == 0;
    if (what && strcasecmp(what, "game") == 0)
        return first_game(operands > 1 ? argv[2] : NULL, plain);
    if (operands > 1 && !words)
        return args_refuse("learn", "unexpected argument \"%.40s\"", argv[2]);
    console *c = console_open(plain);
    if (!c) return command_fail_memory("learn");
    status = EXIT_DONE;
    if (!what)
        status = exit_status(run_lessons(c));
    else if (words)
        status = glossary(c, operands > 1 ? argv[2] : NULL);
    else if (strcasecmp(what, "history") == 0)
        history(c);
    else
        status = run_named(c, what);
    console_close(c);
    return status;
}
