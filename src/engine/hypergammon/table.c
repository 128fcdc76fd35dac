/* Table files: opening, checking, looking up. */
#include "table.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "base/hash.h"
#include "base/rng.h"

struct alea_hypergammon {
    hyper_header header;
    const unsigned char *bytes;
    size_t size;
    const hyper_record *records;
};

enum { PAIRS = HYPER_POSITIONS * HYPER_POSITIONS };

void hyper_header_seal(hyper_header *header)
{
    header->header_sum = alea_checksum(header, offsetof(hyper_header, header_sum));
}

alea_status hyper_header_check(const hyper_header *h, uint64_t size, alea_error *error)
{
    const char *reason = NULL;
    alea_status status = ALEA_ERROR_SYNTAX;
    if (size < sizeof *h || memcmp(h->magic, "ALEAHYPE", sizeof h->magic) != 0) {
        reason = "not a hypergammon table";
    } else if (h->version != HYPER_VERSION) {
        status = ALEA_ERROR_VERSION;
        reason = "hypergammon table of another version: make it again";
    } else if (h->header_sum != alea_checksum(h, offsetof(hyper_header, header_sum))) {
        status = ALEA_ERROR_CHECKSUM;
        reason = "hypergammon table: damaged header";
    } else if (h->checkers != HYPER_CHECKERS || h->positions != HYPER_POSITIONS ||
               h->data_size != (uint64_t)PAIRS * sizeof(hyper_record) ||
               h->progress.step >= HYPER_STEPS ||
               h->progress.sweeps > HYPER_MAX_SWEEPS ||
               !memchr(h->made_by, 0, sizeof h->made_by)) {
        reason = "hypergammon table: sizes in the header do not fit together";
    } else if (h->data_size != size - sizeof *h) {
        reason = "hypergammon table: cut short, or longer than its header says";
    }
    return reason ? alea_error_fill(error, status, 0, 0, "%s", reason) : ALEA_OK;
}

static alea_status check(const alea_hypergammon *t, bool verify, alea_error *error)
{
    const hyper_header *h = &t->header;
    const alea_status status = hyper_header_check(h, t->size, error);
    if (status != ALEA_OK) return status;
    if (!h->complete)
        return alea_error_fill(error, ALEA_ERROR_SYNTAX, 0, 0,
                               "hypergammon table: not complete");
    if (verify && h->data_sum != alea_checksum(t->records, (size_t)h->data_size))
        return alea_error_fill(error, ALEA_ERROR_CHECKSUM, 0, 0,
                               "hypergammon table: damaged, its sum does not match");
    return ALEA_OK;
}

alea_status alea_hypergammon_open_file(const char *path, bool verify,
                                       alea_hypergammon **out, alea_error *error)
{
    struct stat info;
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0 || fstat(fd, &info) != 0) {
        const alea_status status =
            alea_error_fill(error, ALEA_ERROR_FILE, 0, 0, "%s", strerror(errno));
        if (fd >= 0) close(fd);
        return status;
    }
    const size_t size = info.st_size > 0 ? (size_t)info.st_size : 0;
    void *data = MAP_FAILED;
    if (S_ISREG(info.st_mode) && size >= sizeof(hyper_header))
        data = mmap(NULL, size, PROT_READ, MAP_PRIVATE, fd, 0);
    close(fd);
    if (data == MAP_FAILED)
        return alea_error_fill(error, ALEA_ERROR_SYNTAX, 0, 0,
                               "not a hypergammon table");
    alea_hypergammon *t = calloc(1, sizeof *t);
    alea_status status = t ? ALEA_OK : alea_error_no_memory(error);
    if (t) {
        memcpy(&t->header, data, sizeof t->header);
        t->bytes = data;
        t->size = size;
        t->records = (const void *)(t->bytes + sizeof t->header);
        status = check(t, verify, error);
    }
    if (status != ALEA_OK) {
        munmap(data, size);
        free(t);
        return status;
    }
    *out = t;
    return ALEA_OK;
}

void alea_hypergammon_close(alea_hypergammon *table)
{
    if (!table) return;
    union {
        const unsigned char *read;
        void *mapped;
    } bytes = {.read = table->bytes};
    munmap(bytes.mapped, table->size);
    free(table);
}

alea_hypergammon_facts alea_hypergammon_facts_of(const alea_hypergammon *table)
{
    const hyper_progress *p = &table->header.progress;
    /* The largest changes of sweeps fall by a nearly constant ratio. */
    const double ratio = p->ratio > 0 && p->ratio < 1 ? (double)p->ratio : 0.5;
    return (alea_hypergammon_facts){.sweeps = (int)p->sweeps,
                                    .change = (double)p->previous,
                                    .chances = (double)p->chances,
                                    .bound = (double)p->previous * ratio / (1 - ratio),
                                    .made_by = table->header.made_by};
}

/* A damaged table must not lead to a value outside its range. */
static float within(float value, float low, float high)
{
    if (!(value >= low)) return low; /* also not a number */
    return value <= high ? value : high;
}

bool alea_hypergammon_find(const alea_hypergammon *table, const alea_board *board,
                           alea_hypergammon_value *out)
{
    hyper_side mine, theirs;
    if (!table || !hyper_side_of(board, true, &mine) ||
        !hyper_side_of(board, false, &theirs) || mine.place[0] == 0 ||
        theirs.place[0] == 0)
        return false;
    const hyper_record *r =
        &table->records[(size_t)hyper_rank(&mine) * HYPER_POSITIONS +
                        hyper_rank(&theirs)];
    const float win = within(r->chance[0], 0, 1);
    const float win_gammon = within(r->chance[1], 0, win);
    const float lose_gammon = within(r->chance[3], 0, 1 - win);
    out->probs = (alea_probs){win, win_gammon, within(r->chance[2], 0, win_gammon),
                              lose_gammon, within(r->chance[4], 0, lose_gammon)};
    out->cubeless = within(r->equity[HYPER_CUBELESS], -3, 3);
    out->owned = within(r->equity[HYPER_OWNED], -3, 3);
    out->centred = within(r->equity[HYPER_CENTRED], -3, 3);
    out->opponent = within(r->equity[HYPER_OPPONENT], -3, 3);
    out->jacoby = within(r->equity[HYPER_JACOBY], -3, 3);
    return true;
}

/* ---- the residual ---- */

static float worth_of(const alea_probs *p)
{
    return 2 * p->win - 1 + p->win_gammon + p->win_backgammon - p->lose_gammon -
           p->lose_backgammon;
}

/* Computes the mover's equity in each cube state, and the chances, after a play that
 * leaves `after`. */
static void left_by(const alea_hypergammon *table, const alea_board *after,
                    float value[HYPER_CUBES], float *worth)
{
    alea_hypergammon_value v;
    const alea_board next = alea_board_swap(after);
    if (alea_hypergammon_find(table, &next, &v)) {
        const float taken = 2 * v.opponent, doubled = fminf(taken, 1);
        value[HYPER_CUBELESS] = -v.cubeless;
        value[HYPER_OWNED] = -v.opponent;
        value[HYPER_CENTRED] = -fmaxf(v.centred, doubled);
        value[HYPER_OPPONENT] = -fmaxf(v.owned, doubled);
        value[HYPER_JACOBY] = -fmaxf(v.jacoby, doubled);
        *worth = -worth_of(&v.probs);
        return;
    }
    hyper_side loser;
    hyper_side_of(after, false, &loser);
    const int level = hyper_lost(&loser);
    for (int k = 0; k < HYPER_CUBES; k++)
        value[k] = k == HYPER_JACOBY ? 1 : (float)level;
    *worth = (float)level;
}

/* Also compares the chances, by what they are worth: several plays can be equally
 * good. */
static double residual_of(const alea_hypergammon *table, const alea_board *board,
                          const alea_hypergammon_value *v, alea_board *results)
{
    const alea_play_rules rules = alea_play_rules_standard();
    double sum[HYPER_CUBES] = {0}, chances = 0, most = 0;
    for (int r = 0; r < ALEA_ROLLS; r++) {
        const alea_roll roll = alea_roll_at(r);
        const int count = alea_positions_after(board, roll, &rules, results);
        float best[HYPER_CUBES];
        float chosen = 0;
        for (int k = 0; k < HYPER_CUBES; k++) best[k] = -INFINITY;
        for (int i = 0; i < count; i++) {
            float value[HYPER_CUBES];
            float worth;
            left_by(table, &results[i], value, &worth);
            if (value[HYPER_CUBELESS] > best[HYPER_CUBELESS]) chosen = worth;
            for (int k = 0; k < HYPER_CUBES; k++) best[k] = fmaxf(best[k], value[k]);
        }
        for (int k = 0; k < HYPER_CUBES; k++)
            sum[k] += alea_roll_weight(roll) / 36.0 * (double)best[k];
        chances += alea_roll_weight(roll) / 36.0 * (double)chosen;
    }
    const float said[HYPER_CUBES] = {v->cubeless, v->owned, v->centred, v->opponent,
                                     v->jacoby};
    for (int k = 0; k < HYPER_CUBES; k++)
        most = fmax(most, fabs(sum[k] - (double)said[k]));
    return fmax(most, fabs(chances - (double)worth_of(&v->probs)));
}

double alea_hypergammon_residual(const alea_hypergammon *table, int count,
                                 uint64_t seed)
{
    hyper_side *sides = malloc(HYPER_POSITIONS * sizeof *sides);
    alea_board *results = malloc(ALEA_MAX_PLAYS * sizeof *results);
    alea_random random = alea_random_start(seed, 0);
    double most = sides && results ? 0 : (double)INFINITY;
    if (sides) hyper_sides(sides);
    for (int done = 0; done < count && sides && results;) {
        alea_board board;
        alea_hypergammon_value value;
        const uint32_t a = 1 + alea_random_below(&random, HYPER_POSITIONS - 1);
        const uint32_t b = 1 + alea_random_below(&random, HYPER_POSITIONS - 1);
        if (!hyper_board(&sides[a], &sides[b], &board)) continue;
        alea_hypergammon_find(table, &board, &value);
        most = fmax(most, residual_of(table, &board, &value, results));
        done++;
    }
    free(sides);
    free(results);
    return most;
}
