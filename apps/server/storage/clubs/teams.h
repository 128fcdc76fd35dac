/* Team matches of a club and their boards; storage_club_commit changes them. */
#ifndef ALEA_SERVER_STORAGE_CLUBS_TEAMS_H
#define ALEA_SERVER_STORAGE_CLUBS_TEAMS_H

#include "clubs.h"

enum {
    TEAM_ROSTER = 20, /* members of one team */
    TEAM_BOARDS = 10, /* in one round */
    TEAM_ROUNDS = 5,
    TEAM_ROWS = TEAM_BOARDS * TEAM_ROUNDS /* boards of a match */
};

/* Board b of round r, both from 1, has the number (r - 1) * TEAM_BOARDS + b. Its sides
 * are those of the teams; told: 100 * (winning side) + (points of the loser). */
struct storage_club_team {
    char club[ID_SIZE]; /* not put */
    int number;
    /* The club of the second team; "" = the same. Its players have numbers of `club`,
     * where they need not be members. */
    char guest[ID_SIZE];
    char name[2][132];
    int captain[2]; /* members */
    int roster[2][TEAM_ROSTER], roster_size[2];
    int boards, length; /* of a round; points */
    int rounds, round;  /* the round that is played, from 1 */
    int hours;          /* from the start of a round on, to give line-ups */
    int board_hours;    /* from both line-ups on, to begin the boards; 0 = no limit */
    int reserve_s, step_s;
    int64_t time, until, ended; /* ms; `until` is the deadline of the line-ups */
    int64_t boards_until; /* the boards of this round; 0 = no limit, or not open */
    club_match_state state;
    int lineup[2][TEAM_BOARDS]; /* of this round; the first is 0: not given */
};

/* Its own and those to which it is invited, the newest first. */
int storage_teams_of(storage *s, const char *id, storage_club_team *out, int capacity);
/* How many are open, or another club is invited; -1 = could not be read. */
int64_t storage_teams_open(storage *s, const char *id);
/* How many invitations the club has not answered, of that host ("" = of all); -1 =
 * could not be read. */
int64_t storage_teams_asked(storage *s, const char *guest, const char *host);
storage_answer storage_team_get(storage *s, const char *id, int number,
                                storage_club_team *out);
/* By number; at most TEAM_ROWS. */
int storage_team_boards(storage *s, const char *id, int team, storage_club_match *out,
                        int capacity);

/* A game that is over, of a board that waits for its result. */
typedef struct storage_team_game {
    char club[ID_SIZE], game[ID_SIZE];
    int team, board;
    int winner; /* seat; -1 = nobody */
    int score[2];
} storage_team_game;

int storage_team_games_over(storage *s, storage_team_game *out, int capacity);
/* Open boards that were to be begun by `time`, without a game and without two results
 * that differ, of clubs that are not removed and have fewer than so many changes.
 * `winner` is -1; `game` is one that was never made, or "". */
int storage_team_boards_late(storage *s, int64_t time, int64_t changes,
                             storage_team_game *out, int capacity);

/* The team and the boards of a change, within the caller's transaction. */
alea_status storage_team_put(storage *s, const storage_club_change *change);

#endif
