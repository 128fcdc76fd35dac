#include "notes.h"

#include "server/support/system.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void note_put(storage *store, const char *match, const note *n)
{
    char text[160];
    const int size =
        snprintf(text, sizeof text,
                 "{\"level\":\"%s\",\"tries\":%d,\"user\":\"%s\",\"also\":\"%s\"}",
                 alea_effort_get(n->level)->name, n->tries, n->user, n->also);
    if (storage_blob_put(store, match, "wanted", text, (size_t)size) != ALEA_OK)
        server_log(NULL, "error", "storage", "call", "wanted", "match", match, NULL);
}

bool note_get(storage *store, const char *match, note *n)
{
    char *bytes;
    size_t size;
    *n = (note){0};
    if (!storage_blob_get(store, match, "wanted", &bytes, &size)) return false;
    json_t *o = json_loadb(bytes, size, 0, NULL);
    const char *user = http_text(o, "user"), *also = http_text(o, "also");
    const char *level = http_text(o, "level");
    const int found = level ? alea_effort_find(level) : -1;
    n->level = found >= 0 ? (alea_effort)found : ALEA_EFFORT_FAST;
    n->tries = (int)json_integer_value(json_object_get(o, "tries"));
    snprintf(n->user, sizeof n->user, "%s", user ? user : "");
    snprintf(n->also, sizeof n->also, "%s", also ? also : "");
    json_decref(o);
    free(bytes);
    return true;
}

void note_want(storage *store, const char *match, alea_effort level, const char *user,
               const char *also)
{
    note n = {.level = level};
    snprintf(n.user, sizeof n.user, "%s", user);
    snprintf(n.also, sizeof n.also, "%s", also ? also : "");
    note_put(store, match, &n);
}

void note_renew(storage *store, const char *match)
{
    note n;
    if (!note_get(store, match, &n)) return;
    n.tries = 0;
    note_put(store, match, &n);
}

void note_remove(storage *store, const char *match)
{
    if (storage_blob_remove(store, match, "wanted") != ALEA_OK)
        server_log(NULL, "error", "storage", "call", "wanted", "match", match, NULL);
}
