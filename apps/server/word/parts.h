/* The parts of the server that word/ uses, and its state. Types only. Loop's thread. */
#ifndef ALEA_SERVER_WORD_PARTS_H
#define ALEA_SERVER_WORD_PARTS_H

#include "sender.h"
#include "server/people/parts.h"
#include "server/socket/connections.h"
#include "server/storage/word/words.h"
#include "server/support/limits.h"

enum {
    WORD_AWAY_MS = 5000, /* nobody is away who has a socket by then */
    /* After a start browsers have come back by then; as often a server looks for words
     * of others that are gone. */
    WORD_LOOK_MS = 60000,
    WORD_TOKENS_MOST = 3 /* of one kind in force, of a person and of an address */
};

typedef struct word_parts {
    storage *store;
    connections *sockets;
    limits *limit; /* NULL = no limits */
    people *people;
    const char *site;  /* "https://NAME", for links in e-mails; NULL = none */
    const char *from;  /* the sender of e-mails; NULL = no e-mail */
    const char *smtp;  /* NULL = no e-mail */
    const char *login; /* "USER:PASSWORD" for it; NULL = none; wiped once it was read */
    bool anywhere;     /* push services at private addresses too */
    void (*wake)(void *context); /* any thread */
    void *context;
} word_parts;

enum {
    WORDS_WAITING = 8192,
    WORDS_TOLD = 32768,
    WORDS_OPEN_MOST = 4096, /* of before a start: turns, and others */
    WORD_TIDY_MS = 3600 * 1000,
    WORDS_ASKED = 64 /* accounts to be recovered, until the next tick */
};

/* A word that waits whether its reader is away. */
typedef struct word_due {
    char user[ID_SIZE], id[ID_SIZE]; /* user "" = called off */
    word_kind kind;
    int64_t at; /* server_ticks() */
    bool again; /* he may have had one: only if the storage says that he has none */
} word_due;

typedef struct word {
    word_parts parts;
    sender *out;
    char public_key[88]; /* as browsers take it */
    /* In the order of time: first, count of a ring. */
    word_due due[WORDS_WAITING];
    int first, count;
    /* Hashes of user, kind and id: told, and not seen since. One that needs the place
     * of another takes it. */
    uint64_t told[WORDS_TOLD];
    char asked[WORDS_ASKED][WORD_ADDRESS]; /* names and addresses, recover.c */
    int asked_count;
    int64_t dropped;
    /* When words are looked for that nobody sends; server_ticks(). `all`: also those
     * that are this server's own. */
    int64_t look_at;
    bool all;
    int64_t tidied; /* server_ticks() */
    /* This server's name where it claims words; where it is the only one, of this
     * run. */
    char claimer[ID_SIZE];
} word;

#endif
