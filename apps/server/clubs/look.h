/* A club as JSON (docs/api.md). */
#ifndef ALEA_SERVER_CLUBS_LOOK_H
#define ALEA_SERVER_CLUBS_LOOK_H

#include "parts.h"

bool club_directs(const club_request *c);
/* Its facts, for lists. */
json_t *club_row_json(const storage_club *club);
json_t *club_member_json(const storage_club *club, const storage_club_member *m);
json_t *club_news_json(const storage_club_news *n);
/* Fills the reply with the club as the asker sees it. */
void club_answer(club_request *c);

#endif
