#include "websocket.h"
#include "connection.h"
#include "server/socket/connections.h"
#include "server/socket/receive.h"
#include "server/support/limits.h"
#include "server/support/rejections.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MESSAGE_MOST = 4096,
    FRAMES_MOST = 16,
    CLOSING_S = 5,
    A_TURN = 32,
    PING_MS = 20 * 1000,
    SILENT_MS = 40 * 1000
};

/* ---- out ---- */

static void drop_queue(connection *w)
{
    while (w->first) {
        message *next = w->first->next;
        free(w->first);
        w->first = next;
    }
    w->last = NULL;
    w->queued = 0;
}

static bool enqueue(connection *w, const char *game, const char *text, size_t size)
{
    message *m = malloc(sizeof *m + LWS_PRE + size);
    if (!m) return false;
    *m = (message){.after = w->net->use.taken(w->net->use.context), .size = size};
    if (game) snprintf(m->game, sizeof m->game, "%s", game);
    memcpy(m->bytes + LWS_PRE, text, size);
    *(w->last ? &w->last->next : &w->first) = m;
    w->last = m;
    w->queued += size + sizeof *m;
    return true;
}

/* The first message can be sent. */
static bool may_go(const connection *w)
{
    return w->first && w->first->after <= w->net->kept;
}

/* No queued message waits for the storage. */
static bool is_kept(const connection *w)
{
    return !w->last || w->last->after <= w->net->kept;
}

static void start_closing(connection *w, int code)
{
    if (w->close_code) return;
    w->close_code = code;
    lws_set_timeout(w->lws, PENDING_TIMEOUT_USER_OK, CLOSING_S);
    lws_callback_on_writable(w->lws);
}

void connection_bye(connection *w, const char *reason, const char *text, int code)
{
    char line[200];
    if (w->close_code) return;
    const int n =
        snprintf(line, sizeof line,
                 "{\"type\":\"bye\",\"reason\":\"%s\",\"text\":\"%s\"}", reason, text);
    enqueue(w, NULL, line, (size_t)n);
    start_closing(w, code);
}

void transport_send(void *connection_, const char *game, const char *text, size_t size)
{
    connection *w = connection_;
    if (w->close_code) return;
    if (w->queued + size > TRANSPORT_QUEUE_MOST) {
        server_refused(w->net->use.count, REFUSED_SLOW, w->address, w->who.user, "slow",
                       "");
        drop_queue(w);
        connection_bye(w, "slow", "Too much was waiting to be read.", 1008);
        return;
    }
    if (!enqueue(w, game, text, size)) {
        start_closing(w, 1011);
        return;
    }
    if (!is_kept(w)) connection_hold(w);
    if (may_go(w)) lws_callback_on_writable(w->lws);
}

/* A message about the game waits for the storage. */
static bool holds(const connection *w, const char *game)
{
    const message *m = w->first;
    while (m && (m->after <= w->net->kept || strcmp(m->game, game) != 0)) m = m->next;
    return m != NULL;
}

void connection_socket_lost(connection *w, const char *game)
{
    if (!holds(w, game)) return;
    drop_queue(w);
    connection_bye(w, "not_stored",
                   "The server could not keep what happened last: try again.", 1011);
    if (w->first) w->first->after = 0; /* does not depend on the storage */
}

void transport_close(void *connection_, int code)
{
    start_closing(connection_, code);
}

int connection_writable_socket(connection *w)
{
    if (w->ping_due) {
        /* Not empty, because libwebsockets does not report an empty pong. */
        unsigned char capacity[LWS_PRE + 1] = {0};
        capacity[LWS_PRE] = '?';
        w->ping_due = false;
        if (lws_write(w->lws, capacity + LWS_PRE, 1, LWS_WRITE_PING) < 0) return -1;
    }
    for (int i = 0; i < A_TURN && may_go(w) && !lws_send_pipe_choked(w->lws); i++) {
        message *m = w->first;
        const int sent = lws_write(w->lws, m->bytes + LWS_PRE, m->size, LWS_WRITE_TEXT);
        if (sent < 0) return -1;
        w->net->use.count->messages_out++;
        w->net->use.count->bytes_out += m->size;
        w->queued -= m->size + sizeof *m;
        w->first = m->next;
        if (!w->first) w->last = NULL;
        free(m);
    }
    if (w->first) { /* a message that waits for the storage is held already */
        if (may_go(w)) lws_callback_on_writable(w->lws);
        return 0;
    }
    if (!w->close_code) return 0;
    lws_close_reason(w->lws, (enum lws_close_status)w->close_code, NULL, 0);
    return -1;
}

/* ---- in ---- */

static void count_refusal(const connection *w, int code, const char *about)
{
    char text[8];
    snprintf(text, sizeof text, "%d", code);
    server_refused(w->net->use.count, REFUSED_MESSAGE, w->address, w->who.user, text,
                   about);
}

static int refuse_message(connection *w, int code, const char *about)
{
    count_refusal(w, code, about);
    lws_close_reason(w->lws, (enum lws_close_status)code, NULL, 0);
    return -1;
}

static bool announces_too_much(const connection *w)
{
    return lws_remaining_packet_payload(w->lws) > MESSAGE_MOST;
}

void connection_check_idle(connection *w, int64_t now)
{
    if (announces_too_much(w)) {
        if (!w->close_code) count_refusal(w, 1009, "announced");
        transport_close(w, 1009);
    } else if (now - w->heard > SILENT_MS) {
        lws_set_timeout(w->lws, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC);
    } else if (now - w->heard > PING_MS && now - w->pinged > PING_MS) {
        w->pinged = now;
        w->ping_due = true;
        lws_callback_on_writable(w->lws);
    }
}

int connection_socket_open(connection *w)
{
    w->heard = server_ticks();
    w->socket = connections_connect(w->net->use.sockets, &w->who, w->address, w);
    if (w->socket) w->net->use.count->sockets++;
    return w->socket ? 0 : -1;
}

int connection_socket_text(connection *w, const char *bytes, size_t size)
{
    if (w->close_code) return 0;
    w->heard = w->net->last_tick;
    if (lws_frame_is_binary(w->lws)) return refuse_message(w, 1003, "binary");
    if (w->text_size + size > MESSAGE_MOST || announces_too_much(w))
        return refuse_message(w, 1009, "size");
    if (lws_is_first_fragment(w->lws)) w->frames = 0;
    const bool frame_over = lws_remaining_packet_payload(w->lws) == 0;
    if (frame_over && ++w->frames > FRAMES_MOST)
        return refuse_message(w, 1009, "fragments");
    const bool whole = frame_over && lws_is_final_fragment(w->lws);
    const transport_parts *use = &w->net->use;
    if (whole && !w->text_size) {
        use->count->messages_in++;
        connections_receive(use->sockets, w->socket, bytes, size);
        return 0;
    }
    if (!w->text && !(w->text = malloc(MESSAGE_MOST))) return -1;
    if (size) memcpy(w->text + w->text_size, bytes, size);
    w->text_size += size;
    if (!whole) return 0;
    const size_t length = w->text_size;
    char *text = w->text;
    w->text = NULL; /* most messages have one fragment, so no buffer is kept */
    w->text_size = 0;
    use->count->messages_in++;
    connections_receive(use->sockets, w->socket, text, length);
    free(text);
    return 0;
}

void connection_socket_over(connection *w)
{
    const transport_parts *use = &w->net->use;
    connections_disconnect(use->sockets, w->socket);
    use->count->sockets--;
    w->socket = 0;
    drop_queue(w);
    free(w->text);
    w->text = NULL;
    w->text_size = 0;
}
