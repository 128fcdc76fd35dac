#include "connections.h"

#include "internal.h"
#include "server/support/system.h"

#include <stdlib.h>
#include <string.h>

alea_status connections_open(connections **out, const connections_events *on)
{
    connections *h = calloc(1, sizeof *h);
    if (!h) return ALEA_ERROR_MEMORY;
    h->on = *on;
    *out = h;
    return ALEA_OK;
}

void connections_limit_commands(connections *h, bool limit)
{
    h->unlimited = !limit;
}

void connections_mute(connections *h)
{
    if (h) h->on.presence = NULL;
}

connections_client *connections_find(const connections *h, socket_id socket)
{
    connections_client *c = h->chain[socket % CONNECTIONS_CHAINS];
    while (c && c->id != socket) c = c->next;
    return c;
}

/* ---- connecting ---- */

static connections_user *find_user(connections *h, const char *id)
{
    connections_user *u = id_map_find(&h->users, id);
    if (u) return u;
    u = calloc(1, sizeof *u);
    if (!u) return NULL;
    snprintf(u->id, sizeof u->id, "%s", id);
    if (id_map_add(&h->users, u)) return u;
    free(u);
    return NULL;
}

socket_id connections_connect(connections *h, const http_person *who,
                              const char *address, void *connection)
{
    connections_user *user = find_user(h, who->user);
    connections_client *c = user ? calloc(1, sizeof *c) : NULL;
    if (!c) return 0;
    do c->id = ++h->last;
    while (c->id == 0 || connections_find(h, c->id));
    c->who = *who;
    c->connection = connection;
    snprintf(c->address, sizeof c->address, "%s", address);
    c->user = user;
    c->tokens = CONNECTIONS_BURST;
    c->chat_tokens = CONNECTIONS_CHAT_BURST;
    c->tokens_at = server_ticks();
    c->next_of_user = user->first;
    user->first = c;
    c->next = h->chain[c->id % CONNECTIONS_CHAINS];
    h->chain[c->id % CONNECTIONS_CHAINS] = c;
    return c->id;
}

static void drop_topic_if_empty(connections *h, connections_topic *t)
{
    if (t->first) return;
    id_map_remove(&h->topics, t->id);
    free(t);
}

static void end_watch(connections *h, connections_watch_ *w)
{
    connections_watch_ **at = &w->client->watching;
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

static void unlink_client(connections *h, connections_client *c)
{
    connections_client **at = &h->chain[c->id % CONNECTIONS_CHAINS];
    while (*at != c) at = &(*at)->next;
    *at = c->next;
    for (at = &c->user->first; *at != c;) at = &(*at)->next_of_user;
    *at = c->next_of_user;
    if (!c->user->first) {
        id_map_remove(&h->users, c->user->id);
        free(c->user);
    }
    if (c->in_lobby) h->in_lobby--;
}

void connections_disconnect(connections *h, socket_id socket)
{
    connections_client *c = connections_find(h, socket);
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

void connections_close(connections *h)
{
    if (!h) return;
    connections_mute(h);
    for (int i = 0; i < CONNECTIONS_CHAINS; i++)
        while (h->chain[i]) connections_disconnect(h, h->chain[i]->id);
    id_map_clear(&h->users);
    id_map_clear(&h->topics);
    free(h);
}

/* ---- sending ---- */

void connections_send_text(connections *h, socket_id socket, const char *game,
                           const char *text, size_t size)
{
    connections_client *c = connections_find(h, socket);
    if (c) h->on.send(c->connection, game, text, size);
}

void connections_send(connections *h, socket_id socket, const char *game,
                      const json_t *message)
{
    char *text = json_dumps(message, JSON_COMPACT);
    if (text) connections_send_text(h, socket, game, text, strlen(text));
    free(text);
}

void connections_send_user(connections *h, const char *user, const json_t *message)
{
    const connections_user *u = id_map_find(&h->users, user);
    char *text = u ? json_dumps(message, JSON_COMPACT) : NULL;
    for (connections_client *c = u && text ? u->first : NULL; c; c = c->next_of_user)
        h->on.send(c->connection, NULL, text, strlen(text));
    free(text);
}

void connections_close_with_reason(const connections *h, connections_client *c,
                                   const char *reason, const char *text, int code)
{
    json_t *bye = json_pack("{ssssss}", "type", "bye", "reason", reason, "text", text);
    char *said = bye ? json_dumps(bye, JSON_COMPACT) : NULL;
    if (said) h->on.send(c->connection, NULL, said, strlen(said));
    free(said);
    json_decref(bye);
    c->is_leaving = true;
    h->on.close(c->connection, code);
}

/* ---- who watches what ---- */

static connections_watch_ *find_watch(const connections_client *c, const char *game)
{
    connections_watch_ *w = c->watching;
    while (w && strcmp(w->topic->id, game) != 0) w = w->next_of_client;
    return w;
}

static connections_topic *find_topic(connections *h, const char *game)
{
    connections_topic *t = id_map_find(&h->topics, game);
    if (t) return t;
    t = calloc(1, sizeof *t);
    if (!t) return NULL;
    snprintf(t->id, sizeof t->id, "%s", game);
    if (id_map_add(&h->topics, t)) return t;
    free(t);
    return NULL;
}

bool connections_watch(connections *h, socket_id socket, const char *game)
{
    connections_client *c = connections_find(h, socket);
    if (!c) return false;
    if (find_watch(c, game)) return true;
    if (c->watches == CONNECTIONS_WATCHED) return false;
    connections_topic *t = find_topic(h, game);
    if (!t) return false;
    connections_watch_ *w = calloc(1, sizeof *w);
    if (!w) {
        drop_topic_if_empty(h, t);
        return false;
    }
    *w = (connections_watch_){
        .client = c, .topic = t, .next_of_client = c->watching, .next = t->first};
    if (w->next) w->next->previous = w;
    t->first = w;
    c->watching = w;
    c->watches++;
    if (h->on.presence) h->on.presence(h->on.context, game);
    return true;
}

void connections_unwatch(connections *h, socket_id socket, const char *game)
{
    connections_client *c = connections_find(h, socket);
    connections_watch_ *w = c ? find_watch(c, game) : NULL;
    if (!w) return;
    end_watch(h, w);
    if (h->on.presence) h->on.presence(h->on.context, game);
}

static const connections_watch_ *watchers_of(const connections *h, const char *game)
{
    const connections_topic *t = id_map_find(&h->topics, game);
    return t ? t->first : NULL;
}

int connections_watchers(connections *h, const char *game, socket_id *out, int capacity)
{
    int count = 0;
    for (const connections_watch_ *w = watchers_of(h, game); w; w = w->next, count++)
        if (count < capacity) out[count] = w->client->id;
    return count;
}

const http_person *connections_person(connections *h, socket_id socket)
{
    const connections_client *c = connections_find(h, socket);
    return c ? &c->who : NULL;
}

const char *connections_address(const connections *h, socket_id socket)
{
    const connections_client *c = connections_find(h, socket);
    return c ? c->address : "";
}

bool connections_is_present(connections *h, const char *game, const char *user)
{
    const connections_user *u = *user ? id_map_find(&h->users, user) : NULL;
    for (const connections_client *c = u ? u->first : NULL; c; c = c->next_of_user)
        if (find_watch(c, game)) return true;
    return false;
}

void connections_tell_user(connections *h, const char *user, const char *game,
                           const char *text, size_t size)
{
    const connections_user *u = *user ? id_map_find(&h->users, user) : NULL;
    for (const connections_client *c = u ? u->first : NULL; c; c = c->next_of_user)
        h->on.send(c->connection, game, text, size);
}

bool connections_is_online(connections *h, const char *user)
{
    const connections_user *u = *user ? id_map_find(&h->users, user) : NULL;
    return u && u->first;
}

static int audience_of(const connections_client *c, const char *const seats[2])
{
    for (int i = 0; i < 2; i++)
        if (*seats[i] && strcmp(seats[i], c->who.user) == 0) return i;
    return 2;
}

void connections_audience(connections *h, const char *game, const char *const seats[2],
                          int count[CONNECTIONS_AUDIENCES])
{
    for (int i = 0; i < CONNECTIONS_AUDIENCES; i++) count[i] = 0;
    for (const connections_watch_ *w = watchers_of(h, game); w; w = w->next)
        count[audience_of(w->client, seats)]++;
}

void connections_tell(connections *h, const char *game, const char *const seats[2],
                      int audience, const char *text, size_t size)
{
    for (const connections_watch_ *w = watchers_of(h, game); w; w = w->next)
        if (audience_of(w->client, seats) == audience)
            h->on.send(w->client->connection, game, text, size);
}

/* ---- the lobby, figures ---- */

void connections_tell_lobby(connections *h, const char *text, size_t size)
{
    if (h->in_lobby == 0) return;
    for (int i = 0; i < CONNECTIONS_CHAINS; i++)
        for (const connections_client *c = h->chain[i]; c; c = c->next)
            if (c->in_lobby) h->on.send(c->connection, NULL, text, size);
}

void connections_set_lobby(connections *h, socket_id socket, bool on)
{
    connections_client *c = connections_find(h, socket);
    if (!c) return;
    h->in_lobby += on - c->in_lobby;
    c->in_lobby = on;
}

int connections_in_lobby(const connections *h)
{
    return h->in_lobby;
}

int connections_users(const connections *h)
{
    return (int)h->users.count;
}

int64_t connections_received(const connections *h)
{
    return h->received;
}
