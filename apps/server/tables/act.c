/* One table looked at and played at; its record. */
#include "routes.h"

#include "host.h"
#include "look.h"
#include "timeouts.h"

#include "server/http/budget.h"
#include "server/storage/relations.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double line_kb = 0.5; /* of an action with what the machine answers */

/* ---- looking ---- */

static void answer_state(families *all, const live_family *live,
                         const http_request *request, http_reply *reply)
{
    json_t *state = family_state_json(all, live, request->who.user);
    if (state && family_seats_of(&live->row, request->who.user))
        all->parts.on_look(all->parts.context, request->who.user, live->row.id);
    if (state)
        http_answer(reply, 200, state);
    else
        http_refuse_storage(reply);
}

static void look_get(void *part, http_request *request, http_reply *reply)
{
    const live_family *live = family_asked_for(part, request, reply);
    if (live) answer_state(part, live, request, reply);
}

static void rules_get(void *part, http_request *request, http_reply *reply)
{
    const live_family *live = family_asked_for(part, request, reply);
    if (live)
        http_answer(
            reply, 200,
            json_pack("{s:o}", "rules", family_rules_json(&live->match.series)));
}

/* ---- the record ---- */

typedef struct record_text {
    char *text;
    size_t size, room;
} record_text;

static bool put(record_text *r, const char *text)
{
    const size_t length = strlen(text);
    if (r->size + length + 1 > r->room) {
        const size_t room = 2 * (r->size + length + 1);
        char *grown = realloc(r->text, room);
        if (!grown) return false;
        r->text = grown;
        r->room = room;
    }
    memcpy(r->text + r->size, text, length + 1);
    r->size += length;
    return true;
}

static bool put_line(void *context, int64_t seq, int64_t time, const char *line)
{
    record_text *r = context;
    (void)seq;
    (void)time;
    return put(r, line) && put(r, "\n");
}

/* A name without blanks, as a save of the terminal has it. */
static void put_player(const storage_family *row, int seat, char *out, size_t size)
{
    const bool machine = seat == 1 && row->seats == FAMILY_MACHINE;
    const char *name = machine            ? "alea"
                       : *row->name[seat] ? row->name[seat]
                                          : "somebody";
    const int start = snprintf(out, size, "%s ", machine ? "machine" : "person");
    snprintf(out + start, size - (size_t)start, "%s", name);
    for (char *c = out + start; *c; c++)
        if (*c == ' ') *c = '_';
}

/* The head, with the comments that `alea verify-dice` reads. */
static bool put_head(record_text *r, const live_family *live)
{
    char who[2][160], seal[DICE_SEED_HEX], levels[64] = "", text[640];
    for (int s = 0; s < 2; s++) put_player(&live->row, s, who[s], sizeof who[s]);
    dice_secret_commitment(&live->secret, seal);
    if (live->row.seats == FAMILY_MACHINE)
        snprintf(levels, sizeof levels, "# levels expert %s\n",
                 alea_level_get((alea_level)live->row.level)->name);
    snprintf(text, sizeof text, "# players %s %s\n%s# dice os\n%s%s\n%s%s\n", who[0],
             who[1], levels, TABLES_COMMITMENT_MARK, seal, TABLES_DICE_GAME_MARK,
             live->secret.game_id);
    return put(r, live->row.head) && put(r, text);
}

static void record_get(void *part, http_request *request, http_reply *reply)
{
    families *all = part;
    record_text r = {NULL, 0, 0};
    char seed[DICE_SEED_HEX + 32];
    const live_family *live = family_asked_for(all, request, reply);
    if (!live) return;
    snprintf(seed, sizeof seed, "%s", TABLES_SEED_MARK);
    dice_secret_hex(&live->secret, seed + strlen(seed));
    const bool is_open = live->row.stage >= FAMILY_OVER;
    const bool is_whole = put_head(&r, live) &&
                          storage_family_lines(all->parts.store, live->row.id, 0,
                                               put_line, &r) == ALEA_OK &&
                          (!is_open || put_line(&r, 0, 0, seed));
    if (!is_whole) {
        free(r.text);
        http_refuse_storage(reply);
        return;
    }
    reply->status = 200;
    reply->type = "text/plain; charset=utf-8";
    reply->body = r.text;
    reply->size = r.size;
    snprintf(reply->disposition, sizeof reply->disposition,
             "attachment; filename=\"%s.tables\"", live->row.game);
}

/* ---- acting ---- */

/* The table for a change by somebody who sits there, or wants to. */
static live_family *find_to_change(families *all, const http_request *request,
                                   http_reply *reply)
{
    live_family *live = family_asked_for(all, request, reply);
    if (!live) return NULL;
    if (live->row.stage >= FAMILY_OVER)
        http_refuse(reply, 409, "over", "The match at this table has ended.");
    else if (live->row.last >= FAMILY_LINES_MOST)
        http_refuse(reply, 409, "too_many",
                    "This table has had %d events: it takes no more.",
                    FAMILY_LINES_MOST);
    else if (http_may_store(all->parts.limit, request, line_kb, reply))
        return live;
    return NULL;
}

static void refuse(alea_status status, const family_refusal *why, http_reply *reply)
{
    if (status == ALEA_ERROR_REFUSED && why->code)
        http_refuse(reply, 409, why->code, "%s", why->text);
    else if (status == ALEA_ERROR_REFUSED)
        http_refuse(reply, 409, "stale", "The table has changed meanwhile.");
    else
        http_refuse(reply, 503, "not_stored",
                    "The server could not store it. Try again.");
}

static bool find_type(const char *word, alea_tables_event_type *type)
{
    for (int t = 0; alea_tables_event_name((alea_tables_event_type)t); t++)
        if (strcmp(word, alea_tables_event_name((alea_tables_event_type)t)) == 0) {
            *type = (alea_tables_event_type)t;
            return true;
        }
    return false;
}

static bool read_number(const json_t *body, const char *name, int most, int *out)
{
    const json_t *given = json_object_get(body, name);
    const json_int_t value = json_integer_value(given);
    if (!json_is_integer(given) || value < 1 || value > most) return false;
    *out = (int)value;
    return true;
}

/* The event of the body; false after filling the reply. */
static bool read_event(const live_family *live, const json_t *body,
                       alea_tables_event *e, http_reply *reply)
{
    const char *moves = http_text(body, "moves");
    int number = 0, count = 0;
    alea_error error = {0};
    if (e->type == ALEA_TABLES_EVENT_NAME) {
        if (!read_number(body, "die", 6, &number)) {
            http_refuse(reply, 400, "bad_request", "'die' is a number from 1 to 6.");
            return false;
        }
        e->die[0] = (uint8_t)number;
    } else if (e->type == ALEA_TABLES_EVENT_RESIGN) {
        if (!read_number(body, "points", 100, &e->points)) {
            http_refuse(reply, 400, "bad_request", "'points' is a number from 1.");
            return false;
        }
    } else if (e->type == ALEA_TABLES_EVENT_PLAY) {
        if (!moves ||
            alea_tables_moves_read(alea_tables_match_rules(&live->match), moves,
                                   strlen(moves), e->move, &count, &error) != ALEA_OK) {
            http_refuse(reply, 400, "bad_moves", "%s",
                        moves ? error.reason : "'moves' is a text.");
            return false;
        }
        e->moves = (uint8_t)count;
    }
    return true;
}

static bool is_up_to_date(const live_family *live, const json_t *body,
                          http_reply *reply)
{
    const json_t *seq = json_object_get(body, "seq");
    if (!json_is_integer(seq))
        http_refuse(reply, 400, "bad_request", "'seq' is the number in the state.");
    else if (json_integer_value(seq) != live->row.last)
        http_refuse(reply, 409, "stale", "The table has changed meanwhile.");
    else
        return true;
    return false;
}

/* Does the maker play with him? */
static bool may_sit(families *all, const live_family *live, const http_request *request,
                    http_reply *reply)
{
    const storage_answer blocked =
        relation_blocks(all->parts.store, live->row.user[0], request->who.user);
    if (blocked == ANSWER_FAILED)
        http_refuse_storage(reply);
    else if (blocked == ANSWER_FOUND)
        http_refuse(reply, 403, "blocked", "%s does not play with you.",
                    live->row.name[0]);
    return blocked == ANSWER_ABSENT;
}

static void sit(families *all, live_family *live, const http_request *request,
                http_reply *reply)
{
    storage_family after = live->row;
    const family_refusal none = {NULL, NULL};
    if (family_seats_of(&live->row, request->who.user)) {
        answer_state(all, live, request, reply);
        return;
    }
    if (live->row.stage != FAMILY_WAITS) {
        http_refuse(reply, 409, "taken", "Both seats are taken.");
        return;
    }
    if (!may_sit(all, live, request, reply)) return;
    const int64_t open = storage_families_open(all->parts.store, request->who.user);
    if (open < 0 || open >= FAMILIES_OPEN) {
        if (open < 0)
            http_refuse_storage(reply);
        else
            http_refuse(reply, 409, "too_many",
                        "You have %d tables that are not over: close one first.",
                        FAMILIES_OPEN);
        return;
    }
    strcpy(after.user[1], request->who.user);
    after.stage = FAMILY_PLAYS;
    const alea_status status = families_remark(all, live, &after, "B sits");
    if (status != ALEA_OK) {
        refuse(status, &none, reply);
        return;
    }
    /* The names of accounts come with the row. */
    live = family_asked_for(all, request, reply);
    if (live) answer_state(all, live, request, reply);
}

static void act(families *all, live_family *live, const json_t *body, const char *what,
                const http_request *request, http_reply *reply)
{
    const int seat = family_seat_to_act(live, request->who.user);
    alea_tables_event e = {.by = (alea_tables_player)seat};
    family_refusal why = {NULL, NULL};
    if (seat < 0)
        http_refuse(reply, 403, "not_yours", "You have no seat at this table.");
    else if (!find_type(what, &e.type))
        http_refuse(reply, 400, "bad_request", "'do' names an event of a match.");
    else if (live->row.stage == FAMILY_WAITS)
        http_refuse(reply, 409, "waits", "The other seat is still free.");
    else if (is_up_to_date(live, body, reply) && read_event(live, body, &e, reply)) {
        const alea_status status = families_commit(all, live, &e, &why);
        if (status == ALEA_OK)
            answer_state(all, live, request, reply);
        else
            refuse(status, &why, reply);
    }
}

static void act_post(void *part, http_request *request, http_reply *reply)
{
    families *all = part;
    json_t *body = http_json(request, reply);
    if (!body) return;
    const char *what = http_text(body, "do");
    live_family *live = NULL;
    if (!what)
        http_refuse(reply, 400, "bad_request", "'do' is a text.");
    else
        live = find_to_change(all, request, reply);
    if (live && strcmp(what, "sit") == 0)
        sit(all, live, request, reply);
    else if (live)
        act(all, live, body, what, request, reply);
    json_decref(body);
}

/* Closes the table before its match is over: nothing more is played, the record
 * stays. */
static void table_delete(void *part, http_request *request, http_reply *reply)
{
    families *all = part;
    const family_refusal none = {NULL, NULL};
    live_family *live = find_to_change(all, request, reply);
    if (!live) return;
    const unsigned mine = family_seats_of(&live->row, request->who.user);
    if (!mine) {
        http_refuse(reply, 403, "not_yours", "You have no seat at this table.");
        return;
    }
    storage_family after = live->row;
    after.stage = FAMILY_CLOSED;
    const alea_status status = families_remark(
        all, live, &after, mine & 1 ? "A " TABLES_CLOSED : "B " TABLES_CLOSED);
    if (status == ALEA_OK)
        answer_state(all, live, request, reply);
    else
        refuse(status, &none, reply);
}

const http_route family_act_routes[] = {
    {HTTP_GET, "/api/tables/{id}", ROUTE_OPEN, look_get},
    {HTTP_GET, "/api/tables/{id}/rules", ROUTE_OPEN, rules_get},
    {HTTP_GET, "/api/tables/{id}/record", ROUTE_OPEN, record_get},
    {HTTP_POST, "/api/tables/{id}", ROUTE_CHANGE, act_post},
    {HTTP_DELETE, "/api/tables/{id}", ROUTE_CHANGE, table_delete},
    {0},
};
