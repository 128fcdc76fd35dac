/* What is left of a chouette: settlement, events, and the record for `alea chouette
 * check`. */
#include "routes.h"

#include "ask.h"
#include "look.h"

#include "server/support/csv.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LOG_USUAL = 200, LOG_MOST = 1000 };

static void settlement_get(void *part, http_request *request, http_reply *reply)
{
    const live_chouette *live = crew_ask_look(part, request, reply);
    if (live) http_answer(reply, 200, chouette_settlement_json(live));
}

static void answer_file(const live_chouette *live, char *text, size_t size,
                        const char *type, const char *name, http_reply *reply)
{
    reply->status = 200;
    reply->type = type;
    reply->body = text;
    reply->size = size;
    snprintf(reply->disposition, sizeof reply->disposition,
             "attachment; filename=\"%s-%s\"", live->row.id, name);
}

static void put_settlement(FILE *out, const crew *t)
{
    fputs("game", out);
    for (int i = 0; i < t->seats; i++) {
        fputc(',', out);
        csv_text(out, t->seat[i].name);
    }
    fputs("\r\n", out);
    for (int g = 0; g < t->games; g++) {
        fprintf(out, "%d", g + 1);
        for (int i = 0; i < t->seats; i++) fprintf(out, ",%d", t->game[g].points[i]);
        fputs("\r\n", out);
    }
    fputs("total", out);
    for (int i = 0; i < t->seats; i++) fprintf(out, ",%lld", (long long)t->c.total[i]);
    fputs("\r\n", out);
}

static void csv_get(void *part, http_request *request, http_reply *reply)
{
    const live_chouette *live = crew_ask_look(part, request, reply);
    if (!live) return;
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (out) put_settlement(out, live->t);
    if (out && fclose(out) == 0) {
        answer_file(live, text, size, "text/csv; charset=utf-8", "settlement.csv",
                    reply);
        return;
    }
    free(text);
    http_refuse(reply, 503, "memory", "The server is out of memory. Try again.");
}

/* ---- events ---- */

typedef struct event_log {
    json_t *events;
    const crew *t;
    bool sees_crew;
    size_t most;
} event_log;

static bool take_line(void *context, const storage_chouette_event *e)
{
    event_log *log = context;
    const bool is_hidden =
        !log->sees_crew && crew_is_secret(e->text) && e->seq > log->t->begun;
    if (json_array_size(log->events) >= log->most) return false;
    if (is_hidden) return true;
    json_t *one = json_pack("{s:I,s:I,s:s}", "seq", (json_int_t)e->seq, "time",
                            (json_int_t)e->time, "event", e->text);
    if (*e->name) json_object_set_new(one, "name", json_string(e->name));
    if (*e->said) json_object_set_new(one, "said", json_string(e->said));
    json_array_append_new(log->events, one);
    return true;
}

static void log_get(void *part, http_request *request, http_reply *reply)
{
    chouettes *all = part;
    int64_t after, limit;
    if (!http_query_number(request, "after", 0, 0, INT64_MAX, &after) ||
        !http_query_number(request, "limit", LOG_USUAL, 1, LOG_MOST, &limit)) {
        http_refuse(reply, 400, "bad_limit",
                    "'after' is the number of an event, 'limit' is 1 to %d.", LOG_MOST);
        return;
    }
    const live_chouette *live = crew_ask_look(all, request, reply);
    if (!live) return;
    const crew *t = live->t;
    const int seat = crew_seat_of(t, request->who.user);
    event_log log = {.events = json_array(),
                     .t = t,
                     .sees_crew = !crew_is_running(t) || crew_is_team(t, seat),
                     .most = (size_t)limit};
    if (storage_chouette_events(all->parts.store, live->row.id, after, take_line,
                                &log) == ALEA_OK)
        http_answer(reply, 200, json_pack("{s:O}", "events", log.events));
    else
        http_refuse_storage(reply);
    json_decref(log.events);
}

/* ---- the record ---- */

typedef struct record_writer {
    FILE *out;
    const crew *t;
    bool started;
    int seats, named; /* taken so far; whose names are written */
} record_writer;

/* Names in a record have no blanks. */
static void put_player(FILE *out, const crew *t, int seat)
{
    fprintf(out, "player %c ", 'A' + seat);
    int length = 0;
    for (const char *at = t->seat[seat].name; *at && length < 28; at++, length++) {
        const bool is_plain = strchr("0123456789._-:", *at) ||
                              (unsigned char)*at > 127 || (*at >= 'a' && *at <= 'z') ||
                              (*at >= 'A' && *at <= 'Z');
        fputc(is_plain ? *at : '_', out);
    }
    fputs(length < 2 ? "_\n" : "\n", out);
}

static void put_head(FILE *out, const live_chouette *live, const alea_chouette_rules *r)
{
    char value[48], usual[48];
    const alea_chouette_rules plain = alea_chouette_rules_default();
    fprintf(out, "alea chouette 1\n# dice_commitment %s\n# dice_game %s\n",
            live->commitment, live->secret.game_id);
    for (int kind = 0; kind < 2; kind++)
        for (int i = 0;; i++) {
            const char *name = kind ? alea_chouette_option(i) : alea_rules_option(i);
            if (!name) break;
            if ((kind || strcmp(name, "cube") != 0) &&
                alea_chouette_get(r, name, value, sizeof value) == ALEA_OK &&
                alea_chouette_get(&plain, name, usual, sizeof usual) == ALEA_OK &&
                strcmp(value, usual) != 0)
                fprintf(out, "option %s %s\n", name, value);
        }
}

/* The seed, how many rolls it gave, and who signed its commitment. */
static void put_seed(FILE *out, const live_chouette *live)
{
    fprintf(out, "# dice_seed %s\n# dice_rolls %d\n# dice_time %lld\n", live->t->seed,
            live->t->rolls, (long long)live->row.created);
    fprintf(out, "# dice_key %s\n# dice_signature %s\n", live->signer, live->signature);
}

static bool put_line(void *context, const storage_chouette_event *e)
{
    record_writer *w = context;
    const char *text = e->text;
    if (strcmp(text, "start") == 0) {
        w->started = true;
        for (; w->named < w->seats; w->named++) put_player(w->out, w->t, w->named);
    } else if (strncmp(text, "sit ", 4) == 0) {
        const bool is_new = text[4] - 'A' >= w->seats;
        w->seats += is_new;
        if (!w->started) return true;
        for (; w->named < w->seats; w->named++) put_player(w->out, w->t, w->named);
        fprintf(w->out, "join %c\n", text[4]);
    } else if (strncmp(text, "stand ", 6) == 0) {
        w->seats--;
    } else if (strncmp(text, "say ", 4) != 0 && strncmp(text, "pass ", 5) != 0 &&
               strncmp(text, "close ", 6) != 0) {
        fprintf(w->out, "%s\n", text);
    }
    return true;
}

static void record_get(void *part, http_request *request, http_reply *reply)
{
    chouettes *all = part;
    const live_chouette *live = crew_ask_look(all, request, reply);
    if (!live) return;
    if (live->t->stage == CREW_GATHERING) {
        http_refuse(reply, 409, "not_started", "It has not begun yet.");
        return;
    }
    char *text = NULL;
    size_t size = 0;
    record_writer w = {.out = open_memstream(&text, &size), .t = live->t};
    alea_status status = w.out ? ALEA_OK : ALEA_ERROR_MEMORY;
    if (w.out) {
        put_head(w.out, live, &live->t->rules);
        status =
            storage_chouette_events(all->parts.store, live->row.id, 0, put_line, &w);
        if (*live->t->seed) put_seed(w.out, live);
        if (fclose(w.out) != 0) status = ALEA_ERROR_MEMORY;
    }
    if (status == ALEA_OK) {
        answer_file(live, text, size, "text/plain; charset=utf-8", "chouette.txt",
                    reply);
        return;
    }
    free(text);
    http_refuse_storage(reply);
}

const http_route chouette_sheet_routes[] = {
    {HTTP_GET, "/api/chouettes/{id}/settlement", ROUTE_OPEN, settlement_get},
    {HTTP_GET, "/api/chouettes/{id}/settlement.csv", ROUTE_OPEN, csv_get},
    {HTTP_GET, "/api/chouettes/{id}/log", ROUTE_OPEN, log_get},
    {HTTP_GET, "/api/chouettes/{id}/record", ROUTE_OPEN, record_get},
    {0},
};
