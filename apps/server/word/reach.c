#include "reach.h"

#include "late/curl.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <netinet/in.h>
#include <stdint.h>
#include <string.h>

/* ---- addresses ---- */

typedef struct block {
    uint32_t first;
    int bits;
} block;

static bool is_public_v4(uint32_t address)
{
    static const block reserved[] = {
        {0x00000000, 8},  {0x0a000000, 8},  {0x64400000, 10}, {0x7f000000, 8},
        {0xa9fe0000, 16}, {0xac100000, 12}, {0xc0000000, 24}, {0xc0000200, 24},
        {0xc0586300, 24}, {0xc0a80000, 16}, {0xc6120000, 15}, {0xc6336400, 24},
        {0xcb007100, 24}, {0xe0000000, 4},  {0xf0000000, 4},
    };
    for (size_t i = 0; i < sizeof reserved / sizeof *reserved; i++)
        if ((address ^ reserved[i].first) >> (32 - reserved[i].bits) == 0) return false;
    return true;
}

/* Of 2000::/3, what is given to networks, without documentation (2001:db8::/32,
 * 3fff::/20) and tunnels (2001::/23, 2002::/16). */
static bool is_public_v6(const uint8_t a[16])
{
    if (a[0] >> 5 != 1) return false;
    if (a[0] == 0x20 && a[1] == 0x02) return false;
    if (a[0] == 0x20 && a[1] == 0x01 && (a[2] < 2 || (a[2] == 0x0d && a[3] == 0xb8)))
        return false;
    return a[0] != 0x3f || a[1] != 0xff || a[2] >> 4 != 0;
}

bool reach_is_public(const struct sockaddr *address)
{
    if (address->sa_family == AF_INET) {
        struct sockaddr_in v4;
        memcpy(&v4, address, sizeof v4);
        return is_public_v4(ntohl(v4.sin_addr.s_addr));
    }
    if (address->sa_family != AF_INET6) return false;
    struct sockaddr_in6 v6;
    memcpy(&v6, address, sizeof v6);
    return is_public_v6(v6.sin6_addr.s6_addr);
}

/* A host that is a number is judged at once. */
static bool is_public_host(const char *host)
{
    struct sockaddr_in v4 = {.sin_family = AF_INET};
    struct sockaddr_in6 v6 = {.sin6_family = AF_INET6};
    char plain[64];
    if (inet_pton(AF_INET, host, &v4.sin_addr) == 1)
        return reach_is_public((const struct sockaddr *)&v4);
    const size_t size = strlen(host);
    if (*host != '[') return true;
    if (size < 3 || size >= sizeof plain || host[size - 1] != ']') return false;
    memcpy(plain, host + 1, size - 2);
    plain[size - 2] = '\0';
    return inet_pton(AF_INET6, plain, &v6.sin6_addr) == 1 &&
           reach_is_public((const struct sockaddr *)&v6);
}

/* ---- endpoints ---- */

static bool has_part(CURLU *url, CURLUPart part)
{
    char *text = NULL;
    const bool found = curl.curl_url_get(url, part, &text, 0) == CURLUE_OK;
    curl.curl_free(text);
    return found;
}

/* By the parser that reads the address when it is sent to. */
static bool is_good_url(CURLU *url, const char *text, bool anywhere)
{
    char *scheme = NULL, *host = NULL, *port = NULL;
    if (curl.curl_url_set(url, CURLUPART_URL, text, CURLU_DISALLOW_USER) != CURLUE_OK ||
        has_part(url, CURLUPART_FRAGMENT))
        return false;
    curl.curl_url_get(url, CURLUPART_SCHEME, &scheme, 0);
    curl.curl_url_get(url, CURLUPART_HOST, &host, 0);
    curl.curl_url_get(url, CURLUPART_PORT, &port, CURLU_DEFAULT_PORT);
    const bool good =
        scheme && host && *host && port &&
        (strcmp(scheme, "https") == 0 || (anywhere && strcmp(scheme, "http") == 0)) &&
        (anywhere || (strcmp(port, "443") == 0 && is_public_host(host)));
    curl.curl_free(scheme);
    curl.curl_free(host);
    curl.curl_free(port);
    return good;
}

bool reach_is_endpoint(const char *text, bool anywhere)
{
    for (const char *at = text; *at; at++)
        if (!isgraph((unsigned char)*at) || strchr("\"<>\\^`{|}", *at)) return false;
    /* Parsers differ about it. */
    if (strstr(text, ":///")) return false;
    if (late_curl_load(NULL) != ALEA_OK) return false;
    CURLU *url = curl.curl_url();
    const bool good = url && is_good_url(url, text, anywhere);
    curl.curl_url_cleanup(url);
    return good;
}

/* ---- e-mail ---- */

static bool is_host(const char *text)
{
    size_t label = 0;
    int labels = 1;
    for (const char *at = text; *at; at++) {
        const bool is_dot = *at == '.';
        if (!is_dot && !isalnum((unsigned char)*at) && *at != '-') return false;
        if ((is_dot || *at == '-') && label == 0) return false;
        if (is_dot && at[-1] == '-') return false;
        label = is_dot ? 0 : label + 1;
        labels += is_dot;
        if (label > 63) return false;
    }
    return label > 0 && labels > 1 && text[strlen(text) - 1] != '-';
}

bool reach_is_mail(const char *text)
{
    const char *at = strchr(text, '@');
    const size_t name = at ? (size_t)(at - text) : 0;
    if (name == 0 || name > 64 || strlen(text) > 254 || *text == '.' || at[-1] == '.')
        return false;
    for (size_t i = 0; i < name; i++)
        if ((unsigned char)text[i] > 126 ||
            (!isalnum((unsigned char)text[i]) && !strchr("!#$&'*+-/=?^_.~", text[i])) ||
            (text[i] == '.' && text[i + 1] == '.'))
            return false;
    return is_host(at + 1);
}
