#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "load.h"

/* A long match, so that a game between two players does not end while it is
 * measured. */
static const char new_game[] =
    "{\"opponent\":\"link\",\"preset\":\"tournament\",\"options\":{\"match_length\":25}"
    ","
    "\"clock\":null,\"rated\":false,\"seat\":0,\"spectators\":true}";

static bool ask_for(struct http *http, const char *method, const char *path,
                    const char *cookie, const char *body, int wanted,
                    struct http_answer *answer)
{
    if (!http_ask(http, method, path, cookie, body, answer)) return false;
    if (answer->status == wanted) return true;
    fprintf(stderr, "load: %s %s: %d %.300s\n", method, path, answer->status,
            answer->body ? answer->body : "");
    free(answer->body);
    answer->body = NULL;
    return false;
}

static bool be_guest(struct http *http, struct player *player)
{
    struct http_answer answer;

    if (!ask_for(http, "GET", "/api/me", NULL, NULL, 200, &answer)) return false;
    snprintf(player->cookie, sizeof player->cookie, "%s", answer.cookie);
    free(answer.body);
    if (player->cookie[0]) return true;
    fprintf(stderr, "load: no session cookie came\n");
    return false;
}

static bool make_game(struct http *http, struct game *game)
{
    struct http_answer answer;
    json_t *made;

    if (!ask_for(http, "POST", "/api/games", game->players[0].cookie, new_game, 201,
                 &answer))
        return false;
    made = json_loads(answer.body, 0, NULL);
    free(answer.body);
    const char *id = json_string_value(json_object_get(made, "game"));
    snprintf(game->id, sizeof game->id, "%s", id ? id : "");
    json_decref(made);
    return game->id[0] != '\0';
}

static bool join_game(struct http *http, struct game *game)
{
    struct http_answer answer;
    char path[64];

    snprintf(path, sizeof path, "/api/games/%s/join", game->id);
    if (!ask_for(http, "POST", path, game->players[1].cookie, "{}", 200, &answer))
        return false;
    free(answer.body);
    return true;
}

static bool seat_two(struct load *load, unsigned number)
{
    struct game *game = &load->games[number];
    bool right = true;

    for (int seat = 0; seat < 2 && right; seat++) {
        struct player *player = &game->players[seat];
        struct http http = {load->place, 0, -1};
        player->game = game;
        player->seat = seat;
        player->socket.fd = -1;
        player->source = load->spread ? number * 2 + (unsigned)seat + 1 : 0;
        http.source = player->source;
        right = be_guest(&http, player) &&
                (seat ? join_game(&http, game) : make_game(&http, game));
        http_close(&http);
    }
    return right && player_connect(load, &game->players[0]) &&
           player_connect(load, &game->players[1]);
}

bool load_set_up(struct load *load)
{
    for (unsigned i = 0; i < load->game_count; i++)
        for (int seat = 0; seat < 2; seat++)
            load->games[i].players[seat].socket.fd = -1;
    for (unsigned i = 0; i < load->game_count; i++) {
        if (!seat_two(load, i)) return false;
        /* Nobody's queue fills while the others are seated. */
        load_hear(load, 0);
    }
    return true;
}

unsigned load_count_behind(struct load *load)
{
    unsigned behind = 0;

    for (unsigned i = 0; i < load->game_count; i++) {
        const struct game *game = &load->games[i];
        struct http http = {load->place, game->players[0].source, -1};
        struct http_answer answer;
        char path[64];
        json_t *state;

        snprintf(path, sizeof path, "/api/games/%s", game->id);
        if (!ask_for(&http, "GET", path, game->players[0].cookie, NULL, 200, &answer)) {
            behind++;
            continue;
        }
        state = json_loads(answer.body, 0, NULL);
        const json_t *seq = json_object_get(state, "seq");
        for (int seat = 0; seat < 2; seat++)
            if (!seq || json_integer_value(seq) != game->players[seat].seq) {
                behind++;
                break;
            }
        json_decref(state);
        free(answer.body);
        http_close(&http);
    }
    return behind;
}

void load_free(struct load *load)
{
    for (unsigned i = 0; i < load->game_count; i++)
        for (int seat = 0; seat < 2; seat++) {
            socket_close(&load->games[i].players[seat].socket);
            json_decref(load->games[i].players[seat].view);
            free(load->games[i].players[seat].unread);
        }
    free(load->games);
    free(load->figures.latency_us);
}
