#include "head.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define ZLIB_CONST
#include <zlib.h>

#define PAGE_POLICY                                                                    \
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: "   \
    "blob:; connect-src 'self'; font-src 'self'; media-src 'self'; "                   \
    "manifest-src 'self'; base-uri 'none'; object-src 'none'; form-action 'self'; "    \
    "frame-ancestors "

/* A function and its context. */
typedef struct adder {
    http_add_header *add;
    void *context;
} adder;

static bool put(const adder *a, const char *name, const char *value)
{
    return a->add(a->context, name, value);
}

static bool put_security(const adder *a, const http_reply *r, bool secure)
{
    const bool page = r->type && strncmp(r->type, "text/html", 9) == 0;
    const char *policy = !page       ? "default-src 'none'; frame-ancestors 'none'"
                         : r->framed ? PAGE_POLICY "*"
                                     : PAGE_POLICY "'none'";
    return put(a, "content-security-policy", policy) &&
           put(a, "x-content-type-options", "nosniff") &&
           put(a, "referrer-policy", "no-referrer") &&
           put(a, "cross-origin-opener-policy", "same-origin") &&
           put(a, "cross-origin-resource-policy", "same-origin") &&
           (!secure ||
            put(a, "strict-transport-security", "max-age=31536000; includeSubDomains"));
}

static bool put_optional(const adder *a, const http_reply *r)
{
    char number[24];
    snprintf(number, sizeof number, "%d", r->retry_after_s);
    return (!r->gzipped || put(a, "content-encoding", "gzip")) &&
           (!*r->set_cookie || put(a, "set-cookie", r->set_cookie)) &&
           (!*r->etag ||
            (put(a, "etag", r->etag) && put(a, "vary", "accept-encoding"))) &&
           (!*r->disposition || put(a, "content-disposition", r->disposition)) &&
           (!r->retry_after_s || put(a, "retry-after", number));
}

bool http_head(const http_request *request, const http_reply *reply,
               http_add_header *add, void *context)
{
    const adder a = {add, context};
    const char *cache = reply->cacheable_for_ever
                            ? "public, max-age=31536000, immutable"
                        : *reply->etag ? "no-cache"
                                       : "no-store";
    return put(&a, "cache-control", cache) &&
           (!request || !*request->trace || put(&a, "x-request-id", request->trace)) &&
           put_security(&a, reply, request && request->secure) &&
           put_optional(&a, reply);
}

bool http_is_empty(const http_reply *reply)
{
    return reply->status == 304 || reply->status == 204;
}

void http_spare_known(const http_request *request, http_reply *reply)
{
    if (reply->status != 200 || !*reply->etag ||
        !strstr(request->if_none_match, reply->etag))
        return;
    http_reply_free(reply);
    reply->fixed = NULL;
    reply->status = 304;
    reply->gzipped = false;
}

bool http_unzip(http_reply *reply)
{
    const unsigned char *bytes =
        reply->fixed ? reply->fixed : (unsigned char *)reply->body;
    z_stream z = {.next_in = bytes, .avail_in = (unsigned)reply->size};
    const unsigned char *tail = bytes + reply->size - 4; /* RFC 1952: the plain size */
    const size_t size = (size_t)tail[0] | (size_t)tail[1] << 8 | (size_t)tail[2] << 16 |
                        (size_t)tail[3] << 24;
    char *plain = malloc(size ? size : 1);
    bool done = plain && inflateInit2(&z, 16 + MAX_WBITS) == Z_OK;
    if (done) {
        z.next_out = (unsigned char *)plain;
        z.avail_out = (unsigned)size;
        done = inflate(&z, Z_FINISH) == Z_STREAM_END;
        inflateEnd(&z);
    }
    if (!done) {
        free(plain);
        return false;
    }
    http_reply_free(reply);
    reply->fixed = NULL;
    reply->gzipped = false;
    reply->body = plain;
    reply->size = size;
    return true;
}
