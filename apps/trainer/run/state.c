#include "state.h"
#include "base/hash.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

int run_state_open(run_state *r, const settings *s, char *reason, size_t size)
{
    memset(r, 0, sizeof *r);
    size_t capacity = (size_t)s->buffer;
    if (net_set_new(&r->nets, s->width, s->hidden2, s->seed) == 0 &&
        sample_ring_open(&r->ring[0], capacity) == 0 &&
        sample_ring_open(&r->ring[1], capacity / 4) == 0)
        return 0;
    snprintf(reason, size, "out of memory for nets and %lld positions",
             (long long)s->buffer);
    run_state_close(r);
    return -1;
}

void run_state_close(run_state *r)
{
    net_set_free(&r->nets);
    for (int i = 0; i < RINGS; i++) sample_ring_close(&r->ring[i]);
}

/* Checkpoint: this header, the numbers, each net (steps, four arrays), each ring, and
 * last the sum of it all, so that a file cut short is never taken for a whole one. */
typedef struct checkpoint_header {
    char magic[8];
    uint64_t settings;
    uint32_t encoding, reserved;
} checkpoint_header;

typedef struct checkpoint_numbers {
    int64_t round;
    double minutes;
    double due[ALEA_NET_KINDS];
    uint64_t games, positions, examples;
} checkpoint_numbers;

/* A file with a running sum of what passed through. */
typedef struct summed {
    FILE *file;
    uint64_t sum;
    int failed;
} summed;

static void sum_bytes(summed *f, const void *data, size_t length)
{
    const unsigned char *byte = data;
    size_t i = 0;
    for (; i + 8 <= length; i += 8) {
        uint64_t word;
        memcpy(&word, byte + i, 8);
        f->sum = (f->sum ^ word) * 0x9e3779b97f4a7c15u;
        f->sum ^= f->sum >> 29;
    }
    f->sum = alea_hash_bytes(f->sum, byte + i, length - i);
}

static void put(summed *f, const void *data, size_t length)
{
    sum_bytes(f, data, length);
    if (!f->failed && fwrite(data, 1, length, f->file) != length) f->failed = 1;
}

static void get(summed *f, void *data, size_t length)
{
    if (!f->failed && fread(data, 1, length, f->file) != length) f->failed = 1;
    if (!f->failed) sum_bytes(f, data, length);
}

static void put_ring(summed *f, const sample_ring *ring)
{
    uint64_t place[2] = {ring->count, ring->next};
    put(f, place, sizeof place);
    put(f, ring->item, ring->count * sizeof *ring->item);
}

int run_state_save(const run_state *r, const settings *s, const char *path,
                   char *reason, size_t size)
{
    char temporary[TEXT_SIZE + 64];
    snprintf(temporary, sizeof temporary, "%s.new", path);
    summed f = {fopen(temporary, "wb"), 1, 0};
    if (!f.file) {
        snprintf(reason, size, "%s: %s", temporary, strerror(errno));
        return -1;
    }
    checkpoint_header h = {{'A', 'L', 'E', 'A', 'R', 'U', 'N', '1'},
                           settings_hash(s),
                           alea_encode_hash(),
                           0};
    checkpoint_numbers n = {.round = r->round,
                            .minutes = r->minutes,
                            .games = r->games,
                            .positions = r->positions,
                            .examples = r->examples};
    memcpy(n.due, r->due, sizeof n.due);
    put(&f, &h, sizeof h);
    put(&f, &n, sizeof n);
    for (int k = 0; k < ALEA_NET_KINDS; k++) {
        const model *m = r->nets.net[k];
        size_t bytes = m->at.total * sizeof(float);
        put(&f, &m->steps, sizeof m->steps);
        put(&f, m->weight, bytes);
        put(&f, m->mean, bytes);
        put(&f, m->square, bytes);
        put(&f, m->average, bytes);
    }
    for (int i = 0; i < RINGS; i++) put_ring(&f, &r->ring[i]);
    uint64_t sum = f.sum;
    put(&f, &sum, sizeof sum);
    if (fclose(f.file) != 0) f.failed = 1;
    if (!f.failed && rename(temporary, path) == 0) return 0;
    snprintf(reason, size, "%s: %s", path, strerror(errno));
    remove(temporary);
    return -1;
}

static void load_body(run_state *r, summed *f)
{
    checkpoint_numbers n;
    memset(&n, 0, sizeof n);
    get(f, &n, sizeof n);
    r->round = n.round;
    r->minutes = n.minutes;
    memcpy(r->due, n.due, sizeof n.due);
    r->games = n.games;
    r->positions = n.positions;
    r->examples = n.examples;
    for (int k = 0; k < ALEA_NET_KINDS; k++) {
        model *m = r->nets.net[k];
        size_t bytes = m->at.total * sizeof(float);
        get(f, &m->steps, sizeof m->steps);
        get(f, m->weight, bytes);
        get(f, m->mean, bytes);
        get(f, m->square, bytes);
        get(f, m->average, bytes);
    }
    for (int i = 0; i < RINGS && !f->failed; i++) {
        uint64_t place[2] = {0, 0};
        sample_ring *ring = &r->ring[i];
        get(f, place, sizeof place);
        if (place[0] > ring->capacity || place[1] >= ring->capacity) f->failed = 1;
        if (f->failed) return;
        ring->count = (size_t)place[0];
        ring->next = (size_t)place[1];
        get(f, ring->item, ring->count * sizeof *ring->item);
    }
    uint64_t sum = f->sum, stored = 0;
    get(f, &stored, sizeof stored);
    if (stored != sum) f->failed = 1;
}

int run_state_load(run_state *r, const settings *s, const char *path, char *reason,
                   size_t size)
{
    summed f = {fopen(path, "rb"), 1, 0};
    if (!f.file) {
        snprintf(reason, size, "%s: %s", path, strerror(errno));
        return -1;
    }
    checkpoint_header h;
    memset(&h, 0, sizeof h);
    get(&f, &h, sizeof h);
    int status = -1;
    if (f.failed || memcmp(h.magic, "ALEARUN1", 8) != 0) {
        snprintf(reason, size, "%s: not a checkpoint of a run", path);
    } else if (h.encoding != alea_encode_hash()) {
        snprintf(reason, size, "%s: made for another encoding of positions", path);
    } else if (h.settings != settings_hash(s)) {
        snprintf(reason, size, "%s: made by other settings (remove it to start anew)",
                 path);
    } else {
        load_body(r, &f);
        status = f.failed ? -1 : 0;
        if (status) snprintf(reason, size, "%s: cut short or damaged", path);
    }
    fclose(f.file);
    return status;
}
