/* The choices on the command line of `alea play`. */
#ifndef ALEA_CLI_PLAY_CHOICES_H
#define ALEA_CLI_PLAY_CHOICES_H

#include "cli/io/args.h"
#include "cli/play/prompt/session.h"

typedef struct play_choices {
    const char *rules, *players, *dice, *save, *level;
    const char *board, *home, *colours, *game;
    option_list options;
    long long match;
    double think;
    bool money, plain, lines, resume, no_save, tutor, guide;
    const char *resume_file;
    char name[2][PLAY_NAME_SIZE];
    alea_level strength[2];
} play_choices;

/* Reads the options into *c, which is all zero, and the players unless a game is
 * resumed. ARGS_RUN, or the status to return; so do the other two. */
int play_choices_read(int argc, char **argv, play_choices *c);
/* The rules, of a new game of backgammon. */
int play_choices_rules(const play_choices *c, alea_rules *rules);
/* How the board was drawn last, with what the options change of it, which is kept. */
int play_choices_look(const play_choices *c, play_look *look);

#endif
