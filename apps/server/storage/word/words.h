/* The words that accounts want while they are away, and where to. */
#ifndef ALEA_SERVER_STORAGE_WORD_WORDS_H
#define ALEA_SERVER_STORAGE_WORD_WORDS_H

#include "server/storage/interface.h"

enum {
    WORD_ENDPOINT = 1025, /* bytes with the NUL, as the next two */
    WORD_ADDRESS = 255,
    WORD_AGENT = 128,
    WORD_SECRET = 32,
    WORD_POINT = 65,
    WORD_AUTH = 16,
    WORD_HASH = 32,
    WORD_DEVICES = 8 /* of one account */
};

/* ---- the key of the server for push services ---- */

storage_answer word_key_get(storage *s, uint8_t secret[WORD_SECRET]);
/* No effect where there is one. */
alea_status word_key_put(storage *s, const uint8_t secret[WORD_SECRET]);

/* ---- wishes ---- */

/* Of an account that never said any, all of it is 0. */
typedef struct storage_wishes {
    int push, mail;             /* 1 << word_kind each */
    char address[WORD_ADDRESS]; /* "" = none; confirmed by its owner */
    char off[65];               /* hexadecimal; of the link that ends the e-mail */
} storage_wishes;

storage_answer word_wishes_get(storage *s, const char *person, storage_wishes *out);
/* ALEA_ERROR_ARGUMENT: no such account. */
alea_status word_wishes_put(storage *s, const char *person, const storage_wishes *w);
/* No more words by e-mail to the account that has this `off`. ALEA_ERROR_ARGUMENT:
 * none has. */
alea_status word_mail_off(storage *s, const char *off);
/* The account with that confirmed address; of several, the oldest. */
storage_answer word_person_of(storage *s, const char *address, char person[ID_SIZE]);

/* ---- devices ---- */

typedef struct storage_device {
    char id[ID_SIZE];
    char person[ID_SIZE];
    char endpoint[WORD_ENDPOINT];
    uint8_t point[WORD_POINT], auth[WORD_AUTH];
    char agent[WORD_AGENT];
    int64_t created;
} storage_device;

/* The device of that endpoint is from now on this one; beyond WORD_DEVICES of the
 * account the oldest goes. ALEA_ERROR_ARGUMENT: no such account. */
alea_status word_device_put(storage *s, const storage_device *d);
/* Oldest first. */
int word_devices_of(storage *s, const char *person, storage_device *out, int capacity);
/* ALEA_ERROR_ARGUMENT: the account has no such device. */
alea_status word_device_remove(storage *s, const char *person, const char *id);
/* The push service does not know it any more. No effect if there is none. */
alea_status word_device_gone(storage *s, const char *endpoint);

/* ---- links that were sent by e-mail ---- */

typedef enum word_purpose {
    PURPOSE_CONFIRM = 0, /* an address */
    PURPOSE_RECOVER      /* an account */
} word_purpose;

typedef struct storage_token {
    uint8_t hash[WORD_HASH]; /* of what the link says */
    word_purpose purpose;
    char person[ID_SIZE];
    char address[WORD_ADDRESS]; /* where it was sent to */
    int64_t until;
} storage_token;

/* ALEA_ERROR_REFUSED: as many as `most` for the person or the address are in force, and
 * nothing was stored. */
alea_status word_token_put(storage *s, const storage_token *t, int most);
/* A token in force. */
storage_answer word_token_get(storage *s, const uint8_t hash[WORD_HASH],
                              word_purpose purpose, storage_token *out);
/* It is used up. ALEA_ERROR_REFUSED: it was before. */
alea_status word_token_take(storage *s, const uint8_t hash[WORD_HASH]);
/* The address that waits to be confirmed, of the newest token in force. */
storage_answer word_waiting(storage *s, const char *person, char address[WORD_ADDRESS]);
/* Nothing of the account waits to be confirmed any more. */
alea_status word_waiting_drop(storage *s, const char *person);

#endif
