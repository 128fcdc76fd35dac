/* The list of the matches, their labels and notes, and uploads: one file, or with
 * many=1 several, each as a line {"name": "a.mat", "size": 123} followed by its
 * bytes. */
#include "routes.h"

#include "analysis.h"
#include "ask.h"
#include "base/clock.h"
#include "base/error.h"
#include "desk/add.h"
#include "desk/collection.h"
#include "desk/figures.h"
#include "desk/find.h"
#include "desk/labels.h"
#include "desk/texts/texts.h"
#include "desk/views/matches.h"
#include "own.h"
#include "server/study/progress.h"
#include "json/error.h"
#include "json/text.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum {
    FILES_MOST = 500, /* a request */
    HEAD_MOST = 2048,
    NAME_SIZE = 1024,
    DAMAGED_MOST = 20, /* files of a request that are read although they are refused */
    MB = 1024 * 1024,
    UNPACKED_A_FILE = 16 * MB,
    /* A slice ends with the file during which its time runs out: some hundredths of a
     * second. */
    SLICE_UNPACKED = 4 * MB,
    LIST_USUAL = 50,
    LIST_MOST = 500,
    TAGS_MOST = 20,
    TEXT_WEIGHT = 16 /* a byte of text takes as long as that many unpacked ones */
};
static const int64_t unpacked_most = (int64_t)256 * MB; /* a request */

typedef struct adding {
    desk *d;
    desk_progress *to;
    int64_t slice;
} adding;

static void refuse_file(adding *a, const char *name, const char *code,
                        const alea_error *e)
{
    a->to->refused++;
    json_array_append_new(a->to->list, json_pack("{s:s,s:o}", "name", name, "error",
                                                 error_json_at(code, e)));
}

static void tell_added(adding *a, const char *name, const desk_addition *done)
{
    static const char *const results[] = {"added", "updated", "known"};
    char twin[48];
    json_t *o =
        json_pack("{s:s,s:I,s:s,s:I,s:I}", "name", name, "match",
                  (json_int_t)done->match, "result", results[done->result], "decisions",
                  (json_int_t)done->decisions, "warnings", (json_int_t)done->warnings);
    a->to->count[done->result]++;
    if (done->position) json_object_set_new(o, "position", json_true());
    if (done->position && done->result == DESK_ADDED) a->to->positions++;
    snprintf(twin, sizeof twin, "%lld:%lld", (long long)done->twin,
             (long long)done->entry);
    if (done->twin) json_object_set_new(o, "also", json_string(twin));
    json_array_append_new(a->to->list, o);
}

typedef struct pasting {
    adding *a;
    const char *name;
} pasting;

static bool add_position(void *context, const desk_addition *done,
                         const alea_error *error)
{
    const pasting *p = context;
    if (!error) {
        tell_added(p->a, p->name, done);
        return true;
    }
    p->a->to->damaged++;
    refuse_file(p->a, p->name, "bad_file", error);
    return p->a->to->damaged < DAMAGED_MOST;
}

/* Adds a text with positions: those that can be read. False as add_one. */
static bool add_text(adding *a, const char *name, const char *bytes, size_t size,
                     alea_status *status, alea_error *error)
{
    const alea_import_options options = {0};
    pasting context = {a, name};
    paste p = {.d = a->d,
               .path = name,
               .bytes = bytes,
               .size = size,
               .options = &options,
               .each = add_position,
               .context = &context};
    *status = paste_add(&p, error);
    a->slice += (int64_t)size * TEXT_WEIGHT;
    return *status == ALEA_OK;
}

/* False if the desk itself failed, so that going on makes no sense. */
static bool add_one(adding *a, const char *name, const char *bytes, size_t size,
                    alea_status *status, alea_error *error)
{
    desk_progress *to = a->to;
    desk_addition done;
    const int64_t left = unpacked_most - to->unpacked;
    alea_import_options options = {
        .most_unpacked = left < UNPACKED_A_FILE ? (size_t)left : UNPACKED_A_FILE};
    alea_error e = {0};
    to->files++;
    if (paste_is(bytes, size)) return add_text(a, name, bytes, size, status, error);
    if (alea_format_sniff(bytes, size) == ALEA_FORMAT_UNKNOWN) {
        alea_error_set(&e, 0, 0, "is no match file that alea reads");
        refuse_file(a, name, "unknown_format", &e);
        return true;
    }
    *status = desk_add(a->d, name, bytes, size, &options, NULL, &done, &e);
    to->unpacked += (int64_t)done.unpacked;
    a->slice += done.unpacked ? (int64_t)done.unpacked : (int64_t)size * TEXT_WEIGHT;
    if (*status == ALEA_OK) {
        tell_added(a, name, &done);
        return true;
    }
    /* An error with a line number is the file's: it needs more memory than a file may
     * use. */
    if (*status == ALEA_ERROR_FILE || (*status == ALEA_ERROR_MEMORY && !e.line)) {
        *error = e;
        return false;
    }
    *status = ALEA_OK;
    to->damaged++;
    refuse_file(a, name, "bad_file", &e);
    return true;
}

/* Reads the line before a file; false if it is not such a line. */
static bool read_head(const char *at, const char *end, const char **bytes, size_t *size,
                      char name[NAME_SIZE])
{
    const size_t left = (size_t)(end - at);
    const char *line = memchr(at, '\n', left < HEAD_MOST ? left : HEAD_MOST);
    if (!line) return false;
    json_t *o = json_loadb(at, (size_t)(line - at), 0, NULL);
    const char *text = http_text(o, "name");
    const json_t *n = json_object_get(o, "size");
    const bool good = text && json_is_integer(n) && json_integer_value(n) >= 0 &&
                      json_integer_value(n) <= end - line - 1;
    if (good) {
        utf8_text(text, name, NAME_SIZE);
        *size = (size_t)json_integer_value(n);
        *bytes = line + 1;
    }
    json_decref(o);
    return good;
}

/* The reason why no further file of the request is read; NULL: none. */
static const char *stops(const desk_progress *to)
{
    if (to->damaged >= DAMAGED_MOST)
        return "20 files of this request could not be read: the rest was not tried.";
    if (to->unpacked >= unpacked_most)
        return "The files of this request unpack to more than 256 MB: "
               "send the rest in another.";
    return NULL;
}

/* Works from the end of the slice before to the end of this one. */
static bool add_many(adding *a, desk_ask *ask, alea_error *error)
{
    const char *const end = ask->bytes + ask->size;
    char name[NAME_SIZE];
    while (a->to->at < ask->size && !stops(a->to)) {
        const char *bytes;
        size_t size;
        const int i = a->to->files;
        if (a->slice >= SLICE_UNPACKED) {
            ask->more = true;
            return true;
        }
        if (i == FILES_MOST ||
            !read_head(ask->bytes + a->to->at, end, &bytes, &size, name)) {
            ask->status = ALEA_ERROR_ARGUMENT;
            alea_error_set(error, 0, 0,
                           i == FILES_MOST
                               ? "more than %d files in one request"
                               : "file %d has no line {\"name\", \"size\"} before "
                                 "it, or is cut off; those before it are stored",
                           i == FILES_MOST ? FILES_MOST : i + 1);
            return false;
        }
        if (!add_one(a, name, bytes, size, &ask->status, error)) return false;
        a->to->at = (size_t)(bytes - ask->bytes) + size;
    }
    return true;
}

static json_t *run_add(desk *d, desk_ask *ask, alea_error *error)
{
    adding a = {.d = d, .to = &ask->next};
    desk_progress *to = a.to;
    if (!to->list) to->list = json_array();
    const bool good =
        ask->flag ? add_many(&a, ask, error)
                  : add_one(&a, ask->text, ask->bytes, ask->size, &ask->status, error);
    if (!good) return NULL;
    json_t *o = json_pack("{s:i,s:i,s:i,s:i,s:i,s:O}", "added", to->count[DESK_ADDED],
                          "positions", to->positions, "updated",
                          to->count[DESK_UPDATED], "known", to->count[DESK_KNOWN],
                          "refused", to->refused, "files", to->list);
    const char *why =
        ask->more ? "The server is busy: send the rest again." : stops(to);
    if (o && why && ask->flag && to->at < ask->size)
        json_object_set_new(o, "stopped",
                            json_pack("{s:i,s:s}", "files", to->files, "message", why));
    return o;
}

static void desk_matches_post(void *part, http_request *request, http_reply *reply)
{
    study *s = part;
    char text[NAME_SIZE];
    if (!desk_ask_may_add(s, request, reply)) return;
    desk_ask *a = desk_ask_new(s, request, reply);
    if (!a || !desk_ask_take_body(a, request, reply)) return;
    a->run = run_add;
    a->make = true;
    a->flag = http_query(request, "many", text, sizeof text) && *text == '1';
    if (!a->flag && http_query(request, "name", text, sizeof text))
        utf8_text(text, a->text, sizeof a->text);
    desk_ask_send(a, request, reply);
}

/* ---- the list ---- */

static json_t *run_list(desk *d, desk_ask *a, alea_error *error)
{
    char me[DESK_SETTING] = "";
    json_t *o = NULL;
    const char *text = http_text(a->body, "text");
    matches_query q = {
        .text = text ? text : "", .me = me, .limit = a->limit, .offset = a->offset};
    if (!d) return json_pack("{s:[],s:i}", "matches", "found", 0);
    terms *t = calloc(1, sizeof *t);
    a->status = t ? desk_me(d, me, error) : ALEA_ERROR_MEMORY;
    if (a->status == ALEA_OK && *a->text) {
        a->status = desk_read_line(d, t, a->text, error);
        q.terms = t;
    }
    if (a->status == ALEA_OK) a->status = desk_matches_json(d, &q, &o, error);
    free(t);
    return o;
}

static bool read_list_query(const http_request *request, desk_ask *a, http_reply *reply)
{
    char text[TERM_TEXT] = "";
    int64_t limit, offset;
    if (!http_query_number(request, "limit", LIST_USUAL, 0, LIST_MOST, &limit) ||
        !http_query_number(request, "offset", 0, 0, INT32_MAX / 2, &offset)) {
        http_refuse(reply, 400, "bad_request",
                    "\"limit\" is 0 to %d, \"offset\" a number.", LIST_MOST);
        return false;
    }
    if ((strstr(request->query, "q=") &&
         !http_query(request, "q", a->text, sizeof a->text)) ||
        (strstr(request->query, "text=") &&
         !http_query(request, "text", text, sizeof text))) {
        http_refuse(reply, 400, "bad_request", "The search is too long or no text.");
        return false;
    }
    a->limit = (int)limit;
    a->offset = (int)offset;
    a->body = json_pack("{s:s}", "text", text);
    return true;
}

static void desk_matches_get(void *part, http_request *request, http_reply *reply)
{
    study *s = part;
    desk_ask *a = desk_ask_new(s, request, reply);
    if (!a) return;
    a->run = run_list;
    if (read_list_query(request, a, reply) &&
        desk_ask_pull(a, desk_analysis_follow, reply))
        desk_ask_send(a, request, reply);
    else
        desk_ask_free(a);
}

/* ---- one match ---- */

static int64_t match_of_path(const http_request *request)
{
    return strtoll(request->path + strlen("/api/desk/matches/"), NULL, 10);
}

/* Replaces the tags of the match by those of the list. */
static alea_status set_tags(desk *d, int64_t match, const json_t *tags,
                            alea_error *error)
{
    const label_place place = {.match = match, .entry = LABEL_WHOLE_MATCH};
    size_t i;
    const json_t *tag;
    alea_status status = ALEA_OK, end = ALEA_ERROR_FILE;
    json_t *old = json_array();
    sqlite3_stmt *st =
        desk_prepare(d, "SELECT name FROM tags WHERE match=? AND entry=-1", error);
    if (st) {
        desk_bind(st, "i", match);
        while (desk_next(d, st, &end, error))
            json_array_append_new(old, json_string(desk_text(st, 0)));
    }
    status = end;
    json_array_foreach(old, i, tag) if (status == ALEA_OK) status =
        label_tag(d, place, json_string_value(tag), false, error);
    json_array_foreach(tags, i, tag) if (status == ALEA_OK) status =
        label_tag(d, place, json_string_value(tag), true, error);
    json_decref(old);
    return status;
}

static json_t *run_change(desk *d, desk_ask *a, alea_error *error)
{
    const label_place place = {.match = a->match, .entry = LABEL_WHOLE_MATCH};
    const char *title = http_text(a->body, "title"), *note = http_text(a->body, "note"),
               *figures = http_text(a->body, "figures");
    const json_t *tags = json_object_get(a->body, "tags");
    if (!d) {
        a->status = ALEA_ERROR_ARGUMENT;
        alea_error_set(error, 0, 0, "there is no match %lld", (long long)a->match);
        return NULL;
    }
    if (title) a->status = collection_set_title(d, a->match, title, error);
    if (a->status == ALEA_OK && note) a->status = label_note(d, place, note, error);
    if (a->status == ALEA_OK && tags) a->status = set_tags(d, a->match, tags, error);
    if (a->status == ALEA_OK && figures)
        a->status = figures_choose_match(d, a->match, figures, error);
    return a->status == ALEA_OK ? json_object() : NULL;
}

static bool are_tags(const json_t *tags)
{
    size_t i;
    const json_t *tag;
    if (!json_is_array(tags) || json_array_size(tags) > TAGS_MOST) return false;
    json_array_foreach(tags, i, tag) if (!json_is_string(tag)) return false;
    return true;
}

static void desk_match_change(void *part, http_request *request, http_reply *reply)
{
    study *s = part;
    json_t *body = http_json(request, reply);
    if (!body) return;
    const json_t *title = json_object_get(body, "title"),
                 *note = json_object_get(body, "note"),
                 *tags = json_object_get(body, "tags"),
                 *figures = json_object_get(body, "figures");
    desk_ask *a = NULL;
    if ((figures && !json_is_string(figures)) || (title && !json_is_string(title)) ||
        (note && !json_is_string(note)) || (tags && !are_tags(tags)) ||
        (!title && !note && !tags && !figures))
        http_refuse(
            reply, 400, "bad_request",
            "\"title\", \"note\" and \"figures\" are texts, \"tags\" a list of up "
            "to %d.",
            TAGS_MOST);
    else
        a = desk_ask_new(s, request, reply);
    if (!a) {
        json_decref(body);
        return;
    }
    a->body = body;
    a->match = match_of_path(request);
    a->run = run_change;
    a->writes = true;
    desk_ask_send(a, request, reply);
}

/* Forgets the page of an imported match: if it comes back it gets a new one. */
static alea_status forget_imports(desk *d, int64_t match, alea_error *error)
{
    sqlite3_stmt *st =
        desk_prepare(d, "DELETE FROM bin_pulled WHERE match=? AND played=0", error);
    if (!st) return ALEA_ERROR_FILE;
    desk_bind(st, "i", match);
    return desk_run(d, st, error);
}

static json_t *run_remove(desk *d, desk_ask *a, alea_error *error)
{
    alea_status status = ALEA_ERROR_FILE;
    json_t *games = json_array();
    if (!d) {
        json_decref(games);
        return run_change(NULL, a, error);
    }
    sqlite3_stmt *st =
        desk_prepare(d, "SELECT game FROM pulled WHERE match=? AND played=0", error);
    if (st) {
        desk_bind(st, "i", a->match);
        while (desk_next(d, st, &status, error))
            json_array_append_new(games, json_string(desk_text(st, 0)));
    }
    a->status = status;
    if (status == ALEA_OK)
        a->status = collection_bin(d, a->match, alea_wall_clock_ms(), error);
    if (a->status == ALEA_OK) a->status = forget_imports(d, a->match, error);
    if (a->status == ALEA_OK) return json_pack("{s:o}", "games", games);
    json_decref(games);
    return NULL;
}

/* The person's imports are deleted with their entry; games stay with both players. */
static void remove_imported(study *s, desk_ask *a, json_t *answer)
{
    size_t i;
    const json_t *id;
    storage_game game;
    json_array_foreach(json_object_get(answer, "games"), i, id)
    {
        const char *text = json_string_value(id);
        if (storage_game_get(s->parts.store, text, &game, NULL) == ANSWER_FOUND &&
            game.stage == STAGE_UPLOADED && strcmp(game.user[0], a->who.user) == 0 &&
            storage_game_remove(s->parts.store, text) != ALEA_OK)
            server_log("error", "match_not_removed", "match", text, NULL);
    }
    json_object_del(answer, "games");
}

static void desk_match_delete(void *part, http_request *request, http_reply *reply)
{
    study *s = part;
    desk_ask *a = desk_ask_new(s, request, reply);
    if (!a) return;
    a->match = match_of_path(request);
    a->run = run_remove;
    a->asked = remove_imported;
    a->writes = true;
    desk_ask_send(a, request, reply);
}

/* The file as it came in. */
static json_t *run_file(desk *d, desk_ask *a, alea_error *error)
{
    alea_status status = ALEA_ERROR_FILE;
    if (!d) return run_change(NULL, a, error);
    sqlite3_stmt *st = desk_prepare(d,
                                    "SELECT s.size, s.bytes, m.format FROM sources s"
                                    " JOIN matches m ON m.id=s.match WHERE s.match=?",
                                    error);
    if (!st) {
        a->status = status;
        return NULL;
    }
    desk_bind(st, "i", a->match);
    while (desk_next(d, st, &status, error)) {
        uLongf size = (uLongf)sqlite3_column_int64(st, 0);
        a->file = size <= UNPACKED_A_FILE ? malloc(size ? size : 1) : NULL;
        if (a->file && uncompress((Bytef *)a->file, &size, sqlite3_column_blob(st, 1),
                                  (uLong)sqlite3_column_bytes(st, 1)) == Z_OK)
            a->file_size = size;
        snprintf(a->file_name, sizeof a->file_name, "match-%lld.%.20s",
                 (long long)a->match, desk_text(st, 2));
    }
    a->status = status;
    if (status == ALEA_OK && !a->file) return run_change(NULL, a, error);
    return status == ALEA_OK ? json_object() : NULL;
}

static void desk_match_file_get(void *part, http_request *request, http_reply *reply)
{
    study *s = part;
    desk_ask *a = desk_ask_new(s, request, reply);
    if (!a) return;
    a->match = match_of_path(request);
    a->run = run_file;
    desk_ask_send(a, request, reply);
}

const http_route desk_match_routes[] = {
    {HTTP_GET, "/api/desk/matches", ROUTE_SESSION, desk_matches_get},
    {HTTP_POST, "/api/desk/matches", ROUTE_CHANGE, desk_matches_post},
    {HTTP_PATCH, "/api/desk/matches/{n}", ROUTE_CHANGE, desk_match_change},
    {HTTP_DELETE, "/api/desk/matches/{n}", ROUTE_CHANGE, desk_match_delete},
    {HTTP_GET, "/api/desk/matches/{n}/file", ROUTE_SESSION, desk_match_file_get},
    {0},
};
