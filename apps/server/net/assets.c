/* tools/bundle_web writes the files, compressed, and a list of them: one line
 * ASSET(symbol, path, type, etag, file) each, the page first. The assembler takes the
 * files in where they lie (docs/adr/embedded-data.md). */
#include "assets.h"

#include <stdio.h>
#include <string.h>

#define ASSET(symbol, path, type, etag, file)                                          \
    __asm__(".section .rodata\n"                                                       \
            ".hidden alea_web_" #symbol "\n"                                           \
            ".hidden alea_web_" #symbol "_end\n"                                       \
            ".global alea_web_" #symbol "\n"                                           \
            ".global alea_web_" #symbol "_end\n"                                       \
            "alea_web_" #symbol ":\n"                                                  \
            ".incbin \"" file "\"\n"                                                   \
            "alea_web_" #symbol "_end:\n"                                              \
            ".byte 0\n"                                                                \
            ".previous\n");                                                            \
    extern const unsigned char alea_web_##symbol[], alea_web_##symbol##_end[];
#include ALEA_WEB_LIST
#undef ASSET

typedef struct asset {
    const char *path, *type, *etag;
    const unsigned char *start, *end;
} asset;

#define ASSET(symbol, path, type, etag, file)                                          \
    {path, type, etag, alea_web_##symbol, alea_web_##symbol##_end},
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

void page_get(server *s, http_request *request, http_reply *reply)
{
    (void)s;
    (void)request;
    give(&assets[0], reply);
}

void asset_get(server *s, http_request *request, http_reply *reply)
{
    (void)s;
    for (size_t i = 1; i < sizeof assets / sizeof *assets; i++) {
        if (strcmp(assets[i].path, request->path) != 0) continue;
        give(&assets[i], reply);
        reply->cacheable_for_ever = true;
        return;
    }
    http_refuse(reply, 404, "not_found", "There is no such file.");
}
