/* People: identity, signing in and out, passwords. */
#include "account.h"

#include "account_names.h"
#include "names.h"
#include "passwords.h"
#include "server/support/limits.h"
#include "server/support/rejections.h"
#include "session.h"

#include <ctype.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SETTINGS_MOST = 8192 };
/* Bytes stored for a guest, for the name of an account, and for a session. */
static const double guest_kb = 1, name_kb = 1, session_kb = 0.6;
/* A row that has grown leaves its old space on the page empty. */
static const double settings_times = 1.5;

/* ---- helpers ---- */

static void answer_me(people *s, const storage_user *user, http_reply *reply)
{
    json_t *settings = json_loads(user->settings, 0, NULL);
    http_answer(reply, 200,
                json_pack("{s:s,s:s,s:b,s:o,s:b,s:s}", "id", user->id, "name",
                          user->name, "guest", !*user->password_hash, "settings",
                          settings ? settings : json_object(), "insecure",
                          s->parts.is_insecure, "version", ALEA_VERSION));
}

/* Loads the user of the request; false after filling the reply. */
static bool load_me(people *s, const http_request *request, storage_user *user,
                    http_reply *reply)
{
    const storage_answer answer =
        storage_user_get(s->parts.store, request->who.user, user);
    if (answer == ANSWER_FAILED) http_refuse_storage(reply);
    if (answer == ANSWER_ABSENT)
        http_refuse(reply, 401, "no_session", "This account is gone.");
    return answer == ANSWER_FOUND;
}

/* Makes a task for the hashing thread: the request without its body. */
static password_task *new_task(const http_request *request, password_ended *ended,
                               http_reply *reply)
{
    password_task *task = calloc(1, sizeof *task);
    if (!task) {
        http_refuse(reply, 503, "busy", "The server is out of memory.");
        return NULL;
    }
    task->request = *request;
    task->ended = ended;
    return task;
}

/* Attempts on the password of this name are counted together, whatever its case. */
static void count_for(password_task *task, const char *name)
{
    size_t i = 0;
    for (; name[i] && i + 1 < sizeof task->account; i++)
        task->account[i] = (char)tolower((unsigned char)name[i]);
    task->account[i] = '\0';
}

static bool login_allowed(people *s, const http_request *request, http_reply *reply)
{
    int wait_s = 0;
    if (limits_take(s->parts.limit, request->address, LIMIT_LOGIN, server_ticks(),
                    &wait_s))
        return true;
    server_refused(s->parts.count, REFUSED_RATE, request->address, "", "too_often",
                   "passwords");
    reply->retry_after_s = wait_s;
    http_refuse(reply, 429, "too_often", "Too many passwords were tried; wait a bit.");
    return false;
}

bool account_password_read(const json_t *body, const char *field, const char *name,
                           char *out, size_t size, http_reply *reply)
{
    const char *text = http_text(body, field);
    const char *reason = NULL;
    if (!text || !http_is_plain(text, PASSWORD_LEAST, PASSWORD_MOST))
        reason = "A password has 8 to 128 characters.";
    else if (password_is_common(text, name))
        reason = "That password is too common.";
    if (reason) {
        http_refuse(reply, 422, "bad_password", "%s", reason);
        return false;
    }
    snprintf(out, size, "%s", text);
    return true;
}

static void refuse_stored(people *s, const http_request *request, int wait_s,
                          http_reply *reply)
{
    server_refused(s->parts.count, REFUSED_RATE, request->address, request->who.user,
                   "too_often", "storage");
    reply->retry_after_s = wait_s;
    http_refuse(reply, 429, "too_often",
                "Too much was stored from your address today: try again later.");
}

/* Says why an account was not changed. */
static void refuse_change(alea_status status, http_reply *reply)
{
    if (status == ALEA_ERROR_ARGUMENT)
        http_refuse(reply, 409, "name_taken", "That name is taken.");
    else if (status == ALEA_ERROR_REFUSED)
        http_refuse(reply, 409, "changed",
                    "The account was changed at the same time; try again.");
    else
        http_refuse_storage(reply);
}

/* ---- me ---- */

static void me_get(void *part, http_request *request, http_reply *reply)
{
    people *s = part;
    storage_user user;
    if (*request->who.user) {
        if (load_me(s, request, &user, reply)) answer_me(s, &user, reply);
        return;
    }
    int wait_s = 0;
    if (request->method != HTTP_GET) {
        http_refuse(reply, 401, "no_session", "There is no session.");
    } else if (!limits_take(s->parts.limit, request->address, LIMIT_GUEST,
                            server_ticks(), &wait_s)) {
        server_refused(s->parts.count, REFUSED_RATE, request->address, "", "too_often",
                       "guests");
        reply->retry_after_s = wait_s;
        http_refuse(reply, 429, "too_often", "Too many guests came from one address.");
    } else if (!limits_take_beyond(s->parts.limit, request->address, guest_kb,
                                   server_ticks(), &wait_s)) {
        refuse_stored(s, request, wait_s, reply);
    } else if (session_guest(s, request, &user, reply) != ALEA_OK) {
        http_refuse_storage(reply);
    } else {
        answer_me(s, &user, reply);
    }
}

static bool change_settings(const json_t *settings, storage_user *user,
                            http_reply *reply)
{
    char *text = json_is_object(settings) ? json_dumps(settings, JSON_COMPACT) : NULL;
    const bool fits = text && strlen(text) <= SETTINGS_MOST;
    if (fits)
        snprintf(user->settings, sizeof user->settings, "%s", text);
    else
        http_refuse(reply, 422, "bad_settings",
                    "Settings are an object of at most %d bytes.", SETTINGS_MOST);
    free(text);
    return fits;
}

static void me_change(void *part, http_request *request, http_reply *reply)
{
    people *s = part;
    storage_user user = {0};
    char name[132];
    json_t *body = http_json(request, reply);
    if (!body) return;
    const json_t *settings = json_object_get(body, "settings");
    const bool renamed = json_object_get(body, "name") != NULL;
    bool good = load_me(s, request, &user, reply);
    const storage_user was = user;
    const double size = good ? (double)strlen(user.settings) : 0;
    good = good && (!settings || change_settings(settings, &user, reply)) &&
           (!renamed || account_name_read(body, name, reply));
    if (good && renamed) {
        if (*user.password_hash && strcmp(name, user.name) != 0) {
            http_refuse(reply, 409, "named", "A named account keeps its name.");
            good = false;
        } else if (!*user.password_hash) {
            good = account_name_is_free(s, name, user.id, reply);
        }
        memcpy(user.name, name, sizeof user.name);
    }
    const double grew = settings && good ? (double)strlen(user.settings) - size : 0;
    int wait_s = 0;
    if (good && grew > 0 &&
        !limits_take_storage(s->parts.limit, request->address, user.id,
                             request->who.guest, settings_times * grew / 1024,
                             server_ticks(), &wait_s)) {
        refuse_stored(s, request, wait_s, reply);
        good = false;
    }
    const alea_status status =
        good ? storage_user_change(s->parts.store, &was, &user) : ALEA_OK;
    if (status != ALEA_OK)
        refuse_change(status, reply);
    else if (good)
        answer_me(s, &user, reply);
    json_decref(body);
}

static void forget(people *s, const storage_user *user, const http_request *request,
                   http_reply *reply)
{
    if (storage_user_remove(s->parts.store, user->id) != ALEA_OK) {
        http_refuse_storage(reply);
        return;
    }
    s->parts.end_sessions(s->parts.context, user->id, NULL, NULL);
    s->parts.forgotten(s->parts.context, user->id);
    server_log("info", "account_forgotten", "user", user->id, NULL);
    session_clear_cookie(request, reply);
    http_answer(reply, 200, json_object());
}

/* Returns whether the password that was checked is still the one of the account. */
static bool is_current(const password_task *task, const storage_user *user)
{
    return task->matches && strcmp(task->user.password_hash, user->password_hash) == 0;
}

static void forget_checked(people *s, password_task *task, http_reply *reply)
{
    storage_user user;
    if (!load_me(s, &task->request, &user, reply)) return;
    if (is_current(task, &user))
        forget(s, &user, &task->request, reply);
    else
        http_refuse(reply, 401, "bad_login", "That is not the password.");
}

static void me_forget(void *part, http_request *request, http_reply *reply)
{
    people *s = part;
    storage_user user;
    if (!load_me(s, request, &user, reply)) return;
    if (!*user.password_hash) {
        forget(s, &user, request, reply);
        return;
    }
    if (!login_allowed(s, request, reply)) return;
    json_t *body = http_json(request, reply);
    if (!body) return;
    const char *password = http_text(body, "password");
    password_task *task = NULL;
    if (!password || !*password || strlen(password) > sizeof task->check - 1)
        http_refuse(reply, 401, "bad_login", "The password is needed for this.");
    else
        task = new_task(request, forget_checked, reply);
    if (task) {
        task->user = user;
        count_for(task, user.name);
        snprintf(task->check, sizeof task->check, "%s", password);
        passwords_add(s, task, reply);
    }
    json_decref(body);
}

/* ---- names and passwords ---- */

static void registered(people *s, password_task *task, http_reply *reply)
{
    storage_user user;
    if (!*task->made || !load_me(s, &task->request, &user, reply)) {
        if (!*task->made)
            http_refuse(reply, 503, "busy", "The server is out of memory.");
        return;
    }
    if (*user.password_hash) {
        http_refuse(reply, 409, "named", "This account has a name already.");
        return;
    }
    int wait_s = 0;
    if (!limits_take_beyond(s->parts.limit, task->request.address, name_kb,
                            server_ticks(), &wait_s)) {
        refuse_stored(s, &task->request, wait_s, reply);
        return;
    }
    const storage_user was = user;
    memcpy(user.name, task->user.name, sizeof user.name);
    memcpy(user.password_hash, task->made, sizeof user.password_hash);
    name_skeleton(user.name, user.skeleton);
    const alea_status status =
        session_begin(s, &task->request, &was, &user, false, reply);
    if (status != ALEA_OK) {
        refuse_change(status, reply);
    } else {
        server_log("info", "registered", "user", user.id, "name", user.name, NULL);
        answer_me(s, &user, reply);
    }
}

static void register_post(void *part, http_request *request, http_reply *reply)
{
    people *s = part;
    json_t *body = http_json(request, reply);
    if (!body) return;
    password_task *task = new_task(request, registered, reply);
    if (task && !request->who.guest) {
        http_refuse(reply, 409, "named", "This account has a name already.");
    } else if (task && account_name_read(body, task->user.name, reply) &&
               account_password_read(body, "password", task->user.name, task->make,
                                     sizeof task->make, reply)) {
        if (account_name_is_free(s, task->user.name, request->who.user, reply) &&
            login_allowed(s, request, reply)) {
            passwords_add(s, task, reply);
            task = NULL;
        }
    }
    if (task) sodium_memzero(task, sizeof *task);
    free(task);
    json_decref(body);
}

/* Call it after the password was checked: strangers must not learn of suspensions. */
static void refuse_closed(const storage_user *user, http_reply *reply)
{
    const time_t until = (time_t)(user->closed / 1000);
    struct tm parts;
    char when[32] = "?";
    if (gmtime_r(&until, &parts)) strftime(when, sizeof when, "%F %R", &parts);
    http_refuse(reply, 403, "closed",
                "The account is suspended by the moderators until %s UTC.", when);
}

static void logged_in(people *s, password_task *task, http_reply *reply)
{
    storage_user user;
    int wait_s = 0;
    alea_status status;
    const storage_answer answer =
        task->matches ? storage_user_get(s->parts.store, task->user.id, &user)
                      : ANSWER_ABSENT;
    if (answer == ANSWER_FAILED) {
        http_refuse_storage(reply);
    } else if (answer == ANSWER_ABSENT || !is_current(task, &user)) {
        server_refused(s->parts.count, REFUSED_LOGIN, task->request.address, "",
                       "bad_login", task->request.path);
        http_refuse(reply, 401, "bad_login", "Wrong name or password.");
    } else if (user.closed > server_now()) {
        refuse_closed(&user, reply);
    } else if (!limits_take_beyond(s->parts.limit, task->request.address, session_kb,
                                   server_ticks(), &wait_s)) {
        refuse_stored(s, &task->request, wait_s, reply);
    } else if ((status = session_begin(s, &task->request, &user, &user, false,
                                       reply)) != ALEA_OK) {
        refuse_change(status, reply);
    } else {
        server_log("info", "login", "user", user.id, "address", task->request.address,
                   NULL);
        answer_me(s, &user, reply);
    }
}

static void login_post(void *part, http_request *request, http_reply *reply)
{
    people *s = part;
    char name[132] = "";
    json_t *body = http_json(request, reply);
    if (!body) return;
    const char *password = http_text(body, "password");
    password_task *task = NULL;
    if (!http_text(body, "name") || !password || !*password)
        http_refuse(reply, 400, "bad_request", "A name and a password are needed.");
    else if (login_allowed(s, request, reply))
        task = new_task(request, logged_in, reply);
    const storage_answer found =
        task && account_clean_name(http_text(body, "name"), name)
            ? storage_user_named(s->parts.store, name, &task->user)
            : ANSWER_ABSENT;
    if (found == ANSWER_FAILED) {
        http_refuse_storage(reply);
        free(task);
    } else if (task) {
        if (found == ANSWER_ABSENT) memset(&task->user, 0, sizeof task->user);
        count_for(task, name);
        /* A password that is too long is truncated, so that no hash matches it. */
        snprintf(task->check, sizeof task->check, "%s", password);
        if (strlen(password) >= sizeof task->check)
            memset(&task->user, 0, sizeof task->user);
        passwords_add(s, task, reply);
    }
    json_decref(body);
}

static void logout_post(void *part, http_request *request, http_reply *reply)
{
    people *s = part;
    const alea_status status = session_end(s, request->who.user, request->who.session);
    if (status != ALEA_OK && status != ALEA_ERROR_ARGUMENT) {
        http_refuse_storage(reply);
        return;
    }
    session_clear_cookie(request, reply);
    http_answer(reply, 200, json_object());
}

static void password_changed(people *s, password_task *task, http_reply *reply)
{
    storage_user user;
    if (!load_me(s, &task->request, &user, reply)) return;
    if (!is_current(task, &user)) {
        server_refused(s->parts.count, REFUSED_LOGIN, task->request.address,
                       task->user.id, "bad_login", task->request.path);
        http_refuse(reply, 401, "bad_login", "That is not the old password.");
        return;
    }
    if (!*task->made) {
        http_refuse(reply, 503, "busy", "The server is out of memory.");
        return;
    }
    const storage_user was = user;
    memcpy(user.password_hash, task->made, sizeof user.password_hash);
    /* The session that asks gets a new secret too: the old one may be known. */
    const alea_status status =
        session_begin(s, &task->request, &was, &user, true, reply);
    if (status != ALEA_OK) {
        refuse_change(status, reply);
        return;
    }
    s->parts.end_sessions(s->parts.context, user.id, NULL, NULL);
    server_log("info", "password_changed", "user", user.id, NULL);
    answer_me(s, &user, reply);
}

static void password_post(void *part, http_request *request, http_reply *reply)
{
    people *s = part;
    storage_user user;
    json_t *body = http_json(request, reply);
    if (!body) return;
    const char *old = http_text(body, "old");
    password_task *task = NULL;
    if (!load_me(s, request, &user, reply)) {
        /* answered */
    } else if (!*user.password_hash) {
        http_refuse(reply, 409, "guest", "A guest has no password; register a name.");
    } else if (!old || !*old || strlen(old) >= sizeof task->check) {
        http_refuse(reply, 401, "bad_login", "That is not the old password.");
    } else if ((task = new_task(request, password_changed, reply))) {
        task->user = user;
        count_for(task, user.name);
        snprintf(task->check, sizeof task->check, "%s", old);
        if (account_password_read(body, "new", user.name, task->make, sizeof task->make,
                                  reply) &&
            login_allowed(s, request, reply)) {
            passwords_add(s, task, reply);
        } else {
            sodium_memzero(task, sizeof *task);
            free(task);
        }
    }
    json_decref(body);
}

static const http_route routes[] = {
    {HTTP_GET, "/api/me", ROUTE_OPEN, me_get},
    {HTTP_PATCH, "/api/me", ROUTE_CHANGE, me_change},
    {HTTP_DELETE, "/api/me", ROUTE_CHANGE, me_forget},
    {HTTP_POST, "/api/register", ROUTE_CHANGE, register_post},
    {HTTP_POST, "/api/login", ROUTE_SIGN_IN, login_post},
    {HTTP_POST, "/api/logout", ROUTE_CHANGE, logout_post},
    {HTTP_POST, "/api/password", ROUTE_CHANGE, password_post},
    {0},
};

const http_route *const people_routes[] = {routes, session_routes, NULL};
