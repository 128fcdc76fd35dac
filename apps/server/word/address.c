/* The e-mail address of an account over HTTP: given, confirmed by a link, removed. */
#include "links.h"
#include "mail.h"
#include "reach.h"
#include "routes.h"
#include "server/people/passwords.h"
#include "wishes.h"

#include <ctype.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LIFE_MS = 24 * 3600 * 1000 };

/* Begins with the task, as which it is hashed and freed. */
typedef struct giving {
    password_task task;
    word *w;
    char address[WORD_ADDRESS];
} giving;

static bool may_try(const word *w, const http_request *request, http_reply *reply)
{
    int wait_s = 0;
    if (limits_take(w->parts.limit, request->address, LIMIT_LOGIN, server_ticks(),
                    &wait_s))
        return true;
    reply->retry_after_s = wait_s;
    http_refuse(reply, 429, "too_often", "Too many tries; wait a bit.");
    return false;
}

/* Stores the link and sends it. */
static void send_link(word *w, const http_request *request, const char *address,
                      http_reply *reply)
{
    char text[LINK_TEXT];
    const alea_status status =
        link_make(w, PURPOSE_CONFIRM, request->who.user, address, LIFE_MS, text);
    if (status == ALEA_ERROR_REFUSED)
        http_refuse(reply, 429, "too_many",
                    "%d links a day are sent for one account and to one address.",
                    WORD_TOKENS_MOST);
    else if (status != ALEA_OK)
        http_refuse_storage(reply);
    else if (!mail_confirm(w, address, text))
        http_refuse(reply, 503, "busy", "Too much e-mail waits; try again later.");
    else
        wishes_answer(w, request, 202, reply);
    sodium_memzero(text, sizeof text);
}

/* An address can recover the account, so the password is needed for it. */
static void checked(people *all, password_task *task, http_reply *reply)
{
    const giving *g = (const giving *)task;
    storage_user user;
    const storage_answer answer =
        storage_user_get(all->parts.store, task->user.id, &user);
    if (answer == ANSWER_FAILED)
        http_refuse_storage(reply);
    else if (answer == ANSWER_ABSENT || !task->matches ||
             strcmp(user.password_hash, task->user.password_hash) != 0)
        http_refuse(reply, 401, "bad_login", "That is not the password.");
    else
        send_link(g->w, &task->request, g->address, reply);
}

static bool read_giving(word *w, const http_request *request, const json_t *body,
                        giving *g, http_reply *reply)
{
    const char *address = http_text(body, "address");
    const char *password = http_text(body, "password");
    if (!w->parts.smtp) {
        http_refuse(reply, 409, "no_mail", "This server sends no e-mail.");
        return false;
    }
    if (!address || !reach_is_mail(address)) {
        http_refuse(reply, 422, "bad_address",
                    "'address' is an e-mail address such as ann@example.org.");
        return false;
    }
    if (!password || !*password || strlen(password) >= sizeof g->task.check) {
        http_refuse(reply, 401, "bad_login", "The password is needed for this.");
        return false;
    }
    const storage_answer answer =
        storage_user_get(w->parts.store, request->who.user, &g->task.user);
    if (answer == ANSWER_FAILED) http_refuse_storage(reply);
    if (answer == ANSWER_ABSENT)
        http_refuse(reply, 401, "no_session", "This account is gone.");
    if (answer != ANSWER_FOUND || !may_try(w, request, reply)) return false;
    snprintf(g->address, sizeof g->address, "%s", address);
    snprintf(g->task.check, sizeof g->task.check, "%s", password);
    for (size_t i = 0; g->task.user.name[i] && i + 1 < sizeof g->task.account; i++)
        g->task.account[i] = (char)tolower((unsigned char)g->task.user.name[i]);
    g->w = w;
    g->task.request = *request;
    g->task.ended = checked;
    return true;
}

static void address_post(void *part, http_request *request, http_reply *reply)
{
    word *w = part;
    if (!wishes_may_change(request, reply)) return;
    json_t *body = http_json(request, reply);
    if (!body) return;
    giving *g = calloc(1, sizeof *g);
    if (!g) {
        http_refuse(reply, 503, "busy", "The server is out of memory.");
    } else if (read_giving(w, request, body, g, reply)) {
        passwords_add(w->parts.people, &g->task, reply);
        g = NULL;
    }
    if (g) sodium_memzero(g, sizeof *g);
    free(g);
    json_decref(body);
}

static void address_delete(void *part, http_request *request, http_reply *reply)
{
    word *w = part;
    storage_wishes wishes;
    const char *me = request->who.user;
    if (!wishes_may_change(request, reply)) return;
    if (word_wishes_get(w->parts.store, me, &wishes) == ANSWER_FAILED) {
        http_refuse_storage(reply);
        return;
    }
    wishes.address[0] = wishes.off[0] = '\0';
    wishes.mail = 0;
    if (word_waiting_drop(w->parts.store, me) == ALEA_OK &&
        word_wishes_put(w->parts.store, me, &wishes) == ALEA_OK)
        wishes_answer(w, request, 200, reply);
    else
        http_refuse_storage(reply);
}

/* ---- links ---- */

static alea_status confirm(word *w, const storage_token *token)
{
    uint8_t bytes[32];
    storage_wishes wishes;
    if (word_wishes_get(w->parts.store, token->person, &wishes) == ANSWER_FAILED)
        return ALEA_ERROR_FILE;
    const alea_status status = word_token_take(w->parts.store, token->hash);
    if (status != ALEA_OK) return status;
    /* The link that ended the e-mail to another address ends no more. */
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2hex(wishes.off, sizeof wishes.off, bytes, sizeof bytes);
    memcpy(wishes.address, token->address, sizeof wishes.address);
    return word_wishes_put(w->parts.store, token->person, &wishes);
}

static void confirm_post(void *part, http_request *request, http_reply *reply)
{
    word *w = part;
    uint8_t hash[WORD_HASH];
    storage_token token;
    json_t *body = http_json(request, reply);
    if (!body) return;
    const char *text = http_text(body, "token");
    if (!text || !*text) {
        http_refuse(reply, 400, "bad_request", "'token' is what the link says.");
    } else if (may_try(w, request, reply)) {
        link_hash(text, hash);
        const storage_answer answer =
            word_token_get(w->parts.store, hash, PURPOSE_CONFIRM, &token);
        const alea_status status = answer == ANSWER_FOUND    ? confirm(w, &token)
                                   : answer == ANSWER_ABSENT ? ALEA_ERROR_REFUSED
                                                             : ALEA_ERROR_FILE;
        if (status == ALEA_OK)
            http_answer(reply, 200, json_pack("{s:s}", "address", token.address));
        else if (status == ALEA_ERROR_REFUSED)
            http_refuse(reply, 404, "no_such_link",
                        "The link was used already, or its time is over.");
        else
            http_refuse_storage(reply);
    }
    json_decref(body);
}

/* One click in a mail program sends it (RFC 8058), without a session and from anywhere:
 * whoever has the e-mail may end it. */
static void off_post(void *part, http_request *request, http_reply *reply)
{
    const word *w = part;
    char off[65];
    const alea_status status = http_query(request, "t", off, sizeof off) && *off
                                   ? word_mail_off(w->parts.store, off)
                                   : ALEA_ERROR_ARGUMENT;
    if (status == ALEA_OK)
        http_answer(reply, 200, json_object());
    else if (status == ALEA_ERROR_ARGUMENT)
        http_refuse(reply, 404, "no_such_link",
                    "The link is of an address that gets no e-mail any more.");
    else
        http_refuse_storage(reply);
}

const http_route word_address_routes[] = {
    {HTTP_POST, "/api/word/address", ROUTE_CHANGE, address_post},
    {HTTP_DELETE, "/api/word/address", ROUTE_CHANGE, address_delete},
    {HTTP_POST, "/api/word/confirm", ROUTE_SIGN_IN, confirm_post},
    {HTTP_POST, "/api/word/off", ROUTE_OPEN, off_post},
    {0},
};
