#include "input.h"

#include "base/error.h"
#include "base/nearest.h"
#include "cli/io/args.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

typedef struct word_entry {
    const char *name;
    play_word word;
    bool listed; /* offered by completion and as a correction */
} word_entry;

/* Cube words and resignation have no short form: nothing costly by a slip. */
static const word_entry words[] = {
    {"roll", WORD_ROLL, true},
    {"double", WORD_DOUBLE, true},
    {"take", WORD_TAKE, true},
    {"drop", WORD_DROP, true},
    {"beaver", WORD_BEAVER, true},
    {"raccoon", WORD_RACCOON, true},
    {"resign", WORD_RESIGN, true},
    {"accept", WORD_ACCEPT, true},
    {"reject", WORD_REJECT, true},
    {"hint", WORD_HINT, true},
    {"list", WORD_LIST, true},
    {"eval", WORD_EVAL, true},
    {"tutor", WORD_TUTOR, true},
    {"rollout", WORD_ROLLOUT, true},
    {"stats", WORD_STATS, true},
    {"undo", WORD_UNDO, true},
    {"back", WORD_BACK, true},
    {"flip", WORD_FLIP, true},
    {"done", WORD_DONE, true},
    {"board", WORD_BOARD, true},
    {"pips", WORD_PIPS, true},
    {"score", WORD_SCORE, true},
    {"id", WORD_ID, true},
    {"rules", WORD_RULES, true},
    {"stir", WORD_STIR, true},
    {"cocked", WORD_COCKED, true},
    {"made", WORD_MADE, true},
    {"contest", WORD_CONTEST, true},
    {"save", WORD_SAVE, true},
    {"new", WORD_NEW, true},
    {"abandon", WORD_ABANDON, true},
    {"help", WORD_HELP, true},
    {"quit", WORD_QUIT, true},
    {"yes", WORD_YES, false},
    {"no", WORD_NO, false},
    {"redouble", WORD_DOUBLE, false},
    {"pass", WORD_DROP, false},
    {"legal", WORD_LIST, false},
    {"plays", WORD_LIST, false},
    {"moves", WORD_LIST, false},
    {"cube", WORD_SCORE, false},
    {"statistics", WORD_STATS, false},
    {"takeback", WORD_BACK, false},
    {"exit", WORD_QUIT, false},
    {"?", WORD_HELP, false},
    {"r", WORD_ROLL, false},
    {"h", WORD_HINT, false},
    {"l", WORD_LIST, false},
    {"u", WORD_UNDO, false},
    {"q", WORD_QUIT, false},
    {"y", WORD_YES, false},
    {"n", WORD_NO, false},
    {"throw", WORD_ROLL, false},
    /* Words of the rulebooks. */
    {"refuse", WORD_DROP, false},
    {"decline", WORD_DROP, false},
    {"forfeit", WORD_DROP, false},
    {"raise", WORD_DOUBLE, false},
    {"bet", WORD_DOUBLE, false},
    {"concede", WORD_RESIGN, false},
    {"surrender", WORD_RESIGN, false},
    {"stones", WORD_BOARD, false},
    {"men", WORD_BOARD, false},
    {"checkers", WORD_BOARD, false},
    {"pieces", WORD_BOARD, false},
    {"pins", WORD_SCORE, false},
    {"dots", WORD_SCORE, false},
    {"stakes", WORD_SCORE, false},
    {"lift", WORD_DONE, false},
    {"cast", WORD_ROLL, false},
    {"again", WORD_NEW, false},
    {"rematch", WORD_NEW, false},
};

enum { WORDS = sizeof words / sizeof *words, BEYOND_LISTS = 99999 };

const char *play_word_name(int index)
{
    for (int i = 0; i < WORDS; i++)
        if (words[i].listed && index-- == 0) return words[i].name;
    return NULL;
}

const char *play_word_nearest(const char *text)
{
    const char *names[WORDS];
    size_t n = 0;
    for (int i = 0; i < WORDS; i++)
        if (words[i].listed) names[n++] = words[i].name;
    return alea_nearest(text, names, n);
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* Copies the line without the blanks around it; bytes that no command has become '?',
 * which no reader accepts, so that nothing unprintable is ever echoed. */
static void copy_line(const char *line, size_t length, char *out, size_t size)
{
    size_t n = 0;
    while (length > 0 && is_blank(*line)) {
        line++;
        length--;
    }
    while (length > 0 && is_blank(line[length - 1])) length--;
    for (; n < length && n + 1 < size; n++) {
        const unsigned char c = (unsigned char)line[n];
        out[n] = c == '\t' ? ' ' : c < 0x20 || c == 0x7f ? '?' : (char)c;
    }
    out[n] = '\0';
}

/* "63", "6 3", "6-3", "6,3". */
static alea_roll read_roll(const char *text)
{
    alea_roll roll = {{0, 0}};
    int n = 0;
    for (; *text; text++) {
        if (*text >= '1' && *text <= '6') {
            if (n == 2) return (alea_roll){{0, 0}};
            roll.die[n++] = (uint8_t)(*text - '0');
        } else if (!strchr(" -,:x", *text) || n == 0) {
            return (alea_roll){{0, 0}};
        }
    }
    return n == 2 ? roll : (alea_roll){{0, 0}};
}

static bool looks_like_moves(const char *text)
{
    return isdigit((unsigned char)*text) || strncasecmp(text, "bar", 3) == 0 ||
           strncasecmp(text, "off", 3) == 0 || strchr(text, '/');
}

static void read_moves(play_input *input, const char *text, play_word word)
{
    const alea_status status =
        alea_moves_read(text, strlen(text), input->move, &input->moves, &input->error);
    input->word = status == ALEA_OK ? word : WORD_BAD_MOVES;
    if (status == ALEA_OK && input->moves == 0) {
        input->word = WORD_BAD_MOVES;
        alea_error_set(&input->error, 0, 0, "type the moves, such as %s8/4",
                       word == WORD_MADE ? "made " : "");
    }
}

/* A command that takes nothing is refused with words after it: "take back" is no take.
 * The name after "double" is checked by play_input_check_name. */
static bool takes_words(play_word word, const char *rest)
{
    switch ((int)word) {
    case WORD_RESIGN:
    case WORD_MADE:
    case WORD_SAVE:
    case WORD_STIR:
    case WORD_DOUBLE: return true;
    case WORD_LIST: return strcasecmp(rest, "best") == 0;
    case WORD_TUTOR: {
        double size;
        return strcasecmp(rest, "on") == 0 || strcasecmp(rest, "off") == 0 ||
               (args_number(rest, &size) && size >= .001 && size <= 9);
    }
    case WORD_ROLLOUT: {
        long long trials;
        return args_integer(rest, PLAY_FEWEST_TRIALS, PLAY_MOST_TRIALS, &trials);
    }
    default: return false;
    }
}

static void read_arguments(play_input *input)
{
    const char *rest = input->rest;
    if (*rest && !takes_words(input->word, rest)) {
        input->word = WORD_EXTRA;
        return;
    }
    if (input->word == WORD_RESIGN) {
        long long level = 0;
        static const char *const names[] = {"single", "gammon", "backgammon"};
        for (int i = 0; i < 3; i++)
            if (strcasecmp(rest, names[i]) == 0) level = i + 1;
        if (*rest && level == 0 && !args_integer(rest, 1, 3, &level)) level = -1;
        input->number = (long)level;
    } else if (input->word == WORD_ROLLOUT && *rest) {
        long long trials = 0;
        args_integer(rest, PLAY_FEWEST_TRIALS, PLAY_MOST_TRIALS, &trials);
        input->number = (long)trials;
    } else if (input->word == WORD_MADE) {
        read_moves(input, rest, WORD_MADE);
    }
}

/* "I double.", "I drop!": the sentence as a player says it at the board. */
static void cut_sentence(char *text)
{
    if (strncasecmp(text, "i ", 2) != 0 || !isalpha((unsigned char)text[2])) return;
    size_t length = strlen(text + 2);
    memmove(text, text + 2, length + 1);
    while (length > 0 && strchr(".!", text[length - 1])) text[--length] = '\0';
}

void play_input_read(const char *line, size_t length, play_input *input)
{
    *input = (play_input){.by = ALEA_NOBODY};
    copy_line(line, length, input->text, sizeof input->text);
    cut_sentence(input->text);
    input->rest = "";
    if (!*input->text) return;
    input->word = WORD_UNKNOWN;
    input->roll = read_roll(input->text);
    const size_t head = strcspn(input->text, " ");
    for (int i = 0; i < WORDS; i++) {
        if (strlen(words[i].name) != head) continue;
        if (strncasecmp(words[i].name, input->text, head) != 0) continue;
        input->word = words[i].word;
        input->rest = input->text + head + strspn(input->text + head, " ");
        read_arguments(input);
        return;
    }
    long long number;
    if (args_integer(input->text, 0, BEYOND_LISTS, &number)) {
        input->word = WORD_NUMBER;
        input->number = (long)number;
    } else if (strspn(input->text, "0123456789") == strlen(input->text)) {
        /* A number too large for `number` exceeds every list; the message names the
         * numbers that the list has. */
        input->word = WORD_NUMBER;
        input->number = BEYOND_LISTS;
    } else if (looks_like_moves(input->text)) {
        read_moves(input, input->text, WORD_MOVES);
    }
}

/* The length of `who` at the start of `text` with what separates it from a command; 0
 * if the text begins otherwise. */
static size_t addressed(const char *text, const char *who, bool blank_will_do)
{
    size_t n = strlen(who);
    if (n == 0 || strncasecmp(text, who, n) != 0) return 0;
    if (text[n] != ':' && text[n] != ',' && !(blank_will_do && text[n] == ' '))
        return 0;
    n += 1 + strspn(text + n + 1, " ");
    return text[n] ? n : 0;
}

void play_input_address(play_input *input, const char *const name[2])
{
    static const char *const side[2] = {"A", "B"};
    char command[sizeof input->text];
    for (int i = 0; i < 4; i++) {
        const bool by_name = i < 2;
        const size_t n = addressed(input->text, by_name ? name[i] : side[i - 2],
                                   by_name && input->word == WORD_UNKNOWN);
        if (n == 0) continue;
        snprintf(command, sizeof command, "%s", input->text + n);
        play_input_read(command, strlen(command), input);
        input->by = (alea_player)(i % 2);
        return;
    }
}

void play_input_check_name(play_input *input, const char *const name[2])
{
    if (input->word == WORD_DOUBLE && *input->rest &&
        strcmp(input->rest, name[0]) != 0 && strcmp(input->rest, name[1]) != 0)
        input->word = WORD_EXTRA;
}
