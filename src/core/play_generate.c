/* Every distinct result of a roll, without comparing results with each other.
 *
 * Two different dice. A result is fixed by the pair (a, b): a checker moves from a by
 * the higher die, one from b by the lower, in whichever order is possible. Writing a
 * result as the difference from the board before (minus one on a and b, plus one on
 * their landings, nothing for a checker borne off; hits follow from the landings) shows
 * when two pairs agree: only
 *   - (c, c-high) and (c-low, c): one checker by both dice, in the two orders, when
 *     neither order hits on the way;
 *   - (a, b) and (b, a) when both checkers are borne off.
 * So the generator lists pairs and skips exactly those. A pair whose b could be moved
 * first at the start is always possible higher die first too, whence the second pass
 * (lower die first) takes only sources which the first did not have at the start.
 *
 * Doubles. All moves are alike, so a result is fixed by how many checkers leave each
 * point, and it can be played from the highest point down whenever it can be played at
 * all (the bar first, outer points before bearing off, higher before lower in bearing
 * off). Listing sources in falling order therefore gives every result once. */
#include "board_vector.h"
#include "moves.h"

#include <assert.h>
#include <string.h>

/* Output of the generator. If both pointers are NULL, results are only counted. */
typedef struct writer {
    alea_board *boards; /* receives results, or NULL */
    alea_play *plays;   /* receives plays, or NULL */
    int count;
} writer;

/* The board during a play. */
typedef struct stage {
    board_vector board;
    uint32_t blots; /* that can still be hit */
} stage;

static inline stage move_on(stage s, int from, int die, bool *hit)
{
    int to = from > die ? from - die : NOWHERE;
    s.board = move_in_vector(s.board, from, to);
    *hit = s.blots >> to & 1;
    if (*hit) {
        s.board = hit_in_vector(s.board, to);
        s.blots &= ~bit(to);
    }
    return s;
}

/* Writes one result for each source in `from`, moved by `die` on `before`, which is the
 * board after the `depth` moves in `path`. */
static inline void write_last(writer *w, const stage *before, uint32_t from, int die,
                              const alea_move *path, int depth)
{
    bool hit;
    if (w->boards) {
        alea_board *out = w->boards + w->count;
        for (; from; from &= from - 1, out++)
            store_board(out, move_on(*before, lowest(from), die, &hit).board);
        w->count = (int)(out - w->boards);
        return;
    }
    if (!w->plays) {
        w->count += population(from);
        return;
    }
    for (; from; from &= from - 1) {
        int point = lowest(from);
        alea_play *play = &w->plays[w->count++];
        store_board(&play->board, move_on(*before, point, die, &hit).board);
        for (int i = 0; i < ALEA_MAX_MOVES; i++)
            play->move[i] = i < depth ? path[i] : (alea_move){0, 0, false};
        play->move[depth] =
            (alea_move){(int8_t)point, (int8_t)landing(point, die), hit};
        play->count = (uint8_t)(depth + 1);
    }
}

static void write_pass(writer *w, const alea_board *board)
{
    if (w->boards)
        w->boards[0] = *board;
    else if (w->plays)
        w->plays[0] = (alea_play){.board = *board};
    w->count = 1;
}

typedef struct doubles {
    writer *w;
    uint32_t open;
    int die, limit, most; /* most: dice used by what has been written */
    alea_bearoff_high high;
    alea_move path[MAX_DICE];
    /* The mover's checkers on each point now; kept apart because the board is in
     * registers. */
    int8_t checkers[ALEA_BAR + 1];
} doubles;

/* Writes every result that continues the `depth` moves in the path with a move from
 * a point in `from`, which is not empty. */
static void walk(doubles *d, const stage *before, uint32_t mine, uint32_t from,
                 int depth)
{
    if (depth + 1 > d->most) {
        d->most = depth + 1;
        d->w->count = 0;
    }
    if (depth + 1 == d->limit || depth + 1 == MAX_DICE) {
        write_last(d->w, before, from, d->die, d->path, depth);
        return;
    }
    for (uint32_t rest = from; rest; rest &= rest - 1) {
        int point = lowest(rest), to = landing(point, d->die);
        uint32_t mine_after = mine | (bit(point) >> d->die & ~(uint32_t)1);
        if (--d->checkers[point] == 0) mine_after &= ~bit(point);
        d->checkers[to]++;
        uint32_t next =
            sources(mine_after, d->open, d->die, d->high) & ((bit(point) << 1) - 1);
        if (next) {
            bool hit;
            stage after = move_on(*before, point, d->die, &hit);
            d->path[depth] = (alea_move){(int8_t)point, (int8_t)to, hit};
            walk(d, &after, mine_after, next, depth + 1);
        } else if (depth + 1 == d->most) {
            write_last(d->w, before, bit(point), d->die, d->path, depth);
        }
        d->checkers[point]++;
        d->checkers[to]--;
    }
}

static void generate_double(const alea_board *board, int die,
                            const alea_play_rules *rules, writer *w)
{
    layout l = layout_of(board);
    doubles d = {.w = w,
                 .open = l.open,
                 .die = die,
                 .limit = rules->double_moves,
                 .high = rules->bearoff_high};
    memcpy(d.checkers, board->point, sizeof d.checkers);
    uint32_t from = sources(l.mine, l.open, die, d.high);
    if (!from) {
        write_pass(w, board);
        return;
    }
    for (uint32_t blots = l.blots; blots; blots &= blots - 1)
        d.checkers[lowest(blots)] = 0;
    stage start = {load_board(board), l.blots};
    walk(&d, &start, l.mine, from, 0);
}

/* The usual case of two different dice: no checker on the bar, and after any first
 * move a checker is still outside the home board, so none is borne off. All pairs
 * then follow from a few masks. */
typedef struct plain {
    layout l;
    int high, low;
    uint32_t from_high, from_low; /* sources at the start */
    uint32_t on_by_low; /* where the higher die leads and the lower die goes on */
    /* where the lower die leads and the higher goes on, if nothing stood there */
    uint32_t on_by_high;
    uint32_t twice; /* a of the pairs (a, a + low) given by (a + low, a + low - high) */
} plain;

static bool is_plain(const layout *l)
{
    uint32_t outside = l->mine >> 7;
    bool many = (outside & (outside - 1)) || (outside & ~(l->single >> 7));
    return many && !(l->mine >> ALEA_BAR);
}

static plain find_plain(const layout *l, int high, int low)
{
    plain p = {.l = *l, .high = high, .low = low};
    p.from_high = l->mine & (l->open << high);
    p.from_low = l->mine & (l->open << low);
    p.on_by_low = (p.from_high >> high) & (l->open << low);
    p.on_by_high = (p.from_low >> low) & (l->open << high) & ~p.from_high;
    uint32_t left_by_low = (p.from_low | p.on_by_low) & ~l->blots;
    p.twice = (p.from_high >> low) & ~l->blots & (left_by_low << (high - low));
    return p;
}

/* Returns the sources of the lower die after `a` has moved by the higher. */
static uint32_t plain_after(const plain *p, int a)
{
    uint32_t from = p->from_low & ~(bit(a) & p->l.single);
    from |= (bit(a) >> p->high) & p->on_by_low;
    return from & ~((bit(a) & p->twice) << p->low);
}

/* Returns the number of plays that use both dice. */
static int count_plain(const plain *p)
{
    uint32_t low = p->from_low;
    return population(p->from_high) * population(low) -
           population(p->from_high & low & p->l.single) +
           population(p->on_by_low & ~low) -
           population(p->from_high & p->twice & (low >> p->low)) +
           population(p->on_by_high & ~p->twice);
}

static void write_plain(const plain *p, const alea_board *board, writer *w)
{
    const stage start = {load_board(board), p->l.blots};
    alea_move path[1];
    bool hit;
    for (uint32_t rest = p->from_high; rest; rest &= rest - 1) {
        int a = lowest(rest);
        stage after = move_on(start, a, p->high, &hit);
        path[0] = (alea_move){(int8_t)a, (int8_t)(a - p->high), hit};
        write_last(w, &after, plain_after(p, a), p->low, path, 1);
    }
    for (uint32_t rest = p->on_by_high & ~p->twice; rest; rest &= rest - 1) {
        int stop = lowest(rest), b = stop + p->low;
        stage after = move_on(start, b, p->low, &hit);
        path[0] = (alea_move){(int8_t)b, (int8_t)stop, hit};
        write_last(w, &after, bit(stop), p->high, path, 1);
    }
}

/* The pairs of two different dice. */
typedef struct pairs {
    layout l;
    int high, low;                /* the dice */
    uint32_t from_high, from_low; /* sources at the start */
    /* after_high[a]: sources of the lower die after a moved by the higher; and so on.
     * Zero where a is no source at the start. */
    uint32_t after_high[26], after_low[26];
    uint32_t any; /* not zero: both dice can be used */
} pairs;

static uint32_t mine_after(const layout *l, int from, int die)
{
    return (l->mine & ~(bit(from) & l->single)) | (bit(from) >> die & ~(uint32_t)1);
}

static void find_pairs(pairs *p, const layout *l, int high, int low,
                       alea_bearoff_high rule)
{
    memset(p, 0, sizeof *p);
    p->l = *l;
    p->high = high;
    p->low = low;
    p->from_high = sources(p->l.mine, p->l.open, p->high, rule);
    p->from_low = sources(p->l.mine, p->l.open, p->low, rule);
    for (uint32_t rest = p->from_high; rest; rest &= rest - 1) {
        int a = lowest(rest);
        p->after_high[a] =
            sources(mine_after(&p->l, a, p->high), p->l.open, p->low, rule);
        p->any |= p->after_high[a];
    }
    for (uint32_t rest = p->from_low; rest; rest &= rest - 1) {
        int b = lowest(rest);
        p->after_low[b] =
            sources(mine_after(&p->l, b, p->low), p->l.open, p->high, rule);
        p->any |= p->after_low[b];
    }
}

/* True if both checkers of (a, b) are borne off and (b, a) is possible too; then (b,
 * a) is kept. */
static bool is_mirrored(const pairs *p, int a, int b)
{
    return a < b && ((p->after_high[b] >> a & 1) || (p->after_low[a] >> b & 1));
}

/* Returns the b in `from_b` for which (a, b) bears off in the other order as well. */
static uint32_t mirrored(const pairs *p, int a, uint32_t from_b)
{
    uint32_t found = 0;
    if (a > p->low) return 0; /* (b, a) does not bear a off */
    for (uint32_t rest = from_b & (bit(p->low + 1) - 1); rest; rest &= rest - 1)
        if (is_mirrored(p, a, lowest(rest))) found |= bit(lowest(rest));
    return found;
}

/* True if (a, a + low) has the result of (a + low, a + low - high): one checker
 * moves by both dice and neither order hits on the way. */
static bool is_same_checker(const pairs *p, int a)
{
    int c = a + p->low, other = c - p->high;
    if (c > ALEA_BAR || other < 1) return false;
    return (p->after_high[c] >> other & 1) && !((bit(a) | bit(other)) & p->l.blots);
}

static void write_pairs(const pairs *p, const alea_board *board, writer *w)
{
    const stage start = {load_board(board), p->l.blots};
    alea_move path[1];
    bool hit;
    for (uint32_t rest = p->from_high; rest; rest &= rest - 1) {
        int a = lowest(rest);
        uint32_t from = p->after_high[a];
        if (is_same_checker(p, a)) from &= ~bit(a + p->low);
        from &= ~mirrored(p, a, from);
        if (!from) continue;
        stage after = move_on(start, a, p->high, &hit);
        path[0] = (alea_move){(int8_t)a, (int8_t)landing(a, p->high), hit};
        write_last(w, &after, from, p->low, path, 1);
    }
    for (uint32_t rest = p->from_low; rest; rest &= rest - 1) {
        int b = lowest(rest);
        uint32_t from = p->after_low[b] & ~p->from_high;
        if (b > p->low && is_same_checker(p, b - p->low)) from &= ~bit(b - p->low);
        for (uint32_t a = from; a; a &= a - 1)
            if (mirrored(p, lowest(a), bit(b))) from &= ~bit(lowest(a));
        if (!from) continue;
        stage after = move_on(start, b, p->low, &hit);
        path[0] = (alea_move){(int8_t)b, (int8_t)landing(b, p->low), hit};
        write_last(w, &after, from, p->high, path, 1);
    }
}

/* One die alone, because no more can be used. */
static void write_single(const pairs *p, const alea_board *board, alea_dice_usage usage,
                         writer *w)
{
    uint32_t low = p->from_low;
    if (usage != ALEA_DICE_MAX_ANY && p->from_high) low = 0;
    /* Borne off by either die: the same result. */
    low &= ~(p->from_high & (bit(p->low + 1) - 1));
    const stage start = {load_board(board), p->l.blots};
    write_last(w, &start, p->from_high, p->high, NULL, 0);
    write_last(w, &start, low, p->low, NULL, 0);
    if (w->count == 0) write_pass(w, board);
}

/* Adds plays of the higher die alone where the rules allow the choice, except
 * results that a pair (a, b) has given. A checker borne off gives the same result
 * whether or not the lower die moved it first. */
static void write_higher_only(const pairs *p, const alea_board *board, writer *w)
{
    uint32_t from = p->from_high;
    for (int c = p->low + 1; c <= p->high; c++)
        if ((p->after_low[c] >> (c - p->low) & 1) && !(p->l.blots >> (c - p->low) & 1))
            from &= ~bit(c);
    const stage start = {load_board(board), p->l.blots};
    write_last(w, &start, from, p->high, NULL, 0);
}

/* Lists the plays of two different dice in any position. */
static void generate_pairs(const alea_board *board, const layout *l, int high, int low,
                           const alea_play_rules *rules, writer *w)
{
    pairs p;
    find_pairs(&p, l, high, low, rules->bearoff_high);
    if (!p.any) {
        write_single(&p, board, rules->dice_usage, w);
        return;
    }
    write_pairs(&p, board, w);
    if (rules->dice_usage == ALEA_DICE_MAY_PLAY_HIGHER_ONLY)
        write_higher_only(&p, board, w);
}

static void generate(const alea_board *board, alea_roll roll,
                     const alea_play_rules *rules, writer *w)
{
    assert(alea_roll_valid(roll));
    int high = roll.die[0] > roll.die[1] ? roll.die[0] : roll.die[1];
    int low = roll.die[0] + roll.die[1] - high;
    if (high == low) {
        generate_double(board, high, rules, w);
        return;
    }
    layout l = layout_of(board);
    plain p = find_plain(&l, high, low);
    int count = is_plain(&l) ? count_plain(&p) : 0;
    if (count == 0) {
        generate_pairs(board, &l, high, low, rules, w);
        return;
    }
    if (w->boards || w->plays)
        write_plain(&p, board, w);
    else
        w->count = count;
    assert(w->count == count);
    if (rules->dice_usage == ALEA_DICE_MAY_PLAY_HIGHER_ONLY) {
        /* Without bear-offs the higher die alone repeats no result. */
        const stage start = {load_board(board), l.blots};
        write_last(w, &start, p.from_high, high, NULL, 0);
    }
}

void alea_plays(const alea_board *board, alea_roll roll, const alea_play_rules *rules,
                alea_play_list *list)
{
    writer w = {.plays = list->play};
    generate(board, roll, rules, &w);
    list->count = w.count;
}

int alea_positions_after(const alea_board *board, alea_roll roll,
                         const alea_play_rules *rules, alea_board *out)
{
    writer w = {.boards = out};
    generate(board, roll, rules, &w);
    return w.count;
}

int alea_positions_after_count(const alea_board *board, alea_roll roll,
                               const alea_play_rules *rules)
{
    writer w = {0};
    generate(board, roll, rules, &w);
    return w.count;
}

/* Returns the largest number of further moves of `die`. */
static int most_of_double(const alea_board *board, int die, alea_bearoff_high high,
                          int limit, uint32_t below)
{
    layout l = layout_of(board);
    int most = 0;
    for (uint32_t rest = sources(l.mine, l.open, die, high) & below;
         rest && most < limit; rest &= rest - 1) {
        int point = lowest(rest);
        alea_board after = *board;
        move_checker(&after, point, die);
        int n = limit == 1 ? 1
                           : 1 + most_of_double(&after, die, high, limit - 1,
                                                (bit(point) << 1) - 1);
        if (n > most) most = n;
    }
    return most;
}

int alea_play_most_dice(const alea_board *board, alea_roll roll,
                        const alea_play_rules *rules, int *need)
{
    int ignored;
    if (!need) need = &ignored;
    *need = 0;
    if (alea_roll_is_double(roll))
        return most_of_double(board, roll.die[0], rules->bearoff_high,
                              rules->double_moves, ~(uint32_t)0);
    int high = roll.die[0] > roll.die[1] ? roll.die[0] : roll.die[1];
    layout l = layout_of(board);
    pairs p;
    find_pairs(&p, &l, high, roll.die[0] + roll.die[1] - high, rules->bearoff_high);
    if (p.any) return 2;
    if (!p.from_high && !p.from_low) return 0;
    if (!p.from_high)
        *need = p.low;
    else if (!p.from_low || rules->dice_usage != ALEA_DICE_MAX_ANY)
        *need = p.high;
    return 1;
}
