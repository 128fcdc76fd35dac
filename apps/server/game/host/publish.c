#include "commit.h"

#include "delayed.h"

#include "server/game/model/state.h"
#include "server/support/system.h"

/* Sends the event with the state after it, or the state alone (`e` NULL), to all
 * watchers: each audience gets the part that it may see. */
static void publish(games *all, const game *g, const game_event *e)
{
    const char *const seats[2] = {g->seat[0].user, g->seat[1].user};
    int count[CONNECTIONS_AUDIENCES];
    connections_audience(all->parts.sockets, g->id, seats, count);
    const bool is_late = delayed_applies(g);
    delayed_send_due(all, g);
    if (count[0] + count[1] + count[2] == 0 && !is_late) return;
    json_out *o = &all->out;
    o->size = 0;
    out_open(o, '{');
    out_key_string(o, "type", e ? "event" : "state");
    out_key_string(o, "game", g->id);
    out_key_int(o, "seq", g->seq);
    if (e) {
        out_key_int(o, "time", e->time);
        out_key(o, "event");
        out_value(o, all->event.text, all->event.size);
    }
    out_key(o, "state");
    const size_t state_at = o->size;
    state_begin(o, g, server_now());
    const size_t common = o->size;
    for (int i = 0; i < CONNECTIONS_AUDIENCES; i++) {
        const bool waits = i == CONNECTIONS_AUDIENCES - 1 && is_late;
        if (count[i] == 0 && !waits) continue;
        o->size = common;
        state_end(o, g, i < 2 ? i : -1, all->commands, all->tree);
        out_close(o, '}');
        if (out_text_of(o) && waits)
            delayed_add(all, g, o->text, o->size, state_at);
        else if (out_text_of(o))
            connections_tell(all->parts.sockets, g->id, seats, i, o->text, o->size);
    }
    if (o->failed) out_clear(o); /* memory may be there again later */
}

void publish_event(games *all, const game *g, const game_event *e)
{
    publish(all, g, e);
}

void publish_state(games *all, const game *g)
{
    publish(all, g, NULL);
}

void publish_presence(games *all, const game *g)
{
    const char *const seats[2] = {g->seat[0].user, g->seat[1].user};
    int count[CONNECTIONS_AUDIENCES];
    connections_audience(all->parts.sockets, g->id, seats, count);
    json_out *o = &all->out;
    o->size = 0;
    out_open(o, '{');
    out_key_string(o, "type", "presence");
    out_key_string(o, "game", g->id);
    out_key(o, "online");
    out_open(o, '[');
    for (int i = 0; i < 2; i++)
        out_bool(o, g->seat[i].kind == SEAT_MACHINE || g->seat[i].online);
    out_close(o, ']');
    out_key_int(o, "spectators", count[2]);
    out_key_int(o, "time", server_now());
    state_write_clock(o, g, server_now());
    out_close(o, '}');
    /* Its clocks are of this moment. */
    const int told = delayed_applies(g) ? 2 : CONNECTIONS_AUDIENCES;
    for (int i = 0; i < told && out_text_of(o); i++)
        if (count[i])
            connections_tell(all->parts.sockets, g->id, seats, i, o->text, o->size);
    if (o->failed) out_clear(o);
}

/* The state of the last message that spectators got, if any. */
static void send_shown(games *all, const game *g, socket_id socket,
                       const delayed_message *shown)
{
    json_out *o = &all->out;
    o->size = 0;
    out_open(o, '{');
    out_key_string(o, "type", "state");
    out_key_string(o, "game", g->id);
    out_key_int(o, "seq", shown->seq);
    out_key(o, "state");
    out_value(o, shown->text + shown->state_at, shown->size - shown->state_at - 1);
    out_close(o, '}');
    if (out_text_of(o))
        connections_send_text(all->parts.sockets, socket, g->id, o->text, o->size);
    if (o->failed) out_clear(o);
}

void publish_state_to(games *all, const game *g, socket_id socket, const char *user)
{
    const delayed_message *shown = NULL;
    if (delayed_applies(g) && game_seat_of(g, user) < 0) {
        const bool is_known = delayed_shown(g, &shown);
        if (shown) send_shown(all, g, socket, shown);
        if (shown || !is_known) return; /* the first message is sent when it is due */
    }
    json_out *o = &all->out;
    o->size = 0;
    out_open(o, '{');
    out_key_string(o, "type", "state");
    out_key_string(o, "game", g->id);
    out_key_int(o, "seq", g->seq);
    out_key(o, "state");
    state_begin(o, g, server_now());
    state_end(o, g, game_seat_of(g, user), all->commands, all->tree);
    out_close(o, '}');
    if (out_text_of(o))
        connections_send_text(all->parts.sockets, socket, g->id, o->text, o->size);
    if (o->failed) out_clear(o);
}

void publish_call(games *all, const game *g, int seat, const char *why)
{
    const game_seat *s = &g->seat[seat];
    if (s->kind != SEAT_PERSON || s->online || !*s->user) return;
    if (all->parts.on_call) all->parts.on_call(all->parts.context, s->user, g->id);
    json_out *o = &all->out;
    o->size = 0;
    out_open(o, '{');
    out_key_string(o, "type", "turn");
    out_key_string(o, "game", g->id);
    out_key_string(o, "opponent", g->seat[1 - seat].name);
    out_key_string(o, "why", why);
    out_close(o, '}');
    if (out_text_of(o))
        connections_tell_user(all->parts.sockets, s->user, g->id, o->text, o->size);
    if (o->failed) out_clear(o);
}
