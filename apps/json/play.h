/* PLAY of docs/json.md. Each function returns a new reference. Any thread. */
#ifndef ALEA_JSON_PLAY_H
#define ALEA_JSON_PLAY_H

#include <alea/search.h>

#include <jansson.h>

/* Sets "level" if it is not NULL (a rollout preset), else "ply". */
void depth_json(json_t *object, int plies, const char *level);
/* Sets "approximate" if it is not NULL. */
void approximate_json(json_t *object, const char *approximate);
/* [[from, to], ...] */
json_t *moves_json(const alea_play *play);
/* `best` is the equity from which the loss is counted; `level` names the rollout preset
 * of a play that was rolled out, NULL = searched. */
json_t *play_json(const alea_board *before, const alea_candidate *candidate, float best,
                  const char *level);
/* The candidates of a search, best first. */
json_t *play_list_json(const alea_board *before, const alea_candidate *found,
                       int count);

#endif
