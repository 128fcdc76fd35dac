/* Hints, and the tutor's check of a decision before it is made. Only against the
 * machine, never in a rated game. */
#ifndef ALEA_SERVER_GAME_MACHINE_ADVICE_H
#define ALEA_SERVER_GAME_MACHINE_ADVICE_H

#include "server/game/host/context.h"

/* The commands `hint` and `check`: a job answers them when it has ended. */
command_run advice_hint, advice_check;

#endif
