#include "recover.h"

#include "links.h"
#include "mail.h"
#include "reach.h"
#include "routes.h"
#include "server/people/account.h"
#include "server/people/account_names.h"
#include "server/people/passwords.h"
#include "server/people/session.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LIFE_MS = 3600 * 1000 };

/* ---- asking ---- */

/* The account of a name or of a confirmed address, and the address. */
static bool find_person(const word *w, const char *asked, char person[ID_SIZE],
                        storage_wishes *wishes)
{
    storage_user user;
    char name[132];
    storage *store = w->parts.store;
    person[0] = '\0';
    if (account_clean_name(asked, name) &&
        storage_user_named(store, name, &user) == ANSWER_FOUND)
        memcpy(person, user.id, ID_SIZE);
    else if (reach_is_mail(asked))
        word_person_of(store, asked, person);
    return *person && word_wishes_get(store, person, wishes) == ANSWER_FOUND &&
           *wishes->address;
}

void recover_asked(word *w)
{
    for (int i = 0; i < w->asked_count; i++) {
        char person[ID_SIZE], text[LINK_TEXT];
        storage_wishes wishes;
        if (!find_person(w, w->asked[i], person, &wishes)) continue;
        const alea_status status =
            link_make(w, PURPOSE_RECOVER, person, wishes.address, LIFE_MS, text);
        if (status == ALEA_OK) mail_recover(w, wishes.address, text);
        server_log("info", "recovery_asked", "user", person, "sent",
                   status == ALEA_OK ? "yes" : "no", NULL);
        sodium_memzero(text, sizeof text);
    }
    w->asked_count = 0;
}

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

static void recover_post(void *part, http_request *request, http_reply *reply)
{
    word *w = part;
    json_t *body = http_json(request, reply);
    if (!body) return;
    const char *name = http_text(body, "name");
    if (!w->parts.smtp)
        http_refuse(reply, 409, "no_mail", "This server sends no e-mail.");
    else if (!name || !http_is_plain(name, 1, WORD_ADDRESS - 1) ||
             strlen(name) >= WORD_ADDRESS)
        http_refuse(reply, 400, "bad_request",
                    "'name' is the name of an account, or its address.");
    else if (!may_try(w, request, reply)) {
        /* answered */
    } else if (w->asked_count == WORDS_ASKED) {
        reply->retry_after_s = 1;
        http_refuse(reply, 503, "busy", "Too many ask at this moment; try again.");
    } else {
        snprintf(w->asked[w->asked_count++], WORD_ADDRESS, "%s", name);
        http_answer(reply, 202, json_object());
    }
    json_decref(body);
}

/* ---- a new password ---- */

/* Begins with the task, as which it is hashed and freed. */
typedef struct recovery {
    password_task task;
    uint8_t hash[WORD_HASH];
} recovery;

static void refuse_link(http_reply *reply)
{
    http_refuse(reply, 404, "no_such_link",
                "The link was used already, or its time is over: ask for another.");
}

static void recovered(people *all, password_task *task, http_reply *reply)
{
    const recovery *r = (const recovery *)task;
    storage_user user;
    storage *store = all->parts.store;
    if (!*task->made) {
        http_refuse(reply, 503, "busy", "The server is out of memory.");
        return;
    }
    const storage_answer answer = storage_user_get(store, task->user.id, &user);
    if (answer == ANSWER_ABSENT) refuse_link(reply);
    if (answer == ANSWER_FAILED) http_refuse_storage(reply);
    if (answer != ANSWER_FOUND) return;
    alea_status status = word_token_take(store, r->hash);
    if (status == ALEA_ERROR_REFUSED) {
        refuse_link(reply);
        return;
    }
    const storage_user was = user;
    memcpy(user.password_hash, task->made, sizeof user.password_hash);
    if (status == ALEA_OK)
        status = session_begin(all, &task->request, &was, &user, true, reply);
    if (status != ALEA_OK) {
        http_refuse_storage(reply);
        return;
    }
    all->parts.end_sessions(all->parts.context, user.id, NULL, NULL);
    server_log("info", "recovered", "user", user.id, NULL);
    http_answer(reply, 200, json_pack("{s:s}", "name", user.name));
}

/* Finds the account of the link; false after filling the reply. */
static bool find_link(const word *w, const char *text, storage_token *token,
                      storage_user *user, http_reply *reply)
{
    uint8_t hash[WORD_HASH];
    link_hash(text, hash);
    storage_answer answer =
        word_token_get(w->parts.store, hash, PURPOSE_RECOVER, token);
    if (answer == ANSWER_FOUND)
        answer = storage_user_get(w->parts.store, token->person, user);
    if (answer == ANSWER_FAILED) http_refuse_storage(reply);
    if (answer == ANSWER_ABSENT) refuse_link(reply);
    if (answer == ANSWER_FOUND && user->closed > server_now()) {
        http_refuse(reply, 403, "closed", "The account is suspended.");
        return false;
    }
    return answer == ANSWER_FOUND;
}

static void password_post(void *part, http_request *request, http_reply *reply)
{
    word *w = part;
    storage_token token;
    json_t *body = http_json(request, reply);
    if (!body) return;
    const char *text = http_text(body, "token");
    recovery *r = calloc(1, sizeof *r);
    if (!r) {
        http_refuse(reply, 503, "busy", "The server is out of memory.");
    } else if (!text || !*text) {
        http_refuse(reply, 400, "bad_request", "'token' is what the link says.");
    } else if (may_try(w, request, reply) &&
               find_link(w, text, &token, &r->task.user, reply) &&
               account_password_read(body, "password", r->task.user.name, r->task.make,
                                     sizeof r->task.make, reply)) {
        r->task.request = *request;
        r->task.ended = recovered;
        memcpy(r->hash, token.hash, sizeof r->hash);
        passwords_add(w->parts.people, &r->task, reply);
        r = NULL;
    }
    if (r) sodium_memzero(r, sizeof *r);
    free(r);
    json_decref(body);
}

const http_route word_recover_routes[] = {
    {HTTP_POST, "/api/recover", ROUTE_SIGN_IN, recover_post},
    {HTTP_POST, "/api/recover/password", ROUTE_SIGN_IN, password_post},
    {0},
};
