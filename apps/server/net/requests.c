#include "requests.h"
#include "connection.h"
#include "forwarded.h"
#include "server/http/head.h"
#include "server/socket/connections.h"
#include "server/support/limits.h"
#include "server/support/rejections.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum {
    HEADER_ROOM = 2048,
    CHUNK = 16 * 1024,
    FORWARDED_MOST = 16384 + 1, /* as long as all headers may be */
    /* Uploads in progress, each up to HTTP_UPLOAD_MAX in memory. */
    LARGE_MOST = 12,
    LARGE_A_PEER = 3,
    /* How much of a refused body is read, and for how long. */
    UNREAD_MOST = 64 * 1024 * 1024,
    REFUSED_S = 10
};

/* ---- reading ---- */

/* Copies a header's value; false, with "", if it does not fit. */
static bool copy_header(struct lws *lws, enum lws_token_indexes which, char *out,
                        size_t size)
{
    *out = '\0';
    if (lws_hdr_total_length(lws, which) <= 0) return true;
    if (lws_hdr_copy(lws, out, (int)size, which) >= 0) return true;
    *out = '\0';
    return false;
}

static http_method read_method(struct lws *lws)
{
    static const struct {
        enum lws_token_indexes token;
        http_method method;
    } methods[] = {
        {WSI_TOKEN_GET_URI, HTTP_GET},       {WSI_TOKEN_HEAD_URI, HTTP_HEAD},
        {WSI_TOKEN_POST_URI, HTTP_POST},     {WSI_TOKEN_PATCH_URI, HTTP_PATCH},
        {WSI_TOKEN_DELETE_URI, HTTP_DELETE},
    };
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
        if (lws_hdr_total_length(lws, methods[i].token) > 0) return methods[i].method;
    return HTTP_OTHER;
}

/* Encodes the query again, because libwebsockets decodes it and splits it at '&'. */
static bool read_query(struct lws *lws, char *out, size_t size)
{
    static const char hex[] = "0123456789ABCDEF";
    char part[HTTP_QUERY_SIZE];
    size_t n = 0;
    int length;
    if (lws_hdr_total_length(lws, WSI_TOKEN_HTTP_URI_ARGS) >= (int)sizeof part)
        return false;
    for (int i = 0; (length = lws_hdr_copy_fragment(lws, part, sizeof part,
                                                    WSI_TOKEN_HTTP_URI_ARGS, i)) >= 0;
         i++) {
        if (n + (size_t)length * 3 + 2 > size) return false;
        if (i) out[n++] = '&';
        bool named = false;
        for (int k = 0; k < length; k++) {
            const unsigned char c = (unsigned char)part[k];
            const bool plain = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') ||
                               (c >= 'a' && c <= 'z') || strchr("-_.~:/", c);
            if ((plain && c) || (c == '=' && !named)) {
                out[n++] = (char)c;
                named = named || c == '=';
            } else {
                out[n++] = '%';
                out[n++] = hex[c >> 4];
                out[n++] = hex[c & 15];
            }
        }
    }
    out[n] = '\0';
    return true;
}

static bool is_loopback(const char *address)
{
    return strncmp(address, "127.", 4) == 0 || strcmp(address, "::1") == 0 ||
           strncmp(address, "::ffff:127.", 11) == 0;
}

bool connection_is_proxy(const transport *t, const char *peer)
{
    if (!t->use.behind_proxy) return false;
    if (strncmp(peer, "::ffff:", 7) == 0) peer += 7;
    for (size_t i = 0; i < t->use.proxy_count; i++)
        if (t->use.proxies[i] && strcmp(t->use.proxies[i], peer) == 0) return true;
    return is_loopback(peer);
}

static void believe_proxy(connection *w, http_request *r)
{
    static const char name[] = "x-forwarded-proto:";
    const transport_parts *use = &w->net->use;
    char list[FORWARDED_MOST], scheme[32] = "";
    if (lws_hdr_custom_length(w->lws, name, sizeof name - 1) > 0)
        lws_hdr_custom_copy(w->lws, scheme, sizeof scheme, name, sizeof name - 1);
    r->secure = strcasecmp(scheme, "https") == 0;
    copy_header(w->lws, WSI_TOKEN_X_FORWARDED_FOR, list, sizeof list);
    forwarded_address(list, use->proxies, use->proxy_count, r->address);
    /* The proxy is on this machine, not the client that it speaks for. */
    r->loopback = false;
}

/* The proxy's request id, if it is plain; else one of our own. */
static void read_trace(connection *w, http_request *r, bool believe)
{
    static const char name[] = "x-request-id:";
    const int length =
        believe ? lws_hdr_custom_length(w->lws, name, sizeof name - 1) : 0;
    if (length > 0 && length < (int)sizeof r->trace) {
        lws_hdr_custom_copy(w->lws, r->trace, sizeof r->trace, name, sizeof name - 1);
        size_t n = 0;
        while (isalnum((unsigned char)r->trace[n]) ||
               (r->trace[n] && strchr("-_.:", r->trace[n])))
            n++;
        if (n > 0 && !r->trace[n]) return;
    }
    server_new_id(r->trace);
}

/* Reads all but the body; false if a part is too long. */
static bool read_request(connection *w, const char *path, http_request *r)
{
    r->method = read_method(w->lws);
    r->secure = lws_is_ssl(w->lws);
    snprintf(r->address, sizeof r->address, "%s", w->peer);
    r->loopback = is_loopback(w->peer);
    const bool by_proxy = connection_is_proxy(w->net, w->peer);
    if (by_proxy) believe_proxy(w, r);
    read_trace(w, r, by_proxy);
    const int n = snprintf(r->path, sizeof r->path, "%s", path ? path : "");
    const bool fits = n > 0 && (size_t)n < sizeof r->path && *r->path == '/' &&
                      !strstr(r->path, "/../") &&
                      read_query(w->lws, r->query, sizeof r->query);
    copy_header(w->lws, WSI_TOKEN_HTTP_USER_AGENT, r->agent, sizeof r->agent);
    copy_header(w->lws, WSI_TOKEN_HTTP_IF_NONE_MATCH, r->if_none_match,
                sizeof r->if_none_match);
    return copy_header(w->lws, WSI_TOKEN_HOST, r->host, sizeof r->host) &&
           copy_header(w->lws, WSI_TOKEN_ORIGIN, r->origin, sizeof r->origin) &&
           copy_header(w->lws, WSI_TOKEN_HTTP_COOKIE, r->cookie, sizeof r->cookie) &&
           fits;
}

/* ---- writing ---- */

static bool add(connection *w, const char *name, const char *value, unsigned char **at,
                unsigned char *end)
{
    return lws_add_http_header_by_name(w->lws, (const unsigned char *)name,
                                       (const unsigned char *)value, (int)strlen(value),
                                       at, end) == 0;
}

/* The context of add_one: where the headers of a connection are written. */
typedef struct head {
    connection *of;
    unsigned char **at, *end;
} head;

static bool add_one(void *context, const char *name, const char *value)
{
    const head *h = context;
    char field[64];
    snprintf(field, sizeof field, "%s:", name);
    return add(h->of, field, value, h->at, h->end);
}

/* Sends the headers of w->reply; false on failure. */
static bool send_head(connection *w, bool close)
{
    unsigned char capacity[LWS_PRE + HEADER_ROOM];
    unsigned char *start = capacity + LWS_PRE, *at = start,
                  *end = capacity + sizeof capacity - 1;
    const http_reply *r = &w->reply;
    const bool empty = http_is_empty(r);
    head written = {w, &at, end};
    return lws_add_http_header_status(w->lws,
                                      (unsigned)r->status | LWSAHH_FLAG_NO_SERVER_NAME,
                                      &at, end) == 0 &&
           (empty || add(w, "content-type:", r->type ? r->type : "application/json",
                         &at, end)) &&
           (empty ||
            lws_add_http_header_content_length(w->lws, r->size, &at, end) == 0) &&
           http_head(w->request, r, add_one, &written) &&
           (!close || add(w, "connection:", "close", &at, end)) &&
           lws_finalize_write_http_header(w->lws, start, &at, end) == 0;
}

void connection_http_over(connection *w)
{
    http_reply_free(&w->reply);
    w->reply = (http_reply){0};
    free(w->request);
    free(w->body);
    w->request = NULL;
    w->body = NULL;
    w->body_capacity = w->body_size = w->body_wanted = w->sent = w->unread = 0;
    w->answering = w->head_only = w->refused = w->later = false;
}

/* Reads on until the refused body ends or a timeout: closing a connection while the
 * client still sends resets it, and the client loses the answer. */
static bool reads_on(connection *w)
{
    if (!w->refused || !w->unread) return false;
    w->answering = false;
    lws_set_timeout(w->lws, PENDING_TIMEOUT_USER_OK, REFUSED_S);
    return true;
}

static int over(connection *w)
{
    const bool hang_up = w->refused;
    if (reads_on(w)) return 0;
    connection_http_over(w);
    w->began = server_ticks();
    return hang_up || lws_http_transaction_completed(w->lws) ? -1 : 0;
}

/* Sends the headers now, the body as the socket becomes writable. */
static int begin_answer(connection *w)
{
    http_spare_known(w->request, &w->reply);
    if (w->reply.gzipped && !w->takes_gzip && !http_unzip(&w->reply)) return -1;
    w->answering = true;
    if (!send_head(w, w->refused)) return -1;
    if (w->head_only || !w->reply.size) return over(w);
    lws_callback_on_writable(w->lws);
    return 0;
}

static int send_body(connection *w)
{
    unsigned char capacity[LWS_PRE + CHUNK];
    const http_reply *r = &w->reply;
    const char *bytes = r->fixed ? r->fixed : r->body;
    const size_t left = r->size - w->sent, size = left < CHUNK ? left : CHUNK;
    const enum lws_write_protocol how =
        left == size ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP;
    memcpy(capacity + LWS_PRE, bytes + w->sent, size);
    if (lws_write(w->lws, capacity + LWS_PRE, size, how) < 0) return -1;
    w->sent += size;
    w->net->use.count->bytes_out += size;
    if (w->sent == r->size) return over(w);
    lws_callback_on_writable(w->lws);
    return 0;
}

int connection_writable_http(connection *w)
{
    if (!w->request || !w->answering || w->held) return 0;
    if (!w->later) return send_body(w);
    w->later = false;
    w->began = server_ticks();
    return begin_answer(w);
}

/* ---- a request's course ---- */

static int refuse_now(connection *w, int status, const char *code, const char *text)
{
    http_refuse(&w->reply, status, code, "%s", text);
    w->net->use.count->requests[4]++;
    server_refused(w->net->use.count, REFUSED_REQUEST, w->request->address, "", code,
                   w->request->path);
    w->refused = true;
    return begin_answer(w);
}

static int dispatch(connection *w)
{
    http_request *r = w->request;
    r->body = w->body ? w->body : "";
    r->body_size = w->body_wanted;
    if (!++w->net->tickets) ++w->net->tickets;
    r->ticket = w->net->tickets;
    w->net->use.request(w->net->use.context, r, &w->reply);
    w->after = w->net->use.taken(w->net->use.context);
    const bool at_once = w->reply.fixed || w->reply.at_once;
    if (!w->reply.later && (w->after <= w->net->kept || at_once))
        return begin_answer(w);
    w->later = true;
    lws_set_timeout(w->lws, NO_PENDING_TIMEOUT, 0);
    if (w->reply.later) return 0;
    w->answering = true;
    connection_hold(w);
    return 0;
}

void connection_http_lost(connection *w, const char *game)
{
    if (!w->request || strcmp(w->request->id[0], game) != 0) return;
    http_refuse(&w->reply, 503, "not_stored", "It could not be stored: try again.");
    w->after = 0;
}

/* Returns Content-Length; -1 if it is missing or invalid. */
static long long read_length(struct lws *lws)
{
    char text[24];
    if (lws_hdr_total_length(lws, WSI_TOKEN_HTTP_CONTENT_LENGTH) <= 0) return -1;
    if (!copy_header(lws, WSI_TOKEN_HTTP_CONTENT_LENGTH, text, sizeof text) ||
        strspn(text, "0123456789") != strlen(text) || strlen(text) > 15)
        return -1;
    return strtoll(text, NULL, 10);
}

/* Returns whether another large body may be received. */
static bool may_be_large(const connection *w)
{
    int all = 0, mine = 0;
    for (const connection *other = w->net->list; other; other = other->next) {
        if (!other->request || other->body_wanted <= HTTP_BODY_MAX) continue;
        all++;
        mine += strcmp(other->request->address, w->request->address) == 0;
    }
    return !w->net->use.is_limited || (all < LARGE_MOST && mine < LARGE_A_PEER);
}

/* Path and Host fit, so another header was too long. */
static bool is_only_header_long(const connection *w, const char *path)
{
    const http_request *r = w->request;
    return *r->host && path && *path == '/' && strlen(path) < sizeof r->path &&
           !strstr(path, "/../") && strlen(r->path) == strlen(path);
}

int connection_request(connection *w, const char *path)
{
    connection_http_over(w);
    w->request = calloc(1, sizeof *w->request);
    if (!w->request) return -1;
    w->began = server_ticks();
    const bool fits = read_request(w, path, w->request);
    const http_method method = w->request->method;
    char encodings[256];
    copy_header(w->lws, WSI_TOKEN_HTTP_ACCEPT_ENCODING, encodings, sizeof encodings);
    w->takes_gzip = strstr(encodings, "gzip") != NULL;
    w->head_only = method == HTTP_HEAD;
    if (!fits)
        return is_only_header_long(w, path)
                   ? refuse_now(w, 431, "bad_request", "A header is too long.")
                   : refuse_now(w, 400, "bad_request",
                                "The address is too long, or cannot be read.");
    const bool chunked =
        lws_hdr_total_length(w->lws, WSI_TOKEN_HTTP_TRANSFER_ENCODING) > 0;
    const long long length = read_length(w->lws);
    const bool announced =
        lws_hdr_total_length(w->lws, WSI_TOKEN_HTTP_CONTENT_LENGTH) > 0;
    if (chunked || (announced && length < 0))
        return refuse_now(w, 400, "bad_request", "A body needs its Content-Length.");
    if (length > 0 &&
        (unsigned long long)length > http_body_limit(method, w->request->path)) {
        if (length <= UNREAD_MOST) w->unread = (size_t)length;
        return refuse_now(w, 413, "too_large", "That is too large.");
    }
    if (length > HTTP_BODY_MAX && !may_be_large(w)) {
        w->unread = (size_t)length;
        w->reply.retry_after_s = 5;
        return refuse_now(w, 503, "busy", "Other files are on their way; try again.");
    }
    if (length > 0) {
        w->body_wanted = (size_t)length;
        return 0; /* the body follows */
    }
    if (method == HTTP_POST && !announced)
        return refuse_now(w, 411, "no_length", "A body needs its Content-Length.");
    return dispatch(w);
}

int connection_body(connection *w, const char *bytes, size_t size)
{
    if (!w->request) return -1;
    if (w->refused) {
        w->unread -= size < w->unread ? size : w->unread;
        return w->unread || w->answering ? 0 : -1;
    }
    if (size == 0) return 0;
    if (size > w->body_wanted - w->body_size) return -1;
    if (w->body_size + size > w->body_capacity) {
        size_t capacity = w->body_capacity ? w->body_capacity * 2 : 4096;
        while (capacity < w->body_size + size) capacity *= 2;
        char *more = realloc(w->body, capacity);
        if (!more) return -1;
        w->body = more;
        w->body_capacity = capacity;
    }
    memcpy(w->body + w->body_size, bytes, size);
    w->body_size += size;
    return 0;
}

int connection_body_over(connection *w)
{
    if (!w->request || w->refused || w->answering) return 0;
    if (w->body_size != w->body_wanted) return -1;
    return dispatch(w);
}

/* Sends the whole answer at once, because libwebsockets ends the transaction itself. */
static int refuse_upgrade(connection *w)
{
    unsigned char capacity[LWS_PRE + 1024];
    const size_t size = w->reply.size < 1024 ? w->reply.size : 1024;
    w->reply.size = size;
    w->net->use.count->requests[w->reply.status / 100 % 6]++;
    if (size) memcpy(capacity + LWS_PRE, w->reply.body, size);
    const bool sent = send_head(w, true) && lws_write(w->lws, capacity + LWS_PRE, size,
                                                      LWS_WRITE_HTTP_FINAL) >= 0;
    connection_http_over(w);
    return sent ? 1 : -1;
}

int connection_upgrade(connection *w, const char *protocol)
{
    http_request *r = calloc(1, sizeof *r);
    char path[HTTP_PATH_SIZE];
    if (!r) return -1;
    connection_http_over(w);
    w->request = r;
    w->began = server_ticks();
    const bool fits = copy_header(w->lws, WSI_TOKEN_GET_URI, path, sizeof path) &&
                      read_request(w, path, r);
    char version[8];
    copy_header(w->lws, WSI_TOKEN_VERSION, version, sizeof version);
    if (strcasecmp(protocol, "websocket") != 0 || strcmp(version, "13") != 0 || !fits) {
        server_refused(w->net->use.count, REFUSED_REQUEST, r->address, "",
                       "bad_request", "an upgrade");
        http_refuse(&w->reply, 400, "bad_request",
                    "Only WebSocket, version 13, is spoken here.");
        return refuse_upgrade(w);
    }
    const transport_parts *use = &w->net->use;
    bool welcome = w->net->use.upgrade(w->net->use.context, r, &w->reply);
    if (welcome &&
        !limits_count_connection(use->limit, r->address, true, server_ticks())) {
        welcome = false;
        server_refused(use->count, REFUSED_CONNECTION, r->address, r->who.user,
                       "too_many", "WebSocket");
        w->reply.retry_after_s = 10;
        http_refuse(&w->reply, 429, "too_many", "Too many sockets from one address.");
    }
    if (!welcome) return refuse_upgrade(w);
    w->counted = true;
    w->who = r->who;
    memcpy(w->address, r->address, sizeof w->address);
    connection_http_over(w);
    return 0;
}
