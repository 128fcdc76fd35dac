#include "record.h"

#include "base/error.h"
#include "base/file.h"
#include "cli/io/command.h"
#include "cli/io/fail.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PLAYERS_LEAST = 3, OPTION_SIZE = 48 };

static const char first_line[] = "alea chouette 1";

typedef struct replay {
    alea_chouette *c;
    chouette_names *names;
    alea_chouette_rules rules;
    bool started;
    int players;
    size_t line;
    const chouette_watch *watch;
    alea_error *error;
} replay;

bool chouette_name_is_good(const char *name)
{
    const size_t length = strlen(name);
    if (length < 2 || length >= CHOUETTE_NAME_SIZE) return false;
    for (const char *at = name; *at; at++) {
        const unsigned char c = (unsigned char)*at;
        if (c < 128 && !strchr("0123456789._-:", c) && !(c >= 'a' && c <= 'z') &&
            !(c >= 'A' && c <= 'Z'))
            return false;
    }
    return true;
}

/* "player E Eva", for a player that joins later. */
static void chouette_record_player(FILE *to, int seat, const char *name)
{
    fprintf(to, "player %c %s\n", 'A' + seat, name);
}

static void put_option(FILE *to, const alea_chouette_rules *rules, const char *name)
{
    char value[OPTION_SIZE], usual[OPTION_SIZE];
    const alea_chouette_rules plain = alea_chouette_rules_default();
    if (alea_chouette_get(rules, name, value, sizeof value) == ALEA_OK &&
        alea_chouette_get(&plain, name, usual, sizeof usual) == ALEA_OK &&
        strcmp(value, usual) != 0)
        fprintf(to, "option %s %s\n", name, value);
}

static void put_head(FILE *to, const alea_chouette_rules *rules,
                     const chouette_names *names, int players)
{
    fprintf(to, "%s\n", first_line);
    for (int i = 0; alea_rules_option(i); i++)
        if (strcmp(alea_rules_option(i), "cube") != 0)
            put_option(to, rules, alea_rules_option(i));
    for (int i = 0; alea_chouette_option(i); i++)
        put_option(to, rules, alea_chouette_option(i));
    for (int i = 0; i < players; i++) chouette_record_player(to, i, names->name[i]);
}

const char *chouette_refusal_words(alea_chouette_refusal refusal, alea_refusal by_game,
                                   alea_play_error play, const char **code)
{
    const bool game = refusal == ALEA_CHOUETTE_REFUSED_GAME;
    *code = game ? alea_refusal_code(by_game) : alea_chouette_refusal_code(refusal);
    if (game && by_game == ALEA_REFUSED_ILLEGAL_PLAY) return alea_play_error_text(play);
    return game ? alea_refusal_text(by_game) : alea_chouette_refusal_text(refusal);
}

static alea_status refuse(replay *r, size_t column, const char *reason)
{
    return alea_error_fill(r->error, ALEA_ERROR_SYNTAX, 0, column, "%s", reason);
}

/* "option NAME VALUE": `rest` begins with the name. */
static alea_status read_option(replay *r, char *rest)
{
    char *value = strchr(rest, ' ');
    if (r->started || r->players > 0)
        return refuse(r, 1, "options come before the players");
    if (!value) return refuse(r, 8, "expected the name of an option and its value");
    *value++ = '\0';
    const alea_status status = alea_chouette_set(&r->rules, rest, value, r->error);
    if (status != ALEA_OK && r->error) r->error->column = 8;
    return status;
}

/* "player LETTER NAME": in the head in order, later where somebody joins. */
static alea_status read_player(replay *r, const char *rest)
{
    const int seat = rest[0] - 'A';
    if (seat < 0 || seat >= ALEA_CHOUETTE_SEATS || rest[1] != ' ')
        return refuse(r, 8, "expected a player's letter, A to J, and his name");
    if (!chouette_name_is_good(rest + 2))
        return refuse(r, 10, "a name has 2 to 31 letters or digits and no blanks");
    if (!r->started && seat != r->players)
        return refuse(r, 8, "players come in the order of their letters");
    if (*r->names->name[seat]) return refuse(r, 8, "that player has a name already");
    snprintf(r->names->name[seat], CHOUETTE_NAME_SIZE, "%.*s", CHOUETTE_NAME_SIZE - 1,
             rest + 2);
    r->players += !r->started;
    return ALEA_OK;
}

static alea_status start(replay *r)
{
    if (r->players < PLAYERS_LEAST)
        return refuse(r, 1, "a chouette begins with three players or more");
    const alea_status status = alea_chouette_rules_check(&r->rules, r->error);
    if (status != ALEA_OK) return status;
    alea_chouette_start(r->c, &r->rules, r->players);
    r->started = true;
    return ALEA_OK;
}

static alea_status read_event(replay *r, const char *line, size_t length)
{
    alea_chouette_event event;
    alea_refusal by_game;
    alea_play_error play;
    const char *code;
    alea_status status = r->started ? ALEA_OK : start(r);
    if (status == ALEA_OK)
        status = alea_chouette_event_read(r->c, line, length, &event, r->error);
    if (status != ALEA_OK) return status;
    if (r->watch) r->watch->event(r->watch->context, r->c, &event, r->line);
    const alea_chouette_refusal refusal =
        alea_chouette_apply(r->c, &event, &by_game, &play);
    if (refusal == ALEA_CHOUETTE_ACCEPTED) return ALEA_OK;
    return refuse(r, 1, chouette_refusal_words(refusal, by_game, play, &code));
}

static alea_status read_line(replay *r, const char *text, size_t length, size_t number)
{
    char line[ALEA_CHOUETTE_TEXT_SIZE + CHOUETTE_NAME_SIZE];
    if (length >= sizeof line) return refuse(r, 1, "the line is too long");
    if (memchr(text, '\0', length)) return refuse(r, 1, "a NUL byte");
    memcpy(line, text, length);
    line[length] = '\0';
    if (length > 0 && line[length - 1] == '\r') line[length - 1] = '\0';
    if (number == 1)
        return strcmp(line, first_line) == 0
                   ? ALEA_OK
                   : refuse(r, 1, "this is no record of a chouette");
    if (!*line || *line == '#') return ALEA_OK;
    if (strncmp(line, "option ", 7) == 0) return read_option(r, line + 7);
    if (strncmp(line, "player ", 7) == 0) return read_player(r, line + 7);
    return read_event(r, line, strlen(line));
}

alea_status chouette_record_read(const char *text, size_t length, alea_chouette *c,
                                 chouette_names *names, size_t *end,
                                 const chouette_watch *watch, alea_error *error)
{
    replay r = {.c = c,
                .names = names,
                .rules = alea_chouette_rules_default(),
                .watch = watch,
                .error = error};
    memset(names, 0, sizeof *names);
    size_t at = 0, number = 0;
    while (at < length) {
        const char *feed = memchr(text + at, '\n', length - at);
        if (!feed) break;
        const size_t size = (size_t)(feed - text) - at;
        r.line = ++number;
        const alea_status status = read_line(&r, text + at, size, number);
        if (status != ALEA_OK) {
            if (error) error->line = number;
            return status;
        }
        at += size + 1;
    }
    if (end) *end = at;
    if (number > 0 && r.started) return ALEA_OK;
    const alea_status status =
        number > 0 ? start(&r) : refuse(&r, 1, "this is no record of a chouette");
    if (status != ALEA_OK && error) error->line = number;
    return status;
}

int chouette_record_create(const char *path, const alea_chouette_rules *rules,
                           const chouette_names *names, int players, FILE **out)
{
    *out = fopen(path, "wx");
    if (!*out) return command_fail_file("chouette", path);
    put_head(*out, rules, names, players);
    return fflush(*out) == 0 ? EXIT_DONE : command_fail_file("chouette", path);
}

int chouette_record_resume(const char *path, alea_chouette *c, chouette_names *names,
                           FILE **out)
{
    char *text = NULL;
    size_t length = 0, end = 0;
    alea_error error = {0};
    if (alea_file_read(path, CHOUETTE_MOST_RECORD, &text, &length, &error) != ALEA_OK)
        return command_fail("chouette", "%s: %s", path, error.reason);
    const alea_status status =
        chouette_record_read(text, length, c, names, &end, NULL, &error);
    free(text);
    if (status != ALEA_OK) {
        file_refuse(stderr, path, &error);
        return EXIT_SOME_BAD;
    }
    *out = fopen(path, "r+");
    if (*out && ftruncate(fileno(*out), (off_t)end) == 0 &&
        fseek(*out, 0, SEEK_END) == 0)
        return EXIT_DONE;
    return command_fail_file("chouette", path);
}
