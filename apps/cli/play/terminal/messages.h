/* The messages of a full screen: a ring of lines, and how they break into columns. */
#ifndef ALEA_CLI_PLAY_TERMINAL_MESSAGES_H
#define ALEA_CLI_PLAY_TERMINAL_MESSAGES_H

#include <stdbool.h>

enum { MESSAGES = 400, MESSAGE_SIZE = 1024 };

typedef struct messages {
    char (*line)[MESSAGE_SIZE]; /* a ring of MESSAGES */
    int count;                  /* lines since the start, those forgotten too */
} messages;

/* False: out of memory. */
bool messages_open(messages *m);
void messages_close(messages *m);
/* Adds text; newlines separate lines, which are cut to MESSAGE_SIZE. */
void messages_add(messages *m, const char *text);
/* Index of the oldest line that is kept. */
int messages_oldest(const messages *m);
/* Line `index`, between messages_oldest and count - 1. */
const char *messages_at(const messages *m, int index);
/* Bytes of `text` that fit into `columns`, broken behind a blank where there is one. */
int messages_fitting(const char *text, int columns);
/* Rows that `text` takes. */
int messages_rows(const char *text, int columns);

#endif
