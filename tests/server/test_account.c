/* Guests, names, passwords, sessions: account.c, session.c, passwords.c. */
#define _GNU_SOURCE /* RTLD_NEXT */
#include "asking.h"
#include "server/people/account_names.h"
#include "server/people/names.h"
#include "server/people/passwords.h"

#include <ctype.h>
#include <dlfcn.h>
#include <setjmp.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

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

#define REGISTER "{\"name\":\"Ada\",\"password\":\"correct horse\"}"

static void test_guest(void **state)
{
    browser b = {.s = *state}, other = {.s = *state};
    char id[16];
    assert_int_equal(ask(&b, HTTP_GET, "/api/me", NULL), 200);
    assert_true(json_is_true(json_object_get(b.json, "guest")));
    assert_true(json_is_false(json_object_get(b.json, "insecure")));
    assert_non_null(strstr(b.reply.set_cookie, "; HttpOnly; SameSite=Lax"));
    assert_null(strstr(b.reply.set_cookie, "Secure"));
    assert_true(strlen(b.cookie) == strlen("alea_session=") + 43);
    snprintf(id, sizeof id, "%s", told(&b, "id"));
    assert_int_equal(strlen(id), 12);
    assert_int_equal(ask(&b, HTTP_GET, "/api/me", NULL), 200);
    assert_string_equal(told(&b, "id"), id);
    assert_string_equal(b.reply.set_cookie, "");
    assert_int_equal(ask(&other, HTTP_GET, "/api/me", NULL), 200);
    assert_string_not_equal(told(&other, "id"), id);
    forget_reply(&b);
    forget_reply(&other);
}

static void test_names(void **state)
{
    static const char *const good[][2] = {
        {"Ada", "Ada"},
        {"  Ada   L  ", "Ada L"},
        {"Ada\xc2\xa0\xc2\xa0L", "Ada L"},
        {"\xc3\x84\xe3\x81\x82", "\xc3\x84\xe3\x81\x82"},
        {"<b>&\"'", "<b>&\"'"}};
    static const char *const bad[] = {"", "   ", "a\tb",
                                      "123456789012345678901234567890123", "\xff"};
    static const char *const unseen[] = {
        "\xc2\x85",     "\xc2\xad",     "a\xe2\x80\x8b", "a\xe2\x80\xae",
        "\xe2\x81\xa0", "\xe3\x85\xa4", "\xef\xbb\xbf",  "\xf3\xa0\x81\x81"};
    char out[132];
    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        assert_true(account_clean_name(good[i][0], out));
        assert_string_equal(out, good[i][1]);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(account_clean_name(bad[i], out));
    assert_false(account_clean_name(NULL, out));
    for (size_t i = 0; i < sizeof unseen / sizeof *unseen; i++) {
        char name[16];
        snprintf(name, sizeof name, "%sb", unseen[i]);
        assert_false(name_is_plain(name));
        assert_false(name_is_plain(unseen[i]));
    }
}

static void test_change(void **state)
{
    browser b = {.s = *state};
    char large[9000] = "{\"settings\":{\"x\":\"";
    ask(&b, HTTP_GET, "/api/me", NULL);
    assert_int_equal(ask(&b, HTTP_PATCH, "/api/me",
                         "{\"name\":\" Ada \",\"settings\":{\"theme\":\"dark\"}}"),
                     200);
    assert_string_equal(told(&b, "name"), "Ada");
    assert_int_equal(ask(&b, HTTP_GET, "/api/me", NULL), 200);
    assert_string_equal(json_string_value(json_object_get(
                            json_object_get(b.json, "settings"), "theme")),
                        "dark");
    assert_int_equal(ask(&b, HTTP_PATCH, "/api/me", "{\"settings\":[]}"), 422);
    assert_int_equal(ask(&b, HTTP_PATCH, "/api/me", "{\"name\":7}"), 422);
    assert_int_equal(ask(&b, HTTP_PATCH, "/api/me", "nonsense"), 400);
    memset(large + strlen(large), 'a', 8300);
    strcat(large, "\"}}");
    assert_int_equal(ask(&b, HTTP_PATCH, "/api/me", large), 422);
    /* Nothing of a refused change is kept. */
    assert_int_equal(ask(&b, HTTP_PATCH, "/api/me", "{\"settings\":{},\"name\":\"\"}"),
                     422);
    assert_int_equal(ask(&b, HTTP_GET, "/api/me", NULL), 200);
    assert_int_equal(json_object_size(json_object_get(b.json, "settings")), 1);
    forget_reply(&b);
}

/* A session of a user that began `age_days` ago and was seen just now. */
static void begin_long_ago(browser *b, const char *user, int age_days)
{
    uint8_t secret[32];
    char text[64];
    storage_session session = {.seen = server_now()};
    session.created = session.seen - (int64_t)age_days * 24 * 3600 * 1000;
    memset(secret, age_days & 255, sizeof secret);
    server_new_id(session.id);
    snprintf(session.user, sizeof session.user, "%s", user);
    crypto_generichash(session.secret_hash, sizeof session.secret_hash, secret,
                       sizeof secret, NULL, 0);
    assert_int_equal(storage_session_put(b->s->store, &session), ALEA_OK);
    sodium_bin2base64(text, sizeof text, secret, sizeof secret,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    snprintf(b->cookie, sizeof b->cookie, "alea_session=%s", text);
}

static void test_sessions_end_in_time(void **state)
{
    browser named = {.s = *state}, guest = {.s = *state};
    char id[ID_SIZE];
    ask(&named, HTTP_GET, "/api/me", NULL);
    assert_int_equal(ask(&named, HTTP_POST, "/api/register",
                         "{\"name\":\"Ada\",\"password\":\"correct horse\"}"),
                     200);
    snprintf(id, sizeof id, "%s", told(&named, "id"));
    begin_long_ago(&named, id, 364);
    assert_int_equal(ask(&named, HTTP_GET, "/api/sessions", NULL), 200);
    begin_long_ago(&named, id, 366);
    assert_int_equal(ask(&named, HTTP_GET, "/api/sessions", NULL), 401);
    /* A guest could not sign in again. */
    ask(&guest, HTTP_GET, "/api/me", NULL);
    snprintf(id, sizeof id, "%s", told(&guest, "id"));
    begin_long_ago(&guest, id, 900);
    assert_int_equal(ask(&guest, HTTP_GET, "/api/sessions", NULL), 200);
    forget_reply(&named);
    forget_reply(&guest);
}

/* Names of one alphabet that look like a name of another. */
static void test_names_that_look_alike(void **state)
{
    browser b = {.s = *state}, guest = {.s = *state};
    static const char *const alike[] = {
        "\xd0\xa1\xd0\xbe\xd1\x81\xd0\xbe",                 /* Cyrillic */
        "C0c0", "coco", "\xcf\xb9\xce\xbf\xcf\xb2\xce\xbf", /* Greek */
    };
    char body[200], one[NAME_SKELETON_SIZE];
    ask(&b, HTTP_GET, "/api/me", NULL);
    assert_int_equal(ask(&b, HTTP_POST, "/api/register",
                         "{\"name\":\"Coco\",\"password\":\"correct horse\"}"),
                     200);
    ask(&guest, HTTP_GET, "/api/me", NULL);
    for (size_t i = 0; i < sizeof alike / sizeof *alike; i++) {
        name_skeleton(alike[i], one);
        assert_string_equal(one, "coco");
        snprintf(body, sizeof body, "{\"name\":\"%s\",\"password\":\"correct horse\"}",
                 alike[i]);
        assert_int_equal(ask(&guest, HTTP_POST, "/api/register", body), 409);
        assert_string_equal(error_code(&guest), "name_taken");
    }
    assert_int_equal(ask(&guest, HTTP_PATCH, "/api/me", "{\"name\":\"Cocos\"}"), 200);
    forget_reply(&b);
    forget_reply(&guest);
}

/* Pairs of UTS 39, by its text and its confusables.txt. */
static void test_looks(void **state)
{
    static const char *const pairs[][2] = {
        {"paypal", "\xd1\x80\xd0\xb0\xd1\x83\xd1\x80\xd0\xb0\xd3\x8f"}, /* Cyrillic */
        {"scope", "\xd1\x95\xd1\x81\xd0\xbe\xd1\x80\xd0\xb5"},
        {"toys-r-us", "toys\xe2\x80\x93r\xe2\x80\x93us"}, /* dashes */
        {"O", "\xd5\x95"},                                /* Armenian */
        {"DWB", "\xe1\x8e\xa0\xe1\x8e\xb3\xe1\x8f\xb4"},  /* Cherokee */
        {"HOT", "\xea\x93\xa7\xea\x93\xb3\xea\x93\x94"},  /* Lisu */
        {"OK", "\xe2\xb2\x9e\xe2\xb2\x94"},               /* Coptic */
        {"Ida", "\xd7\x95"
                "da"}, /* a Hebrew Vav */
        {"sos", "s\xc3\xb8s"},
        {"\xe3\x83\x88", "\xe5\x8d\x9c"}, /* Katakana to, Chinese for oracle */
        {"\xd0\xa8\xd0\x90\xd0\xa0", "\xd1\x88\xd0\xb0\xd1\x80"}, /* case */
        {"\xd0\x93\xd0\x95\xd0\x9d\xd0\x90", "\xd0\xb3\xd0\xb5\xd0\xbd\xd0\xb0"},
        {"25", "\xc6\xa7"
               "5"},
        {"5000", "S\xd9\xa5\xdb\xb5"
                 "0"}, /* Arabic digits */
        {"\xe2\x80\x99", "'"},
        {"ill", "|1I"},
        {"modern", "modem"},
        {"wave", "vvave"},
    };
    char one[NAME_SKELETON_SIZE], two[NAME_SKELETON_SIZE];
    (void)state;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        name_skeleton(pairs[i][0], one);
        name_skeleton(pairs[i][1], two);
        assert_string_equal(one, two);
    }
}

/* What names look like by an older table is made good at the start. */
static void test_looks_of_stored_names(void **state)
{
    browser b = {.s = *state};
    storage_user user;
    ask(&b, HTTP_GET, "/api/me", NULL);
    assert_int_equal(ask(&b, HTTP_POST, "/api/register", REGISTER), 200);
    assert_int_equal(storage_user_named(b.s->store, "Ada", &user), ANSWER_FOUND);
    strcpy(user.skeleton, "older");
    assert_int_equal(storage_user_put(b.s->store, &user), ALEA_OK);
    accounts_prepare(&b.s->people);
    assert_int_equal(storage_user_named(b.s->store, "Ada", &user), ANSWER_FOUND);
    assert_string_equal(user.skeleton, "ada");
    forget_reply(&b);
}

/* Nobody is taken for somebody else. */
static void test_names_of_others(void **state)
{
    browser b = {.s = *state}, guest = {.s = *state};
    static const char *const taken[] = {
        "Magriel", "mAGRIEL", "alea",     "Alea (expert)", "somebody",
        "Magrie1", "MAGRIEI", "Rnagriel", "A1ea",          "Rnachine"};
    static const char *const bad[] = {
        "M\xd0\xb0griel",           /* a Cyrillic a */
        "\xe2\xa0\x80\xe2\xa0\x80", /* blank Braille */
        "Mag\xd8\x9criel",          /* an Arabic letter mark */
        "Mag\xe1\xa0\x8eriel",      /* a Mongolian separator */
        "\xef\xbc\xad"
        "agriel", /* a fullwidth M */
        "\xf0\x9d\x90\x8c"
        "agriel",               /* a mathematical M */
        "Magrie\xcc\x81l",      /* a combining accent */
        "Magriel\xef\xb8\x8f",  /* an emoji selector */
        "\xce\x9fscar",         /* a Greek O */
        "Ann \xd7\x90\xd7\x9f", /* Latin and Hebrew */
        "Mag\xea\x9c\xb0iel",   /* a small capital F */
    };
    static const char *const good[] = {
        "Magrielle",
        "\xd0\x9c\xd0\xb0\xd1\x88\xd0\xb0",
        "\xc3\x85sa \xc5\xbdi",
        "\xe6\xb8\xa1\xe8\xbe\xba Ken",
        "Ann \xe2\x9d\xa4\xef\xb8\x8f",
        "alean",
        "Alexis 2",
        "\xc6\x8fli",                                       /* Azerbaijani */
        "\xe5\xb1\xb1\xe3\x83\x87\xe3\x82\xa3 Ken",         /* Han, Kana */
        "\xe0\xa4\xb0\xe0\xa5\x80\xe0\xa4\xa4\xe0\xa4\xbe", /* Hindi */
        "\xd9\x85\xd9\x8f\xd9\x86\xd9\x89 5",               /* Arabic, with a vowel */
        "\xed\x95\x9c Kim"};                                /* Hangul */
    char body[200];
    ask(&b, HTTP_GET, "/api/me", NULL);
    assert_int_equal(ask(&b, HTTP_POST, "/api/register",
                         "{\"name\":\"Magriel\",\"password\":\"correct horse\"}"),
                     200);
    ask(&guest, HTTP_GET, "/api/me", NULL);
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++) {
        snprintf(body, sizeof body, "{\"name\":\"%s\"}", taken[i]);
        assert_int_equal(ask(&guest, HTTP_PATCH, "/api/me", body), 409);
        assert_string_equal(error_code(&guest), "name_taken");
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        snprintf(body, sizeof body, "{\"name\":\"%s\"}", bad[i]);
        assert_int_equal(ask(&guest, HTTP_PATCH, "/api/me", body), 422);
        snprintf(body, sizeof body, "{\"name\":\"%s\",\"password\":\"correct horse\"}",
                 bad[i]);
        assert_int_equal(ask(&guest, HTTP_POST, "/api/register", body), 422);
        assert_string_equal(error_code(&guest), "bad_name");
    }
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        snprintf(body, sizeof body, "{\"name\":\"%s\"}", good[i]);
        assert_int_equal(ask(&guest, HTTP_PATCH, "/api/me", body), 200);
        assert_string_equal(told(&guest, "name"), good[i]);
    }
    forget_reply(&b);
    forget_reply(&guest);
}

static void test_register_and_login(void **state)
{
    browser b = {.s = *state}, other = {.s = *state};
    char id[16], old_cookie[512];
    ask(&b, HTTP_GET, "/api/me", NULL);
    snprintf(id, sizeof id, "%s", told(&b, "id"));
    memcpy(old_cookie, b.cookie, sizeof old_cookie);
    assert_int_equal(ask(&b, HTTP_POST, "/api/register", REGISTER), 200);
    assert_string_equal(told(&b, "id"), id);
    assert_true(json_is_false(json_object_get(b.json, "guest")));
    assert_string_not_equal(b.cookie, old_cookie); /* a new secret */
    memcpy(other.cookie, old_cookie, sizeof other.cookie);
    assert_int_equal(ask(&other, HTTP_GET, "/api/sessions", NULL), 401);
    assert_int_equal(ask(&b, HTTP_POST, "/api/register", REGISTER), 409);
    assert_int_equal(ask(&b, HTTP_PATCH, "/api/me", "{\"name\":\"Eve\"}"), 409);

    other.cookie[0] = '\0';
    ask(&other, HTTP_GET, "/api/me", NULL);
    assert_int_equal(ask(&other, HTTP_POST, "/api/register",
                         "{\"name\":\"aDa\",\"password\":\"another horse\"}"),
                     409);
    assert_string_equal(error_code(&other), "name_taken");
    assert_int_equal(ask(&other, HTTP_POST, "/api/login",
                         "{\"name\":\"ada\",\"password\":\"correct horse\"}"),
                     200);
    assert_string_equal(told(&other, "id"), id);
    assert_int_equal(ask(&b, HTTP_GET, "/api/sessions", NULL), 200);
    assert_int_equal(json_array_size(json_object_get(b.json, "sessions")), 2);
    forget_reply(&b);
    forget_reply(&other);
}

/* Stands before libsodium's: how often a password was compared, and with a hash that
 * costs how much, which is all up to the fourth dollar sign. */
static atomic_int compared;
static char compared_cost[crypto_pwhash_STRBYTES];

int crypto_pwhash_str_verify(const char hash[crypto_pwhash_STRBYTES],
                             const char *const password, unsigned long long size)
{
    int (*next)(const char *, const char *, unsigned long long);
    *(void **)&next = dlsym(RTLD_NEXT, "crypto_pwhash_str_verify");
    const char *end = hash;
    for (int dollars = 0; *end && dollars < 4; end++) dollars += *end == '$';
    snprintf(compared_cost, sizeof compared_cost, "%.*s", (int)(end - hash), hash);
    atomic_fetch_add(&compared, 1);
    return next(hash, password, size);
}

static void test_login_is_uniform(void **state)
{
    browser b = {.s = *state};
    char *unknown, cost[sizeof compared_cost];
    ask(&b, HTTP_GET, "/api/me", NULL);
    ask(&b, HTTP_POST, "/api/register", REGISTER);
    b.cookie[0] = '\0';
    atomic_store(&compared, 0);
    assert_int_equal(ask(&b, HTTP_POST, "/api/login",
                         "{\"name\":\"Nobody\",\"password\":\"correct horse\"}"),
                     401);
    assert_string_equal(b.reply.set_cookie, "");
    unknown = strdup(b.reply.body);
    assert_int_equal(atomic_load(&compared), 1);
    memcpy(cost, compared_cost, sizeof cost);
    assert_int_equal(
        ask(&b, HTTP_POST, "/api/login", "{\"name\":\"Ada\",\"password\":\"wrong\"}"),
        401);
    assert_string_equal(b.reply.body, unknown);
    free(unknown);
    /* The same work, whether the name is known or not. */
    assert_int_equal(atomic_load(&compared), 2);
    assert_non_null(strstr(cost, "m=65536,t=2,"));
    assert_string_equal(compared_cost, cost);
    assert_int_equal(ask(&b, HTTP_POST, "/api/login", "{\"name\":\"Ada\"}"), 400);
    assert_int_equal(
        ask(&b, HTTP_POST, "/api/login", "{\"name\":\"\\u200b\",\"password\":\"x\"}"),
        401);
    b.origin = "http://evil.example";
    assert_int_equal(ask(&b, HTTP_POST, "/api/login", REGISTER), 403);
    forget_reply(&b);
}

static void test_bad_passwords(void **state)
{
    static const char *const bad[] = {
        "short",     "Password1",        "p4ssw0rd!", "12345678",    "aaaaaaaaaa",
        "abcdefgh",  "qwertyuiop",       "iloveyou2", "19840412",    "Backgammon99",
        "abcabcabc", "letmein2024!",     "!!!!!!!!",  "adalovelace", "AdaLovelace1815",
        "zyxwvuts",  "passwordpassword", "1q2w3e4r",  "1qaz2wsx",    "QWERTYUI",
        "zaq12wsx",  "midnight",         "Elizabeth", "nicholas",    "startrek",
        "hollywood", "6yhn5tgb"};
    static const char *const good[] = {
        "correct horse",  "8 dice, 2 cubes",   "passwordless",
        "xkcd-tr0ub4dor", "19840412-19840413", "tree house 9",
        "gammonist",      "wooden spoons",     "vier Würfel!"};
    browser b = {.s = *state};
    char body[200];
    ask(&b, HTTP_GET, "/api/me", NULL);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        snprintf(body, sizeof body, "{\"name\":\"Ada Lovelace\",\"password\":\"%s\"}",
                 bad[i]);
        if (strcmp(bad[i], "adalovelace") == 0 ||
            strcmp(bad[i], "AdaLovelace1815") == 0)
            snprintf(body, sizeof body,
                     "{\"name\":\"AdaLovelace\",\"password\":\"%s\"}", bad[i]);
        assert_int_equal(ask(&b, HTTP_POST, "/api/register", body), 422);
        assert_string_equal(error_code(&b), "bad_password");
    }
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        assert_false(password_is_common(good[i], "Ada"));
    forget_reply(&b);
}

/* Each of the list (data/common_passwords.md), also with a capital, and with a digit
 * after it. */
static void test_published_passwords(void **state)
{
    (void)state;
    FILE *list = fopen("data/common_passwords.txt", "r");
    char line[80];
    int count = 0, taken = 0;
    assert_non_null(list);
    while (fgets(line, sizeof line, list)) {
        const size_t size = strcspn(line, "\n");
        assert_in_range(size, PASSWORD_LEAST, sizeof line - 2);
        line[size] = '\0';
        taken += !password_is_common(line, "Ada");
        line[0] = (char)toupper((unsigned char)line[0]);
        taken += !password_is_common(line, "Ada");
        strcpy(line + size, "7");
        taken += !password_is_common(line, "Ada");
        count++;
    }
    fclose(list);
    assert_true(count >= 10000);
    assert_int_equal(taken, 0);
}

static void test_change_password(void **state)
{
    browser b = {.s = *state}, other = {.s = *state};
    ask(&b, HTTP_GET, "/api/me", NULL);
    assert_int_equal(
        ask(&b, HTTP_POST, "/api/password", "{\"old\":\"\",\"new\":\"a new secret\"}"),
        409); /* a guest has none */
    ask(&b, HTTP_POST, "/api/register", REGISTER);
    ask(&other, HTTP_POST, "/api/login", REGISTER);
    assert_int_equal(ask(&other, HTTP_GET, "/api/sessions", NULL), 200);
    assert_int_equal(ask(&b, HTTP_POST, "/api/password",
                         "{\"old\":\"wrong\",\"new\":\"a new secret\"}"),
                     401);
    assert_int_equal(ask(&b, HTTP_POST, "/api/password",
                         "{\"old\":\"correct horse\",\"new\":\"password\"}"),
                     422);
    assert_int_equal(ask(&b, HTTP_POST, "/api/password",
                         "{\"old\":\"correct horse\",\"new\":\"a new secret\"}"),
                     200);
    assert_int_equal(ask(&b, HTTP_GET, "/api/sessions", NULL), 200);
    assert_int_equal(ask(&other, HTTP_GET, "/api/sessions", NULL), 401);
    assert_int_equal(ask(&other, HTTP_POST, "/api/login", REGISTER), 401);
    assert_int_equal(ask(&other, HTTP_POST, "/api/login",
                         "{\"name\":\"Ada\",\"password\":\"a new secret\"}"),
                     200);
    forget_reply(&b);
    forget_reply(&other);
}

static void test_sessions(void **state)
{
    browser b = {.s = *state}, other = {.s = *state}, stranger = {.s = *state};
    char path[64];
    ask(&b, HTTP_GET, "/api/me", NULL);
    ask(&b, HTTP_POST, "/api/register", REGISTER);
    ask(&other, HTTP_POST, "/api/login", REGISTER);
    ask(&stranger, HTTP_GET, "/api/me", NULL);
    ask(&b, HTTP_GET, "/api/sessions", NULL);
    const json_t *list = json_object_get(b.json, "sessions"),
                 *one = json_array_get(list, 0);
    if (json_is_true(json_object_get(one, "current"))) one = json_array_get(list, 1);
    assert_true(json_is_false(json_object_get(one, "current")));
    assert_string_equal(json_string_value(json_object_get(one, "agent")), "test");
    snprintf(path, sizeof path, "/api/sessions/%s",
             json_string_value(json_object_get(one, "id")));
    assert_int_equal(ask(&stranger, HTTP_DELETE, path, NULL), 404);
    assert_int_equal(ask(&other, HTTP_GET, "/api/sessions", NULL), 200);
    assert_int_equal(ask(&b, HTTP_DELETE, path, NULL), 200);
    assert_int_equal(ask(&other, HTTP_GET, "/api/sessions", NULL), 401);
    assert_int_equal(ask(&b, HTTP_POST, "/api/logout", NULL), 200);
    assert_non_null(strstr(b.reply.set_cookie, "Max-Age=0"));
    assert_int_equal(ask(&b, HTTP_GET, "/api/sessions", NULL), 401);
    forget_reply(&b);
    forget_reply(&other);
    forget_reply(&stranger);
}

static void test_forget(void **state)
{
    browser b = {.s = *state}, guest = {.s = *state};
    ask(&guest, HTTP_GET, "/api/me", NULL);
    assert_int_equal(ask(&guest, HTTP_DELETE, "/api/me", NULL), 200);
    assert_int_equal(ask(&guest, HTTP_GET, "/api/sessions", NULL), 401);
    ask(&b, HTTP_GET, "/api/me", NULL);
    ask(&b, HTTP_POST, "/api/register", REGISTER);
    assert_int_equal(ask(&b, HTTP_DELETE, "/api/me", "{}"), 401);
    assert_int_equal(ask(&b, HTTP_DELETE, "/api/me", "{\"password\":\"wrong one\"}"),
                     401);
    assert_int_equal(
        ask(&b, HTTP_DELETE, "/api/me", "{\"password\":\"correct horse\"}"), 200);
    assert_int_equal(ask(&b, HTTP_POST, "/api/login", REGISTER), 401);
    forget_reply(&b);
    forget_reply(&guest);
}

static void test_login_limit(void **state)
{
    browser b = {.s = *state, .address = "192.0.2.9"};
    int status = 401, tries = 0;
    while (status == 401 && tries < 50) {
        status =
            ask(&b, HTTP_POST, "/api/login", "{\"name\":\"A\",\"password\":\"wrong\"}");
        tries++;
    }
    assert_int_equal(status, 429);
    assert_in_range(tries, 11, 20);
    assert_true(b.reply.retry_after_s > 0);
    forget_reply(&b);
}

int main(void)
{
#define WITH_SERVER(test)                                                              \
    cmocka_unit_test_setup_teardown(test, open_server, close_server)
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names),
        WITH_SERVER(test_guest),
        WITH_SERVER(test_change),
        WITH_SERVER(test_names_of_others),
        WITH_SERVER(test_sessions_end_in_time),
        WITH_SERVER(test_names_that_look_alike),
        cmocka_unit_test(test_looks),
        WITH_SERVER(test_looks_of_stored_names),
        WITH_SERVER(test_register_and_login),
        WITH_SERVER(test_login_is_uniform),
        WITH_SERVER(test_bad_passwords),
        cmocka_unit_test(test_published_passwords),
        WITH_SERVER(test_change_password),
        WITH_SERVER(test_sessions),
        WITH_SERVER(test_forget),
        WITH_SERVER(test_login_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
