#include "store.h"

#include "cli/io/out_file.h"

#include <alea/alea.h>
#include <alea/file.h>

#include <errno.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <zlib.h>

/* Parts of an analysis as they lie in memory; read back by the same program only, since
 * the name of the file holds its version and the sizes of the parts. */
typedef struct head {
    uint64_t judgements, rolls, unjudgeds;
    int32_t match_length, games;
    float start_chance, end_chance;
    alea_analysis_settings settings;
} head;

typedef struct envelope {
    char magic[8];
    uint64_t size; /* of the parts */
    uint8_t hash[32];
} envelope;

static const char magic[8] = {'a', 'l', 'e', 'a', 'a', 'n', '0', '3'};
enum { MOST_BYTES = 1 << 28, MOST_PARTS = 1 << 20 };

/* ---- where ---- */

/* Makes a folder and those above it, for nobody else to read. */
static bool make_folders(char *path)
{
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        const bool made = mkdir(path, 0700) == 0 || errno == EEXIST;
        *slash = '/';
        if (!made) return false;
    }
    return mkdir(path, 0700) == 0 || errno == EEXIST;
}

bool analysis_store_open(analysis_store *store, const char *given)
{
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    int n;
    store->folder[0] = '\0';
    if (sodium_init() < 0) {
        errno = ENOSYS;
        return false;
    }
    if (given)
        n = snprintf(store->folder, STORE_PATH, "%s", given);
    else if (cache && cache[0] == '/')
        n = snprintf(store->folder, STORE_PATH, "%s/alea/analyses", cache);
    else if (home && home[0] == '/')
        n = snprintf(store->folder, STORE_PATH, "%s/.cache/alea/analyses", home);
    else
        n = STORE_PATH;
    if (n > 0 && n < STORE_PATH - 80 && make_folders(store->folder)) return true;
    if (n >= STORE_PATH - 80) errno = given ? ENAMETOOLONG : ENOENT;
    store->folder[0] = '\0';
    return false;
}

static void add(crypto_generichash_state *state, const void *bytes, size_t size)
{
    crypto_generichash_update(state, bytes, size);
}

bool analysis_store_path(const analysis_store *store, const alea_record *record,
                         const alea_analysis_settings *settings,
                         const alea_engine *engine, char out[STORE_PATH])
{
    char *journal;
    size_t size;
    if (!store->folder[0] || alea_export(record, ALEA_FORMAT_JOURNAL, NULL, &journal,
                                         &size, NULL) != ALEA_OK)
        return false;
    crypto_generichash_state state;
    uint8_t key[24];
    char name[2 * sizeof key + 1];
    const uint64_t facts[] = {sizeof(head),
                              sizeof(alea_judgement),
                              sizeof(alea_roll_luck),
                              sizeof(alea_unjudged),
                              alea_evaluator_fingerprint(alea_engine_evaluator(engine)),
                              (uint64_t)settings->plies,
                              (uint64_t)settings->rolled,
                              (uint64_t)settings->use_filed,
                              (uint64_t)settings->luck_plies,
                              (uint64_t)settings->candidates};
    const alea_met *met = alea_engine_met(engine);
    crypto_generichash_init(&state, NULL, 0, sizeof key);
    add(&state, alea_version(), strlen(alea_version()));
    add(&state, facts, sizeof facts);
    add(&state, settings->threshold, sizeof settings->threshold);
    add(&state, &settings->close_cube, sizeof settings->close_cube);
    for (int a = 1; a <= met->size; a++)
        for (int b = 1; b <= met->size; b++) {
            const float chance[2] = {alea_met_chance(met, a, b, false),
                                     alea_met_chance(met, a, b, true)};
            add(&state, chance, sizeof chance);
        }
    add(&state, journal, size);
    crypto_generichash_final(&state, key, sizeof key);
    free(journal);
    sodium_bin2hex(name, sizeof name, key, sizeof key);
    return snprintf(out, STORE_PATH, "%s/%s", store->folder, name) < STORE_PATH;
}

/* ---- reading ---- */

static void *read_whole(const char *path, size_t *size)
{
    FILE *from = fopen(path, "rb");
    void *bytes = NULL;
    struct stat about;
    if (!from) return NULL;
    if (fstat(fileno(from), &about) == 0 && S_ISREG(about.st_mode) &&
        about.st_size > (off_t)sizeof(envelope) && about.st_size < MOST_BYTES) {
        *size = (size_t)about.st_size;
        bytes = malloc(*size);
        if (bytes && fread(bytes, 1, *size, from) != *size) {
            free(bytes);
            bytes = NULL;
        }
    }
    fclose(from);
    return bytes;
}

/* The parts of a whole file, or NULL. */
static uint8_t *unpack(const uint8_t *file, size_t size, size_t *out_size)
{
    envelope e;
    uint8_t hash[sizeof e.hash];
    memcpy(&e, file, sizeof e);
    if (memcmp(e.magic, magic, sizeof magic) != 0 || e.size < sizeof(head) ||
        e.size > MOST_BYTES)
        return NULL;
    uint8_t *parts = malloc(e.size);
    uLongf unpacked = e.size;
    if (parts &&
        uncompress(parts, &unpacked, file + sizeof e, size - sizeof e) == Z_OK &&
        unpacked == e.size) {
        crypto_generichash(hash, sizeof hash, parts, e.size, NULL, 0);
        if (memcmp(hash, e.hash, sizeof hash) == 0) {
            *out_size = e.size;
            return parts;
        }
    }
    free(parts);
    return NULL;
}

/* The next `count` items of `size` bytes; NULL: no memory. */
static void *take(const uint8_t **at, uint64_t count, size_t size)
{
    void *items = malloc(count ? count * size : 1);
    if (items && count) memcpy(items, *at, count * size);
    *at += count * size;
    return items;
}

static alea_analysis *rebuild(const uint8_t *parts, size_t size,
                              const alea_record *record)
{
    head h;
    memcpy(&h, parts, sizeof h);
    if (h.judgements > MOST_PARTS || h.rolls > MOST_PARTS || h.unjudgeds > MOST_PARTS ||
        h.games != alea_record_games(record) || h.games < 0 ||
        size != sizeof h + h.judgements * sizeof(alea_judgement) +
                    h.rolls * sizeof(alea_roll_luck) +
                    h.unjudgeds * sizeof(alea_unjudged) +
                    (uint64_t)h.games * sizeof(float))
        return NULL;
    alea_analysis *a = calloc(1, sizeof *a);
    const uint8_t *at = parts + sizeof h;
    if (!a) return NULL;
    a->settings = h.settings;
    a->match_length = h.match_length;
    a->games = h.games;
    a->start_chance = h.start_chance;
    a->end_chance = h.end_chance;
    a->complete = true;
    a->judgements = h.judgements;
    a->judgement = take(&at, h.judgements, sizeof *a->judgement);
    a->rolls = h.rolls;
    a->roll = take(&at, h.rolls, sizeof *a->roll);
    a->unjudgeds = h.unjudgeds;
    a->unjudged = take(&at, h.unjudgeds, sizeof *a->unjudged);
    a->result = take(&at, (uint64_t)h.games, sizeof *a->result);
    if (a->judgement && a->roll && a->unjudged && a->result) return a;
    alea_analysis_free(a);
    return NULL;
}

alea_analysis *analysis_store_get(const char *path, const alea_record *record)
{
    size_t size, parts_size;
    uint8_t *file = read_whole(path, &size);
    if (!file) return NULL;
    uint8_t *parts = unpack(file, size, &parts_size);
    alea_analysis *a = parts ? rebuild(parts, parts_size, record) : NULL;
    free(parts);
    free(file);
    return a;
}

/* ---- writing ---- */

static uint8_t *put(uint8_t *at, const void *bytes, size_t size)
{
    if (size) memcpy(at, bytes, size);
    return at + size;
}

static void write_out(const char *path, const uint8_t *parts, size_t size)
{
    envelope e = {.size = size};
    uLongf packed = compressBound(size);
    uint8_t *bytes = malloc(packed);
    out_file file;
    memcpy(e.magic, magic, sizeof magic);
    crypto_generichash(e.hash, sizeof e.hash, parts, size, NULL, 0);
    if (bytes && compress2(bytes, &packed, parts, size, 6) == Z_OK &&
        out_file_open(&file, path)) {
        fwrite(&e, 1, sizeof e, file.to);
        fwrite(bytes, 1, packed, file.to);
        (void)out_file_close(&file);
    }
    free(bytes);
}

void analysis_store_put(const char *path, const alea_analysis *a)
{
    /* Cleared first: padding is written, too. */
    head h;
    memset(&h, 0, sizeof h);
    h.judgements = a->judgements;
    h.rolls = a->rolls;
    h.unjudgeds = a->unjudgeds;
    h.match_length = a->match_length;
    h.games = a->games;
    h.start_chance = a->start_chance;
    h.end_chance = a->end_chance;
    h.settings = a->settings;
    h.settings.progress = NULL;
    h.settings.context = NULL;
    const size_t judgements = a->judgements * sizeof *a->judgement,
                 rolls = a->rolls * sizeof *a->roll,
                 unjudgeds = a->unjudgeds * sizeof *a->unjudged,
                 games = (size_t)a->games * sizeof *a->result;
    const size_t size = sizeof h + judgements + rolls + unjudgeds + games;
    if (!a->complete || size > MOST_BYTES) return;
    uint8_t *parts = malloc(size);
    if (!parts) return;
    uint8_t *at = put(parts, &h, sizeof h);
    at = put(at, a->judgement, judgements);
    at = put(at, a->roll, rolls);
    at = put(at, a->unjudged, unjudgeds);
    put(at, a->result, games);
    write_out(path, parts, size);
    free(parts);
}
