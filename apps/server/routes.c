/* Every route there is; docs/api.md describes each. */
#include "routes.h"

#include "link_card.h"
#include "metrics_page.h"
#include "server/club/friends.h"
#include "server/club/players.h"
#include "server/desk/analysis.h"
#include "server/desk/look.h"
#include "server/desk/matches.h"
#include "server/desk/train.h"
#include "server/game/challenges.h"
#include "server/game/http_look.h"
#include "server/game/http_make.h"
#include "server/game/http_rules.h"
#include "server/game/lobby.h"
#include "server/net/assets.h"
#include "server/paper/document.h"
#include "server/people/account.h"
#include "server/study/history.h"
#include "server/study/jobs.h"
#include "server/study/lessons.h"
#include "server/study/match.h"
#include "server/study/position.h"
#include "server/study/upload.h"
#include "server/study/wildbg.h"
#include "server/support/state.h"

/* Hands the part of the server over that a handler of that room takes. */
#define PART_ROUTE(part, name, handler)                                                \
    static void name(server *s, http_request *request, http_reply *reply)              \
    {                                                                                  \
        handler(s->part, request, reply);                                              \
    }
PART_ROUTE(play, game_rules, games_http_rules)
PART_ROUTE(play, game_levels, games_http_levels)
PART_ROUTE(play, game_make, games_http_make)
PART_ROUTE(play, game_list, lobby_http_list)
PART_ROUTE(play, game_join, games_http_join)
PART_ROUTE(play, game_withdraw, games_http_withdraw)
PART_ROUTE(play, game_state, games_http_state)
PART_ROUTE(play, game_file, games_http_file)
PART_ROUTE(play, game_dice, games_http_dice)
PART_ROUTE(play, game_dice_table, games_http_dice_table)
PART_ROUTE(play, game_dice_key, games_http_dice_key)
PART_ROUTE(study, study_position_get, position_get)
PART_ROUTE(study, study_position_post, position_post)
PART_ROUTE(study, study_diagram_svg_get, diagram_svg_get)
PART_ROUTE(study, study_diagram_png_get, diagram_png_get)
PART_ROUTE(study, study_lessons_get, lessons_get)
PART_ROUTE(study, study_jobs_post, jobs_post)
PART_ROUTE(study, study_job_get, job_get)
PART_ROUTE(study, study_job_delete, job_delete)
PART_ROUTE(study, study_matches_post, matches_post)
PART_ROUTE(study, study_match_get, match_get)
PART_ROUTE(study, study_match_file_get, match_file_get)
PART_ROUTE(study, study_match_picture_get, match_picture_get)
PART_ROUTE(study, study_analysis_get, analysis_get)
PART_ROUTE(study, study_analysis_post, analysis_post)
PART_ROUTE(study, study_history_get, history_get)
PART_ROUTE(study, study_statistics_get, statistics_get)
PART_ROUTE(study, study_wildbg_move_get, wildbg_move_get)
PART_ROUTE(study, study_wildbg_eval_get, wildbg_eval_get)
PART_ROUTE(study, study_paper_get, paper_pdf_get)
PART_ROUTE(study, study_desk_get, desk_get)
PART_ROUTE(study, study_desk_change, desk_change)
PART_ROUTE(study, study_desk_matches, desk_matches_post)
PART_ROUTE(study, study_desk_find, desk_find_get)
PART_ROUTE(study, study_desk_stats, desk_stats_get)
PART_ROUTE(study, study_desk_train_get, desk_train_get)
PART_ROUTE(study, study_desk_train_post, desk_train_post)
PART_ROUTE(study, study_desk_deck, desk_deck_post)
PART_ROUTE(study, study_desk_analyse, desk_analysis_post)
PART_ROUTE(study, study_desk_leave, desk_analysis_delete)
PART_ROUTE(play, challenge_list, challenges_http_list)
PART_ROUTE(play, challenge_send, challenges_http_send)
PART_ROUTE(play, challenge_end, challenges_http_end)
PART_ROUTE(study, study_openings, openings_get)

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

    /* study: position.c, jobs.c, wildbg.c, lessons.c; paper: document.c */
    {HTTP_GET, "/api/position", ROUTE_OPEN, study_position_get},
    {HTTP_POST, "/api/position", ROUTE_SIGN_IN, study_position_post},
    {HTTP_GET, "/api/diagram.svg", ROUTE_OPEN, study_diagram_svg_get},
    {HTTP_GET, "/api/diagram.png", ROUTE_OPEN, study_diagram_png_get},
    {HTTP_POST, "/api/jobs", ROUTE_CHANGE, study_jobs_post},
    {HTTP_GET, "/api/jobs/{id}", ROUTE_SESSION, study_job_get},
    {HTTP_DELETE, "/api/jobs/{id}", ROUTE_CHANGE, study_job_delete},
    {HTTP_GET, "/api/lessons", ROUTE_OPEN, study_lessons_get},
    {HTTP_GET, "/api/paper.pdf", ROUTE_OPEN, study_paper_get},
    /* study: upload.c, match.c, history.c */
    {HTTP_POST, "/api/matches", ROUTE_CHANGE, study_matches_post},
    {HTTP_GET, "/api/matches/{id}", ROUTE_OPEN, study_match_get},
    {HTTP_GET, "/api/matches/{id}/analysis", ROUTE_OPEN, study_analysis_get},
    {HTTP_POST, "/api/matches/{id}/analysis", ROUTE_CHANGE, study_analysis_post},
    {HTTP_GET, "/api/matches/{id}/file", ROUTE_OPEN, study_match_file_get},
    {HTTP_GET, "/api/matches/{id}/picture.png", ROUTE_OPEN, study_match_picture_get},
    {HTTP_GET, "/api/history", ROUTE_SESSION, study_history_get},
    {HTTP_GET, "/api/statistics", ROUTE_SESSION, study_statistics_get},
    {HTTP_GET, "/move", ROUTE_OPEN, study_wildbg_move_get},
    {HTTP_GET, "/eval", ROUTE_OPEN, study_wildbg_eval_get},

    /* game: http_rules.c, http_make.c, http_look.c, lobby.c */
    {HTTP_GET, "/api/rules", ROUTE_OPEN, game_rules},
    {HTTP_GET, "/api/levels", ROUTE_OPEN, game_levels},
    {HTTP_POST, "/api/games", ROUTE_CHANGE, game_make},
    {HTTP_GET, "/api/games", ROUTE_OPEN, game_list},
    {HTTP_POST, "/api/games/{id}/join", ROUTE_CHANGE, game_join},
    {HTTP_DELETE, "/api/games/{id}", ROUTE_CHANGE, game_withdraw},
    {HTTP_GET, "/api/games/{id}", ROUTE_OPEN, game_state},
    {HTTP_GET, "/api/games/{id}/file", ROUTE_OPEN, game_file},
    {HTTP_GET, "/api/games/{id}/dice", ROUTE_OPEN, game_dice},
    {HTTP_GET, "/api/games/{id}/dice/table", ROUTE_OPEN, game_dice_table},
    {HTTP_GET, "/api/dice-key", ROUTE_OPEN, game_dice_key},

    /* running it: metrics.c */
    {HTTP_GET, "/health", ROUTE_FILE, health_get},
    {HTTP_GET, "/metrics", ROUTE_OPEN, metrics_get},

    /* desk: look.c, matches.c, train.c, analysis.c */
    {HTTP_GET, "/api/desk", ROUTE_SESSION, study_desk_get},
    {HTTP_PATCH, "/api/desk", ROUTE_CHANGE, study_desk_change},
    {HTTP_POST, "/api/desk/matches", ROUTE_CHANGE, study_desk_matches},
    {HTTP_GET, "/api/desk/find", ROUTE_SESSION, study_desk_find},
    {HTTP_GET, "/api/desk/stats", ROUTE_SESSION, study_desk_stats},
    {HTTP_GET, "/api/desk/train", ROUTE_SESSION, study_desk_train_get},
    {HTTP_POST, "/api/desk/train", ROUTE_CHANGE, study_desk_train_post},
    {HTTP_POST, "/api/desk/deck", ROUTE_CHANGE, study_desk_deck},
    {HTTP_POST, "/api/desk/analysis", ROUTE_CHANGE, study_desk_analyse},
    {HTTP_DELETE, "/api/desk/analysis", ROUTE_CHANGE, study_desk_leave},
    {HTTP_GET, "/api/openings", ROUTE_OPEN, study_openings},

    /* the page and its files: assets.c */
    {HTTP_GET, "/", ROUTE_FILE, page_get},
    {HTTP_GET, "/g/{id}", ROUTE_FILE, link_card_get},
    {HTTP_GET, "/m/{id}", ROUTE_FILE, link_card_get},
    {HTTP_GET, "/m/{id}/{n}/{n}", ROUTE_FILE, link_card_get},
    {HTTP_GET, "/p", ROUTE_FILE, page_get},
    {HTTP_GET, "/editor", ROUTE_FILE, page_get},
    {HTTP_GET, "/history", ROUTE_FILE, page_get},
    {HTTP_GET, "/account", ROUTE_FILE, page_get},
    {HTTP_GET, "/rules", ROUTE_FILE, page_get},
    {HTTP_GET, "/help", ROUTE_FILE, page_get},
    {HTTP_GET, "/learn", ROUTE_FILE, page_get},
    {HTTP_GET, "/analyse", ROUTE_FILE, page_get},
    {HTTP_GET, "/train", ROUTE_FILE, page_get},
    {HTTP_GET, "/openings", ROUTE_FILE, page_get},
    {HTTP_GET, "/assets/{*}", ROUTE_FILE, asset_get},
    {HTTP_GET, "/players", ROUTE_FILE, page_get},
    {HTTP_GET, "/player/{*}", ROUTE_FILE, page_get},

    /* club: players.c, friends.c; game: challenges.c */
    {HTTP_GET, "/api/leaderboard", ROUTE_OPEN, leaderboard_get},
    {HTTP_GET, "/api/players/{*}", ROUTE_OPEN, player_get},
    {HTTP_GET, "/api/friends", ROUTE_SESSION, friends_get},
    {HTTP_POST, "/api/friends", ROUTE_CHANGE, friends_post},
    {HTTP_POST, "/api/reports", ROUTE_CHANGE, reports_post},
    {HTTP_GET, "/api/challenges", ROUTE_SESSION, challenge_list},
    {HTTP_POST, "/api/challenges", ROUTE_CHANGE, challenge_send},
    {HTTP_DELETE, "/api/challenges/{id}", ROUTE_CHANGE, challenge_end},
    {HTTP_OTHER, NULL, ROUTE_OPEN, NULL},
};
