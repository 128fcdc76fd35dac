/* One file, or with many=1 several: for each a line {"name": "a.mat", "size": 123},
 * then its bytes. */
#include "routes.h"

#include "ask.h"
#include "desk/add.h"
#include "server/study/progress.h"
#include "json/error.h"
#include "json/utf8_text.h"

#include <stdlib.h>
#include <string.h>

enum {
    FILES_MOST = 500, /* a request */
    HEAD_MOST = 2048,
    NAME_SIZE = 1024,
    DAMAGED_MOST = 20, /* files of a request that are read and refused */
    MB = 1024 * 1024,
    UNPACKED_A_FILE = 16 * MB,
    /* A slice ends with the file that brings it there: some hundredths of a second. */
    SLICE_UNPACKED = 4 * MB,
    TEXT_WEIGHT = 16 /* a byte of text takes as long as so many unpacked ones */
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

/* False where the desk itself failed: going on makes no sense. */
static bool add_one(adding *a, const char *name, const char *bytes, size_t size,
                    alea_status *status, alea_error *error)
{
    static const char *const results[] = {"added", "updated", "known"};
    desk_progress *to = a->to;
    desk_addition done;
    const int64_t left = unpacked_most - to->unpacked;
    alea_import_options options = {
        .most_unpacked = left < UNPACKED_A_FILE ? (size_t)left : UNPACKED_A_FILE};
    alea_error e = {0};
    to->files++;
    if (alea_format_sniff(bytes, size) == ALEA_FORMAT_UNKNOWN) {
        snprintf(e.reason, sizeof e.reason, "is no match file that alea reads");
        refuse_file(a, name, "unknown_format", &e);
        return true;
    }
    *status = desk_add(a->d, name, bytes, size, &options, &done, &e);
    to->unpacked += (int64_t)done.unpacked;
    a->slice += done.unpacked ? (int64_t)done.unpacked : (int64_t)size * TEXT_WEIGHT;
    if (*status == ALEA_OK) {
        to->count[done.result]++;
        json_array_append_new(
            to->list, json_pack("{s:s,s:I,s:s,s:I,s:I}", "name", name, "match",
                                (json_int_t)done.match, "result", results[done.result],
                                "decisions", (json_int_t)done.decisions, "warnings",
                                (json_int_t)done.warnings));
        return true;
    }
    /* With a line it is the file that takes more memory than a file may. */
    if (*status == ALEA_ERROR_FILE || (*status == ALEA_ERROR_MEMORY && !e.line)) {
        *error = e;
        return false;
    }
    *status = ALEA_OK;
    to->damaged++;
    refuse_file(a, name, "bad_file", &e);
    return true;
}

/* Reads the line before a file; false if it is none. */
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

/* Why no further file of the request is read; NULL: it is. */
static const char *stops(const desk_progress *to)
{
    if (to->damaged >= DAMAGED_MOST)
        return "20 files of this request could not be read: the rest was not tried.";
    if (to->unpacked >= unpacked_most)
        return "The files of this request unpack to more than 256 MB: send the rest in"
               " another.";
    return NULL;
}

/* From where the slice before has ended to where this one does. */
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
            snprintf(error->reason, sizeof error->reason,
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
    json_t *o =
        json_pack("{s:i,s:i,s:i,s:i,s:O}", "added", to->count[DESK_ADDED], "updated",
                  to->count[DESK_UPDATED], "known", to->count[DESK_KNOWN], "refused",
                  to->refused, "files", to->list);
    const char *why =
        ask->more ? "The server is busy: send the rest again." : stops(to);
    if (o && why && ask->flag && to->at < ask->size)
        json_object_set_new(o, "stopped",
                            json_pack("{s:i,s:s}", "files", to->files, "message", why));
    return o;
}

static bool may_add(study *s, const http_request *request, http_reply *reply)
{
    if (!request->body || request->body_size == 0) {
        http_refuse(reply, 400, "bad_file", "The file is empty.");
    } else if (!limits_take(s->parts.limit, request->address, LIMIT_UPLOAD,
                            server_ticks(), &reply->retry_after_s)) {
        http_refuse(reply, 429, "too_many",
                    "You have uploaded too many files: try again later.");
    } else if (!limits_take_storage(s->parts.limit, request->address, request->who.user,
                                    request->who.guest, 0, server_ticks(),
                                    &reply->retry_after_s)) {
        http_refuse(reply, 429, "too_many",
                    "You have reached your storage limit for today.");
    } else {
        return true;
    }
    return false;
}

static void desk_matches_post(void *part, http_request *request, http_reply *reply)
{
    study *s = part;
    char text[NAME_SIZE];
    if (!may_add(s, request, reply)) return;
    desk_ask *a = desk_ask_new(s, request, reply);
    if (!a) return;
    a->bytes = malloc(request->body_size);
    if (!a->bytes) {
        desk_ask_free(a);
        study_refuse_full(reply);
        return;
    }
    memcpy(a->bytes, request->body, request->body_size);
    a->size = request->body_size;
    a->run = run_add;
    a->make = true;
    a->flag = http_query(request, "many", text, sizeof text) && *text == '1';
    if (!a->flag && http_query(request, "name", text, sizeof text))
        utf8_text(text, a->text, sizeof a->text);
    desk_ask_send(a, request, reply);
}

const http_route desk_match_routes[] = {
    {HTTP_POST, "/api/desk/matches", ROUTE_CHANGE, desk_matches_post},
    {0},
};
