/* The routes of this room; docs/api.md describes each. Their part is study
 * (study/parts.h). */
#ifndef ALEA_SERVER_STUDY_ROUTES_H
#define ALEA_SERVER_STUDY_ROUTES_H

#include "server/http/route.h"

extern const http_route *const study_routes[];

/* ---- one table for each file ---- */
extern const http_route study_position_routes[];
extern const http_route study_lessons_routes[];
extern const http_route study_job_routes[];
extern const http_route study_upload_routes[];
extern const http_route study_match_routes[];
extern const http_route study_history_routes[];
extern const http_route study_wildbg_routes[];

#endif
