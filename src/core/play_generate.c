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
#include "core/moves.h"

#include <assert.h>
#include <string.h>

/* Where results go. Neither wanted: they are only counted. */
typedef struct writer {
    alea_board *boards; /* results are wanted, or NULL */
    alea_play *plays;   /* plays are wanted, or NULL */
    int count;
} writer;

/* Writes one result for each source in `from`, moved by `die` on `before`, the board
 * after the `depth` moves in `path`. */
static void write_last(writer *w, const alea_board *before, uint32_t from, int die,
                       const alea_move *path, int depth)
{
    if (w->boards) {
        for (alea_board *out = w->boards + w->count; from; from &= from - 1, out++) {
            *out = *before;
            move_checker(out, lowest(from), die);
            w->count++;
        }
        return;
    }
    if (!w->plays) {
        w->count += population(from);
        return;
    }
    for (; from; from &= from - 1) {
        int point = lowest(from);
        alea_play *play = &w->plays[w->count++];
        play->board = *before;
        for (int i = 0; i < ALEA_MAX_MOVES; i++)
            play->move[i] = i < depth ? path[i] : (alea_move){0, 0, false};
        bool hit = move_checker(&play->board, point, die);
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
} doubles;

/* Writes everything that follows `depth` moves, from sources in `below` only. */
static void walk(doubles *d, const alea_board *board, uint32_t mine, uint32_t below,
                 int depth)
{
    uint32_t from = sources(mine, d->open, d->die, d->high) & below;
    if (depth + 1 > d->most && from) {
        d->most = depth + 1;
        d->w->count = 0;
    }
    if (depth + 1 == d->limit || depth + 1 == MAX_DICE) {
        write_last(d->w, board, from, d->die, d->path, depth);
        return;
    }
    for (uint32_t rest = from; rest; rest &= rest - 1) {
        int point = lowest(rest);
        alea_board after = *board;
        bool hit = move_checker(&after, point, d->die);
        uint32_t mine_after = mine | (bit(point) >> d->die & ~(uint32_t)1);
        if (after.point[point] == 0) mine_after &= ~bit(point);
        d->path[depth] =
            (alea_move){(int8_t)point, (int8_t)landing(point, d->die), hit};
        uint32_t below_after = (bit(point) << 1) - 1;
        if (sources(mine_after, d->open, d->die, d->high) & below_after)
            walk(d, &after, mine_after, below_after, depth + 1);
        else if (depth + 1 == d->most)
            write_last(d->w, board, bit(point), d->die, d->path, depth);
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
    walk(&d, board, l.mine, ~(uint32_t)0, 0);
    if (d.most == 0) write_pass(w, board);
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

static void find_pairs(pairs *p, const alea_board *board, alea_roll roll,
                       alea_bearoff_high rule)
{
    memset(p, 0, sizeof *p);
    p->l = layout_of(board);
    p->high = roll.die[0] > roll.die[1] ? roll.die[0] : roll.die[1];
    p->low = roll.die[0] + roll.die[1] - p->high;
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

/* Both checkers of (a, b) are borne off, and (b, a) is possible too and is the one
 * kept. */
static bool is_mirrored(const pairs *p, int a, int b)
{
    return a < b && ((p->after_high[b] >> a & 1) || (p->after_low[a] >> b & 1));
}

/* Of the pairs (a, b), b in `from_b`, the ones borne off in the other order as well. */
static uint32_t mirrored(const pairs *p, int a, uint32_t from_b)
{
    uint32_t found = 0;
    if (a > p->low) return 0; /* (b, a) does not bear a off */
    for (uint32_t rest = from_b & (bit(p->low + 1) - 1); rest; rest &= rest - 1)
        if (is_mirrored(p, a, lowest(rest))) found |= bit(lowest(rest));
    return found;
}

/* (a, a + low) gives what (a + low, a + low - high) gives: one checker by both dice, no
 * blot on the way by either order. */
static bool is_same_checker(const pairs *p, int a)
{
    int c = a + p->low, other = c - p->high;
    if (c > ALEA_BAR || other < 1) return false;
    return (p->after_high[c] >> other & 1) && !((bit(a) | bit(other)) & p->l.blots);
}

static void write_pairs(const pairs *p, const alea_board *board, writer *w)
{
    alea_move path[1];
    for (uint32_t rest = p->from_high; rest; rest &= rest - 1) {
        int a = lowest(rest);
        uint32_t from = p->after_high[a];
        if (is_same_checker(p, a)) from &= ~bit(a + p->low);
        from &= ~mirrored(p, a, from);
        if (!from) continue;
        alea_board after = *board;
        bool hit = move_checker(&after, a, p->high);
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
        alea_board after = *board;
        bool hit = move_checker(&after, b, p->low);
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
    write_last(w, board, p->from_high, p->high, NULL, 0);
    write_last(w, board, low, p->low, NULL, 0);
    if (w->count == 0) write_pass(w, board);
}

/* The higher die alone, by choice: what (a, b) has not given already. A checker which
 * is borne off is the same whether the lower die brought it nearer first or not. */
static void write_higher_only(const pairs *p, const alea_board *board, writer *w)
{
    uint32_t from = p->from_high;
    for (int c = p->low + 1; c <= p->high; c++)
        if ((p->after_low[c] >> (c - p->low) & 1) && !(p->l.blots >> (c - p->low) & 1))
            from &= ~bit(c);
    write_last(w, board, from, p->high, NULL, 0);
}

static void generate(const alea_board *board, alea_roll roll,
                     const alea_play_rules *rules, writer *w)
{
    assert(alea_roll_valid(roll));
    if (alea_roll_is_double(roll)) {
        generate_double(board, roll.die[0], rules, w);
        return;
    }
    pairs p;
    find_pairs(&p, board, roll, rules->bearoff_high);
    if (!p.any) {
        write_single(&p, board, rules->dice_usage, w);
        return;
    }
    write_pairs(&p, board, w);
    if (rules->dice_usage == ALEA_DICE_MAY_PLAY_HIGHER_ONLY)
        write_higher_only(&p, board, w);
}

void alea_plays(const alea_board *board, alea_roll roll, const alea_play_rules *rules,
                alea_play_list *list)
{
    writer w = {.plays = list->play};
    generate(board, roll, rules, &w);
    list->count = w.count;
}

int alea_results(const alea_board *board, alea_roll roll, const alea_play_rules *rules,
                 alea_board *out)
{
    writer w = {.boards = out};
    generate(board, roll, rules, &w);
    return w.count;
}

int alea_results_count(const alea_board *board, alea_roll roll,
                       const alea_play_rules *rules)
{
    writer w = {0};
    generate(board, roll, rules, &w);
    return w.count;
}

/* The most moves of `die` from `depth` on. */
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
    pairs p;
    find_pairs(&p, board, roll, rules->bearoff_high);
    if (p.any) return 2;
    if (!p.from_high && !p.from_low) return 0;
    if (!p.from_high)
        *need = p.low;
    else if (!p.from_low || rules->dice_usage != ALEA_DICE_MAX_ANY)
        *need = p.high;
    return 1;
}
