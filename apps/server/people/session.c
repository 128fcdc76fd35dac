/* Sessions: cookies, guests, ends. */
#include "session.h"

#include <arpa/inet.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SECRET_BYTES = 32, /* 256 bits */
    SECRET_TEXT = 44,  /* their base64url and the NUL */
    SEEN_EVERY_MS = 3600 * 1000,
    COOKIE_DAYS = 400,   /* the longest that browsers keep one */
    SESSIONS_SHOWN = 100 /* of one account */
};
static const int64_t idle_ms = (int64_t)90 * 24 * 3600 * 1000;
/* An account signs in again after a year at the latest. Guests have nothing to sign in
 * with: their sessions end by idleness only. */
static const int64_t longest_ms = (int64_t)365 * 24 * 3600 * 1000;

/* The prefix makes browsers refuse the cookie from anybody but this very origin. */
static const char *cookie_name(bool secure)
{
    return secure ? "__Host-alea_session" : "alea_session";
}

static bool read_secret(const http_request *request, uint8_t hash[32])
{
    char text[SECRET_TEXT + 1];
    uint8_t secret[SECRET_BYTES];
    size_t size = 0;
    if (!http_cookie(request, cookie_name(request->secure), text, sizeof text) ||
        sodium_base642bin(secret, sizeof secret, text, strlen(text), NULL, &size, NULL,
                          sodium_base64_VARIANT_URLSAFE_NO_PADDING) != 0 ||
        size != sizeof secret)
        return false;
    crypto_generichash(hash, 32, secret, sizeof secret, NULL, 0);
    sodium_memzero(secret, sizeof secret);
    return true;
}

bool session_is_claimed(const http_request *request)
{
    return strstr(request->cookie, cookie_name(request->secure)) != NULL;
}

storage_answer session_find(people *s, const http_request *request, http_person *out)
{
    uint8_t hash[32];
    storage_session session;
    storage_user user;
    const int64_t now = server_now();
    memset(out, 0, sizeof *out);
    if (!read_secret(request, hash)) return ANSWER_ABSENT;
    storage_answer answer = storage_session_find(s->parts.store, hash, &session);
    if (answer == ANSWER_FOUND && now - session.seen > idle_ms) return ANSWER_ABSENT;
    if (answer == ANSWER_FOUND)
        answer = storage_user_get(s->parts.store, session.user, &user);
    if (answer != ANSWER_FOUND) return answer;
    if (*user.password_hash && now - session.created > longest_ms) {
        session_end(s, user.id, session.id);
        return ANSWER_ABSENT;
    }
    if (now - session.seen > SEEN_EVERY_MS) {
        session.seen = now;
        storage_session_put(s->parts.store, &session);
    }
    memcpy(out->user, user.id, sizeof out->user);
    memcpy(out->session, session.id, sizeof out->session);
    memcpy(out->name, user.name, sizeof out->name);
    out->guest = !*user.password_hash;
    return ANSWER_FOUND;
}

/* A hash that shows whether two sessions began at one address, but not at
 * which; for IPv6 the network of 64 bits counts. */
static void hash_origin(const people *s, const char *address, char *out, size_t size)
{
    enum { NETWORK = 8, HASH = 16 };
    uint8_t bytes[16] = {0}, hash[HASH];
    size_t length = 0;
    *out = '\0';
    if (inet_pton(AF_INET, address, bytes) == 1)
        length = 4;
    else if (inet_pton(AF_INET6, address, bytes) == 1)
        length = NETWORK;
    if (length == 0) return;
    crypto_generichash(hash, sizeof hash, bytes, length, s->parts.origin_key,
                       sizeof s->parts.origin_key);
    sodium_bin2hex(out, size, hash, (size - 1) / 2);
}

alea_status session_begin(people *s, const http_request *request,
                          const storage_user *was, const storage_user *user, bool alone,
                          http_reply *reply)
{
    uint8_t secret[SECRET_BYTES];
    char text[SECRET_TEXT];
    storage_session session = {.created = server_now()};
    session.seen = session.created;
    server_new_id(session.id);
    memcpy(session.user, user->id, sizeof session.user);
    snprintf(session.agent, sizeof session.agent, "%.127s", request->agent);
    hash_origin(s, request->address, session.origin, sizeof session.origin);
    randombytes_buf(secret, sizeof secret);
    crypto_generichash(session.secret_hash, sizeof session.secret_hash, secret,
                       sizeof secret, NULL, 0);
    const storage_beginning beginning = {.was = was,
                                         .user = user,
                                         .fresh = &session,
                                         .old_user = request->who.user,
                                         .old = request->who.session,
                                         .alone = alone};
    const alea_status status = storage_session_begin(s->parts.store, &beginning);
    if (status == ALEA_OK) {
        sodium_bin2base64(text, sizeof text, secret, sizeof secret,
                          sodium_base64_VARIANT_URLSAFE_NO_PADDING);
        snprintf(reply->set_cookie, sizeof reply->set_cookie,
                 "%s=%s; Path=/; HttpOnly; SameSite=Lax; Max-Age=%d%s",
                 cookie_name(request->secure), text, COOKIE_DAYS * 24 * 3600,
                 request->secure ? "; Secure" : "");
        if (*request->who.session)
            s->parts.end_sessions(s->parts.context, request->who.user,
                                  request->who.session, NULL);
    }
    sodium_memzero(secret, sizeof secret);
    sodium_memzero(text, sizeof text);
    return status;
}

alea_status session_guest(people *s, http_request *request, storage_user *user,
                          http_reply *reply)
{
    memset(user, 0, sizeof *user);
    server_new_id(user->id);
    snprintf(user->name, sizeof user->name, "Guest %.4s", user->id);
    snprintf(user->settings, sizeof user->settings, "{}");
    user->created = server_now();
    const alea_status status = session_begin(s, request, NULL, user, false, reply);
    if (status != ALEA_OK) return status;
    memcpy(request->who.user, user->id, sizeof request->who.user);
    memcpy(request->who.name, user->name, sizeof request->who.name);
    request->who.guest = true;
    return ALEA_OK;
}

alea_status session_end(people *s, const char *user, const char *session)
{
    const alea_status status = storage_session_remove(s->parts.store, user, session);
    if (status != ALEA_OK && status != ALEA_ERROR_ARGUMENT) return status;
    s->parts.end_sessions(s->parts.context, user, session, NULL);
    return status;
}

void session_clear_cookie(const http_request *request, http_reply *reply)
{
    snprintf(reply->set_cookie, sizeof reply->set_cookie,
             "%s=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0%s",
             cookie_name(request->secure), request->secure ? "; Secure" : "");
}

/* ---- over HTTP ---- */

static void sessions_get(void *part, http_request *request, http_reply *reply)
{
    people *s = part;
    storage_session *list = calloc(SESSIONS_SHOWN, sizeof *list);
    json_t *out = json_array();
    const int count = list ? storage_sessions_of(s->parts.store, request->who.user,
                                                 list, SESSIONS_SHOWN)
                           : -1;
    for (int i = 0; i < count; i++)
        json_array_append_new(
            out, json_pack("{s:s,s:b,s:I,s:I,s:s}", "id", list[i].id, "current",
                           strcmp(list[i].id, request->who.session) == 0, "created",
                           (json_int_t)list[i].created, "seen",
                           (json_int_t)list[i].seen, "agent", list[i].agent));
    free(list);
    if (count >= 0) {
        http_answer(reply, 200, json_pack("{s:o}", "sessions", out));
    } else {
        json_decref(out);
        http_refuse_storage(reply);
    }
}

static void session_delete(void *part, http_request *request, http_reply *reply)
{
    people *s = part;
    const alea_status status = session_end(s, request->who.user, request->id[0]);
    if (status == ALEA_ERROR_ARGUMENT)
        http_refuse(reply, 404, "not_found", "You have no such session.");
    else if (status != ALEA_OK)
        http_refuse_storage(reply);
    if (status != ALEA_OK) return;
    if (strcmp(request->id[0], request->who.session) == 0)
        session_clear_cookie(request, reply);
    http_answer(reply, 200, json_object());
}

const http_route session_routes[] = {
    {HTTP_GET, "/api/sessions", ROUTE_SESSION, sessions_get},
    {HTTP_DELETE, "/api/sessions/{id}", ROUTE_CHANGE, session_delete},
    {0},
};
