/* Every route there is; docs/api.md describes each. */
#include "routes.h"

#include "metrics_page.h"
#include "server/game/host/registry.h"
#include "server/net/assets.h"
#include "server/people/account.h"
#include "server/study/handlers.h"

const http_route http_routes[] = {
    /* people: account.c */
    {HTTP_GET, "/api/me", ROUTE_OPEN, me_get},
    {HTTP_PATCH, "/api/me", ROUTE_CHANGE, me_change},
    {HTTP_DELETE, "/api/me", ROUTE_CHANGE, me_forget},
    {HTTP_POST, "/api/register", ROUTE_CHANGE, register_post},
    {HTTP_POST, "/api/login", ROUTE_SIGN_IN, login_post},
    {HTTP_POST, "/api/logout", ROUTE_CHANGE, logout_post},
    {HTTP_POST, "/api/password", ROUTE_CHANGE, password_post},
    {HTTP_GET, "/api/sessions", ROUTE_SESSION, sessions_get},
    {HTTP_DELETE, "/api/sessions/{id}", ROUTE_CHANGE, session_delete},

    /* study: study_position.c, study_jobs.c, wildbg.c */
    {HTTP_GET, "/api/position", ROUTE_OPEN, position_get},
    {HTTP_POST, "/api/position", ROUTE_SIGN_IN, position_post},
    {HTTP_GET, "/api/diagram.svg", ROUTE_OPEN, diagram_svg_get},
    {HTTP_GET, "/api/diagram.png", ROUTE_OPEN, diagram_png_get},
    {HTTP_POST, "/api/jobs", ROUTE_CHANGE, jobs_post},
    {HTTP_GET, "/api/jobs/{id}", ROUTE_SESSION, job_get},
    {HTTP_DELETE, "/api/jobs/{id}", ROUTE_CHANGE, job_delete},
    /* study_upload.c, study_match.c, study_history.c */
    {HTTP_POST, "/api/matches", ROUTE_CHANGE, matches_post},
    {HTTP_GET, "/api/matches/{id}", ROUTE_OPEN, match_get},
    {HTTP_GET, "/api/matches/{id}/analysis", ROUTE_OPEN, analysis_get},
    {HTTP_POST, "/api/matches/{id}/analysis", ROUTE_CHANGE, analysis_post},
    {HTTP_GET, "/api/matches/{id}/file", ROUTE_OPEN, match_file_get},
    {HTTP_GET, "/api/history", ROUTE_SESSION, history_get},
    {HTTP_GET, "/api/statistics", ROUTE_SESSION, statistics_get},
    {HTTP_GET, "/move", ROUTE_OPEN, wildbg_move_get},
    {HTTP_GET, "/eval", ROUTE_OPEN, wildbg_eval_get},

    /* games: room_http.c, lobby.c */
    {HTTP_GET, "/api/rules", ROUTE_OPEN, games_http_rules},
    {HTTP_GET, "/api/levels", ROUTE_OPEN, games_http_levels},
    {HTTP_POST, "/api/games", ROUTE_CHANGE, games_http_make},
    {HTTP_GET, "/api/games", ROUTE_OPEN, games_http_list},
    {HTTP_POST, "/api/games/{id}/join", ROUTE_CHANGE, games_http_join},
    {HTTP_DELETE, "/api/games/{id}", ROUTE_CHANGE, games_http_withdraw},
    {HTTP_GET, "/api/games/{id}", ROUTE_OPEN, games_http_state},
    {HTTP_GET, "/api/games/{id}/file", ROUTE_OPEN, games_http_file},
    {HTTP_GET, "/api/games/{id}/dice", ROUTE_OPEN, games_http_dice},
    {HTTP_GET, "/api/games/{id}/dice/table", ROUTE_OPEN, games_http_dice_table},

    /* running it: metrics.c */
    {HTTP_GET, "/health", ROUTE_OPEN, health_get},
    {HTTP_GET, "/metrics", ROUTE_OPEN, metrics_get},

    /* the page and its files: assets.c */
    {HTTP_GET, "/", ROUTE_FILE, page_get},
    {HTTP_GET, "/g/{id}", ROUTE_FILE, page_get},
    {HTTP_GET, "/m/{id}", ROUTE_FILE, page_get},
    {HTTP_GET, "/m/{id}/{n}/{n}", ROUTE_FILE, page_get},
    {HTTP_GET, "/p", ROUTE_FILE, page_get},
    {HTTP_GET, "/editor", ROUTE_FILE, page_get},
    {HTTP_GET, "/history", ROUTE_FILE, page_get},
    {HTTP_GET, "/account", ROUTE_FILE, page_get},
    {HTTP_GET, "/rules", ROUTE_FILE, page_get},
    {HTTP_GET, "/help", ROUTE_FILE, page_get},
    {HTTP_GET, "/assets/{*}", ROUTE_FILE, asset_get},
    {HTTP_OTHER, NULL, ROUTE_OPEN, NULL},
};
