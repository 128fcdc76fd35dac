/* How alea plays by the word of another program: equity lost, by the figures that match
 * files hold of that program's own analysis, when alea decides in their places.
 *   judge_files PLIES... -- FILE...      (as many depths as wanted, e.g. 0 1 2 3)
 * Decisions as eXtreme Gammon counts them; PR = 500 x mean loss. A play that the file
 * does not list is counted apart, as its figure is unknown. */
#define _POSIX_C_SOURCE 200809L
#include <alea/alea.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST_DEPTHS = 8, KINDS = 4 };
static const char *const kind_name[KINDS] = {"plays", "hard plays", "doubles", "takes"};

typedef struct tally {
    int count, unlisted;
    double loss, square, seconds;
    double bias, bias_square; /* doubles: our DT - ND less theirs, near the point */
    int near;
} tally;

static tally found[MOST_DEPTHS][KINDS];

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void count_loss(tally *t, double loss, double seconds)
{
    t->count++;
    t->loss += loss;
    t->square += loss * loss;
    t->seconds += seconds;
}

static bool listed(const alea_record *record, const alea_filed *f,
                   const alea_board *before, const alea_board *after, double *equity)
{
    for (int i = 0; i < f->candidates; i++) {
        const alea_filed_candidate *c = &record->filed_candidate[f->first + (size_t)i];
        alea_board board = *before;
        bool sound = true;
        for (int m = 0; m < c->moves; m++)
            sound = sound && alea_board_move(&board, c->move[m].from, c->move[m].to);
        if (!sound || !alea_board_equal(&board, after)) continue;
        *equity = (double)c->equity;
        return true;
    }
    return false;
}

static void judge_play(alea_engine *engine, const alea_record *record,
                       const alea_filed *f, const alea_decision *d, int plies,
                       tally tallies[KINDS])
{
    double best = -9, worst = 9, second = -9, equity;
    for (int i = 0; i < f->candidates; i++) {
        double e = (double)record->filed_candidate[f->first + (size_t)i].equity;
        if (e > best) {
            second = best;
            best = e;
        } else if (e > second) {
            second = e;
        }
        worst = fmin(worst, e);
    }
    if (f->candidates < 2 || best - worst <= 0.001) return;
    alea_search_settings settings = alea_search_settings_default(plies);
    alea_candidate candidate;
    int count;
    double start = now();
    if (alea_search_play(engine, d, &settings, &candidate, 1, &count, NULL) != ALEA_OK)
        return;
    double seconds = now() - start;
    bool hard = best - second < 0.05 && strstr(f->level, "Roller") != NULL;
    if (!listed(record, f, &d->board, &candidate.play.board, &equity)) {
        tallies[0].unlisted++;
        if (hard) tallies[1].unlisted++;
        return;
    }
    count_loss(&tallies[0], best - equity, seconds);
    if (hard) count_loss(&tallies[1], best - equity, seconds);
}

static void judge_cube(alea_engine *engine, const alea_filed *f, bool answer,
                       const alea_decision *d, int plies, tally tallies[KINDS])
{
    double take = (double)f->double_take, drop = (double)f->double_drop;
    double doubled = fmin(take, drop), kept = (double)f->no_double;
    alea_cube_result result;
    alea_search_settings settings = alea_search_settings_default(plies);
    if (!answer && (fabs(doubled - kept) <= 0.001 || kept - doubled >= 0.2)) return;
    double start = now();
    if (alea_search_cube(engine, d, &settings, &result, NULL) != ALEA_OK) return;
    double seconds = now() - start;
    const alea_cube_verdict *v = &result.verdict;
    if (answer) {
        double mine = v->take ? take : drop;
        count_loss(&tallies[3], mine - doubled, seconds);
        return;
    }
    bool doubles =
        v->action == ALEA_CUBE_DOUBLE_TAKE || v->action == ALEA_CUBE_DOUBLE_DROP;
    count_loss(&tallies[2], fmax(doubled, kept) - (doubles ? doubled : kept), seconds);
    if (fabs(take - kept) < 0.2 && take < 1.2) {
        double bias =
            (double)(v->equity.double_take - v->equity.no_double) - take + kept;
        tallies[2].near++;
        tallies[2].bias += bias;
        tallies[2].bias_square += bias * bias;
    }
}

static void judge_record(alea_engine *engine, const alea_record *record, int plies,
                         tally tallies[KINDS])
{
    for (size_t i = 0; i < record->fileds; i++) {
        const alea_filed *f = &record->filed[i];
        alea_event_type type = record->entry[f->entry].event.type;
        alea_match state;
        if (f->mwc || alea_record_state(record, f->entry, &state) != ALEA_OK) continue;
        alea_decision d = alea_decision_of_match(&state);
        if (f->kind == ALEA_FILED_PLAY)
            judge_play(engine, record, f, &d, plies, tallies);
        else
            judge_cube(engine, f, type == ALEA_EVENT_TAKE || type == ALEA_EVENT_DROP,
                       &d, plies, tallies);
    }
}

static bool import_file(const char *path, alea_record *record)
{
    static uint8_t bytes[ALEA_FILE_MAX_BYTES];
    alea_import_report report;
    alea_error error = {0};
    FILE *file = fopen(path, "rb");
    if (!file) {
        perror(path);
        return false;
    }
    size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    if (alea_import((const char *)bytes, size, NULL, record, &report, &error) ==
        ALEA_OK)
        return true;
    fprintf(stderr, "%s: %s\n", path, error.reason);
    return false;
}

static void print_tally(int plies, int kind, const tally *t)
{
    if (!t->count) return;
    double n = t->count, mean = t->loss / n;
    double deviation = sqrt(fmax(t->square / n - mean * mean, 0) / n);
    printf("%d-ply  %-10s  %5d decisions  PR %5.2f +- %.2f  %7.2f ms", plies,
           kind_name[kind], t->count, 500 * mean, 500 * deviation,
           1000 * t->seconds / n);
    if (t->unlisted) printf("  %d not in the file", t->unlisted);
    if (t->near) {
        double m = t->bias / t->near;
        printf("  DT-ND %+.4f +- %.4f (%d)", m,
               sqrt(fmax(t->bias_square / t->near - m * m, 0) / t->near), t->near);
    }
    printf("\n");
}

int main(int argc, char **argv)
{
    int plies[MOST_DEPTHS], depths = 0, first = 1;
    while (first < argc && strcmp(argv[first], "--") != 0 && depths < MOST_DEPTHS)
        plies[depths++] = atoi(argv[first++]);
    alea_evaluator *evaluator;
    alea_engine *engine;
    const alea_engine_options how = {.threads = 1, .cache_bytes = 1 << 26};
    if (depths == 0 || first >= argc) {
        fprintf(stderr, "usage: judge_files PLIES... -- FILE...\n");
        return 2;
    }
    if (alea_evaluator_open(&evaluator, NULL) != ALEA_OK ||
        alea_engine_open(&engine, evaluator, NULL, &how, NULL) != ALEA_OK)
        return 1;
    for (int i = first + 1; i < argc; i++) {
        alea_record record;
        if (!import_file(argv[i], &record)) continue;
        for (int k = 0; k < depths; k++)
            judge_record(engine, &record, plies[k], found[k]);
        alea_record_clear(&record);
    }
    for (int kind = 0; kind < KINDS; kind++)
        for (int k = 0; k < depths; k++) print_tally(plies[k], kind, &found[k][kind]);
    alea_engine_close(engine);
    alea_evaluator_close(evaluator);
    return 0;
}
