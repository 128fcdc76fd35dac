#include "routes.h"

const http_route *const study_routes[] = {study_position_routes, study_lessons_routes,
                                          study_job_routes,      study_upload_routes,
                                          study_match_routes,    study_history_routes,
                                          study_wildbg_routes,   NULL};
