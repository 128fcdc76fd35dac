/* Files on one core: match text read with every event replayed through the state
 * machine, written from the record, and both; an .xg file; 10 MB of hostile bytes.
 * The match is a money session that the embedded net plays against itself, cube
 * included, so that its plays are those of real files. */
#include "bench.h"

#include <alea/alea.h>

#include "support/xg_writer.h"

enum {
    RUNS = 15,
    SESSION_GAMES = 150,
    XG_GAMES = 6,
    HOSTILE_RUNS = 3,
    HOSTILE_BYTES = 10 << 20
};

typedef struct player {
    alea_evaluator *evaluator;
    uint64_t state;
    alea_play_list plays;
    alea_board out[ALEA_MAX_PLAYS];
    alea_probs probs[ALEA_MAX_PLAYS];
} player;

static void stop(const char *what)
{
    fprintf(stderr, "bench_files: %s\n", what);
    exit(1);
}

static alea_roll throw_dice(player *p)
{
    uint8_t a = (uint8_t)(1 + bench_random(&p->state, 6));
    uint8_t b = (uint8_t)(1 + bench_random(&p->state, 6));
    return (alea_roll){{a, b}};
}

static alea_event best_play(player *p, const alea_match *match)
{
    alea_event event = {
        .type = ALEA_EVENT_PLAY, .by = match->turn, .cube_owner = ALEA_NOBODY};
    alea_board board = alea_match_board(match, match->turn);
    alea_plays(&board, match->roll, &match->rules.play, &p->plays);
    int n = p->plays.count, best = 0, count;
    for (int i = 0; i < n; i++) p->out[i] = p->plays.play[i].board;
    alea_eval_results(p->evaluator, &board, p->out, n, p->probs);
    for (int i = 1; i < n; i++)
        if (alea_probs_equity(&p->probs[i]) > alea_probs_equity(&p->probs[best]))
            best = i;
    alea_play_canonical(&board, &p->plays.play[best], event.move, &count);
    event.moves = (uint8_t)count;
    return event;
}

/* Cubeless equity of `by`, who is on roll. */
static float equity(player *p, const alea_match *match, alea_player by)
{
    alea_board board = alea_match_board(match, by);
    alea_probs probs;
    alea_eval(p->evaluator, &board, &probs);
    return alea_probs_equity(&probs);
}

static alea_event next_event(player *p, const alea_match *match)
{
    alea_event event = {.by = match->to_act, .cube_owner = ALEA_NOBODY};
    switch (match->phase) {
    case ALEA_MATCH_OPENING:
        event.type = ALEA_EVENT_OPENING;
        event.roll = throw_dice(p);
        break;
    case ALEA_MATCH_TO_ROLL:
        event.type = ALEA_EVENT_ROLL;
        event.roll = throw_dice(p);
        if (alea_match_may_double(match, match->turn) &&
            equity(p, match, match->turn) > 0.45f)
            event.type = ALEA_EVENT_DOUBLE;
        break;
    case ALEA_MATCH_DOUBLE_OFFERED:
        event.type =
            equity(p, match, match->turn) > 0.7f ? ALEA_EVENT_DROP : ALEA_EVENT_TAKE;
        break;
    case ALEA_MATCH_TO_PLAY: return best_play(p, match);
    case ALEA_MATCH_GAME_OVER: event.type = ALEA_EVENT_NEXT_GAME; break;
    case ALEA_MATCH_BEAVER_OFFERED:
    case ALEA_MATCH_RESIGN_OFFERED:
    case ALEA_MATCH_MATCH_OVER: stop("a phase that does not come up");
    }
    return event;
}

static void play_session(player *p, alea_record *record, int games)
{
    alea_rules rules = alea_rules_preset(ALEA_PRESET_MONEY);
    rules.auto_doubles = 0;
    rules.score_keeping = ALEA_SCORE_WINNER_GAINS;
    alea_record_start(record, &rules, alea_memory_heap());
    if (alea_record_set_tag(record, "player_a", "Ann Archer") != ALEA_OK ||
        alea_record_set_tag(record, "player_b", "Bob") != ALEA_OK)
        stop("not enough memory");
    while (record->now.phase != ALEA_MATCH_GAME_OVER || record->now.game < games) {
        alea_event event = next_event(p, &record->now);
        if (alea_record_append(record, &event, NULL, NULL) != ALEA_OK)
            stop("an event of the session was refused");
    }
}

typedef struct work {
    const char *bytes;
    size_t size;
    size_t entries;     /* that the file holds */
    alea_record record; /* what `write_text` writes */
} work;

static void read_file(void *context)
{
    work *w = context;
    alea_record record;
    if (alea_import(w->bytes, w->size, NULL, &record, NULL, NULL) != ALEA_OK ||
        record.entries != w->entries)
        stop("the file is not read as it was written");
    alea_record_clear(&record);
}

static void write_record(const work *w, const alea_record *record)
{
    char *bytes;
    size_t size;
    if (alea_export(record, ALEA_FORMAT_MAT, NULL, &bytes, &size, NULL) != ALEA_OK ||
        size != w->size || memcmp(bytes, w->bytes, size) != 0)
        stop("the record is not written as it was read");
    free(bytes);
}

static void write_text(void *context)
{
    work *w = context;
    write_record(w, &w->record);
}

static void read_and_write(void *context)
{
    work *w = context;
    alea_record record;
    if (alea_import(w->bytes, w->size, NULL, &record, NULL, NULL) != ALEA_OK)
        stop("the file is not read");
    write_record(w, &record);
    alea_record_clear(&record);
}

static void report_rate(const char *what, work *w, bench_run *run)
{
    double best, seconds = bench_median(run, w, RUNS, &best);
    printf("%-28s %8zu bytes  %7.2f ms  %6.1f MB/s (best %.1f)\n", what, w->size,
           seconds * 1e3, (double)w->size / seconds / 1e6,
           (double)w->size / best / 1e6);
}

static void match_text(player *p)
{
    alea_record played;
    work w = {0};
    char *bytes;
    play_session(p, &played, SESSION_GAMES);
    if (alea_export(&played, ALEA_FORMAT_MAT, NULL, &bytes, &w.size, NULL) != ALEA_OK)
        stop("the session is not written");
    w.bytes = bytes;
    if (alea_import(w.bytes, w.size, NULL, &w.record, NULL, NULL) != ALEA_OK)
        stop("the session is not read");
    w.entries = w.record.entries;
    report_rate("match text, read + replay", &w, read_file);
    report_rate("match text, write", &w, write_text);
    report_rate("match text, both", &w, read_and_write);
    alea_record_clear(&w.record);
    alea_record_clear(&played);
    free(bytes);
}

static void xg_file(player *p)
{
    alea_record played;
    play_session(p, &played, XG_GAMES);
    xg_output file = xgw_file(&played);
    work w = {.bytes = (const char *)file.bytes, .size = file.size};
    if (alea_import(w.bytes, w.size, NULL, &w.record, NULL, NULL) != ALEA_OK)
        stop("the .xg file is not read");
    w.entries = w.record.entries;
    if (!alea_board_equal(&w.record.now.board, &played.now.board) ||
        w.record.now.score[0] != played.now.score[0])
        stop("the .xg file is not the match that was played");
    report_rate(".xg, read + replay", &w, read_file);
    free(file.bytes);
    alea_record_clear(&w.record);
    alea_record_clear(&played);
}

/* Whatever it answers: only the time counts. */
static void read_hostile(void *context)
{
    const work *w = context;
    alea_record record;
    alea_import_options partial = {.partial = true};
    if (alea_import(w->bytes, w->size, &partial, &record, NULL, NULL) == ALEA_OK)
        alea_record_clear(&record);
}

/* `head` once, then `again` to the end. */
static void hostile(const char *what, const char *head, const char *again)
{
    char *bytes = malloc(HOSTILE_BYTES);
    if (!bytes) stop("not enough memory");
    size_t at = strlen(head), length = strlen(again);
    memcpy(bytes, head, at);
    for (size_t i = 0; at < HOSTILE_BYTES; i++) bytes[at++] = again[i % length];
    work w = {.bytes = bytes, .size = HOSTILE_BYTES};
    double best, seconds = bench_median(read_hostile, &w, HOSTILE_RUNS, &best);
    printf("10 MB, %-40s %7.1f ms (best %.1f)\n", what, seconds * 1e3, best * 1e3);
    free(bytes);
}

static void hostile_files(void)
{
#define MAT " 0 point match\n\n Game 1\n A : 0  B : 0\n"
    hostile("match text: plays of one game", MAT "  1) 31: 8/5 6/5\n",
            "  2) 11: 24/23 6/5\n");
    hostile("match text: games without an end", MAT "  1) 31: 8/5 6/5\n",
            " Game 2\n A : 0  B : 0\n  1) 31: 8/5 6/5\n");
    hostile("match text: line ends", MAT, "\r");
    hostile("match text: one line of rolls", MAT "  1) ", "31: 8/5 6/5 ");
    hostile("match text: one line of brackets", MAT "  1) 31: ", "(");
    hostile("match text: remarks on one play", MAT "  1) 31: 8/5 6/5\n", "; a\n");
    hostile("match text: header tags", "; [Event \"a\"]\n 0 point match\n",
            "; [Tag \"abc\"]\n");
    hostile("SGF: deep brackets", "(;FF[4]GM[6]", "(;");
    hostile("SGF: nodes", "(;FF[4]GM[6]", ";B[31fdfe];W[42bdab]");
    hostile("SGF: unknown properties", "(;FF[4]GM[6];B[31fdfe]", "X[abc]");
    hostile("journal: brackets", "{\"format\":\"alea-journal\",\"rules\":", "[{");
    hostile("words", "", "XGID=- ");
    hostile("zeros", "RGMH", "\x01");
#undef MAT
}

int main(void)
{
    player *p = calloc(1, sizeof *p);
    alea_error error = {0};
    if (!p) return 3;
    if (alea_evaluator_open(&p->evaluator, &error) != ALEA_OK) stop(error.reason);
    p->state = 7;
    bench_machine();
    match_text(p);
    xg_file(p);
    hostile_files();
    alea_evaluator_close(p->evaluator);
    free(p);
    return 0;
}
