#include "sender.h"

#include "late/curl.h"
#include "reach.h"
#include "server/support/system.h"
#include "vapid.h"

#include <alea/status.h>
#include <pthread.h>
#include <sodium.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    AT_ONCE = 16,  /* transfers */
    OF_A_HOST = 4, /* so that a dead service does not keep others waiting */
    CONNECT_MS = 5000,
    WHOLE_MS = 15000, /* of a transfer */
    FIRST_WAIT_MS = 15000,
    LONGEST_WAIT_MS = 3600 * 1000,
    LOOK_MS = 1000, /* while letters wait for their time */
    LAST_MS = 500,  /* for what is on its way at the end */
    ANSWER_MOST = 16 * 1024,
    SOCKETS = 64, /* more are not opened at once */
    HOST = 256
};

typedef struct mail_text {
    const char *at;
    size_t left;
} mail_text;

typedef struct waiting waiting;
struct waiting {
    waiting *next;
    letter what;
    char host[HOST];
    int tries, dropped; /* dropped: as sender.dropped when it was added */
    bool gone, sent;
    int64_t due, ends; /* server_ticks() */
    /* while it is on its way */
    CURL *transfer;
    struct curl_slist *fields, *to;
    mail_text mail;
    size_t answered;
    uint8_t body[SEALED_RECORD];
};

struct sender {
    sender_options options;
    char *smtp, *from, *user, *password;
    pthread_t thread;
    pthread_mutex_t mutex;
    CURLM *multi;
    /* under the mutex: */
    waiting *list, **end;
    waiting *ended; /* for sender_poll */
    waiting *away[AT_ONCE];
    bool stops;
    int dropped; /* how often sender_drop was called */
    sender_counts counts;
    atomic_llong until; /* sender_may_until */
    bool has_ended;     /* the loop's */
    /* the thread's: */
    curl_socket_t socket[SOCKETS];
    int sockets;
};

/* ---- letters ---- */

static void free_letter(waiting *w)
{
    if (!w) return;
    if (w->what.text) sodium_memzero(w->what.text, strlen(w->what.text));
    free(w->what.text);
    free(w);
}

static void free_list(waiting *w)
{
    while (w) {
        waiting *next = w->next;
        free_letter(w);
        w = next;
    }
}

/* The host for the log and for fair shares: an endpoint itself is as good as a key. */
static void read_host(const letter *l, const char *smtp, char out[HOST])
{
    char *host = NULL;
    CURLU *url = curl.curl_url();
    *out = '\0';
    if (url && curl.curl_url_set(url, CURLUPART_URL, l->is_mail ? smtp : l->to,
                                 CURLU_NON_SUPPORT_SCHEME) == CURLUE_OK)
        curl.curl_url_get(url, CURLUPART_HOST, &host, 0);
    if (host) snprintf(out, HOST, "%s", host);
    curl.curl_free(host);
    curl.curl_url_cleanup(url);
}

static void append(sender *s, waiting *w)
{
    w->next = NULL;
    *s->end = w;
    s->end = &w->next;
}

/* Takes the letter after `*at` out of the list. */
static waiting *take_out(sender *s, waiting **at)
{
    waiting *w = *at;
    *at = w->next;
    if (!*at) s->end = at;
    w->next = NULL;
    return w;
}

/* ---- one transfer ---- */

/* Called before each connection, with the address that the name turned out to have. */
static curl_socket_t open_socket(void *context, curlsocktype purpose,
                                 struct curl_sockaddr *address)
{
    sender *s = context;
    if (purpose != CURLSOCKTYPE_IPCXN || s->sockets == SOCKETS) return CURL_SOCKET_BAD;
    const curl_socket_t made =
        socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
    if (made != CURL_SOCKET_BAD) s->socket[s->sockets++] = made;
    return made;
}

/* The same where a stranger has given the address. */
static curl_socket_t open_public_socket(void *context, curlsocktype purpose,
                                        struct curl_sockaddr *address)
{
    return reach_is_public(&address->addr) ? open_socket(context, purpose, address)
                                           : CURL_SOCKET_BAD;
}

static int close_socket(void *context, curl_socket_t closed)
{
    sender *s = context;
    for (int i = 0; i < s->sockets; i++)
        if (s->socket[i] == closed) s->socket[i--] = s->socket[--s->sockets];
    return close(closed);
}

static size_t ignore_answer(char *bytes, size_t size, size_t count, void *context)
{
    waiting *w = context;
    (void)bytes;
    w->answered += size * count;
    return w->answered > ANSWER_MOST ? 0 : size * count;
}

static size_t read_mail(char *out, size_t size, size_t count, void *context)
{
    mail_text *mail = context;
    const size_t room = size * count, n = mail->left < room ? mail->left : room;
    memcpy(out, mail->at, n);
    mail->at += n;
    mail->left -= n;
    return n;
}

static bool add_field(waiting *w, const char *name, const char *value)
{
    char line[VAPID_HEADER + 64];
    snprintf(line, sizeof line, "%s: %s", name, value);
    struct curl_slist *longer = curl.curl_slist_append(w->fields, line);
    if (longer) w->fields = longer;
    return longer != NULL;
}

static bool prepare_push(const sender *s, waiting *w)
{
    char header[VAPID_HEADER], life[24];
    const letter *l = &w->what;
    const int64_t left_s = (w->ends - server_ticks()) / 1000;
    const size_t size =
        sealed_write(&l->reader, l->text, strlen(l->text), LETTER_PUSH, w->body);
    snprintf(life, sizeof life, "%lld", (long long)(left_s > 0 ? left_s : 0));
    if (!size ||
        !vapid_header(s->options.secret, l->to, s->options.contact,
                      server_now() / 1000 + VAPID_LIFE_S, header) ||
        !add_field(w, "Authorization", header) ||
        !add_field(w, "Content-Encoding", "aes128gcm") ||
        !add_field(w, "Content-Type", "application/octet-stream") ||
        !add_field(w, "TTL", life) || !add_field(w, "Urgency", "normal") ||
        (*l->topic && !add_field(w, "Topic", l->topic)) || !add_field(w, "Expect", ""))
        return false;
    curl.curl_easy_setopt(w->transfer, CURLOPT_URL, l->to);
    curl.curl_easy_setopt(w->transfer, CURLOPT_PROTOCOLS_STR,
                          s->options.anywhere ? "https,http" : "https");
    curl.curl_easy_setopt(w->transfer, CURLOPT_POST, 1L);
    curl.curl_easy_setopt(w->transfer, CURLOPT_POSTFIELDSIZE, (long)size);
    curl.curl_easy_setopt(w->transfer, CURLOPT_POSTFIELDS, w->body);
    curl.curl_easy_setopt(w->transfer, CURLOPT_HTTPHEADER, w->fields);
    curl.curl_easy_setopt(w->transfer, CURLOPT_FOLLOWLOCATION, 0L);
    if (!s->options.anywhere)
        curl.curl_easy_setopt(w->transfer, CURLOPT_OPENSOCKETFUNCTION,
                              open_public_socket);
    return true;
}

static bool prepare_mail(const sender *s, waiting *w)
{
    const letter *l = &w->what;
    const bool is_near = strcmp(w->host, "localhost") == 0 ||
                         strncmp(w->host, "127.", 4) == 0 ||
                         strcmp(w->host, "[::1]") == 0;
    w->to = curl.curl_slist_append(NULL, l->to);
    if (!w->to) return false;
    w->mail = (mail_text){l->text, strlen(l->text)};
    curl.curl_easy_setopt(w->transfer, CURLOPT_URL, s->smtp);
    curl.curl_easy_setopt(w->transfer, CURLOPT_PROTOCOLS_STR, "smtp,smtps");
    /* Nothing crosses a network in the clear. */
    curl.curl_easy_setopt(w->transfer, CURLOPT_USE_SSL,
                          is_near ? (long)CURLUSESSL_TRY : (long)CURLUSESSL_ALL);
    curl.curl_easy_setopt(w->transfer, CURLOPT_MAIL_FROM, s->from);
    curl.curl_easy_setopt(w->transfer, CURLOPT_MAIL_RCPT, w->to);
    curl.curl_easy_setopt(w->transfer, CURLOPT_UPLOAD, 1L);
    curl.curl_easy_setopt(w->transfer, CURLOPT_READFUNCTION, read_mail);
    curl.curl_easy_setopt(w->transfer, CURLOPT_READDATA, &w->mail);
    if (s->user) {
        curl.curl_easy_setopt(w->transfer, CURLOPT_USERNAME, s->user);
        curl.curl_easy_setopt(w->transfer, CURLOPT_PASSWORD, s->password);
    }
    return true;
}

static void clear_transfer(sender *s, waiting *w)
{
    if (w->transfer) {
        curl.curl_multi_remove_handle(s->multi, w->transfer);
        curl.curl_easy_cleanup(w->transfer);
    }
    curl.curl_slist_free_all(w->fields);
    curl.curl_slist_free_all(w->to);
    w->transfer = NULL;
    w->fields = w->to = NULL;
    w->answered = 0;
}

static bool start(sender *s, waiting *w)
{
    w->transfer = curl.curl_easy_init();
    if (!w->transfer) return false;
    curl.curl_easy_setopt(w->transfer, CURLOPT_PRIVATE, w);
    curl.curl_easy_setopt(w->transfer, CURLOPT_NOSIGNAL, 1L);
    curl.curl_easy_setopt(w->transfer, CURLOPT_QUICK_EXIT, 1L);
    /* A proxy would connect to addresses that are not judged here. */
    curl.curl_easy_setopt(w->transfer, CURLOPT_PROXY, "");
    curl.curl_easy_setopt(w->transfer, CURLOPT_NETRC, (long)CURL_NETRC_IGNORED);
    curl.curl_easy_setopt(w->transfer, CURLOPT_CONNECTTIMEOUT_MS, (long)CONNECT_MS);
    curl.curl_easy_setopt(w->transfer, CURLOPT_TIMEOUT_MS, (long)WHOLE_MS);
    curl.curl_easy_setopt(w->transfer, CURLOPT_OPENSOCKETFUNCTION, open_socket);
    curl.curl_easy_setopt(w->transfer, CURLOPT_OPENSOCKETDATA, s);
    curl.curl_easy_setopt(w->transfer, CURLOPT_CLOSESOCKETFUNCTION, close_socket);
    curl.curl_easy_setopt(w->transfer, CURLOPT_CLOSESOCKETDATA, s);
    curl.curl_easy_setopt(w->transfer, CURLOPT_WRITEFUNCTION, ignore_answer);
    curl.curl_easy_setopt(w->transfer, CURLOPT_WRITEDATA, w);
    if ((w->what.is_mail ? prepare_mail(s, w) : prepare_push(s, w)) &&
        curl.curl_multi_add_handle(s->multi, w->transfer) == CURLM_OK)
        return true;
    curl.curl_easy_cleanup(w->transfer);
    w->transfer = NULL;
    clear_transfer(s, w);
    return false;
}

/* ---- what became of it ---- */

typedef enum letter_end {
    LETTER_SENT = 0,
    LETTER_GONE,    /* the service does not know the device */
    LETTER_LATER,   /* to be tried again */
    LETTER_HOPELESS /* an e-mail that the server refuses for good */
} letter_end;

static letter_end end_of(const waiting *w, CURLcode code, long status)
{
    if (w->what.is_mail) {
        if (code == CURLE_OK) return LETTER_SENT;
        return status >= 500 && status < 600 && code != CURLE_LOGIN_DENIED
                   ? LETTER_HOPELESS
                   : LETTER_LATER;
    }
    if (status == 404 || status == 410) return LETTER_GONE;
    return code == CURLE_OK && status >= 200 && status < 300 ? LETTER_SENT
                                                             : LETTER_LATER;
}

static int64_t wait_of(const waiting *w, int64_t asked_s)
{
    int64_t wait = FIRST_WAIT_MS;
    for (int i = 1; i < w->tries && wait < LONGEST_WAIT_MS; i++) wait *= 4;
    if (asked_s * 1000 > wait) wait = asked_s * 1000;
    if (wait > LONGEST_WAIT_MS) wait = LONGEST_WAIT_MS;
    /* Letters that failed together do not all come back at once. */
    return wait + randombytes_uniform((uint32_t)(wait / 8) + 1);
}

static void report(const waiting *w, const char *event, CURLcode code, long status)
{
    char number[24], tries[24];
    snprintf(number, sizeof number, "%ld", status);
    snprintf(tries, sizeof tries, "%d", w->tries);
    server_log("warning", event, "host", w->host, "status", number, "reason",
               code == CURLE_OK ? "" : curl.curl_easy_strerror(code), "tries", tries,
               NULL);
}

static void leave_away(sender *s, const waiting *w)
{
    for (int i = 0; i < AT_ONCE; i++)
        if (s->away[i] == w) s->away[i] = NULL;
}

static void finish(sender *s, waiting *w, CURLcode code)
{
    long status = 0;
    curl_off_t asked_s = 0;
    if (w->transfer) {
        curl.curl_easy_getinfo(w->transfer, CURLINFO_RESPONSE_CODE, &status);
        curl.curl_easy_getinfo(w->transfer, CURLINFO_RETRY_AFTER, &asked_s);
    }
    clear_transfer(s, w);
    w->tries++;
    letter_end end = end_of(w, code, status);
    const int64_t now = server_ticks();
    w->due = now + wait_of(w, asked_s);
    if (end == LETTER_LATER && (w->tries >= LETTER_TRIES || w->due > w->ends))
        end = LETTER_HOPELESS;
    if (end == LETTER_HOPELESS) report(w, "word_given_up", code, status);
    if (end == LETTER_LATER && w->tries == 1) report(w, "word_delayed", code, status);
    const bool is_told = end != LETTER_LATER && (end == LETTER_GONE || *w->what.person);
    pthread_mutex_lock(&s->mutex);
    leave_away(s, w);
    const bool is_dropped = *w->what.person && w->dropped != s->dropped;
    const bool stays = end == LETTER_LATER && !is_dropped;
    s->counts.sent += end == LETTER_SENT;
    s->counts.tried_again += stays;
    s->counts.given_up += end == LETTER_HOPELESS;
    s->counts.waiting -= !stays;
    if (stays) {
        append(s, w);
    } else if (is_told) {
        w->gone = end == LETTER_GONE;
        w->sent = end == LETTER_SENT;
        w->next = s->ended;
        s->ended = w;
    }
    pthread_mutex_unlock(&s->mutex);
    if (is_told)
        s->options.wake(s->options.context);
    else if (!stays)
        free_letter(w);
}

/* ---- the thread ---- */

static int count_of(const sender *s, const char *host)
{
    int count = 0;
    for (int i = 0; i < AT_ONCE; i++)
        count += s->away[i] && strcasecmp(s->away[i]->host, host) == 0;
    return count;
}

static int free_place(const sender *s)
{
    for (int i = 0; i < AT_ONCE; i++)
        if (!s->away[i]) return i;
    return -1;
}

/* Whether the letter may begin its way. */
static bool is_due(const sender *s, const waiting *w, int64_t now, bool is_ours)
{
    return w->due <= now && (is_ours || !*w->what.person) &&
           count_of(s, w->host) < OF_A_HOST;
}

/* Starts what is due. Returns how long to wait for more. */
static int start_due(sender *s)
{
    const int64_t now = server_ticks();
    const bool is_ours = now < atomic_load(&s->until);
    for (;;) {
        const int place = free_place(s);
        if (place < 0) return LOOK_MS;
        pthread_mutex_lock(&s->mutex);
        waiting **at = &s->list;
        while (*at && !is_due(s, *at, now, is_ours)) at = &(*at)->next;
        waiting *w = *at ? take_out(s, at) : NULL;
        s->away[place] = w;
        pthread_mutex_unlock(&s->mutex);
        if (!w) return LOOK_MS;
        if (!start(s, w)) finish(s, w, CURLE_FAILED_INIT);
    }
}

static void take_ended(sender *s)
{
    int left;
    CURLMsg *message;
    while ((message = curl.curl_multi_info_read(s->multi, &left))) {
        waiting *w = NULL;
        if (message->msg != CURLMSG_DONE) continue;
        const CURLcode code = message->data.result;
        curl.curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &w);
        finish(s, w, code);
    }
}

static bool is_any_away(const sender *s)
{
    for (int i = 0; i < AT_ONCE; i++)
        if (s->away[i]) return true;
    return false;
}

static bool stops(sender *s)
{
    pthread_mutex_lock(&s->mutex);
    const bool result = s->stops;
    pthread_mutex_unlock(&s->mutex);
    return result;
}

static void move_on(sender *s, int wait_ms)
{
    int running;
    curl.curl_multi_perform(s->multi, &running);
    take_ended(s);
    curl.curl_multi_poll(s->multi, NULL, 0, wait_ms, NULL);
}

static void *work(void *context)
{
    sender *s = context;
    while (!stops(s)) move_on(s, start_due(s));
    const int64_t last = server_ticks() + LAST_MS;
    while (is_any_away(s) && server_ticks() < last) move_on(s, LAST_MS / 10);
    /* The library says good-bye to mail servers, and waits for what they say to it. */
    for (int i = 0; i < s->sockets; i++) shutdown(s->socket[i], SHUT_RDWR);
    for (int i = 0; i < AT_ONCE; i++) {
        if (!s->away[i]) continue;
        clear_transfer(s, s->away[i]);
        free_letter(s->away[i]);
        s->away[i] = NULL;
    }
    return NULL;
}

/* ---- the loop's side ---- */

static bool copy_text(char **out, const char *text)
{
    *out = text ? strdup(text) : NULL;
    return !text || *out;
}

static void free_sender(sender *s)
{
    if (s->multi) curl.curl_multi_cleanup(s->multi);
    free_list(s->list);
    free_list(s->ended);
    if (s->password) sodium_memzero(s->password, strlen(s->password));
    free(s->smtp);
    free(s->from);
    free(s->user);
    free(s->password);
    sodium_memzero(&s->options, sizeof s->options);
    free(s);
}

alea_status sender_open(sender **out, const sender_options *options)
{
    *out = NULL;
    if (curl.curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK)
        return ALEA_ERROR_MEMORY;
    sender *s = calloc(1, sizeof *s);
    if (!s) return ALEA_ERROR_MEMORY;
    s->options = *options;
    s->end = &s->list;
    atomic_init(&s->until, INT64_MAX);
    s->multi = curl.curl_multi_init();
    if (!s->multi || !copy_text(&s->smtp, options->smtp) ||
        !copy_text(&s->from, options->from) || !copy_text(&s->user, options->user) ||
        !copy_text(&s->password, options->password)) {
        free_sender(s);
        return ALEA_ERROR_MEMORY;
    }
    curl.curl_multi_setopt(s->multi, CURLMOPT_MAXCONNECTS, (long)(SOCKETS / 2));
    pthread_mutex_init(&s->mutex, NULL);
    if (pthread_create(&s->thread, NULL, work, s) != 0) {
        pthread_mutex_destroy(&s->mutex);
        free_sender(s);
        return ALEA_ERROR_MEMORY;
    }
    *out = s;
    return ALEA_OK;
}

void sender_may_until(sender *s, int64_t ticks)
{
    atomic_store(&s->until, ticks);
}

void sender_drop(sender *s)
{
    pthread_mutex_lock(&s->mutex);
    s->dropped++;
    for (waiting **at = &s->list; *at;) {
        if (!*(*at)->what.person) {
            at = &(*at)->next;
            continue;
        }
        free_letter(take_out(s, at));
        s->counts.waiting--;
    }
    pthread_mutex_unlock(&s->mutex);
}

void sender_stop(sender *s)
{
    if (s->has_ended) return;
    s->has_ended = true;
    pthread_mutex_lock(&s->mutex);
    s->stops = true;
    pthread_mutex_unlock(&s->mutex);
    curl.curl_multi_wakeup(s->multi);
    pthread_join(s->thread, NULL);
}

void sender_close(sender *s)
{
    if (!s) return;
    sender_stop(s);
    pthread_mutex_destroy(&s->mutex);
    free_sender(s);
}

/* A word that still waits for the same device about the same thing is replaced. */
static void drop_same(sender *s, const letter *l)
{
    if (!*l->topic) return;
    for (waiting **at = &s->list; *at; at = &(*at)->next) {
        if (strcmp((*at)->what.topic, l->topic) != 0 ||
            strcmp((*at)->what.to, l->to) != 0)
            continue;
        free_letter(take_out(s, at));
        s->counts.waiting--;
        return;
    }
}

bool sender_add(sender *s, letter *l)
{
    waiting *w = calloc(1, sizeof *w);
    bool taken = false;
    pthread_mutex_lock(&s->mutex);
    if (w) drop_same(s, l);
    if (w && !s->stops && s->counts.waiting < LETTERS_MOST) {
        w->what = *l;
        w->dropped = s->dropped;
        l->text = NULL;
        read_host(&w->what, s->smtp, w->host);
        w->due = server_ticks();
        w->ends = w->due + (int64_t)w->what.life_s * 1000;
        append(s, w);
        s->counts.waiting++;
        taken = true;
    } else {
        s->counts.refused++;
    }
    pthread_mutex_unlock(&s->mutex);
    if (taken) {
        curl.curl_multi_wakeup(s->multi);
    } else {
        free(w);
        free(l->text);
        l->text = NULL;
    }
    return taken;
}

static bool is_of_word(const waiting *w, const letter *l)
{
    return w && w->what.kind == l->kind && strcmp(w->what.person, l->person) == 0 &&
           strcmp(w->what.about, l->about) == 0;
}

/* Whether another letter about the same has not ended yet, or comes after `w` in the
 * list. */
static bool has_more(sender *s, const waiting *w)
{
    bool more = false;
    pthread_mutex_lock(&s->mutex);
    for (const waiting *o = w->next; o; o = o->next) more |= is_of_word(o, &w->what);
    for (const waiting *o = s->list; o; o = o->next) more |= is_of_word(o, &w->what);
    for (const waiting *o = s->ended; o; o = o->next) more |= is_of_word(o, &w->what);
    for (int i = 0; i < AT_ONCE; i++) more |= is_of_word(s->away[i], &w->what);
    pthread_mutex_unlock(&s->mutex);
    return more;
}

void sender_poll(sender *s, sender_ended_fn *ended, void *context)
{
    pthread_mutex_lock(&s->mutex);
    waiting *list = s->ended;
    s->ended = NULL;
    pthread_mutex_unlock(&s->mutex);
    for (const waiting *w = list; w; w = w->next)
        ended(context, &w->what, w->gone, w->sent || !has_more(s, w));
    free_list(list);
}

sender_counts sender_figures(sender *s)
{
    pthread_mutex_lock(&s->mutex);
    const sender_counts counts = s->counts;
    pthread_mutex_unlock(&s->mutex);
    return counts;
}
