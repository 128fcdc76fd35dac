/* The options of UBGI 0.1 and the keys of 0.2, one table for both. */
#include "ubgi_settings.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <alea/levels.h>

#include "cli/io/args.h"

#ifndef ALEA_VERSION
#error "the build defines ALEA_VERSION"
#endif

typedef struct setting {
    const char *key, *option; /* 0.2 and 0.1 names; NULL: none */
    const char *type;         /* of the key line; numbers have their own */
    const char *about;
    long long low, high, bias; /* numbers: shown = kept + bias */
    size_t place;              /* in ubgi_state */
    char kind; /* n number, b bool, m evaluation mode, l level, v variant */
} setting;

static const setting settings[] = {
    {"engine.ply", "Ply", NULL, "decision depth, the root counted", 1,
     ALEA_MAX_PLIES + 1, 1, offsetof(ubgi_state, ply), 'n'},
    {"engine.threads", "Threads", NULL, "! worker threads", 1, 256, 0,
     offsetof(ubgi_state, threads), 'n'},
    {"engine.seed", "Seed", NULL, "! only the errors of a level depend on it", 0,
     2147483647, 0, offsetof(ubgi_state, seed), 'n'},
    {"engine.deterministic", "Deterministic", "bool true", "! always so", 0, 0, 0,
     offsetof(ubgi_state, deterministic), 'b'},
    {"engine.eval_mode", "EvalMode", "enum cubeful|cubeless cubeful",
     "what plays are ranked by", 0, 0, 0, 0, 'm'},
    {"engine.level", "Level", "enum", "a level or named player in place of the depth",
     0, 0, 0, 0, 'l'},
    {"game.variant", NULL, "enum backgammon backgammon", "the game", 0, 0, 0, 0, 'v'},
    {"x-bestmoveid", "BestMoveId", "bool false", "! also print bestmoveid", 0, 0, 0,
     offsetof(ubgi_state, move_id), 'b'},
};
enum { SETTINGS = sizeof settings / sizeof *settings };

static const setting *find_setting(const char *name, bool key)
{
    for (int i = 0; i < SETTINGS; i++) {
        const char *other = key ? settings[i].key : settings[i].option;
        if (other && strcmp(other, name) == 0) return &settings[i];
    }
    return NULL;
}

static long long number_of(const ubgi_state *state, const setting *s)
{
    long long number;
    memcpy(&number, (const char *)state + s->place, sizeof number);
    return number + s->bias;
}

/* NULL for Echo, which needs the record of a match. */
static const char *level_name(int level)
{
    return level == ALEA_LEVEL_ECHO ? NULL : alea_level_get((alea_level)level)->name;
}

static void put_levels(const char *before)
{
    for (int i = 0; i < ALEA_LEVELS; i++)
        if (level_name(i)) printf("%s%s", before, level_name(i));
}

static bool read_level(const char *value, long long *level)
{
    const bool none = strcmp(value, "none") == 0;
    const int found = none ? -1 : alea_level_find(value);
    if (!none && (found < 0 || !level_name(found))) return false;
    *level = found;
    return true;
}

/* As on the key line, the default last. */
static void put_type(const ubgi_state *at_start, const setting *what)
{
    if (what->kind == 'n')
        printf("int %lld..%lld %lld", what->low, what->high, number_of(at_start, what));
    else if (what->kind == 'l') {
        fputs("enum none", stdout);
        put_levels("|");
        fputs(" none", stdout);
    } else
        fputs(what->type, stdout);
}

static bool apply_setting(ubgi_state *state, const setting *s, const char *value)
{
    char *place = (char *)state + s->place;
    bool on = strcmp(value, "true") == 0 || strcmp(value, "on") == 0;
    bool off = strcmp(value, "false") == 0 || strcmp(value, "off") == 0;
    long long number;
    switch (s->kind) {
    case 'n':
        if (!args_integer(value, s->low, s->high, &number)) return false;
        number -= s->bias;
        memcpy(place, &number, sizeof number);
        return true;
    case 'b':
        if (on || off) memcpy(place, &on, sizeof on);
        return on || off;
    case 'm':
        state->cubeful = strcmp(value, "cubeful") == 0;
        return state->cubeful || strcmp(value, "cubeless") == 0;
    case 'l': return read_level(value, &state->level);
    default: return strcmp(value, "backgammon") == 0;
    }
}

void ubgi_set(ubgi_state *state, const ubgi_state *at_start, const char *name, bool key,
              const char *value)
{
    const setting *what = find_setting(name, key);
    ubgi_state changed = *state;
    if (!what) {
        puts("error unsupported_feature no such option or key");
    } else if (apply_setting(&changed, what, value)) {
        *state = changed;
    } else {
        printf("error bad_argument %s is ", what->key);
        put_type(at_start, what);
        puts(" (default last)");
    }
}

void ubgi_get(const ubgi_state *state, const char *key)
{
    const setting *what = find_setting(key, true);
    if (!what) {
        puts("error unsupported_feature no such key");
        return;
    }
    const char *place = (const char *)state + what->place;
    printf("value %s ", what->key);
    bool on;
    switch (what->kind) {
    case 'n': printf("%lld\n", number_of(state, what)); break;
    case 'b':
        memcpy(&on, place, sizeof on);
        puts(on ? "true" : "false");
        break;
    case 'm': puts(state->cubeful ? "cubeful" : "cubeless"); break;
    case 'l': puts(state->level < 0 ? "none" : level_name((int)state->level)); break;
    default: puts("backgammon");
    }
}

void ubgi_list_keys(const ubgi_state *at_start)
{
    for (int i = 0; i < SETTINGS; i++) {
        printf("key %s ", settings[i].key);
        put_type(at_start, &settings[i]);
        printf(" %s\n", settings[i].about);
    }
}

void ubgi_introduce(const ubgi_state *at_start)
{
    printf("id name alea %s\nid author the alea authors\nid version %s\n", ALEA_VERSION,
           ALEA_VERSION);
    for (int i = 0; i < SETTINGS; i++) {
        const setting *n = &settings[i];
        if (n->kind == 'n')
            printf("option name %s type spin default %lld min %lld max %lld\n",
                   n->option, number_of(at_start, n), n->low, n->high);
    }
    fputs("option name Level type combo default none var none", stdout);
    put_levels(" var ");
    puts("\noption name Deterministic type check default true\n"
         "option name EvalMode type combo default cubeful var cubeful var cubeless\n"
         "option name BestMoveId type check default false\n"
         "proto 0.2\n"
         "ubgiok");
}
