#include "receive.h"
#include "internal.h"

#include "connections.h"
#include "server/support/system.h"

#include <string.h>

enum { DEEPEST = 4 };

/* The kind of refusal by its code; REFUSALS = not caused by the client. */
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
        {"not_readable", REFUSALS},       {"storage", REFUSALS},
        {"too_often", REFUSED_FLOOD},
    };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(kinds[i].code, code) == 0) return kinds[i].why;
    return REFUSED_TURN;
}

void connections_count_refusal(connections *h, socket_id socket, const char *code,
                               const char *about)
{
    const connections_client *c = connections_find(h, socket);
    const metrics_refusal why = kind_of(code);
    if (c && why != REFUSALS)
        h->on.rejected(h->on.context, why, c->address, c->who.user, code, about);
}

/* Returns whether brackets are nested deeper than in any command; jansson itself allows
 * 2,048. */
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

static double refill(double tokens, double gained, double most)
{
    return tokens + gained > most ? most : tokens + gained;
}

static bool may_speak(connections *h, connections_client *c, bool chats)
{
    if (h->unlimited) return true;
    const int64_t now = server_ticks();
    const double seconds = (double)(now - c->tokens_at) / 1000.0;
    if (seconds > 0) {
        c->tokens =
            refill(c->tokens, seconds * CONNECTIONS_A_SECOND, CONNECTIONS_BURST);
        c->chat_tokens = refill(c->chat_tokens, seconds / CONNECTIONS_CHAT_SECONDS,
                                CONNECTIONS_CHAT_BURST);
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

connections_pace connections_take(connections *h, socket_id socket, bool is_chat)
{
    connections_client *c = connections_find(h, socket);
    if (!c) return CONNECTIONS_CLOSED;
    if (may_speak(h, c, is_chat)) return CONNECTIONS_IN_TIME;
    if (c->refused <= CONNECTIONS_PATIENCE) return CONNECTIONS_TOO_FAST;
    connections_count_refusal(h, socket, "too_often", "closed");
    connections_close_with_reason(h, c, "flood", "Too many commands.", 1008);
    return CONNECTIONS_CLOSED;
}

void connections_charge(connections *h, socket_id socket, size_t bytes)
{
    connections_client *c = connections_find(h, socket);
    if (c) c->tokens -= (double)(bytes / CONNECTIONS_CHARGED);
}

void connections_receive(connections *h, socket_id socket, const char *text,
                         size_t size)
{
    const connections_client *c = connections_find(h, socket);
    if (!c || c->is_leaving) return;
    h->received++;
    json_t *body = is_too_deep(text, size)
                       ? NULL
                       : json_loadb(text, size, JSON_REJECT_DUPLICATES, NULL);
    h->on.message(h->on.context, socket, body);
    json_decref(body);
}
