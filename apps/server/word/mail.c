#include "mail.h"

#include "reach.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MAIL = 4096, LINKS_LIVE_S = 3600 };

/* Date and Message-ID, and what tells other programs that no person wrote it. */
static void write_head(const word *w, const char *address, const char *subject,
                       char *out, size_t size)
{
    static const char *const days[] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
    static const char *const months[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                         "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    char first[ID_SIZE], second[ID_SIZE];
    const time_t now = (time_t)(server_now() / 1000);
    struct tm t = {0};
    gmtime_r(&now, &t);
    server_new_id(first);
    server_new_id(second);
    snprintf(out, size,
             "From: alea <%s>\r\nTo: <%s>\r\nSubject: %s\r\n"
             "Date: %s, %02d %s %d %02d:%02d:%02d +0000\r\nMessage-ID: <%s.%s%s>\r\n"
             "MIME-Version: 1.0\r\nContent-Type: text/plain; charset=us-ascii\r\n"
             "Auto-Submitted: auto-generated\r\n",
             w->parts.from, address, subject, days[t.tm_wday % 7], t.tm_mday,
             months[t.tm_mon % 12], t.tm_year + 1900, t.tm_hour, t.tm_min, t.tm_sec,
             first, second, strchr(w->parts.from, '@'));
}

static bool post(word *w, const char *address, const char *text, letter l)
{
    l.is_mail = true;
    if (!reach_is_mail(address)) return false;
    snprintf(l.to, sizeof l.to, "%s", address);
    l.text = strdup(text);
    return l.text && sender_add(w->out, &l);
}

const char *mail_place(word_kind kind)
{
    return kind == WORD_TABLE                           ? "/tables/"
           : kind == WORD_MATCH || kind == WORD_MEETING ? "/tournament/"
                                                        : "/g/";
}

bool mail_word(word *w, const storage_wishes *wishes, const word_due *d,
               const letter *blank)
{
    static const char *const subjects[WORD_KINDS] = {
        [WORD_TURN] = "Your turn",
        [WORD_MATCH] = "Your match starts",
        [WORD_CHALLENGE] = "A challenge",
        [WORD_MEETING] = "When your match is played",
        [WORD_TABLE] = "Your turn at a table"};
    char text[MAIL], head[MAIL / 2];
    const char *site = w->parts.site;
    write_head(w, wishes->address, subjects[d->kind], head, sizeof head);
    snprintf(text, sizeof text,
             "%sList-Unsubscribe: <%s/api/word/off?t=%s>\r\n"
             "List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n\r\n"
             "%s:\r\n\r\n%s%s%s\r\n\r\n--\r\n"
             "You asked for this on the Account page. No more e-mail:\r\n"
             "%s/word#off=%s\r\n",
             head, site, wishes->off, subjects[d->kind], site, mail_place(d->kind),
             d->id, site, wishes->off);
    return post(w, wishes->address, text, *blank);
}

bool mail_confirm(word *w, const char *address, const char *token)
{
    char text[MAIL], head[MAIL / 2];
    write_head(w, address, "Confirm this address", head, sizeof head);
    snprintf(text, sizeof text,
             "%s\r\nSomebody gave this address for an account of\r\n%s.\r\n\r\n"
             "If it was you, open this within a day:\r\n\r\n%s/word#confirm=%s\r\n\r\n"
             "If not, do nothing: no other e-mail comes.\r\n",
             head, w->parts.site, w->parts.site, token);
    return post(w, address, text, (letter){.life_s = LINKS_LIVE_S});
}

bool mail_recover(word *w, const char *address, const char *token)
{
    char text[MAIL], head[MAIL / 2];
    write_head(w, address, "A new password", head, sizeof head);
    snprintf(text, sizeof text,
             "%s\r\nSomebody asked for a new password of your account at\r\n%s.\r\n\r\n"
             "If it was you, open this within an hour; it works once:\r\n\r\n"
             "%s/word#recover=%s\r\n\r\n"
             "If not, do nothing: your password stays as it is.\r\n",
             head, w->parts.site, w->parts.site, token);
    return post(w, address, text, (letter){.life_s = LINKS_LIVE_S});
}
