#include "recipe.h"
#include "base/hash.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static uint64_t hash_text(uint64_t hash, const char *text)
{
    return alea_hash_text(alea_hash_text(hash, text), " ");
}

static int is_name(const char *text)
{
    for (; *text; text++)
        if (!isalnum((unsigned char)*text) && !strchr("_-.", *text)) return 0;
    return 1;
}

/* The words of one line, appended to the step. */
static int add_words(recipe_step *s, char *line, char *why, size_t size)
{
    for (char *word = strtok(line, " \t"); word; word = strtok(NULL, " \t")) {
        if (s->words == RECIPE_ARGUMENTS) {
            snprintf(why, size, "more than %d words in one step", RECIPE_ARGUMENTS);
            return -1;
        }
        s->word[s->words++] = word;
    }
    return 0;
}

static int begin_step(recipe *r, char *line, int number, char *why, size_t size)
{
    char *colon = strchr(line, ':');
    if (!colon || colon == line) {
        snprintf(why, size, "expected 'NAME: COMMAND ARGUMENT...'");
        return -1;
    }
    *colon = '\0';
    if (!is_name(line) || strlen(line) > 60) {
        snprintf(why, size,
                 "the name '%.60s' has characters other than letters, "
                 "digits, '_', '-' and '.'",
                 line);
        return -1;
    }
    for (int i = 0; i < r->steps; i++) {
        if (strcmp(r->step[i].name, line) != 0) continue;
        snprintf(why, size, "the name '%s' is used on line %d already", line,
                 r->step[i].line);
        return -1;
    }
    if (r->steps == RECIPE_STEPS) {
        snprintf(why, size, "more than %d steps", RECIPE_STEPS);
        return -1;
    }
    recipe_step *s = &r->step[r->steps++];
    s->name = line;
    s->line = number;
    return add_words(s, colon + 1, why, size);
}

static int read_text(recipe *r, const char *path, char *reason, size_t size)
{
    FILE *file = fopen(path, "r");
    if (!file) {
        snprintf(reason, size, "%s: %s", path, strerror(errno));
        return -1;
    }
    size_t got = fread(r->text, 1, sizeof r->text, file);
    int failed = ferror(file) != 0;
    fclose(file);
    if (failed || got == sizeof r->text || memchr(r->text, '\0', got)) {
        snprintf(reason, size, "%s: %s", path,
                 failed                  ? "cannot be read"
                 : got == sizeof r->text ? "longer than 64 KiB"
                                         : "not a text file");
        return -1;
    }
    r->text[got] = '\0';
    return 0;
}

int recipe_read(recipe *r, const char *path, char *reason, size_t size)
{
    char why[200] = "";
    memset(r, 0, sizeof *r);
    if (read_text(r, path, reason, size) != 0) return -1;
    int number = 0, status = 0;
    char *next = r->text;
    while (status == 0 && next) {
        char *line = next;
        next = strchr(line, '\n');
        if (next) *next++ = '\0';
        number++;
        char *comment = strchr(line, '#');
        if (comment) *comment = '\0';
        size_t length = strlen(line);
        while (length > 0 && isspace((unsigned char)line[length - 1]))
            line[--length] = '\0';
        if (length == 0) continue;
        if (!isspace((unsigned char)*line)) {
            status = begin_step(r, line, number, why, sizeof why);
        } else if (r->steps == 0) {
            snprintf(why, sizeof why, "a continuation before the first step");
            status = -1;
        } else {
            status = add_words(&r->step[r->steps - 1], line, why, sizeof why);
        }
    }
    uint64_t hash = ALEA_HASH_START;
    for (int i = 0; status == 0 && i < r->steps; i++) {
        recipe_step *s = &r->step[i];
        if (s->words == 0) {
            snprintf(why, sizeof why, "step '%s' has no command", s->name);
            number = s->line;
            status = -1;
            break;
        }
        for (int w = 0; w < s->words; w++) hash = hash_text(hash, s->word[w]);
        s->hash = hash;
    }
    if (status != 0)
        snprintf(reason, size, "%s:%d: %s", path, number, why);
    else if (r->steps == 0) {
        snprintf(reason, size, "%s: no step in it", path);
        status = -1;
    }
    return status;
}

int recipe_done(const recipe *r, const char *path, char *reason, size_t size)
{
    FILE *file = fopen(path, "r");
    if (!file) {
        if (errno == ENOENT) return 0;
        snprintf(reason, size, "%s: %s", path, strerror(errno));
        return -1;
    }
    /* A line cut short by a crash matches no hash and counts as not done. */
    int done[RECIPE_STEPS] = {0}, count = 0;
    char line[128], name[64];
    uint64_t hash;
    while (fgets(line, sizeof line, file)) {
        if (!strchr(line, '\n') || sscanf(line, "%63s %16" SCNx64, name, &hash) != 2)
            continue;
        for (int i = 0; i < r->steps; i++)
            if (r->step[i].hash == hash && strcmp(r->step[i].name, name) == 0)
                done[i] = 1;
    }
    fclose(file);
    while (count < r->steps && done[count]) count++;
    return count;
}

int recipe_mark(const recipe *r, int index, const char *path, char *reason, size_t size)
{
    const recipe_step *s = &r->step[index];
    FILE *file = fopen(path, "a");
    int written = file && fprintf(file, "%s %016" PRIx64 "\n", s->name, s->hash) > 0 &&
                  fflush(file) == 0 && fsync(fileno(file)) == 0;
    if (file && fclose(file) != 0) written = 0;
    if (written) return 0;
    snprintf(reason, size, "%s: %s", path, strerror(errno));
    return -1;
}
