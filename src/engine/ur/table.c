/* Table files: opening, checking, looking up. */
#include "table.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "base/hash.h"
#include "base/rng.h"

static const char magic[8] = "ALEA UR";

struct alea_ur {
    ur_header header;
    ur_numbers numbers;
    const unsigned char *bytes;
    size_t size;
    const uint16_t *value;
};

/* ---- files ---- */

static uint64_t data_size(uint32_t positions, bool complete)
{
    return (uint64_t)positions * (complete ? sizeof(uint16_t) : sizeof(float));
}

void ur_header_start(ur_header *h, const ur_numbers *numbers, bool complete)
{
    memset(h, 0, sizeof *h);
    memcpy(h->magic, magic, sizeof magic);
    h->version = UR_VERSION;
    h->men = (uint32_t)numbers->men;
    h->positions = numbers->count;
    h->complete = complete;
    h->data_size = data_size(numbers->count, complete);
    snprintf(h->made_by, sizeof h->made_by,
             "alea %s: value iteration by layers of men off, to %.0e", alea_version(),
             (double)UR_TOLERANCE);
}

void ur_header_seal(ur_header *header)
{
    header->header_sum = alea_checksum(header, offsetof(ur_header, header_sum));
}

alea_status ur_header_check(const ur_header *h, uint64_t size, alea_error *error)
{
    const char *reason = NULL;
    alea_status status = ALEA_ERROR_SYNTAX;
    if (size < sizeof *h || memcmp(h->magic, magic, sizeof magic) != 0) {
        reason = "not a table of the game of Ur";
    } else if (h->version != UR_VERSION) {
        status = ALEA_ERROR_VERSION;
        reason = "table of Ur of another version: make it again";
    } else if (h->header_sum != alea_checksum(h, offsetof(ur_header, header_sum))) {
        status = ALEA_ERROR_CHECKSUM;
        reason = "table of Ur: damaged header";
    } else if (h->men < 1 || h->men > UR_MOST_MEN || h->complete > 1 ||
               h->data_size != data_size(h->positions, h->complete) ||
               h->progress.layer > ur_layers((int)h->men) ||
               h->progress.sweep > UR_MOST_SWEEPS || h->progress.step > 210 ||
               !memchr(h->made_by, 0, sizeof h->made_by)) {
        reason = "table of Ur: sizes in the header do not fit together";
    } else if (h->data_size != size - sizeof *h) {
        reason = "table of Ur: cut short, or longer than its header says";
    }
    return reason ? alea_error_fill(error, status, 0, 0, "%s", reason) : ALEA_OK;
}

static alea_status check(const alea_ur *t, bool verify, alea_error *error)
{
    const ur_header *h = &t->header;
    if (!h->complete)
        return alea_error_fill(error, ALEA_ERROR_SYNTAX, 0, 0,
                               "table of Ur: not complete");
    if (h->positions != t->numbers.count)
        return alea_error_fill(error, ALEA_ERROR_SYNTAX, 0, 0,
                               "table of Ur: a wrong number of positions");
    if (verify && h->data_sum != alea_checksum(t->value, (size_t)h->data_size))
        return alea_error_fill(error, ALEA_ERROR_CHECKSUM, 0, 0,
                               "table of Ur: damaged, its sum does not match");
    return ALEA_OK;
}

alea_status alea_ur_open_file(const char *path, bool verify, alea_ur **out,
                              alea_error *error)
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
    if (S_ISREG(info.st_mode) && size >= sizeof(ur_header))
        data = mmap(NULL, size, PROT_READ, MAP_PRIVATE, fd, 0);
    close(fd);
    if (data == MAP_FAILED)
        return alea_error_fill(error, ALEA_ERROR_SYNTAX, 0, 0,
                               "not a table of the game of Ur");
    alea_ur *t = calloc(1, sizeof *t);
    alea_status status = t ? ALEA_OK : alea_error_no_memory(error);
    if (t) {
        memcpy(&t->header, data, sizeof t->header);
        t->bytes = data;
        t->size = size;
        t->value = (const void *)(t->bytes + sizeof t->header);
        status = ur_header_check(&t->header, size, error);
        if (status == ALEA_OK) ur_numbers_make(&t->numbers, (int)t->header.men);
        if (status == ALEA_OK) status = check(t, verify, error);
    }
    if (status != ALEA_OK) {
        munmap(data, size);
        free(t);
        return status;
    }
    *out = t;
    return ALEA_OK;
}

void alea_ur_close(alea_ur *table)
{
    if (!table) return;
    union {
        const unsigned char *read;
        void *mapped;
    } bytes = {.read = table->bytes};
    munmap(bytes.mapped, table->size);
    free(table);
}

alea_ur_facts alea_ur_facts_of(const alea_ur *table)
{
    const ur_header *h = &table->header;
    return (alea_ur_facts){.men = (int)h->men,
                           .positions = h->positions,
                           .sweeps = (int)h->progress.sweeps,
                           .change = (double)h->progress.last,
                           .made_by = h->made_by};
}

/* ---- positions ---- */

/* Options that change no chance to win. */
static bool is_of_match(const char *option)
{
    static const char *const names[] = {
        "opening",      "next_starter",           "draw_value", "after_draw",
        "match_target", "draw_replays_same_game", "cube"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i], option) == 0) return true;
    return false;
}

bool alea_ur_fits(const alea_tables_rules *rules)
{
    alea_tables_rules solved;
    char value[128], other[128];
    if (strcmp(rules->name, "ur") != 0 ||
        alea_tables_find("ur", &solved, NULL) != ALEA_OK)
        return false;
    for (int i = 0; alea_tables_option(i); i++) {
        const char *option = alea_tables_option(i);
        if (is_of_match(option)) continue;
        const alea_status a = alea_tables_get(rules, option, value, sizeof value),
                          b = alea_tables_get(&solved, option, other, sizeof other);
        if (a != b || (a == ALEA_OK && strcmp(value, other) != 0)) return false;
    }
    return alea_tables_men(rules) <= UR_MOST_MEN;
}

/* A side of a board, with the men that the table lacks taken off. */
static bool side_of(const alea_ur *table, const alea_tables_rules *rules,
                    const alea_tables_board *board, int side, int *off, unsigned *set)
{
    const uint8_t *count = board->count[side];
    *off = count[ALEA_TABLES_OFF] - (alea_tables_men(rules) - table->numbers.men);
    *set = 0;
    for (int r = 1; r <= UR_POINTS; r++) {
        if (count[r] > 1) return false;
        *set |= (unsigned)count[r] << (r - 1);
    }
    return *off >= 0 && *off < table->numbers.men &&
           *off + ur_men_in(*set) <= table->numbers.men;
}

bool alea_ur_find(const alea_ur *table, const alea_tables_rules *rules,
                  const alea_tables_board *board, double *win)
{
    int off, his_off;
    unsigned set, his_set;
    if (!side_of(table, rules, board, 0, &off, &set) ||
        !side_of(table, rules, board, 1, &his_off, &his_set) ||
        (set & his_set & UR_COMMON))
        return false;
    *win = table->value[ur_number(&table->numbers, off, his_off, set, his_set)] /
           (double)UR_ONE;
    return true;
}

/* ---- the residual ---- */

static alea_tables_board any_board(const alea_ur *table, alea_random *random)
{
    const uint8_t men = (uint8_t)table->numbers.men;
    alea_tables_board board = {0};
    for (int side = 0; side < 2; side++) {
        uint8_t *count = board.count[side];
        count[ALEA_TABLES_BAR] = men;
        for (int r = 1; r <= UR_POINTS && count[ALEA_TABLES_BAR] > 1; r++) {
            const bool taken =
                side == 1 && (UR_COMMON >> (r - 1) & 1) && board.count[0][r];
            if (taken || alea_random_below(random, 4) > 0) continue;
            count[r] = 1;
            count[ALEA_TABLES_BAR]--;
        }
        const uint8_t off = (uint8_t)alea_random_below(random, count[ALEA_TABLES_BAR]);
        count[ALEA_TABLES_OFF] = off;
        count[ALEA_TABLES_BAR] = (uint8_t)(count[ALEA_TABLES_BAR] - off);
    }
    return board;
}

/* The chance of the mover after a turn. */
static double after_turn(const alea_ur *table, const alea_tables_rules *rules,
                         const alea_tables_turns *turns, int index)
{
    alea_tables_move move[ALEA_TABLES_MAX_STEPS];
    alea_tables_board board = alea_tables_turns_board(turns, index);
    double win = 0;
    if (alea_tables_result(rules, &board, NULL) == ALEA_TABLES_MOVER_WON) return 1;
    const int moves = alea_tables_turns_moves(turns, index, move);
    const bool again = moves > 0 && (rules->again >> move[moves - 1].to & 1);
    if (!again) board = alea_tables_swap(&board);
    alea_ur_find(table, rules, &board, &win);
    return again ? win : 1 - win;
}

double alea_ur_residual(const alea_ur *table, int count, uint64_t seed)
{
    alea_tables_rules rules;
    alea_tables_turns *turns = malloc(sizeof *turns);
    alea_random random = alea_random_start(seed, 0);
    double most = turns ? 0 : (double)INFINITY;
    if (alea_tables_find("ur", &rules, NULL) != ALEA_OK) count = 0;
    rules.start[ALEA_TABLES_BAR] = (uint8_t)table->numbers.men;
    for (int n = 0; n < count && turns; n++) {
        const alea_tables_board board = any_board(table, &random);
        alea_tables_dice dice;
        double said = 0, sum = 0;
        int ways;
        for (int k = 0; (ways = alea_tables_throw(&rules, k, &dice)) > 0; k++) {
            double best = 0;
            alea_tables_turns_list(&rules, &board, dice, false, turns);
            for (int i = 0; i < turns->count; i++)
                best = fmax(best, after_turn(table, &rules, turns, i));
            sum += best * ways / 16;
        }
        if (!alea_ur_find(table, &rules, &board, &said)) said = (double)INFINITY;
        most = fmax(most, fabs(said - sum));
    }
    free(turns);
    return most;
}
