/* Positions as commands are asked about them: identifiers as arguments, or one per line
 * on standard input, each with dice where the command needs them. */
#ifndef ALEA_CLI_QUESTION_QUESTION_H
#define ALEA_CLI_QUESTION_QUESTION_H

#include <alea/notation.h>

#include <jansson.h>
#include <stdbool.h>

enum { QUESTION_TEXT_SIZE = 512 };

typedef struct question {
    char text[QUESTION_TEXT_SIZE]; /* as it was given, dice included */
    char id[QUESTION_TEXT_SIZE];   /* the identifier in it, without the dice */
    alea_position position;        /* all that the identifier says; with the dice */
    alea_board board; /* seen by the player on roll; possible, 15 checkers per side */
    alea_roll roll;   /* {0, 0} = none given */
} question;

/* Why a question has no answer. */
typedef struct refusal {
    const char *code; /* of docs/json.md */
    alea_error error; /* the reason; its column counts from the start of the text */
} refusal;

/* Sets the code, beside an error that is filled already; returns EXIT_SOME_BAD. */
int refusal_set(refusal *why, const char *code);

/* Answers a question. Returns EXIT_DONE, or EXIT_SOME_BAD with the reason in *why
 * (empty before), which is then reported; the run goes on. Any other status, of a
 * failure that the command has reported, ends the run and becomes its status. */
typedef int question_answer(void *context, const question *q, refusal *why);

/* Calls `answer` for each of argv[1..operands] ("-", or no operand at all, is standard
 * input; an operand that is only dice belongs to the ID before it). A question that is
 * refused is reported on stderr, and with `json` as {"id", "error"} on stdout too.
 * Lines of text without an identifier are passed over, unless `json` asks for an answer
 * to each. Output is flushed after a slow answer and where no further line waits.
 * Returns the exit status. */
int questions_run(const char *name, bool json, int operands, char **argv,
                  question_answer *answer, void *context);

/* {"id": id} and the keys of `answer`, which is consumed. */
json_t *with_id(const char *id, json_t *answer);

#endif
