/* A storage whose statements fail or are slow: every route, every periodic job and the
 * start, with every statement of it in turn. Whatever fails, nothing that existed is
 * gone, nobody is somebody else, and no answer says that something is not there. With a
 * database's address in ALEA_TEST_DATABASE the storage is that database
 * (tests/servers/cluster.py makes one). ctest labels: slow */
#include "asking.h"
#include "bad_disk.h"
#include "bad_driver.h"
#include "server/chouette/host.h"
#include "server/game/games.h"
#include "server/jobs/internal.h"
#include "server/jobs/queue.h"
#include "server/storage/interface.h"
#include "server/storage/relations.h"
#include "server/study/study.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>
#include <sodium.h>

#define ORIGIN     "http://127.0.0.1:8127"
#define MATCH_FILE "tests/golden/formats/base.mat"

/* ---- the clock ---- */

static atomic_llong late_ms;              /* what slow statements took */
static _Thread_local long long late_seen; /* when this thread looked at the time */

static void pass(int64_t ms)
{
    atomic_fetch_add(&late_ms, ms);
}

/* Statements are done again, and at once. The clock is the real one again: a lease that
 * its thread renewed meanwhile is not late. */
static void fail_no_more(void)
{
    fail_at(FAIL_ONCE, 0);
    atomic_store(&late_ms, 0);
}

/* In place of clock_gettime, by the linker. */
int __real_clock_gettime(clockid_t clock, struct timespec *out);
int __wrap_clock_gettime(clockid_t clock, struct timespec *out);
int __wrap_clock_gettime(clockid_t clock, struct timespec *out)
{
    const int code = __real_clock_gettime(clock, out);
    if (code != 0) return code;
    const long long late = late_seen = atomic_load(&late_ms),
                    ns = out->tv_nsec + late % 1000 * 1000000;
    out->tv_sec += late / 1000 + ns / 1000000000;
    out->tv_nsec = ns % 1000000000;
    return 0;
}

/* Threads sleep by the real clock: one that renews a lease and looked at the time while
 * statements were slow would sleep half a minute, past the lease in the database. */
int __real_pthread_cond_timedwait(pthread_cond_t *c, pthread_mutex_t *m,
                                  const struct timespec *until);
int __wrap_pthread_cond_timedwait(pthread_cond_t *c, pthread_mutex_t *m,
                                  const struct timespec *until);
int __wrap_pthread_cond_timedwait(pthread_cond_t *c, pthread_mutex_t *m,
                                  const struct timespec *until)
{
    struct timespec real = *until;
    const long long ns = real.tv_nsec - late_seen % 1000 * 1000000;
    real.tv_sec -= late_seen / 1000 + (ns < 0);
    real.tv_nsec = ns < 0 ? ns + 1000000000 : ns;
    return __real_pthread_cond_timedwait(c, m, &real);
}

/* In place of libsodium's: hundreds of people come here, and how dear their passwords
 * are to guess is no matter. */
int crypto_pwhash_str(char out[crypto_pwhash_STRBYTES], const char *password,
                      unsigned long long length, unsigned long long effort,
                      size_t memory)
{
    (void)effort, (void)memory;
    return crypto_pwhash_argon2id_str(out, password, length,
                                      crypto_pwhash_argon2id_OPSLIMIT_MIN,
                                      crypto_pwhash_argon2id_MEMLIMIT_MIN);
}

/* ---- what there is ---- */

/* Reads the key of every row of all tables. One statement costs a database less than
 * one for each table. */
static const char kept[] =
    "SELECT 'user ' || id || name || password_hash FROM users UNION ALL "
    "SELECT 'session ' || id || \"user\" FROM sessions UNION ALL "
    "SELECT 'game ' || id || user0 || user1 FROM games UNION ALL "
    "SELECT 'event ' || game || CAST(seq AS TEXT) || json FROM events UNION ALL "
    "SELECT 'file ' || game || kind FROM blobs UNION ALL "
    "SELECT 'relation ' || person || other FROM relations UNION ALL "
    "SELECT 'challenge ' || game FROM challenges UNION ALL "
    "SELECT 'desk ' || person FROM desks UNION ALL "
    "SELECT 'chunk ' || person || CAST(number AS TEXT) FROM desk_chunks UNION ALL "
    "SELECT 'report ' || CAST(number AS TEXT) || text FROM reports UNION ALL "
    "SELECT 'tournament ' || id || name FROM tournaments UNION ALL "
    "SELECT 'change ' || tournament || CAST(seq AS TEXT) FROM tournament_events "
    "UNION ALL "
    "SELECT 'director ' || tournament || person FROM tournament_directors UNION ALL "
    "SELECT 'season ' || id || name || previous FROM seasons UNION ALL "
    "SELECT 'division ' || season || tournament FROM season_divisions UNION ALL "
    "SELECT 'chouette ' || id || name FROM chouettes UNION ALL "
    "SELECT 'deed ' || chouette || CAST(seq AS TEXT) || text FROM chouette_events "
    "UNION ALL "
    "SELECT 'club ' || id FROM clubs UNION ALL "
    "SELECT 'table ' || id || game FROM family_tables UNION ALL "
    "SELECT 'line ' || family || CAST(seq AS TEXT) || line FROM family_lines UNION "
    "ALL "
    "SELECT 'member ' || club || CAST(number AS TEXT) || person FROM club_members "
    "UNION ALL "
    "SELECT 'announced ' || club || CAST(number AS TEXT) || text FROM club_news "
    "UNION ALL "
    "SELECT 'done ' || club || CAST(seq AS TEXT) || what FROM club_log";
enum { LINES = 4000 };

typedef struct inventory {
    char *line[LINES];
    int count;
} inventory;

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* In the order of its lines. */
static void take_inventory(storage *s, inventory *out)
{
    out->count = 0;
    storage_query *st = storage_statement(s, ST_COPY, kept);
    int code;
    while ((code = storage_step(st)) == STORAGE_ROW) {
        assert_in_range(out->count, 0, LINES - 1);
        out->line[out->count++] = strdup(storage_column_string(st, 0));
    }
    assert_int_equal(code, STORAGE_DONE);
    storage_reset(st);
    qsort(out->line, (size_t)out->count, sizeof *out->line, by_text);
}

static void free_inventory(inventory *all)
{
    for (int i = 0; i < all->count; i++) free(all->line[i]);
    all->count = 0;
}

/* How many lines of `before` are not in `after`; *first is one of them. */
static int missing(const inventory *before, const inventory *after, const char **first)
{
    int count = 0, k = 0;
    for (int i = 0; i < before->count; i++) {
        int order = 1;
        while (k < after->count &&
               (order = strcmp(after->line[k], before->line[i])) < 0)
            k++;
        if (order != 0 && count++ == 0) *first = before->line[i];
    }
    return count;
}

static void check_kept(const inventory *before, const inventory *after,
                       const char *during)
{
    const char *gone;
    if (missing(before, after, &gone))
        fail_msg("%s, %d at %lld: gone: %s", during, (int)bad.how, (long long)bad.count,
                 gone);
}

/* ---- the world ---- */

static server here;
static char folder[40], data[80];
static browser ada, bob, guest;
static char match[ID_SIZE], playing[ID_SIZE], waiting[ID_SIZE], session[ID_SIZE];
static char event[ID_SIZE], club[ID_SIZE], season[ID_SIZE], party[ID_SIZE];
static int64_t party_last; /* event */
static char with_friend[ID_SIZE], at_screen[ID_SIZE];
static char *match_text;

static browser newcomer(void)
{
    browser b = {.s = &here, .origin = ORIGIN};
    assert_int_equal(ask(&b, HTTP_GET, "/api/me", NULL), 200);
    return b;
}

static browser named(const char *name)
{
    char body[160];
    browser b = newcomer();
    snprintf(body, sizeof body, "{\"name\":\"%s\",\"password\":\"correct horse\"}",
             name);
    assert_int_equal(ask(&b, HTTP_POST, "/api/register", body), 200);
    return b;
}

static void make_game(browser *b, char id[ID_SIZE])
{
    assert_int_equal(ask(b, HTTP_POST, "/api/games", "{\"opponent\":\"link\"}"), 201);
    snprintf(id, ID_SIZE, "%s", told(b, "game"));
}

static void read_match(void)
{
    FILE *file = fopen(MATCH_FILE, "rb");
    assert_non_null(file);
    match_text = calloc(1, 1 << 20);
    assert_non_null(match_text);
    assert_true(fread(match_text, 1, (1 << 20) - 1, file) > 0);
    fclose(file);
}

/* A chouette of three persons that has begun. */
static void make_party(void)
{
    char path[80];
    browser cyd = named("Cyd");
    assert_int_equal(ask(&ada, HTTP_POST, "/api/chouettes", "{}"), 201);
    snprintf(party, ID_SIZE, "%s", told(&ada, "chouette"));
    snprintf(path, sizeof path, "/api/chouettes/%s/commands", party);
    assert_int_equal(ask(&bob, HTTP_POST, path, "{\"do\":\"sit\"}"), 200);
    assert_int_equal(ask(&cyd, HTTP_POST, path, "{\"do\":\"sit\"}"), 200);
    assert_int_equal(ask(&ada, HTTP_POST, path, "{\"do\":\"start\"}"), 200);
    party_last = json_integer_value(json_object_get(ada.json, "seq"));
    forget_reply(&cyd);
}

/* Only that chouette is there, as it was at its start. */
static void reset_party(void)
{
    enum { OTHERS = ST_COPY + 60, EVENTS, ROW };
    chouettes_drop(&here.chouettes);
    storage_query *st = storage_statement(here.store, (statement)OTHERS,
                                          "DELETE FROM chouettes WHERE id <> ?");
    storage_bind_text(st, 1, party);
    assert_int_equal(storage_run(st), ALEA_OK);
    st = storage_statement(here.store, (statement)EVENTS,
                           "DELETE FROM chouette_events WHERE seq > ?");
    storage_bind_number(st, 1, party_last);
    assert_int_equal(storage_run(st), ALEA_OK);
    st = storage_statement(here.store, (statement)ROW,
                           "UPDATE chouettes SET last = ?, games = 0");
    storage_bind_number(st, 1, party_last);
    assert_int_equal(storage_run(st), ALEA_OK);
}

/* A tournament of two, with Bob as second director. */
static void make_event(void)
{
    char path[80];
    assert_int_equal(ask(&ada, HTTP_POST, "/api/tournaments",
                         "{\"plan\":{\"name\":\"Thursday\",\"kind\":\"single\"}}"),
                     201);
    snprintf(event, ID_SIZE, "%s", told(&ada, "tournament"));
    snprintf(path, sizeof path, "/api/tournaments/%s/players", event);
    assert_int_equal(ask(&ada, HTTP_POST, path, "{}"), 201);
    assert_int_equal(ask(&bob, HTTP_POST, path, "{}"), 201);
    snprintf(path, sizeof path, "/api/tournaments/%s/start", event);
    assert_int_equal(ask(&ada, HTTP_POST, path, "{}"), 200);
}

#define SEASON_OF_TWO "{\"name\":\"Autumn\",\"divisions\":2,\"moves\":1,\"plan\":{}}"

/* A season of two divisions that are over. */
static void make_season(void)
{
    char path[80], division[2][ID_SIZE];
    assert_int_equal(ask(&ada, HTTP_POST, "/api/seasons", SEASON_OF_TWO), 201);
    snprintf(season, ID_SIZE, "%s", told(&ada, "season"));
    const json_t *all = json_object_get(ada.json, "divisions");
    for (size_t i = 0; i < 2; i++) {
        const json_t *facts = json_object_get(json_array_get(all, i), "facts");
        snprintf(division[i], ID_SIZE, "%s",
                 json_string_value(json_object_get(facts, "tournament")));
    }
    for (int i = 0; i < 2; i++) {
        for (int k = 0; k < 2; k++) {
            char body[40];
            snprintf(path, sizeof path, "/api/tournaments/%s/players", division[i]);
            snprintf(body, sizeof body, "{\"name\":\"P%d%d\"}", i, k);
            assert_int_equal(ask(&ada, HTTP_POST, path, body), 201);
        }
        snprintf(path, sizeof path, "/api/tournaments/%s/close", division[i]);
        assert_int_equal(ask(&ada, HTTP_POST, path, "{}"), 200);
    }
}

static void make_table(const char *body, char id[ID_SIZE])
{
    assert_int_equal(ask(&ada, HTTP_POST, "/api/tables", body), 201);
    snprintf(id, ID_SIZE, "%s", told(&ada, "table"));
}

/* Only those two tables are there, as they were made. */
static void set_tables(void)
{
    enum { MORE = ST_COPY + 52, PLAYED, BACK };
    storage_query *st = storage_statement(here.store, (statement)MORE,
                                          "DELETE FROM family_tables WHERE id <> ?"
                                          " AND id <> ?");
    storage_bind_text(st, 1, with_friend);
    storage_bind_text(st, 2, at_screen);
    assert_int_equal(storage_run(st), ALEA_OK);
    st = storage_statement(here.store, (statement)PLAYED, "DELETE FROM family_lines");
    assert_int_equal(storage_run(st), ALEA_OK);
    st = storage_statement(here.store, (statement)BACK,
                           "UPDATE family_tables SET last = 0,"
                           " stage = CASE WHEN seats = 1 THEN 0 ELSE 1 END,"
                           " user1 = CASE WHEN seats = 1 THEN '' ELSE user1 END");
    assert_int_equal(storage_run(st), ALEA_OK);
}

/* Only that season is there. */
static void remove_more_seasons(void)
{
    enum { SEASONS = ST_COPY + 46, DIVISIONS };
    storage_query *st = storage_statement(here.store, (statement)DIVISIONS,
                                          "DELETE FROM tournaments WHERE id IN (SELECT"
                                          " tournament FROM season_divisions"
                                          " WHERE season <> ?)");
    storage_bind_text(st, 1, season);
    assert_int_equal(storage_run(st), ALEA_OK);
    st = storage_statement(here.store, (statement)SEASONS,
                           "DELETE FROM seasons WHERE id <> ?");
    storage_bind_text(st, 1, season);
    assert_int_equal(storage_run(st), ALEA_OK);
}

/* A club of Ada's with Bob in it. */
static void make_club(void)
{
    char path[80];
    assert_int_equal(ask(&ada, HTTP_POST, "/api/clubs", "{\"name\":\"Thursday\"}"),
                     201);
    snprintf(club, ID_SIZE, "%s", told(&ada, "club"));
    snprintf(path, sizeof path, "/api/clubs/%s/members", club);
    assert_int_equal(ask(&bob, HTTP_POST, path, "{}"), 201);
    snprintf(path, sizeof path, "/api/clubs/%s", club);
    assert_int_equal(ask(&ada, HTTP_PATCH, path, "{\"ladder\":{\"length\":1}}"), 200);
    snprintf(path, sizeof path, "/api/clubs/%s/ladder", club);
    assert_int_equal(ask(&ada, HTTP_POST, path, "{\"on\":true}"), 200);
    assert_int_equal(ask(&bob, HTTP_POST, path, "{\"on\":true}"), 200);
}

/* The only match of the ladder is open and has no game; or there is none. */
static void set_ladder(bool has_match)
{
    enum { REMOVE = ST_COPY + 40, ADD };
    storage_query *st = storage_statement(here.store, (statement)REMOVE,
                                          "DELETE FROM club_matches WHERE club = ?");
    storage_bind_text(st, 1, club);
    assert_int_equal(storage_run(st), ALEA_OK);
    if (!has_match) return;
    st = storage_statement(here.store, (statement)ADD,
                           "INSERT INTO club_matches VALUES"
                           " (?, 6, 2, 1, ?, 0, 0, '', 0, -1, -1, -1, -1, -1)");
    storage_bind_text(st, 1, club);
    storage_bind_number(st, 2, server_now());
    assert_int_equal(storage_run(st), ALEA_OK);
}

/* The match of two teams waits for the second line-up, or its boards are open. */
static void set_teams(bool has_boards)
{
    enum { REMOVE = ST_COPY + 42, TEAMS, ADD };
    storage_query *st = storage_statement(here.store, (statement)REMOVE,
                                          "DELETE FROM club_boards WHERE club = ?");
    storage_bind_text(st, 1, club);
    assert_int_equal(storage_run(st), ALEA_OK);
    st = storage_statement(here.store, (statement)TEAMS,
                           "INSERT INTO club_teams VALUES (?1, 5, 'A', 'B', 1, 2, '1,',"
                           " '2,', 1, 1, 1, 1, 48, 120, 12, 5, ?2, 0, 0, '1,', ?3,"
                           " 0, 0, '')"
                           " ON CONFLICT (club, number) DO UPDATE SET state = 0,"
                           " ended = 0, lineup1 = excluded.lineup1");
    storage_bind_text(st, 1, club);
    storage_bind_number(st, 2, server_now() + 1000000);
    storage_bind_text(st, 3, has_boards ? "2," : "");
    assert_int_equal(storage_run(st), ALEA_OK);
    if (!has_boards) return;
    st = storage_statement(here.store, (statement)ADD,
                           "INSERT INTO club_boards VALUES"
                           " (?, 5, 1, 1, 2, 5, 0, 0, '', 0, -1, 0, -1, -1, -1)");
    storage_bind_text(st, 1, club);
    assert_int_equal(storage_run(st), ALEA_OK);
}

/* The match is open again. */
static void take_result_back(void)
{
    char path[80];
    snprintf(path, sizeof path, "/api/tournaments/%s/matches/0/result", event);
    const int status = ask(&ada, HTTP_DELETE, path, NULL);
    assert_true(status == 200 || status == 409);
}

static void make_world(void)
{
    char path[80];
    read_match();
    ada = named("Ada");
    bob = named("Bob");
    guest = newcomer();
    assert_int_equal(ask(&ada, HTTP_POST, "/api/matches?name=base.mat", match_text),
                     201);
    snprintf(match, ID_SIZE, "%s", told(&ada, "match"));
    make_game(&ada, playing);
    snprintf(path, sizeof path, "/api/games/%s/join", playing);
    assert_int_equal(ask(&bob, HTTP_POST, path, ""), 200);
    make_game(&ada, waiting);
    snprintf(path, sizeof path, "{\"game\":\"%s\",\"name\":\"Bob\"}", waiting);
    assert_int_equal(ask(&ada, HTTP_POST, "/api/challenges", path), 201);
    assert_int_equal(
        ask(&ada, HTTP_POST, "/api/friends", "{\"name\":\"Bob\",\"friend\":true}"),
        200);
    assert_int_equal(
        ask(&ada, HTTP_POST, "/api/reports", "{\"name\":\"Bob\",\"text\":\"slow\"}"),
        201);
    make_event();
    make_party();
    make_season();
    make_table("{\"game\":\"plakoto\",\"seats\":\"friend\"}", with_friend);
    make_table("{\"game\":\"tavli\"}", at_screen);
    make_club();
    assert_int_equal(ask(&bob, HTTP_GET, "/api/sessions", NULL), 200);
    const json_t *one = json_array_get(json_object_get(bob.json, "sessions"), 0);
    snprintf(session, ID_SIZE, "%s", json_string_value(json_object_get(one, "id")));
}

static void open_here(void)
{
    alea_error error = {0};
    const char *database = getenv("ALEA_TEST_DATABASE");
    const server_options options = {.listen = "127.0.0.1",
                                    .data = data,
                                    .database = database,
                                    .port = 8127,
                                    .threads = 0,
                                    .limit = 0,
                                    .quiet = true};
    memset(&here, 0, sizeof here);
    if (server_open(&here, &options, &error) != ALEA_OK) fail_msg("%s", error.reason);
    use_bad_driver(here.store, pass);
}

static int set_up(void **state)
{
    (void)state;
    if (use_bad_disk() != SQLITE_OK) return -1;
    snprintf(folder, sizeof folder, "/tmp/alea_failures_XXXXXX");
    if (!mkdtemp(folder)) return -1;
    snprintf(data, sizeof data, "%s/a.db", folder);
    open_here();
    make_world();
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    char removal[80];
    fail_no_more();
    forget_reply(&ada);
    forget_reply(&bob);
    forget_reply(&guest);
    server_close(&here);
    free(match_text);
    snprintf(removal, sizeof removal, "rm -r %s", folder);
    return system(removal);
}

/* ---- routes ---- */

typedef struct route_case {
    browser *who; /* NULL: a stranger without a cookie */
    http_method method;
    const char *path; /* *: the id */
    const char *id, *body;
    int status;
} route_case;

/* Who the browser is, asked without failures; "" without a session. */
static void id_of(const browser *b, char out[ID_SIZE])
{
    browser copy = *b;
    copy.reply = (http_reply){0};
    copy.json = NULL;
    *out = '\0';
    if (*b->cookie && ask(&copy, HTTP_GET, "/api/me", NULL) == 200)
        snprintf(out, ID_SIZE, "%s", told(&copy, "id"));
    forget_reply(&copy);
}

/* A game that was made although its answer was lost stays; too many are refused. */
static void remove_more_games(const char *user)
{
    static storage_game found[100];
    const int count = storage_games_of(here.store, user, false, 0, found, 100);
    for (int i = 0; i < count; i++)
        if (strcmp(found[i].id, playing) != 0 && strcmp(found[i].id, waiting) != 0)
            assert_int_equal(storage_game_remove(here.store, found[i].id), ALEA_OK);
}

static bool remove_report(void *context, const storage_report *r)
{
    if (strcmp(r->text, "x") == 0)
        assert_int_equal(report_remove(context, r->number), ALEA_OK);
    return true;
}

/* No thread takes what is in the queue. */
static void empty_queue(void)
{
    for (int k = 0; k < JOB_CLASSES; k++)
        for (const job *j; (j = here.work->waiting[k].first);)
            assert_true(jobs_cancel(here.work, j->id, j->order.user));
    jobs_poll(here.work);
}

/* One request with one way of failing; false when no statement failed. */
static bool try_route(const route_case *c, failure how, int64_t at)
{
    static inventory before, after;
    char path[200], was[ID_SIZE], is[ID_SIZE];
    browser stranger = {.s = &here, .origin = ORIGIN};
    browser *b = c->who ? c->who : &stranger;
    const char *star = strchr(c->path, '*');
    snprintf(path, sizeof path, "%.*s%s%s", (int)strcspn(c->path, "*"), c->path,
             c->id ? c->id : "", star ? star + 1 : "");
    id_of(b, was);
    remove_more_games(was);
    assert_int_equal(reports(here.store, remove_report, here.store), ALEA_OK);
    empty_queue();
    take_result_back();
    remove_more_seasons();
    set_tables();
    reset_party();
    set_ladder(strstr(path, "/matches/6") != NULL);
    set_teams(strstr(path, "/boards") != NULL);
    take_inventory(here.store, &before);
    fail_at(how, at);
    const int status = ask(b, c->method, path, c->body);
    const bool hit = bad.hit;
    fail_no_more();
    take_inventory(here.store, &after);
    const bool done = status == c->status;
    if (!done && (status < 500 || how == FAIL_SLOWLY))
        fail_msg("%s: %d %s with failure %d at %lld", path, status, error_code(b),
                 (int)how, (long long)at);
    check_kept(&before, &after, path);
    id_of(b, is);
    if (!done && *was && strcmp(was, is) != 0)
        fail_msg("%s: %s became %s with failure %d at %lld", path, was, is, (int)how,
                 (long long)at);
    forget_reply(&stranger);
    free_inventory(&before);
    free_inventory(&after);
    return hit;
}

static void test_routes(void **state)
{
    (void)state;
    const route_case all[] = {
        {NULL, HTTP_GET, "/api/me", NULL, NULL, 200},
        {&ada, HTTP_GET, "/api/me", NULL, NULL, 200},
        {&guest, HTTP_GET, "/api/me", NULL, NULL, 200},
        {&ada, HTTP_PATCH, "/api/me", NULL, "{\"settings\":{\"a\":1}}", 200},
        {&ada, HTTP_GET, "/api/sessions", NULL, NULL, 200},
        {NULL, HTTP_POST, "/api/login", NULL,
         "{\"name\":\"Ada\",\"password\":\"correct horse\"}", 200},
        {&ada, HTTP_GET, "/api/history", NULL, NULL, 200},
        {&ada, HTTP_GET, "/api/statistics", NULL, NULL, 200},
        {&ada, HTTP_GET, "/api/matches/*", match, NULL, 200},
        {&ada, HTTP_GET, "/api/matches/*/file", match, NULL, 200},
        {&ada, HTTP_GET, "/api/matches/*/picture.png", match, NULL, 200},
        {&ada, HTTP_POST, "/api/matches", NULL, match_text, 201},
        {&ada, HTTP_POST, "/api/matches/*/analysis", match, "{\"level\":\"deep\"}",
         202},
        {&ada, HTTP_GET, "/api/games/*", playing, NULL, 200},
        {&ada, HTTP_GET, "/api/games/*/dice", playing, NULL, 409},
        {&ada, HTTP_GET, "/api/games*", "?list=mine", NULL, 200},
        {&ada, HTTP_GET, "/api/games*", "?list=open", NULL, 200},
        {&ada, HTTP_GET, "/api/games*", "?list=live", NULL, 200},
        {&ada, HTTP_POST, "/api/games", NULL, "{\"opponent\":\"link\"}", 201},
        {&ada, HTTP_GET, "/g/*", playing, NULL, 200},
        {&ada, HTTP_GET, "/m/*", match, NULL, 200},
        {&ada, HTTP_GET, "/api/leaderboard", NULL, NULL, 200},
        {&ada, HTTP_GET, "/api/players/*", "Bob", NULL, 200},
        {&ada, HTTP_GET, "/api/friends", NULL, NULL, 200},
        {&ada, HTTP_POST, "/api/friends", NULL, "{\"name\":\"Bob\",\"muted\":true}",
         200},
        {&ada, HTTP_POST, "/api/reports", NULL, "{\"name\":\"Bob\",\"text\":\"x\"}",
         201},
        {&bob, HTTP_GET, "/api/challenges", NULL, NULL, 200},
        {&ada, HTTP_GET, "/api/desk", NULL, NULL, 200},
        {&ada, HTTP_POST, "/api/desk/matches", NULL, match_text, 200},
        {&ada, HTTP_PATCH, "/api/desk", NULL, "{\"me\":\"Ann\"}", 200},
        {&ada, HTTP_PATCH, "/api/desk", NULL, "{\"me\":\"\"}", 200},
        {&ada, HTTP_GET, "/api/desk/find", NULL, NULL, 200},
        {&ada, HTTP_GET, "/api/desk/stats", NULL, NULL, 200},
        {&ada, HTTP_POST, "/api/desk/deck", NULL, "{\"least_loss\":0}", 200},
        {&ada, HTTP_GET, "/api/desk/train", NULL, NULL, 200},
        {NULL, HTTP_GET, "/api/tournaments", NULL, NULL, 200},
        {&ada, HTTP_GET, "/api/tournaments*", "?list=mine", NULL, 200},
        {&bob, HTTP_GET, "/api/tournaments/*", event, NULL, 200},
        {NULL, HTTP_GET, "/api/tournaments/*/results.csv", event, NULL, 200},
        {&ada, HTTP_PATCH, "/api/tournaments/*", event, "{\"text\":\"x\"}", 200},
        {&ada, HTTP_POST, "/api/tournaments/*/directors", event, "{\"name\":\"Bob\"}",
         200},
        {&ada, HTTP_POST, "/api/tournaments/*/matches/0/result", event,
         "{\"winner\":0}", 200},
        {&bob, HTTP_GET, "/api/seasons", NULL, NULL, 200},
        {&bob, HTTP_GET, "/api/seasons/*", season, NULL, 200},
        {NULL, HTTP_GET, "/api/seasons/*/table.csv", season, NULL, 200},
        {&ada, HTTP_POST, "/api/seasons", NULL, SEASON_OF_TWO, 201},
        {&ada, HTTP_POST, "/api/seasons/*/next", season, "{}", 201},
        {&bob, HTTP_GET, "/api/clubs/*/ladder", club, NULL, 200},
        {NULL, HTTP_GET, "/api/clubs/*/ladder.csv", club, NULL, 200},
        {&bob, HTTP_POST, "/api/clubs/*/ladder/matches", club, "{\"member\":1}", 201},
        {&bob, HTTP_POST, "/api/clubs/*/ladder/matches/6/game", club, NULL, 201},
        {&ada, HTTP_POST, "/api/clubs/*/ladder/matches/6/result", club,
         "{\"winner\":2}", 200},
        {&bob, HTTP_DELETE, "/api/clubs/*/ladder/matches/6", club, NULL, 200},
        {&bob, HTTP_GET, "/api/clubs/*/teams", club, NULL, 200},
        {&bob, HTTP_GET, "/api/clubs/*/teams/5", club, NULL, 200},
        {NULL, HTTP_GET, "/api/clubs/*/teams/5/boards.csv", club, NULL, 200},
        {&bob, HTTP_POST, "/api/clubs/*/teams/5/lineup", club, "{\"members\":[2]}",
         200},
        {&bob, HTTP_POST, "/api/clubs/*/teams/5/boards/1/game", club, NULL, 201},
        {&bob, HTTP_POST, "/api/clubs/*/teams/5/boards/1/result", club,
         "{\"winner\":1,\"points\":0}", 200},
        {&bob, HTTP_POST, "/api/clubs/*/teams/5/boards/1/undo", club, "{}", 403},
        {NULL, HTTP_GET, "/api/tables", NULL, NULL, 200},
        {&ada, HTTP_GET, "/api/tables", NULL, NULL, 200},
        {NULL, HTTP_GET, "/api/tables?list=open", NULL, NULL, 200},
        {NULL, HTTP_GET, "/api/tables/*", with_friend, NULL, 200},
        {&ada, HTTP_GET, "/api/tables/*/rules", at_screen, NULL, 200},
        {&ada, HTTP_GET, "/api/tables/*/record", at_screen, NULL, 200},
        {&ada, HTTP_POST, "/api/tables", NULL, "{\"game\":\"ur\",\"seats\":\"open\"}",
         201},
        {&bob, HTTP_POST, "/api/tables/*", with_friend, "{\"do\":\"sit\"}", 200},
        {&ada, HTTP_POST, "/api/tables/*", at_screen, "{\"do\":\"opening\",\"seq\":0}",
         200},
        {&ada, HTTP_DELETE, "/api/tables/*", at_screen, NULL, 200},
        {NULL, HTTP_GET, "/api/chouettes", NULL, NULL, 200},
        {&bob, HTTP_GET, "/api/chouettes*", "?list=mine", NULL, 200},
        {&bob, HTTP_GET, "/api/chouettes/*", party, NULL, 200},
        {NULL, HTTP_GET, "/api/chouettes/*/settlement.csv", party, NULL, 200},
        {&bob, HTTP_GET, "/api/chouettes/*/log", party, NULL, 200},
        {&ada, HTTP_POST, "/api/chouettes", NULL, "{\"machines\":[\"casual\"]}", 201},
        {&bob, HTTP_POST, "/api/chouettes/*/commands", party,
         "{\"do\":\"say\",\"text\":\"x\"}", 200},
        {&ada, HTTP_POST, "/api/chouettes/*/commands", party,
         "{\"do\":\"event\",\"event\":\"begin\"}", 200},
        {NULL, HTTP_GET, "/api/clubs", NULL, NULL, 200},
        {&ada, HTTP_GET, "/api/clubs*", "?list=mine", NULL, 200},
        {&ada, HTTP_GET, "/api/clubs/*", club, NULL, 200},
        {&bob, HTTP_GET, "/api/clubs/*/members", club, NULL, 200},
        {&bob, HTTP_GET, "/api/clubs/*/members.csv", club, NULL, 200},
        {&bob, HTTP_GET, "/api/clubs/*/news", club, NULL, 200},
        {&bob, HTTP_GET, "/api/clubs/*/log", club, NULL, 200},
        {&ada, HTTP_GET, "/club/*", club, NULL, 200},
        {&ada, HTTP_GET, "/api/tournaments?club=*", club, NULL, 200},
        {&ada, HTTP_PATCH, "/api/clubs/*", club, "{\"text\":\"x\"}", 200},
        {&ada, HTTP_POST, "/api/clubs/*/news", club, "{\"text\":\"x\"}", 201},
        {&ada, HTTP_PATCH, "/api/clubs/*/members/2", club, "{\"role\":\"director\"}",
         200},
    };
    /* What a route does with a failure is the same with every storage: a database, with
     * which a try costs three times as much, fails in one way with each route. */
    const bool is_database = getenv("ALEA_TEST_DATABASE");
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        for (int how = 0; how < FAILURES; how++) {
            int64_t at = 1;
            if (is_database && i % FAILURES != (size_t)how) continue;
            while (try_route(&all[i], (failure)how, at)) at++;
            assert_in_range(at, 1, 200);
        }
}

/* ---- routes that remove ---- */

typedef struct removal {
    bool is_guest;
    http_method method;
    const char *path; /* *: the game that the person is challenged to */
    const char *body;
    int gone; /* lines of the inventory, from a try in which nothing fails */
} removal;

/* Somebody with a second session, a desk, a friend, a challenge and a game; challenged
 * to `invited`. */
static browser owner(bool is_guest, char invited[ID_SIZE])
{
    char body[100], id[ID_SIZE];
    browser b = is_guest ? newcomer() : named("Cleo");
    *invited = '\0';
    make_game(&b, id);
    if (is_guest) return b;
    browser again = newcomer();
    assert_int_equal(ask(&again, HTTP_POST, "/api/login",
                         "{\"name\":\"Cleo\",\"password\":\"correct horse\"}"),
                     200);
    forget_reply(&again);
    assert_int_equal(ask(&b, HTTP_POST, "/api/desk/matches", match_text), 200);
    assert_int_equal(
        ask(&b, HTTP_POST, "/api/friends", "{\"name\":\"Bob\",\"friend\":true}"), 200);
    make_game(&ada, invited);
    snprintf(body, sizeof body, "{\"game\":\"%s\",\"name\":\"Cleo\"}", invited);
    assert_int_equal(ask(&ada, HTTP_POST, "/api/challenges", body), 201);
    return b;
}

/* It removes all that is meant, or nothing: nothing where it says that it could not,
 * unless the answer to its last statement was lost. */
static bool try_removal(removal *c, failure how, int64_t at)
{
    static inventory others, before, after;
    char path[100], invited[ID_SIZE], id[ID_SIZE];
    const char *first = "";
    take_inventory(here.store, &others);
    browser b = owner(c->is_guest, invited);
    id_of(&b, id);
    take_inventory(here.store, &before);
    const char *star = strchr(c->path, '*');
    snprintf(path, sizeof path, "%.*s%s%s", (int)strcspn(c->path, "*"), c->path,
             star ? invited : "", star ? star + 1 : "");
    fail_at(how, at);
    const int status = ask(&b, c->method, path, c->body);
    const bool hit = bad.hit, done = status == 200;
    fail_no_more();
    take_inventory(here.store, &after);
    check_kept(&others, &after, path);
    const int gone = missing(&before, &after, &first);
    if (!at) c->gone = gone;
    if ((!done && (status < 500 || how == FAIL_SLOWLY)) || (done && gone != c->gone) ||
        (!done && gone && !(how == FAIL_AFTER && gone == c->gone)))
        fail_msg("%s: %d %s, %d of %d gone, with failure %d at %lld: %.80s", path,
                 status, error_code(&b), gone, c->gone, (int)how, (long long)at, first);
    remove_more_games(id);
    if (*invited) assert_int_equal(storage_game_remove(here.store, invited), ALEA_OK);
    assert_int_equal(storage_user_remove(here.store, id), ALEA_OK);
    here.people_checked = 0;
    server_tick(&here);
    forget_reply(&b);
    free_inventory(&others);
    free_inventory(&before);
    free_inventory(&after);
    return hit;
}

static void test_removals(void **state)
{
    (void)state;
    removal all[] = {
        {false, HTTP_POST, "/api/password",
         "{\"old\":\"correct horse\",\"new\":\"correct house\"}", 0},
        {false, HTTP_POST, "/api/logout", "", 0},
        {false, HTTP_DELETE, "/api/challenges/*", NULL, 0},
        {false, HTTP_DELETE, "/api/me", "{\"password\":\"correct horse\"}", 0},
        {true, HTTP_DELETE, "/api/me", "", 0},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        try_removal(&all[i], FAIL_ONCE, 0);
        assert_in_range(all[i].gone, 1, LINES);
        for (int how = 0; how < FAILURES; how++) {
            int64_t at = 1;
            while (try_removal(&all[i], (failure)how, at)) at++;
            assert_in_range(at, 2, 200);
        }
    }
}

/* ---- what runs by itself ---- */

static void test_periodic(void **state)
{
    static inventory before, after;
    (void)state;
    for (int how = 0; how < FAILURES; how++)
        for (int64_t at = 1;; at++) {
            char id[ID_SIZE];
            browser b = named("Cleo");
            take_inventory(here.store, &before);
            /* As `alea admin password` does: everybody's sessions are looked at
             * again. */
            id_of(&b, id);
            assert_int_equal(storage_sessions_remove_but(here.store, id, ""), ALEA_OK);
            free_inventory(&after);
            take_inventory(here.store, &after);
            here.people_checked = here.games_ticked = 0;
            here.upkeep.archive_at = here.upkeep.tidy_at = 0;
            fail_at((failure)how, at);
            server_tick(&here);
            const bool hit = bad.hit;
            fail_no_more();
            free_inventory(&before);
            take_inventory(here.store, &before);
            check_kept(&after, &before, "a tick");
            assert_int_equal(storage_user_remove(here.store, id), ALEA_OK);
            forget_reply(&b);
            free_inventory(&before);
            free_inventory(&after);
            if (!hit) break;
        }
}

/* A note that could not be written, an analysis that could not be stored: neither is
 * forgotten. */
static void test_notes(void **state)
{
    char user[ID_SIZE], *bytes;
    size_t size;
    (void)state;
    id_of(&ada, user);
    const char *const users[2] = {user, ""};
    fail_at(FAIL_ON, 1);
    study_game_ends(here.study, playing, users);
    fail_no_more();
    assert_int_equal(storage_blob_get(here.store, playing, "wanted", &bytes, &size),
                     ANSWER_ABSENT);
    study_game_over(here.study, playing);
    assert_int_equal(storage_blob_get(here.store, playing, "wanted", &bytes, &size),
                     ANSWER_FOUND);
    free(bytes);
    assert_int_equal(storage_blob_remove(here.store, playing, "wanted"), ALEA_OK);
}

/* ---- the start ---- */

/* A server that starts while its disk fails: it refuses, or serves; either way
 * everything is there when the disk works again. */
static void test_start(void **state)
{
    static inventory before, after;
    (void)state;
    if (getenv("ALEA_TEST_DATABASE")) skip();
    take_inventory(here.store, &before);
    for (int how = 0; how < DISK_FAILURES; how++)
        for (int at = 1, step = 1;; at += step) {
            alea_error error = {0};
            const server_options options = here.options;
            server_close(&here);
            memset(&here, 0, sizeof here);
            disk_fail_at((disk_failure)how, at);
            if (server_open(&here, &options, &error) == ALEA_OK) {
                server_tick(&here);
                server_close(&here);
            } else if (!*error.reason) {
                fail_msg("no reason with failure %d at %d", how, at);
            } else {
                server_close(&here);
            }
            const bool hit = disk.hit;
            disk_fail_at(DISK_READ, 0);
            open_here();
            take_inventory(here.store, &after);
            check_kept(&before, &after, "a start");
            free_inventory(&after);
            /* Each lock is waited for: only one of them. */
            if (!hit || how == DISK_BUSY) break;
            if (at >= 20) step = 5;
        }
    free_inventory(&before);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_start),    cmocka_unit_test(test_notes),
        cmocka_unit_test(test_periodic), cmocka_unit_test(test_routes),
        cmocka_unit_test(test_removals),
    };
    return cmocka_run_group_tests_name("storage failures", tests, set_up, tear_down);
}
