/* Shared by the requests about one club. */
#ifndef ALEA_SERVER_CLUBS_ASK_H
#define ALEA_SERVER_CLUBS_ASK_H

#include "parts.h"
#include "server/http/request.h"

typedef enum clubs_right {
    CLUB_RIGHT_OF_ALL = 0, /* an account */
    CLUB_RIGHT_OF_MEMBER,
    CLUB_RIGHT_OF_DIRECTOR, /* 403 for others, as the next */
    CLUB_RIGHT_OF_OWNER,
    CLUB_RIGHT_TO_PUT_BACK /* the owner; the club may be removed */
} clubs_right;

/* Looks at the club that the path names: calls `answer` with it. */
void club_look(clubs *all, const http_request *request, http_reply *reply,
               void (*answer)(club_request *c));
/* Changes the club: `decide` either fills the reply with a refusal, or fills c->change.
 * It is called again where somebody else changed the club meanwhile. Answers with the
 * club unless `decide` sets c->answer. */
void club_change(clubs *all, const http_request *request, http_reply *reply,
                 clubs_right right, void (*decide)(club_request *c));
/* The same with a JSON object as body. */
void club_change_by(clubs *all, const http_request *request, http_reply *reply,
                    clubs_right right, void (*decide)(club_request *c));
/* Reads club and asker anew, as they are after a change; false after filling the
 * reply. */
bool club_load(club_request *c);
/* What is done, by the asker (0 = by the server) and about whom (0 = nobody). */
void club_note(club_request *c, const char *what, int by, int about);
/* The number in the path behind `after` ("/members/"); 0 = none. */
int club_number(const http_request *request, const char *after);
/* Reads the match of the ladder that the path names into c->match; the side of the
 * asker, -1 = neither. Check the reply: it is filled where there is no such match. */
int ladder_match_side(club_request *c);
/* Reads the match of two teams that the path names, with its boards, into c->team and
 * c->board; false after filling the reply. */
bool team_load(club_request *c);
/* Reads the same and copies the board that the path names to c->match. */
bool team_load_board(club_request *c);
/* Charges bytes to be stored; false after filling the reply. */
bool club_may_store(clubs *all, const http_request *request, size_t bytes,
                    http_reply *reply);
/* Text of several lines, as people write it. False: it has control characters, or more
 * than CLUB_TEXT_MOST. */
bool club_text_is_good(const char *text);

#endif
