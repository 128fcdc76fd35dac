/* A line that a player typed, as a command. Pure: any bytes in, nothing printed. */
#ifndef ALEA_CLI_PLAY_PROMPT_INPUT_H
#define ALEA_CLI_PLAY_PROMPT_INPUT_H

#include <alea/match.h>
#include <alea/notation.h>

#include <stddef.h>

enum { PLAY_FEWEST_TRIALS = 36, PLAY_MOST_TRIALS = 1000000 };

typedef enum play_word {
    WORD_NOTHING = 0, /* an empty line */
    WORD_UNKNOWN,
    WORD_EXTRA,     /* a command with words after it that it does not take: `rest` */
    WORD_MOVES,     /* "8/5 6/5": `move`, `moves` */
    WORD_BAD_MOVES, /* looks like moves but is not: `error` */
    WORD_NUMBER,    /* a candidate's number, or two dice: `number`, perhaps `roll` */
    WORD_ROLL,
    WORD_DOUBLE,
    WORD_TAKE,
    WORD_DROP,
    WORD_BEAVER,
    WORD_RACCOON,
    WORD_RESIGN,
    WORD_ACCEPT,
    WORD_REJECT,
    WORD_HINT,
    WORD_LIST,
    WORD_EVAL,
    WORD_TUTOR,   /* `rest`: nothing, "on", "off" or a loss */
    WORD_ROLLOUT, /* `number`: trials, or 0 if none was given */
    WORD_STATS,
    WORD_UNDO,
    WORD_BACK, /* a whole turn, against the machine */
    WORD_FLIP,
    WORD_DONE,
    WORD_BOARD,
    WORD_PIPS,
    WORD_SCORE,
    WORD_ID,
    WORD_RULES,
    WORD_STIR,
    WORD_COCKED,
    WORD_MADE,    /* "made 8/4": put down even if illegal (rulebook 001) */
    WORD_CONTEST, /* demand a legal play instead */
    WORD_SAVE,
    WORD_NEW,
    WORD_ABANDON, /* open the sealed seed: the game ends */
    WORD_HELP,
    WORD_QUIT,
    WORD_YES,
    WORD_NO
} play_word;

typedef struct play_input {
    play_word word;
    const char *rest; /* what follows the command word, blanks cut; NUL-terminated */
    /* WORD_NUMBER; WORD_RESIGN: 1..3, or 0 if none was given; WORD_ROLLOUT */
    long number;
    alea_roll roll; /* the line is two dice: "63", "6 3", "6-3"; else {0, 0} */
    alea_move move[ALEA_MAX_MOVES]; /* WORD_MOVES, WORD_MADE; also "6-3" */
    int moves;
    alea_error error;
    /* The player whose name stood before the command ("ben: double"), or ALEA_NOBODY;
     * set by play_input_address. */
    alea_player by;
    char text[512]; /* the line, cut to this size; `rest` points into it */
} play_input;

/* Reads `length` bytes of `line`, which may hold anything. */
void play_input_read(const char *line, size_t length, play_input *input);
/* Reads a line that begins with a player's name, or with "A:" or "B:": the rest becomes
 * the command, and `by` the player. Any other line stays as it was read. */
void play_input_address(play_input *input, const char *const name[2]);
/* After "double" only a player's name may stand; anything else makes it WORD_EXTRA. */
void play_input_check_name(play_input *input, const char *const name[2]);
/* The word itself ("double"), index from 0 in order of use; NULL past the end. */
const char *play_word_name(int index);
/* The nearest command to an unknown word, or NULL. */
const char *play_word_nearest(const char *text);

#endif
