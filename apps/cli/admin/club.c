#include "cli/io/fail.h"
#include "list.h"
#include "person.h"
#include "print.h"

#include "cli/io/command.h"
#include "server/storage/relations.h"
#include "server/storage/results.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RATINGS_MOST = 1000, DAYS_MOST = 36500, SHOWN = 4 * REPORT_TEXT_SIZE };

/* Where a list is collected (JSON) or printed as it is read. */
typedef struct output {
    json_t *list; /* NULL: text */
} output;

/* Ends the output; `failed` says what could not be read. */
static int finish(output *o, const char *name, bool good, const char *failed)
{
    if (!good) {
        json_decref(o->list);
        return command_fail("admin", "%s", failed);
    }
    return o->list ? print_json(json_pack("{s:o}", name, o->list)) : EXIT_DONE;
}

/* ---- accounts ---- */

static json_t *user_json(const storage_user *user)
{
    return json_pack("{s:s,s:s,s:I,s:I}", "id", user->id, "name", user->name, "created",
                     (json_int_t)user->created, "closed", (json_int_t)user->closed);
}

static bool print_user(void *context, const storage_user *user)
{
    const output *o = context;
    char day[PRINT_TIME], name[SHOWN];
    if (o->list) return json_array_append_new(o->list, user_json(user)) == 0;
    print_time(user->created, day);
    printf("%s  %.10s  %s", user->id, day, print_plain(user->name, name, sizeof name));
    if (user->closed > server_now())
        printf("  (closed until %s UTC)", print_time(user->closed, day));
    printf("\n");
    return true;
}

int admin_users(storage *store, bool json)
{
    output o = {json ? json_array() : NULL};
    const bool good = storage_users(store, print_user, &o) == ALEA_OK;
    return finish(&o, "users", good, "the accounts cannot be read");
}

int admin_close(storage *store, const char *name, const char *days)
{
    storage_user user;
    char *end, when[PRINT_TIME];
    const long count = days ? strtol(days, &end, 10) : 0;
    const int64_t day_ms = 86400000;
    if (days && (*end || end == days || count < 1 || count > DAYS_MOST))
        return command_refuse("admin", "an account is closed for 1 to %d days",
                              DAYS_MOST);
    const int status = person_find(store, name, &user);
    if (status != EXIT_DONE) return status;
    const int64_t until = days ? server_now() + count * day_ms : 0;
    if (storage_user_close(store, user.id, until) != ALEA_OK)
        return command_fail("admin", "the account could not be changed");
    if (days) printf("closed until %s UTC\n", print_time(until, when));
    return EXIT_DONE;
}

/* ---- games ---- */

int admin_end(storage *store, const char *game)
{
    const alea_status status = storage_game_end(store, game);
    if (status == ALEA_ERROR_ARGUMENT)
        return command_refuse("admin", "\"%.40s\" is not a game that goes on", game);
    return status == ALEA_OK ? EXIT_DONE
                             : command_fail("admin", "the game could not be ended");
}

/* ---- ratings ---- */

static void print_rating(const output *o, const storage_rating *r)
{
    char name[SHOWN];
    if (o->list) {
        json_array_append_new(
            o->list, json_pack("{s:s,s:s,s:f,s:f,s:I,s:I,s:I,s:b}", "pool", r->pool,
                               "name", r->name, "rating", r->now.value, "deviation",
                               r->now.deviation, "played", (json_int_t)r->played, "won",
                               (json_int_t)r->won, "time", (json_int_t)r->time,
                               "provisional", rating_is_provisional(r->now)));
        return;
    }
    printf("%-14s %7.1f %6.1f %6lld  %s%s\n", r->pool, r->now.value, r->now.deviation,
           (long long)r->played, print_plain(r->name, name, sizeof name),
           rating_is_provisional(r->now) ? "  (provisional)" : "");
}

static int print_ratings(storage *store, bool json)
{
    storage_rating *r = malloc(RATINGS_MOST * sizeof *r);
    if (!r) return command_fail_memory("admin");
    output o = {json ? json_array() : NULL};
    bool good = true;
    for (int i = 0; i < POOLS && good; i++) {
        const int count = results_leaders(store, pool_name(i), 0, r, RATINGS_MOST);
        good = count >= 0;
        for (int j = 0; j < count; j++) print_rating(&o, &r[j]);
    }
    free(r);
    return finish(&o, "ratings", good, "the ratings cannot be read");
}

int admin_ratings(storage *store, bool recompute, bool json)
{
    int64_t counts[2];
    if (!recompute) return print_ratings(store, json);
    if (results_recompute(store, counts) != ALEA_OK)
        return command_fail("admin", "the ratings could not be stored");
    if (json)
        return print_json(json_pack("{s:I,s:I}", "results", (json_int_t)counts[0],
                                    "changed", (json_int_t)counts[1]));
    printf("%lld results computed again; %lld had other ratings\n",
           (long long)counts[0], (long long)counts[1]);
    return EXIT_DONE;
}

/* ---- reports ---- */

static void print_name(const char *name, const char *after)
{
    char shown[SHOWN];
    printf("%s%s", *name ? print_plain(name, shown, sizeof shown) : "(removed)", after);
}

static json_t *name_json(const char *name)
{
    return *name ? json_string(name) : json_null();
}

/* The lines of what somebody wrote, each moved in. */
static void print_text(const char *text)
{
    char shown[SHOWN], part[REPORT_TEXT_SIZE];
    while (*text) {
        const size_t n = strcspn(text, "\n");
        snprintf(part, sizeof part, "%.*s", (int)n, text);
        printf("    %s\n", print_plain(part, shown, sizeof shown));
        text += n + (text[n] == '\n');
    }
}

static bool print_report(void *context, const storage_report *r)
{
    const output *o = context;
    char when[PRINT_TIME];
    if (o->list)
        return json_array_append_new(
                   o->list,
                   json_pack("{s:I,s:I,s:o,s:o,s:s,s:s}", "number",
                             (json_int_t)r->number, "time", (json_int_t)r->time, "by",
                             name_json(r->user_name), "about", name_json(r->other_name),
                             "game", r->game, "text", r->text)) == 0;
    printf("%lld  %s  ", (long long)r->number, print_time(r->time, when));
    print_name(r->user_name, " about ");
    print_name(r->other_name, *r->game ? ", game " : "");
    printf("%s\n", r->game);
    print_text(r->text);
    return true;
}

int admin_reports(storage *store, bool json)
{
    output o = {json ? json_array() : NULL};
    const bool good = reports(store, print_report, &o) == ALEA_OK;
    return finish(&o, "reports", good, "the reports cannot be read");
}

int admin_report_remove(storage *store, const char *number)
{
    char *end;
    errno = 0;
    const long long n = strtoll(number, &end, 10);
    if (errno || *end || end == number || n < 1)
        return command_refuse("admin", "a report has a number, not \"%.40s\"", number);
    const alea_status status = report_remove(store, n);
    if (status == ALEA_ERROR_ARGUMENT)
        return command_refuse("admin", "there is no report %lld", n);
    return status == ALEA_OK ? EXIT_DONE
                             : command_fail("admin", "the report could not be removed");
}
