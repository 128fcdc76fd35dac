/* Why one play beats another, from measured differences. Each clause has one function,
 * which adds nothing if its difference is too small to matter. */
#include <alea/explain.h>

#include <stdio.h>

#include "sentence.h"

enum { MOST_CLAUSES = 3, LEAST_THROWS = 3, HIGH_STACK = 5 };

static double percent(float p)
{
    return 100 * (double)p;
}

/* A difference of half a percent is the least that is named. */
static const float least_chance = 0.005f;

static void chances(sentence *w, const alea_explain_side *best,
                    const alea_explain_side *made)
{
    const alea_probs *b = &best->probs, *m = &made->probs;
    char start[96];
    snprintf(start, sizeof start, "%s ", best->text);
    if (b->win - m->win >= least_chance) {
        sentence_clause(w, start);
        sentence_put(w, "wins %.1f%% where %s wins %.1f%%", percent(b->win), made->text,
                     percent(m->win));
    }
    if (b->win_gammon - m->win_gammon >= least_chance) {
        sentence_clause(w, start);
        sentence_put(w, "wins more gammons (%.1f%% against %.1f%%)",
                     percent(b->win_gammon), percent(m->win_gammon));
    }
    if (m->lose_gammon - b->lose_gammon >= least_chance) {
        sentence_clause(w, start);
        sentence_put(w, "loses fewer gammons (%.1f%% against %.1f%%)",
                     percent(b->lose_gammon), percent(m->lose_gammon));
    }
    if (w->clauses == 0) {
        sentence_clause(w, start);
        sentence_put(w,
                     "is worth %.3f more than %s, spread thinly over wins and gammons",
                     (double)(best->equity - made->equity), made->text);
        return;
    }
    /* Differences in favour of the other play are named as well. */
    if (m->win - b->win >= least_chance)
        sentence_put(w, ", which outweighs %.1f%% fewer wins",
                     percent(m->win - b->win));
    else if (m->win_gammon - b->win_gammon >= least_chance)
        sentence_put(w, ", which outweighs %.1f%% fewer gammons won",
                     percent(m->win_gammon - b->win_gammon));
    else if (b->lose_gammon - m->lose_gammon >= least_chance)
        sentence_put(w, ", which outweighs %.1f%% more gammons lost",
                     percent(b->lose_gammon - m->lose_gammon));
}

static void put_point(sentence *w, int p)
{
    if (p == 7)
        sentence_put(w, "the bar point");
    else if (p == 13)
        sentence_put(w, "the midpoint");
    else if (p == 24)
        sentence_put(w, "the opponent's ace point");
    else if (p > 18)
        sentence_put(w, "the anchor on the opponent's %d point", 25 - p);
    else if (p == 18)
        sentence_put(w, "the opponent's bar point");
    else
        sentence_put(w, "the %d point", p);
}

/* Points worth a name, the most useful first: home points from the 5 down the list that
 * players use, the opponent's bar point and anchors, and what stands before a home. */
static const int made_points[] = {5, 4, 7, 20, 6, 3, 21, 18, 8, 22, 2, 9, 1, 0};
/* The midpoint and a last anchor may be kept; to make one says nothing. */
static const int kept_points[] = {5,  4,  7, 20, 6,  3,  21, 18, 8,
                                  22, 13, 2, 9,  23, 24, 1,  0};

/* The first point of a zero-terminated list that is in a set; 0: none. */
static int first_point(const int *list, uint32_t points)
{
    while (*list && !(points >> *list & 1)) list++;
    return *list;
}

typedef struct pair {
    const alea_board *before;
    const alea_explain_side *best, *made;
    alea_play_facts b, m;
} pair;

static void say_points(sentence *w, const pair *x)
{
    uint32_t held = 0;
    for (int p = 1; p <= 24; p++)
        if (x->before->point[p] >= 2) held |= UINT32_C(1) << p;
    int makes = first_point(made_points, x->b.points & ~x->m.points & ~held);
    int keeps = first_point(kept_points, x->b.points & ~x->m.points & held);
    if (makes) {
        sentence_clause(w, "It ");
        sentence_put(w, "makes ");
        put_point(w, makes);
    }
    if (keeps && w->clauses < MOST_CLAUSES) {
        sentence_clause(w, "It ");
        sentence_put(w, "keeps ");
        put_point(w, keeps);
        sentence_put(w, ", which %s gives up", x->made->text);
    }
}

static void say_hit(sentence *w, const pair *x)
{
    int more = x->b.on_bar - x->m.on_bar;
    if (more <= 0 || w->clauses >= MOST_CLAUSES) return;
    sentence_clause(w, "It ");
    if (x->m.on_bar == -x->before->point[0])
        sentence_put(w, "hits%s", more > 1 ? " twice" : "");
    else
        sentence_put(w, "hits one checker more");
}

static void say_shots(sentence *w, const pair *x)
{
    if (x->m.shots - x->b.shots < 2 || w->clauses >= MOST_CLAUSES) return;
    sentence_clause(w, "It ");
    if (x->b.shots == 0)
        sentence_put(w, "leaves no shot where %s leaves %d of 36", x->made->text,
                     x->m.shots);
    else
        sentence_put(w, "leaves %d shot%s of 36 instead of %d", x->b.shots,
                     x->b.shots == 1 ? "" : "s", x->m.shots);
}

static void say_dances(sentence *w, const pair *x)
{
    if (x->b.on_bar == 0 || x->b.dances - x->m.dances < 3 || x->m.on_bar == 0 ||
        w->clauses >= MOST_CLAUSES)
        return;
    sentence_clause(w, "It ");
    sentence_put(w, "keeps the opponent on the bar with %d of 36 rolls instead of %d",
                 x->b.dances, x->m.dances);
}

static void say_structure(sentence *w, const pair *x)
{
    if (x->b.prime >= 4 && x->b.prime > x->m.prime && w->clauses < MOST_CLAUSES) {
        sentence_clause(w, "It ");
        sentence_put(w, "has %d points in a row instead of %d", x->b.prime, x->m.prime);
    }
    if (x->b.off > x->m.off && w->clauses < MOST_CLAUSES) {
        sentence_clause(w, "It ");
        sentence_put(w, "bears off %d more", x->b.off - x->m.off);
    }
    if (x->m.blots > x->b.blots && x->m.shots > 0 && w->clauses < MOST_CLAUSES) {
        sentence_clause(w, "It ");
        if (x->b.blots == 0)
            sentence_put(w, "leaves no blot instead of %d", x->m.blots);
        else
            sentence_put(w, "leaves %d blot%s instead of %d", x->b.blots,
                         x->b.blots == 1 ? "" : "s", x->m.blots);
    }
}

static void say_race(sentence *w, const pair *x)
{
    int gain = x->b.pips_opponent - x->m.pips_opponent;
    if (gain < 8 || w->clauses >= MOST_CLAUSES) return;
    sentence_clause(w, "It ");
    sentence_put(w, "sends the opponent back %d pips further", gain);
}

/* Throws that do something in 36, where the difference is large enough to name. */
static void say_throws(sentence *w, int best, int made, const char *what)
{
    if (best - made < LEAST_THROWS || w->clauses >= MOST_CLAUSES) return;
    sentence_clause(w, "It ");
    sentence_put(w, "%s with %d of 36 rolls instead of %d", what, best, made);
}

/* The chances of the next turn are counted with the opponent's checkers where they are
 * now. */
static void say_chances_to_come(sentence *w, const pair *x)
{
    const alea_play_facts *b = &x->b, *m = &x->m;
    if (b->race && m->race)
        say_throws(w, b->bears_off, m->bears_off,
                   "can bear off two checkers next turn");
    if (b->race || m->race) return;
    if (m->leaves_opponent - b->leaves_opponent >= LEAST_THROWS &&
        w->clauses < MOST_CLAUSES) {
        sentence_clause(w, "It ");
        sentence_put(w,
                     "lets the opponent's back checkers out with %d of 36 rolls "
                     "instead of %d",
                     b->leaves_opponent, m->leaves_opponent);
    }
    say_throws(w, b->hits, m->hits, "can hit next turn, if left alone,");
    say_throws(w, b->builds, m->builds,
               "can have one more home point or bar point next turn, if left alone,");
    if (b->back > 0)
        say_throws(w, b->leaves, m->leaves,
                   "can get a back checker out next turn, if left alone,");
}

/* The points held after a play. */
static int count_points(uint32_t points, int low, int high)
{
    int held = 0;
    for (int p = low; p <= high; p++) held += (int)(points >> p & 1);
    return held;
}

static void say_anchors(sentence *w, const pair *x)
{
    /* An anchor made at once is more than the chance of one. */
    if (count_points(x->b.points, 19, 24) >= count_points(x->m.points, 19, 24))
        say_throws(w, x->b.anchors, x->m.anchors,
                   "can have one more anchor next turn, if left alone,");
}

static void say_safe(sentence *w, const pair *x)
{
    if (!x->b.race && !x->m.race)
        say_throws(w, x->b.safe, x->m.safe,
                   "can play without a blot in the opponent's way "
                   "next turn, if left alone,");
}

/* Checkers on the ace and deuce points are out of play, unless they make a point. */
static void say_deep(sentence *w, const pair *x)
{
    const uint32_t deep_points = UINT32_C(1) << 1 | UINT32_C(1) << 2;
    if (x->b.race || x->m.race || x->b.off != x->m.off || x->b.deep >= x->m.deep ||
        (x->m.points & ~x->b.points & deep_points) || w->clauses >= MOST_CLAUSES)
        return;
    sentence_clause(w, "It ");
    if (x->b.deep == 0)
        sentence_put(w, "has no checker on the ace and deuce points where %s has %d",
                     x->made->text, x->m.deep);
    else
        sentence_put(w, "has %d checker%s on the ace and deuce points instead of %d",
                     x->b.deep, x->b.deep == 1 ? "" : "s", x->m.deep);
}

static void say_stack(sentence *w, const pair *x)
{
    if (x->b.race || x->b.tallest >= x->m.tallest || x->m.tallest < HIGH_STACK ||
        w->clauses >= MOST_CLAUSES)
        return;
    sentence_clause(w, "It ");
    sentence_put(w, "has at most %d checkers on a point instead of %d", x->b.tallest,
                 x->m.tallest);
}

/* The race of `facts`, seen by the mover. */
static void put_lead(sentence *w, const alea_play_facts *facts)
{
    const int lead = facts->pips_opponent - facts->pips;
    if (lead == 0)
        sentence_put(w, "in a level race");
    else
        sentence_put(w, "%d pip%s %s", lead < 0 ? -lead : lead,
                     lead == 1 || lead == -1 ? "" : "s", lead > 0 ? "ahead" : "behind");
}

static void say_way_home(sentence *w, const pair *x)
{
    const int far = x->b.back, far_made = x->m.back;
    if (x->b.race != x->m.race && w->clauses < MOST_CLAUSES) {
        sentence_clause(w, "It ");
        if (x->b.race)
            sentence_put(w, "breaks contact ");
        else
            sentence_put(w, "keeps contact where %s breaks it ", x->made->text);
        put_lead(w, x->b.race ? &x->b : &x->m);
    }
    if (far < far_made && !x->b.race && w->clauses < MOST_CLAUSES) {
        sentence_clause(w, "It ");
        sentence_put(w, "leaves %d checker%s back instead of %d", far,
                     far == 1 ? "" : "s", far_made);
    }
    if (x->b.race && x->m.race && x->b.at_home > x->m.at_home && x->b.off == x->m.off &&
        w->clauses < MOST_CLAUSES) {
        sentence_clause(w, "It ");
        sentence_put(w, "has %d checkers at home instead of %d", x->b.at_home,
                     x->m.at_home);
    }
}

size_t alea_explain_play(const alea_board *before, const alea_explain_side *best,
                         const alea_explain_side *made, char out[ALEA_EXPLAIN_SIZE])
{
    sentence w = sentence_start(out, ALEA_EXPLAIN_SIZE);
    pair x = {.before = before, .best = best, .made = made};
    alea_play_facts_of(&best->after, &x.b);
    alea_play_facts_of(&made->after, &x.m);
    chances(&w, best, made);
    sentence_end(&w);
    sentence_put(&w, " ");
    size_t first = w.used;
    say_hit(&w, &x);
    say_points(&w, &x);
    say_shots(&w, &x);
    say_dances(&w, &x);
    say_structure(&w, &x);
    say_race(&w, &x);
    say_way_home(&w, &x);
    say_chances_to_come(&w, &x);
    say_anchors(&w, &x);
    say_safe(&w, &x);
    say_deep(&w, &x);
    say_stack(&w, &x);
    sentence_end(&w);
    if (w.used == first) out[--w.used] = '\0';
    return w.used;
}
