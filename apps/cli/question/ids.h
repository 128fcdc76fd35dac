/* Positions as commands take them: identifiers as arguments, or one per line on
 * standard input, each with dice where the command needs them. */
#ifndef ALEA_CLI_QUESTION_IDS_H
#define ALEA_CLI_QUESTION_IDS_H

#include <alea/eval.h>
#include <alea/notation.h>

#include <stdbool.h>

enum { ID_TEXT_SIZE = 512, ID_LINE_SIZE = 4096 };

typedef struct id_question {
    char text[ID_TEXT_SIZE]; /* the identifier as it was given, without the dice */
    alea_position position;  /* all that the identifier says */
    alea_board board; /* seen by the player on roll; possible, 15 checkers per side */
    alea_roll roll;   /* {0, 0} = none given */
} id_question;

/* Where the identifier of "ID dice" ends: before trailing dice, which are stored in
 * *roll, if a blank sets them off. */
size_t id_end(const char *text, size_t length, alea_roll *roll);
/* Where the identifier in a line of a paste is: an XGID anywhere, or the whole line. A
 * line of one word counts as one, so that a slip in it is reported. False: the line is
 * text that holds none. */
bool id_find(const char *line, size_t length, size_t *start, size_t *end);
/* Says on stderr how many lines of text had no position beside `found` lines that had
 * one, if any; true unless a position was wanted and nothing but text came. */
bool ids_tell_passed(const char *name, size_t passed, size_t found);
/* Joins operand i, an ID, and dice that follow it to one text; returns the next i. */
int ids_join(int i, int operands, char **argv, char out[ID_LINE_SIZE]);

/* Answers one question and returns NULL; if it cannot, returns the code of the error
 * (docs/json.md) with the reason in *error. */
typedef const char *id_answer(void *context, const id_question *question,
                              alea_error *error);

/* Goes through argv[1..operands] ("-", or no operand at all, is standard input; an
 * operand that is only dice belongs to the ID before it) and answers each. A bad one is
 * reported, with `json` as {"id", "error"} on stdout, else on stderr, and the run goes
 * on. Returns the exit status. */
int ids_run(const char *name, bool json, int operands, char **argv, id_answer *answer,
            void *context);

/* The evaluator of --net FILE, or the embedded one for NULL, in *out (NULL when it
 * cannot be opened, with a message); returns the exit status. */
int ids_open_evaluator(alea_evaluator **out, const char *name, const char *net_path);

#endif
