/* Words over HTTP: the kinds, and the devices that show them. */
#include "wishes.h"

#include "reach.h"
#include "routes.h"
#include "word.h"

#include "server/http/budget.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A device with its place in two indexes. */
static const double device_kb = 2;

/* ---- answers ---- */

static json_t *kinds_json(int bits)
{
    json_t *out = json_object();
    for (int kind = 0; out && kind < WORD_KINDS; kind++)
        json_object_set_new(out, word_kind_name((word_kind)kind),
                            json_boolean(bits >> kind & 1));
    return out;
}

/* NULL if they cannot be read. The endpoint of a device is as good as a key: its hash
 * is enough for the browser that has it. */
static json_t *devices_json(const word *w, const char *person)
{
    storage_device *list = calloc(WORD_DEVICES, sizeof *list);
    json_t *out = json_array();
    const int count =
        list ? word_devices_of(w->parts.store, person, list, WORD_DEVICES) : -1;
    for (int i = 0; i < count; i++) {
        uint8_t hash[crypto_hash_sha256_BYTES];
        char text[2 * sizeof hash + 1];
        crypto_hash_sha256(hash, (const uint8_t *)list[i].endpoint,
                           strlen(list[i].endpoint));
        sodium_bin2hex(text, sizeof text, hash, sizeof hash);
        json_array_append_new(out,
                              json_pack("{s:s,s:s,s:I,s:s}", "id", list[i].id, "agent",
                                        list[i].agent, "created",
                                        (json_int_t)list[i].created, "endpoint", text));
    }
    free(list);
    if (count >= 0) return out;
    json_decref(out);
    return NULL;
}

void wishes_answer(const word *w, const http_request *request, int status,
                   http_reply *reply)
{
    const char *me = request->who.user;
    storage_wishes wishes;
    char waiting[WORD_ADDRESS];
    const storage_answer said = word_wishes_get(w->parts.store, me, &wishes);
    const storage_answer waits = word_waiting(w->parts.store, me, waiting);
    json_t *devices = devices_json(w, me);
    if (said == ANSWER_FAILED || waits == ANSWER_FAILED || !devices) {
        json_decref(devices);
        http_refuse_storage(reply);
        return;
    }
    http_answer(reply, status,
                json_pack("{s:{s:s,s:o,s:o},s:{s:b,s:s?,s:s?,s:o}}", "push", "key",
                          w->public_key, "kinds", kinds_json(wishes.push), "devices",
                          devices, "mail", "available", w->parts.smtp != NULL,
                          "address", *wishes.address ? wishes.address : NULL, "waiting",
                          *waiting ? waiting : NULL, "kinds", kinds_json(wishes.mail)));
}

bool wishes_may_change(const http_request *request, http_reply *reply)
{
    if (!request->who.guest) return true;
    http_refuse(reply, 403, "guest", "Words are for accounts: choose a name first.");
    return false;
}

static void word_get(void *part, http_request *request, http_reply *reply)
{
    wishes_answer(part, request, 200, reply);
}

/* ---- the kinds ---- */

/* Reads {"turn": true, ...} into bits; kinds that are not named stay. */
static bool read_kinds(const json_t *kinds, int *bits)
{
    const char *name;
    json_t *value;
    if (!kinds) return true;
    if (!json_is_object(kinds)) return false;
    json_object_foreach((json_t *)(uintptr_t)kinds, name, value)
    {
        int kind = 0;
        while (kind < WORD_KINDS && strcmp(name, word_kind_name((word_kind)kind)) != 0)
            kind++;
        if (kind == WORD_KINDS || !json_is_boolean(value)) return false;
        *bits = json_is_true(value) ? *bits | 1 << kind : *bits & ~(1 << kind);
    }
    return true;
}

static void word_patch(void *part, http_request *request, http_reply *reply)
{
    word *w = part;
    storage_wishes wishes;
    if (!wishes_may_change(request, reply)) return;
    json_t *body = http_json(request, reply);
    if (!body) return;
    const storage_answer said =
        word_wishes_get(w->parts.store, request->who.user, &wishes);
    if (said == ANSWER_FAILED)
        http_refuse_storage(reply);
    else if (!read_kinds(json_object_get(body, "push"), &wishes.push) ||
             !read_kinds(json_object_get(body, "mail"), &wishes.mail))
        http_refuse(reply, 400, "bad_request",
                    "'push' and 'mail' are objects of turn, match, challenge, meeting: "
                    "true or false.");
    else if (wishes.mail && !*wishes.address)
        http_refuse(reply, 409, "no_address",
                    "There is no confirmed address that could get e-mail.");
    else if (word_wishes_put(w->parts.store, request->who.user, &wishes) != ALEA_OK)
        http_refuse_storage(reply);
    else
        wishes_answer(w, request, 200, reply);
    json_decref(body);
}

/* ---- devices ---- */

static bool read_key(const json_t *body, const char *name, uint8_t *out, size_t size)
{
    size_t length = 0;
    const char *text = http_text(body, name);
    return text &&
           sodium_base642bin(out, size, text, strlen(text), "=", &length, NULL,
                             sodium_base64_VARIANT_URLSAFE_NO_PADDING) == 0 &&
           length == size;
}

static bool read_device(const word *w, const json_t *body, storage_device *d,
                        http_reply *reply)
{
    const char *endpoint = http_text(body, "endpoint");
    if (!endpoint || strlen(endpoint) >= sizeof d->endpoint ||
        !reach_is_endpoint(endpoint, w->parts.anywhere)) {
        http_refuse(reply, 422, "bad_endpoint",
                    "'endpoint' is an https address of a push service, of at most %d "
                    "characters.",
                    WORD_ENDPOINT - 1);
        return false;
    }
    snprintf(d->endpoint, sizeof d->endpoint, "%s", endpoint);
    if (read_key(body, "p256dh", d->point, sizeof d->point) &&
        read_key(body, "auth", d->auth, sizeof d->auth) && curve_is_point(d->point))
        return true;
    http_refuse(reply, 422, "bad_key",
                "'p256dh' is a point of P-256 (65 bytes) and 'auth' 16 bytes, both in "
                "base64url.");
    return false;
}

static void device_post(void *part, http_request *request, http_reply *reply)
{
    word *w = part;
    storage_device d = {.created = server_now()};
    if (!wishes_may_change(request, reply)) return;
    json_t *body = http_json(request, reply);
    if (!body) return;
    if (!read_device(w, body, &d, reply)) {
        /* answered */
    } else if (http_may_store(w->parts.limit, request, device_kb, reply)) {
        server_new_id(d.id);
        memcpy(d.person, request->who.user, sizeof d.person);
        snprintf(d.agent, sizeof d.agent, "%.127s", request->agent);
        if (word_device_put(w->parts.store, &d) == ALEA_OK)
            wishes_answer(w, request, 201, reply);
        else
            http_refuse_storage(reply);
    }
    json_decref(body);
}

static void device_delete(void *part, http_request *request, http_reply *reply)
{
    word *w = part;
    const alea_status status =
        word_device_remove(w->parts.store, request->who.user, request->id[0]);
    if (status == ALEA_ERROR_ARGUMENT)
        http_refuse(reply, 404, "no_such_device", "You have no such device.");
    else if (status != ALEA_OK)
        http_refuse_storage(reply);
    else
        wishes_answer(w, request, 200, reply);
}

const http_route word_wish_routes[] = {
    {HTTP_GET, "/api/word", ROUTE_SESSION, word_get},
    {HTTP_PATCH, "/api/word", ROUTE_CHANGE, word_patch},
    {HTTP_POST, "/api/word/devices", ROUTE_CHANGE, device_post},
    {HTTP_DELETE, "/api/word/devices/{id}", ROUTE_CHANGE, device_delete},
    {0},
};
