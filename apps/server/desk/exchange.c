/* A desk as one file: downloaded, or uploaded and merged. */
#include "routes.h"

#include "ask.h"

#include "base/error.h"
#include "desk/order/merge_json.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum {
    MB = 1024 * 1024,
    FILE_MOST = 64 * MB,
    MATCHES_A_SLICE = 25,
    CONFLICTS_MOST = 100 /* sentences of an answer */
};

static const char file_name[] = "the file";

/* ---- out ---- */

static json_t *run_file(desk *d, desk_ask *a, alea_error *error)
{
    sqlite3_int64 size = 0;
    a->status = ALEA_ERROR_ARGUMENT;
    if (!d || desk_bytes(d) > FILE_MOST) {
        alea_error_set(error, 0, 0,
                       d ? "a desk of more than %d MB is not sent"
                         : "there is no desk yet",
                       FILE_MOST / MB);
        return NULL;
    }
    unsigned char *bytes = sqlite3_serialize(d->db, "main", &size, 0);
    a->status = bytes ? ALEA_OK : ALEA_ERROR_MEMORY;
    a->file = bytes ? malloc((size_t)size + 1) : NULL;
    if (a->file) memcpy(a->file, bytes, (size_t)size);
    a->file_size = (size_t)size;
    sqlite3_free(bytes);
    snprintf(a->file_name, sizeof a->file_name, "study.db");
    return a->file ? json_object() : NULL;
}

static void desk_file_get(void *part, http_request *request, http_reply *reply)
{
    desk_ask *a = desk_ask_new(part, request, reply);
    if (!a) return;
    a->run = run_file;
    desk_ask_send(a, request, reply);
}

/* ---- in ---- */

static alea_status wrong(alea_error *error, const char *why)
{
    return alea_error_fill(error, ALEA_ERROR_ARGUMENT, 0, 0, "%s %s", file_name, why);
}

static bool is_packed(const desk_ask *a)
{
    return a->size > 2 && (uint8_t)a->bytes[0] == 0x1f && (uint8_t)a->bytes[1] == 0x8b;
}

/* gzip; never more than FILE_MOST. */
static alea_status unpack_file(const desk_ask *a, char **out, size_t *size,
                               alea_error *error)
{
    enum { GZIP = 16, FIRST = MB };
    z_stream z = {.next_in = (Bytef *)a->bytes, .avail_in = (uInt)a->size};
    size_t room = FIRST;
    int code = inflateInit2(&z, GZIP + MAX_WBITS);
    *out = code == Z_OK ? malloc(room) : NULL;
    if (!*out) {
        if (code == Z_OK) inflateEnd(&z);
        return alea_error_no_memory(error);
    }
    do {
        if (z.total_out == room) {
            char *more = room < FILE_MOST ? realloc(*out, 2 * room) : NULL;
            if (!more) break;
            *out = more;
            room *= 2;
        }
        z.next_out = (Bytef *)*out + z.total_out;
        z.avail_out = (uInt)(room - z.total_out);
        code = inflate(&z, Z_NO_FLUSH);
    } while (code == Z_OK && (z.avail_in || !z.avail_out));
    *size = z.total_out;
    inflateEnd(&z);
    if (code == Z_STREAM_END) return ALEA_OK;
    free(*out);
    *out = NULL;
    return wrong(error, room >= FILE_MOST && *size == room
                            ? "unpacks to more than 64 MB"
                            : "is damaged: it cannot be unpacked");
}

/* Opens what was sent, once. */
static alea_status open_other(desk_ask *a, alea_error *error)
{
    char *plain = NULL;
    size_t size = a->size;
    alea_status status = ALEA_OK;
    if (a->other) return ALEA_OK;
    if (is_packed(a)) status = unpack_file(a, &plain, &size, error);
    if (status != ALEA_OK) return status;
    desk *other = calloc(1, sizeof *other);
    status =
        other ? desk_open_bytes(other, plain ? plain : a->bytes, size, file_name, error)
              : alea_error_no_memory(error);
    free(plain);
    if (status == ALEA_OK) {
        a->other = other;
        return ALEA_OK;
    }
    if (other) desk_close(other);
    free(other);
    return status == ALEA_ERROR_MEMORY ? status : ALEA_ERROR_ARGUMENT;
}

/* A failure of an uploaded file is a bad request. */
static alea_status whose(const desk *d, alea_status status, const alea_error *error)
{
    const bool own = d && (d->full || d->busy || d->broken);
    return status == ALEA_ERROR_FILE && !own &&
                   strncmp(error->reason, file_name, strlen(file_name)) == 0
               ? ALEA_ERROR_ARGUMENT
               : status;
}

static json_t *run_look(desk *d, desk_ask *a, alea_error *error)
{
    merge_review r;
    a->status = open_other(a, error);
    if (a->status == ALEA_OK)
        a->status = whose(d, merge_look(d, a->other, &r, error), error);
    if (a->status != ALEA_OK) return NULL;
    return json_pack("{s:I,s:I,s:I,s:I,s:I,s:I}", "matches", (json_int_t)r.matches,
                     "known_matches", (json_int_t)r.known_matches, "positions",
                     (json_int_t)r.positions, "known_positions",
                     (json_int_t)r.known_positions, "cards", (json_int_t)r.cards,
                     "known_cards", (json_int_t)r.known_cards);
}

static void keep_conflict(void *context, const char *text)
{
    if (json_array_size(context) < CONFLICTS_MOST)
        json_array_append_new(context, json_string(text));
}

static json_t *run_merge(desk *d, desk_ask *a, alea_error *error)
{
    desk_progress *to = &a->next;
    bool done = false;
    if (!to->list) to->list = json_array();
    a->status = open_other(a, error);
    if (a->status == ALEA_OK)
        a->status =
            whose(d,
                  merge_step(d, a->other, &to->after, MATCHES_A_SLICE, keep_conflict,
                             to->list, &to->merged, &done, error),
                  error);
    if (a->status != ALEA_OK) return NULL;
    json_t *o = merge_json(&to->merged, to->list);
    a->more = !done;
    if (!done)
        json_object_set_new(
            o, "stopped",
            json_pack("{s:s}", "message", "The server is busy: send the file again."));
    return o;
}

static void desk_merge_post(void *part, http_request *request, http_reply *reply)
{
    char text[8];
    if (!desk_ask_may_add(part, request, reply)) return;
    desk_ask *a = desk_ask_new(part, request, reply);
    if (!a || !desk_ask_take_body(a, request, reply)) return;
    const bool looks = http_query(request, "review", text, sizeof text) && *text == '1';
    a->run = looks ? run_look : run_merge;
    a->make = !looks;
    desk_ask_send(a, request, reply);
}

const http_route desk_exchange_routes[] = {
    {HTTP_GET, "/api/desk/file", ROUTE_SESSION, desk_file_get},
    {HTTP_POST, "/api/desk/merge", ROUTE_CHANGE, desk_merge_post},
    {0},
};
