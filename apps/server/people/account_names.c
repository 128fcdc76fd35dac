/* Names of accounts: parsing, and comparison with existing names. */
#include "account_names.h"

#include "names.h"

#include <string.h>

enum { NAME_MOST = 32 };

bool account_clean_name(const char *text, char out[132])
{
    size_t n = 0;
    bool gap = false;
    if (!text || strlen(text) >= 132) return false;
    for (const unsigned char *c = (const unsigned char *)text; *c; c++) {
        const bool space = *c == ' ' || (c[0] == 0xC2 && c[1] == 0xA0);
        if (space) {
            gap = n > 0;
            if (*c != ' ') c++;
            continue;
        }
        if (gap) out[n++] = ' ';
        gap = false;
        out[n++] = (char)*c;
    }
    out[n] = '\0';
    return http_is_plain(out, 1, NAME_MOST);
}

/* Found: another account has the name, or one that is easily taken for it. */
static storage_answer find_taken(people *s, const char *name, const char *id)
{
    storage_user other;
    char skeleton[NAME_SKELETON_SIZE];
    name_skeleton(name, skeleton);
    const storage_answer named = storage_user_named(s->parts.store, name, &other);
    return named == ANSWER_ABSENT
               ? storage_user_alike(s->parts.store, skeleton, id, &other)
               : named;
}

bool account_name_is_free(people *s, const char *name, const char *id,
                          http_reply *reply)
{
    const storage_answer taken = find_taken(s, name, id);
    if (taken == ANSWER_FAILED) http_refuse_storage(reply);
    if (taken == ANSWER_FOUND)
        http_refuse(reply, 409, "name_taken", "That name is taken.");
    return taken == ANSWER_ABSENT;
}

static bool add_skeleton(void *context, const storage_user *user)
{
    people *s = context;
    storage_user changed = *user;
    name_skeleton(user->name, changed.skeleton);
    if (strcmp(user->skeleton, changed.skeleton) == 0) return true;
    const alea_status status = storage_user_change(s->parts.store, user, &changed);
    return status == ALEA_OK || status == ALEA_ERROR_REFUSED;
}

void accounts_prepare(people *s)
{
    storage_users(s->parts.store, add_skeleton, s);
}

bool account_name_read(const json_t *body, char out[132], http_reply *reply)
{
    if (!account_clean_name(http_text(body, "name"), out))
        http_refuse(reply, 422, "bad_name",
                    "A name has 1 to %d characters that can be seen.", NAME_MOST);
    else if (!name_is_plain(out))
        http_refuse(reply, 422, "bad_name",
                    "A name has letters of one alphabet, all of them visible and none "
                    "in a special form.");
    else if (name_is_reserved(out))
        http_refuse(reply, 409, "name_taken", "That name is reserved.");
    else
        return true;
    return false;
}
