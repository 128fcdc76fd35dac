/* Requests read, routes, rights, limits: request.c, dispatch.c, limits.c. */
#include "asking.h"
#include "server/http/route.h"
#include "server/support/limits.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <unistd.h>

static server the_server;

static int open_server(void **state)
{
    *state = asking_server(&the_server, 32);
    return *state ? 0 : -1;
}

static int close_server(void **state)
{
    server_close(*state);
    return 0;
}

static void test_query(void **state)
{
    http_request r = {0};
    char out[32];
    (void)state;
    snprintf(
        r.query, sizeof r.query,
        "a=1&b=x%%20y+z&c=%%C3%%A4&empty=&bad=%%zz&nul=a%%00b&cut=%%4&raw=\xff&aa=2");
    assert_true(http_query(&r, "a", out, sizeof out));
    assert_string_equal(out, "1");
    assert_true(http_query(&r, "b", out, sizeof out));
    assert_string_equal(out, "x y z");
    assert_true(http_query(&r, "c", out, sizeof out));
    assert_string_equal(out, "\xc3\xa4");
    assert_true(http_query(&r, "empty", out, sizeof out));
    assert_string_equal(out, "");
    assert_true(http_query(&r, "aa", out, sizeof out));
    assert_string_equal(out, "2");
    assert_false(http_query(&r, "bad", out, sizeof out));
    assert_false(http_query(&r, "nul", out, sizeof out));
    assert_false(http_query(&r, "cut", out, sizeof out));
    assert_false(http_query(&r, "raw", out, sizeof out));
    assert_false(http_query(&r, "d", out, sizeof out));
    assert_false(http_query(&r, "b", out, 5));
    assert_true(http_query(&r, "b", out, 6));
}

/* What is there and is not a number is not taken for absent. */
static void test_query_numbers(void **state)
{
    http_request r = {0};
    (void)state;
    int64_t n;
    snprintf(r.query, sizeof r.query,
             "a=7&b=&c=x&d=99999999999&e=999999999999999999999999999&f=-1&g=8x&h=%%37");
    assert_true(http_query_number(&r, "a", 5, 1, 9, &n));
    assert_int_equal(n, 7);
    assert_true(http_query_number(&r, "h", 5, 1, 9, &n));
    assert_int_equal(n, 7);
    assert_true(http_query_number(&r, "none", 5, 1, 9, &n));
    assert_int_equal(n, 5);
    assert_true(http_query_number(&r, "d", 5, 1, INT64_MAX, &n));
    assert_int_equal(n, 99999999999);
    static const char *const bad[] = {"b", "c", "d", "e", "f", "g"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(http_query_number(&r, bad[i], 5, 1, 9, &n));
}

static void test_cookie(void **state)
{
    http_request r = {0};
    char out[8];
    (void)state;
    snprintf(r.cookie, sizeof r.cookie,
             "x=1; alea_session=abc ;y=2; long=12345678; z=");
    assert_true(http_cookie(&r, "alea_session", out, sizeof out));
    assert_string_equal(out, "abc");
    assert_true(http_cookie(&r, "y", out, sizeof out));
    assert_string_equal(out, "2");
    assert_true(http_cookie(&r, "z", out, sizeof out));
    assert_string_equal(out, "");
    assert_false(http_cookie(&r, "long", out, sizeof out));
    assert_false(http_cookie(&r, "session", out, sizeof out));
    assert_false(http_cookie(&r, "alea_sessio", out, sizeof out));
}

static void test_plain_text(void **state)
{
    (void)state;
    assert_true(http_is_plain("ab", 1, 2));
    assert_true(http_is_plain("\xc3\xa4\xf0\x9f\x8e\xb2", 2, 2));
    assert_false(http_is_plain("", 1, 2));
    assert_false(http_is_plain("abc", 1, 2));
    assert_false(http_is_plain("a\n", 1, 9));
    assert_false(http_is_plain("a\x7f", 1, 9));
    assert_false(http_is_plain("\xc2\x85", 1, 9));         /* a C1 control */
    assert_false(http_is_plain("\xc0\xaf", 1, 9));         /* overlong */
    assert_false(http_is_plain("\xed\xa0\x80", 1, 9));     /* a surrogate */
    assert_false(http_is_plain("\xf4\x90\x80\x80", 1, 9)); /* beyond Unicode */
    assert_false(http_is_plain("\xe2\x82", 1, 9));         /* cut short */
}

static json_t *parse(const char *text, int *status)
{
    http_request r = {.body = text, .body_size = strlen(text)};
    http_reply reply = {0};
    json_t *value = http_json(&r, &reply);
    *status = reply.status;
    http_reply_free(&reply);
    return value;
}

static void test_json(void **state)
{
    static const char *const bad[] = {"",
                                      "[]",
                                      "1",
                                      "{",
                                      "{\"a\":1,\"a\":2}",
                                      "{} x",
                                      "{\"a\":\"\xff\"}",
                                      "{\"a\":\"\\u0000\"}"};
    int status;
    char deep[200] = "{\"a\":";
    (void)state;
    json_t *value = parse("{\"a\": \"[{\\\"\", \"b\": [[1]]}", &status);
    assert_non_null(value);
    assert_int_equal(status, 0);
    json_decref(value);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_null(parse(bad[i], &status));
        assert_int_equal(status, 400);
    }
    for (int i = 0; i < 40; i++) strcat(deep, "[");
    assert_null(parse(deep, &status));
    assert_int_equal(status, 400);
}

/* Every address of the interface stands in docs/api.md. */
static void every_route_is_documented(void **state)
{
    const server *s = *state;
    static char text[256 * 1024];
    FILE *file = fopen("docs/api.md", "re");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    int routes = 0;
    for (const http_room *room = s->rooms; room->tables; room++)
        for (const http_route *const *of_file = room->tables; *of_file; of_file++)
            for (const http_route *r = *of_file; r->pattern; r++, routes++) {
                char address[80] = "";
                size_t n = 0;
                for (const char *c = r->pattern; *c; c++) {
                    if (*c == '{') {
                        n += (size_t)snprintf(address + n, sizeof address - n, "%s",
                                              c[1] == '*' ? "NAME" : "ID");
                        c = strchr(c, '}');
                    } else {
                        address[n++] = *c;
                    }
                }
                assert_non_null(r->handler);
                if (strncmp(address, "/api/", 5) == 0 && !strstr(text, address))
                    fail_msg("%s is not in docs/api.md", address);
            }
    assert_in_range(routes, 60, 400);
}

static void test_routes(void **state)
{
    browser b = {.s = *state};
    assert_int_equal(ask(&b, HTTP_GET, "/health", NULL), 200);
    assert_string_equal(told(&b, "status"), "ok");
    assert_int_equal(ask(&b, HTTP_HEAD, "/health", NULL), 200);
    assert_int_equal(ask(&b, HTTP_POST, "/health", NULL), 405);
    assert_int_equal(ask(&b, HTTP_OTHER, "/health", NULL), 405);
    assert_int_equal(ask(&b, HTTP_GET, "/nothing", NULL), 404);
    assert_int_equal(ask(&b, HTTP_GET, "/healthy", NULL), 404);
    assert_int_equal(ask(&b, HTTP_GET, "/health/", NULL), 404);
    assert_int_equal(ask(&b, HTTP_GET, "", NULL), 404);
    static const char *const pages[] = {
        "/",      "/g/abcdefghij27", "/m/abcdefghij27", "/m/abcdefghij27/3/41",
        "/p",     "/editor",         "/history",        "/account",
        "/rules", "/help",           "/learn",          "/analyse",
        "/train"};
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
        assert_int_equal(ask(&b, HTTP_GET, pages[i], NULL), 200);
        assert_string_equal(b.reply.type, "text/html; charset=utf-8");
        assert_true(b.reply.gzipped && *b.reply.etag);
        const bool has_card = strcmp(pages[i], "/") == 0 ||
                              strcmp(pages[i], "/learn") == 0 ||
                              strcmp(pages[i], "/train") == 0;
        assert_true(!b.reply.fixed == has_card && b.reply.at_once == has_card);
        assert_false(b.reply.cacheable_for_ever);
    }
    static const char *const none[] = {"/g/",
                                       "/g/abcdefghij2",
                                       "/g/abcdefghij271",
                                       "/g/abcdefghij28",
                                       "/g/ABCDEFGHIJ27",
                                       "/m/abcdefghij27/",
                                       "/m/abcdefghij27/3",
                                       "/m/abcdefghij27/x/1",
                                       "/m/abcdefghij27/1/1234567",
                                       "/assets/",
                                       "/assets/app.js",
                                       "/assets/../etc"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        assert_int_equal(ask(&b, HTTP_GET, none[i], NULL), 404);
    /* A person gets the page, which says that there is nothing; a program gets JSON. */
    static const char *const typed[] = {"/quiz", "/g/zzz", "/m/abcdefghij27/3",
                                        "/apis"};
    for (size_t i = 0; i < sizeof typed / sizeof *typed; i++) {
        assert_int_equal(ask(&b, HTTP_GET, typed[i], NULL), 404);
        assert_string_equal(b.reply.type, "text/html; charset=utf-8");
        assert_true(b.reply.gzipped && b.reply.fixed && !*b.reply.etag);
        assert_int_equal(ask(&b, HTTP_POST, typed[i], "{}"), 404);
        assert_string_equal(error_code(&b), "not_found");
    }
    static const char *const asked[] = {"/api",       "/api/quiz", "/assets/app.js",
                                        "/metrics/x", "/move/",    "/eval/x"};
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        assert_int_equal(ask(&b, HTTP_GET, asked[i], NULL), 404);
        assert_string_equal(error_code(&b), "not_found");
    }
    forget_reply(&b);
}

static void test_host(void **state)
{
    static const char *const good[] = {"localhost",  "LOCALHOST:8127", "127.0.0.1",
                                       "[::1]:8127", "192.168.1.7:80", "localhost."};
    static const char *const bad[] = {"",
                                      "evil.example",
                                      "evil.example:8127",
                                      "127.0.0.1.evil.example",
                                      "localhost:80x",
                                      "localhost,evil.example",
                                      "[::1",
                                      ":8127",
                                      "user@localhost"};
    browser b = {.s = *state};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        b.host = good[i];
        assert_int_equal(ask(&b, HTTP_GET, "/health", NULL), 200);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        b.host = bad[i];
        assert_int_equal(ask(&b, HTTP_GET, "/health", NULL), 403);
        assert_string_equal(error_code(&b), "wrong_host");
        assert_int_equal(ask(&b, HTTP_GET, "/", NULL), 403);
    }
    the_server.options.hosts[0] = "Games.Example";
    b.host = "games.example:443";
    assert_int_equal(ask(&b, HTTP_GET, "/health", NULL), 200);
    forget_reply(&b);
}

static void test_origin(void **state)
{
    static const char *const bad[] = {"null",
                                      "http://evil.example",
                                      "https://127.0.0.1",
                                      "http://127.0.0.1:8128",
                                      "http://127.0.0.1",
                                      "http://127.0.0.1:8127.evil.example",
                                      "127.0.0.1"};
    browser b = {.s = *state};
    assert_int_equal(ask(&b, HTTP_GET, "/api/me", NULL), 200);
    assert_int_equal(ask(&b, HTTP_PATCH, "/api/me", "{\"name\":\"Ada\"}"), 200);
    b.origin = "http://127.0.0.1:8127";
    assert_int_equal(ask(&b, HTTP_PATCH, "/api/me", "{\"name\":\"Bob\"}"), 200);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        b.origin = bad[i];
        assert_int_equal(ask(&b, HTTP_PATCH, "/api/me", "{\"name\":\"Eve\"}"), 403);
        assert_string_equal(error_code(&b), "wrong_origin");
    }
    b.origin = NULL;
    assert_int_equal(ask(&b, HTTP_GET, "/api/me", NULL), 200);
    assert_string_equal(told(&b, "name"), "Bob");
    forget_reply(&b);
}

static void test_needs_session(void **state)
{
    browser b = {.s = *state};
    assert_int_equal(ask(&b, HTTP_GET, "/api/sessions", NULL), 401);
    assert_int_equal(ask(&b, HTTP_PATCH, "/api/me", "{}"), 401);
    assert_int_equal(ask(&b, HTTP_HEAD, "/api/me", NULL), 401); /* makes no guest */
    snprintf(b.cookie, sizeof b.cookie, "alea_session=%043d", 7);
    assert_int_equal(ask(&b, HTTP_GET, "/api/sessions", NULL), 401);
    forget_reply(&b);
}

/* What the log says meanwhile; the caller's to free. */
static char *logged(browser *b, int times)
{
    FILE *file = tmpfile();
    assert_non_null(file);
    fflush(stderr);
    const int kept = dup(2);
    assert_true(kept >= 0 && dup2(fileno(file), 2) == 2);
    for (int i = 0; i < times; i++) ask(b, HTTP_GET, "/api/levels", NULL);
    fflush(stderr);
    assert_int_equal(dup2(kept, 2), 2);
    close(kept);
    const long size = ftell(file);
    char *text = calloc(1, (size_t)size + 1);
    assert_non_null(text);
    rewind(file);
    assert_int_equal(fread(text, 1, (size_t)size, file), size);
    fclose(file);
    return text;
}

/* A flood of them fills no disk, and what a stranger sent commands no terminal. */
static void test_refusals_are_logged(void **state)
{
    static char host[240];
    server *s = *state;
    browser b = {.s = s, .host = host};
    memset(host, 'x', sizeof host - 1);
    memcpy(host, "a\x1b[2J\n{\"level\":\\\xff", 18);
    char *text = logged(&b, 1000);
    int lines = 0;
    for (const char *c = text; *c; c++) {
        lines += *c == '\n';
        assert_true(*c == '\n' || (*c >= ' ' && *c <= '~'));
    }
    assert_int_equal(s->count.refused[REFUSED_HOST], 1000);
    assert_in_range(lines, 20, 60);
    *strchr(text, '\n') = '\0';
    assert_true(strlen(text) < 500);
    json_t *line = json_loads(text, 0, NULL);
    assert_non_null(line);
    assert_string_equal(json_string_value(json_object_get(line, "event")), "refused");
    assert_string_equal(json_string_value(json_object_get(line, "reason")), "host");
    assert_string_equal(json_string_value(json_object_get(line, "address")),
                        "127.0.0.1");
    const char *about = json_string_value(json_object_get(line, "about"));
    assert_true(strncmp(about, "a\\x1b[2J\\x0a{", 13) == 0 && strlen(about) < 90);
    json_decref(line);
    free(text);
    /* A cookie that is nobody's: told, but not what it says. */
    b.host = NULL;
    server_log_open(false);
    snprintf(b.cookie, sizeof b.cookie, "alea_session=%043d", 7);
    text = logged(&b, 1);
    assert_non_null(strstr(text, "\"reason\":\"session\""));
    assert_null(strstr(text, "0000000"));
    free(text);
    forget_reply(&b);
}

static void test_request_limit(void **state)
{
    browser b = {.s = *state, .address = "192.0.2.1"}, other = {.s = *state};
    int status = 200, asked = 0;
    while (status == 200 && asked < 1000) {
        status = ask(&b, HTTP_GET, "/api/me", NULL);
        asked++;
    }
    assert_int_equal(status, 429);
    assert_in_range(asked, 241, 300);
    assert_in_range(b.reply.retry_after_s, 1, 2);
    assert_int_equal(ask(&b, HTTP_GET, "/", NULL), 200); /* the page is not counted */
    assert_int_equal(ask(&b, HTTP_GET, "/health", NULL), 200); /* nor are monitors */
    assert_int_equal(ask(&other, HTTP_GET, "/api/me", NULL), 200);
    forget_reply(&b);
    forget_reply(&other);
}

static void test_buckets(void **state)
{
    int wait_s = 0;
    (void)state;
    limits *l = limits_new(32);
    for (int i = 0; i < 10; i++)
        assert_true(limits_take(l, "10.0.0.1", LIMIT_LOGIN, 1000, NULL));
    assert_false(limits_take(l, "10.0.0.1", LIMIT_LOGIN, 1000, &wait_s));
    assert_in_range(wait_s, 6, 7);
    assert_true(limits_take(l, "10.0.0.1", LIMIT_REQUEST, 1000, NULL));
    assert_true(limits_take(l, "10.0.0.2", LIMIT_LOGIN, 1000, NULL));
    assert_true(limits_take(l, "10.0.0.1", LIMIT_LOGIN, 8000, NULL));
    assert_false(limits_take(l, "10.0.0.1", LIMIT_LOGIN, 8000, NULL));
    /* An IPv6 customer has a /64; an IPv4 address is the same in either clothes. */
    for (int i = 0; i < 10; i++) {
        char address[64];
        snprintf(address, sizeof address, "2001:db8:1:2::%x", i + 1);
        assert_true(limits_take(l, address, LIMIT_LOGIN, 1000, NULL));
    }
    assert_false(limits_take(l, "2001:db8:1:2:ffff::9", LIMIT_LOGIN, 1000, NULL));
    assert_true(limits_take(l, "2001:db8:1:3::1", LIMIT_LOGIN, 1000, NULL));
    assert_false(limits_take(l, "::ffff:10.0.0.1", LIMIT_LOGIN, 8000, NULL));
    limits_free(l);
}

static bool has_room(limits *l, double kilobytes, int64_t now)
{
    /* What is taken is given back. */
    const bool has = limits_take_both(l, "10.0.0.1", LIMIT_STORED, "", LIMIT_STORED,
                                      kilobytes, now, NULL);
    if (has) limits_settle_storage(l, "10.0.0.1", "", false, -kilobytes, now);
    return has;
}

static void test_storage_is_settled(void **state)
{
    const double most = 9 * 1024;
    (void)state;
    limits *l = limits_new(32);
    assert_true(has_room(l, most, 0));
    limits_settle_storage(l, "10.0.0.1", "", false, 1024, 0);
    assert_false(has_room(l, most - 1023, 0));
    assert_true(has_room(l, most - 1025, 0));
    limits_settle_storage(l, "10.0.0.1", "", false, -5000,
                          0); /* never more than full */
    limits_settle_storage(l, "10.0.0.1", "", false, 1, 0);
    assert_false(has_room(l, most, 0));
    /* A debt is paid first, at most for a day. */
    limits_settle_storage(l, "10.0.0.1", "", false, 10 * most, 0);
    assert_false(has_room(l, 1, 86300 * 1000));
    assert_true(has_room(l, 1, 86500 * 1000));
    /* Below it people may come and train for 2 MB. */
    int64_t now = 90000 * 1000;
    int kilobytes = 0, wait_s = 0;
    while (
        limits_take_both(l, "10.0.0.1", LIMIT_STORED, "", LIMIT_STORED, 1, now, NULL))
        continue;
    while (limits_take_beyond(l, "10.0.0.1", 1, now, &wait_s)) kilobytes++;
    assert_in_range(kilobytes, 2048, 2049);
    assert_in_range(wait_s, 19000, 19400);
    limits_settle_storage(NULL, "10.0.0.1", "", false, 1, 0);
    limits_free(l);
}

static void test_connection_counts(void **state)
{
    (void)state;
    limits *l = limits_new(32), *open = limits_new(0);
    for (int i = 0; i < LIMIT_SOCKETS; i++)
        assert_true(limits_count_connection(l, "10.0.0.1", true, 0));
    assert_false(limits_count_connection(l, "10.0.0.1", true, 0));
    assert_true(limits_count_connection(l, "10.0.0.1", false, 0));
    assert_true(limits_count_connection(l, "10.0.0.2", true, 0));
    limits_forget_connection(l, "10.0.0.1", true);
    assert_true(limits_count_connection(l, "10.0.0.1", true, 0));
    assert_false(limits_count_connection(l, "10.0.0.1", true, 0));
    /* A flood from everywhere pushes out nobody who is connected. */
    for (int i = 0; i < 200000; i++) {
        char address[32];
        snprintf(address, sizeof address, "11.%d.%d.%d", i >> 16, i >> 8 & 255,
                 i & 255);
        limits_take(l, address, LIMIT_REQUEST, i, NULL);
    }
    assert_false(limits_count_connection(l, "10.0.0.1", true, 200000));
    for (int i = 0; i < 10000; i++)
        assert_true(limits_count_connection(open, "10.0.0.1", true, 0) &&
                    limits_take(open, "10.0.0.1", LIMIT_LOGIN, 0, NULL));
    limits_free(l);
    limits_free(open);
}

int main(void)
{
#define WITH_SERVER(test)                                                              \
    cmocka_unit_test_setup_teardown(test, open_server, close_server)
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_query),
        cmocka_unit_test(test_query_numbers),
        cmocka_unit_test(test_cookie),
        cmocka_unit_test(test_plain_text),
        cmocka_unit_test(test_json),
        cmocka_unit_test(test_buckets),
        cmocka_unit_test(test_connection_counts),
        cmocka_unit_test(test_storage_is_settled),
        WITH_SERVER(every_route_is_documented),
        WITH_SERVER(test_routes),
        WITH_SERVER(test_host),
        WITH_SERVER(test_origin),
        WITH_SERVER(test_needs_session),
        WITH_SERVER(test_request_limit),
        WITH_SERVER(test_refusals_are_logged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
