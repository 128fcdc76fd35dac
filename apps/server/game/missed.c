#include "protocol.h"

#include "server/game/host/commit.h"
#include "server/game/host/delayed.h"
#include "server/game/model/clock.h"
#include "server/socket/receive.h"

#include <string.h>

typedef struct missed {
    games *all;
    socket_id socket;
    const char *game;
    size_t left;  /* bytes of missed events not visited yet */
    bool failed;  /* an event could not be written */
    int64_t last; /* later events are not visible to this user yet */
} missed;

/* Of a long list only the last events are sent, half of what a socket may have queued,
 * so that every game can be opened however long it is. */
enum { MISSED_BYTES = CONNECTIONS_QUEUE_MOST / 2, MISSED_AROUND = 160 };

static bool weigh_missed(void *context, int64_t seq, int64_t time, const char *json)
{
    missed *to = context;
    (void)seq, (void)time;
    to->left += strlen(json) + MISSED_AROUND;
    return true;
}

static bool send_missed(void *context, int64_t seq, int64_t time, const char *json)
{
    missed *to = context;
    const size_t left = to->left;
    to->left -= strlen(json) + MISSED_AROUND;
    if (left > MISSED_BYTES || seq > to->last) return true;
    json_out *o = &to->all->out;
    o->size = 0;
    out_open(o, '{');
    out_key_string(o, "type", "event");
    out_key_string(o, "game", to->game);
    out_key_int(o, "seq", seq);
    out_key_int(o, "time", time);
    out_key(o, "event");
    out_value(o, json, strlen(json));
    out_close(o, '}');
    const bool written = out_text_of(o) != NULL;
    if (written)
        connections_send_text(to->all->parts.sockets, to->socket, to->game, o->text,
                              o->size);
    to->failed = to->failed || !written;
    return written;
}

/* A state sent after missing events would hide the gap: the client reconnects and asks
 * again. */
static void close_without_missed(command_context *c)
{
    connections *sockets = c->all->parts.sockets;
    connections_client *client = connections_find(sockets, c->socket);
    if (client)
        connections_close_with_reason(
            sockets, client, "not_readable",
            "The events of this game cannot be read at the moment: connect again.",
            1013);
}

void missed_send(command_context *c)
{
    games *all = c->all;
    game *g = c->game;
    storage *store = all->parts.store;
    missed to = {.all = all, .socket = c->socket, .game = g->id, .last = g->seq};
    const delayed_message *shown = NULL;
    if (delayed_applies(g) && c->seat < 0) {
        const bool is_known = delayed_shown(g, &shown);
        to.last = shown ? shown->seq : is_known ? g->seq : 0;
    }
    if (c->at >= 0 && c->at < g->seq) {
        if (storage_events(store, g->id, c->at, weigh_missed, &to) != ALEA_OK) {
            close_without_missed(c);
            return;
        }
        connections_charge(all->parts.sockets, c->socket,
                           to.left < MISSED_BYTES ? to.left : MISSED_BYTES);
        if (storage_events(store, g->id, c->at, send_missed, &to) != ALEA_OK ||
            to.failed) {
            close_without_missed(c);
            return;
        }
    }
    clock_account(g, games_clock(all));
    publish_state_to(all, g, c->socket, c->who.user);
}
