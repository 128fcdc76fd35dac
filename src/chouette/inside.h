/* What the files of a chouette share. */
#ifndef ALEA_CHOUETTE_INSIDE_H
#define ALEA_CHOUETTE_INSIDE_H

#include <alea/chouette.h>

/* Where a game's refusal goes. */
typedef struct chouette_why {
    alea_refusal by_game;
    alea_play_error play_error;
} chouette_why;

#endif
