#include "protocol.h"

#include "server/socket/receive.h"

#include <string.h>

static const struct {
    const char *name;
    unsigned bit;
} fields[] = {{"game", FIELD_GAME},        {"at", FIELD_AT},
              {"after", FIELD_AFTER},      {"on", FIELD_ON},
              {"words", FIELD_WORDS},      {"moves", FIELD_MOVES},
              {"level", FIELD_LEVEL},      {"text", FIELD_TEXT},
              {"action", FIELD_ACTION},    {"job", FIELD_JOB},
              {"hash", FIELD_HASH},        {"tournament", FIELD_TOURNAMENT},
              {"club", FIELD_CLUB},        {"double", FIELD_DOUBLE},
              {"resign", FIELD_RESIGN},    {"table", FIELD_TABLE},
              {"chouette", FIELD_CHOUETTE}};

/* ---- answers ---- */

static void send_answer(connections *sockets, socket_id socket, const char *about,
                        const char *key, const game_answer *answer)
{
    json_out o = {0};
    out_open(&o, '{');
    if (key) out_key_string(&o, "key", key);
    out_key_bool(&o, "ok", answer->ok);
    if (!answer->ok) {
        out_key(&o, "error");
        out_open(&o, '{');
        out_key_string(&o, "code", answer->code);
        out_key_string(&o, "message", answer->text);
        out_close(&o, '}');
        if (answer->note) out_key_string(&o, "note", answer->note);
    } else if (answer->seq) {
        out_key_int(&o, "seq", answer->seq);
    } else if (answer->time) {
        out_key_int(&o, "time", answer->time);
    }
    out_close(&o, '}');
    if (out_text_of(&o)) connections_send_text(sockets, socket, about, o.text, o.size);
    out_clear(&o);
}

static void refuse(connections *sockets, socket_id socket, const char *key,
                   const char *code, const char *text)
{
    game_answer answer = {.ok = false};
    answer_refuse(&answer, code, "%s", text);
    send_answer(sockets, socket, NULL, key, &answer);
    connections_count_refusal(sockets, socket, code, "");
}

static void answer(command_context *c)
{
    connections *sockets = c->all->parts.sockets;
    if (c->answer.later) return;
    if (!c->answer.ok) {
        char about[48] = "";
        if (c->id) snprintf(about, sizeof about, "%s in %s", c->command->name, c->id);
        connections_count_refusal(sockets, c->socket, c->answer.code, about);
    }
    send_answer(sockets, c->socket, c->id, c->key, &c->answer);
    if (c->answer.ok && c->then) c->then(c);
}

/* ---- reading ---- */

static const char *read_key(const json_t *body)
{
    const json_t *key = json_object_get(body, "key");
    const size_t length = json_string_length(key);
    if (!json_is_string(key) || length < 1 || length >= COMMAND_KEY_SIZE) return NULL;
    const char *text = json_string_value(key);
    return strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                        "0123456789_-") == length
               ? text
               : NULL;
}

/* Whether the object has a field that the command does not take. */
static bool has_foreign_field(const command *of, json_t *body)
{
    const char *name;
    json_t *value;
    json_object_foreach(body, name, value)
    {
        bool known = strcmp(name, "key") == 0 || strcmp(name, "do") == 0;
        for (size_t i = 0; i < sizeof fields / sizeof *fields && !known; i++)
            known = (of->fields & fields[i].bit) && strcmp(name, fields[i].name) == 0;
        if (!known) return true;
    }
    return false;
}

/* The number of an event; `absent` if it is missing or null, -2 if it is not a
 * number. */
static int64_t read_count(const json_t *value, int64_t absent)
{
    if (!value || json_is_null(value)) return absent;
    const json_int_t number = json_integer_value(value);
    return json_is_integer(value) && number >= 0 && number <= INT32_MAX ? number : -2;
}

/* Reads the game and the event of a command about a game; false after a refusal. */
static bool read_game(command_context *c)
{
    connections *sockets = c->all->parts.sockets;
    const bool after = c->command->fields & FIELD_AFTER;
    const json_t *id = json_object_get(c->body, "game");
    if (!id_is_valid(json_string_value(id), json_string_length(id))) {
        refuse(sockets, c->socket, c->key, "no_such_game", "There is no such game.");
        return false;
    }
    c->id = json_string_value(id);
    c->at = read_count(json_object_get(c->body, after ? "after" : "at"), -1);
    if (c->at != -2) return true;
    refuse(sockets, c->socket, c->key, "bad_command",
           "'at' and 'after' are event numbers.");
    return false;
}

/* No answer: the client sends the command again, with its key, to the server that has
 * the game. */
static void send_away(connections *sockets, socket_id socket)
{
    connections_client *c = connections_find(sockets, socket);
    if (c)
        connections_close_with_reason(sockets, c, "moved",
                                      "Another server has this game: connect again, "
                                      "to /api/socket?game=ID.",
                                      1012);
}

static void receive_command(games *all, socket_id socket, command_kind kind,
                            json_t *body)
{
    connections *sockets = all->parts.sockets;
    const http_person *who = connections_person(sockets, socket);
    const char *key = read_key(body);
    if (!key) {
        refuse(sockets, socket, NULL, "bad_key",
               "A command needs a 'key' of 1 to 40 of A-Z a-z 0-9 _ and -.");
        return;
    }
    if (kind == COMMANDS) {
        refuse(sockets, socket, key, "bad_command", "Unknown command.");
        return;
    }
    command_context c = {.all = all,
                         .command = &game_commands[kind],
                         .socket = socket,
                         .who = *who,
                         .key = key,
                         .at = -1,
                         .body = body,
                         .seat = -1};
    if (has_foreign_field(c.command, body)) {
        refuse(sockets, socket, key, "bad_command", "Unknown field in the command.");
        return;
    }
    if ((c.command->fields & FIELD_GAME) && !read_game(&c)) return;
    game_command_do(&c);
    if (c.elsewhere)
        send_away(sockets, socket);
    else
        answer(&c);
}

void protocol_receive(games *all, socket_id socket, json_t *body)
{
    connections *sockets = all->parts.sockets;
    const command_kind kind =
        game_command_find(json_string_value(json_object_get(body, "do")));
    const connections_pace pace =
        connections_take(sockets, socket, kind == COMMAND_SAY);
    const bool is_object = json_is_object(body);
    if (pace == CONNECTIONS_CLOSED) return;
    if (pace == CONNECTIONS_TOO_FAST)
        refuse(sockets, socket, is_object ? read_key(body) : NULL, "too_often",
               "Too many commands: wait a moment.");
    else if (!is_object)
        refuse(sockets, socket, NULL, "bad_command", "A message is one JSON object.");
    else
        receive_command(all, socket, kind, body);
}
