/* The words of `alea chouette play`. */
#ifndef ALEA_CLI_CHOUETTE_SPEAK_H
#define ALEA_CLI_CHOUETTE_SPEAK_H

#include "record.h"

enum { SPEAK_PAIR_SIZE = 2 * CHOUETTE_NAME_SIZE + 16 };

const char *speak_name(const chouette_names *names, int seat);
/* Box, captain, queue and partner with their points. */
void speak_places(const alea_chouette *c, const chouette_names *names);
/* The board as the player on turn sees it, and the cubes; between games the places. */
void speak_board(const alea_chouette *c, const chouette_names *names);
/* An event that `before` accepted. */
void speak_event(const alea_chouette *before, const chouette_names *names,
                 const alea_chouette_event *e);
/* Prints what was paid since that entry of the game. */
void speak_entries(const alea_chouette *c, const chouette_names *names, int from);
void speak_help(void);

#endif
