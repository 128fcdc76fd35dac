/* What clients say: one JSON object a message, strict in every field. */
#include "internal.h"
#include "server/support/json_out.h"
#include "server/support/system.h"

#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 4, ID_LENGTH = ID_SIZE - 1 };

/* What may stand beside `key` and `do`. */
enum {
    HAS_GAME = 1,
    HAS_AT = 2,
    HAS_AFTER = 4,
    HAS_ON = 8,
    HAS_WORDS = 16,
    HAS_MOVES = 32,
    HAS_LEVEL = 64,
    HAS_TEXT = 128,
    HAS_ACTION = 256,
    HAS_JOB = 512,
    IN_GAME = HAS_GAME | HAS_AT
};

typedef struct command_form {
    const char *name;
    int fields;
} command_form;

static const command_form forms[] = {
    {"play", IN_GAME | HAS_MOVES},
    {"roll", IN_GAME},
    {"double", IN_GAME},
    {"take", IN_GAME},
    {"drop", IN_GAME},
    {"beaver", IN_GAME},
    {"raccoon", IN_GAME},
    {"play_as_made", IN_GAME | HAS_MOVES},
    {"require_legal", IN_GAME},
    {"resign", IN_GAME | HAS_LEVEL},
    {"accept_resign", IN_GAME},
    {"reject_resign", IN_GAME},
    {"next_game", IN_GAME},
    {"takeback", IN_GAME},
    {"accept_takeback", IN_GAME},
    {"refuse_takeback", IN_GAME},
    {"rematch", IN_GAME},
    {"abort", IN_GAME},
    {"contribute", IN_GAME | HAS_WORDS},
    {"say", IN_GAME | HAS_TEXT},
    {"hint", IN_GAME},
    {"check", IN_GAME | HAS_MOVES | HAS_ACTION},
    {"watch", HAS_GAME | HAS_AFTER},
    {"unwatch", HAS_GAME},
    {"lobby", HAS_ON},
    {"cancel", HAS_JOB},
    {"ping", 0},
};

static const struct {
    const char *name;
    int bit;
} fields[] = {{"game", HAS_GAME},   {"at", HAS_AT},       {"after", HAS_AFTER},
              {"on", HAS_ON},       {"words", HAS_WORDS}, {"moves", HAS_MOVES},
              {"level", HAS_LEVEL}, {"text", HAS_TEXT},   {"action", HAS_ACTION},
              {"job", HAS_JOB}};

/* ---- answers ---- */

static void send_answer(hub *h, socket_id socket, const char *key,
                        const game_answer *answer)
{
    json_out o = {0};
    out_open(&o, '{');
    if (key) out_key_string(&o, "key", key);
    out_key_bool(&o, "ok", answer->ok);
    if (!answer->ok) {
        out_key_string(&o, "code", answer->code);
        out_key_string(&o, "text", answer->text);
        if (answer->note) out_key_string(&o, "note", answer->note);
    } else if (answer->seq) {
        out_key_int(&o, "seq", answer->seq);
    }
    out_close(&o, '}');
    if (out_text_of(&o)) hub_send_text(h, socket, o.text, o.size);
    out_clear(&o);
}

/* Which kind of refusal it was; REFUSALS: none of the client's doing. */
static metrics_refusal kind_of(const char *code)
{
    static const struct {
        const char *code;
        metrics_refusal why;
    } kinds[] = {
        {"illegal_play", REFUSED_PLAY},   {"not_your_game", REFUSED_SEAT},
        {"no_spectators", REFUSED_SEAT},  {"bad_key", REFUSED_COMMAND},
        {"bad_command", REFUSED_COMMAND}, {"bad_level", REFUSED_COMMAND},
        {"bad_event", REFUSED_COMMAND},   {"no_such_game", REFUSED_COMMAND},
        {"no_such_job", REFUSED_COMMAND}, {"too_many", REFUSED_COMMAND},
        {"not_stored", REFUSALS},         {"queue_full", REFUSALS},
        {"too_often", REFUSED_FLOOD},
    };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(kinds[i].code, code) == 0) return kinds[i].why;
    return REFUSED_TURN;
}

static void count_refusal(hub *h, socket_id socket, const char *code, const char *about)
{
    const hub_client *c = hub_find(h, socket);
    const metrics_refusal why = kind_of(code);
    if (c && why != REFUSALS)
        h->on.rejected(h->on.context, why, c->address, c->who.user, code, about);
}

static void refuse(hub *h, socket_id socket, const char *key, const char *code,
                   const char *text)
{
    game_answer answer = {.ok = false};
    snprintf(answer.code, sizeof answer.code, "%s", code);
    snprintf(answer.text, sizeof answer.text, "%s", text);
    send_answer(h, socket, key, &answer);
    count_refusal(h, socket, code, "");
}

static void accept_simply(hub *h, socket_id socket, const char *key)
{
    const game_answer answer = {.ok = true};
    send_answer(h, socket, key, &answer);
}

/* ---- reading ---- */

/* Brackets deeper than any command has; jansson itself would go down to 2,048. */
static bool is_too_deep(const char *text, size_t size)
{
    int depth = 0;
    bool in_string = false;
    for (size_t i = 0; i < size; i++) {
        const char c = text[i];
        if (in_string) {
            if (c == '\\') i++;
            if (c == '"') in_string = false;
        } else if (c == '"') {
            in_string = true;
        } else if (c == '{' || c == '[') {
            if (++depth > DEEPEST) return true;
        } else if (c == '}' || c == ']') {
            depth--;
        }
    }
    return false;
}

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

static const char *read_id(const json_t *value)
{
    const char *text = json_string_value(value);
    if (!text || json_string_length(value) != ID_LENGTH) return NULL;
    return strspn(text, "abcdefghijklmnopqrstuvwxyz234567") == ID_LENGTH ? text : NULL;
}

static const command_form *find_form(const json_t *body)
{
    const char *name = json_string_value(json_object_get(body, "do"));
    for (size_t i = 0; name && i < sizeof forms / sizeof *forms; i++)
        if (strcmp(forms[i].name, name) == 0) return &forms[i];
    return NULL;
}

/* The first field that the command does not have; NULL = all are its own. */
static const char *foreign_field(const command_form *form, json_t *body)
{
    const char *name;
    json_t *value;
    json_object_foreach(body, name, value)
    {
        bool known = strcmp(name, "key") == 0 || strcmp(name, "do") == 0;
        for (size_t i = 0; i < sizeof fields / sizeof *fields && !known; i++)
            known = (form->fields & fields[i].bit) && strcmp(name, fields[i].name) == 0;
        if (!known) return name;
    }
    return NULL;
}

/* A number of an event; `absent` where the field is not there or null, -2 if it is no
 * such number. */
static int64_t read_count(const json_t *body, const char *name, int64_t absent)
{
    const json_t *value = json_object_get(body, name);
    if (!value || json_is_null(value)) return absent;
    const json_int_t number = json_integer_value(value);
    return json_is_integer(value) && number >= 0 && number <= INT32_MAX ? number : -2;
}

/* ---- doing ---- */

static void do_lobby(hub *h, hub_client *c, const char *key, const json_t *body)
{
    const json_t *on = json_object_get(body, "on");
    if (!json_is_boolean(on)) {
        refuse(h, c->id, key, "bad_command", "'on' must be true or false.");
        return;
    }
    h->in_lobby += json_is_true(on) - c->in_lobby;
    c->in_lobby = json_is_true(on);
    accept_simply(h, c->id, key);
    if (!c->in_lobby) return;
    size_t size = 0;
    const char *text = h->on.lobby(h->on.context, &size);
    if (text) hub_send_text(h, c->id, text, size);
}

static void do_ping(hub *h, hub_client *c, const char *key)
{
    json_out o = {0};
    out_open(&o, '{');
    out_key_string(&o, "key", key);
    out_key_bool(&o, "ok", true);
    out_key_int(&o, "time", server_now());
    out_close(&o, '}');
    if (out_text_of(&o)) hub_send_text(h, c->id, o.text, o.size);
    out_clear(&o);
}

static void do_cancel(hub *h, hub_client *c, const char *key, const json_t *body)
{
    const char *of = read_id(json_object_get(body, "job"));
    if (of && h->on.cancel(h->on.context, of, c->who.user))
        accept_simply(h, c->id, key);
    else
        refuse(h, c->id, key, "no_such_job", "There is no such job of yours.");
}

static void do_in_game(hub *h, hub_client *c, const char *key, const char *doing,
                       const json_t *body)
{
    game_answer answer = {.ok = false};
    const http_person who = c->who; /* the socket may go while it is done */
    const socket_id socket = c->id;
    const game_command command = {
        .doing = doing,
        .key = key,
        .game = read_id(json_object_get(body, "game")),
        .at = read_count(body, strcmp(doing, "watch") == 0 ? "after" : "at", -1),
        .body = body,
        .socket = socket,
        .who = &who};
    if (!command.game) {
        refuse(h, socket, key, "no_such_game", "There is no such game.");
        return;
    }
    if (command.at == -2) {
        refuse(h, socket, key, "bad_command", "'at' and 'after' are event numbers.");
        return;
    }
    h->on.command(h->on.context, &command, &answer);
    if (!answer.ok && !answer.later) {
        char about[48];
        snprintf(about, sizeof about, "%s in %s", doing, command.game);
        count_refusal(h, socket, answer.code, about);
    }
    if (!answer.later) send_answer(h, socket, key, &answer);
    if (answer.ok && *answer.state)
        h->on.missed(h->on.context, socket, answer.state, answer.after);
}

static void do_command(hub *h, hub_client *c, json_t *body)
{
    const char *key = read_key(body);
    const command_form *form = find_form(body);
    if (!key) {
        refuse(h, c->id, NULL, "bad_key",
               "A command needs a 'key' of 1 to 40 of A-Z a-z 0-9 _ and -.");
        return;
    }
    if (!form) {
        refuse(h, c->id, key, "bad_command", "There is no such command.");
        return;
    }
    if (foreign_field(form, body)) {
        refuse(h, c->id, key, "bad_command",
               "The command has a field that it does not know.");
        return;
    }
    if (form->fields & HAS_GAME)
        do_in_game(h, c, key, form->name, body);
    else if (form->fields & HAS_ON)
        do_lobby(h, c, key, body);
    else if (form->fields & HAS_JOB)
        do_cancel(h, c, key, body);
    else
        do_ping(h, c, key);
}

/* ---- not too fast ---- */

static double refill(double tokens, double gained, double most)
{
    return tokens + gained > most ? most : tokens + gained;
}

static bool may_speak(hub *h, hub_client *c, bool chats)
{
    if (h->unlimited) return true;
    const int64_t now = server_now();
    const double seconds = (double)(now - c->tokens_at) / 1000.0;
    if (seconds > 0) {
        c->tokens = refill(c->tokens, seconds * HUB_A_SECOND, HUB_BURST);
        c->chat_tokens =
            refill(c->chat_tokens, seconds / HUB_CHAT_SECONDS, HUB_CHAT_BURST);
        c->tokens_at = now;
    }
    const bool may = c->tokens >= 1 && (!chats || c->chat_tokens >= 1);
    if (may) {
        c->tokens -= 1;
        if (chats) c->chat_tokens -= 1;
        if (c->refused > 0) c->refused--;
        return true;
    }
    c->refused++;
    return false;
}

void hub_charge(hub *h, socket_id socket, size_t bytes)
{
    hub_client *c = hub_find(h, socket);
    if (c) c->tokens -= (double)(bytes / HUB_CHARGED);
}

void hub_receive(hub *h, socket_id socket, const char *text, size_t size)
{
    hub_client *c = hub_find(h, socket);
    if (!c || c->is_leaving) return;
    h->received++;
    json_error_t where;
    json_t *body = is_too_deep(text, size)
                       ? NULL
                       : json_loadb(text, size, JSON_REJECT_DUPLICATES, &where);
    const char *doing = json_string_value(json_object_get(body, "do"));
    if (!may_speak(h, c, doing && strcmp(doing, "say") == 0)) {
        const char *key = json_is_object(body) ? read_key(body) : NULL;
        if (c->refused > HUB_PATIENCE) {
            count_refusal(h, socket, "too_often", "closed");
            hub_bye(h, c, "flood", "Too many commands.", 1008);
        } else {
            refuse(h, socket, key, "too_often", "Too many commands: wait a moment.");
        }
    } else if (!json_is_object(body)) {
        refuse(h, socket, NULL, "bad_command", "A message is one JSON object.");
    } else {
        do_command(h, c, body);
    }
    json_decref(body);
}
