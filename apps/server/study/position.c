/* Positions: identifiers in and out, the editor, pictures. */
#include "parts.h"
#include "routes.h"

#include "later.h"
#include "publish/picture/diagram.h"
#include "server/study/render/position_json.h"

#include <alea/diagram.h>

#include <stdlib.h>
#include <string.h>

enum { ID_ROOM = 1024, PNG_LEAST = 64, PNG_MOST = 1240, PNG_USUAL = 620 };

static bool position_of_query(const http_request *request, alea_position *out,
                              http_reply *reply)
{
    char id[ID_ROOM] = "";
    http_query(request, "id", id, sizeof id);
    return position_read(id, out, reply);
}

/* Makes the play of the player on roll and ends the turn. */
static bool make_play(const char *text, alea_position *p, http_reply *reply)
{
    const alea_decision d = alea_decision_of_position(p);
    alea_move moves[ALEA_MAX_MOVES];
    alea_play play;
    alea_error error = {0};
    int count;
    if (!alea_roll_valid(d.roll) || p->offers || p->resign_class) {
        http_refuse(reply, 422, "no_dice", "A play needs a position with dice.");
        return false;
    }
    if (alea_moves_read(text, strlen(text), moves, &count, &error) != ALEA_OK) {
        http_refuse(reply, 400, "bad_moves", "%s", error.reason);
        return false;
    }
    const alea_play_error fault =
        alea_play_judge(&d.board, d.roll, &d.rules, moves, count, &play, NULL);
    if (fault != ALEA_PLAY_LEGAL) {
        http_refuse(reply, 422, "illegal_play", "%.60s: %s", text,
                    alea_play_error_text(fault));
        return false;
    }
    if (alea_board_phase(&play.board) == ALEA_PHASE_OVER) {
        http_refuse(reply, 422, "game_over", "This play ends the game.");
        return false;
    }
    p->board = p->on_roll == ALEA_B ? alea_board_swap(&play.board) : play.board;
    p->on_roll = p->on_roll == ALEA_B ? ALEA_A : ALEA_B;
    p->to_act = p->on_roll;
    p->roll = (alea_roll){{0, 0}};
    return true;
}

/* "play" and "roll" of the query: the position one step on. */
static bool step_on(const http_request *request, alea_position *p, http_reply *reply)
{
    char text[128];
    if (http_query(request, "play", text, sizeof text) && !make_play(text, p, reply))
        return false;
    if (!http_query(request, "roll", text, sizeof text)) return true;
    const bool digits = strlen(text) == 2 && text[0] >= '1' && text[0] <= '6' &&
                        text[1] >= '1' && text[1] <= '6';
    if ((!digits && strcmp(text, "none") != 0) || p->offers || p->resign_class) {
        http_refuse(reply, 400, "bad_request",
                    "\"roll\" is two dice such as 31, or none; there is none while a "
                    "double is offered.");
        return false;
    }
    p->roll = digits ? (alea_roll){{(uint8_t)(text[0] - '0'), (uint8_t)(text[1] - '0')}}
                     : (alea_roll){{0, 0}};
    return true;
}

static void position_get(void *part, http_request *request, http_reply *reply)
{
    alea_position p;
    (void)part;
    if (position_of_query(request, &p, reply) && step_on(request, &p, reply))
        http_answer(reply, 200, position_tree_json(&p));
}

/* ---- the editor ---- */

/* The fields of the editor's request; `wrong` names the first bad one. */
typedef struct fields {
    const json_t *body;
    const char *wrong;
} fields;

static const json_t *field(const fields *f, const char *name)
{
    const json_t *value = json_object_get(f->body, name);
    return json_is_null(value) ? NULL : value;
}

static int whole(fields *f, const char *name, int absent, int least, int most)
{
    const json_t *value = field(f, name);
    if (!value) return absent;
    const json_int_t number = json_integer_value(value);
    if (json_is_integer(value) && number >= least && number <= most) return (int)number;
    if (!f->wrong) f->wrong = name;
    return absent;
}

static bool truth(fields *f, const char *name)
{
    const json_t *value = field(f, name);
    if (value && !json_is_boolean(value) && !f->wrong) f->wrong = name;
    return json_is_true(value);
}

/* Reads a list of whole numbers; all 0 if it is absent. */
static void numbers(fields *f, const char *name, int out[], size_t count, int least,
                    int most)
{
    const json_t *list = field(f, name);
    for (size_t i = 0; i < count; i++) out[i] = 0;
    if (!list) return;
    bool good = json_array_size(list) == count;
    for (size_t i = 0; good && i < count; i++) {
        const json_t *value = json_array_get(list, i);
        const json_int_t number = json_integer_value(value);
        good = json_is_integer(value) && number >= least && number <= most;
        if (good) out[i] = (int)number;
    }
    if (!good && !f->wrong) f->wrong = name;
}

static alea_position edited(fields *f)
{
    int points[26], dice[2], score[2];
    numbers(f, "board", points, 26, -ALEA_CHECKERS, ALEA_CHECKERS);
    numbers(f, "dice", dice, 2, 1, 6);
    numbers(f, "score", score, 2, 0, ALEA_MAX_MATCH_LENGTH);
    if (!field(f, "board") && !f->wrong) f->wrong = "board";
    const int cube = whole(f, "cube", 1, 1, 1 << ALEA_MAX_CUBE_LOG2);
    alea_position p = {
        .on_roll = (alea_player)whole(f, "turn", 0, 0, 1),
        .roll = {{(uint8_t)dice[0], (uint8_t)dice[1]}},
        .cube_owner = (alea_player)whole(f, "owner", ALEA_NOBODY, 0, 1),
        .match_length = whole(f, "match_length", 0, 0, ALEA_MAX_MATCH_LENGTH),
        .score = {score[0], score[1]},
        .crawford_game = truth(f, "crawford"),
        .jacoby = truth(f, "jacoby"),
        .beavers = truth(f, "beavers"),
        .cube = true,
        .cube_limit_log2 = ALEA_UNLIMITED,
        .checkers = ALEA_CHECKERS,
    };
    for (int i = 0; i < 26; i++) p.board.point[i] = (int8_t)points[i];
    p.to_act = p.on_roll;
    while (1 << p.cube_log2 < cube) p.cube_log2++;
    if (1 << p.cube_log2 != cube && !f->wrong) f->wrong = "cube";
    return p;
}

/* The reason why the position is impossible, or NULL. */
static const char *impossible(const alea_position *p, alea_error *error)
{
    const alea_rules rules =
        alea_rules_preset(p->match_length ? ALEA_PRESET_TOURNAMENT : ALEA_PRESET_MONEY);
    alea_match match;
    if (p->match_length && (p->jacoby || p->beavers))
        return "Jacoby and beavers belong to money play.";
    if (!p->match_length && (p->score[0] || p->score[1] || p->crawford_game))
        return "A score and the Crawford game belong to a match.";
    for (int i = 0; p->match_length && i < 2; i++)
        if (p->score[i] >= p->match_length) return "The match is over at this score.";
    if (p->cube_log2 == 0 && p->cube_owner != ALEA_NOBODY)
        return "A cube at 1 is in the middle.";
    if (p->cube_log2 > 0 && p->cube_owner == ALEA_NOBODY && p->match_length)
        return "In a match a turned cube has an owner.";
    *error = (alea_error){0};
    if (alea_board_check(&p->board, ALEA_CHECKERS, error) != ALEA_OK ||
        alea_match_of_position(p, &rules, &match, error) != ALEA_OK)
        return error->reason;
    if (match.has_result || alea_board_phase(&p->board) == ALEA_PHASE_OVER)
        return "The game is over in this position.";
    return NULL;
}

static void position_post(void *part, http_request *request, http_reply *reply)
{
    alea_error error;
    (void)part;
    json_t *body = http_json(request, reply);
    if (!body) return;
    fields f = {body, NULL};
    const alea_position p = edited(&f);
    const char *reason = f.wrong ? NULL : impossible(&p, &error);
    if (f.wrong)
        http_refuse(reply, 400, "bad_request", "\"%s\" is missing or out of range.",
                    f.wrong);
    else if (reason)
        http_refuse(reply, 422, "impossible", "%s", reason);
    else
        http_answer(reply, 200, position_tree_json(&p));
    json_decref(body);
}

/* ---- pictures ---- */

/* Reads the drawing options of the query; `moves` is memory for the arrows. */
static bool drawing_of_query(const http_request *request, const alea_position *p,
                             alea_move moves[ALEA_MAX_MOVES], alea_diagram *out,
                             http_reply *reply)
{
    char text[256];
    alea_error error = {0};
    int count = 0;
    *out = (alea_diagram){.mover = p->on_roll};
    if (http_query(request, "view", text, sizeof text) && strcmp(text, "1") == 0)
        out->view = ALEA_B;
    if (http_query(request, "left", text, sizeof text))
        out->home_left = strcmp(text, "1") == 0;
    if (!http_query(request, "moves", text, sizeof text)) return true;
    if (alea_moves_read(text, strlen(text), moves, &count, &error) != ALEA_OK) {
        http_refuse(reply, 400, "bad_moves", "%s", error.reason);
        return false;
    }
    out->moves = moves;
    out->move_count = count;
    return true;
}

/* Reads the board options of the query; false after a refusal. */
static bool asked_board(const http_request *request, alea_position *p,
                        alea_move moves[ALEA_MAX_MOVES], alea_diagram *options,
                        http_reply *reply)
{
    return position_of_query(request, p, reply) &&
           drawing_of_query(request, p, moves, options, reply);
}

static void diagram_svg_get(void *part, http_request *request, http_reply *reply)
{
    alea_position p;
    alea_diagram options;
    alea_move moves[ALEA_MAX_MOVES];
    (void)part;
    if (!asked_board(request, &p, moves, &options, reply)) return;
    char *svg = malloc(ALEA_DIAGRAM_SVG_SIZE);
    if (!svg || alea_diagram_svg(&p, &options, svg, ALEA_DIAGRAM_SVG_SIZE) >=
                    ALEA_DIAGRAM_SVG_SIZE) {
        free(svg);
        http_refuse(reply, 500, "no_memory", "The picture could not be drawn.");
        return;
    }
    *reply = (http_reply){
        .status = 200, .type = "image/svg+xml", .body = svg, .size = strlen(svg)};
}

/* A PNG takes about 0.03 s, so a worker makes it while the answer waits. */
typedef struct png_work {
    int width;
    const picture_theme *theme;
    alea_drawing board;
    char *png;
    size_t size;
} png_work;

static void png_make(void *work, alea_engine *engine)
{
    png_work *w = work;
    (void)engine;
    diagram_png(&w->board, w->width, w->theme, &w->png, &w->size);
}

/* Moves the PNG into the reply. */
static void png_answer(void *work, http_reply *reply)
{
    png_work *w = work;
    if (!w->png) {
        study_refuse_drawing(reply);
        return;
    }
    *reply = (http_reply){
        .status = 200, .type = "image/png", .body = w->png, .size = w->size};
    w->png = NULL;
}

static void png_free(void *work)
{
    png_work *w = work;
    free(w->png);
    free(w);
}

static const later_kind picture = {.class_ = JOB_ASKED,
                                   .name = "picture",
                                   .make = png_make,
                                   .answer = png_answer,
                                   .free_work = png_free};

static bool png_width(const http_request *request, int *width)
{
    int64_t value;
    const bool good =
        http_query_number(request, "width", PNG_USUAL, PNG_LEAST, PNG_MOST, &value);
    *width = (int)value;
    return good;
}

static void diagram_png_get(void *part, http_request *request, http_reply *reply)
{
    study *s = part;
    int width;
    if (!png_width(request, &width)) {
        http_refuse(reply, 400, "bad_request", "\"width\" is %d to %d.", PNG_LEAST,
                    PNG_MOST);
        return;
    }
    alea_position p;
    alea_diagram options;
    alea_move moves[ALEA_MAX_MOVES];
    char board[24];
    if (!asked_board(request, &p, moves, &options, reply)) return;
    png_work *w = calloc(1, sizeof *w);
    if (!w) {
        http_refuse(reply, 503, "no_memory", "The server is out of memory. Try again.");
        return;
    }
    w->width = width;
    alea_diagram_draw(&p, &options, &w->board);
    if (http_query(request, "board", board, sizeof board))
        w->theme = picture_theme_find(board);
    study_answer_later(s, request, &picture, w, 0, false, reply);
}

const http_route study_position_routes[] = {
    {HTTP_GET, "/api/position", ROUTE_OPEN, position_get},
    {HTTP_POST, "/api/position", ROUTE_SIGN_IN, position_post},
    {HTTP_GET, "/api/diagram.svg", ROUTE_OPEN, diagram_svg_get},
    {HTTP_GET, "/api/diagram.png", ROUTE_OPEN, diagram_png_get},
    {0},
};
