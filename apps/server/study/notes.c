#include "notes.h"

#include "server/support/system.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

alea_status note_put(storage *store, const char *match, const note *n)
{
    json_t *o = json_pack("{s:s,s:i,s:s,s:s}", "level", alea_effort_get(n->level)->name,
                          "tries", n->tries, "user", n->user, "also", n->also);
    char *text = json_dumps(o, JSON_COMPACT);
    const alea_status status =
        text ? storage_blob_put(store, match, "wanted", text, strlen(text))
             : ALEA_ERROR_MEMORY;
    free(text);
    json_decref(o);
    if (status != ALEA_OK)
        server_log("error", "storage", "call", "wanted", "match", match, NULL);
    return status;
}

storage_answer note_get(storage *store, const char *match, note *n)
{
    char *bytes;
    size_t size;
    *n = (note){0};
    const storage_answer answer =
        storage_blob_get(store, match, "wanted", &bytes, &size);
    if (answer != ANSWER_FOUND) return answer;
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
    return ANSWER_FOUND;
}

alea_status note_want(storage *store, const char *match, alea_effort level,
                      const char *user, const char *also)
{
    note n = {.level = level};
    snprintf(n.user, sizeof n.user, "%s", user);
    snprintf(n.also, sizeof n.also, "%s", also ? also : "");
    return note_put(store, match, &n);
}

alea_status note_renew(storage *store, const char *match)
{
    note n;
    const storage_answer answer = note_get(store, match, &n);
    if (answer != ANSWER_FOUND)
        return answer == ANSWER_ABSENT ? ALEA_OK : ALEA_ERROR_FILE;
    n.tries = 0;
    return note_put(store, match, &n);
}

void note_remove(storage *store, const char *match)
{
    if (storage_blob_remove(store, match, "wanted") != ALEA_OK)
        server_log("error", "storage", "call", "wanted", "match", match, NULL);
}
