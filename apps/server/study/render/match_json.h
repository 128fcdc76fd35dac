/* A match as a list of games and turns. Any thread. */
#ifndef ALEA_SERVER_STUDY_RENDER_MATCH_JSON_H
#define ALEA_SERVER_STUDY_RENDER_MATCH_JSON_H

#include <alea/record.h>

#include <jansson.h>

/* {"games": [...], "final_score": [a, b]} of GET /api/matches/ID, a new reference. */
json_t *match_json(const alea_record *record);
/* Has the match a play or a cube action? */
bool match_has_decisions(const alea_record *record);

#endif
