#include "routes.h"

#include "reply.h"

#include "server/game/host/delayed.h"
#include "server/game/host/store.h"
#include "server/game/model/clock.h"
#include "server/game/model/state.h"
#include "server/support/system.h"

#include <alea/file.h>

static bool is_late_for(const game *g, const http_request *request)
{
    return delayed_applies(g) && game_seat_of(g, request->who.user) < 0;
}

/* Sends the last state that spectators got, for a game that they see late. */
static void send_shown(const game *g, http_reply *reply)
{
    const delayed_message *shown = NULL;
    json_out o = {0};
    delayed_shown(g, &shown);
    if (!shown) {
        http_refuse(reply, 409, "delayed",
                    "Spectators see this game %d seconds late. Try again in a moment.",
                    g->plan.delay_s);
        return;
    }
    /* The state is an object; its rules go in front. */
    out_open(&o, '{');
    out_key(&o, "rules");
    state_write_rules(&o, &g->record.rules);
    out_value(&o, shown->text + shown->state_at + 1, shown->size - shown->state_at - 3);
    out_close(&o, '}');
    reply_json(reply, 200, &o);
}

static bool may_look(const game *g, const http_request *request, http_reply *reply)
{
    if (is_late_for(g, request)) {
        http_refuse(reply, 409, "delayed",
                    "Spectators see this game late: wait for "
                    "its end.");
        return false;
    }
    if (game_may_watch(g, game_seat_of(g, request->who.user))) return true;
    http_refuse(reply, 403, "no_spectators", "This game does not allow spectators.");
    return false;
}

static void game_get(void *part, http_request *request, http_reply *reply)
{
    games *all = part;
    game *g = reply_find(all, request, reply);
    json_out o = {0};
    const delayed_message *shown = NULL;
    if (!g) return;
    if (is_late_for(g, request) && game_may_watch(g, -1) &&
        (!delayed_shown(g, &shown) || shown)) {
        send_shown(g, reply);
        return;
    }
    if (!is_late_for(g, request) && !may_look(g, request, reply)) return;
    clock_account(g, games_clock(all));
    state_begin(&o, g, server_now());
    out_key(&o, "rules");
    state_write_rules(&o, &g->record.rules);
    state_end(&o, g, game_seat_of(g, request->who.user), all->commands, all->tree);
    reply_json(reply, 200, &o);
}

static void send_file(http_reply *reply, const game *g, alea_format format, char *bytes,
                      size_t size)
{
    reply->status = 200;
    reply->type = "application/octet-stream";
    reply->body = bytes;
    reply->size = size;
    snprintf(reply->disposition, sizeof reply->disposition,
             "attachment; filename=\"alea-%s.%s\"", g->id, alea_format_suffix(format));
}

static void game_file_get(void *part, http_request *request, http_reply *reply)
{
    games *all = part;
    char name[16];
    alea_error error = {0};
    game *g = reply_find(all, request, reply);
    if (!g || !may_look(g, request, reply)) return;
    if (!http_query(request, "format", name, sizeof name))
        snprintf(name, 16, "journal");
    const alea_format format = alea_format_find(name);
    if (!alea_format_writable(format)) {
        http_refuse(reply, 400, "bad_format",
                    "Unknown format, or one that alea does not write.");
        return;
    }
    if (g->plan.rated && g->stage != STAGE_OVER) {
        http_refuse(reply, 409, "rated",
                    "The file of a rated game is available when it is over.");
        return;
    }
    char *bytes = NULL;
    size_t size = 0;
    game_tag(g);
    if (alea_export(&g->record, format, NULL, &bytes, &size, &error) == ALEA_OK)
        send_file(reply, g, format, bytes, size);
    else
        http_refuse(reply, 422, "not_written", "%s", error.reason);
}

static void dice_get(void *part, http_request *request, http_reply *reply)
{
    games *all = part;
    char *bytes = NULL;
    size_t size = 0;
    game *g = reply_find(all, request, reply);
    if (!g || !may_look(g, request, reply)) return;
    if (g->stage != STAGE_OVER)
        http_refuse(reply, 409, "sealed",
                    "The dice stay sealed until the game is over.");
    else if (game_journal(g, &bytes, &size) == ALEA_OK)
        send_file(reply, g, ALEA_FORMAT_JOURNAL, bytes, size);
    else
        http_refuse(reply, 503, "memory", "The server is out of memory. Try again.");
}

/* ---- the table of dice ---- */

typedef struct dice_count {
    int rolls, doubles, pips, faces[6];
} dice_count;

static void count_roll(dice_count *c, const alea_rules *rules, alea_roll roll)
{
    const bool is_double = alea_roll_is_double(roll);
    const int sum = roll.die[0] + roll.die[1];
    c->rolls++;
    c->doubles += is_double;
    c->pips += is_double ? rules->play.double_moves * roll.die[0] : sum;
    for (int i = 0; i < 2; i++) c->faces[roll.die[i] - 1]++;
}

static void write_counts(json_out *o, const int *counts, int n)
{
    out_key(o, "counts");
    out_open(o, '[');
    for (int i = 0; i < n; i++) out_int(o, counts[i]);
    out_close(o, ']');
}

static void dice_table_get(void *part, http_request *request, http_reply *reply)
{
    games *all = part;
    game *g = reply_find(all, request, reply);
    dice_count of[2] = {{0}};
    int counts[ALEA_ROLLS] = {0}, rolls = 0;
    json_out o = {0};
    if (!g || !may_look(g, request, reply)) return;
    const alea_rules *rules = &g->record.rules;
    for (size_t i = 0; i < g->record.entries; i++) {
        const alea_event *event = &g->record.entry[i].event;
        if (event->type != ALEA_EVENT_ROLL && event->type != ALEA_EVENT_OPENING)
            continue;
        counts[alea_roll_index(event->roll)]++;
        rolls++;
        if (event->type == ALEA_EVENT_ROLL)
            count_roll(&of[event->by], rules, event->roll);
    }
    out_open(&o, '{');
    out_key_int(&o, "rolls", rolls);
    write_counts(&o, counts, ALEA_ROLLS);
    out_key(&o, "players");
    out_open(&o, '[');
    for (int i = 0; i < 2; i++) {
        /* 7 pips per roll, plus the extra moves of doubles (21 pips / 36 per move). */
        const double expected =
            of[i].rolls * (7.0 + (rules->play.double_moves - 2) * 21.0 / 36.0);
        out_open(&o, '{');
        out_key_int(&o, "rolls", of[i].rolls);
        out_key_int(&o, "doubles", of[i].doubles);
        out_key_int(&o, "pips", of[i].pips);
        out_key(&o, "expected_pips");
        out_real(&o, expected, 2);
        write_counts(&o, of[i].faces, 6);
        out_close(&o, '}');
    }
    out_close(&o, ']');
    out_close(&o, '}');
    reply_json(reply, 200, &o);
}

static void dice_key_get(void *part, http_request *request, http_reply *reply)
{
    games *all = part;
    const server_key *key = all->parts.key;
    (void)request;
    if (key)
        http_answer(
            reply, 200,
            json_pack("{ssss}", "algorithm", "ed25519", "key", key->public_hex));
    else
        http_refuse(reply, 404, "no_key", "This server signs no seals.");
}

const http_route game_look_routes[] = {
    {HTTP_GET, "/api/games/{id}", ROUTE_OPEN, game_get},
    {HTTP_GET, "/api/games/{id}/file", ROUTE_OPEN, game_file_get},
    {HTTP_GET, "/api/games/{id}/dice", ROUTE_OPEN, dice_get},
    {HTTP_GET, "/api/games/{id}/dice/table", ROUTE_OPEN, dice_table_get},
    {HTTP_GET, "/api/dice-key", ROUTE_OPEN, dice_key_get},
    {0},
};
