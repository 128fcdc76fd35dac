#include "club.h"

#include "cli/io/command.h"
#include "server/rating/suspicion.h"
#include "server/storage/relations.h"
#include "server/storage/results.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    RATINGS_MOST = 1000,
    RESULTS_LOOKED_AT = 200, /* of each account, the newest */
    GAMES_TIMED = 40,        /* of which thinking times are read */
    RESULTS_LEAST = 10,
    PARTNER_PERCENT = 80, /* of the matches against one opponent */
    ONE_SIDED_PERCENT = 90
};

/* ---- ratings ---- */

static int print_ratings(storage *store)
{
    storage_rating *r = malloc(RATINGS_MOST * sizeof *r);
    if (!r) return EXIT_SYSTEM;
    for (int i = 0; i < POOLS; i++) {
        const int count = results_leaders(store, pool_name(i), 0, r, RATINGS_MOST);
        if (count < 0) {
            fprintf(stderr, "alea admin: the ratings cannot be read\n");
            free(r);
            return EXIT_SYSTEM;
        }
        for (int j = 0; j < count; j++)
            printf("%-14s %7.1f %6.1f %6lld  %s%s\n", r[j].pool, r[j].now.value,
                   r[j].now.deviation, (long long)r[j].played, r[j].name,
                   rating_is_provisional(r[j].now) ? "  (provisional)" : "");
    }
    free(r);
    return EXIT_DONE;
}

int admin_ratings(storage *store, bool recompute)
{
    int64_t counts[2];
    if (!recompute) return print_ratings(store);
    if (results_recompute(store, counts) != ALEA_OK) {
        fprintf(stderr, "alea admin: the ratings could not be stored\n");
        return EXIT_SYSTEM;
    }
    printf("%lld results computed again; %lld had other ratings\n",
           (long long)counts[0], (long long)counts[1]);
    return EXIT_DONE;
}

/* ---- reports ---- */

static const char *named(const char *name)
{
    return *name ? name : "(removed)";
}

static bool print_report(void *context, const storage_report *r)
{
    const time_t made = (time_t)(r->time / 1000);
    struct tm parts;
    char when[24] = "?";
    (void)context;
    if (gmtime_r(&made, &parts)) strftime(when, sizeof when, "%F %R", &parts);
    printf("%lld  %s  %s about %s%s%s\n", (long long)r->number, when,
           named(r->user_name), named(r->other_name), *r->game ? ", game " : "",
           r->game);
    for (const char *at = r->text; *at;) {
        const size_t n = strcspn(at, "\n");
        printf("    %.*s\n", (int)n, at);
        at += n + (at[n] == '\n');
    }
    return true;
}

int admin_reports(storage *store)
{
    return reports(store, print_report, NULL) == ALEA_OK ? EXIT_DONE : EXIT_SYSTEM;
}

/* ---- fair play ---- */

typedef struct account {
    char id[ID_SIZE], name[132];
    strength strength;
    thinking thinking;
    int results, won;
    char partner[132]; /* the opponent met most */
    int with_partner, won_there;
} account;

typedef struct accounts {
    storage *store;
    account *one;
    size_t count, room;
} accounts;

static bool add_account(void *context, const storage_user *user)
{
    accounts *all = context;
    if (all->count == all->room) {
        const size_t room = all->room ? 2 * all->room : 64;
        account *more = realloc(all->one, room * sizeof *more);
        if (!more) return false;
        all->one = more;
        all->room = room;
    }
    account *a = &all->one[all->count++];
    *a = (account){.results = 0};
    memcpy(a->id, user->id, sizeof a->id);
    memcpy(a->name, user->name, sizeof a->name);
    return true;
}

typedef struct timing {
    thinking *thinking;
    int seat;
    int64_t before; /* the time of the event before; 0 = none */
} timing;

static bool time_play(void *context, int64_t seq, int64_t time, const char *text)
{
    timing *t = context;
    (void)seq;
    json_t *event = json_loads(text, 0, NULL);
    const char *type = json_string_value(json_object_get(event, "type"));
    const json_t *by = json_object_get(event, "by");
    if (t->before && type && strcmp(type, "play") == 0 && json_is_integer(by) &&
        json_integer_value(by) == t->seat && time >= t->before)
        thinking_add(t->thinking, time - t->before);
    /* What somebody says does not begin a turn. */
    if (!type || strcmp(type, "said") != 0) t->before = time;
    json_decref(event);
    return true;
}

static void count_partner(account *a, const storage_result *r, int count)
{
    for (int i = 0; i < count; i++) {
        const int me = strcmp(r[i].user[0], a->id) == 0 ? 0 : 1;
        int met = 0, won = 0;
        for (int j = 0; j < count; j++) {
            const int seat = strcmp(r[j].user[0], a->id) == 0 ? 0 : 1;
            if (strcmp(r[j].user[1 - seat], r[i].user[1 - me]) != 0) continue;
            met++;
            won += r[j].winner == seat;
        }
        if (met <= a->with_partner) continue;
        a->with_partner = met;
        a->won_there = won;
        memcpy(a->partner, r[i].names[1 - me], sizeof a->partner);
    }
}

static void look_at(storage *store, account *a, storage_result *r)
{
    double sum = 0, ratings = 0;
    const int count = results_of(store, a->id, r, RESULTS_LOOKED_AT);
    a->results = count > 0 ? count : 0;
    for (int i = 0; i < count; i++) {
        const int seat = strcmp(r[i].user[0], a->id) == 0 ? 0 : 1;
        a->won += r[i].winner == seat;
        ratings += r[i].after[seat].value;
        if (!isnan(r[i].pr[seat])) {
            sum += r[i].pr[seat];
            a->strength.matches++;
        }
        timing t = {.thinking = &a->thinking, .seat = seat};
        if (i < GAMES_TIMED) storage_events(store, r[i].game, 0, time_play, &t);
    }
    if (count > 0) a->strength.rating = ratings / count;
    if (a->strength.matches) a->strength.pr = sum / a->strength.matches;
    count_partner(a, r, count);
}

static bool is_one_sided(const account *a)
{
    return a->results >= RESULTS_LEAST &&
           100 * a->with_partner >= PARTNER_PERCENT * a->results &&
           100 * a->won_there >= ONE_SIDED_PERCENT * a->with_partner;
}

/* The findings, one a line; how many there are. */
static int print_findings(const accounts *all, const strength *strengths)
{
    int found = 0;
    for (size_t i = 0; i < all->count; i++) {
        const account *a = &all->one[i];
        double expected, stray;
        if (strength_is_too_good(strengths, (int)all->count, &a->strength)) {
            printf("%s: PR %.2f in %d rated matches at a rating of %.0f", a->name,
                   a->strength.pr, a->strength.matches, a->strength.rating);
            if (strength_expected(strengths, (int)all->count, a->strength.rating,
                                  &expected, &stray))
                printf("; others at that rating %.2f (stray %.2f)", expected, stray);
            printf("\n");
            found++;
        }
        if (thinking_is_constant(&a->thinking)) {
            printf("%s: constant thinking times, %.1f s a play, spread %.2f over %lld "
                   "plays (people: about 1)\n",
                   a->name, a->thinking.sum / (double)a->thinking.count / 1000,
                   thinking_spread(&a->thinking), (long long)a->thinking.count);
            found++;
        }
        if (is_one_sided(a)) {
            printf("%s: %d of %d rated matches against %s, %d of them won\n", a->name,
                   a->with_partner, a->results, *a->partner ? a->partner : "(removed)",
                   a->won_there);
            found++;
        }
    }
    return found;
}

int admin_suspicious(storage *store)
{
    accounts all = {.store = store};
    storage_result *r = malloc(RESULTS_LOOKED_AT * sizeof *r);
    int status = EXIT_SYSTEM;
    if (r && storage_users(store, add_account, &all) == ALEA_OK) {
        strength *strengths = calloc(all.count + 1, sizeof *strengths);
        for (size_t i = 0; i < all.count && strengths; i++) {
            look_at(store, &all.one[i], r);
            strengths[i] = all.one[i].strength;
        }
        if (storage_reads_failed(store) > 0) {
            free(strengths);
            strengths = NULL;
        }
        if (strengths && print_findings(&all, strengths) == 0)
            printf("Nothing suspicious in the rated matches of %zu accounts\n",
                   all.count);
        if (strengths) status = EXIT_DONE;
        free(strengths);
    }
    if (status != EXIT_DONE) fprintf(stderr, "alea admin: the data cannot be read\n");
    free(all.one);
    free(r);
    return status;
}
