/* The vacation of an account: while it lasts, its clocks of days stand. */
#include "games.h"
#include "reply.h"
#include "routes.h"

#include "server/support/days.h"
#include "server/support/system.h"

#include <time.h>

enum { DAYS_A_YEAR = 30 };
#define DAY_MS ((int64_t)24 * 3600 * 1000)

static int64_t year_of(int64_t now)
{
    const time_t seconds = (time_t)(now / 1000);
    struct tm day;
    return gmtime_r(&seconds, &day) ? day.tm_year + 1900 : 0;
}

/* What is booked of this year, in whole days begun. */
static int days_used(const storage_vacation *v, int64_t now)
{
    return v->year == year_of(now) ? (int)(v->used / DAY_MS) : 0;
}

static void answer(http_reply *reply, const storage_vacation *v, int64_t now)
{
    const int used = days_used(v, now);
    json_t *until = v->until > now ? json_integer(v->until) : json_null();
    http_answer(reply, 200,
                json_pack("{sisisiso}", "days", DAYS_A_YEAR, "used", used, "left",
                          DAYS_A_YEAR - used, "until", until));
}

/* Reads the asker's vacation; false after filling the reply. */
static bool read_own(games *all, const http_request *request, storage_vacation *v,
                     http_reply *reply)
{
    if (request->who.guest) {
        http_refuse(reply, 403, "guest", "A vacation is for accounts: register first.");
        return false;
    }
    if (storage_vacation_get(all->parts.store, request->who.user, v) != ANSWER_FAILED)
        return true;
    http_refuse_storage(reply);
    return false;
}

static void store(games *all, const http_request *request, const storage_vacation *v,
                  int64_t now, http_reply *reply)
{
    const char *user = request->who.user;
    if (storage_vacation_put(all->parts.store, user, v, now, DAYS_LEAST_MS) !=
        ALEA_OK) {
        http_refuse_storage(reply);
        return;
    }
    games_vacation(all, user);
    if (all->parts.on_vacation) all->parts.on_vacation(all->parts.context, user);
    answer(reply, v, now);
}

static void vacation_get(void *part, http_request *request, http_reply *reply)
{
    storage_vacation v;
    if (read_own(part, request, &v, reply)) answer(reply, &v, server_now());
}

static void vacation_post(void *part, http_request *request, http_reply *reply)
{
    json_t *body = http_json(request, reply);
    if (!body) return;
    const json_t *value = json_object_get(body, "days");
    const json_int_t days = json_is_integer(value) ? json_integer_value(value) : 0;
    json_decref(body);
    const int64_t now = server_now();
    storage_vacation v;
    if (!read_own(part, request, &v, reply)) return;
    const int left = DAYS_A_YEAR - days_used(&v, now);
    if (v.until > now) {
        http_refuse(reply, 409, "on_vacation", "You are on vacation: end it first.");
    } else if (days < 1 || days > DAYS_A_YEAR) {
        http_refuse(reply, 400, "bad_days", "'days' is 1 to %d whole days.",
                    DAYS_A_YEAR);
    } else if (days > left) {
        http_refuse(reply, 409, "too_many", "You have %d of %d days left this year.",
                    left, DAYS_A_YEAR);
    } else {
        const int64_t used = (days_used(&v, now) + days) * DAY_MS;
        v = (storage_vacation){.year = year_of(now),
                               .used = used,
                               .since = now,
                               .until = now + days * DAY_MS};
        store(part, request, &v, now, reply);
    }
}

/* Days that have not begun are given back, but never the first. */
static void vacation_delete(void *part, http_request *request, http_reply *reply)
{
    const int64_t now = server_now();
    storage_vacation v;
    if (!read_own(part, request, &v, reply)) return;
    if (v.until <= now) {
        answer(reply, &v, now);
        return;
    }
    const int64_t unused = (v.until - now) / DAY_MS * DAY_MS;
    v.used -= unused < v.used ? unused : v.used;
    v.until = now;
    store(part, request, &v, now, reply);
}

const http_route game_vacation_routes[] = {
    {HTTP_GET, "/api/vacation", ROUTE_SESSION, vacation_get},
    {HTTP_POST, "/api/vacation", ROUTE_CHANGE, vacation_post},
    {HTTP_DELETE, "/api/vacation", ROUTE_CHANGE, vacation_delete},
    {0},
};
