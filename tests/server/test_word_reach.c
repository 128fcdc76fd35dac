/* Where words may be sent to: addresses of the public Internet alone, endpoints of
 * https alone, and e-mail addresses that can stand in a message as they are. */
#include "server/word/reach.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static bool is_public(const char *text)
{
    struct sockaddr_in v4 = {.sin_family = AF_INET};
    struct sockaddr_in6 v6 = {.sin6_family = AF_INET6};
    if (inet_pton(AF_INET, text, &v4.sin_addr) == 1)
        return reach_is_public((const struct sockaddr *)&v4);
    assert_int_equal(inet_pton(AF_INET6, text, &v6.sin6_addr), 1);
    return reach_is_public((const struct sockaddr *)&v6);
}

/* The first and the last address of each block that is not public, and the public ones
 * beside them. */
static void test_addresses(void **state)
{
    (void)state;
    static const char *const inside[] = {"0.0.0.0",
                                         "0.255.255.255",
                                         "10.0.0.0",
                                         "10.255.255.255",
                                         "100.64.0.0",
                                         "100.127.255.255",
                                         "127.0.0.1",
                                         "127.255.255.255",
                                         "169.254.0.0",
                                         "169.254.169.254",
                                         "172.16.0.0",
                                         "172.31.255.255",
                                         "192.0.0.1",
                                         "192.0.2.1",
                                         "192.168.0.0",
                                         "192.168.255.255",
                                         "198.18.0.0",
                                         "198.19.255.255",
                                         "198.51.100.9",
                                         "203.0.113.9",
                                         "224.0.0.1",
                                         "239.255.255.255",
                                         "240.0.0.1",
                                         "255.255.255.255",
                                         "::",
                                         "::1",
                                         "::ffff:127.0.0.1",
                                         "::ffff:8.8.8.8",
                                         "::8.8.8.8",
                                         "64:ff9b::808:808",
                                         "100::1",
                                         "2001::1",
                                         "2001:1ff::1",
                                         "2001:db8::1",
                                         "2002:808:808::1",
                                         "3fff:fff::1",
                                         "fc00::1",
                                         "fdff::1",
                                         "fe80::1",
                                         "fec0::1",
                                         "ff02::1",
                                         "4000::1"};
    static const char *const outside[] = {
        "1.1.1.1",      "9.255.255.255",  "11.0.0.0",    "100.63.255.255",
        "100.128.0.0",  "126.0.0.1",      "128.0.0.1",   "169.253.0.1",
        "169.255.0.1",  "172.15.255.255", "172.32.0.0",  "192.167.0.1",
        "192.169.0.1",  "198.17.0.1",     "198.20.0.1",  "223.255.0.1",
        "2001:200::1",  "2001:db7::1",    "2001:db9::1", "2003::1",
        "2607:f8b0::1", "2a00:1450::1",   "3ffe::1",     "3fff:1000::1"};
    for (size_t i = 0; i < sizeof inside / sizeof *inside; i++)
        if (is_public(inside[i])) fail_msg("%s is not public", inside[i]);
    for (size_t i = 0; i < sizeof outside / sizeof *outside; i++)
        if (!is_public(outside[i])) fail_msg("%s is public", outside[i]);
    const struct sockaddr local = {.sa_family = AF_UNIX};
    assert_false(reach_is_public(&local));
}

static void test_endpoints(void **state)
{
    (void)state;
    static const char *const good[] = {
        "https://push.example/", "https://push.example:443/p/x?y=z&a=%20",
        "https://updates.push.services.mozilla.com/wpush/v2/gAAA-_", "https://1.1.1.1/",
        "https://[2606:4700::1111]/x"};
    static const char *const bad[] = {"",
                                      "x",
                                      "//x",
                                      "http://push.example/",
                                      "https://",
                                      "https:///x",
                                      "https://push.example:8080/",
                                      "https://a@push.example/",
                                      "https://a:b@x.example/",
                                      "https://push.example/#x",
                                      "https://push.example/a b",
                                      "https://push.example/\r\nX",
                                      "https://push.example/\"",
                                      "https://push.example/\xc3\xa4",
                                      "ftp://push.example/",
                                      "file:///etc/passwd",
                                      "https://127.0.0.1/",
                                      "https://127.1/",
                                      "https://0x7f000001/",
                                      "https://2130706433/",
                                      "https://017700000001/",
                                      "https://[::1]/",
                                      "https://[::ffff:10.0.0.1]/",
                                      "https://[fe80::1%25eth0]/",
                                      "https://10.0.0.1/"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        if (!reach_is_endpoint(good[i], false)) fail_msg("refused: %s", good[i]);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (reach_is_endpoint(bad[i], false)) fail_msg("taken: %s", bad[i]);
    assert_true(reach_is_endpoint("http://127.0.0.1:8080/x", true));
    assert_true(reach_is_endpoint("https://10.0.0.1:8443/x", true));
    assert_false(reach_is_endpoint("ftp://10.0.0.1/x", true));
    assert_false(reach_is_endpoint("http://a:b@10.0.0.1/x", true));
}

static void test_mail(void **state)
{
    (void)state;
    static const char *const good[] = {"ann@example.org", "a.b+c@x-y.example",
                                       "o'neil@example.com", "1@2.3a", "x_y=z@a.b.c.d"};
    static const char *const bad[] = {"",
                                      "ann",
                                      "@example.org",
                                      "ann@",
                                      "ann@localhost",
                                      "ann@@example.org",
                                      "ann@exam ple.org",
                                      "a b@example.org",
                                      "\"a b\"@example.org",
                                      "ann@[127.0.0.1]",
                                      "ann@example.org\r\nBcc: eve@example.org",
                                      "ann@example.org\n",
                                      "ann\r@example.org",
                                      "ann@example.org,eve@example.org",
                                      "<ann@example.org>",
                                      "Ann <ann@example.org>",
                                      "ann@-example.org",
                                      "ann@example-.org",
                                      "ann@example..org",
                                      "ann@.example.org",
                                      "ann@example.org.",
                                      ".ann@example.org",
                                      "ann.@example.org",
                                      "a..n@example.org",
                                      "\xc3\xa4nn@example.org",
                                      "ann@ex\xc3\xa4mple.org",
                                      "ann%0d%0a@example.org",
                                      "ann@example.org?x",
                                      "ann@example.o_g",
                                      "a;b@example.org",
                                      "a(b)@example.org"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        if (!reach_is_mail(good[i])) fail_msg("refused: %s", good[i]);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (reach_is_mail(bad[i])) fail_msg("taken: %s", bad[i]);
    char name[80] = "", whole[300];
    memset(name, 'a', 65);
    snprintf(whole, sizeof whole, "%s@example.org", name);
    assert_false(reach_is_mail(whole));
    assert_true(reach_is_mail(whole + 1));
    snprintf(whole, sizeof whole, "a@%.64s.org", name);
    assert_false(reach_is_mail(whole));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_addresses),
                                       cmocka_unit_test(test_endpoints),
                                       cmocka_unit_test(test_mail)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
