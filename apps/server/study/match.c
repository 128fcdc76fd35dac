/* Matches to study: games that are over, and uploaded files. */
#include "parts.h"
#include "routes.h"

#include "analysis.h"
#include "later.h"
#include "notes.h"
#include "progress.h"
#include "server/study/render/match_json.h"
#include "server/support/compressed.h"

#include "publish/paper/documents.h"
#include "publish/picture/diagram.h"

#include <alea/diagram.h>
#include <alea/file.h>
#include <alea/notation.h>

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Up to this size, a journal or compressed text is handled on the loop. */
enum { SHORT_BYTES = 96 * 1024, PICTURE_WIDTH = 1200 };

/* Finds the match of the request; false after a refusal. `head` may be NULL. */
static bool find(study *s, const http_request *request, storage_game *game, char **head,
                 http_reply *reply)
{
    const storage_answer found =
        storage_game_get(s->parts.store, request->id[0], game, head);
    if (found == ANSWER_FAILED) {
        http_refuse_storage(reply);
        return false;
    }
    if (found == ANSWER_ABSENT) {
        http_refuse(reply, 404, "no_match", "There is no such match.");
        return false;
    }
    if (game->stage == STAGE_OVER || game->stage == STAGE_UPLOADED) return true;
    if (head) {
        free(*head);
        *head = NULL;
    }
    http_refuse(reply, 409, "not_over", "This game is not over yet.");
    return false;
}

static bool find_journal(study *s, const char *match, char **bytes, size_t *size,
                         http_reply *reply)
{
    const storage_answer found =
        storage_blob_get(s->parts.store, match, "journal", bytes, size);
    if (found == ANSWER_FAILED) http_refuse_storage(reply);
    if (found == ANSWER_ABSENT)
        http_refuse(reply, 404, "no_record", "The record of this match is missing.");
    return found == ANSWER_FOUND;
}

typedef enum showing_what {
    SHOW_MATCH = 0,
    SHOW_FILE,
    SHOW_ANALYSIS,
    SHOW_REPORT,
    SHOW_PAPER,
    SHOW_QUIZ,
    SHOW_PICTURE
} showing_what;

/* An answer that is generated from stored bytes: short ones at once, long ones on a
 * worker while the answer waits, so that no match blocks the loop. */
typedef struct showing {
    storage_game game;
    json_t *head;
    int you;
    bool analysed, packed;
    showing_what what;
    int level;                  /* of the analysis; -1 = none */
    alea_engine *engine;        /* the worker's engine; NULL on the loop thread */
    alea_format format;         /* SHOW_FILE */
    const picture_theme *theme; /* SHOW_PICTURE; NULL = the usual colours */
    char *bytes;                /* the journal, or the compressed text */
    size_t size;
    http_reply reply; /* made by `show` */
} showing;

static void showing_free(void *work)
{
    showing *w = work;
    json_decref(w->head);
    free(w->bytes);
    http_reply_free(&w->reply);
    free(w);
}

/* ---- the description of a match ---- */

/* The seat of the user; -1 = none. */
static int seat_of(const storage_game *game, const json_t *head, const char *user)
{
    if (!*user) return -1;
    if (game->stage == STAGE_UPLOADED) {
        const json_t *you = json_object_get(head, "you");
        return strcmp(game->user[0], user) == 0 && json_is_integer(you)
                   ? (int)json_integer_value(you)
                   : -1;
    }
    for (int i = 0; i < 2; i++)
        if (strcmp(game->user[i], user) == 0) return i;
    return -1;
}

static json_t *seat_json(int seat)
{
    return seat < 0 ? json_null() : json_integer(seat);
}

static void describe(json_t *o, const showing *w, const alea_record *record)
{
    const storage_game *game = &w->game;
    const char *date = alea_record_tag_value(record, "date");
    const char *event = alea_record_tag_value(record, "event");
    const bool uploaded = game->stage == STAGE_UPLOADED;
    json_object_set_new(o, "id", json_string(game->id));
    json_object_set_new(o, "source", json_string(uploaded ? "uploaded" : "played"));
    json_object_set_new(o, "players",
                        json_pack("[ss]", game->names[0], game->names[1]));
    json_object_set_new(o, "match_length", json_integer(game->match_length));
    json_object_set_new(o, "preset", json_string(game->preset));
    json_object_set_new(o, "date", date ? json_string(date) : json_null());
    json_object_set_new(o, "event", event ? json_string(event) : json_null());
    json_object_set_new(o, "time", json_integer(game->created));
    json_object_set_new(o, "winner", seat_json(game->winner));
    json_object_set_new(
        o, "warnings",
        json_integer(json_integer_value(json_object_get(w->head, "warnings"))));
    json_object_set_new(o, "analysed", json_boolean(w->analysed));
    json_object_set_new(o, "you", seat_json(w->you));
}

/* The effort of the stored analysis, -1 = none; false after a refusal. */
static bool find_level(study *s, const char *match, int *level, http_reply *reply)
{
    char *bytes;
    size_t size;
    const storage_answer found =
        storage_blob_get(s->parts.store, match, "figures", &bytes, &size);
    *level = -1;
    if (found == ANSWER_FAILED) http_refuse_storage(reply);
    if (found != ANSWER_FOUND) return found == ANSWER_ABSENT;
    json_t *figures = json_loadb(bytes, size, 0, NULL);
    const char *name = http_text(figures, "level");
    *level = name ? alea_effort_find(name) : ALEA_EFFORT_FAST;
    json_decref(figures);
    free(bytes);
    return true;
}

/* ---- the analysis ---- */

static void analysis_post(void *part, http_request *request, http_reply *reply)
{
    study *s = part;
    storage_game game;
    char *journal, id[ID_SIZE];
    size_t size;
    json_t *body = http_json(request, reply);
    if (!body) return;
    const char *level = http_text(body, "level");
    const int found = alea_effort_find(level ? level : "fast");
    json_decref(body);
    if (found < 0) {
        http_refuse(reply, 400, "bad_request",
                    "\"level\" is fast, standard, deep or rollout.");
        return;
    }
    int judged;
    if (!find(s, request, &game, NULL, reply) ||
        !find_level(s, game.id, &judged, reply))
        return;
    if (judged >= found) {
        http_refuse(reply, 409, "analysed",
                    "The match already has an analysis of this level or deeper.");
        return;
    }
    if (!find_journal(s, game.id, &journal, &size, reply)) return;
    if (!study_analyse(s, game.id, journal, size, (alea_effort)found, request->who.user,
                       NULL, request->address, id)) {
        study_refuse_full(reply);
    } else if (note_want(s->parts.store, game.id, (alea_effort)found, request->who.user,
                         NULL) != ALEA_OK) {
        jobs_cancel(s->parts.work, id, request->who.user);
        http_refuse_storage(reply);
    } else {
        http_answer(reply, 202, json_pack("{s:s}", "job", id));
    }
}

/* ---- files ---- */

/* A file name such as "Ann-Bob.mat": letters and digits only. */
static void name_file(const storage_game *game, const char *suffix, http_reply *reply)
{
    char name[80];
    size_t n = 0;
    for (int i = 0; i < 2; i++) {
        for (const char *c = game->names[i]; *c && n < 30U * (unsigned)(i + 1); c++)
            if (isalnum((unsigned char)*c) && (unsigned char)*c < 128) name[n++] = *c;
        if (i == 0) name[n++] = '-';
    }
    name[n] = '\0';
    snprintf(reply->disposition, sizeof reply->disposition,
             "attachment; filename=\"%s.%s\"", n > 1 ? name : game->id, suffix);
}

/* ---- the view and the files ---- */

static void show_file(const alea_record *record, showing *w)
{
    char *bytes;
    size_t size;
    alea_error error = {0};
    if (alea_export(record, w->format, NULL, &bytes, &size, &error) != ALEA_OK) {
        http_refuse(&w->reply, 422, "not_in_format", "%s", error.reason);
        return;
    }
    w->reply = (http_reply){
        .status = 200, .type = "application/octet-stream", .body = bytes, .size = size};
    name_file(&w->game, alea_format_suffix(w->format), &w->reply);
}

static bool unpack_bytes(showing *w)
{
    size_t size;
    char *text = unpack(w->bytes, w->size, &size);
    if (!text) {
        http_refuse(&w->reply, 500, "bad_record", "The analysis is damaged.");
        return false;
    }
    free(w->bytes);
    w->bytes = text;
    w->size = size;
    return true;
}

static void show_analysis(showing *w)
{
    w->reply = (http_reply){.status = 200, .body = w->bytes, .size = w->size};
    w->bytes = NULL;
    if (w->what == SHOW_REPORT) {
        w->reply.type = "text/html; charset=utf-8";
        name_file(&w->game, "html", &w->reply);
    }
}

static void show_paper(const alea_record *record, showing *w)
{
    const bool quiz = w->what == SHOW_QUIZ;
    if (picture_load(NULL) != ALEA_OK) {
        study_refuse_drawing(&w->reply);
        return;
    }
    if (!w->engine || !judged_draw(w->engine, record, w->level, quiz, &w->reply.body,
                                   &w->reply.size)) {
        http_refuse(&w->reply, 404, "nothing_to_print",
                    "The analysis found no errors to print.");
        return;
    }
    w->reply.status = 200;
    w->reply.type = "application/pdf";
    name_file(&w->game, quiz ? "quiz.pdf" : "pdf", &w->reply);
}

/* The last position of the match, for a link's card. */
static void show_picture(const alea_record *record, showing *w)
{
    alea_match state;
    alea_position position;
    alea_drawing board;
    const alea_diagram options = {.names = {w->game.names[0], w->game.names[1]},
                                  .view = ALEA_A};
    if (alea_record_state(record, record->entries, &state) == ALEA_OK) {
        alea_position_of_match(&state, &position);
        alea_diagram_draw(&position, &options, &board);
        if (diagram_png(&board, PICTURE_WIDTH, w->theme, &w->reply.body,
                        &w->reply.size)) {
            w->reply.status = 200;
            w->reply.type = "image/png";
            return;
        }
        study_refuse_drawing(&w->reply);
        return;
    }
    http_refuse(&w->reply, 500, "bad_record", "The record of this match is damaged.");
}

/* Any thread. */
static void show(showing *w)
{
    alea_record record;
    const alea_import_options options = {.format = ALEA_FORMAT_JOURNAL, .resume = true};
    if (w->packed && !unpack_bytes(w)) return;
    if (w->what == SHOW_ANALYSIS || w->what == SHOW_REPORT) {
        show_analysis(w);
        return;
    }
    if (alea_import(w->bytes, w->size, &options, &record, NULL, NULL) != ALEA_OK) {
        http_refuse(&w->reply, 500, "bad_record",
                    "The record of this match is damaged.");
        return;
    }
    if (w->game.stage == STAGE_OVER) { /* an account may have been deleted since */
        alea_record_set_tag(&record, "player_a", w->game.names[0]);
        alea_record_set_tag(&record, "player_b", w->game.names[1]);
    }
    if (w->what == SHOW_PAPER || w->what == SHOW_QUIZ) {
        show_paper(&record, w);
    } else if (w->what == SHOW_PICTURE) {
        show_picture(&record, w);
    } else if (w->what == SHOW_MATCH) {
        json_t *o = match_json(&record);
        if (o) describe(o, w, &record);
        http_answer(&w->reply, 200, o);
    } else {
        show_file(&record, w);
    }
    alea_record_clear(&record);
}

static void show_work(void *work, alea_engine *engine)
{
    showing *w = work;
    w->engine = engine;
    show(w);
}

static void show_answer(void *work, http_reply *reply)
{
    showing *w = work;
    *reply = w->reply;
    w->reply = (http_reply){0};
}

static const later_kind shown = {.class_ = JOB_ASKED,
                                 .name = "match",
                                 .make = show_work,
                                 .answer = show_answer,
                                 .free_work = showing_free};

static bool is_shown_at_once(const showing *w)
{
    return w->size <= SHORT_BYTES && w->what < SHOW_PAPER &&
           !(w->packed && w->what == SHOW_FILE);
}

/* Reads the stored bytes that w->what needs; false after a refusal. */
static bool find_bytes(study *s, showing *w, http_reply *reply)
{
    const bool annotated = w->what == SHOW_PAPER || w->what == SHOW_QUIZ ||
                           (w->what == SHOW_FILE && w->format == ALEA_FORMAT_SGF);
    const char *kind = annotated                  ? "annotated"
                       : w->what == SHOW_REPORT   ? "report"
                       : w->what == SHOW_ANALYSIS ? "analysis"
                                                  : NULL;
    const storage_answer found =
        kind ? storage_blob_get(s->parts.store, w->game.id, kind, &w->bytes, &w->size)
             : ANSWER_ABSENT;
    w->packed = found == ANSWER_FOUND;
    if (w->packed) return true;
    if (found == ANSWER_FAILED) {
        http_refuse_storage(reply);
        return false;
    }
    if (w->what == SHOW_MATCH || w->what == SHOW_FILE || w->what == SHOW_PICTURE)
        return find_journal(s, w->game.id, &w->bytes, &w->size, reply);
    http_refuse(reply, 404, "not_analysed", "This match has not been analysed yet.");
    return false;
}

static void answer(study *s, const http_request *request, showing_what what,
                   alea_format format, http_reply *reply)
{
    char *head = NULL, board[24];
    showing *w = calloc(1, sizeof *w);
    if (!w) {
        http_refuse(reply, 500, "no_memory", "The server is out of memory. Try again.");
        return;
    }
    w->what = what;
    w->format = format;
    if (http_query(request, "board", board, sizeof board))
        w->theme = picture_theme_find(board);
    if (!find(s, request, &w->game, &head, reply) || !find_bytes(s, w, reply) ||
        !find_level(s, w->game.id, &w->level, reply)) {
        showing_free(w);
        w = NULL;
    } else {
        w->head = json_loads(head, 0, NULL);
        w->you = seat_of(&w->game, w->head, request->who.user);
        w->analysed = w->level >= 0;
    }
    free(head);
    if (w) study_answer_later(s, request, &shown, w, 0, is_shown_at_once(w), reply);
}

static void match_get(void *part, http_request *request, http_reply *reply)
{
    study *s = part;
    answer(s, request, SHOW_MATCH, ALEA_FORMAT_UNKNOWN, reply);
}

static void analysis_get(void *part, http_request *request, http_reply *reply)
{
    study *s = part;
    answer(s, request, SHOW_ANALYSIS, ALEA_FORMAT_UNKNOWN, reply);
}

static void match_picture_get(void *part, http_request *request, http_reply *reply)
{
    study *s = part;
    answer(s, request, SHOW_PICTURE, ALEA_FORMAT_UNKNOWN, reply);
}

static void match_file_get(void *part, http_request *request, http_reply *reply)
{
    study *s = part;
    char name[24];
    if (!http_query(request, "format", name, sizeof name))
        snprintf(name, sizeof name, "journal");
    const alea_format format = alea_format_find(name);
    if (strcmp(name, "html") == 0)
        answer(s, request, SHOW_REPORT, format, reply);
    else if (strcmp(name, "pdf") == 0)
        answer(s, request, SHOW_PAPER, format, reply);
    else if (strcmp(name, "quiz") == 0)
        answer(s, request, SHOW_QUIZ, format, reply);
    else if (format == ALEA_FORMAT_UNKNOWN || !alea_format_writable(format))
        http_refuse(reply, 400, "bad_format",
                    "Unknown format, or one that alea does not write.");
    else
        answer(s, request, SHOW_FILE, format, reply);
}

const http_route study_match_routes[] = {
    {HTTP_GET, "/api/matches/{id}", ROUTE_OPEN, match_get},
    {HTTP_GET, "/api/matches/{id}/analysis", ROUTE_OPEN, analysis_get},
    {HTTP_POST, "/api/matches/{id}/analysis", ROUTE_CHANGE, analysis_post},
    {HTTP_GET, "/api/matches/{id}/file", ROUTE_OPEN, match_file_get},
    {HTTP_GET, "/api/matches/{id}/picture.png", ROUTE_OPEN, match_picture_get},
    {0},
};
