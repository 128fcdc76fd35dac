/* A ladder as JSON (docs/api.md). */
#ifndef ALEA_SERVER_CLUBS_LADDER_LOOK_H
#define ALEA_SERVER_CLUBS_LADDER_LOOK_H

#include "parts.h"

/* Fills the reply with the ladder as the asker sees it. */
void ladder_answer(club_request *c);

#endif
