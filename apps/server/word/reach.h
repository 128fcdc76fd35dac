/* Where the server may send words to: no address that a stranger gives leads into the
 * network of the server. Any thread. */
#ifndef ALEA_SERVER_WORD_REACH_H
#define ALEA_SERVER_WORD_REACH_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/socket.h>

/* Whether it is an address of the public Internet. Private, link-local, loopback,
 * multicast and reserved ones are not, nor addresses that carry an IPv4 address
 * within. */
bool reach_is_public(const struct sockaddr *address);
/* Whether the text may be the endpoint of a push service: https, a host, port 443, no
 * user name. `anywhere`: plain http, other ports and private addresses too. The address
 * of a name is judged when it is connected to. */
bool reach_is_endpoint(const char *text, bool anywhere);
/* Whether the text may be an e-mail address that can stand in a message as it is:
 * NAME@HOST of ASCII letters, digits and a few signs, no quotes, at most 254 bytes. */
bool reach_is_mail(const char *text);

#endif
