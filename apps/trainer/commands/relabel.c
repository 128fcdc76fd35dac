/* `alea-train relabel`: labels stored positions again by a better net: the mean over
 * the 21 rolls of the best play's value. Families, siblings and order stay. Results
 * that OUT has already are not computed again, so that the same command continues after
 * a stop. */
#include "base/thread.h"
#include "command.h"
#include "signals/stop.h"
#include "trainer/games/player.h"
#include "trainer/games/selfplay.h"
#include "trainer/support/reason.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK = 8192 };

typedef struct relabeller {
    judge net;
    int keep;
    sample chunk[CHUNK];
    table *tables;
} relabeller;

static void relabel_task(void *context, size_t index, int thread)
{
    relabeller *r = context;
    alea_board board = sample_board(&r->chunk[index]);
    outcomes label = selfplay_expectation(&r->net, &board, r->keep, &r->tables[thread]);
    int exact = r->chunk[index].exact == SAMPLE_SIBLING ? SAMPLE_SIBLING : 1;
    r->chunk[index] = sample_make(&board, &label, r->chunk[index].family, exact);
}

/* 0 at the end of the input, 1 where `stop` ended it. */
static int relabel_all(relabeller *r, alea_pool *threads, FILE *in, const char *path,
                       FILE *out, uint64_t done, const volatile sig_atomic_t *stop,
                       char *reason, size_t size)
{
    size_t number = (size_t)done;
    int stopped = 0;
    for (;;) {
        int count = 0, got = 1;
        while (count < CHUNK && (got = samples_next(in, path, &number, &r->chunk[count],
                                                    reason, size)) == 1)
            count++;
        if (got < 0) return -1;
        alea_pool_run(threads, (size_t)count, relabel_task, r);
        if (fwrite(r->chunk, sizeof(sample), (size_t)count, out) != (size_t)count) {
            snprintf(reason, size, "the output cannot be written");
            return -1;
        }
        fprintf(stderr, "\r%zu positions", number);
        if (got == 0) break;
        if ((stopped = *stop != 0)) break;
    }
    fprintf(stderr, "\n");
    return stopped;
}

int command_relabel(int argc, char **argv)
{
    char reason[512] = "";
    if (argc < 4 || argc > 7) {
        fprintf(stderr, "usage: alea-train relabel POSITIONS FILE.net OUT [THREADS "
                        "[SHORTLIST [TABLE]]]\n"
                        "TABLE: a one-sided table (alea bearoff make) for races.\n");
        return STATUS_USAGE;
    }
    long count = 1, keep = 0;
    if (argc >= 5 && read_count(argv[4], 1, 256, "THREADS", &count) != 0)
        return STATUS_USAGE;
    if (argc >= 6 && read_count(argv[5], 0, 3060, "SHORTLIST", &keep) != 0)
        return STATUS_USAGE;
    relabeller *r = calloc(1, sizeof *r);
    alea_pool *threads = NULL;
    alea_pool_open(&threads, (int)count);
    alea_evaluator *e = NULL;
    alea_bearoff *wide = NULL;
    alea_error error = {0};
    FILE *in = NULL, *out = NULL;
    uint64_t done = 0;
    int status = STATUS_SYSTEM;
    if (r) r->tables = calloc((size_t)count, sizeof *r->tables);
    if (!r || !threads || !r->tables)
        reason_no_threads(reason, sizeof reason);
    else if (alea_evaluator_open_file(&e, argv[2], &error) != ALEA_OK)
        snprintf(reason, sizeof reason, "%s: %s", argv[2], error.reason);
    else if ((argc < 7 || (wide = race_table_open(argv[6], reason, sizeof reason))) &&
             (in = samples_open(argv[1], reason, sizeof reason)) &&
             (out = samples_continue(argv[3], UINT64_MAX, &done, reason,
                                     sizeof reason)) &&
             samples_skip(in, argv[1], done, reason, sizeof reason) == 0) {
        if (wide) alea_evaluator_set_bearoff(e, wide);
        r->net.fast = e;
        r->keep = (int)keep;
        int end = relabel_all(r, threads, in, argv[1], out, done, stop_on_signals(0),
                              reason, sizeof reason);
        status = end == 0 ? STATUS_DONE : end == 1 ? STATUS_STOPPED : STATUS_SYSTEM;
        if (end == 1)
            snprintf(reason, sizeof reason,
                     "stopped and saved; the same command continues");
    }
    if (out && fclose(out) != 0) {
        snprintf(reason, sizeof reason, "%s: cannot be written", argv[3]);
        status = STATUS_SYSTEM;
    }
    if (in) fclose(in);
    if (status != STATUS_DONE) train_say("%s", reason);
    alea_evaluator_close(e);
    alea_bearoff_close(wide);
    alea_pool_close(threads);
    if (r) free(r->tables);
    free(r);
    return status;
}
