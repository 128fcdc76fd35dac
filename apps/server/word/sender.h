/* Words on their way to push services and the mail server. A thread of its own does it,
 * so that no service can delay a game; what cannot be sent is tried again, later each
 * time. The functions are for the loop's thread. */
#ifndef ALEA_SERVER_WORD_SENDER_H
#define ALEA_SERVER_WORD_SENDER_H

#include "sealed.h"
#include "server/storage/interface.h"

#include <alea/status.h>

enum {
    LETTERS_MOST = 4096, /* that wait, and that are on their way */
    LETTER_TO = 1025,
    LETTER_TOPIC = 33,
    LETTER_PUSH = 160, /* bytes of the text of a push message, filled up to that */
    LETTER_TRIES = 7
};

/* One word to one device or one address. */
typedef struct letter {
    bool is_mail;
    char to[LETTER_TO];       /* an endpoint, or an e-mail address */
    sealed_reader reader;     /* push */
    char topic[LETTER_TOPIC]; /* push: it replaces one of the same topic; "" = none */
    int life_s;               /* after that it is worth nothing */
    char *text; /* malloc'd, the sender's: JSON, or a whole e-mail with its head */
    /* What it is about, for sender_poll; person "" = nothing is to be noted. */
    char person[ID_SIZE], about[ID_SIZE];
    word_kind kind;
} letter;

typedef struct sender_options {
    uint8_t secret[CURVE_SECRET]; /* of the server, for push services */
    char contact[256];            /* "mailto:..." or "https:..."; "" = none */
    bool anywhere;                /* push services at private addresses too */
    const char *smtp;             /* "smtp://HOST[:PORT]" or smtps; NULL = no e-mail */
    const char *from;             /* the address of the sender */
    const char *user, *password;  /* for the mail server; NULL = none */
    void (*wake)(void *context);  /* any thread: sender_poll has something */
    void *context;
} sender_options;

/* What became of the words so far. */
typedef struct sender_counts {
    int64_t sent, tried_again, given_up, refused, waiting;
} sender_counts;

typedef struct sender sender;

/* Texts of the options are copied. late_curl_load must have answered ALEA_OK. */
alea_status sender_open(sender **out, const sender_options *options);
/* Letters of persons begin their way only before that time, server_ticks(). */
void sender_may_until(sender *s, int64_t ticks);
/* Letters of persons that wait are another's to send: they are dropped, without an
 * end. */
void sender_drop(sender *s);
/* Ends the thread; what is on its way gets a moment to arrive. */
void sender_stop(sender *s);
/* The same. What waits is dropped. NULL is allowed. */
void sender_close(sender *s);
/* Takes l->text over. False: too many wait, or memory is short. */
bool sender_add(sender *s, letter *l);
/* Calls `ended` for each letter of a person that is sent or given up, and for each
 * whose endpoint its service does not know any more (`gone`). `done`: it is sent, or
 * the last one of its word. */
typedef void sender_ended_fn(void *context, const letter *l, bool gone, bool done);
void sender_poll(sender *s, sender_ended_fn *ended, void *context);
sender_counts sender_figures(sender *s);

#endif
