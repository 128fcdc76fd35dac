#include "course.h"
#include "learn.h"

#include "base/clock.h"
#include "base/file.h"
#include "base/hash.h"
#include "trainer/support/reason.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Where a run stands: the head of resume.ck; the weights and a sum follow. */
typedef struct standing {
    char magic[8];
    uint64_t settings;
    uint32_t layout, width;
    int64_t round, games, places;
    double minutes;
    uint64_t weights;
} standing;

static const char magic[8] = {'A', 'L', 'E', 'A', 'T', 'A', 'B', '1'};

typedef struct course {
    const settings *s;
    alea_tables_series series;
    standing at;
    tables_model *model;
    alea_tables_net *net; /* plays: the model as it was when the round began */
    size_t net_size;
    tables_game *game;
    double off;   /* since the last report: the sum of squared differences ... */
    int64_t seen; /* ... of so many positions */
    char *reason;
    size_t reason_size;
} course;

static const alea_tables_rules *rules_of(const course *c)
{
    return &c->series.game[0];
}

static int say_error(const course *c, const char *path, const alea_error *error)
{
    snprintf(c->reason, c->reason_size, "%s: %s", path, error->reason);
    return -1;
}

static int write_file(const course *c, const char *name, const void *bytes, size_t size)
{
    char path[TEXT_SIZE + 32];
    alea_error error;
    snprintf(path, sizeof path, "%s/%s", c->s->out, name);
    if (alea_file_replace(path, bytes, size, 0666, &error) == ALEA_OK) return 0;
    return say_error(c, path, &error);
}

/* The net before the state: a state is never ahead of its net. */
static int save(course *c)
{
    const size_t weights = c->model->count * sizeof(float);
    const size_t size = sizeof c->at + weights + sizeof(uint64_t);
    unsigned char *bytes = malloc(size);
    if (!bytes) return reason_no_memory(c->reason, c->reason_size);
    memcpy(bytes, &c->at, sizeof c->at);
    memcpy(bytes + sizeof c->at, c->model->weight, weights);
    const uint64_t sum = alea_checksum(bytes, sizeof c->at + weights);
    memcpy(bytes + sizeof c->at + weights, &sum, sizeof sum);
    tables_model_round(c->model, rules_of(c), c->net);
    int status = write_file(c, "latest.net", c->net, c->net_size);
    if (status == 0) status = write_file(c, "resume.ck", bytes, size);
    free(bytes);
    return status;
}

static const char *bad_state(const course *c, const standing *found, size_t length,
                             const char *bytes)
{
    const size_t weights = c->model->count * sizeof(float);
    uint64_t sum;
    if (length < sizeof *found || memcmp(found->magic, magic, sizeof magic) != 0)
        return "not a checkpoint of a tables game";
    if (found->settings != c->at.settings || found->layout != c->at.layout)
        return "made by other settings (remove it to start anew)";
    if (length != sizeof *found + weights + sizeof sum) return "cut short or damaged";
    memcpy(&sum, bytes + sizeof *found + weights, sizeof sum);
    return sum == alea_checksum(bytes, sizeof *found + weights)
               ? NULL
               : "cut short or damaged";
}

/* Goes on from resume.ck if there is one. */
static int resume(course *c)
{
    char path[TEXT_SIZE + 32], *bytes;
    size_t length;
    alea_error error;
    struct stat there;
    standing found = {0};
    snprintf(path, sizeof path, "%s/resume.ck", c->s->out);
    if (stat(path, &there) != 0 && errno == ENOENT) return 0;
    if (alea_file_read(path, (size_t)1 << 24, &bytes, &length, &error) != ALEA_OK)
        return say_error(c, path, &error);
    if (length >= sizeof found) memcpy(&found, bytes, sizeof found);
    const char *fault = bad_state(c, &found, length, bytes);
    if (!fault) {
        c->at = found;
        memcpy(c->model->weight, bytes + sizeof found, c->model->count * sizeof(float));
    } else {
        snprintf(c->reason, c->reason_size, "%s: %s", path, fault);
    }
    free(bytes);
    return fault ? -1 : 0;
}

/* 0..1, how much of the run is over. */
static double share_done(const course *c, double minutes)
{
    double done = 0;
    if (c->s->rounds > 0) done = (double)c->at.round / c->s->rounds;
    if (c->s->minutes > 0) done = fmax(done, minutes / c->s->minutes);
    return fmin(done, 1);
}

static void play_round(course *c, float rate)
{
    const tables_player player[2] = {{c->net, false}, {c->net, false}};
    tables_model_round(c->model, rules_of(c), c->net);
    for (int i = 0; i < c->s->games_per_round; i++) {
        random_stream dice = random_open(c->s->seed, (uint64_t)++c->at.games);
        if (!tables_game_play(c->game, &c->series, player, &dice)) continue;
        c->off += tables_learn(c->model, c->game, c->s->lambda, rate);
        c->seen += c->game->places;
        c->at.places += c->game->places;
    }
    c->at.round++;
}

static int report(course *c, double minutes, double done)
{
    char path[TEXT_SIZE + 32], line[TEXT_SIZE + 200];
    snprintf(path, sizeof path, "%s/log.txt", c->s->out);
    snprintf(line, sizeof line,
             "%s round %lld, %lld games, %lld positions, %.2f minutes, %.1f %%: "
             "error %.4f points\n",
             c->s->game, (long long)c->at.round, (long long)c->at.games,
             (long long)c->at.places, minutes, 100 * done,
             c->seen ? sqrt(c->off / (double)c->seen) : 0);
    c->off = 0;
    c->seen = 0;
    fputs(line, stderr);
    FILE *log = fopen(path, "a");
    const bool good = log && fputs(line, log) >= 0;
    if (log && fclose(log) == 0 && good) return 0;
    snprintf(c->reason, c->reason_size, "%s: %s", path, strerror(errno));
    return -1;
}

static double minutes_now(void)
{
    return alea_clock_seconds() / 60;
}

static int go(course *c, const volatile sig_atomic_t *stop)
{
    const double begun = minutes_now() - c->at.minutes;
    const int64_t first = c->at.round;
    double said = c->at.minutes, saved = c->at.minutes;
    double done = share_done(c, c->at.minutes);
    int status = 0;
    while (status == 0 && done < 1 && !*stop &&
           (!c->s->sitting || c->at.round - first < c->s->sitting)) {
        play_round(c, (float)(c->s->rate * pow(c->s->rate_end / c->s->rate, done)));
        const double minutes = minutes_now() - begun, before = done;
        c->at.minutes = minutes;
        done = share_done(c, minutes);
        if (before < 0.5 && done >= 0.5) {
            tables_model_round(c->model, rules_of(c), c->net);
            status = write_file(c, "half.net", c->net, c->net_size);
        }
        if (status == 0 && minutes - said >= c->s->report_minutes) {
            status = report(c, minutes, done);
            said = minutes;
        }
        if (status == 0 && minutes - saved >= c->s->save_minutes) {
            status = save(c);
            saved = minutes;
        }
    }
    if (status == 0) status = save(c);
    if (status == 0) status = report(c, c->at.minutes, done);
    return status == 0 && done < 1 ? 1 : status;
}

static int open_course(course *c)
{
    alea_error error;
    const settings *s = c->s;
    random_stream random = random_open(s->seed, 0);
    if (alea_tables_series_find(s->game, &c->series, &error) != ALEA_OK)
        return say_error(c, "game", &error);
    const char *fault = NULL;
    if (c->series.games != 1)
        fault = "a series: name one of its games";
    else if (s->width[0] > TABLES_NET_MOST_WIDTH)
        fault = "the width of a net is 32, 64, 96 or 128";
    else if (s->rate <= 0 || s->rate_end <= 0 || s->games_per_round < 1)
        fault = "rate, rate_end and games_per_round must be more than 0";
    if (fault) {
        snprintf(c->reason, c->reason_size, "%s: %s", s->game, fault);
        return -1;
    }
    const uint32_t width = (uint32_t)s->width[0];
    c->model = tables_model_make(rules_of(c), width, &random);
    c->game = malloc(sizeof *c->game);
    c->net_size = tables_net_size((uint32_t)tables_inputs_count(rules_of(c)), width);
    c->net = malloc(c->net_size);
    if (!c->model || !c->game || !c->net)
        return reason_no_memory(c->reason, c->reason_size);
    memcpy(c->at.magic, magic, sizeof magic);
    c->at.settings = settings_hash(s);
    c->at.layout = tables_net_layout(rules_of(c));
    c->at.width = width;
    c->at.weights = c->model->count;
    return 0;
}

static int make_folder(const course *c)
{
    char path[TEXT_SIZE];
    snprintf(path, sizeof path, "%s", c->s->out);
    for (char *p = path + 1; *p; p++)
        if (*p == '/') {
            *p = '\0';
            mkdir(path, 0777);
            *p = '/';
        }
    if (mkdir(path, 0777) == 0 || errno == EEXIST) return 0;
    snprintf(c->reason, c->reason_size, "%s: %s", path, strerror(errno));
    return -1;
}

int tables_course_run(const settings *s, const volatile sig_atomic_t *stop,
                      char *reason, size_t size)
{
    course c = {.s = s, .reason = reason, .reason_size = size};
    int status = open_course(&c);
    if (status == 0) status = make_folder(&c);
    if (status == 0) status = resume(&c);
    if (status == 0) status = go(&c, stop);
    free(c.net);
    free(c.game);
    free(c.model);
    return status;
}
