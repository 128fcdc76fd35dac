/* Clubs: a row of facts, members, announcements, the matches of the ladder, and a log
 * of what was done. Every change of a club has the next number of that club, in one
 * transaction with its line of the log: of two servers that change the same club one is
 * refused, reads it anew, and decides again. Announcements, members and matches have
 * the number of the change that made them. */
#ifndef ALEA_SERVER_STORAGE_CLUBS_CLUBS_H
#define ALEA_SERVER_STORAGE_CLUBS_CLUBS_H

#include "server/storage/interface.h"

enum { CLUB_TEXT_SIZE = 8004, CLUB_NEWS_KEPT = 300, CLUB_LOG_KEPT = 5000 };

typedef enum club_role {
    CLUB_BANNED = -1,
    CLUB_GONE = 0, /* has left, was removed, or the account was deleted */
    CLUB_APPLIED,
    CLUB_MEMBER,
    CLUB_DIRECTOR,
    CLUB_OWNER
} club_role;

typedef struct storage_club {
    char id[ID_SIZE];
    char name[132], skeleton[268]; /* one club has a skeleton, unless it is removed */
    char town[132];
    char text[CLUB_TEXT_SIZE]; /* of lists: "" */
    bool is_open;              /* anybody joins; else a director lets in */
    /* The ladder: how many ranks up one may challenge (0 = no ladder), the points of a
     * match, the days without a match after which a member leaves it (0 = never). */
    int reach, length, idle_days;
    int64_t created, changed;
    int64_t removed; /* when; 0 = it is not */
    int64_t last;    /* the number of the last change */
    /* Not put. */
    int members;
    int owner; /* the number of the first by role and age; 0 = nobody is left */
} storage_club;

typedef struct storage_club_member {
    int number;
    char person[ID_SIZE]; /* "" = the account is deleted */
    char name[132];       /* not put; then "somebody NUMBER" */
    club_role role;
    /* The order on the ladder, with gaps; 0 = not on it. */
    int rung;
    int joins;      /* how often */
    int64_t since;  /* when the last time */
    int64_t played; /* the last match of the ladder, or when he came to it */
} storage_club_member;

typedef enum club_match_state {
    CLUB_MATCH_OPEN = 0,
    CLUB_MATCH_COUNTED,
    CLUB_MATCH_OFF,  /* taken back, declined, lapsed */
    CLUB_MATCH_ASKED /* of two teams: another club is invited */
} club_match_state;

/* Side 0 has challenged side 1. */
typedef struct storage_club_match {
    int number, member[2];
    int64_t time, ended;
    club_match_state state;
    char game[ID_SIZE]; /* of this server; "" = none */
    int games;          /* made for it */
    int winner;         /* side; -1 = none */
    int told[2];        /* the winner as each side tells it; -1 = not yet */
    bool has_score;     /* of a game */
    int score[2];
} storage_club_match;

typedef struct storage_club_news {
    int number;
    int64_t time;
    char author[132];
    char text[CLUB_TEXT_SIZE];
} storage_club_news;

/* A line of the log. */
typedef struct storage_club_line {
    int64_t seq, time;
    int by; /* member; 0 = the server, or somebody who is no member */
    char what[16];
    int about[2];       /* members; 0 = none */
    int rank[2];        /* before and after; 0 = none */
    char names[3][132]; /* not put: of `by` and both of `about`; "" = none */
} storage_club_line;

/* A match of two teams: teams.h. */
typedef struct storage_club_team storage_club_team;

/* What a change stores; what is NULL or zero stays. */
typedef struct storage_club_change {
    const storage_club *club; /* after it; club->last is the number of the change */
    storage_club_line line;   /* seq and time too */
    const storage_club_member *member[2];
    const storage_club_match *match;
    /* The member takes the rung `to`; those from there to his own move one down. */
    int mover, from, to;
    const storage_club_team *team; /* and those of its boards that change */
    const storage_club_match *board;
    int boards;
    /* New members without a role; they have the numbers before that of the change. */
    const storage_club_member *visitor;
    int visitors;
    const char *news; /* announced by line.by */
    int news_gone;    /* the number of one that is taken back */
} storage_club_change;

/* A new one with its first member, whose number is 1. ALEA_ERROR_ARGUMENT: another club
 * has a name that looks the same. */
alea_status storage_club_make(storage *s, const storage_club *club,
                              const storage_club_member *owner);
/* ALEA_ERROR_REFUSED, with nothing changed: another change has that number.
 * ALEA_ERROR_ARGUMENT: as storage_club_make. */
alea_status storage_club_commit(storage *s, const storage_club_change *change);

storage_answer storage_club_get(storage *s, const char *id, storage_club *out);
/* Those that are not removed and whose name or town has `search` in it ("" = all), by
 * the number of members; of one person ("" = anybody's). */
int storage_clubs_in(storage *s, const char *search, const char *person,
                     storage_club *out, int capacity);
/* How many clubs that are not removed the person has a role in from `least` on; -1 =
 * could not be read. */
int64_t storage_clubs_of(storage *s, const char *person, club_role least);

storage_answer storage_club_member_of(storage *s, const char *id, const char *person,
                                      storage_club_member *out);
storage_answer storage_club_member_at(storage *s, const char *id, int number,
                                      storage_club_member *out);
/* Those with a role from `least` to `most` and a number after `after`, by number. */
int storage_club_members(storage *s, const char *id, club_role least, club_role most,
                         int after, storage_club_member *out, int capacity);
int64_t storage_club_count(storage *s, const char *id, club_role least, club_role most);
/* The person's role, as directors of tournaments need it: the owner counts as one. */
storage_answer storage_club_directs(storage *s, const char *id, const char *person);

/* The newest first, before that number (0 = all). */
int storage_club_news_of(storage *s, const char *id, int before, storage_club_news *out,
                         int capacity);
storage_answer storage_club_has_news(storage *s, const char *id, int number);
/* The same of the log. */
int storage_club_log_of(storage *s, const char *id, int64_t before,
                        storage_club_line *out, int capacity);

#endif
