#include "forwarded.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>

/* "[v6]", "[v6]:port", "v4:port", "v4" or "v6" without port and brackets, into
 * `out`. */
static bool strip(const char *text, size_t size, char out[FORWARDED_ADDRESS_SIZE])
{
    const char *end = text + size, *from = text, *port = end;
    if (size && *text == '[') {
        const char *close = memchr(text, ']', size);
        if (!close) return false;
        from = text + 1;
        end = close;
        port = close + 1;
    } else {
        const char *colon = memchr(text, ':', size);
        if (colon && !memchr(colon + 1, ':', (size_t)(end - colon - 1)))
            end = port = colon;
    }
    const size_t port_size = (size_t)(text + size - port);
    if (port_size && (*port != ':' || port_size < 2 ||
                      strspn(port + 1, "0123456789") < port_size - 1))
        return false;
    if ((size_t)(end - from) >= FORWARDED_ADDRESS_SIZE) return false;
    snprintf(out, FORWARDED_ADDRESS_SIZE, "%.*s", (int)(end - from), from);
    return true;
}

/* The address in its usual form; false if the entry is no address. */
static bool read_entry(const char *text, size_t size, char out[FORWARDED_ADDRESS_SIZE])
{
    struct in_addr four;
    struct in6_addr six;
    char bare[FORWARDED_ADDRESS_SIZE];
    while (size && strchr(" \t\"", *text)) text++, size--;
    while (size && strchr(" \t\"", text[size - 1])) size--;
    if (!strip(text, size, bare)) return false;
    if (inet_pton(AF_INET, bare, &four) == 1)
        return inet_ntop(AF_INET, &four, out, FORWARDED_ADDRESS_SIZE) != NULL;
    if (inet_pton(AF_INET6, bare, &six) != 1) return false;
    if (!IN6_IS_ADDR_V4MAPPED(&six))
        return inet_ntop(AF_INET6, &six, out, FORWARDED_ADDRESS_SIZE) != NULL;
    memcpy(&four, six.s6_addr + 12, sizeof four);
    return inet_ntop(AF_INET, &four, out, FORWARDED_ADDRESS_SIZE) != NULL;
}

static bool is_among(const char *address, const char *const *proxies, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (proxies[i] && strcmp(proxies[i], address) == 0) return true;
    return false;
}

void forwarded_address(const char *list, const char *const *proxies, size_t count,
                       char out[FORWARDED_ADDRESS_SIZE])
{
    size_t end = strlen(list);
    for (;;) {
        size_t begin = end;
        while (begin && list[begin - 1] != ',') begin--;
        if (!read_entry(list + begin, end - begin, out)) break;
        if (begin == 0 || !is_among(out, proxies, count)) return;
        end = begin - 1;
    }
    snprintf(out, FORWARDED_ADDRESS_SIZE, "unknown");
}
