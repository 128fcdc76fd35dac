#include "tables_referee.h"

#include <stdlib.h>
#include <string.h>

enum { MEMO = 1 << 16, WAIT = 25 };

/* A board inside a turn. */
typedef struct state {
    referee_board b;
    uint8_t marks[7], heads, left[4], lefts;
} state;

typedef struct search {
    const alea_tables_rules *rules;
    int me;
    bool first, two_different;
    int best;     /* most dice played */
    int best_die; /* the highest die of those that were played alone */
    int head_limit;
    referee_turns *out;
} search;

/* The states met in this turn. */
static state memo[MEMO];
static uint8_t used[MEMO];

static int facing(const alea_tables_rules *rules, int r)
{
    if (rules->relation == ALEA_TABLES_CONTRARY) return 25 - r;
    if (rules->relation == ALEA_TABLES_HALF_TURN) return (r + 11) % 24 + 1;
    return r;
}

static int men(const alea_tables_rules *rules)
{
    int sum = 0;
    for (int r = 0; r < 26; r++) sum += rules->start[r];
    return sum;
}

static int enemies(const search *s, const state *at, int r)
{
    if (s->rules->shared && !(s->rules->shared >> r & 1)) return 0;
    return at->b.count[!s->me][facing(s->rules, r)];
}

static bool may_land(const search *s, const state *at, int r)
{
    const int mine = at->b.count[s->me][r], his = enemies(s, at, r);
    const bool i_am_pinned = at->b.pinned[s->me][r];
    if (r > s->rules->path) return false;
    if (s->rules->single && mine) return false;
    if (his == 0) return true;
    if (mine && !i_am_pinned) return true; /* he is pinned here */
    if (i_am_pinned || s->rules->landing == ALEA_TABLES_BLOCK) return false;
    return his == 1 && !(s->rules->safe >> r & 1);
}

static bool further_back(const uint8_t *count, int r)
{
    for (int p = r + 1; p < 26; p++)
        if (count[p]) return true;
    return false;
}

static bool may_bear_off(const search *s, const state *at, int r, int die)
{
    const uint8_t *mine = at->b.count[s->me];
    const alea_tables_rules *rules = s->rules;
    if (rules->bearoff == ALEA_TABLES_BEAROFF_NONE) return false;
    for (int p = 1; p < 26 && rules->pin_blocks_bearoff; p++)
        if (at->b.pinned[s->me][p]) return false;
    if (rules->bearoff_any_time) {
        if (rules->second_half && mine[WAIT]) return false;
        return rules->bearoff == ALEA_TABLES_BEAROFF_EXACT ? r == die : r <= die;
    }
    if (further_back(mine, 6)) return false;
    if (r == die) return true;
    return rules->bearoff == ALEA_TABLES_BEAROFF_STANDARD && r < die &&
           !further_back(mine, r);
}

static bool may_leave(const search *s, const state *at, int r)
{
    const alea_tables_rules *rules = s->rules;
    const uint8_t *mine = at->b.count[s->me];
    if (!mine[r] || at->b.pinned[s->me][r]) return false;
    if (mine[WAIT] && r != WAIT) {
        if (rules->entry == ALEA_TABLES_ENTER_ALL) return false;
        if (rules->entry == ALEA_TABLES_ENTER_HIT && at->b.struck[s->me]) return false;
        if (rules->start_frozen && r == 24) return false;
    }
    if (r == 24 && rules->head_limit && at->heads >= s->head_limit) return false;
    if (r == 24 && rules->runner) {
        const int goal = rules->runner == ALEA_TABLES_RUNNER_STRICT  ? 11
                         : rules->runner == ALEA_TABLES_RUNNER_REACH ? 12
                                                                     : 6;
        int arrived = 0, away = 0;
        for (int p = 0; p <= goal; p++) arrived += mine[p];
        for (int p = goal + 1; p < 24; p++) away += mine[p];
        if (!arrived && away) return false;
    }
    return rules->hit_and_run || r > 6 || !at->marks[r] || mine[r] > 1;
}

static int held(const uint8_t *mine, int low, int high)
{
    int points = 0;
    for (int r = low; r <= high; r++) points += mine[r] > 0;
    return points;
}

/* Landing on the point `to`, empty before, made a row that must not be. */
static bool breaks_prime(const search *s, const state *at, int to)
{
    const unsigned primes = s->rules->primes;
    const uint8_t *mine = at->b.count[s->me], *his = at->b.count[!s->me];
    if (primes & ALEA_TABLES_OWN_START_SIX && to >= 19 && held(mine, 19, 24) == 6)
        return true;
    if (primes & ALEA_TABLES_OPP_START_MAX4 && to >= 7 && to <= 12 &&
        held(mine, 7, 12) > 4)
        return true;
    if (!(primes & ALEA_TABLES_SIX_ONLY_IF_PASSED)) return false;
    for (int low = 1; low <= 19; low++) { /* his numbers low..low + 5 */
        int mine_of_them = 0, passed = 0;
        bool has_to = false;
        for (int p = low; p < low + 6; p++) {
            mine_of_them += mine[facing(s->rules, p)] > 0;
            has_to |= facing(s->rules, p) == to;
        }
        for (int p = 1; p < low; p++) passed += his[p];
        if (has_to && mine_of_them == 6 && !passed) return true;
    }
    return false;
}

static bool step(const search *s, const state *at, int r, int die, state *after)
{
    const alea_tables_rules *rules = s->rules;
    const int place = r == WAIT ? rules->path + 1 : r;
    const int to = place > die ? place - die : 0;
    if (!may_leave(s, at, r)) return false;
    if (to == 0 && !may_bear_off(s, at, r, die)) return false;
    if (to && !may_land(s, at, to)) return false;
    if (r == WAIT && rules->entry_not_own && at->b.count[s->me][to]) return false;
    if (rules->second_half && at->b.count[s->me][WAIT] && to <= 12) return false;
    *after = *at;
    uint8_t *mine = after->b.count[s->me], *his = after->b.count[!s->me];
    const bool fresh = mine[to] == 0;
    mine[r]--;
    mine[to]++;
    after->heads = (uint8_t)(after->heads + (r == 24));
    if (r == WAIT && after->b.struck[s->me]) after->b.struck[s->me]--;
    if (rules->landing == ALEA_TABLES_PIN && r <= 24 && !mine[r])
        after->b.pinned[!s->me][facing(rules, r)] = 0;
    if (to && enemies(s, at, to) == 1 && fresh) {
        const int there = facing(rules, to);
        if (rules->landing == ALEA_TABLES_PIN) {
            after->b.pinned[!s->me][there] = 1;
        } else {
            his[there] = 0;
            his[WAIT]++;
            if (rules->entry == ALEA_TABLES_ENTER_HIT) after->b.struck[!s->me]++;
            if (to <= 6) after->marks[to] = 1;
        }
    }
    return !(to && fresh && breaks_prime(s, after, to));
}

static void add_end(search *s, const state *at, int played, int die)
{
    if (played < s->best) return;
    const bool alone = played == 1 && s->two_different && s->rules->higher_die;
    if (played > s->best || (alone && die > s->best_die)) s->out->count = 0;
    if (played == s->best && alone && die < s->best_die) return;
    s->best = played;
    s->best_die = die;
    if (s->out->count < REFEREE_ENDS) s->out->end[s->out->count++] = at->b;
}

/* True if the state was met before. */
static bool met(const state *at)
{
    const uint8_t *byte = (const uint8_t *)at;
    uint64_t h = 1469598103934665603u;
    for (size_t i = 0; i < sizeof *at; i++) h = (h ^ byte[i]) * 1099511628211u;
    for (size_t k = h % MEMO;; k = (k + 1) % MEMO) {
        if (!used[k]) {
            used[k] = 1;
            memo[k] = *at;
            return false;
        }
        if (memcmp(&memo[k], at, sizeof *at) == 0) return true;
    }
}

static void walk(search *s, const state *at, int played, int die)
{
    if (met(at)) return;
    add_end(s, at, played, die);
    for (int d = 0; d < at->lefts; d++) {
        if (d && at->left[d] == at->left[d - 1]) continue; /* they are sorted */
        for (int r = 1; r < 26; r++) {
            state after;
            if (!at->left[d] || !step(s, at, r, at->left[d], &after)) continue;
            for (int k = d; k + 1 < at->lefts; k++) after.left[k] = after.left[k + 1];
            after.left[--after.lefts] = 0;
            walk(s, &after, played + 1, at->left[d]);
        }
    }
}

static int by_bytes(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(referee_board));
}

/* All enemies on the board stand right behind six of mine: keeps what opens one. */
static void unblock(const search *s, const referee_board *before)
{
    const uint8_t *his = before->count[!s->me];
    int point = 0, points = 0, kept = 0;
    if (!(s->rules->primes & ALEA_TABLES_MUST_UNBLOCK)) return;
    for (int p = 1; p <= 24; p++)
        if (his[p]) {
            point = p;
            points++;
        }
    if (points != 1 || point < 7) return;
    for (int p = point - 6; p < point; p++)
        if (!before->count[s->me][facing(s->rules, p)]) return;
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < s->out->count && (pass == 0 || kept); i++) {
            bool opened = false;
            for (int p = point - 6; p < point; p++)
                opened |= !s->out->end[i].count[s->me][facing(s->rules, p)];
            if (pass == 0) kept += opened;
            if (pass == 1 && !opened) s->out->end[i--] = s->out->end[--s->out->count];
        }
}

static int head_limit(const alea_tables_rules *rules, const int *dice, int count,
                      bool first)
{
    const bool exception = dice[0] == 3 || dice[0] == 4 || dice[0] == 6;
    return first && count == 4 && exception && rules->head_exception
               ? 2
               : rules->head_limit;
}

void referee_list(const alea_tables_rules *rules, const referee_board *board, int me,
                  const int *dice, int count, bool first, referee_turns *out)
{
    search s = {.rules = rules, .me = me, .first = first, .out = out};
    memset(used, 0, sizeof used);
    s.two_different = count == 2 && dice[0] != dice[1];
    s.head_limit = head_limit(rules, dice, count, first);
    state start;
    memset(&start, 0, sizeof start);
    start.b = *board;
    for (int d = 0; d < count; d++) { /* sorted into place */
        int k = start.lefts++;
        for (; k > 0 && start.left[k - 1] > dice[d]; k--)
            start.left[k] = start.left[k - 1];
        start.left[k] = (uint8_t)dice[d];
    }
    out->count = 0;
    walk(&s, &start, 0, 0);
    unblock(&s, board);
    qsort(out->end, (size_t)out->count, sizeof *out->end, by_bytes);
    int kept = 0;
    for (int i = 0; i < out->count; i++)
        if (i == 0 || memcmp(&out->end[i], &out->end[kept - 1], sizeof *out->end) != 0)
            out->end[kept++] = out->end[i];
    out->count = kept;
}

static void push(referee_game *g, referee_task task, int die, int steps)
{
    referee_item *item = &g->todo[g->items++];
    *item = (referee_item){.task = task, .dice = steps};
    for (int d = 0; d < steps; d++) item->die[d] = die;
}

void referee_start(referee_game *game, const alea_tables_rules *rules, int starter)
{
    *game = (referee_game){
        .rules = rules, .mover = starter, .starter = starter, .winner = -1};
    for (int side = 0; side < 2; side++)
        memcpy(game->board.count[side], rules->start, 26);
    push(game, TASK_THROW, 0, 0);
}

static void drop_first(referee_game *g)
{
    for (int i = 0; i + 1 < g->items; i++) g->todo[i] = g->todo[i + 1];
    g->items--;
}

/* What a double n-n is: its steps, then what the rules add. */
static void push_double(referee_game *g, int n, bool named)
{
    const alea_tables_rules *rules = g->rules;
    const bool plain =
        rules->double_extra == ALEA_TABLES_EXTRA_COMPLEMENT_ENTERED && g->entering;
    push(g, TASK_PLAY, n, rules->double_steps);
    g->cascade = rules->double_extra == ALEA_TABLES_EXTRA_CASCADE &&
                 g->throws[g->mover] > rules->plain_turns;
    if (g->cascade)
        for (int k = n + 1; k <= 6; k++) push(g, TASK_PLAY, k, 4);
    else if (rules->double_extra && !plain &&
             rules->double_extra != ALEA_TABLES_EXTRA_CASCADE)
        push(g, TASK_PLAY, 7 - n, 4);
    if (named || (rules->throw_again && !plain)) push(g, TASK_THROW, 0, 0);
}

static void put_throw(referee_game *g, const uint8_t *die, int dice)
{
    const bool later = g->todo[0].dice; /* marks a further throw of the same turn */
    g->items = 0;
    if (!later) g->throws[g->mover]++;
    g->made = 0;
    g->cascade = false;
    g->entering = g->board.count[g->mover][WAIT];
    if (dice == 2 && die[0] == die[1]) {
        push_double(g, die[0], false);
        return;
    }
    push(g, TASK_PLAY, 0, dice);
    for (int d = 0; d < dice; d++) g->todo[0].die[d] = die[d];
    if (g->rules->acey && die[0] + die[1] == 3) push(g, TASK_NAME, 0, 0);
}

void referee_throw(referee_game *game, const uint8_t *die)
{
    put_throw(game, die, game->rules->dice);
}

void referee_use(referee_game *game, int a, int b)
{
    put_throw(game, (const uint8_t[]){(uint8_t)a, (uint8_t)b}, 2);
}

void referee_name(referee_game *game, int die)
{
    drop_first(game);
    game->entering = game->board.count[game->mover][WAIT];
    push_double(game, die, true);
}

static void finish(referee_game *g, int winner, int points)
{
    g->winner = winner;
    g->points = points;
}

static int worth(const referee_game *g, int loser)
{
    const uint8_t *count = g->board.count[loser];
    switch (g->rules->score) {
    case ALEA_TABLES_SCORE_ONE: return 1;
    case ALEA_TABLES_SCORE_ONE_TWO: return count[0] ? 1 : 2;
    case ALEA_TABLES_SCORE_CHECKERS_LEFT: return men(g->rules) - count[0];
    case ALEA_TABLES_SCORE_ONE_TWO_THREE:
        return count[0] ? 1 : further_back(count, 18) ? 3 : 2;
    }
    return 0;
}

static bool is_done(const referee_game *g, int side)
{
    int done = g->board.count[side][0];
    for (int r = 1; r <= 6 && g->rules->end == ALEA_TABLES_END_ALL_HOME; r++)
        done += g->board.count[side][r];
    return done == men(g->rules);
}

static bool musu(const referee_game *g, int side)
{
    for (int r = 1; r <= 6; r++)
        if (g->board.count[side][r] < 2) return false;
    return g->board.count[!side][WAIT];
}

/* Whether the game is over after a play of the mover. */
static void look_for_end(referee_game *g)
{
    const int me = g->mover, draw = g->rules->draw_value == ALEA_TABLES_DRAW_ONE_EACH;
    const bool lost[2] = {g->board.pinned[0][24], g->board.pinned[1][24]};
    if (g->last_turn) {
        if (is_done(g, me)) finish(g, 2, draw);
        return;
    }
    if (g->rules->close_out && musu(g, me)) finish(g, me, 2);
    if (g->rules->close_out && g->winner < 0 && musu(g, !me)) finish(g, !me, 2);
    if (g->winner >= 0) return;
    if (is_done(g, me)) {
        if (g->rules->last_turn && me == g->starter) {
            g->last_turn = true;
            g->mover = !me;
            g->items = 0;
            push(g, TASK_THROW, 0, 0);
            return;
        }
        finish(g, me, worth(g, !me));
    } else if (is_done(g, !me)) {
        finish(g, !me, worth(g, me));
    } else if (lost[0] && lost[1]) {
        finish(g, 2, draw);
    } else if (g->rules->mother) {
        for (int side = 0; side < 2; side++)
            if (lost[!side] && (g->rules->mother == ALEA_TABLES_MOTHER_IMMEDIATE ||
                                !g->board.count[side][24]))
                finish(g, side, 2);
    }
}

/* The turn goes to the other player, who has the first `items` of a cascade to play. */
static void pass_on(referee_game *g, int items)
{
    if (g->last_turn) {
        finish(g, g->starter, worth(g, !g->starter));
        return;
    }
    g->mover = !g->mover;
    g->items = items;
    for (int i = 0; i < items; i++) g->todo[i].rest = true;
    push(g, TASK_THROW, 0, 0);
}

void referee_play(referee_game *game, const referee_board *end, int steps, int to)
{
    const int mover = game->mover;
    referee_item item = game->todo[0];
    const bool was_last = game->last_turn;
    game->board = *end;
    drop_first(game);
    look_for_end(game);
    if (game->winner >= 0 || game->last_turn != was_last || game->mover != mover)
        return;
    const bool full = steps == item.dice;
    game->made += steps;
    if (!full && !item.rest) {
        const bool handed =
            game->cascade && !game->last_turn &&
            (game->rules->unplayed == ALEA_TABLES_UNPLAYED_TO_OPPONENT ||
             (game->rules->unplayed && game->made));
        /* What is left: the rest of these steps, then the higher numbers. */
        item.dice -= steps;
        for (int i = game->items; i > 0; i--) game->todo[i] = game->todo[i - 1];
        game->todo[0] = item;
        pass_on(game, handed ? game->items + 1 : 0);
        return;
    }
    if (!full) { /* the rest of a cascade is lost; his own throw follows */
        while (game->todo[0].rest) drop_first(game);
        return;
    }
    if (game->items == 0 && steps && game->rules->again >> to & 1)
        push(game, TASK_THROW, 0, 0);
    if (game->items == 0) {
        pass_on(game, 0);
    } else if (game->todo[0].task == TASK_THROW && !item.rest) {
        game->todo[0].dice = 1; /* a further throw of this turn */
    }
}
