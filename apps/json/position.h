/* POSITION of docs/json.md. Each function returns a new reference. Any thread. */
#ifndef ALEA_JSON_POSITION_H
#define ALEA_JSON_POSITION_H

#include <alea/notation.h>

#include <jansson.h>

/* 0, 1, or null for ALEA_NOBODY. */
json_t *player_json(alea_player player);
/* SCORE: [points of player 0, points of player 1]. */
json_t *score_json(int points_a, int points_b);
/* Is a roll to be played, rather than a cube decision to be made? */
bool position_is_play(const alea_position *position);
json_t *position_json(const alea_position *position);

#endif
