/* One sitting: the record, the dice, the save, the players and the terminal. */
#ifndef ALEA_CLI_PLAY_PROMPT_SESSION_H
#define ALEA_CLI_PLAY_PROMPT_SESSION_H

#include "cli/play/view/look.h"
#include "cli/play/view/view.h"
#include "cli/save/dice_source.h"
#include "cli/save/journal.h"
#include "console.h"
#include "draft.h"
#include "input.h"
#include "machine/machine.h"

#include <alea/file.h>
#include <alea/record.h>

enum { PLAY_NAME_SIZE = 25, PLAY_CANDIDATES = 3 };

/* The loss, in points of the cube, from which the tutor speaks unless another is
 * said. */
#define PLAY_TUTOR_USUAL .04f

/* Why the loop ended. */
typedef enum play_end {
    PLAY_GOES_ON = 0,
    PLAY_TAKEN_BACK, /* the prompt that was open is gone; the loop goes on */
    PLAY_MATCH_OVER,
    PLAY_REMATCH,   /* the match is over, and another like it is wanted */
    PLAY_ANALYSE,   /* the match is over, and its analysis is wanted first */
    PLAY_QUIT,      /* asked for, or the input ended: the save can be resumed */
    PLAY_GIVEN_UP,  /* "abandon": the seed is opened, the game cannot be resumed */
    PLAY_NEW,       /* "new": begin again with the same choices */
    PLAY_NO_DICE,   /* the dice file ended */
    PLAY_NOT_SAVED, /* a save failed and nobody chose to go on without */
    PLAY_BROKEN     /* the terminal, the pipe or memory failed */
} play_end;

typedef struct play_session {
    alea_record record; /* record.now is the state of the match */
    const char *name[2];
    char name_kept[2][PLAY_NAME_SIZE]; /* where a resumed game keeps them */
    bool person[2];
    alea_level level[2]; /* of a machine */
    /* After each event, with the match before it; NULL: no teacher. */
    void (*guide)(struct play_session *s, const alea_match *before,
                  const alea_event *event);
    unsigned guide_said; /* a bit for each thing that was said */
    float tutor;         /* warns before a loss of so much; 0 = it is off */
    long long think_ms;  /* of the strongest level; 0 = as the machine has it */
    dice_source dice;
    play_save save;
    console *console;
    machine *machine; /* NULL until it is first needed */
    bool some_bad;    /* some input was refused */
    play_look look;   /* how the board lies, and its colours */
    bool flipped;     /* the board is seen from the other side */
    bool skips;       /* the person is not asked on the machine's turns of this game */
    bool resign_refused[2]; /* the machine's offer was turned down in this game */
    alea_board drawn;       /* the board drawn last, in A's frame, and for whom */
    alea_player drawn_for;

    bool hinted[2];    /* asked for a hint on the decision at hand */
    play_draft draft;  /* of the person to play */
    bool draft_stands; /* it is a legal play as it is */
    bool marked[26];   /* points the last play reached, in the mover's numbers */
    alea_player marked_by;
    alea_play_list *list; /* numbered candidates: the last list or hint shown */
    alea_play_list *scratch;
    int candidates;
    alea_play *candidate;
    char example[ALEA_PLAY_TEXT_SIZE];
    char prompt[96];
} play_session;

/* "you: roll" where two people share the keyboard, "Roll" where one sits alone; valid
 * until the next call. */
const char *play_prompt(play_session *s, alea_player by, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Is that the name of the machine? */
bool play_is_machine(const char *name);

/* Applies an event, puts it on disk and says what happened. */
play_end play_apply(play_session *s, const alea_event *event);
/* Asks with `prompt` and reads a command. */
play_end play_ask(play_session *s, const char *prompt, play_input *input);
/* The person to play has rolled: an empty draft. */
void play_begin_draft(play_session *s);
/* Sets the text that a signal prints before it ends the game: where the game is
 * saved. */
void play_set_exit_message(play_session *s);
/* Says where the record of the game is and what can be done with it. */
void play_say_record(play_session *s);
/* Remembers where the entry's play went, for the board's marks. */
void play_remember_marks(play_session *s, const alea_event *event);
/* Goes on saving in a new file. */
alea_status play_move_save(play_session *s, const char *path, alea_error *error);

/* The opinion, opened when first needed; NULL with a message if that fails. */
machine *play_opinion(play_session *s);
void play_show_board(play_session *s, alea_player viewer);
void play_make_view(const play_session *s, alea_player viewer, play_view *view);
void play_say_text(play_session *s, const char *sentence);
/* How to go on with the saved game: a command, for a sentence. */
void play_resume_command(const play_session *s, char *out, size_t size);
/* Says at what level, or as whom, the machine plays. */
void play_say_level(play_session *s, alea_player by);
/* Says that a typed line was refused, and counts it. */
void play_refuse(play_session *s, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
