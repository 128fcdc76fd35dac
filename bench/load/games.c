#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <time.h>

#include "load.h"

int64_t now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

unsigned any_of(struct load *load, unsigned count)
{
    load->random = load->random * 6364136223846793005U + 1442695040888963407U;
    return (unsigned)((load->random >> 33) % count);
}

static uint64_t hash_of(const char *text, size_t length)
{
    uint64_t hash = 14695981039346656037U;
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)text[i]) * 1099511628211U;
    return hash;
}

/* Length of the JSON object that begins at `text`. */
static size_t object_length(const char *text)
{
    int depth = 0;
    bool quoted = false;
    size_t i;

    for (i = 0; text[i]; i++) {
        if (quoted) {
            if (text[i] == '\\' && text[i + 1])
                i++;
            else if (text[i] == '"')
                quoted = false;
        } else if (text[i] == '"') {
            quoted = true;
        } else if (text[i] == '{') {
            depth++;
        } else if (text[i] == '}' && --depth == 0) {
            return i + 1;
        }
    }
    return i;
}

/* Both screens must hear the same event, byte for byte, under the same number. */
static void compare(struct load *load, struct game *game, int64_t seq,
                    const char *event)
{
    uint64_t hash = hash_of(event, object_length(event));

    if (seq > game->heard_seq) game->heard_seq = seq;
    if (game->heard[seq % EVENTS_KEPT].seq == seq) {
        if (game->heard[seq % EVENTS_KEPT].hash != hash) load->figures.differing++;
    } else if (seq > game->heard[seq % EVENTS_KEPT].seq) {
        game->heard[seq % EVENTS_KEPT].seq = seq;
        game->heard[seq % EVENTS_KEPT].hash = hash;
    }
}

static void measure(struct load *load, struct game *game, int seat, int64_t seq)
{
    struct figures *figures = &load->figures;

    if (!game->wanted || seq != game->wanted || game->seen[seat]) return;
    game->seen[seat] = true;
    if (!game->seen[0] || !game->seen[1]) return;
    game->wanted = 0;
    if (!game->disturbed && figures->count < figures->room)
        figures->latency_us[figures->count++] = (now_ns() - game->sent_at) / 1000;
}

/* What is in a message is read when its player acts: most never are. */
static void keep_view(struct player *player, const char *text)
{
    free(player->unread);
    player->unread = strdup(text);
}

static const json_t *view_of(struct player *player)
{
    if (player->unread) {
        json_t *message = json_loads(player->unread, 0, NULL);
        json_t *state = json_object_get(message, "state");
        if (json_is_object(state)) {
            json_decref(player->view);
            player->view = json_incref(state);
        }
        json_decref(message);
        free(player->unread);
        player->unread = NULL;
    }
    return player->view;
}

/* {"type":"event","game":..,"seq":N,"time":..,"event":{..},"state":{..}} */
static void hear_event(struct load *load, struct player *player, const char *text)
{
    const char *number = strstr(text, "\"seq\":"), *event = strstr(text, "\"event\":{");
    struct game *game = player->game;

    load->figures.events++;
    if (!number || !event) {
        load->figures.differing++;
        return;
    }
    int64_t seq = strtoll(number + 6, NULL, 10);
    if (seq != player->seq + 1) load->figures.gaps++;
    player->seq = seq;
    compare(load, game, seq, event + 8);
    measure(load, game, player->seat, seq);
    keep_view(player, text);
}

struct hearing {
    struct load *load;
    struct player *player;
};

static void take_message(void *who, char *text, size_t length)
{
    struct hearing *hearing = who;
    struct player *player = hearing->player;
    if (strncmp(text, "{\"type\":\"event\"", 15) == 0) {
        hear_event(hearing->load, player, text);
        return;
    }
    json_t *message = json_loadb(text, length, 0, NULL);
    const char *type = json_string_value(json_object_get(message, "type"));
    const json_t *ok = json_object_get(message, "ok");

    if (!message) {
        hearing->load->figures.differing++;
    } else if (type && strcmp(type, "event") == 0) {
        hearing->load->figures.differing++; /* not written as all others are */
    } else if (type && strcmp(type, "state") == 0) {
        int64_t seq = json_integer_value(json_object_get(message, "seq"));
        /* A first look begins anywhere; a later one must not jump. */
        if (player->watching && seq != player->seq) hearing->load->figures.gaps++;
        player->seq = seq;
        if (seq > player->game->heard_seq) player->game->heard_seq = seq;
        player->watching = true;
        keep_view(player, text);
    } else if (ok && json_is_false(ok)) {
        hearing->load->figures.refused++;
        if (hearing->load->figures.refused <= 5)
            fprintf(stderr, "load: refused: %.300s\n", text);
        player->game->wanted = 0;
    }
    json_decref(message);
}

static void lose_line(struct player *player, int64_t back_after)
{
    socket_close(&player->socket);
    player->reconnect_at = now_ns() + back_after;
    player->game->disturbed = true;
}

static void hear_one(struct load *load, struct player *player)
{
    struct hearing hearing = {load, player};

    socket_receive(&player->socket, take_message, &hearing);
    if (player->socket.fd < 0 && !player->reconnect_at) {
        load->figures.lost_sockets++;
        lose_line(player, 500000000);
    }
}

void load_hear(struct load *load, int wait_ms)
{
    struct epoll_event events[256];
    int count = epoll_wait(load->epoll, events, 256, wait_ms);

    for (int i = 0; i < count; i++) hear_one(load, events[i].data.ptr);
}

static void command(struct load *load, struct player *player, const char *what,
                    const char *fields)
{
    char text[1024];
    struct game *game = player->game;

    snprintf(text, sizeof text, "{\"key\":\"l%u\",\"do\":\"%s\",\"game\":\"%s\"%s}",
             ++game->key, what, game->id, fields);
    load->figures.commands++;
    socket_send(&player->socket, text);
}

static void timed(struct load *load, struct player *player, const char *what,
                  const char *fields)
{
    struct game *game = player->game;

    game->wanted = game->heard_seq + 1;
    game->seen[0] = game->seen[1] = false;
    game->disturbed = game->players[0].socket.fd < 0 || game->players[1].socket.fd < 0;
    game->sent_at = now_ns();
    command(load, player, what, fields);
}

/* A walk through the tree to somewhere the play may end. */
static void play_something(struct load *load, struct player *player)
{
    const json_t *nodes =
        json_object_get(json_object_get(player->view, "tree"), "nodes");
    char fields[256] = ",\"moves\":[";
    size_t node = 0, used = strlen(fields);

    for (int step = 0; step < 4; step++) {
        const json_t *here = json_array_get(nodes, node);
        const json_t *moves = json_object_get(here, "moves");
        size_t count = json_array_size(moves);
        if (!count) break;
        const json_t *move = json_array_get(moves, any_of(load, (unsigned)count));
        used += (size_t)snprintf(fields + used, sizeof fields - used, "%s[%d,%d]",
                                 step ? "," : "",
                                 (int)json_integer_value(json_array_get(move, 0)),
                                 (int)json_integer_value(json_array_get(move, 1)));
        node = (size_t)json_integer_value(json_array_get(move, 4));
    }
    snprintf(fields + used, sizeof fields - used, "]");
    load->figures.plays++;
    timed(load, player, "play", fields);
}

static bool may(const json_t *view, const char *action)
{
    const json_t *actions = json_object_get(view, "actions"), *name;
    size_t index;

    json_array_foreach(actions, index, name)
    {
        if (strcmp(json_string_value(name), action) == 0) return true;
    }
    return false;
}

/* The doubler's opponent takes four times in five, so that games go on and cubes
 * turn. */
static bool act_as(struct load *load, struct player *player)
{
    const json_t *view = view_of(player);

    if (!view || player->socket.fd < 0) return false;
    if (may(view, "contribute")) {
        timed(load, player, "contribute", ",\"words\":\"load words\"");
    } else if (may(view, "next_game")) {
        timed(load, player, "next_game", "");
    } else if (may(view, "take")) {
        timed(load, player, any_of(load, 5) ? "take" : "drop", "");
    } else if (may(view, "double") && any_of(load, 40) == 0) {
        load->figures.doubles++;
        timed(load, player, "double", "");
    } else if (may(view, "roll")) {
        timed(load, player, "roll", "");
    } else if (may(view, "play")) {
        play_something(load, player);
    } else {
        return false;
    }
    return true;
}

static bool is_over(struct game *game)
{
    const json_t *view = view_of(&game->players[0]);
    const char *stage = json_string_value(json_object_get(view, "stage"));
    return stage && strcmp(stage, "over") == 0;
}

static void come_back(struct load *load, struct player *player)
{
    if (!player->reconnect_at || now_ns() < player->reconnect_at) return;
    player->reconnect_at = 0;
    if (player_connect(load, player)) load->figures.reconnects++;
}

void load_act(struct load *load, struct game *game)
{
    for (int seat = 0; seat < 2; seat++) come_back(load, &game->players[seat]);
    if (game->over) return;
    if (game->wanted || game->players[0].seq != game->players[1].seq) {
        load->figures.late++;
        return;
    }
    if (is_over(game)) {
        game->over = true;
        load->figures.matches_over++;
        return;
    }
    if (!act_as(load, &game->players[0])) act_as(load, &game->players[1]);
    if (load->reconnect_percent && any_of(load, 100) < load->reconnect_percent)
        lose_line(&game->players[any_of(load, 2)], 200000000);
}

bool player_connect(struct load *load, struct player *player)
{
    char text[256], after[48] = "";
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = player};

    if (!socket_open(&player->socket, load->place, player->source, player->cookie,
                     player->game->id)) {
        player->reconnect_at = now_ns() + 1000000000;
        return false;
    }
    if (epoll_ctl(load->epoll, EPOLL_CTL_ADD, player->socket.fd, &event) != 0)
        return false;
    if (player->watching)
        snprintf(after, sizeof after, ",\"after\":%lld", (long long)player->seq);
    snprintf(text, sizeof text, "{\"key\":\"w%u\",\"do\":\"watch\",\"game\":\"%s\"%s}",
             ++player->game->key, player->game->id, after);
    socket_send(&player->socket, text);
    return true;
}
