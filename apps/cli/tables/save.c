#include "save.h"

#include "base/file.h"
#include "cli/io/command.h"
#include "cli/io/fail.h"

#include <alea/tables_record.h>

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char players_mark[] = "# players ", dice_mark[] = "# dice ",
                  levels_mark[] = "# levels ";
static const char title[] = "alea tables ";

static bool append(tables_save *save, const char *bytes, size_t size)
{
    return save_append(save->fd, &save->length, bytes, size, save->watched);
}

int tables_save_create(tables_save *save, const char *path,
                       const alea_tables_series *series, const tables_seats *seats,
                       const char *dice, const char *seed)
{
    char text[ALEA_TABLES_HEADER_SIZE + SAVE_PATH_SIZE + 512];
    save->length = 0;
    save->watched = seats->person[0] || seats->person[1];
    snprintf(save->path, sizeof save->path, "%s", path);
    save->fd = save_make(path);
    if (save->fd < 0) return command_fail_file("play", path);
    size_t n = alea_tables_header_write(series, text);
    n += (size_t)snprintf(text + n, sizeof text - n, "%s", players_mark);
    for (int i = 0; i < 2; i++)
        n += (size_t)snprintf(text + n, sizeof text - n, "%s%s %.*s", i ? " " : "",
                              seats->person[i] ? "person" : "machine",
                              TABLES_NAME_SIZE - 1, seats->name[i]);
    if (!seats->person[0] || !seats->person[1])
        n += (size_t)snprintf(text + n, sizeof text - n, "\n%s%s %s", levels_mark,
                              alea_level_get(seats->level[0])->name,
                              alea_level_get(seats->level[1])->name);
    n += (size_t)snprintf(text + n, sizeof text - n, "\n%s%.*s\n", dice_mark,
                          SAVE_PATH_SIZE - 1, dice);
    const bool written = append(save, text, n);
    if (written && save_made(path, seed)) return EXIT_DONE;
    const int status = command_fail_file("play", path);
    if (!written) save_unmake(path);
    tables_save_close(save);
    return status;
}

bool tables_save_event(tables_save *save, const alea_tables_rules *rules,
                       const alea_tables_event *event)
{
    char line[ALEA_TABLES_EVENT_SIZE + 1];
    if (save->fd < 0) return true;
    const size_t length = alea_tables_event_write(rules, event, line);
    line[length] = '\n';
    if (append(save, line, length + 1)) return true;
    command_say("play", "%s cannot be written: %s", save->path, strerror(errno));
    return false;
}

bool tables_save_note(tables_save *save, const char *mark, const char *value)
{
    char line[256];
    if (save->fd < 0) return true;
    const int length = snprintf(line, sizeof line, "%s%s\n", mark, value);
    if (append(save, line, (size_t)length)) return true;
    command_say("play", "%s cannot be written: %s", save->path, strerror(errno));
    return false;
}

void tables_save_close(tables_save *save)
{
    if (save->fd >= 0) close(save->fd);
    save->fd = -1;
}

bool tables_save_is_one(const char *path)
{
    return alea_file_begins(path, title, sizeof title - 1);
}

/* ---- reading ---- */

/* Loads the secret of sealed dice; the reason of a failure has been printed. */
static bool check_seal(const char *path, const tables_saved *saved, dice_secret *secret)
{
    alea_error error = {0};
    if (!*saved->seal.commitment ||
        tables_sealed_load(path, &saved->seal, secret, &error))
        return true;
    command_say("play", "%s: %s", path, error.reason);
    return false;
}

/* The rest of the line that begins with `mark` into `out`; false if there is none. */
static bool find_mark(const char *text, const char *mark, char *out, size_t size)
{
    for (const char *line = text; *line;) {
        const size_t length = strcspn(line, "\n");
        const size_t skip = strlen(mark);
        if (length > skip && strncmp(line, mark, skip) == 0 && length - skip < size) {
            snprintf(out, size, "%.*s", (int)(length - skip), line + skip);
            return true;
        }
        line += length + (line[length] != '\0');
    }
    return false;
}

void tables_save_facts(const char *text, tables_saved *out)
{
    find_mark(text, dice_mark, out->dice, sizeof out->dice);
    find_mark(text, TABLES_COMMITMENT_MARK, out->seal.commitment,
              sizeof out->seal.commitment);
    find_mark(text, TABLES_DICE_GAME_MARK, out->seal.game, sizeof out->seal.game);
    find_mark(text, TABLES_SEED_MARK, out->seal.seed, sizeof out->seal.seed);
}

static bool read_players(const char *text, tables_saved *out)
{
    char line[2 * TABLES_NAME_SIZE + 32], kind[2][8];
    if (!find_mark(text, players_mark, line, sizeof line) ||
        sscanf(line, "%7s %127s %7s %127s", kind[0], out->name[0], kind[1],
               out->name[1]) != 4)
        return false;
    for (int i = 0; i < 2; i++) {
        out->person[i] = strcmp(kind[i], "person") == 0;
        if (!out->person[i] && strcmp(kind[i], "machine") != 0) return false;
    }
    return true;
}

/* Saves of before levels have none: the machine played as the expert does. */
static bool read_levels(const char *text, tables_saved *out)
{
    char line[64], name[2][32];
    out->level[0] = out->level[1] = ALEA_LEVEL_EXPERT;
    if (!find_mark(text, levels_mark, line, sizeof line)) return true;
    if (sscanf(line, "%31s %31s", name[0], name[1]) != 2) return false;
    for (int i = 0; i < 2; i++) {
        const int level = alea_level_find(name[i]);
        if (level < 0 || !alea_level_plays_tables((alea_level)level)) return false;
        out->level[i] = (alea_level)level;
    }
    return true;
}

/* Replays `length` bytes of text; the reason of a failure has been printed. */
static bool replay(const char *path, const char *text, size_t length,
                   alea_tables_match *match, alea_tables_turns *turns,
                   tables_saved *out)
{
    alea_error error = {0};
    tables_save_facts(text, out);
    if (!read_players(text, out) || !*out->dice) {
        command_say("play",
                    "%s does not name its players and dice: "
                    "it is no save of 'alea play'",
                    path);
        return false;
    }
    if (!read_levels(text, out)) {
        command_say("play", "%s: the line \"%s\" names no levels of the machine.", path,
                    levels_mark);
        return false;
    }
    dice_secret secret;
    tables_throws throws = {.secret = *out->seal.commitment ? &secret : NULL};
    if (!check_seal(path, out, &secret)) return false;
    const alea_status status = alea_tables_record_read(
        text, length, match, turns, tables_sealed_check, &throws, &error);
    sodium_memzero(&secret, sizeof secret);
    out->rolls = throws.rolls;
    if (status == ALEA_OK && throws.wrong)
        command_say("play", "%s: throw %" PRIu64 " does not follow from its seed.",
                    path, throws.wrong);
    if (status == ALEA_OK) return !throws.wrong;
    command_say("play", "%s is damaged, line %zu: %s. Nothing was changed.", path,
                error.line, error.reason);
    return false;
}

/* Reads and replays a save; `length` is that of the file, `good` without a last line
 * that was cut short. The reason of a failure has been printed. */
static bool read_save(const char *path, alea_tables_match *match,
                      alea_tables_turns *turns, tables_saved *out, size_t *length,
                      size_t *good)
{
    char *text = NULL;
    alea_error error = {0};
    *out = (tables_saved){0};
    if (alea_file_read(path, TABLES_MOST_RECORD, &text, length, &error) != ALEA_OK) {
        command_say("play", "%s: %s", path, error.reason);
        return false;
    }
    *good = *length;
    while (*good > 0 && text[*good - 1] != '\n') --*good;
    out->cut = *good < *length;
    text[*good] = '\0';
    const bool sound = replay(path, text, *good, match, turns, out);
    free(text);
    return sound;
}

bool tables_save_is_open(const char *path)
{
    alea_tables_match match;
    tables_saved facts;
    size_t length, good;
    alea_tables_turns *turns = malloc(sizeof *turns);
    const bool is_open = turns &&
                         read_save(path, &match, turns, &facts, &length, &good) &&
                         (match.phase != ALEA_TABLES_PHASE_MATCH_OVER ||
                          (*facts.seal.commitment && !*facts.seal.seed));
    free(turns);
    return is_open;
}

int tables_save_open(tables_save *save, const char *path, alea_tables_match *match,
                     alea_tables_turns *turns, tables_saved *out)
{
    size_t length = 0, good = 0;
    *out = (tables_saved){0};
    save->fd = -1;
    if (strlen(path) >= sizeof save->path)
        return command_fail("play", "%s: the name is too long", path);
    if (!read_save(path, match, turns, out, &length, &good)) return EXIT_SYSTEM;
    snprintf(save->path, sizeof save->path, "%s", path);
    save->length = (off_t)good;
    save->watched = out->person[0] || out->person[1];
    save->fd = open(path, O_WRONLY | O_CLOEXEC);
    if (save->fd < 0) return command_fail_file("play", path);
    /* Closing any descriptor of the file drops the lock: the text was read before. */
    struct stat now;
    if (!save_lock(save->fd) || fstat(save->fd, &now) != 0 ||
        now.st_size != (off_t)length) {
        tables_save_close(save);
        return command_fail("play", "%s is being played elsewhere", path);
    }
    if (out->cut && ftruncate(save->fd, save->length) != 0)
        return command_fail_file("play", path);
    return EXIT_DONE;
}
