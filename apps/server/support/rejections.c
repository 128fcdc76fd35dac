/* Rejections: always counted, logged at a bounded rate. */
#include "rejections.h"

#include <stdio.h>
#include <string.h>

enum {
    LINES_AT_ONCE = 20, /* per reason; then one line a second */
    QUOTED_MOST = 80    /* bytes of client text in a log line */
};

const char *refusal_name(metrics_refusal why)
{
    static const char *const names[REFUSALS] = {
        [REFUSED_RATE] = "rate",       [REFUSED_ORIGIN] = "origin",
        [REFUSED_HOST] = "host",       [REFUSED_LOGIN] = "login",
        [REFUSED_MESSAGE] = "message", [REFUSED_CONNECTION] = "connection",
        [REFUSED_SLOW] = "slow",       [REFUSED_SESSION] = "session",
        [REFUSED_REQUEST] = "request", [REFUSED_UPLOAD] = "upload",
        [REFUSED_COMMAND] = "command", [REFUSED_PLAY] = "play",
        [REFUSED_TURN] = "turn",       [REFUSED_SEAT] = "seat",
        [REFUSED_FLOOD] = "flood",
    };
    return names[why];
}

/* Rejections that honest clients cause at times; the others never come from our
 * page. */
static bool is_usual(metrics_refusal why)
{
    return why == REFUSED_RATE || why == REFUSED_SESSION || why == REFUSED_TURN ||
           why == REFUSED_REQUEST || why == REFUSED_UPLOAD;
}

/* Writes all but printable ASCII as \xNN, so that no terminal sequence and no forged
 * line gets into the log. */
static void quote(const char *text, char out[QUOTED_MOST + 8])
{
    size_t n = 0;
    for (const unsigned char *c = (const unsigned char *)text; *c; c++) {
        const bool plain = *c >= ' ' && *c <= '~' && *c != '\\';
        if (n + (plain ? 1 : 4) > QUOTED_MOST) {
            n += (size_t)snprintf(out + n, 4, "...");
            break;
        }
        n += (size_t)snprintf(out + n, 5, plain ? "%c" : "\\x%02x", *c);
    }
    out[n] = '\0';
}

/* A line of this reason may be written. */
static bool may_tell(refusal_log *l, int64_t now)
{
    const int64_t gained = (now - l->filled) / 1000;
    if (l->filled == 0 || gained >= LINES_AT_ONCE) {
        l->filled = now;
        l->lines = LINES_AT_ONCE;
    } else if (gained > 0) {
        l->filled += gained * 1000;
        l->lines += (int)gained;
        if (l->lines > LINES_AT_ONCE) l->lines = LINES_AT_ONCE;
    }
    if (l->lines == 0) {
        l->untold++;
        return false;
    }
    l->lines--;
    return true;
}

void server_refused(metrics *count, metrics_refusal why, const char *address,
                    const char *user, const char *code, const char *about)
{
    refusal_log *l = &count->log[why];
    char quoted[QUOTED_MOST + 8], more[24];
    count->refused[why]++;
    if (!may_tell(l, server_ticks())) return;
    quote(about ? about : "", quoted);
    snprintf(more, sizeof more, "%llu", (unsigned long long)l->untold);
    l->untold = 0;
    server_log(is_usual(why) ? "info" : "warning", "refused", "reason",
               refusal_name(why), "code", code, "address", address, "user", user,
               "about", quoted, "untold", more, NULL);
}
