#include "args.h"
#include "command.h"

#include "base/nearest.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_WORD = 64, HELP_COLUMN = 26 };

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

bool args_integer(const char *text, long long low, long long high, long long *out)
{
    char *end;
    if (!isdigit((unsigned char)text[0]) && text[0] != '-' && text[0] != '+')
        return false;
    errno = 0;
    const long long value = strtoll(text, &end, 10);
    if (errno || end == text || *end || value < low || value > high) return false;
    *out = value;
    return true;
}

bool args_number(const char *text, double *out)
{
    char *end;
    if (!text[0] || isspace((unsigned char)text[0])) return false;
    const double value = strtod(text, &end);
    if (end == text || *end || !isfinite(value)) return false;
    *out = value;
    return true;
}

int args_refuse(const char *verb, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    fflush(stdout);
    fprintf(stderr, "alea %s: ", verb);
    vfprintf(stderr, format, values);
    fprintf(stderr, "\nTry 'alea %s --help'.\n", verb);
    va_end(values);
    return EXIT_USAGE;
}

static size_t option_count(const option_spec *options)
{
    size_t n = 0;
    while (options && options[n].name) n++;
    return n;
}

static void print_help(const args_spec *spec, const char *verb)
{
    const size_t n = option_count(spec->options);
    const bool operands = spec->operands && spec->operands[0];
    printf("Usage: alea %s%s%s%s\n", verb, n ? " [OPTION]..." : "", operands ? " " : "",
           operands ? spec->operands : "");
    if (spec->about && spec->about[0]) printf("\n%s\n", spec->about);
    printf("\nOptions:\n");
    for (size_t i = 0; i <= n; i++) {
        static const option_spec help = {.name = "help", .help = "this text"};
        const option_spec *o = i < n ? &spec->options[i] : &help;
        char left[96], letter[4] = "   ";
        if (o->letter) snprintf(letter, sizeof letter, "-%c,", o->letter);
        const int width = snprintf(left, sizeof left, "  %s --%s%s%s", letter, o->name,
                                   o->kind == OPTION_FLAG ? "" : " ",
                                   o->kind == OPTION_FLAG || !o->value ? "" : o->value);
        if (width < HELP_COLUMN)
            printf("%-*s %s\n", HELP_COLUMN, left, o->help);
        else
            printf("%s\n%-*s %s\n", left, HELP_COLUMN, "", o->help);
    }
}

static int refuse_range(const char *verb, const option_spec *o, const char *value)
{
    if (o->kind == OPTION_INTEGER)
        return args_refuse(verb, "--%s wants a whole number %lld..%lld, not \"%.40s\"",
                           o->name, o->low, o->high, value);
    if (o->low < o->high)
        return args_refuse(verb, "--%s wants a number %lld..%lld, not \"%.40s\"",
                           o->name, o->low, o->high, value);
    return args_refuse(verb, "--%s wants a number, not \"%.40s\"", o->name, value);
}

/* Stores a value; ARGS_RUN or EXIT_USAGE. */
static int store(const char *verb, const option_spec *o, const char *value)
{
    switch (o->kind) {
    case OPTION_FLAG: *(bool *)o->target = true; return ARGS_RUN;
    case OPTION_TEXT: *(const char **)o->target = value; return ARGS_RUN;
    case OPTION_INTEGER: {
        if (!args_integer(value, o->low, o->high, o->target))
            return refuse_range(verb, o, value);
        return ARGS_RUN;
    }
    case OPTION_NUMBER: {
        double number;
        if (!args_number(value, &number) ||
            (o->low < o->high && (number < (double)o->low || number > (double)o->high)))
            return refuse_range(verb, o, value);
        *(double *)o->target = number;
        return ARGS_RUN;
    }
    case OPTION_LIST: {
        option_list *list = o->target;
        if (list->count == OPTION_LIST_SIZE)
            return args_refuse(verb, "--%s is given more than %d times", o->name,
                               (int)OPTION_LIST_SIZE);
        list->value[list->count++] = value;
        return ARGS_RUN;
    }
    }
    return EXIT_USAGE;
}

/* The option called name[0..length), whole or cut short while unique. */
static const option_spec *find_long(const option_spec *options, const char *name,
                                    size_t length, bool *ambiguous)
{
    const option_spec *found = NULL;
    *ambiguous = false;
    for (size_t i = 0, n = option_count(options); i < n; i++) {
        if (strncmp(options[i].name, name, length) != 0) continue;
        if (!options[i].name[length]) {
            *ambiguous = false;
            return &options[i];
        }
        if (found) *ambiguous = true;
        found = &options[i];
    }
    return *ambiguous ? NULL : found;
}

static int refuse_unknown(const args_spec *spec, const char *verb, const char *name,
                          size_t length)
{
    const char *names[OPTION_LIST_SIZE];
    char word[LONGEST_WORD + 1];
    const size_t n = smaller(option_count(spec->options), OPTION_LIST_SIZE - 1);
    for (size_t i = 0; i < n; i++) names[i] = spec->options[i].name;
    names[n] = "help";
    snprintf(word, sizeof word, "%.*s", (int)smaller(length, LONGEST_WORD), name);
    const char *near = alea_nearest(word, names, n + 1);
    if (near)
        return args_refuse(verb, "no option --%s; did you mean --%s?", word, near);
    return args_refuse(verb, "no option --%s", word);
}

/* One long option at argv[*at]; steps *at over a value taken from the next word. */
static int parse_long(const args_spec *spec, int argc, char **argv, int *at)
{
    const char *verb = argv[0], *name = argv[*at] + 2;
    const size_t length = strcspn(name, "=");
    bool ambiguous;
    const option_spec *o = find_long(spec->options, name, length, &ambiguous);
    if (!o && length == 4 && strncmp(name, "help", 4) == 0) {
        print_help(spec, verb);
        return EXIT_DONE;
    }
    if (ambiguous)
        return args_refuse(verb, "--%.*s could be several options; write it in full",
                           (int)smaller(length, LONGEST_WORD), name);
    if (!o) return refuse_unknown(spec, verb, name, length);
    if (o->kind == OPTION_FLAG) {
        if (name[length]) return args_refuse(verb, "--%s takes no value", o->name);
        return store(verb, o, NULL);
    }
    if (name[length]) return store(verb, o, name + length + 1);
    if (*at + 1 >= argc)
        return args_refuse(verb, "--%s needs a value (%s)", o->name,
                           o->value ? o->value : "text");
    return store(verb, o, argv[++*at]);
}

/* A word of short options, "-x", "-xy", "-x value" or "-xvalue". */
static int parse_short(const args_spec *spec, int argc, char **argv, int *at)
{
    const char *verb = argv[0];
    for (const char *letter = argv[*at] + 1; *letter; letter++) {
        const option_spec *o = spec->options;
        while (o && o->name && o->letter != *letter) o++;
        if (!o || !o->name) {
            if (*letter == 'h') {
                print_help(spec, verb);
                return EXIT_DONE;
            }
            return args_refuse(verb, "no option -%c",
                               isprint((unsigned char)*letter) ? *letter : '?');
        }
        if (o->kind == OPTION_FLAG) {
            store(verb, o, NULL);
            continue;
        }
        if (letter[1]) return store(verb, o, letter + 1);
        if (*at + 1 >= argc)
            return args_refuse(verb, "-%c needs a value (%s)", o->letter,
                               o->value ? o->value : "text");
        return store(verb, o, argv[++*at]);
    }
    return ARGS_RUN;
}

bool args_is_board(const char *word)
{
    return strspn(word, "-ABCDEFGHIJKLMNOPabcdefghijklmnop") == 26 && word[26] == ':';
}

/* "-", "-5", "-.5" and the board of an XGID are operands. */
static bool is_operand(const args_spec *spec, const char *word)
{
    if (word[0] != '-' || !word[1] || args_is_board(word)) return true;
    if (!isdigit((unsigned char)word[1]) && word[1] != '.') return false;
    for (const option_spec *o = spec->options; o && o->name; o++)
        if (o->letter == word[1]) return false;
    return true;
}

/* The name of the operand at `index` of "ID [DICE]...", without brackets and dots. */
static void operand_name(const char *operands, int index, char out[LONGEST_WORD + 1])
{
    snprintf(out, LONGEST_WORD + 1, "argument");
    for (int i = 0; operands && *operands; i++) {
        operands += strspn(operands, " []");
        const size_t length = strcspn(operands, " [].");
        const bool repeats = strncmp(operands + length, "...", 3) == 0;
        if (length == 0) return;
        snprintf(out, LONGEST_WORD + 1, "%.*s", (int)smaller(length, LONGEST_WORD),
                 operands);
        if (i == index || repeats) return;
        operands += strcspn(operands, " ");
    }
}

static int refuse_missing(const args_spec *spec, const char *verb, int given)
{
    char name[LONGEST_WORD + 1];
    operand_name(spec->operands, given, name);
    return args_refuse(verb, "missing argument: %s (usage: alea %s %s)", name, verb,
                       spec->operands ? spec->operands : "");
}

int args_parse(const args_spec *spec, int argc, char **argv, int *operands)
{
    int count = 0;
    bool options_over = false;
    for (int i = 1; i < argc; i++) {
        char *word = argv[i];
        int status = ARGS_RUN;
        if (options_over || is_operand(spec, word))
            argv[++count] = word;
        else if (strcmp(word, "--") == 0)
            options_over = true;
        else if (word[1] == '-')
            status = parse_long(spec, argc, argv, &i);
        else
            status = parse_short(spec, argc, argv, &i);
        if (status != ARGS_RUN) return status;
    }
    if (count < spec->least) return refuse_missing(spec, argv[0], count);
    if (spec->most >= 0 && count > spec->most)
        return args_refuse(argv[0], "unexpected argument \"%.60s\"",
                           argv[spec->most + 1]);
    *operands = count;
    return ARGS_RUN;
}
