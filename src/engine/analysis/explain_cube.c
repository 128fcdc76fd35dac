/* Why to double or not, and why to take or drop: the chances, the market, the take
 * points, and what is at stake on the board. */
#include <alea/explain.h>

#include <math.h>
#include <stdlib.h>

#include "sentence.h"

enum { POINTS = 24, HOME = 6 };
/* The least that is named: pips of a lead, throws that hit or make a point, points in a
 * row. */
enum { LEAST_LEAD = 8, LEAST_HITS = 5, LEAST_BUILDS = 12, LEAST_ROW = 4 };
enum { MOST_CLAUSES = 4 };

static const float least_chance = 0.005f;   /* of gammons */
static const float gammons_matter = 0.05f;  /* chance from which their worth is said */
static const float differs = 0.1f;          /* from a gammon's worth for money */
static const float same_point = 0.0005f;    /* of winning chance */
static const float no_market = 0.5f / 1296; /* less than one exchange */

static double percent(float p)
{
    return 100 * (double)p;
}

/* ---- figures ---- */

static void say_chances(sentence *s, const alea_probs *p)
{
    sentence_put(s, "The player on roll wins %.1f%%", percent(p->win));
    if (p->win_gammon >= least_chance)
        sentence_put(s, ", %.1f%% of all games by a gammon", percent(p->win_gammon));
    if (p->lose_gammon >= least_chance)
        sentence_put(s, ", and loses %.1f%%%s", percent(p->lose_gammon),
                     p->win_gammon >= least_chance ? " by one"
                                                   : " of all games by a gammon");
    sentence_put(s, ".");
}

static void say_doubling(sentence *s, const alea_cube_verdict *v)
{
    const double no = (double)v->equity.no_double, take = (double)v->equity.double_take,
                 drop = (double)v->equity.double_drop;
    switch (v->action) {
    case ALEA_CUBE_NO_DOUBLE:
        sentence_put(
            s, " Doubling now would be taken and is worth %.3f less than waiting.",
            no - take);
        break;
    case ALEA_CUBE_DOUBLE_TAKE:
        sentence_put(
            s,
            " A double is worth %.3f more than waiting, and the take costs %.3f "
            "less than the drop.",
            take - no, drop - take);
        break;
    case ALEA_CUBE_DOUBLE_DROP:
        sentence_put(s,
                     " Taking would cost the opponent %.3f more than dropping, and "
                     "cashing is worth %.3f more than playing on.",
                     take - drop, drop - no);
        break;
    case ALEA_CUBE_TOO_GOOD:
        sentence_put(
            s, " Playing on is worth %.3f more than the cash a double would bring.",
            no - drop);
        break;
    case ALEA_CUBE_NOT_AVAILABLE: sentence_put(s, " There is no cube to turn."); break;
    }
}

/* Only where a double would be taken now: elsewhere the market is lost already. */
static void say_market(sentence *s, const alea_explain_double *d)
{
    const alea_cube_action action = d->verdict->action;
    if (!d->market_known ||
        (action != ALEA_CUBE_NO_DOUBLE && action != ALEA_CUBE_DOUBLE_TAKE))
        return;
    if (d->market_lost < no_market)
        sentence_put(s, " No exchange of rolls to come loses the market.");
    else
        sentence_put(s,
                     " %.1f%% of the next exchanges of rolls lose the market: then a "
                     "double would be dropped.",
                     percent(d->market_lost));
}

/* Where a taker wins many gammons the live cube of the model, which cashes all of them,
 * asks for more than the dead one; then the dead cube stands alone. */
static void put_points(sentence *s, float live, float dead)
{
    if (fabsf(dead - live) < same_point)
        sentence_put(s, "%.1f%% (the cube is dead once taken)", percent(dead));
    else if (live > dead)
        sentence_put(s, "%.1f%% (dead cube)", percent(dead));
    else
        sentence_put(s, "between %.1f%% (live cube) and %.1f%% (dead cube)",
                     percent(live), percent(dead));
}

static void say_take_points(sentence *s, const alea_explain_double *d,
                            const alea_cube_points *here, const char *other)
{
    alea_cube_points money;
    const alea_cube centred = alea_cube_money();
    sentence_put(s, " %s has %.1f%% and for a take needs ", other,
                 100 - percent(d->probs->win));
    put_points(s, here->take_live, here->take_dead);
    if (d->cube->match_length > 0) {
        alea_cube_points_of(&centred, NULL, d->probs, &money);
        sentence_put(s, " at this score, for money ");
        put_points(s, money.take_live, money.take_dead);
    }
    sentence_put(s, ".");
}

/* A match score may make gammons worth more or less than for money. */
static void say_gammons(sentence *s, const alea_explain_double *d,
                        const alea_cube_points *here)
{
    const alea_probs *p = d->probs;
    const float mine = here->gammon_value_mine, theirs = here->gammon_value_theirs;
    if (d->cube->match_length == 0) return;
    if (p->win_gammon >= gammons_matter && fabsf(mine - 0.5f) >= differs) {
        sentence_clause(s, " With the cube as it stands ");
        sentence_put(s, "a gammon won counts %.2f", (double)mine);
    }
    if (p->lose_gammon >= gammons_matter && fabsf(theirs - 0.5f) >= differs) {
        sentence_clause(s, " With the cube as it stands ");
        sentence_put(s, "a gammon lost counts %.2f", (double)theirs);
    }
    if (s->clauses > 0) sentence_put(s, " (for money 0.50)");
    sentence_end(s);
}

/* ---- the board ---- */

/* The longest row of points of the side that sees the board with others behind it. */
typedef struct row {
    int length, held; /* checkers of the other side behind it */
} row;

static row row_of(const alea_board *board)
{
    row best = {0, 0};
    int behind = -board->point[0];
    for (int p = 1; p <= POINTS; p++) {
        int length = 0;
        while (p + length <= POINTS && board->point[p + length] >= 2) length++;
        if (length > best.length && behind > 0) best = (row){length, behind};
        if (board->point[p] < 0) behind -= board->point[p];
    }
    return best;
}

static const char *plural(int n)
{
    return n == 1 ? "" : "s";
}

static void say_race(sentence *s, const alea_play_facts *f, int off_opponent)
{
    sentence_put(s, " It is a race, %d pip%s against %d", f->pips, plural(f->pips),
                 f->pips_opponent);
    if (f->off > 0 || off_opponent > 0)
        sentence_put(s, ", with %d checker%s left against %d", ALEA_CHECKERS - f->off,
                     plural(ALEA_CHECKERS - f->off), ALEA_CHECKERS - off_opponent);
    sentence_put(s, ".");
}

static void say_lead(sentence *s, const char *start, const alea_play_facts *f,
                     int least)
{
    const int lead = f->pips_opponent - f->pips;
    if (abs(lead) < least || s->clauses >= MOST_CLAUSES) return;
    sentence_clause(s, start);
    if (lead == 0)
        sentence_put(s, "is level in the race");
    else
        sentence_put(s, "%s by %d pip%s in the race", lead > 0 ? "leads" : "trails",
                     abs(lead), plural(abs(lead)));
}

static void say_bar_and_row(sentence *s, const char *start, const alea_board *board,
                            const alea_play_facts *f, const char *other)
{
    const row held = row_of(board);
    if (f->on_bar > 0) {
        sentence_clause(s, start);
        sentence_put(s, "has %d checker%s of %s on the bar against %d home point%s",
                     f->on_bar, plural(f->on_bar), other, f->home_points,
                     plural(f->home_points));
    }
    if (held.length >= LEAST_ROW) {
        sentence_clause(s, start);
        sentence_put(s, "has %d points in a row before %d checker%s of %s", held.length,
                     held.held, plural(held.held), other);
    }
}

/* The checkers back of the side that does not see the board, and its best anchor. */
static void say_anchor(sentence *s, const char *start, const alea_board *board)
{
    int back = -board->point[0], anchor = 0;
    for (int p = 1; p <= HOME; p++) {
        if (board->point[p] < 0) back -= board->point[p];
        if (board->point[p] <= -2) anchor = p;
    }
    if (back == 0) return;
    sentence_clause(s, start);
    if (anchor)
        sentence_put(s, "has an anchor on the %d point", anchor);
    else
        sentence_put(s, "has %d checker%s back and no anchor", back, plural(back));
}

static void say_board(sentence *s, const alea_explain_double *d, const char *other,
                      const char *other_start)
{
    static const char start[] = " The player on roll ";
    const alea_board swapped = alea_board_swap(d->board);
    alea_play_facts mine, theirs;
    alea_play_facts_of(d->board, &mine);
    alea_play_facts_of(&swapped, &theirs);
    if (mine.race) {
        say_race(s, &mine, theirs.off);
        return;
    }
    if (mine.hits >= LEAST_HITS) {
        sentence_clause(s, start);
        sentence_put(s, "hits with %d of 36 rolls", mine.hits);
    }
    say_bar_and_row(s, start, d->board, &mine, other);
    if (mine.builds >= LEAST_BUILDS && s->clauses < MOST_CLAUSES) {
        sentence_clause(s, start);
        sentence_put(s, "can have one more home point or bar point with %d of 36 rolls",
                     mine.builds);
    }
    say_lead(s, start, &mine, s->clauses > 0 ? LEAST_LEAD : 0);
    sentence_end(s);
    say_bar_and_row(s, other_start, &swapped, &theirs, "the player on roll");
    say_anchor(s, other_start, d->board);
    sentence_end(s);
}

size_t alea_explain_cube(const alea_explain_double *d, char out[ALEA_EXPLAIN_SIZE])
{
    sentence s = sentence_start(out, ALEA_EXPLAIN_SIZE);
    const alea_cube_verdict *v = d->verdict;
    alea_cube_points here;
    alea_cube_points_of(d->cube, d->met, d->probs, &here);
    say_chances(&s, d->probs);
    if (!d->answer) {
        say_doubling(&s, v);
        say_market(&s, d);
        if (v->action == ALEA_CUBE_NOT_AVAILABLE) return s.used;
        say_take_points(&s, d, &here, "The opponent");
    } else {
        const double margin = (double)(v->equity.double_drop - v->equity.double_take);
        say_take_points(&s, d, &here, "The side doubled");
        if (v->beaver)
            sentence_put(&s, " A beaver is right.");
        else
            sentence_put(&s, " It is %s by %.3f.", margin >= 0 ? "a take" : "a drop",
                         fabs(margin));
    }
    say_gammons(&s, d, &here);
    say_board(&s, d, d->answer ? "the side doubled" : "the opponent",
              d->answer ? " The side doubled " : " The opponent ");
    return s.used;
}
