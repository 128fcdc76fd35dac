/* X-Forwarded-For: the client address that a proxy reports. */
#ifndef ALEA_SERVER_NET_FORWARDED_H
#define ALEA_SERVER_NET_FORWARDED_H

#include <stdbool.h>
#include <stddef.h>

enum { FORWARDED_ADDRESS_SIZE = 64 };

/* Reads the list from the right, because a client can forge all entries except those
 * that proxies appended. `proxies` (NULL entries allowed) are skipped: the entry before
 * one is the address that this proxy saw. Ports and brackets are removed, an IPv4
 * address within IPv6 becomes IPv4. Writes "unknown" if the entry is missing or is no
 * address. */
void forwarded_address(const char *list, const char *const *proxies, size_t count,
                       char out[FORWARDED_ADDRESS_SIZE]);

#endif
