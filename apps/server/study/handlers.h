/* Learning: positions, jobs of the engine, uploaded and played matches, their analysis,
 * a player's history and statistics, wildbg's interface. Loop's thread only. */
#ifndef ALEA_SERVER_STUDY_H
#define ALEA_SERVER_STUDY_H

#include "server/http/request.h"

/* A played game is about to be over, its journal is kept: it will be analysed at the
 * normal level, though the server fall at this moment. `users` are the seats', "" where
 * there is no person. */
void study_game_ends(server *s, const char *game, const char *const users[2]);
/* It is over: now, or, if the queue is full, as soon as there is room. Both players'
 * sockets are told. */
void study_game_over(server *s, const char *game);

/* study_wanted.c: analyses that were asked for and are not made yet, over the server's
 * end and its next start. study_open finds what a stopped or killed server left, and
 * study_tick takes them up, a few at a time. */
bool study_open(server *s);
void study_tick(server *s);
void study_close(server *s);

/* study_position.c */
http_handler position_get, position_post, diagram_svg_get, diagram_png_get;
/* study_jobs.c */
http_handler jobs_post, job_get, job_delete;
/* study_upload.c */
http_handler matches_post;
/* study_match.c */
http_handler match_get, match_file_get, analysis_get, analysis_post;
/* study_history.c */
http_handler history_get, statistics_get;
/* wildbg.c */
http_handler wildbg_move_get, wildbg_eval_get;

#endif
