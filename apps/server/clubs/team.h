/* A match of two teams: who decides, counted boards, and the
 * match as JSON (docs/api.md). */
#ifndef ALEA_SERVER_CLUBS_TEAM_H
#define ALEA_SERVER_CLUBS_TEAM_H

#include "parts.h"

/* The side whose captain the asker is, as a member of its club; -1 = neither. */
int team_captain(const club_request *c);
/* The player of a side as he is now. ABSENT: he is no member of that side's club. */
storage_answer team_player(club_request *c, int side, int member,
                           storage_club_member *out);
/* Whether the asker is a member of the club or plays for its guests; false after
 * filling the reply. */
bool team_takes_part(club_request *c);
/* Captain or player of one of the two. */
bool team_has(const storage_club_team *t, int member);
/* Whether the asker decides about this match: a director who is in neither team. */
bool team_decides(const club_request *c);
bool team_is_open(const storage_club_team *t);
/* Boards won, and points, by the counted boards. */
void team_score(const storage_club_match *board, int count, int won[2], int points[2]);
/* The side that has won: by boards, then by points; -1 = nobody, or not over. */
int team_winner(const storage_club_team *t, const storage_club_match *board, int count);
/* Counts `one` of the boards for a side, or for nobody (-1); the loser has so many
 * points. The last board of a round begins the next round, or ends the match. Fills
 * `change` but for `by`; `one` and `t` must outlive it. */
void team_count(storage_club_team *t, const storage_club_match *board, int count,
                storage_club_match *one, int winner, int points,
                storage_club_change *change);
/* What time does to a board that nobody has begun: the result that one captain has
 * given counts, else it is nobody's. As team_count. */
void team_lapse(storage_club_team *t, const storage_club_match *board, int count,
                storage_club_match *one, storage_club_change *change);
/* Opens `one`, which is over, again, until `until` where boards have a limit; with it
 * the match, or its round. False: line-ups of a later round are in. As team_count. */
bool team_reopen(storage_club_team *t, const storage_club_match *board, int count,
                 storage_club_match *one, int64_t until, storage_club_change *change);
/* Fills the reply with the match as the asker sees it, or with all of the club. */
void team_answer(club_request *c);
void team_answer_all(club_request *c);

#endif
