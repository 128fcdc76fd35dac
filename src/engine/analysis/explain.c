/* Builds sentences from measured differences. Each clause has one function, which adds
 * nothing if its difference is too small to matter. */
#include <alea/explain.h>

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { POINTS = 24 };

/* ---- counting ---- */

static int count_on_bar(const alea_board *board)
{
    return -board->point[0];
}

static void count_next_roll(const alea_board *after, alea_play_facts *out)
{
    alea_board opponent = alea_board_swap(after);
    alea_play_rules rules = alea_play_rules_standard();
    alea_board results[ALEA_MAX_PLAYS];
    int mine_on_bar = after->point[ALEA_BAR];
    for (int r = 0; r < ALEA_ROLLS; r++) {
        alea_roll roll = alea_roll_at(r);
        int count = alea_positions_after(&opponent, roll, &rules, results);
        bool hit = false;
        for (int i = 0; i < count && !hit; i++)
            hit = count_on_bar(&results[i]) > mine_on_bar;
        if (hit) out->shots += alea_roll_weight(roll);
        if (out->on_bar > 0 && count == 1 && alea_board_equal(&results[0], &opponent))
            out->dances += alea_roll_weight(roll);
    }
}

enum { BAR_POINT = 7, FAR_HOME = 19 };

/* Points held from the bar point down. */
static int near_points(const alea_board *board)
{
    int held = 0;
    for (int p = 1; p <= BAR_POINT; p++) held += board->point[p] >= 2;
    return held;
}

/* Checkers in the other side's home and on the bar. */
static int far_checkers(const alea_board *board)
{
    int far = 0;
    for (int p = FAR_HOME; p <= ALEA_BAR; p++)
        if (board->point[p] > 0) far += board->point[p];
    return far;
}

/* Throws of the side that sees `board` after which it can hold one near point more, and
 * can have one checker less far away. */
static void count_chances(const alea_board *board, int *builds, int *leaves)
{
    const alea_play_rules rules = alea_play_rules_standard();
    const int held = near_points(board), far = far_checkers(board);
    alea_board results[ALEA_MAX_PLAYS];
    for (int r = 0; r < ALEA_ROLLS; r++) {
        const alea_roll roll = alea_roll_at(r);
        const int count = alea_positions_after(board, roll, &rules, results);
        bool built = false, left = false;
        for (int i = 0; i < count; i++) {
            built = built || near_points(&results[i]) > held;
            left = left || far_checkers(&results[i]) < far;
        }
        if (built) *builds += alea_roll_weight(roll);
        if (left) *leaves += alea_roll_weight(roll);
    }
}

void alea_play_facts_of(const alea_board *after, alea_play_facts *out)
{
    *out = (alea_play_facts){0};
    out->on_bar = count_on_bar(after);
    out->pips = alea_board_pips(after, true);
    out->pips_opponent = alea_board_pips(after, false);
    out->off = ALEA_CHECKERS - alea_board_checkers(after, true);
    int row = 0;
    for (int p = 1; p <= POINTS; p++) {
        bool held = after->point[p] >= 2;
        out->blots += after->point[p] == 1;
        row = held ? row + 1 : 0;
        if (row > out->prime) out->prime = row;
        if (held) out->points |= UINT32_C(1) << p;
        if (held && p <= 6) out->home_points++;
    }
    for (int p = 1; p <= 6; p++)
        if (after->point[p] > 0) out->at_home += after->point[p];
    out->race = alea_board_phase(after) != ALEA_PHASE_CONTACT;
    if (out->race) return;
    count_next_roll(after, out);
    const alea_board opponent = alea_board_swap(after);
    int unused = 0;
    count_chances(after, &out->builds, &out->leaves);
    count_chances(&opponent, &unused, &out->leaves_opponent);
}

/* ---- writing ---- */

typedef struct writer {
    char *out;
    size_t used;
    int clauses;  /* in this sentence */
    size_t joint; /* where its last comma between clauses stands */
} writer;

static void put(writer *w, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void put(writer *w, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    size_t capacity = ALEA_EXPLAIN_SIZE - w->used;
    int n = vsnprintf(w->out + w->used, capacity, format, list);
    va_end(list);
    if (n > 0) w->used += (size_t)n < capacity ? (size_t)n : capacity - 1;
}

/* Starts a clause: the first of a sentence, or after a comma. */
static void clause(writer *w, const char *start)
{
    w->joint = w->used;
    put(w, "%s", w->clauses++ == 0 ? start : ", ");
}

/* The last comma between clauses becomes "and". */
static void end_sentence(writer *w)
{
    static const char and[] = " and";
    size_t more = sizeof and-2;
    if (w->clauses > 1 && w->used + more < ALEA_EXPLAIN_SIZE) {
        char *joint = w->out + w->joint;
        memmove(joint + 1 + more, joint + 1, w->used - w->joint);
        memcpy(joint, and, sizeof and-1);
        w->used += more;
    }
    if (w->clauses > 0) put(w, ".");
    w->clauses = 0;
}

enum { MOST_CLAUSES = 3 };

static double percent(float p)
{
    return 100 * (double)p;
}

/* A difference of half a percent is the least that is named. */
static const float least_chance = 0.005f;

static void chances(writer *w, const alea_explain_side *best,
                    const alea_explain_side *made)
{
    const alea_probs *b = &best->probs, *m = &made->probs;
    char start[96];
    snprintf(start, sizeof start, "%s ", best->text);
    if (b->win - m->win >= least_chance) {
        clause(w, start);
        put(w, "wins %.1f %% where %s wins %.1f %%", percent(b->win), made->text,
            percent(m->win));
    }
    if (b->win_gammon - m->win_gammon >= least_chance) {
        clause(w, start);
        put(w, "wins more gammons (%.1f %% against %.1f %%)", percent(b->win_gammon),
            percent(m->win_gammon));
    }
    if (m->lose_gammon - b->lose_gammon >= least_chance) {
        clause(w, start);
        put(w, "loses fewer gammons (%.1f %% against %.1f %%)", percent(b->lose_gammon),
            percent(m->lose_gammon));
    }
    if (w->clauses == 0) {
        clause(w, start);
        put(w, "is worth %.3f more than %s, spread thinly over wins and gammons",
            (double)(best->equity - made->equity), made->text);
        return;
    }
    /* Differences in favour of the other play are named as well. */
    if (m->win - b->win >= least_chance)
        put(w, ", which outweighs %.1f %% fewer wins", percent(m->win - b->win));
    else if (m->win_gammon - b->win_gammon >= least_chance)
        put(w, ", which outweighs %.1f %% fewer gammons won",
            percent(m->win_gammon - b->win_gammon));
    else if (b->lose_gammon - m->lose_gammon >= least_chance)
        put(w, ", which outweighs %.1f %% more gammons lost",
            percent(b->lose_gammon - m->lose_gammon));
}

static void put_point(writer *w, int p)
{
    if (p == 7)
        put(w, "the bar point");
    else if (p >= FAR_HOME && p != 24)
        put(w, "the anchor on the opponent's %d point", 25 - p);
    else if (p == 18)
        put(w, "the opponent's bar point");
    else
        put(w, "the %d point", p);
}

/* The most useful point in a set: home points from the 5 down the list players use. */
static int best_point(uint32_t points)
{
    static const int order[] = {5, 4, 7, 20, 6, 3, 21, 18, 8, 22, 2, 9, 10, 19, 11, 1};
    for (size_t i = 0; i < sizeof order / sizeof *order; i++)
        if (points >> order[i] & 1) return order[i];
    for (int p = 12; p <= POINTS; p++)
        if (points >> p & 1) return p;
    return 0;
}

typedef struct pair {
    const alea_board *before;
    const alea_explain_side *best, *made;
    alea_play_facts b, m;
} pair;

static void say_points(writer *w, const pair *x)
{
    uint32_t held = 0;
    for (int p = 1; p <= POINTS; p++)
        if (x->before->point[p] >= 2) held |= UINT32_C(1) << p;
    int makes = best_point(x->b.points & ~x->m.points & ~held);
    int keeps = best_point(x->b.points & ~x->m.points & held);
    if (makes) {
        clause(w, "It ");
        put(w, "makes ");
        put_point(w, makes);
    }
    if (keeps && w->clauses < MOST_CLAUSES) {
        clause(w, "It ");
        put(w, "keeps ");
        put_point(w, keeps);
        put(w, ", which %s gives up", x->made->text);
    }
}

static void say_hit(writer *w, const pair *x)
{
    int more = x->b.on_bar - x->m.on_bar;
    if (more <= 0 || w->clauses >= MOST_CLAUSES) return;
    clause(w, "It ");
    if (x->m.on_bar == -x->before->point[0])
        put(w, "hits%s", more > 1 ? " twice" : "");
    else
        put(w, "hits one checker more");
}

static void say_shots(writer *w, const pair *x)
{
    if (x->m.shots - x->b.shots < 2 || w->clauses >= MOST_CLAUSES) return;
    clause(w, "It ");
    if (x->b.shots == 0)
        put(w, "leaves no shot where %s leaves %d of 36", x->made->text, x->m.shots);
    else
        put(w, "leaves %d shot%s of 36 instead of %d", x->b.shots,
            x->b.shots == 1 ? "" : "s", x->m.shots);
}

static void say_dances(writer *w, const pair *x)
{
    if (x->b.on_bar == 0 || x->b.dances - x->m.dances < 3 || x->m.on_bar == 0 ||
        w->clauses >= MOST_CLAUSES)
        return;
    clause(w, "It ");
    put(w, "keeps the opponent on the bar with %d of 36 throws instead of %d",
        x->b.dances, x->m.dances);
}

static void say_structure(writer *w, const pair *x)
{
    if (x->b.prime >= 4 && x->b.prime > x->m.prime && w->clauses < MOST_CLAUSES) {
        clause(w, "It ");
        put(w, "has %d points in a row instead of %d", x->b.prime, x->m.prime);
    }
    if (x->b.off > x->m.off && w->clauses < MOST_CLAUSES) {
        clause(w, "It ");
        put(w, "bears off %d more", x->b.off - x->m.off);
    }
    if (x->m.blots - x->b.blots >= 2 && x->m.shots > 0 && w->clauses < MOST_CLAUSES) {
        clause(w, "It ");
        put(w, "leaves %d blot%s instead of %d", x->b.blots, x->b.blots == 1 ? "" : "s",
            x->m.blots);
    }
}

static void say_race(writer *w, const pair *x)
{
    int gain = x->b.pips_opponent - x->m.pips_opponent;
    if (gain < 8 || w->clauses >= MOST_CLAUSES) return;
    clause(w, "It ");
    put(w, "sends the opponent back %d pips further", gain);
}

static void say_chances_to_come(writer *w, const pair *x)
{
    if (x->b.race || x->m.race) return;
    if (x->b.builds - x->m.builds >= 4 && w->clauses < MOST_CLAUSES) {
        clause(w, "It ");
        put(w, "can make a further point next turn with %d of 36 throws instead of %d",
            x->b.builds, x->m.builds);
    }
    if (x->m.leaves_opponent - x->b.leaves_opponent >= 4 && w->clauses < MOST_CLAUSES) {
        clause(w, "It ");
        put(w,
            "lets the opponent's back checkers out with %d of 36 throws instead of %d",
            x->b.leaves_opponent, x->m.leaves_opponent);
    }
    if (x->b.leaves - x->m.leaves >= 4 && far_checkers(&x->best->after) > 0 &&
        w->clauses < MOST_CLAUSES) {
        clause(w, "It ");
        put(w, "can get back checkers out next turn with %d of 36 throws instead of %d",
            x->b.leaves, x->m.leaves);
    }
}

/* The race of `facts`, seen by the mover. */
static void put_lead(writer *w, const alea_play_facts *facts)
{
    const int lead = facts->pips_opponent - facts->pips;
    if (lead == 0)
        put(w, "in a level race");
    else
        put(w, "%d pip%s %s", lead < 0 ? -lead : lead,
            lead == 1 || lead == -1 ? "" : "s", lead > 0 ? "ahead" : "behind");
}

static void say_way_home(writer *w, const pair *x)
{
    const int far = far_checkers(&x->best->after),
              far_made = far_checkers(&x->made->after);
    if (x->b.race != x->m.race && w->clauses < MOST_CLAUSES) {
        clause(w, "It ");
        if (x->b.race)
            put(w, "breaks contact ");
        else
            put(w, "keeps contact where %s breaks it ", x->made->text);
        put_lead(w, x->b.race ? &x->b : &x->m);
    }
    if (far < far_made && !x->b.race && w->clauses < MOST_CLAUSES) {
        clause(w, "It ");
        put(w, "leaves %d checker%s back instead of %d", far, far == 1 ? "" : "s",
            far_made);
    }
    if (x->b.race && x->m.race && x->b.at_home > x->m.at_home && x->b.off == x->m.off &&
        w->clauses < MOST_CLAUSES) {
        clause(w, "It ");
        put(w, "has %d checkers at home instead of %d", x->b.at_home, x->m.at_home);
    }
}

size_t alea_explain_play(const alea_board *before, const alea_explain_side *best,
                         const alea_explain_side *made, char out[ALEA_EXPLAIN_SIZE])
{
    writer w = {.out = out};
    pair x = {.before = before, .best = best, .made = made};
    out[0] = '\0';
    alea_play_facts_of(&best->after, &x.b);
    alea_play_facts_of(&made->after, &x.m);
    chances(&w, best, made);
    end_sentence(&w);
    put(&w, " ");
    size_t first = w.used;
    say_hit(&w, &x);
    say_points(&w, &x);
    say_shots(&w, &x);
    say_dances(&w, &x);
    say_structure(&w, &x);
    say_race(&w, &x);
    say_way_home(&w, &x);
    say_chances_to_come(&w, &x);
    end_sentence(&w);
    if (w.used == first) out[--w.used] = '\0';
    return w.used;
}

static void say_chances(writer *w, const alea_probs *p)
{
    put(w, "The player on roll wins %.1f %%", percent(p->win));
    if (p->win_gammon >= least_chance)
        put(w, ", %.1f %% of all games by a gammon", percent(p->win_gammon));
    if (p->lose_gammon >= least_chance)
        put(w, ", and loses %.1f %%%s", percent(p->lose_gammon),
            p->win_gammon >= least_chance ? " by one" : " of all games by a gammon");
    put(w, ". ");
}

static void say_doubling(writer *w, const alea_cube_verdict *v)
{
    double no = (double)v->equity.no_double, take = (double)v->equity.double_take;
    switch (v->action) {
    case ALEA_CUBE_NO_DOUBLE:
        put(w, "Doubling now would be taken and is worth %.3f less than waiting.",
            no - take);
        break;
    case ALEA_CUBE_DOUBLE_TAKE:
        put(w,
            "A double is worth %.3f more than waiting, and the take costs less than "
            "the drop.",
            take - no);
        break;
    case ALEA_CUBE_DOUBLE_DROP:
        put(w,
            "Taking would cost the opponent %.3f more than dropping, and cashing is "
            "worth %.3f more than playing on.",
            take - (double)v->equity.double_drop, (double)v->equity.double_drop - no);
        break;
    case ALEA_CUBE_TOO_GOOD:
        put(w, "Playing on is worth %.3f more than the cash a double would bring.",
            no - (double)v->equity.double_drop);
        break;
    case ALEA_CUBE_NOT_AVAILABLE: put(w, "There is no cube to turn."); break;
    }
}

size_t alea_explain_cube(const alea_cube_verdict *v, const alea_cube_points *points,
                         const alea_probs *probs, bool answer,
                         char out[ALEA_EXPLAIN_SIZE])
{
    writer w = {.out = out};
    out[0] = '\0';
    say_chances(&w, probs);
    if (!answer) {
        say_doubling(&w, v);
        return w.used;
    }
    double margin = (double)(v->equity.double_drop - v->equity.double_take);
    put(&w,
        "The side doubled has %.1f %%, and needs between %.1f %% (live cube) and "
        "%.1f %% (dead cube) with these gammons: ",
        100 - percent(probs->win), percent(points->take_live),
        percent(points->take_dead));
    if (v->beaver)
        put(&w, "a beaver is right.");
    else
        put(&w, "%s by %.3f.", margin >= 0 ? "a take" : "a drop",
            margin >= 0 ? margin : -margin);
    return w.used;
}
