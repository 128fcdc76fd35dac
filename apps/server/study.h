/* Learning: positions, jobs of the engine, uploaded and played matches, their analysis,
 * a player's history and statistics, wildbg's interface. Loop's thread only. */
#ifndef ALEA_SERVER_STUDY_H
#define ALEA_SERVER_STUDY_H

#include "http.h"

/* A played game is over and its journal is kept: it is analysed at the normal level,
 * and both players' sockets are told. Nothing happens if the queue is full; a person
 * may then ask for the analysis. */
void study_game_over(server *s, const char *game);

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
