/* Identifiers and stages of games, which every room of the server means alike. */
#ifndef ALEA_SERVER_SUPPORT_IDS_H
#define ALEA_SERVER_SUPPORT_IDS_H

/* An identifier: 12 characters a-z2-7 and the NUL. */
enum { ID_SIZE = 13 };

/* The stage of a game; an uploaded match has a stage of its own. */
typedef enum game_stage {
    STAGE_WAITING = 0,
    STAGE_PLAYING,
    STAGE_OVER,
    STAGE_UPLOADED
} game_stage;

#endif
