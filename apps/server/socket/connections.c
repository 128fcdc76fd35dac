#include "connections.h"

#include "internal.h"
#include "server/support/system.h"

#include <stdlib.h>
#include <string.h>

alea_status hub_open(hub **out, const hub_events *on)
{
    hub *h = calloc(1, sizeof *h);
    if (!h) return ALEA_ERROR_MEMORY;
    h->on = *on;
    *out = h;
    return ALEA_OK;
}

void hub_limit_commands(hub *h, bool limit)
{
    h->unlimited = !limit;
}

void hub_mute(hub *h)
{
    if (h) h->on.presence = NULL;
}

hub_client *hub_find(const hub *h, socket_id socket)
{
    hub_client *c = h->chain[socket % HUB_CHAINS];
    while (c && c->id != socket) c = c->next;
    return c;
}

/* ---- connecting ---- */

static hub_user *find_user(hub *h, const char *id)
{
    hub_user *u = table_find(&h->users, id);
    if (u) return u;
    u = calloc(1, sizeof *u);
    if (!u) return NULL;
    snprintf(u->id, sizeof u->id, "%s", id);
    if (table_add(&h->users, u)) return u;
    free(u);
    return NULL;
}

socket_id hub_connect(hub *h, const http_person *who, const char *address, void *wire)
{
    hub_user *user = find_user(h, who->user);
    hub_client *c = user ? calloc(1, sizeof *c) : NULL;
    if (!c) return 0;
    do c->id = ++h->last;
    while (c->id == 0 || hub_find(h, c->id));
    c->who = *who;
    c->wire = wire;
    snprintf(c->address, sizeof c->address, "%s", address);
    c->user = user;
    c->tokens = HUB_BURST;
    c->chat_tokens = HUB_CHAT_BURST;
    c->tokens_at = server_ticks();
    c->next_of_user = user->first;
    user->first = c;
    c->next = h->chain[c->id % HUB_CHAINS];
    h->chain[c->id % HUB_CHAINS] = c;
    h->sockets++;
    return c->id;
}

static void drop_topic_if_empty(hub *h, hub_topic *t)
{
    if (t->first) return;
    table_remove(&h->topics, t->id);
    free(t);
}

static void end_watch(hub *h, hub_watch_ *w)
{
    hub_watch_ **at = &w->client->watching;
    while (*at != w) at = &(*at)->next_of_client;
    *at = w->next_of_client;
    if (w->previous)
        w->previous->next = w->next;
    else
        w->topic->first = w->next;
    if (w->next) w->next->previous = w->previous;
    w->client->watches--;
    drop_topic_if_empty(h, w->topic);
    free(w);
}

static void unlink_client(hub *h, hub_client *c)
{
    hub_client **at = &h->chain[c->id % HUB_CHAINS];
    while (*at != c) at = &(*at)->next;
    *at = c->next;
    for (at = &c->user->first; *at != c;) at = &(*at)->next_of_user;
    *at = c->next_of_user;
    if (!c->user->first) {
        table_remove(&h->users, c->user->id);
        free(c->user);
    }
    if (c->in_lobby) h->in_lobby--;
    h->sockets--;
}

void hub_disconnect(hub *h, socket_id socket)
{
    hub_client *c = hub_find(h, socket);
    if (!c) return;
    while (c->watching) {
        char game[ID_SIZE];
        snprintf(game, sizeof game, "%s", c->watching->topic->id);
        end_watch(h, c->watching);
        if (h->on.presence) h->on.presence(h->on.context, game);
    }
    unlink_client(h, c);
    free(c);
}

void hub_close(hub *h)
{
    if (!h) return;
    hub_mute(h);
    for (int i = 0; i < HUB_CHAINS; i++)
        while (h->chain[i]) hub_disconnect(h, h->chain[i]->id);
    table_clear(&h->users);
    table_clear(&h->topics);
    free(h);
}

/* ---- sending ---- */

void hub_send_text(hub *h, socket_id socket, const char *game, const char *text,
                   size_t size)
{
    hub_client *c = hub_find(h, socket);
    if (c) h->on.send(c->wire, game, text, size);
}

void hub_send(hub *h, socket_id socket, const char *game, const json_t *message)
{
    char *text = json_dumps(message, JSON_COMPACT);
    if (text) hub_send_text(h, socket, game, text, strlen(text));
    free(text);
}

void hub_send_user(hub *h, const char *user, const json_t *message)
{
    const hub_user *u = table_find(&h->users, user);
    char *text = u ? json_dumps(message, JSON_COMPACT) : NULL;
    for (hub_client *c = u && text ? u->first : NULL; c; c = c->next_of_user)
        h->on.send(c->wire, NULL, text, strlen(text));
    free(text);
}

void hub_close_with_reason(const hub *h, hub_client *c, const char *reason,
                           const char *text, int code)
{
    json_t *bye = json_pack("{ssssss}", "type", "bye", "reason", reason, "text", text);
    char *said = bye ? json_dumps(bye, JSON_COMPACT) : NULL;
    if (said) h->on.send(c->wire, NULL, said, strlen(said));
    free(said);
    json_decref(bye);
    c->is_leaving = true;
    h->on.close(c->wire, code);
}

/* ---- who watches what ---- */

static hub_watch_ *find_watch(const hub_client *c, const char *game)
{
    hub_watch_ *w = c->watching;
    while (w && strcmp(w->topic->id, game) != 0) w = w->next_of_client;
    return w;
}

static hub_topic *find_topic(hub *h, const char *game)
{
    hub_topic *t = table_find(&h->topics, game);
    if (t) return t;
    t = calloc(1, sizeof *t);
    if (!t) return NULL;
    snprintf(t->id, sizeof t->id, "%s", game);
    if (table_add(&h->topics, t)) return t;
    free(t);
    return NULL;
}

bool hub_watch(hub *h, socket_id socket, const char *game)
{
    hub_client *c = hub_find(h, socket);
    if (!c) return false;
    if (find_watch(c, game)) return true;
    if (c->watches == HUB_WATCHED) return false;
    hub_topic *t = find_topic(h, game);
    if (!t) return false;
    hub_watch_ *w = calloc(1, sizeof *w);
    if (!w) {
        drop_topic_if_empty(h, t);
        return false;
    }
    *w = (hub_watch_){
        .client = c, .topic = t, .next_of_client = c->watching, .next = t->first};
    if (w->next) w->next->previous = w;
    t->first = w;
    c->watching = w;
    c->watches++;
    if (h->on.presence) h->on.presence(h->on.context, game);
    return true;
}

void hub_unwatch(hub *h, socket_id socket, const char *game)
{
    hub_client *c = hub_find(h, socket);
    hub_watch_ *w = c ? find_watch(c, game) : NULL;
    if (!w) return;
    end_watch(h, w);
    if (h->on.presence) h->on.presence(h->on.context, game);
}

static const hub_watch_ *watchers_of(const hub *h, const char *game)
{
    const hub_topic *t = table_find(&h->topics, game);
    return t ? t->first : NULL;
}

int hub_watchers(hub *h, const char *game, socket_id *out, int room)
{
    int count = 0;
    for (const hub_watch_ *w = watchers_of(h, game); w; w = w->next, count++)
        if (count < room) out[count] = w->client->id;
    return count;
}

const http_person *hub_person(hub *h, socket_id socket)
{
    const hub_client *c = hub_find(h, socket);
    return c ? &c->who : NULL;
}

const char *hub_address(const hub *h, socket_id socket)
{
    const hub_client *c = hub_find(h, socket);
    return c ? c->address : "";
}

bool hub_is_present(hub *h, const char *game, const char *user)
{
    const hub_user *u = *user ? table_find(&h->users, user) : NULL;
    for (const hub_client *c = u ? u->first : NULL; c; c = c->next_of_user)
        if (find_watch(c, game)) return true;
    return false;
}

static int audience_of(const hub_client *c, const char *const seats[2])
{
    for (int i = 0; i < 2; i++)
        if (*seats[i] && strcmp(seats[i], c->who.user) == 0) return i;
    return 2;
}

void hub_audience(hub *h, const char *game, const char *const seats[2],
                  int count[HUB_AUDIENCES])
{
    for (int i = 0; i < HUB_AUDIENCES; i++) count[i] = 0;
    for (const hub_watch_ *w = watchers_of(h, game); w; w = w->next)
        count[audience_of(w->client, seats)]++;
}

void hub_tell(hub *h, const char *game, const char *const seats[2], int audience,
              const char *text, size_t size)
{
    for (const hub_watch_ *w = watchers_of(h, game); w; w = w->next)
        if (audience_of(w->client, seats) == audience)
            h->on.send(w->client->wire, game, text, size);
}

/* ---- the lobby, figures ---- */

void hub_tell_lobby(hub *h, const char *text, size_t size)
{
    if (h->in_lobby == 0) return;
    for (int i = 0; i < HUB_CHAINS; i++)
        for (const hub_client *c = h->chain[i]; c; c = c->next)
            if (c->in_lobby) h->on.send(c->wire, NULL, text, size);
}

void hub_set_lobby(hub *h, socket_id socket, bool on)
{
    hub_client *c = hub_find(h, socket);
    if (!c) return;
    h->in_lobby += on - c->in_lobby;
    c->in_lobby = on;
}

int hub_in_lobby(const hub *h)
{
    return h->in_lobby;
}

int hub_sockets(const hub *h)
{
    return h->sockets;
}

int hub_users(const hub *h)
{
    return (int)h->users.count;
}

int64_t hub_received(const hub *h)
{
    return h->received;
}
