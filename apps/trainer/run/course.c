#include "base/clock.h"
#include "state.h"
#include "trainer/games/player.h"
#include "trainer/games/selfplay.h"
#include "trainer/support/reason.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

typedef struct trainer {
    const settings *s;
    run_state state;
    alea_pool *threads;
    /* the one thread that fits beside the games, where `overlap` asks so */
    alea_pool *alone;
    alea_pool *fit_threads;
    optimizer *fit[ALEA_NET_KINDS];
    table *tables;      /* one per thread */
    sample_list *games; /* one per game of the round */
    judge player;
    alea_evaluator *evaluator;
    alea_bearoff *bearoff;
    player *teacher; /* plays instead, where the settings name one */
    FILE *log, *store;
    int out_of_memory;
    /* what is being fitted now */
    alea_net_kind kind;
    const sample_ring *ring;
    uint64_t draw;
    /* since the last report */
    double loss[ALEA_NET_KINDS];
    int64_t steps[ALEA_NET_KINDS];
    double play_seconds, fit_seconds;
    uint64_t reported_positions;
} trainer;

__attribute__((format(printf, 2, 3))) static void say(trainer *t, const char *format,
                                                      ...)
{
    char line[512];
    va_list list;
    va_start(list, format);
    vsnprintf(line, sizeof line, format, list);
    va_end(list);
    printf("%s\n", line);
    fflush(stdout);
    if (t->log) {
        fprintf(t->log, "%s\n", line);
        fflush(t->log);
    }
}

/* The averaged nets become the player, unless there is a teacher. */
static int renew_player(trainer *t, char *reason, size_t size)
{
    if (t->teacher) {
        t->player = *player_judge(t->teacher);
        return 0;
    }
    t->player.slow = &t->state.nets;
    if (t->s->float_play) return 0;
    alea_evaluator *next = net_set_evaluator(&t->state.nets, reason, size);
    if (!next) return -1;
    alea_evaluator_close(t->evaluator);
    t->evaluator = next;
    if (t->bearoff) alea_evaluator_set_bearoff(next, t->bearoff);
    t->player.fast = next;
    return 0;
}

static void game_task(void *context, size_t index, int thread)
{
    trainer *t = context;
    uint64_t game =
        (uint64_t)t->state.round * (uint64_t)t->s->games_per_round + (uint64_t)index;
    sample_list *list = &t->games[index];
    list->count = 0;
    if (selfplay_game(&t->player, t->s, game, &t->tables[thread], list) != 0)
        t->out_of_memory = 1;
}

static int store_round(trainer *t, char *reason, size_t size)
{
    for (int g = 0; g < t->s->games_per_round; g++) {
        const sample_list *list = &t->games[g];
        for (size_t i = 0; i < list->count; i++) {
            alea_board board = sample_board(&list->item[i]);
            int ring = net_set_kind(&board) == ALEA_NET_CONTACT ? 0 : 1;
            sample_ring_put(&t->state.ring[ring], &list->item[i]);
            t->state.due[ring] += t->s->reuse;
            t->state.positions++;
        }
        if (t->store && list->count > 0 &&
            fwrite(list->item, sizeof(sample), list->count, t->store) != list->count) {
            snprintf(reason, size, "storing positions: %s", strerror(errno));
            return -1;
        }
    }
    t->state.games += (uint64_t)t->s->games_per_round;
    return 0;
}

enum { ENCODE_RUN = MODEL_RUN }; /* examples a task encodes */

static void encode_task(void *context, size_t index, int thread)
{
    trainer *t = context;
    (void)thread;
    example *e = optimizer_examples(t->fit[t->kind]);
    const sample_ring *ring = t->ring;
    const int first = (int)index * ENCODE_RUN, end = first + ENCODE_RUN;
    const int together = t->s->between > 0;
    for (int i = first; i < end;) {
        random_stream r = random_open(t->draw, (uint64_t)i);
        size_t at = random_next(&r) % ring->count;
        for (int tries = 0; together && tries < 64; tries++) {
            if (ring->item[at].exact != SAMPLE_SIBLING) break;
            at = random_next(&r) % ring->count;
        }
        int sibling = 0;
        do {
            const sample *s = &ring->item[at++];
            alea_board board = sample_board(s);
            outcomes label = sample_label(s);
            net_set_example(t->kind, &board, &label, &e[i]);
            e[i++].sibling = (uint8_t)sibling;
            sibling = 1;
        } while (together && i < end && at < ring->count &&
                 ring->item[at].exact == SAMPLE_SIBLING);
    }
}

/* How much of the run is done, 0..1; by rounds where they are the measure. */
static double progress(const trainer *t)
{
    const settings *s = t->s;
    double done = s->rounds ? (double)t->state.round / s->rounds
                            : t->state.minutes / (s->minutes > 0 ? s->minutes : 1e9);
    return fmin(done, 1.0);
}

static void fit_net(trainer *t, alea_net_kind kind, const sample_ring *ring, int steps)
{
    const settings *s = t->s;
    int batch = s->batch / ENCODE_RUN * ENCODE_RUN;
    double rate = s->rate * pow(s->rate_end / s->rate, progress(t));
    model_step how = {(float)rate, (float)s->average, (float)s->between, 0};
    t->kind = kind;
    t->ring = ring;
    for (int i = 0; i < steps; i++) {
        t->draw = alea_mix(s->seed * 977 + t->state.nets.net[kind]->steps * 8 +
                           (uint64_t)kind);
        alea_pool_run(t->fit_threads, (size_t)(batch / ENCODE_RUN), encode_task, t);
        t->loss[kind] += optimizer_step(t->fit[kind], t->fit_threads, batch, &how);
        t->steps[kind]++;
        t->state.examples += (uint64_t)batch;
    }
}

/* Learns what this round's positions have earned each net. A ring must hold something
 * before it is drawn from, or the net would overfit the first games. */
static void fit_round(trainer *t)
{
    int batch = t->s->batch / ENCODE_RUN * ENCODE_RUN;
    for (int ring = 0; ring < RINGS; ring++) {
        sample_ring *from = &t->state.ring[ring];
        int steps = (int)(t->state.due[ring] / batch);
        t->state.due[ring] -= (double)steps * batch;
        if (from->count < (size_t)batch * 4 || steps == 0) continue;
        if (!t->s->prune_only) fit_net(t, (alea_net_kind)ring, from, steps);
        /* The prune net is small and converges quickly: it gets a quarter of the
         * steps. */
        t->state.due[ALEA_NET_PRUNE] += t->s->prune_only ? steps : steps * 0.25;
        int prune = (int)t->state.due[ALEA_NET_PRUNE];
        t->state.due[ALEA_NET_PRUNE] -= prune;
        if (prune > 0) fit_net(t, ALEA_NET_PRUNE, from, prune);
    }
}

/* The fit of the last round's positions beside this round's games: this avoids
 * the roughly 100 barriers of a multi-threaded fit, which helps on a shared machine. */
static void overlapped_task(void *context, size_t index, int thread)
{
    if (index > 0) {
        game_task(context, index - 1, thread);
        return;
    }
    trainer *t = context;
    double start = alea_clock_seconds();
    fit_round(t);
    t->fit_seconds += alea_clock_seconds() - start;
}

static double mean_loss(const trainer *t, int kind)
{
    return t->steps[kind] ? t->loss[kind] / (double)t->steps[kind] : 0;
}

static void report(trainer *t)
{
    const run_state *r = &t->state;
    uint64_t fresh = r->positions - t->reported_positions;
    say(t,
        "%7.2f min  round %lld  games %llu  positions %llu  loss %.4f %.4f %.4f  "
        "%.0f pos/s played  %.0f ex/s fitted",
        r->minutes, (long long)r->round, (unsigned long long)r->games,
        (unsigned long long)r->positions, mean_loss(t, 0), mean_loss(t, 1),
        mean_loss(t, 2), (double)fresh / fmax(t->play_seconds, 1e-9),
        (double)(t->steps[0] + t->steps[1] + t->steps[2]) * t->s->batch /
            fmax(t->fit_seconds, 1e-9));
    memset(t->loss, 0, sizeof t->loss);
    memset(t->steps, 0, sizeof t->steps);
    t->play_seconds = t->fit_seconds = 0;
    t->reported_positions = r->positions;
}

static int save(trainer *t, char *reason, size_t size)
{
    char path[TEXT_SIZE + 32];
    if (t->store && fflush(t->store) != 0) {
        snprintf(reason, size, "storing positions: %s", strerror(errno));
        return -1;
    }
    snprintf(path, sizeof path, "%s/resume.ck", t->s->out);
    if (run_state_save(&t->state, t->s, path, reason, size) != 0) return -1;
    snprintf(path, sizeof path, "%s/latest.weights", t->s->out);
    if (net_set_save(&t->state.nets, path, reason, size) != 0) return -1;
    if (t->s->float_play) return 0;
    snprintf(path, sizeof path, "%s/latest.net", t->s->out);
    return net_set_export(&t->state.nets, path, reason, size);
}

/* A refit has no new positions: a round earns its part of `reuse` passes over the
 * old. */
static void earn_refit(trainer *t)
{
    for (int i = 0; i < RINGS; i++)
        t->state.due[i] +=
            (double)t->state.ring[i].count * t->s->reuse / fmax(t->s->rounds, 1);
}

static int one_round(trainer *t, char *reason, size_t size)
{
    double start = alea_clock_seconds();
    if (t->s->games_per_round == 0)
        earn_refit(t);
    else if (!(t->player.slow || t->player.fast) ||
             t->state.round % t->s->generator_every == 0)
        if (renew_player(t, reason, size) != 0) return -1;
    if (t->s->overlap)
        alea_pool_run(t->threads, (size_t)t->s->games_per_round + 1, overlapped_task,
                      t);
    else
        alea_pool_run(t->threads, (size_t)t->s->games_per_round, game_task, t);
    if (t->out_of_memory) {
        snprintf(reason, size, "out of memory for a round of games");
        return -1;
    }
    if (store_round(t, reason, size) != 0) return -1;
    double played = alea_clock_seconds();
    t->play_seconds += played - start;
    if (!t->s->overlap) {
        fit_round(t);
        t->fit_seconds += alea_clock_seconds() - played;
    }
    t->state.round++;
    return 0;
}

static int load_data(trainer *t, char *reason, size_t size)
{
    FILE *file = samples_open(t->s->data, reason, size);
    if (!file) return -1;
    sample s;
    size_t number = 0;
    int got;
    while ((got = samples_next(file, t->s->data, &number, &s, reason, size)) == 1) {
        alea_board board = sample_board(&s);
        sample_ring_put(
            &t->state.ring[net_set_kind(&board) == ALEA_NET_CONTACT ? 0 : 1], &s);
    }
    fclose(file);
    if (got == 0) say(t, "read %zu positions from %s", number, t->s->data);
    return got;
}

/* Starts anew, or restores the last checkpoint. */
static int begin(trainer *t, char *reason, size_t size)
{
    char path[TEXT_SIZE + 32];
    snprintf(path, sizeof path, "%s/resume.ck", t->s->out);
    FILE *old = fopen(path, "rb");
    if (old) {
        fclose(old);
        if (run_state_load(&t->state, t->s, path, reason, size) != 0) return -1;
        t->reported_positions = t->state.positions;
        say(t, "going on from round %lld", (long long)t->state.round);
        return 0;
    }
    if (t->s->from[0]) {
        net_set from;
        if (net_set_load(&from, t->s->from, reason, size) != 0) return -1;
        int grown = net_set_grow(&t->state.nets, &from);
        net_set_free(&from);
        if (grown != 0) {
            snprintf(reason, size, "%s: its hidden2 is wider than this run's",
                     t->s->from);
            return -1;
        }
        say(t, "weights from %s", t->s->from);
    }
    return t->s->data[0] ? load_data(t, reason, size) : 0;
}

static int make_folders(const char *path, char *reason, size_t size)
{
    char part[TEXT_SIZE];
    for (size_t i = 1; i <= strlen(path); i++) {
        if (path[i] != '/' && path[i] != '\0') continue;
        memcpy(part, path, i);
        part[i] = '\0';
        if (mkdir(part, 0777) != 0 && errno != EEXIST) {
            snprintf(reason, size, "%s: %s", part, strerror(errno));
            return -1;
        }
    }
    return 0;
}

/* Opens the teacher, before any output is written. */
static int open_teacher(trainer *t, char *reason, size_t size)
{
    const settings *s = t->s;
    if (s->label == LABEL_STATIC && !s->teacher[0]) {
        snprintf(reason, size,
                 "label = static: teacher names no net; the run would "
                 "learn what it says already");
        return -1;
    }
    if (s->bearoff[0] && !(t->bearoff = race_table_open(s->bearoff, reason, size)))
        return -1;
    if (!s->teacher[0]) return 0;
    t->teacher = player_open(s->teacher, 0, reason, size);
    if (!t->teacher) return -1;
    if (!player_judge(t->teacher)) {
        snprintf(reason, size, "teacher %s is not a net", s->teacher);
        return -1;
    }
    player_set_bearoff(t->teacher, t->bearoff);
    return 0;
}

static int trainer_open(trainer *t, const settings *s, char *reason, size_t size)
{
    char path[TEXT_SIZE + 32];
    memset(t, 0, sizeof *t);
    t->s = s;
    if (open_teacher(t, reason, size) != 0) return -1;
    if (make_folders(s->out, reason, size) != 0) return -1;
    if (run_state_open(&t->state, s, reason, size) != 0) return -1;
    alea_pool_open(&t->threads, s->threads);
    alea_pool_open(&t->alone, 1);
    t->fit_threads = s->overlap ? t->alone : t->threads;
    t->tables = calloc((size_t)s->threads, sizeof *t->tables);
    t->games = calloc((size_t)s->games_per_round + 1, sizeof *t->games);
    int ok = t->threads && t->alone && t->tables && t->games;
    for (int k = 0; k < ALEA_NET_KINDS; k++)
        ok = ok && (t->fit[k] = optimizer_new(t->state.nets.net[k], s->batch)) != NULL;
    if (!ok) return reason_no_threads(reason, size);
    snprintf(path, sizeof path, "%s/log.txt", s->out);
    t->log = fopen(path, "a");
    if (!t->log) {
        snprintf(reason, size, "%s: %s", path, strerror(errno));
        return -1;
    }
    if (begin(t, reason, size) != 0) return -1;
    if (!s->store) return 0;
    /* A killed run may have stored rounds after its last checkpoint: they come again.
     * A run that begins anew keeps what an earlier one stored under another name. */
    uint64_t count;
    char earlier[TEXT_SIZE + 32];
    snprintf(path, sizeof path, "%s/positions.dat", s->out);
    snprintf(earlier, sizeof earlier, "%s/positions.dat.old", s->out);
    if (t->state.round == 0 && rename(path, earlier) != 0 && errno != ENOENT) {
        snprintf(reason, size, "%s: %s", path, strerror(errno));
        return -1;
    }
    t->store = samples_continue(path, t->state.positions, &count, reason, size);
    if (!t->store) return -1;
    if (count == t->state.positions || count == 0) return 0;
    snprintf(reason, size,
             "%.200s has %llu positions, the checkpoint %llu: remove "
             "resume.ck to start anew",
             path, (unsigned long long)count, (unsigned long long)t->state.positions);
    return -1;
}

static void trainer_close(trainer *t)
{
    for (int k = 0; k < ALEA_NET_KINDS; k++) optimizer_free(t->fit[k]);
    for (int g = 0; t->games && g < t->s->games_per_round; g++)
        sample_list_free(&t->games[g]);
    free(t->games);
    free(t->tables);
    alea_pool_close(t->threads);
    alea_pool_close(t->alone);
    alea_evaluator_close(t->evaluator);
    player_close(t->teacher);
    alea_bearoff_close(t->bearoff);
    if (t->log) fclose(t->log);
    if (t->store) fclose(t->store);
    run_state_close(&t->state);
}

static int finished(const trainer *t)
{
    const settings *s = t->s;
    return (s->rounds && t->state.round >= s->rounds) ||
           (s->minutes > 0 && t->state.minutes >= s->minutes);
}

static int train(trainer *t, const volatile sig_atomic_t *stop, char *reason,
                 size_t size)
{
    const settings *s = t->s;
    double earlier = t->state.minutes, start = alea_clock_seconds();
    double reported = earlier, saved = earlier;
    int64_t until = s->sitting ? t->state.round + s->sitting : INT64_MAX;
    while (!finished(t) && !*stop && t->state.round < until) {
        if (one_round(t, reason, size) != 0) return -1;
        t->state.minutes = earlier + (alea_clock_seconds() - start) / 60;
        if (t->state.minutes >= reported + s->report_minutes) {
            report(t);
            reported = t->state.minutes;
        }
        /* Only where the player is about to be renewed: a checkpoint need not hold
         * it. */
        if (t->state.minutes >= saved + s->save_minutes &&
            t->state.round % s->generator_every == 0) {
            if (save(t, reason, size) != 0) return -1;
            saved = t->state.minutes;
        }
    }
    while (t->state.round % s->generator_every != 0)
        if (one_round(t, reason, size) != 0) return -1;
    report(t);
    if (save(t, reason, size) != 0) return -1;
    return finished(t) ? 0 : 1;
}

int run_train(const settings *s, const volatile sig_atomic_t *stop, char *reason,
              size_t size)
{
    trainer *t = calloc(1, sizeof *t);
    if (!t) return reason_no_memory(reason, size);
    int status = trainer_open(t, s, reason, size);
    if (status == 0) status = train(t, stop, reason, size);
    trainer_close(t);
    free(t);
    return status;
}
