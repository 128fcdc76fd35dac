/* Listening, the event loop, and the list of connections. */
#include "transport.h"

#include "base/error.h"
#include "connection.h"
#include "requests.h"
#include "server/socket/connections.h"
#include "server/support/limits.h"
#include "server/support/rejections.h"
#include "websocket.h"

#include <arpa/inet.h>
#include <errno.h>
#include <ev.h>
#include <netinet/in.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    TICK_MS = 50,
    HEADER_S = 10,
    KEEP_ALIVE_S = 30,
    REQUEST_MS = 60 * 1000, /* for a request, and again for its answer */
    DRAIN_MS = 2000,
    STALL_MS = 5000, /* the time of a longer tick counts towards no timeout */
    FILES_MOST = 65536,
    FILES_KEPT = 48, /* descriptors for the data file, the log and the loop */
    HEADERS_MOST = 16384,
    HEADER_POOL = 4096, /* requests whose headers are being received; 64 MB */
    CROWDED_MS = 3000   /* timeout for headers while the pool is three quarters full */
};

/* ---- connections ---- */

static connection *connection_of(struct lws *lws)
{
    return lws_get_opaque_user_data(lws);
}

/* Rejects a connection before a byte is read if its address has too many. */
static bool admit(transport *t, int file)
{
    char text[64] = "";
    struct sockaddr_storage peer;
    socklen_t size = sizeof peer;
    if (getpeername(file, (struct sockaddr *)&peer, &size) != 0) return false;
    if (peer.ss_family == AF_INET)
        inet_ntop(AF_INET, &((struct sockaddr_in *)&peer)->sin_addr, text, sizeof text);
    else if (peer.ss_family == AF_INET6)
        inet_ntop(AF_INET6, &((struct sockaddr_in6 *)&peer)->sin6_addr, text,
                  sizeof text);
    /* Without a free descriptor accept would fail again and again. */
    if (t->use.count->connections >= t->connections_most) {
        server_refused(t->use.count, REFUSED_CONNECTION, text, "", "files",
                       "connection");
        return false;
    }
    /* All clients of a proxy have its address, so they are not counted here. */
    if (connection_is_proxy(t, text)) return true;
    if (limits_count_connection(t->use.limit, text, false, server_ticks())) {
        limits_forget_connection(t->use.limit, text, false);
        return true;
    }
    server_refused(t->use.count, REFUSED_CONNECTION, text, "", "too_many",
                   "connection");
    return false;
}

static int connection_new(transport *t, struct lws *lws)
{
    connection *w = calloc(1, sizeof *w);
    if (!w) return -1;
    w->net = t;
    w->lws = lws;
    w->began = server_ticks();
    lws_get_peer_simple(lws, w->peer, sizeof w->peer);
    w->direct = !connection_is_proxy(t, w->peer) &&
                limits_count_connection(t->use.limit, w->peer, false, server_ticks());
    w->next = t->list;
    if (w->next) w->next->previous = w;
    t->list = w;
    t->use.count->connections++;
    lws_set_opaque_user_data(lws, w);
    return 0;
}

/* ---- waiting for the storage ---- */

void transport_game_lost(transport *t, const char *game)
{
    if (!t) return;
    for (connection *w = t->held, *next; w; w = next) {
        next = w->next_held;
        if (w->socket)
            connection_socket_lost(w, game);
        else
            connection_http_lost(w, game);
    }
}

/* The storage batch that the first queued message of a socket, or an answer, waits
 * for. */
static int64_t waits_for(const connection *w, const message *one)
{
    if (!w->socket) return w->after;
    return one ? one->after : 0;
}

void transport_release(transport *t)
{
    const int64_t kept = t->use.kept(t->use.context);
    if (kept == t->kept) return;
    t->kept = kept;
    for (connection *w = t->held, *next; w; w = next) {
        next = w->next_held;
        /* A socket stays held until its last message is kept: transport_game_lost must
         * find every socket with a message of a lost event, also behind messages that
         * may go. */
        if (waits_for(w, w->last) <= kept) connection_unhold(w);
        if (waits_for(w, w->first) <= kept) lws_callback_on_writable(w->lws);
    }
}

static void connection_free(connection *w)
{
    transport *t = w->net;
    connection_unhold(w);
    if (w->socket) connection_socket_over(w);
    if (w->counted) limits_forget_connection(t->use.limit, w->address, true);
    connection_http_over(w);
    if (w->direct) limits_forget_connection(t->use.limit, w->peer, false);
    *(w->previous ? &w->previous->next : &t->list) = w->next;
    if (w->next) w->next->previous = w->previous;
    t->use.count->connections--;
    free(w);
}

static int serve(struct lws *lws, enum lws_callback_reasons reason, void *user,
                 void *in, size_t size)
{
    (void)user;
    struct lws_context *context = lws_get_context(lws);
    transport *t = context ? lws_context_user(context) : NULL;
    connection *w = t ? connection_of(lws) : NULL;
    /* Other callback reasons need no handling. */
    switch ((int)reason) {
    case LWS_CALLBACK_FILTER_NETWORK_CONNECTION:
        return t && admit(t, (int)(intptr_t)in) ? 0 : -1;
    case LWS_CALLBACK_SERVER_NEW_CLIENT_INSTANTIATED:
        return t ? connection_new(t, lws) : -1;
    case LWS_CALLBACK_WSI_DESTROY:
        if (w) connection_free(w);
        lws_set_opaque_user_data(lws, NULL);
        return 0;
    case LWS_CALLBACK_EVENT_WAIT_CANCELLED:
        if (t) t->use.wake(t->use.context);
        return 0;
    case LWS_CALLBACK_HTTP: return w ? connection_request(w, in) : -1;
    case LWS_CALLBACK_HTTP_BODY: return w ? connection_body(w, in, size) : -1;
    case LWS_CALLBACK_HTTP_BODY_COMPLETION: return w ? connection_body_over(w) : -1;
    case LWS_CALLBACK_HTTP_WRITEABLE: return w ? connection_writable_http(w) : -1;
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE: return w ? connection_upgrade(w, in) : -1;
    case LWS_CALLBACK_ESTABLISHED: return w ? connection_socket_open(w) : -1;
    case LWS_CALLBACK_RECEIVE: return w ? connection_socket_text(w, in, size) : -1;
    case LWS_CALLBACK_RECEIVE_PONG:
        if (w) w->heard = t->last_tick;
        return 0;
    case LWS_CALLBACK_SERVER_WRITEABLE: return w ? connection_writable_socket(w) : -1;
    case LWS_CALLBACK_CLOSED:
        if (w && w->socket) connection_socket_over(w);
        return 0;
    default: return 0;
    }
}

/* ---- the loop ---- */

/* Closes connections whose client takes too long to send a request or to receive the
 * answer, and dead WebSockets. The time to make an answer does not count. */
static void drop_stale(transport *t, int64_t now)
{
    int waiting = 0;
    for (const connection *w = t->list; w; w = w->next)
        waiting += !w->request && !w->socket;
    const bool is_crowded = waiting > HEADER_POOL / 4 * 3;
    for (connection *w = t->list; w; w = w->next) {
        if (w->request && !w->later && now - w->began > REQUEST_MS)
            lws_set_timeout(w->lws, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC);
        else if (w->socket)
            connection_check_idle(w, now);
        else if (!w->request && now - w->began > (is_crowded ? CROWDED_MS : REQUEST_MS))
            lws_set_timeout(w->lws, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC);
    }
}

/* Extends all timeouts by a stall of the process: what clients sent meanwhile has not
 * been read yet. */
static void forgive(transport *t, int64_t ms)
{
    for (connection *w = t->list; w; w = w->next) {
        w->began += ms;
        w->heard += ms;
    }
}

static void tick(lws_sorted_usec_list_t *list)
{
    transport *t = lws_container_of(list, transport, tick);
    const int64_t now = server_ticks();
    const int64_t late = now - t->last_tick - TICK_MS;
    if (t->last_tick && late > (int64_t)t->use.count->tick_late_ms_max)
        t->use.count->tick_late_ms_max = (uint64_t)late;
    if (late > STALL_MS) forgive(t, late);
    if (now / 1000 != t->last_tick / 1000) drop_stale(t, now);
    t->last_tick = now;
    t->use.tick(t->use.context);
    if (t->stop_at && (now >= t->stop_at || !t->use.count->sockets)) {
        t->running = false;
        if (t->loop) ev_break(t->loop, EVBREAK_ALL);
    }
    lws_sul_schedule(t->context, 0, &t->tick, tick, TICK_MS * LWS_US_PER_MS);
}

void transport_run(transport *t)
{
    t->running = true;
    lws_sul_schedule(t->context, 0, &t->tick, tick, TICK_MS * LWS_US_PER_MS);
    while (t->running && lws_service(t->context, 0) >= 0) {
    }
}

void transport_stop(transport *t)
{
    if (t->stop_at) return;
    t->stop_at = server_ticks() + DRAIN_MS;
    for (connection *w = t->list; w; w = w->next)
        if (w->socket) connection_bye(w, "shutdown", "The server is stopping.", 1001);
}

/* Checks with OpenSSL that certificate and key match, because libwebsockets would
 * accept a mismatch and then serve nobody. Returns "" or the fault. */
static const char *fault_of_pair(const char *cert, const char *key)
{
    SSL_CTX *trial = SSL_CTX_new(TLS_server_method());
    const char *fault = "";
    if (!trial)
        fault = "no memory";
    else if (SSL_CTX_use_certificate_chain_file(trial, cert) != 1)
        fault = "the certificate cannot be read";
    else if (SSL_CTX_use_PrivateKey_file(trial, key, SSL_FILETYPE_PEM) != 1 ||
             SSL_CTX_check_private_key(trial) != 1)
        fault = "the key cannot be read, or is not that of the certificate";
    SSL_CTX_free(trial);
    ERR_clear_error();
    return fault;
}

void transport_reload(transport *t)
{
    if (!t || !t->use.cert) return;
    const transport_parts *o = &t->use;
    const char *fault = fault_of_pair(o->cert, o->key);
    if (!*fault &&
        lws_tls_cert_updated(t->context, o->cert, o->key, NULL, 0, NULL, 0) != 0)
        fault = "libwebsockets does not take it";
    if (*fault)
        server_log("error", "certificate_refused", "reason", fault, "file", o->cert,
                   NULL);
    else
        server_log("info", "certificate_read", "file", o->cert, NULL);
}

void transport_wake(transport *t)
{
    if (t && t->context) lws_cancel_service(t->context);
}

void transport_answer(transport *t, uint32_t ticket, http_reply *reply)
{
    for (connection *w = t->list; w; w = w->next) {
        if (!w->request || w->request->ticket != ticket || !ticket) continue;
        w->reply = *reply;
        w->answering = true;
        t->use.count->requests[reply->status / 100 % 6]++;
        t->use.answered(t->use.context, w->request, reply->status);
        lws_callback_on_writable(w->lws);
        return;
    }
    http_reply_free(reply);
}

bool transport_waits(const transport *t, uint32_t ticket)
{
    const connection *w = t->list;
    while (w && !(w->request && w->request->ticket == ticket)) w = w->next;
    return w != NULL;
}

void transport_end_sessions(transport *t, const char *user, const char *session,
                            const char *keep)
{
    for (connection *w = t->list; w; w = w->next)
        if (w->socket && strcmp(w->who.user, user) == 0 &&
            (!session || strcmp(w->who.session, session) == 0) &&
            (!keep || strcmp(w->who.session, keep) != 0))
            connection_bye(w, "session", "This session has ended.", 1000);
}

bool transport_check_sessions(transport *t, const char *user)
{
    bool known = true;
    for (connection *w = t->list; w; w = w->next) {
        if (!w->socket || strcmp(w->who.user, user) != 0) continue;
        bool exists = true;
        if (!t->use.has_session(t->use.context, user, w->who.session, &exists))
            known = false;
        else if (!exists)
            connection_bye(w, "session", "This session has ended.", 1000);
    }
    return known;
}

/* ---- opening ---- */

/* Tries to bind first, because libwebsockets does not report why it failed. */
static alea_status probe(const transport_parts *o, alea_error *error)
{
    struct sockaddr_in6 six = {.sin6_family = AF_INET6,
                               .sin6_port = htons((uint16_t)o->port)};
    struct sockaddr_in four = {.sin_family = AF_INET,
                               .sin_port = htons((uint16_t)o->port)};
    const bool is_six = strchr(o->listen, ':') != NULL;
    if (inet_pton(is_six ? AF_INET6 : AF_INET, o->listen,
                  is_six ? (void *)&six.sin6_addr : (void *)&four.sin_addr) != 1)
        return alea_error_fill(error, ALEA_ERROR_FILE, 0, 0,
                               "\"%.60s\" is no address; give one as 127.0.0.1 or ::1",
                               o->listen);
    const int file = socket(is_six ? AF_INET6 : AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const int on = 1;
    int failed = file < 0 ? errno : 0;
    if (!failed) {
        setsockopt(file, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
        if (bind(file, is_six ? (struct sockaddr *)&six : (struct sockaddr *)&four,
                 is_six ? sizeof six : sizeof four) != 0 ||
            listen(file, 1) != 0)
            failed = errno;
    }
    if (file >= 0) close(file);
    if (failed == EADDRINUSE)
        return alea_error_fill(error, ALEA_ERROR_FILE, 0, 0,
                               "port %d is in use; is alea running already? Open "
                               "http://%.45s:%d/, or choose another: --port %d",
                               o->port, o->listen, o->port, o->port + 1);
    if (failed == EACCES)
        return alea_error_fill(
            error, ALEA_ERROR_FILE, 0, 0,
            "port %d is for the system's own services; choose one above 1023", o->port);
    if (failed)
        return alea_error_fill(error, ALEA_ERROR_FILE, 0, 0,
                               "cannot listen on %.60s port %d: %.60s", o->listen,
                               o->port, strerror(failed));
    return ALEA_OK;
}

static int raise_files(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return 1024;
    if (limit.rlim_cur < limit.rlim_max) {
        limit.rlim_cur = limit.rlim_max < FILES_MOST ? limit.rlim_max : FILES_MOST;
        setrlimit(RLIMIT_NOFILE, &limit);
        getrlimit(RLIMIT_NOFILE, &limit);
    }
    return limit.rlim_cur < FILES_MOST ? (int)limit.rlim_cur : FILES_MOST;
}

static void log_library(int level, const char *line)
{
    char text[200];
    snprintf(text, sizeof text, "%.*s", (int)strcspn(line, "\n"), line);
    server_log(level == LLL_ERR ? "error" : "warning", "network", "text", text, NULL);
}

/* Uses libev, whose epoll scales with the number of connections; falls back to poll if
 * libwebsockets-evlib-ev is not installed. */
static void create_context(transport *t, const struct lws_context_creation_info *info)
{
    struct lws_context_creation_info with_loop = *info;
    void *loops[1];
    t->loop = ev_loop_new(EVFLAG_AUTO);
    loops[0] = t->loop;
    with_loop.options |= LWS_SERVER_OPTION_LIBEV;
    with_loop.foreign_loops = loops;
    t->context = t->loop ? lws_create_context(&with_loop) : NULL;
    if (t->context) return;
    if (t->loop) ev_loop_destroy(t->loop);
    t->loop = NULL;
    t->context = lws_create_context(info);
}

static const struct lws_protocols protocols[] = {
    {.name = "alea", .callback = serve, .rx_buffer_size = 4096},
    {0},
};
/* Disables the pings of libwebsockets, which would insert a timer into a list of all
 * sockets at each message; connection_check_idle sends pings instead. */
static const lws_retry_bo_t no_pings = {0};

alea_status transport_open(transport **out, const transport_parts *o, alea_error *error)
{
    const bool any = strcmp(o->listen, "0.0.0.0") == 0 || strcmp(o->listen, "::") == 0;
    alea_status status = o->port ? probe(o, error) : ALEA_OK;
    if (status != ALEA_OK) return status;
    transport *t = calloc(1, sizeof *t);
    if (!t) return alea_error_no_memory(error);
    t->use = *o;
    t->connections_most = raise_files() - FILES_KEPT;
    t->last_tick = server_ticks(); /* also counts the time before the first tick */
    lws_set_log_level(LLL_ERR, log_library);
    struct lws_context_creation_info info = {
        .port = o->port,
        .iface = any ? NULL : o->listen,
        .protocols = protocols,
        .options = LWS_SERVER_OPTION_EXPLICIT_VHOSTS | LWS_SERVER_OPTION_VALIDATE_UTF8 |
                   LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND,
        .user = t,
        .vhost_name = "alea",
        .fd_limit_per_thread = (unsigned)t->connections_most + FILES_KEPT,
        .max_http_header_data = HEADERS_MOST,
        .max_http_header_pool = HEADER_POOL,
        .timeout_secs = HEADER_S,
        .timeout_secs_ah_idle = HEADER_S,
        .keepalive_timeout = KEEP_ALIVE_S,
        .retry_and_idle_policy = &no_pings,
        .alpn = "http/1.1",
    };
    if (!strchr(o->listen, ':')) info.options |= LWS_SERVER_OPTION_DISABLE_IPV6;
    if (o->cert) {
        /* TLS 1.2: forward secrecy and authenticated encryption only. */
        info.ssl_cipher_list = "ECDHE+AESGCM:ECDHE+CHACHA20";
        info.options |= LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT;
        info.ssl_cert_filepath = o->cert;
        info.ssl_private_key_filepath = o->key;
        info.ssl_options_set =
            (long)(SSL_OP_NO_TLSv1 | SSL_OP_NO_TLSv1_1 | SSL_OP_NO_RENEGOTIATION);
    }
    create_context(t, &info);
    t->vhost = t->context ? lws_create_vhost(t->context, &info) : NULL;
    if (!t->vhost) {
        transport_close_all(t);
        return alea_error_fill(error, ALEA_ERROR_FILE, 0, 0,
                               "cannot serve on %.60s port %d%s", o->listen, o->port,
                               o->cert ? "; are --cert and --key a PEM pair?" : "");
    }
    /* From here on it would only log what clients send. */
    lws_set_log_level(0, NULL);
    *out = t;
    return ALEA_OK;
}

int transport_port(const transport *t)
{
    return lws_get_vhost_listen_port(t->vhost);
}

void transport_close_all(transport *t)
{
    if (!t) return;
    lws_sul_cancel(&t->tick);
    if (t->context) lws_context_destroy(t->context);
    if (t->loop) ev_loop_destroy(t->loop);
    free(t);
}
