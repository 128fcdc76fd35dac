/* Tournaments as calendars (RFC 5545): one for everybody, and a person's own at an
 * address that only this person is given. */
#include "routes.h"

#include "ask.h"

#include "tournament/deadline.h"

#include "base/hash.h"
#include "base/utf8.h"

#include <ctype.h>
#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LINE_MOST = 75, LISTED_MOST = 40, KEY_BYTES = 16, KEY_SIZE = 2 * KEY_BYTES + 1 };

/* ---- writing ---- */

typedef struct calendar {
    FILE *out;
    int column;     /* bytes in this line */
    char base[300]; /* "https://host"; "" = not known */
} calendar;

/* One character; a long line goes on in the next, which begins with a blank. */
static void put_character(calendar *c, const char *bytes, int size)
{
    if (c->column + size > LINE_MOST) {
        fputs("\r\n ", c->out);
        c->column = 1;
    }
    fwrite(bytes, 1, (size_t)size, c->out);
    c->column += size;
}

static void put_plain(calendar *c, const char *text)
{
    for (; *text; text++) put_character(c, text, 1);
}

/* Text as the value of a property. */
static void put_text(calendar *c, const char *text)
{
    while (*text) {
        const size_t size = alea_utf8_length(text, strlen(text));
        if (*text == '\n')
            put_character(c, "\\n", 2);
        else if (strchr("\\;,", *text))
            put_character(c, (char[]){'\\', *text}, 2);
        else if (size && (unsigned char)*text >= ' ')
            put_character(c, text, (int)size);
        text += size ? size : 1;
    }
}

static void end_line(calendar *c)
{
    fputs("\r\n", c->out);
    c->column = 0;
}

static void put_line(calendar *c, const char *text)
{
    put_plain(c, text);
    end_line(c);
}

static void put_time(calendar *c, const char *name, int64_t ms)
{
    char text[24];
    struct tm when;
    const time_t seconds = (time_t)(ms / 1000);
    gmtime_r(&seconds, &when);
    strftime(text, sizeof text, "%Y%m%dT%H%M%SZ", &when);
    put_plain(c, name);
    put_line(c, text);
}

/* From BEGIN to the time; its caller goes on with SUMMARY's value. `match` -1: the
 * tournament as a whole. `what` tells two events of a match apart. */
static void begin_event(calendar *c, const storage_tournament *row, int match,
                        const char *what, int64_t time)
{
    char uid[64];
    put_line(c, "BEGIN:VEVENT");
    if (match < 0)
        snprintf(uid, sizeof uid, "UID:%s@alea", row->id);
    else
        snprintf(uid, sizeof uid, "UID:%s-%d%s@alea", row->id, match, what);
    put_line(c, uid);
    put_time(c, "DTSTAMP:", row->changed);
    put_time(c, "DTSTART:", time);
    if (*c->base) {
        put_plain(c, "URL:");
        put_plain(c, c->base);
        put_plain(c, "/tournament/");
        put_line(c, row->id);
    }
    put_plain(c, "SUMMARY:");
}

static void put_start(calendar *c, const storage_tournament *row)
{
    begin_event(c, row, -1, "", row->starts);
    put_text(c, row->name);
    end_line(c);
    if (*row->text) {
        put_plain(c, "DESCRIPTION:");
        put_text(c, row->text);
        end_line(c);
    }
    put_line(c, row->removed ? "STATUS:CANCELLED" : "STATUS:CONFIRMED");
    put_line(c, "END:VEVENT");
}

/* The last moment for a match to begin. */
static void put_deadline(calendar *c, const live_tournament *live, int match, int other)
{
    const tournament *t = live->t;
    const tournament_match *m = &t->match[match];
    const bool is_open = m->is_open && m->opened;
    begin_event(c, &live->row, match, "",
                is_open ? deadline_last(t, m) : deadline_planned(t, m, 0));
    put_text(c, live->row.name);
    put_text(c, ": last moment to begin against ");
    put_text(c, t->player[other].name);
    end_line(c);
    put_line(c, "TRANSP:TRANSPARENT");
    put_line(c, "END:VEVENT");
}

/* The time on which the two have agreed. */
static void put_meeting(calendar *c, const live_tournament *live, int match, int other)
{
    begin_event(c, &live->row, match, "-meeting", live->t->match[match].meeting.time);
    put_text(c, live->row.name);
    put_text(c, ": match against ");
    put_text(c, live->t->player[other].name);
    end_line(c);
    put_line(c, "STATUS:CONFIRMED");
    put_line(c, "END:VEVENT");
}

/* The server as the request names it, unless there could be markup or a path in it. */
static void set_base(calendar *c, const http_request *request)
{
    for (const char *at = request->host; *at; at++)
        if (!isalnum((unsigned char)*at) && !strchr(".-:[]", *at)) return;
    if (*request->host)
        snprintf(c->base, sizeof c->base, "http%s://%s", request->secure ? "s" : "",
                 request->host);
}

/* ---- answering ---- */

typedef struct calendar_text {
    calendar c;
    char *text;
    size_t size;
} calendar_text;

static bool open_calendar(calendar_text *to, const http_request *request,
                          const char *name, http_reply *reply)
{
    *to = (calendar_text){0};
    to->c.out = open_memstream(&to->text, &to->size);
    if (!to->c.out) {
        http_refuse(reply, 503, "memory", "The server is out of memory. Try again.");
        return false;
    }
    set_base(&to->c, request);
    put_line(&to->c, "BEGIN:VCALENDAR");
    put_line(&to->c, "VERSION:2.0");
    put_line(&to->c, "PRODID:-//alea//backgammon//EN");
    put_plain(&to->c, "X-WR-CALNAME:");
    put_text(&to->c, name);
    end_line(&to->c);
    put_line(&to->c, "REFRESH-INTERVAL;VALUE=DURATION:PT1H");
    return true;
}

static void answer_calendar(calendar_text *to, const char *file, http_reply *reply)
{
    put_line(&to->c, "END:VCALENDAR");
    if (fclose(to->c.out) != 0) {
        free(to->text);
        http_refuse(reply, 503, "memory", "The server is out of memory. Try again.");
        return;
    }
    *reply = (http_reply){.status = 200,
                          .type = "text/calendar; charset=utf-8",
                          .body = to->text,
                          .size = to->size};
    snprintf(reply->etag, sizeof reply->etag, "\"%016" PRIx64 "\"",
             alea_hash_bytes(ALEA_HASH_START, to->text, to->size));
    snprintf(reply->disposition, sizeof reply->disposition,
             "attachment; filename=\"%s.ics\"", file);
}

static void one_get(void *part, http_request *request, http_reply *reply)
{
    const live_tournament *live = ask_look(part, request, reply);
    calendar_text to;
    if (!live) return;
    if (!live->row.starts) {
        http_refuse(reply, 404, "no_start", "When it starts is not announced.");
        return;
    }
    if (!open_calendar(&to, request, live->row.name, reply)) return;
    put_start(&to.c, &live->row);
    answer_calendar(&to, live->row.id, reply);
}

/* ---- one's own ---- */

/* What opens the calendar of an account: not to be guessed, and another one once the
 * password is changed, because the first 64 characters of the stored text have its
 * random salt. False for a guest. */
static bool key_of(const storage_user *user, char out[KEY_SIZE])
{
    static const char purpose[] = "calendar";
    unsigned char key[KEY_BYTES];
    if (!*user->password_hash) return false;
    crypto_generichash(key, sizeof key, (const unsigned char *)purpose,
                       sizeof purpose - 1, (const unsigned char *)user->password_hash,
                       strnlen(user->password_hash, crypto_generichash_KEYBYTES_MAX));
    sodium_bin2hex(out, KEY_SIZE, key, sizeof key);
    return true;
}

static void address_get(void *part, http_request *request, http_reply *reply)
{
    tournaments *all = part;
    storage_user user;
    char key[KEY_SIZE], address[80];
    const storage_answer found =
        storage_user_get(all->parts.store, request->who.user, &user);
    if (found == ANSWER_FAILED) {
        http_refuse_storage(reply);
    } else if (found != ANSWER_FOUND || !key_of(&user, key)) {
        http_refuse(reply, 403, "guest",
                    "Calendars are for accounts: choose a name first.");
    } else {
        snprintf(address, sizeof address, "/api/calendar/%s/%s.ics", user.id, key);
        http_answer(reply, 200, json_pack("{s:s}", "url", address));
    }
    sodium_memzero(&user, sizeof user);
}

static int player_of(const tournament *t, const char *user)
{
    for (int i = 0; i < t->players; i++)
        if (!t->player[i].withdrawn && strcmp(t->player[i].user, user) == 0) return i;
    return -1;
}

static void put_own(calendar *c, const live_tournament *live, int player)
{
    const tournament *t = live->t;
    if (live->row.starts) put_start(c, &live->row);
    for (int i = 0; i < t->matches; i++) {
        const tournament_match *m = &t->match[i];
        const int side = m->player[0] == player ? 0 : 1;
        if (m->outcome != OUTCOME_NONE || m->player[side] != player) continue;
        /* The weeks of later rounds are known, too. */
        if (t->plan.week_h || (t->plan.deadline_h && m->is_open && m->opened))
            put_deadline(c, live, i, m->player[!side]);
        if (m->meeting.is_agreed) put_meeting(c, live, i, m->player[!side]);
    }
}

/* The tournaments that the person has entered and that are not over. */
static storage_answer put_all(tournaments *all, calendar *c, const char *user)
{
    storage_tournament *row = calloc(LISTED_MOST, sizeof *row);
    storage_answer answer = ANSWER_FOUND;
    const int count =
        row ? storage_tournaments_of(all->parts.store, user, row, LISTED_MOST) : -1;
    if (count < 0) answer = ANSWER_FAILED;
    for (int i = 0; i < count && answer != ANSWER_FAILED; i++) {
        if (row[i].removed || row[i].stage >= TOURNAMENT_OVER) continue;
        const live_tournament *live = tournaments_fetch(all, row[i].id, &answer);
        const int player = live ? player_of(live->t, user) : -1;
        if (player >= 0) put_own(c, live, player);
    }
    free(row);
    return answer == ANSWER_FAILED ? ANSWER_FAILED : ANSWER_FOUND;
}

static void own_get(void *part, http_request *request, http_reply *reply)
{
    tournaments *all = part;
    storage_user user;
    char key[KEY_SIZE] = "", wanted[KEY_SIZE + 4];
    const char *given = strrchr(request->path, '/') + 1;
    const storage_answer found =
        storage_user_get(all->parts.store, request->id[0], &user);
    if (found == ANSWER_FOUND && key_of(&user, key))
        snprintf(wanted, sizeof wanted, "%s.ics", key);
    sodium_memzero(&user, sizeof user);
    if (found == ANSWER_FAILED) {
        http_refuse_storage(reply);
        return;
    }
    if (!*key || strlen(given) != strlen(wanted) ||
        sodium_memcmp(given, wanted, strlen(wanted)) != 0) {
        http_refuse(reply, 404, "no_such_calendar",
                    "There is no such calendar, or the password was changed: look up "
                    "its address on the page of tournaments.");
        return;
    }
    calendar_text to;
    if (!open_calendar(&to, request, "alea", reply)) return;
    if (put_all(all, &to.c, request->id[0]) != ANSWER_FAILED) {
        answer_calendar(&to, "alea", reply);
        return;
    }
    fclose(to.c.out);
    free(to.text);
    http_refuse_storage(reply);
}

const http_route tournament_calendar_routes[] = {
    {HTTP_GET, "/api/tournaments/{id}/calendar.ics", ROUTE_OPEN, one_get},
    {HTTP_GET, "/api/calendar", ROUTE_SESSION, address_get},
    {HTTP_GET, "/api/calendar/{id}/{*}", ROUTE_OPEN, own_get},
    {0},
};
