/* Options of a command: one table gives the parsing, the messages and --help. */
#ifndef ALEA_CLI_IO_ARGS_H
#define ALEA_CLI_IO_ARGS_H

#include <stdbool.h>
#include <stddef.h>

typedef enum option_kind {
    OPTION_FLAG = 0, /* target: bool *, set to true */
    OPTION_TEXT,     /* target: const char ** */
    OPTION_INTEGER,  /* target: long long *, within low..high */
    OPTION_NUMBER,   /* target: double *, finite, within low..high if low < high */
    OPTION_LIST      /* target: option_list *, may be given several times */
} option_kind;

enum { OPTION_LIST_SIZE = 64 };

typedef struct option_list {
    size_t count;
    const char *value[OPTION_LIST_SIZE];
} option_list;

/* A row is written with the macro of its kind, below; a table ends with {0}. Targets
 * keep their value when the option is not given. */
typedef struct option_spec {
    const char *name; /* long form, without "--" */
    char letter;      /* short form, or 0 */
    option_kind kind;
    const char *value; /* what --help calls the value ("N", "FILE"); NULL for a flag */
    const char *help;  /* one line */
    void *target;
    long long low, high; /* OPTION_INTEGER and OPTION_NUMBER */
} option_spec;

/* The rows of a table: the kind, its names, what --help says, the target, the range. */
#define OPTION_ROW(kind, name, letter, value, help, target, low, high)                 \
    {                                                                                  \
        name, letter, kind, value, help, target, low, high                             \
    }
#define FLAG_OPTION(name, letter, help, target)                                        \
    OPTION_ROW(OPTION_FLAG, name, letter, NULL, help, target, 0, 0)
#define TEXT_OPTION(name, letter, value, help, target)                                 \
    OPTION_ROW(OPTION_TEXT, name, letter, value, help, target, 0, 0)
#define LIST_OPTION(name, letter, value, help, target)                                 \
    OPTION_ROW(OPTION_LIST, name, letter, value, help, target, 0, 0)
#define INTEGER_OPTION(name, letter, value, help, target, low, high)                   \
    OPTION_ROW(OPTION_INTEGER, name, letter, value, help, target, low, high)
#define NUMBER_OPTION(name, letter, value, help, target, low, high)                    \
    OPTION_ROW(OPTION_NUMBER, name, letter, value, help, target, low, high)

typedef struct args_spec {
    const char *operands;       /* for the usage line: "[FILE]...", "" for none */
    const char *about;          /* a sentence or more, lines already broken */
    const option_spec *options; /* may be NULL */
    int least, most;            /* operands wanted; most < 0 = any number */
} args_spec;

enum { ARGS_RUN = -1 };

/* Reads argv[1..] by `spec`: "--name value", "--name=value", "-x value", "-xvalue",
 * flags joined as "-xy", "--" ends the options, "-" is an operand; a long name may be
 * cut short while it stays unique. "-5" and "-0.5" are operands unless a digit is an
 * option's letter. Operands are moved to argv[1..*operands].
 * Returns ARGS_RUN, or the exit status to return at once: EXIT_DONE (--help was
 * answered) or EXIT_USAGE (the message was written to stderr). */
int args_parse(const args_spec *spec, int argc, char **argv, int *operands);

/* "alea COMMAND: message" and a pointer to --help on stderr; returns EXIT_USAGE. */
int args_refuse(const char *command, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Whole text as an integer within low..high (decimal). */
bool args_integer(const char *text, long long low, long long high, long long *out);
/* Whole text as a finite number. */
bool args_number(const char *text, double *out);

/* Whether a word begins as an XGID without "XGID=" does: the 26 characters of a board
 * and a colon. */
bool args_is_board(const char *word);

#endif
