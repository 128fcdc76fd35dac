#include "cli/io/fail.h"
#include "list.h"
#include "print.h"

#include "cli/io/command.h"
#include "server/rating/suspicion.h"
#include "server/storage/results.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    RESULTS_LOOKED_AT = 200, /* of each account, the newest */
    GAMES_READ = 40,         /* of which events are read */
    RESULTS_LEAST = 10,
    PARTNER_PERCENT = 80, /* of the matches against one opponent */
    ONE_SIDED_PERCENT = 90,
    SHORT_PLAYS = 10, /* a match with fewer plays of both together is short */
    SHORT_LEAST = 5,
    FED_LEAST = 3, /* matches lost to one opponent, for a line of a ring */
    RING_LEAST = 3,
    SESSIONS_READ = 16, /* of each account, the last ones */
    NAME_SIZE = 132,
    TEXT_SIZE = 600
};

typedef struct account {
    char id[ID_SIZE], name[NAME_SIZE];
    strength strength;
    thinking thinking;
    int results, won;
    int won_short, won_read; /* of the matches whose events were read */
    char partner[NAME_SIZE]; /* the opponent met most */
    int with_partner, won_there;
    char origin[SESSIONS_READ][20]; /* of its sessions; "" = not known */
    int ring; /* the account that the ring is named after, see root_of */
} account;

/* One account loses to another, again and again. */
typedef struct line {
    int loser, winner;
    int met, lost, lost_short;
} line;

typedef struct accounts {
    storage *store;
    account *one;
    size_t count, capacity;
    line *line;
    size_t lines, line_capacity;
    json_t *found;
    bool no_memory;
} accounts;

static bool add_account(void *context, const storage_user *user)
{
    accounts *all = context;
    if (all->count == all->capacity) {
        const size_t capacity = all->capacity ? 2 * all->capacity : 64;
        account *more = realloc(all->one, capacity * sizeof *more);
        all->no_memory = !more;
        if (!more) return false;
        all->one = more;
        all->capacity = capacity;
    }
    account *a = &all->one[all->count++];
    *a = (account){.results = 0};
    memcpy(a->id, user->id, sizeof a->id);
    memcpy(a->name, user->name, sizeof a->name);
    return true;
}

static int by_id(const void *a, const void *b)
{
    return strcmp(((const account *)a)->id, ((const account *)b)->id);
}

/* -1: not, or no longer, a named account. */
static int find(const accounts *all, const char *id)
{
    account key;
    memcpy(key.id, id, sizeof key.id);
    const account *a = bsearch(&key, all->one, all->count, sizeof *all->one, by_id);
    return a ? (int)(a - all->one) : -1;
}

/* ---- findings ---- */

static void add_finding(accounts *all, const char *kind, const account *a,
                        json_t *figures, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

/* A finding is an object with its sentence; `figures` is released. */
static void add_finding(accounts *all, const char *kind, const account *a,
                        json_t *figures, const char *format, ...)
{
    char text[TEXT_SIZE];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    json_t *finding = json_pack("{s:s,s:s%,s:s}", "kind", kind, "text", text,
                                strlen(text), "name", a->name);
    if (!finding) /* cut within a character */
        finding =
            json_pack("{s:s,s:s,s:s}", "kind", kind, "text", kind, "name", a->name);
    if (figures) json_object_update(finding, figures);
    json_decref(figures);
    if (json_array_append_new(all->found, finding) != 0) all->no_memory = true;
}

/* ---- accounts that come from one address ---- */

static void read_origins(accounts *all, account *a)
{
    static storage_session s[SESSIONS_READ];
    const int count = storage_sessions_of(all->store, a->id, s, SESSIONS_READ);
    for (int i = 0; i < count; i++)
        memcpy(a->origin[i], s[i].origin, sizeof a->origin[i]);
}

static bool share_origin(const account *a, const account *b)
{
    for (int i = 0; i < SESSIONS_READ; i++)
        for (int j = 0; j < SESSIONS_READ; j++)
            if (*a->origin[i] && strcmp(a->origin[i], b->origin[j]) == 0) return true;
    return false;
}

/* Each pair is found twice, once from either side. */
static void judge_address(accounts *all, const account *a, const line *l)
{
    const account *other = &all->one[l->winner];
    if (a > other || l->met < FED_LEAST || !share_origin(a, other)) return;
    add_finding(all, "address", a,
                json_pack("{s:s,s:i}", "opponent", other->name, "matches", l->met),
                "%s and %s: %d rated matches against each other, "
                "sessions from one address",
                a->name, other->name, l->met);
}

/* ---- one account ---- */

typedef struct timing {
    thinking *thinking;
    int seat, plays;
    int64_t before; /* the time of the event before; 0 = none */
} timing;

static bool read_event(void *context, int64_t seq, int64_t time, const char *text)
{
    timing *t = context;
    (void)seq;
    json_t *event = json_loads(text, 0, NULL);
    const char *type = json_string_value(json_object_get(event, "type"));
    const json_t *by = json_object_get(event, "by");
    const bool is_play = type && strcmp(type, "play") == 0;
    t->plays += is_play;
    if (t->before && is_play && json_is_integer(by) &&
        json_integer_value(by) == t->seat && time >= t->before)
        thinking_add(t->thinking, time - t->before);
    /* A chat message does not begin a turn. */
    if (!type || strcmp(type, "said") != 0) t->before = time;
    json_decref(event);
    return true;
}

static int seat_of(const storage_result *r, const account *a)
{
    return strcmp(r->user[0], a->id) == 0 ? 0 : 1;
}

static void add_line(accounts *all, const line *l)
{
    if (all->lines == all->line_capacity) {
        const size_t capacity = all->line_capacity ? 2 * all->line_capacity : 64;
        line *more = realloc(all->line, capacity * sizeof *more);
        if (!more) {
            all->no_memory = true;
            return;
        }
        all->line = more;
        all->line_capacity = capacity;
    }
    all->line[all->lines++] = *l;
}

/* Does the account feed the other: it loses nearly all, and hardly plays, or hardly
 * plays others? */
static bool is_fed(const account *loser, const line *l)
{
    return l->lost >= FED_LEAST && 100 * l->lost >= ONE_SIDED_PERCENT * l->met &&
           (2 * l->lost_short >= l->lost ||
            100 * l->met >= PARTNER_PERCENT * loser->results);
}

/* The account against each of its opponents. */
static void count_partners(accounts *all, account *a, const storage_result *r,
                           const bool *is_short, int count)
{
    for (int i = 0; i < count; i++) {
        const char *other = r[i].user[1 - seat_of(&r[i], a)];
        line l = {.loser = (int)(a - all->one), .winner = find(all, other)};
        int won = 0;
        bool is_first = true;
        for (int j = 0; j < count; j++) {
            const int seat = seat_of(&r[j], a);
            if (strcmp(r[j].user[1 - seat], other) != 0) continue;
            is_first = is_first && j >= i;
            l.met++;
            won += r[j].winner == seat;
            l.lost += r[j].winner == 1 - seat;
            l.lost_short += r[j].winner == 1 - seat && is_short[j];
        }
        if (!is_first) continue;
        if (l.winner >= 0) judge_address(all, a, &l);
        if (l.winner >= 0 && is_fed(a, &l)) add_line(all, &l);
        if (l.met <= a->with_partner) continue;
        a->with_partner = l.met;
        a->won_there = won;
        memcpy(a->partner, r[i].names[1 - seat_of(&r[i], a)], sizeof a->partner);
    }
}

static void look_at(accounts *all, account *a, storage_result *r)
{
    double sum = 0, ratings = 0;
    bool is_short[RESULTS_LOOKED_AT] = {false};
    const int count = results_of(all->store, a->id, r, RESULTS_LOOKED_AT);
    a->results = count > 0 ? count : 0;
    for (int i = 0; i < count; i++) {
        const int seat = seat_of(&r[i], a);
        const bool won = r[i].winner == seat;
        a->won += won;
        ratings += r[i].after[seat].value;
        if (!isnan(r[i].pr[seat])) {
            sum += r[i].pr[seat];
            a->strength.matches++;
        }
        if (i >= GAMES_READ) continue;
        timing t = {.thinking = &a->thinking, .seat = seat};
        storage_events(all->store, r[i].game, 0, read_event, &t);
        is_short[i] = t.plays > 0 && t.plays < SHORT_PLAYS;
        a->won_read += won;
        a->won_short += won && is_short[i];
    }
    if (count > 0) a->strength.rating = ratings / count;
    if (a->strength.matches) a->strength.pr = sum / a->strength.matches;
    count_partners(all, a, r, is_short, count);
}

/* ---- what one account is like ---- */

static bool is_one_sided(const account *a)
{
    return a->results >= RESULTS_LEAST &&
           100 * a->with_partner >= PARTNER_PERCENT * a->results &&
           100 * a->won_there >= ONE_SIDED_PERCENT * a->with_partner;
}

static void judge_strength(accounts *all, const strength *strengths, const account *a)
{
    char others[80] = "";
    double expected, stray;
    const int count = (int)all->count;
    if (!strength_is_too_good(strengths, count, &a->strength)) return;
    if (strength_expected(strengths, count, a->strength.rating, &expected, &stray))
        snprintf(others, sizeof others, "; others at that rating %.2f (stray %.2f)",
                 expected, stray);
    add_finding(all, "strength", a,
                json_pack("{s:f,s:i,s:f}", "pr", a->strength.pr, "matches",
                          a->strength.matches, "rating", a->strength.rating),
                "%s: PR %.2f in %d rated matches at a rating of %.0f%s", a->name,
                a->strength.pr, a->strength.matches, a->strength.rating, others);
}

static void judge_account(accounts *all, const strength *strengths, const account *a)
{
    judge_strength(all, strengths, a);
    if (thinking_is_constant(&a->thinking))
        add_finding(all, "thinking", a,
                    json_pack("{s:f,s:f,s:I}", "seconds",
                              a->thinking.sum / (double)a->thinking.count / 1000,
                              "spread", thinking_spread(&a->thinking), "plays",
                              (json_int_t)a->thinking.count),
                    "%s: constant thinking times, %.1f s per play, spread %.2f over "
                    "%lld plays (people: about 1)",
                    a->name, a->thinking.sum / (double)a->thinking.count / 1000,
                    thinking_spread(&a->thinking), (long long)a->thinking.count);
    if (is_one_sided(a))
        add_finding(all, "one_sided", a,
                    json_pack("{s:s,s:i,s:i,s:i}", "opponent", a->partner, "matches",
                              a->results, "with_opponent", a->with_partner, "won",
                              a->won_there),
                    "%s: %d of %d rated matches against %s, %d of them won", a->name,
                    a->with_partner, a->results, *a->partner ? a->partner : "(removed)",
                    a->won_there);
    if (a->won_short >= SHORT_LEAST && 2 * a->won_short >= a->won_read)
        add_finding(all, "short", a,
                    json_pack("{s:i,s:i}", "won", a->won_read, "short", a->won_short),
                    "%s: %d of %d matches won with fewer than %d plays of both",
                    a->name, a->won_short, a->won_read, SHORT_PLAYS);
}

/* ---- rings ---- */

static int root_of(const accounts *all, int i)
{
    while (all->one[i].ring != i) i = all->one[i].ring;
    return i;
}

/* Accounts that lines connect have one root. */
static void join_rings(accounts *all)
{
    for (size_t i = 0; i < all->count; i++) all->one[i].ring = (int)i;
    for (size_t i = 0; i < all->lines; i++) {
        const int a = root_of(all, all->line[i].loser);
        const int b = root_of(all, all->line[i].winner);
        all->one[a].ring = b;
    }
}

/* The accounts of a ring one after the other: the account, whom it loses to. */
static void judge_ring(accounts *all, int root)
{
    json_t *names = json_array(), *lines = json_array();
    char text[TEXT_SIZE] = "";
    size_t size = 0;
    int lost = 0, met = 0, best = root, *fed = calloc(all->count, sizeof *fed);
    for (size_t i = 0; i < all->count; i++)
        if (root_of(all, (int)i) == root)
            json_array_append_new(names, json_string(all->one[i].name));
    for (size_t i = 0; i < all->lines && fed; i++) {
        const line *l = &all->line[i];
        if (root_of(all, l->loser) != root) continue;
        lost += l->lost;
        met += l->met;
        fed[l->winner] += l->lost;
        if (fed[l->winner] > fed[best]) best = l->winner;
        const char *loser = all->one[l->loser].name, *winner = all->one[l->winner].name;
        if (size < sizeof text - 3 * NAME_SIZE)
            size += (size_t)snprintf(text + size, sizeof text - size,
                                     "%s%s lost %d of %d to %s", size ? ", " : "",
                                     loser, l->lost, l->met, winner);
        json_array_append_new(lines,
                              json_pack("{s:s,s:s,s:i,s:i,s:i}", "loser", loser,
                                        "winner", winner, "matches", l->met, "lost",
                                        l->lost, "short", l->lost_short));
    }
    const int members = (int)json_array_size(names);
    all->no_memory = all->no_memory || !fed;
    free(fed);
    add_finding(
        all, "ring", &all->one[best],
        json_pack("{s:o,s:o}", "names", names, "lines", lines),
        "%s: in a ring of %d accounts, where one side lost %d of %d matches: %s",
        all->one[best].name, members, lost, met, text);
}

static void judge_rings(accounts *all)
{
    join_rings(all);
    for (size_t i = 0; i < all->count; i++) {
        int members = 0;
        if (root_of(all, (int)i) != (int)i) continue;
        for (size_t j = 0; j < all->count; j++)
            members += root_of(all, (int)j) == (int)i;
        if (members >= RING_LEAST) judge_ring(all, (int)i);
    }
}

/* ---- all of it ---- */

static alea_status look(accounts *all)
{
    storage_result *r = malloc(RESULTS_LOOKED_AT * sizeof *r);
    strength *strengths = NULL;
    alea_status status =
        r ? storage_users(all->store, add_account, all) : ALEA_ERROR_MEMORY;
    if (status == ALEA_OK) strengths = calloc(all->count + 1, sizeof *strengths);
    if (status == ALEA_OK && !strengths) status = ALEA_ERROR_MEMORY;
    if (status == ALEA_OK && all->count > 0)
        qsort(all->one, all->count, sizeof *all->one, by_id);
    for (size_t i = 0; i < all->count && status == ALEA_OK; i++)
        read_origins(all, &all->one[i]);
    for (size_t i = 0; i < all->count && status == ALEA_OK; i++) {
        look_at(all, &all->one[i], r);
        strengths[i] = all->one[i].strength;
    }
    if (storage_reads_failed(all->store) > 0) status = ALEA_ERROR_FILE;
    for (size_t i = 0; i < all->count && status == ALEA_OK; i++)
        judge_account(all, strengths, &all->one[i]);
    if (status == ALEA_OK) judge_rings(all);
    free(strengths);
    free(r);
    return all->no_memory ? ALEA_ERROR_MEMORY : status;
}

static int print_findings(const accounts *all)
{
    char shown[4 * TEXT_SIZE];
    size_t i;
    const json_t *finding;
    json_array_foreach(all->found, i, finding)
    {
        const char *text = json_string_value(json_object_get(finding, "text"));
        puts(print_plain(text, shown, sizeof shown));
    }
    if (json_array_size(all->found) == 0)
        printf("Nothing suspicious in the rated matches of %zu accounts\n", all->count);
    return EXIT_DONE;
}

int admin_suspicious(storage *store, bool json)
{
    accounts all = {.store = store, .found = json_array()};
    int status;
    const alea_status looked = look(&all);
    if (looked != ALEA_OK)
        status = looked == ALEA_ERROR_MEMORY
                     ? command_fail_memory("admin")
                     : command_fail("admin", "the data cannot be read");
    else if (json)
        status = print_json(json_pack("{s:I,s:O}", "accounts", (json_int_t)all.count,
                                      "findings", all.found));
    else
        status = print_findings(&all);
    json_decref(all.found);
    free(all.line);
    free(all.one);
    return status;
}
