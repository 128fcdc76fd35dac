/* Query strings, JSON bodies and files that strangers send to the study handlers: any
 * bytes are answered, with a status and, but for files and pictures, with JSON. The
 * first byte picks the handler; of the rest the first line is the query, what follows
 * the body. */
#include "server/internal.h"
#include "server/study/routes.h"
#include "support/routes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *const handlers[] = {
    "GET /api/position",
    "POST /api/position",
    "GET /api/diagram.svg",
    "GET /api/diagram.png",
    "POST /api/jobs",
    "POST /api/matches",
    "GET /api/matches/{id}",
    "GET /api/matches/{id}/file",
    "POST /api/matches/{id}/analysis",
    "GET /api/history",
    "GET /api/statistics",
    "GET /move",
    "GET /eval",
    "GET /api/jobs/{id}",
};
enum { HANDLERS = sizeof handlers / sizeof *handlers };

static server here;
static char kept[ID_SIZE]; /* a match that is there */

static void require(bool condition)
{
    if (!condition) abort();
}

/* What a reply made is taken away again, so that nothing piles up. */
static void clean_up(const http_request *request, const http_reply *reply)
{
    json_t *said = reply->body ? json_loadb(reply->body, reply->size, 0, NULL) : NULL;
    const char *job_id = json_string_value(json_object_get(said, "job"));
    const char *match = json_string_value(json_object_get(said, "match"));
    if (job_id) jobs_cancel(here.work, job_id, request->who.user);
    if (match && strcmp(match, kept) != 0) storage_game_remove(here.store, match);
    json_decref(said);
    jobs_poll(here.work);
}

static void check(const http_reply *reply)
{
    require(reply->status >= 200 && reply->status < 504 && reply->status != 500);
    require(!reply->later);
    require(reply->body && reply->size > 0);
    if (reply->type) return;
    json_t *said = json_loadb(reply->body, reply->size, 0, NULL);
    require(said != NULL);
    if (reply->status >= 400)
        require(json_is_object(json_object_get(said, "error")) ||
                json_is_string(json_object_get(said, "message")));
    json_decref(said);
}

static void begin(void)
{
    static const char match[] = " 1 point match\n\n Game 1\n Ann : 0   Bob : 0\n"
                                "  1) 31: 8/5 6/5   42: 8/4 6/4\n";
    const server_options options = {
        .listen = "127.0.0.1", .data = ":memory:", .threads = 1, .quiet = true};
    alea_error error;
    http_request *r = calloc(1, sizeof *r);
    http_reply reply = {0};
    require(r && server_open(&here, &options, &error) == ALEA_OK);
    snprintf(r->who.user, ID_SIZE, "aaaaaaaaaaaa");
    r->body = match;
    r->body_size = strlen(match);
    route_handler(study_routes, "POST /api/matches")(here.study, r, &reply);
    json_t *said = json_loadb(reply.body, reply.size, 0, NULL);
    snprintf(kept, ID_SIZE, "%s", json_string_value(json_object_get(said, "match")));
    json_decref(said);
    http_reply_free(&reply);
    free(r);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!here.store) begin();
    if (size < 1) return 0;
    http_request *r = calloc(1, sizeof *r);
    char *body = malloc(size);
    http_reply reply = {0};
    require(r && body);
    const uint8_t *rest = data + 1, *line = memchr(rest, '\n', size - 1);
    size_t query = line ? (size_t)(line - rest) : size - 1;
    const size_t used = 1 + query + (line != NULL);
    if (query >= sizeof r->query) query = sizeof r->query - 1;
    memcpy(r->query, rest, query);
    memcpy(body, data + used, size - used);
    r->body = body;
    r->body_size = size - used;
    snprintf(r->who.user, ID_SIZE, "aaaaaaaaaaaa");
    snprintf(r->who.name, sizeof r->who.name, "Ann");
    memcpy(r->id[0], kept, ID_SIZE);
    route_handler(study_routes, handlers[data[0] % HANDLERS])(here.study, r, &reply);
    check(&reply);
    clean_up(r, &reply);
    http_reply_free(&reply);
    free(body);
    free(r);
    return 0;
}
