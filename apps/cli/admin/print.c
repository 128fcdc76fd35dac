#include "print.h"
#include "cli/io/fail.h"

#include "base/utf8.h"
#include "cli/io/command.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* C0, DEL and C1; what sets the direction of text; line and paragraph separators. */
static bool is_plain(uint32_t c)
{
    return c >= 0x20 && (c < 0x7F || c > 0x9F) && c != 0x61C &&
           !(c >= 0x200E && c <= 0x200F) && !(c >= 0x2028 && c <= 0x202E) &&
           !(c >= 0x2066 && c <= 0x2069);
}

const char *print_plain(const char *text, char *out, size_t size)
{
    size_t left = strlen(text), filled = 0;
    *out = '\0';
    while (left > 0) {
        char part[16];
        uint32_t code = 0;
        size_t n = alea_utf8_decode(text, left, &code);
        if (n == 0) { /* no character: the byte */
            n = 1;
            code = (uint8_t)*text;
            snprintf(part, sizeof part, "\\x%02X", (unsigned)code);
        } else if (is_plain(code))
            snprintf(part, sizeof part, "%.*s", (int)n, text);
        else
            snprintf(part, sizeof part, "\\u{%X}", (unsigned)code);
        if (filled + strlen(part) >= size) break;
        memcpy(out + filled, part, strlen(part) + 1);
        filled += strlen(part);
        text += n;
        left -= n;
    }
    return out;
}

int print_json(json_t *value)
{
    /* Only ASCII, so that no text of a stranger's reaches a terminal. */
    char *text = value ? json_dumps(value, JSON_ENSURE_ASCII | JSON_COMPACT) : NULL;
    json_decref(value);
    if (!text) return command_fail_memory("admin");
    puts(text);
    free(text);
    return EXIT_DONE;
}

void print_folder(const char *name, bool json)
{
    if (json)
        print_json(json_pack("{s:s}", "folder", name));
    else
        puts(name);
}

const char *print_time(int64_t time_ms, char out[PRINT_TIME])
{
    const time_t seconds = (time_t)(time_ms / 1000);
    struct tm parts;
    if (!gmtime_r(&seconds, &parts) || strftime(out, PRINT_TIME, "%F %R", &parts) == 0)
        snprintf(out, PRINT_TIME, "?");
    return out;
}
