/* What every transport says of a reply: its headers, and its body as the client takes
 * it. */
#ifndef ALEA_SERVER_HTTP_HEAD_H
#define ALEA_SERVER_HTTP_HEAD_H

#include "request.h"

/* Writes one header; false where there is no room. */
typedef bool http_add_header(void *context, const char *name, const char *value);

/* Calls `add` for the headers of a reply but its type, its length and those of the
 * connection. `request` may be NULL: none could be read. False once `add` fails. */
bool http_head(const http_request *request, const http_reply *reply,
               http_add_header *add, void *context);
/* A status with neither body nor type. */
bool http_is_empty(const http_reply *reply);
/* Makes the reply 304 if the client has this version already. */
void http_spare_known(const http_request *request, http_reply *reply);
/* Decompresses a gzipped reply; false without memory, or where it is damaged. */
bool http_unzip(http_reply *reply);

#endif
