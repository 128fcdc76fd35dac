#include "settings.h"
#include "base/hash.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum key_type { KEY_INT, KEY_LONG, KEY_REAL, KEY_TEXT, KEY_LABEL } key_type;

typedef struct key {
    const char *name;
    key_type type;
    size_t offset;
    double low, high;
    int shapes_result; /* part of the hash */
} key;

#define AT(field) offsetof(settings, field)
static const key keys[] = {
    {"seed", KEY_LONG, AT(seed), 0, 9e15, 1},
    {"threads", KEY_INT, AT(threads), 1, 256, 0},
    {"game", KEY_TEXT, AT(game), 0, 0, 1},
    {"out", KEY_TEXT, AT(out), 0, 0, 0},
    {"from", KEY_TEXT, AT(from), 0, 0, 1},
    {"data", KEY_TEXT, AT(data), 0, 0, 1},
    {"bearoff", KEY_TEXT, AT(bearoff), 0, 0, 1},
    {"teacher", KEY_TEXT, AT(teacher), 0, 0, 1},
    {"label", KEY_LABEL, AT(label), 0, 0, 1},
    {"between", KEY_REAL, AT(between), 0, 1000, 1},
    {"siblings", KEY_INT, AT(siblings), 0, 100, 1},
    {"sibling_margin", KEY_REAL, AT(sibling_margin), 0, 6, 1},
    {"lambda", KEY_REAL, AT(lambda), 0, 1, 1},
    {"race_lambda", KEY_REAL, AT(race_lambda), 0, 1, 1},
    {"shortlist", KEY_INT, AT(shortlist), 0, 3060, 1},
    {"noisy_share", KEY_REAL, AT(noisy_share), 0, 1, 1},
    {"noise", KEY_REAL, AT(noise), 0, 3, 1},
    {"family_share", KEY_REAL, AT(family_share), 0, 1, 1},
    {"family", KEY_INT, AT(family), 0, 8, 1},
    {"race_share", KEY_REAL, AT(race_share), 0, 1, 1},
    {"contact", KEY_INT, AT(contact), 0, 1, 1},
    {"prune_only", KEY_INT, AT(prune_only), 0, 1, 1},
    {"games_per_round", KEY_INT, AT(games_per_round), 0, 1 << 20, 1},
    {"exact_bearoff", KEY_INT, AT(exact_bearoff), 0, 1, 1},
    {"float_play", KEY_INT, AT(float_play), 0, 1, 1},
    {"width", KEY_INT, AT(width[0]), 32, 1024, 1},
    {"race_width", KEY_INT, AT(width[1]), 32, 1024, 1},
    {"prune_width", KEY_INT, AT(width[2]), 32, 1024, 1},
    {"hidden2", KEY_INT, AT(hidden2), 32, 64, 1},
    {"buffer", KEY_LONG, AT(buffer), 1024, 4e8, 1},
    {"reuse", KEY_REAL, AT(reuse), 0, 1000, 1},
    {"overlap", KEY_INT, AT(overlap), 0, 1, 1},
    {"store", KEY_INT, AT(store), 0, 1, 0},
    {"batch", KEY_INT, AT(batch), 16, 16384, 1},
    {"rate", KEY_REAL, AT(rate), 0, 1, 1},
    {"rate_end", KEY_REAL, AT(rate_end), 0, 1, 1},
    {"average", KEY_REAL, AT(average), 0, 0.999999, 1},
    {"generator_every", KEY_INT, AT(generator_every), 1, 1 << 20, 1},
    {"minutes", KEY_REAL, AT(minutes), 0, 1e6, 0},
    {"rounds", KEY_INT, AT(rounds), 0, 1 << 30, 0},
    {"sitting", KEY_INT, AT(sitting), 0, 1 << 30, 0},
    {"report_minutes", KEY_REAL, AT(report_minutes), 0, 1e6, 0},
    {"save_minutes", KEY_REAL, AT(save_minutes), 0, 1e6, 0},
};
#undef AT
enum { KEYS = sizeof keys / sizeof keys[0] };

void settings_default(settings *s)
{
    memset(s, 0, sizeof *s);
    s->seed = 1;
    s->threads = 1;
    strcpy(s->out, "runs/unnamed");
    s->label = LABEL_EXPECTED;
    s->lambda = 0.7;
    s->race_lambda = 0.25;
    s->noisy_share = 0.1;
    s->noise = 0.08;
    s->family_share = 0.1;
    s->race_share = 0.3;
    s->contact = 1;
    s->games_per_round = 256;
    s->width[0] = 512;
    s->width[1] = 128;
    s->width[2] = 32;
    s->hidden2 = 32;
    s->buffer = 4000000;
    s->reuse = 12;
    s->batch = 1024;
    s->rate = 5e-4;
    s->rate_end = 5e-5;
    s->average = 0.999;
    s->generator_every = 1;
    s->report_minutes = 0.5;
    s->save_minutes = 2;
}

static int set_number(void *field, const key *k, const char *value, char *reason,
                      size_t size)
{
    char *end = NULL;
    errno = 0;
    double number = strtod(value, &end);
    if (end == value || *end || errno || !isfinite(number)) {
        snprintf(reason, size, "'%s' of %s is not a number", value, k->name);
        return -1;
    }
    if (number < k->low || number > k->high) {
        snprintf(reason, size, "%s must be %g to %g", k->name, k->low, k->high);
        return -1;
    }
    if ((strstr(k->name, "width") || strcmp(k->name, "hidden2") == 0) &&
        fmod(number, 32) != 0) {
        snprintf(reason, size, "%s must be a multiple of 32", k->name);
        return -1;
    }
    if (k->type != KEY_REAL && number != floor(number)) {
        snprintf(reason, size, "%s must be a whole number", k->name);
        return -1;
    }
    switch (k->type) {
    case KEY_INT: *(int *)field = (int)number; break;
    case KEY_LONG: *(int64_t *)field = (int64_t)number; break;
    case KEY_REAL: *(double *)field = number; break;
    case KEY_TEXT:
    case KEY_LABEL: break;
    }
    return 0;
}

static int set_label(label_kind *label, const char *value, char *reason, size_t size)
{
    static const char *const names[] = {"sample", "expected", "static"};
    for (int i = 0; i < 3; i++) {
        if (strcmp(value, names[i]) != 0) continue;
        *label = (label_kind)i;
        return 0;
    }
    snprintf(reason, size, "label must be 'sample', 'expected' or 'static'");
    return -1;
}

int settings_set(settings *s, const char *name, const char *value, char *reason,
                 size_t size)
{
    for (int i = 0; i < KEYS; i++) {
        const key *k = &keys[i];
        if (strcmp(k->name, name) != 0) continue;
        void *field = (char *)s + k->offset;
        if (k->type == KEY_TEXT) {
            if (strlen(value) >= TEXT_SIZE) {
                snprintf(reason, size, "%s is longer than %d bytes", name,
                         TEXT_SIZE - 1);
                return -1;
            }
            strcpy(field, value);
            return 0;
        }
        if (k->type == KEY_LABEL) {
            return set_label(&s->label, value, reason, size);
        }
        return set_number(field, k, value, reason, size);
    }
    snprintf(reason, size, "no such key: '%.40s'", name);
    return -1;
}

static char *trim(char *text)
{
    while (isspace((unsigned char)*text)) text++;
    char *end = text + strlen(text);
    while (end > text && isspace((unsigned char)end[-1])) *--end = '\0';
    return text;
}

int settings_read(const char *path, settings *s, char *reason, size_t size)
{
    FILE *file = fopen(path, "r");
    if (!file) {
        snprintf(reason, size, "%s: %s", path, strerror(errno));
        return -1;
    }
    char line[1024], why[200];
    int number = 0, status = 0;
    while (status == 0 && fgets(line, sizeof line, file)) {
        number++;
        if (!strchr(line, '\n') && strlen(line) == sizeof line - 1) {
            snprintf(why, sizeof why, "the line is longer than %zu bytes",
                     sizeof line - 2);
            status = -1;
            break;
        }
        char *comment = strchr(line, '#');
        if (comment) *comment = '\0';
        char *name = trim(line);
        if (!*name) continue;
        char *equals = strchr(name, '=');
        if (!equals) {
            snprintf(why, sizeof why, "expected 'key = value'");
            status = -1;
            break;
        }
        *equals = '\0';
        status = settings_set(s, trim(name), trim(equals + 1), why, sizeof why);
    }
    fclose(file);
    if (status != 0) snprintf(reason, size, "%s:%d: %s", path, number, why);
    return status;
}

uint64_t settings_hash(const settings *s)
{
    uint64_t hash = ALEA_HASH_START;
    for (int i = 0; i < KEYS; i++) {
        if (!keys[i].shapes_result) continue;
        const void *field = (const char *)s + keys[i].offset;
        switch (keys[i].type) {
        case KEY_INT: hash = alea_hash_bytes(hash, field, sizeof(int)); break;
        case KEY_LONG: hash = alea_hash_bytes(hash, field, sizeof(int64_t)); break;
        case KEY_REAL: hash = alea_hash_bytes(hash, field, sizeof(double)); break;
        case KEY_LABEL: hash = alea_hash_bytes(hash, field, sizeof(label_kind)); break;
        case KEY_TEXT: hash = alea_hash_bytes(hash, field, strlen(field)); break;
        }
    }
    return hash;
}
