/* tools/bundle_web writes the files, compressed, and a list of them: one line
 * ASSET(symbol, path, type, etag, file) each, the page first. The assembler takes the
 * files in where they lie (docs/adr/embedded-data.md). It also lists the addresses that
 * the page registers: one line PAGE(address) each. */
#include "assets.h"

#include "base/embed.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#define ASSET(symbol, path, type, etag, file)                                          \
    EMBED(unsigned char, alea_web_##symbol, file);
#include ALEA_WEB_LIST
#undef ASSET

typedef struct asset {
    const char *path, *type, *etag;
    const unsigned char *start, *end;
} asset;

#define ASSET(symbol, path, type, etag, file)                                          \
    {path, type, etag, alea_web_##symbol##_start, alea_web_##symbol##_end},
static const asset assets[] = {
#include ALEA_WEB_LIST
};
#undef ASSET

static void give(const asset *file, http_reply *reply)
{
    reply->status = 200;
    reply->type = file->type;
    reply->fixed = file->start;
    reply->size = (size_t)(file->end - file->start);
    reply->gzipped = true;
    snprintf(reply->etag, sizeof reply->etag, "\"%s\"", file->etag);
}

char *page_text(void)
{
    enum { MOST = 1 << 16 };
    const asset *page = &assets[0];
    z_stream z = {.next_in = (unsigned char *)(uintptr_t)page->start,
                  .avail_in = (unsigned)(page->end - page->start)};
    char *text = malloc(MOST);
    if (!text || inflateInit2(&z, 16 + MAX_WBITS) != Z_OK) {
        free(text);
        return NULL;
    }
    z.next_out = (unsigned char *)text;
    z.avail_out = MOST - 1;
    const int ended = inflate(&z, Z_FINISH);
    inflateEnd(&z);
    if (ended != Z_STREAM_END) {
        free(text);
        return NULL;
    }
    text[z.total_out] = '\0';
    return text;
}

void page_get(void *part, http_request *request, http_reply *reply)
{
    (void)part;
    (void)request;
    give(&assets[0], reply);
}

static void asset_get(void *part, http_request *request, http_reply *reply)
{
    (void)part;
    for (size_t i = 1; i < sizeof assets / sizeof *assets; i++) {
        if (strcmp(assets[i].path, request->path) != 0) continue;
        give(&assets[i], reply);
        reply->cacheable_for_ever = true;
        return;
    }
    http_refuse(reply, 404, "not_found", "There is no such file.");
}

/* Some of these addresses have a link card besides: the server looks for that first. */
#define PAGE(address) {HTTP_GET, address, ROUTE_FILE, page_get},
static const http_route routes[] = {
#include ALEA_WEB_PAGES
    {HTTP_GET, "/assets/{*}", ROUTE_FILE, asset_get},
    {0},
};

const http_route *const net_routes[] = {routes, NULL};
