/* One request and its answer, free of the network: net/ fills them from
 * libwebsockets, tests and fuzz targets by hand. Everything here runs on the loop's
 * thread. */
#ifndef ALEA_SERVER_HTTP_H
#define ALEA_SERVER_HTTP_H

#include "server/support/system.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    HTTP_PATH_SIZE = 512,
    HTTP_QUERY_SIZE = 2048,
    HTTP_BODY_MAX = 64 * 1024,         /* JSON */
    HTTP_UPLOAD_MAX = 10 * 1024 * 1024 /* POST /api/matches */
};

typedef enum http_method {
    HTTP_GET = 0,
    HTTP_HEAD,
    HTTP_POST,
    HTTP_PATCH,
    HTTP_DELETE,
    HTTP_OTHER
} http_method;

/* Who is asking; `user` is "" for nobody. */
typedef struct http_person {
    char user[ID_SIZE];
    char session[ID_SIZE]; /* which of the user's sessions; not the secret */
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
    bool secure;     /* TLS here, or at a proxy that is believed */
    bool loopback;   /* the peer itself, not whom a proxy speaks for */
    uint32_t ticket; /* for an answer that comes later; 0 = answer now */
    /* Filled by the router. */
    http_person who;
    char id[2][ID_SIZE]; /* the {id} parts of the path */
} http_request;

typedef struct http_reply {
    int status;
    const char *type; /* static; "application/json" if NULL */
    char *body;       /* malloc'd; freed by whoever sends */
    size_t size;
    const void *fixed; /* instead of body: static bytes, never freed */
    bool gzipped;
    char set_cookie[512];    /* "" = none */
    char etag[72];           /* "" = none */
    char disposition[256];   /* Content-Disposition; "" = none */
    int retry_after_s;       /* 0 = none */
    bool cacheable_for_ever; /* assets named by their hash */
    bool later; /* no answer yet: transport_answer() brings it by the ticket */
} http_reply;

/* The value of a query parameter, percent-decoded, into `out`; false if it is absent,
 * too long, or no valid UTF-8. */
bool http_query(const http_request *request, const char *name, char *out, size_t size);
/* The body as a JSON object, depth and size bounded; NULL after a reply of 400. The
 * caller's to decref. */
json_t *http_json(const http_request *request, http_reply *reply);
/* The value of a cookie into `out`; false if it is absent or too long. */
bool http_cookie(const http_request *request, const char *name, char *out, size_t size);
/* A text field of a JSON object; NULL if it is absent or no text. */
const char *http_text(const json_t *object, const char *name);
/* Printable UTF-8 without control characters, within these numbers of characters. */
bool http_is_plain(const char *text, size_t least, size_t most);
/* Takes `body` over. */
void http_answer(http_reply *reply, int status, json_t *body);
void http_refuse(http_reply *reply, int status, const char *code, const char *format,
                 ...) __attribute__((format(printf, 4, 5)));

/* Answers at once; what takes longer is a job (jobs/queue.h). */
typedef void http_handler(server *s, http_request *request, http_reply *reply);

/* How large a body that request may bring. */
size_t http_body_limit(http_method method, const char *path);
void http_reply_free(http_reply *reply);

#endif
