/* The parts of the server that the handlers of clubs/ use, and a request about a club.
 * Types only. Loop's thread. */
#ifndef ALEA_SERVER_CLUBS_PARTS_H
#define ALEA_SERVER_CLUBS_PARTS_H

#include "server/bus/bus.h"
#include "server/http/request.h"
#include "server/socket/connections.h"
#include "server/storage/clubs/teams.h"
#include "server/support/limits.h"

typedef struct games games; /* game/games.h */

typedef struct clubs_parts {
    storage *store;
    connections *sockets;
    bus *bus;      /* NULL = this server is alone */
    limits *limit; /* NULL = no limits */
    games *play;
} clubs_parts;

typedef struct clubs {
    clubs_parts parts;
    int64_t looked;           /* for games that are over; server_ticks() */
    int64_t settled;          /* for what time does, the same */
    char settled_to[ID_SIZE]; /* the last club that was settled then */
} clubs;

enum {
    CLUBS_OWNED = 3,   /* by one person */
    CLUBS_JOINED = 30, /* by one person, his own among them */
    CLUB_MEMBERS = 5000,
    CLUB_APPLICANTS = 500,
    CLUB_DIRECTORS = 20, /* the owner among them */
    CLUB_JOINS = 5,      /* of one person to one club */
    CLUB_TEXT_MOST = 2000,
    CLUB_CHANGES_MOST = 900000, /* numbers in addresses have six digits */
    LADDER_PLACES = 500,
    LADDER_REACH = 3,  /* unless the club says otherwise */
    LADDER_LENGTH = 5, /* points */
    LADDER_DAYS = 14,  /* to play a match */
    LADDER_GAMES = 20, /* made for one match or board */
    TEAMS_OPEN = 20,   /* team matches at once */
    TEAMS_ASKED = 5    /* invitations that a club has not answered */
};

/* A request about a club, with what it has decided to change. */
typedef struct club_request {
    clubs *all;
    const http_request *request;
    http_reply *reply;
    const json_t *body; /* NULL = none */
    storage_club club;
    storage_club_member me; /* number 0: never was a member; the owner's role counts */
    /* Filled by decide(); line.what "" = nothing is to be stored. */
    storage_club_change change;
    storage_club_member member[2];
    storage_club_match match; /* of the ladder, or the board that the path names */
    storage_club_team team;
    storage_club_match board[TEAM_ROWS];
    int boards;
    /* By team_load, where the second team is another club's. */
    bool has_guest; /* that club is there, and not removed */
    bool visits;    /* the asker plays for it, and is a member of it */
    bool accepts;   /* the asker is one of its directors, and it is invited */
    storage_club guest;
    storage_club_member visitor[TEAM_ROSTER];
    int status; /* of the answer */
    /* Answers after the change; club and me are as after it, but for counts. */
    void (*answer)(struct club_request *c);
} club_request;

#endif
