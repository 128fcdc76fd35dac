/* An HTTP request and its reply, independent of the network: net/ fills them from
 * libwebsockets, tests and fuzz targets directly. Event loop thread only. */
#ifndef ALEA_SERVER_HTTP_REQUEST_H
#define ALEA_SERVER_HTTP_REQUEST_H

#include "server/support/system.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    HTTP_PATH_SIZE = 512,
    HTTP_QUERY_SIZE = 2048,
    HTTP_BODY_MAX = 64 * 1024,         /* JSON */
    HTTP_UPLOAD_MAX = 10 * 1024 * 1024 /* POST /api/matches, /api/desk/matches */
};

typedef enum http_method {
    HTTP_GET = 0,
    HTTP_HEAD,
    HTTP_POST,
    HTTP_PATCH,
    HTTP_DELETE,
    HTTP_OTHER
} http_method;

/* The user of a request; `user` is "" if there is no session. */
typedef struct http_person {
    char user[ID_SIZE];
    char session[ID_SIZE]; /* id of the session, not its secret */
    char name[132];        /* UTF-8, up to 32 characters */
    bool guest;
} http_person;

typedef struct http_request {
    http_method method;
    char path[HTTP_PATH_SIZE];   /* percent-decoded, begins with '/', no "..", no NUL */
    char query[HTTP_QUERY_SIZE]; /* as sent, without '?' */
    const char *body;
    size_t body_size;
    char cookie[1024], origin[256], host[256], agent[256], address[64];
    char if_none_match[256];
    char trace[65]; /* names the request in the log: a proxy's X-Request-Id, or ours */
    bool secure;    /* TLS here, or at a trusted proxy */
    /* The client itself is on this machine; never true for a proxy's client. */
    bool loopback;
    /* identifies a deferred answer; 0 = the answer cannot be deferred */
    uint32_t ticket;
    /* Filled by the router. */
    http_person who;
    char id[2][ID_SIZE]; /* the {id} parts of the path */
} http_request;

typedef struct http_reply {
    int status;
    const char *type; /* static; "application/json" if NULL */
    char *body;       /* malloc'd; freed by the sender */
    size_t size;
    const void *fixed; /* instead of body: static bytes, never freed */
    bool gzipped;
    char set_cookie[512];    /* "" = none */
    char etag[72];           /* "" = none */
    char disposition[256];   /* Content-Disposition; "" = none */
    int retry_after_s;       /* 0 = none */
    bool cacheable_for_ever; /* assets named by their hash */
    bool later;              /* deferred: transport_answer() sends it by the ticket */
    /* The answer does not depend on stored data: like fixed bytes it is sent without
     * waiting for the storage. */
    bool at_once;
    bool framed; /* a page that other sites may show inside of theirs */
} http_reply;

/* The value of a query parameter, percent-decoded, into `out`; false if it is absent,
 * too long, or no valid UTF-8. */
bool http_query(const http_request *request, const char *name, char *out, size_t size);
/* A whole number of the query: `absent` if the parameter is missing. False if it is not
 * a number from `least` to `most`. */
bool http_query_number(const http_request *request, const char *name, int64_t absent,
                       int64_t least, int64_t most, int64_t *out);
/* Parses the body as a JSON object of bounded depth and size. NULL after filling a 400
 * reply. The caller decrefs it. */
json_t *http_json(const http_request *request, http_reply *reply);
/* The value of a cookie into `out`; false if it is absent or too long. */
bool http_cookie(const http_request *request, const char *name, char *out, size_t size);
/* A text field of a JSON object; NULL if it is absent or no text. */
const char *http_text(const json_t *object, const char *name);
/* Printable UTF-8 without control characters, within these numbers of characters. */
bool http_is_plain(const char *text, size_t least, size_t most);
/* The same in several lines, each ended by \n. */
bool http_is_plain_text(const char *text, size_t most);
/* Takes over `body`. */
void http_answer(http_reply *reply, int status, json_t *body);
void http_refuse(http_reply *reply, int status, const char *code, const char *format,
                 ...) __attribute__((format(printf, 4, 5)));

/* 503: the storage does not answer, and nothing was changed. */
void http_refuse_storage(http_reply *reply);

/* Returns the largest body accepted for the request. */
size_t http_body_limit(http_method method, const char *path);
void http_reply_free(http_reply *reply);

#endif
