/* After Unicode Technical Standard 39, with tables from its data (data/looks.md). */
#include "names.h"

#include "base/embed.h"
#include "base/utf8.h"
#include "sorted.h"

#include <stdio.h>
#include <string.h>

EMBED(char, server_scripts, ALEA_SCRIPTS_FILE);
EMBED(char, server_looks, ALEA_LOOKS_FILE);

/* The next character of valid UTF-8. */
static uint32_t next(const char **at)
{
    uint32_t code = 0;
    *at += alea_utf8_decode(*at, strlen(*at), &code);
    return code;
}

/* "-": the character is refused; "any": it goes with every script. */
static const char *script_of(uint32_t code)
{
    char key[16];
    snprintf(key, sizeof key, "%05X~", (unsigned)code);
    return sorted_line(server_scripts_start, server_scripts_end, key, 6) + 6;
}

static bool is(const char *script, const char *name)
{
    return strncmp(script, name, strlen(name)) == 0;
}

bool name_is_plain(const char *name)
{
    const char *its = NULL; /* the script of the letters that are not Latin */
    bool latin = false;
    for (uint32_t before = 0, code = 0; *name; before = code) {
        code = next(&name);
        const char *script = script_of(code);
        /* The emoji selector is invisible unless it follows a symbol. */
        if (is(script, "-") || (code == 0xFE0F && before < 0x2000)) return false;
        if (is(script, "any")) continue;
        if (is(script, "Latn"))
            latin = true;
        else if (its && strncmp(its, script, 4) != 0)
            return false;
        else
            its = script;
    }
    return !latin || !its || is(its, "East");
}

void name_skeleton(const char *name, char out[NAME_SKELETON_SIZE])
{
    size_t n = 0;
    while (*name) {
        const char *look = name;
        char key[16];
        snprintf(key, sizeof key, "%05X~", (unsigned)next(&name));
        size_t size = (size_t)(name - look);
        const char *line = sorted_line(server_looks_start, server_looks_end, key, 6);
        if (line && memcmp(line, key, 5) == 0) {
            look = line + 6;
            size = strcspn(look, "\n");
        }
        if (n + size >= NAME_SKELETON_SIZE) break;
        memcpy(out + n, look, size);
        n += size;
    }
    out[n] = '\0';
}

bool name_is_reserved(const char *name)
{
    static const char *const words[] = {
        "alea", "somebody", "machine", "admin", "administrator", "moderator", "server"};
    char one[NAME_SKELETON_SIZE], two[NAME_SKELETON_SIZE];
    name_skeleton(name, one);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        name_skeleton(words[i], two);
        if (strcmp(one, two) == 0) return true;
    }
    /* "alea (expert)" and the like are the machine's. */
    return is(one, "alea ") || is(one, "alea(");
}
