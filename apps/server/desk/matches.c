/* One file, or with many=1 several: for each a line {"name": "a.mat", "size": 123}, then
 * its bytes. */
#include "matches.h"

#include "ask.h"
#include "common/json/error.h"
#include "common/utf8_text.h"
#include "desk/add.h"
#include "server/study/progress.h"

#include <stdlib.h>
#include <string.h>

enum {
    FILES_MOST = 500, /* a request */
    HEAD_MOST = 2048,
    NAME_SIZE = 1024,
    WAITING_BYTES = 64 * 1024 * 1024 /* of requests that wait for a worker */
};

typedef struct adding {
    desk *d;
    json_t *files;
    int count[3], refused;
} adding;

static void refuse_file(adding *a, const char *name, const char *code,
                        const alea_error *e)
{
    a->refused++;
    json_array_append_new(a->files, json_pack("{s:s,s:o}", "name", name, "error",
                                              error_json_at(code, e)));
}

/* False where the desk itself failed: going on makes no sense. */
static bool add_one(adding *a, const char *name, const char *bytes, size_t size,
                    alea_status *status, alea_error *error)
{
    static const char *const results[] = {"added", "updated", "known"};
    desk_addition done;
    alea_import_options options = {0};
    alea_error e = {0};
    if (alea_format_sniff(bytes, size) == ALEA_FORMAT_UNKNOWN) {
        snprintf(e.reason, sizeof e.reason, "is no match file that alea reads");
        refuse_file(a, name, "unknown_format", &e);
        return true;
    }
    *status = desk_add(a->d, name, bytes, size, &options, &done, &e);
    if (*status == ALEA_OK) {
        a->count[done.result]++;
        json_array_append_new(
            a->files, json_pack("{s:s,s:I,s:s,s:I,s:I}", "name", name, "match",
                                (json_int_t)done.match, "result", results[done.result],
                                "decisions", (json_int_t)done.decisions, "warnings",
                                (json_int_t)done.warnings));
        return true;
    }
    if (*status == ALEA_ERROR_FILE || *status == ALEA_ERROR_MEMORY) {
        *error = e;
        return false;
    }
    *status = ALEA_OK;
    refuse_file(a, name, "bad_file", &e);
    return true;
}

/* Reads the line before a file; false if it is none. */
static bool read_head(const char *at, const char *end, const char **bytes, size_t *size,
                      char name[NAME_SIZE])
{
    const size_t room = (size_t)(end - at);
    const char *line = memchr(at, '\n', room < HEAD_MOST ? room : HEAD_MOST);
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

static bool add_many(adding *a, desk_ask *ask, alea_error *error)
{
    const char *at = ask->bytes, *const end = at + ask->size;
    char name[NAME_SIZE];
    for (int i = 0; at < end; i++) {
        const char *bytes;
        size_t size;
        if (i == FILES_MOST || !read_head(at, end, &bytes, &size, name)) {
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
        at = bytes + size;
    }
    return true;
}

static json_t *run_add(desk *d, desk_ask *ask, alea_error *error)
{
    adding a = {.d = d, .files = json_array()};
    const bool good =
        ask->flag ? add_many(&a, ask, error)
                  : add_one(&a, ask->text, ask->bytes, ask->size, &ask->status, error);
    if (good)
        return json_pack("{s:i,s:i,s:i,s:i,s:o}", "added", a.count[DESK_ADDED],
                         "updated", a.count[DESK_UPDATED], "known", a.count[DESK_KNOWN],
                         "refused", a.refused, "files", a.files);
    json_decref(a.files);
    return NULL;
}

static bool may_add(study *s, const http_request *request, http_reply *reply)
{
    const double kilobytes = (double)request->body_size / 1024; /* ask.c settles it */
    if (!request->body || request->body_size == 0) {
        http_refuse(reply, 400, "bad_file", "The file is empty.");
    } else if (!limits_take(s->parts.limit, request->address, LIMIT_UPLOAD,
                            server_ticks(), &reply->retry_after_s)) {
        http_refuse(reply, 429, "too_many",
                    "You have uploaded too many files: try again later.");
    } else if (!limits_take_both(s->parts.limit, request->address, LIMIT_STORED, "",
                                 LIMIT_STORED, kilobytes, server_ticks(),
                                 &reply->retry_after_s)) {
        http_refuse(reply, 429, "too_many",
                    "You have reached your storage limit for today.");
    } else {
        return true;
    }
    return false;
}

void desk_matches_post(study *s, http_request *request, http_reply *reply)
{
    char text[NAME_SIZE];
    if (!may_add(s, request, reply)) return;
    desk_ask *a = desk_ask_new(s, request, reply);
    if (!a) return;
    a->bytes = malloc(request->body_size);
    if (!a->bytes || s->upload_bytes + request->body_size > WAITING_BYTES) {
        desk_ask_free(a);
        study_refuse_full(reply);
        return;
    }
    memcpy(a->bytes, request->body, request->body_size);
    a->charged = (double)request->body_size / 1024;
    a->size = request->body_size;
    a->run = run_add;
    a->make = true;
    a->flag = http_query(request, "many", text, sizeof text) && *text == '1';
    if (!a->flag && http_query(request, "name", text, sizeof text))
        utf8_text(text, a->text, sizeof a->text);
    desk_ask_send(a, reply);
}
