/* How a player wants the board: which way it lies, and its colours. Kept for the next
 * game as text, one setting per line. */
#ifndef ALEA_CLI_PLAY_VIEW_LOOK_H
#define ALEA_CLI_PLAY_VIEW_LOOK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct play_look {
    bool fixed;        /* two people: the board does not turn with the player on roll */
    bool home_left;    /* the home boards are on the left */
    uint8_t colour[2]; /* as in play_view */
} play_look;

enum { PLAY_LOOK_SIZE = 128 };

/* Each reads the value of one option and leaves the look alone if it is unknown:
 * "turned" or "fixed"; "right" or "left"; two different colours, such as
 * "yellow,cyan". */
bool play_look_board(play_look *look, const char *value);
bool play_look_home(play_look *look, const char *value);
bool play_look_colours(play_look *look, const char *value);
/* "board fixed", "home left", "colours white,yellow", each line ended. */
void play_look_write(const play_look *look, char out[PLAY_LOOK_SIZE]);
/* Reads settings that play_look_write wrote. Accepts any bytes and ignores other
 * lines. */
void play_look_read(play_look *look, const char *text, size_t length);

#endif
