/* Decisions in UBGI's words. */
#include "ubgi_answer.h"

#include "base/clock.h"
#include "base/hash.h"
#include "beaver_answer.h"

#include <stdio.h>
#include <string.h>

#include <alea/levels.h>

void ubgi_state_start(ubgi_state *state)
{
    *state = (ubgi_state){.crawford = true,
                          .cube_owner = ALEA_NOBODY,
                          .ply = 2,
                          .threads = 1,
                          .seed = 1,
                          .level = -1,
                          .deterministic = true,
                          .cubeful = true};
}

int ubgi_match_length(const ubgi_state *state)
{
    return state->has_xgid ? state->xgid.match_length : state->match_length;
}

/* The protocol cannot say "post-Crawford": cube turned means it is over. */
static bool crawford_game(const alea_position *p, bool rule)
{
    bool one_away =
        (p->score[0] == p->match_length - 1) != (p->score[1] == p->match_length - 1);
    return rule && p->match_length > 1 && one_away && p->cube_log2 == 0 &&
           p->cube_owner == ALEA_NOBODY;
}

void ubgi_set_score(ubgi_state *state, int p0, int p1)
{
    alea_position *x = &state->xgid;
    bool same = x->score[0] == p0 && x->score[1] == p1;
    int length = state->match_length;
    /* An XGID may be of another match than the session. */
    if (length == 0 || (p0 < length && p1 < length)) {
        state->score[0] = p0;
        state->score[1] = p1;
    }
    /* The identifier states whether its own score is that of the Crawford game. */
    if (!state->has_xgid || same) return;
    x->score[0] = p0;
    x->score[1] = p1;
    x->crawford_game = crawford_game(x, state->crawford);
}

void ubgi_set_cube(ubgi_state *state, int log2, alea_player owner)
{
    alea_position *x = &state->xgid;
    state->cube_log2 = log2;
    state->cube_owner = owner;
    if (!state->has_xgid) return;
    x->cube = true;
    x->cube_log2 = log2;
    x->cube_owner = owner;
    x->crawford_game = x->crawford_game && crawford_game(x, true);
    x->offers = 0;
    x->to_act = x->on_roll;
}

void ubgi_set_turn(ubgi_state *state, alea_player turn)
{
    state->turn = turn;
    if (!state->has_xgid) return;
    state->xgid.offers = 0;
    state->xgid.on_roll = state->xgid.to_act = turn;
}

bool ubgi_position(const ubgi_state *state, ubgi_role role, alea_position *out,
                   const char **missing)
{
    if (!state->has_board) {
        *missing = "give a position first";
        return false;
    }
    alea_position p = {.checkers = ALEA_CHECKERS,
                       .cube = true,
                       .cube_owner = state->cube_owner,
                       .cube_log2 = state->cube_log2,
                       .cube_limit_log2 = ALEA_UNLIMITED,
                       .match_length = state->match_length,
                       .score = {state->score[0], state->score[1]},
                       .jacoby = state->jacoby && state->match_length == 0};
    if (state->has_xgid) {
        p = state->xgid;
    } else {
        p.on_roll = p.to_act = state->turn;
        p.board = state->turn == ALEA_B ? alea_board_swap(&state->board) : state->board;
        p.crawford_game = crawford_game(&p, state->crawford);
    }
    if (alea_roll_valid(state->roll)) p.roll = state->roll;
    if (role == UBGI_CUBE) p.roll = (alea_roll){{0, 0}};
    if (role != UBGI_CUBE && !alea_roll_valid(p.roll)) {
        *missing = "give the dice first";
        return false;
    }
    if (role != UBGI_CUBE) p.offers = 0, p.to_act = p.on_roll;
    *out = p;
    return true;
}

static alea_search_settings settings_of(const ubgi_task *task, long long time_ms)
{
    alea_search_settings settings = alea_search_settings_default(task->plies);
    settings.cubeful = task->cubeful;
    settings.time_ms = time_ms;
    settings.cancelled = task->stopped;
    settings.context = task->context;
    return settings;
}

static void put_play(const alea_play *play, const char *nothing)
{
    if (play->count == 0) fputs(nothing, stdout);
    for (int i = 0; i < play->count; i++) {
        const alea_move *m = &play->move[i];
        if (i > 0) putchar(' ');
        if (m->from == ALEA_BAR)
            fputs("bar/", stdout);
        else
            printf("%d/", m->from);
        if (m->to == ALEA_OFF)
            fputs("off", stdout);
        else
            printf("%d", m->to);
    }
}

static void put_info(const char *role, int plies, long long ms, float equity,
                     const alea_probs *p)
{
    printf(
        "info role %s depth %d time_ms %lld eq %.4f pwin %.4f pgammon %.4f pbg %.4f\n",
        role, plies + 1, ms, (double)equity, (double)p->win, (double)p->win_gammon,
        (double)p->win_backgammon);
}

static void put_id(const alea_board *after)
{
    char id[ALEA_POSITION_ID_SIZE];
    alea_board next = alea_board_swap(after);
    alea_position_id_write(&next, id);
    fputs(id, stdout);
}

static const char *reason_of(const alea_error *error, alea_status status)
{
    return error->reason[0] ? error->reason : alea_status_text(status);
}

typedef struct answer {
    alea_candidate best;
    alea_cube_result cube;
    bool doubles, takes;
} answer;

/* A level's error follows from the decision and the option Seed. */
static unsigned long long seed_of(const ubgi_task *task, const alea_decision *d)
{
    unsigned char seen[28];
    memcpy(seen, d->board.point, 26);
    memcpy(seen + 26, d->roll.die, 2);
    return alea_hash_bytes(ALEA_HASH_START + (unsigned long long)task->seed, seen,
                           sizeof seen);
}

static alea_status find_play(const ubgi_task *task, long long time_ms, answer *a,
                             alea_error *error)
{
    alea_search_settings settings = settings_of(task, time_ms);
    alea_decision decision = alea_decision_of_position(&task->position);
    int count;
    if (task->level >= 0)
        return alea_choose_play(task->engine, &decision,
                                alea_level_get((alea_level)task->level),
                                seed_of(task, &decision), time_ms, &a->best, error);
    return alea_search_play(task->engine, &decision, &settings, &a->best, 1, &count,
                            error);
}

static alea_status find_cube(const ubgi_task *task, long long time_ms, answer *a,
                             alea_error *error)
{
    alea_search_settings settings = settings_of(task, time_ms);
    alea_position position = task->position;
    position.roll = (alea_roll){{0, 0}};
    if (position.offers > 1)
        return beaver_answer(task->engine, &position, &settings, &a->cube, &a->takes,
                             error);
    alea_decision decision = alea_decision_of_position(&position);
    alea_status status =
        alea_search_cube(task->engine, &decision, &settings, &a->cube, error);
    bool beavers;
    if (status == ALEA_OK && task->level >= 0)
        return alea_choose_cube(
            task->engine, &decision, alea_level_get((alea_level)task->level),
            seed_of(task, &decision), time_ms, &a->doubles, &a->takes, &beavers, error);
    alea_cube_action action = a->cube.verdict.action;
    a->takes = a->cube.verdict.take;
    a->doubles = status == ALEA_OK && alea_cube_may_double(&decision.cube) &&
                 (action == ALEA_CUBE_DOUBLE_TAKE || action == ALEA_CUBE_DOUBLE_DROP);
    return status;
}

void ubgi_decide(const ubgi_task *task)
{
    answer a = {0};
    alea_error error = {0};
    alea_status status = ALEA_OK;
    long long start = alea_clock_ms();
    /* Of a whole turn each decision has its half, the play what the cube left, too. */
    long long left = task->time_ms;
    if (task->role != UBGI_CHEQUER)
        status = find_cube(task, task->role == UBGI_TURN ? (left + 1) / 2 : left, &a,
                           &error);
    if (left > 0)
        left = left > alea_clock_ms() - start ? left - (alea_clock_ms() - start) : 1;
    if (status == ALEA_OK && task->role != UBGI_CUBE)
        status = find_play(task, left, &a, &error);
    long long ms = alea_clock_ms() - start;
    flockfile(stdout);
    if (status != ALEA_OK) {
        printf("error bad_argument %s\n", reason_of(&error, status));
    } else if (task->role == UBGI_CHEQUER) {
        put_info("chequer", a.best.plies, ms, a.best.equity, &a.best.probs);
        if (task->move_id) {
            fputs("bestmoveid ", stdout);
            put_id(&a.best.play.board);
            putchar('\n');
        }
        fputs("bestmove ", stdout);
        put_play(&a.best.play, "pass");
        putchar('\n');
    } else if (task->role == UBGI_CUBE) {
        put_info("cube", a.cube.plies, ms, a.cube.verdict.best, &a.cube.probs);
        if (task->position.offers > 0)
            printf("bestcube %s\n", a.takes ? "take" : "drop");
        else
            printf("bestcube %s\n", a.doubles ? "double" : "nodouble");
    } else {
        put_info("turn", a.best.plies, ms, a.best.equity, &a.best.probs);
        printf("bestturn cube=%s moveid=", a.doubles ? "double" : "nodouble");
        put_id(&a.best.play.board);
        fputs(" move=", stdout);
        put_play(&a.best.play, "pass");
        putchar('\n');
    }
    fflush(stdout);
    funlockfile(stdout);
}

void ubgi_decide_raw(const ubgi_task *task)
{
    answer a = {0};
    alea_error error = {0};
    bool play = alea_roll_valid(task->position.roll) && task->position.offers == 0;
    alea_status status = play ? find_play(task, task->time_ms, &a, &error)
                              : find_cube(task, task->time_ms, &a, &error);
    flockfile(stdout);
    if (status != ALEA_OK)
        printf("sorry %s", reason_of(&error, status));
    else if (play)
        put_play(&a.best.play, "");
    else if (task->position.offers > 0)
        fputs(a.takes ? "take" : "drop", stdout);
    else
        fputs(a.doubles ? "double" : "roll", stdout);
    putchar('\n');
    fflush(stdout);
    funlockfile(stdout);
}
