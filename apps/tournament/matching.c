#include "draw.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Nodes count from 1; blossoms have numbers above them; 0 = none. A blossom is an odd
 * cycle that is treated as one node. Labels are the dual variables; an edge is tight if
 * the sum of its ends' labels equals twice its weight. */
typedef struct edge {
    int16_t u, v; /* the nodes at its ends */
    int64_t weight;
} edge;

typedef enum mark { MARK_FREE = -1, MARK_OUTER, MARK_INNER } mark;

typedef struct graph {
    int nodes, all, most; /* `all`: nodes and blossoms in use; `most`: with room */
    edge *edges;          /* [most][most] */
    int16_t *from;        /* [most][most]: the part of blossom b that has node v */
    int16_t *petals;      /* [most][most]: the circle of a blossom */
    int64_t *label;
    int *size; /* of the circle */
    int *mate, *slack, *top, *parent, *seen, *queue;
    mark *marks;
    int queued, taken, round;
} graph;

static edge *edge_at(graph *g, int u, int v)
{
    return &g->edges[(size_t)u * (size_t)g->most + (size_t)v];
}

static int16_t *from_at(graph *g, int b, int v)
{
    return &g->from[(size_t)b * (size_t)g->most + (size_t)v];
}

static int16_t *petal(graph *g, int b, int i)
{
    return &g->petals[(size_t)b * (size_t)g->most + (size_t)i];
}

static int64_t gap(graph *g, const edge *e)
{
    return g->label[e->u] + g->label[e->v] - 2 * edge_at(g, e->u, e->v)->weight;
}

/* Is the edge u - x nearer to tight than the nearest known one of x? */
static void offer_slack(graph *g, int u, int x)
{
    if (!g->slack[x] || gap(g, edge_at(g, u, x)) < gap(g, edge_at(g, g->slack[x], x)))
        g->slack[x] = u;
}

static void find_slack(graph *g, int x)
{
    g->slack[x] = 0;
    for (int u = 1; u <= g->nodes; u++)
        if (edge_at(g, u, x)->weight > 0 && g->top[u] != x &&
            g->marks[g->top[u]] == MARK_OUTER)
            offer_slack(g, u, x);
}

static void enqueue(graph *g, int x)
{
    if (x <= g->nodes) {
        g->queue[g->queued++] = x;
        return;
    }
    for (int i = 0; i < g->size[x]; i++) enqueue(g, *petal(g, x, i));
}

static void set_top(graph *g, int x, int b)
{
    g->top[x] = b;
    for (int i = 0; x > g->nodes && i < g->size[x]; i++) set_top(g, *petal(g, x, i), b);
}

static void reverse(int16_t *list, int count)
{
    for (int i = 0, j = count - 1; i < j; i++, j--) {
        const int16_t kept = list[i];
        list[i] = list[j];
        list[j] = kept;
    }
}

/* The place of a part in the circle, which is turned round so that the way from its
 * base is even. */
static int even_place(graph *g, int b, int part)
{
    int place = 0;
    while (*petal(g, b, place) != part) place++;
    if (place % 2 == 0) return place;
    reverse(petal(g, b, 1), g->size[b] - 1);
    return g->size[b] - place;
}

static void join(graph *g, int u, int v)
{
    const edge e = *edge_at(g, u, v);
    g->mate[u] = e.v;
    if (u <= g->nodes) return;
    const int part = *from_at(g, u, e.u), place = even_place(g, u, part);
    for (int i = 0; i < place; i++) join(g, *petal(g, u, i), *petal(g, u, i ^ 1));
    join(g, part, v);
    /* The part becomes the base. */
    reverse(petal(g, u, 0), place);
    reverse(petal(g, u, place), g->size[u] - place);
    reverse(petal(g, u, 0), g->size[u]);
}

/* Exchanges joined and free edges from u, towards v, up to the root of the tree. */
static void augment(graph *g, int u, int v)
{
    for (;;) {
        const int next = g->top[g->mate[u]];
        join(g, u, v);
        if (!next) return;
        join(g, next, g->top[g->parent[next]]);
        u = g->top[g->parent[next]];
        v = next;
    }
}

/* Where the ways of two outer nodes to their roots meet; 0 = in different trees. */
static int meeting(graph *g, int u, int v)
{
    g->round++;
    while (u || v) {
        if (u) {
            if (g->seen[u] == g->round) return u;
            g->seen[u] = g->round;
            u = g->top[g->mate[u]];
            if (u) u = g->top[g->parent[u]];
        }
        const int other = u;
        u = v;
        v = other;
    }
    return 0;
}

/* Adds to the circle the parts from x up to its base. */
static void add_way(graph *g, int b, int x, int base)
{
    while (x != base) {
        const int y = g->top[g->mate[x]];
        *petal(g, b, g->size[b]++) = (int16_t)x;
        *petal(g, b, g->size[b]++) = (int16_t)y;
        enqueue(g, y);
        x = g->top[g->parent[y]];
    }
}

/* The edges of a blossom: for each other node the tightest of its parts. */
static void gather_edges(graph *g, int b)
{
    for (int x = 1; x <= g->all; x++)
        edge_at(g, b, x)->weight = edge_at(g, x, b)->weight = 0;
    for (int x = 1; x <= g->nodes; x++) *from_at(g, b, x) = 0;
    for (int i = 0; i < g->size[b]; i++) {
        const int part = *petal(g, b, i);
        for (int x = 1; x <= g->all; x++) {
            const edge *e = edge_at(g, part, x);
            if (e->weight == 0 ||
                (edge_at(g, b, x)->weight > 0 && gap(g, e) >= gap(g, edge_at(g, b, x))))
                continue;
            *edge_at(g, b, x) = *e;
            *edge_at(g, x, b) = *edge_at(g, x, part);
        }
        for (int x = 1; x <= g->nodes; x++)
            if (*from_at(g, part, x)) *from_at(g, b, x) = (int16_t)part;
    }
}

static void make_blossom(graph *g, int u, int base, int v)
{
    int b = g->nodes + 1;
    while (b <= g->all && g->top[b]) b++;
    if (b > g->all) g->all++;
    g->label[b] = 0;
    g->marks[b] = MARK_OUTER;
    g->mate[b] = g->mate[base];
    g->size[b] = 0;
    *petal(g, b, g->size[b]++) = (int16_t)base;
    add_way(g, b, u, base);
    reverse(petal(g, b, 1), g->size[b] - 1);
    add_way(g, b, v, base);
    set_top(g, b, b);
    gather_edges(g, b);
    find_slack(g, b);
}

/* Dissolves an inner blossom whose label is 0. */
static void open_blossom(graph *g, int b)
{
    for (int i = 0; i < g->size[b]; i++) set_top(g, *petal(g, b, i), *petal(g, b, i));
    const int part = *from_at(g, b, edge_at(g, b, g->parent[b])->u);
    const int place = even_place(g, b, part);
    for (int i = 0; i < place; i += 2) {
        const int inner = *petal(g, b, i), outer = *petal(g, b, i + 1);
        g->parent[inner] = edge_at(g, outer, inner)->u;
        g->marks[inner] = MARK_INNER;
        g->marks[outer] = MARK_OUTER;
        g->slack[inner] = 0;
        find_slack(g, outer);
        enqueue(g, outer);
    }
    g->marks[part] = MARK_INNER;
    g->parent[part] = g->parent[b];
    for (int i = place + 1; i < g->size[b]; i++) {
        const int free_part = *petal(g, b, i);
        g->marks[free_part] = MARK_FREE;
        find_slack(g, free_part);
    }
    g->top[b] = 0;
}

/* A tight edge from an outer node: the tree grows, a circle closes, or, true, two trees
 * meet and the matching has one edge more. */
static bool follow_edge(graph *g, const edge *tight)
{
    const edge e = *tight;
    const int u = g->top[e.u], v = g->top[e.v];
    if (g->marks[v] == MARK_FREE) {
        const int next = g->top[g->mate[v]];
        g->parent[v] = e.u;
        g->marks[v] = MARK_INNER;
        g->slack[v] = g->slack[next] = 0;
        g->marks[next] = MARK_OUTER;
        enqueue(g, next);
    } else if (g->marks[v] == MARK_OUTER) {
        const int base = meeting(g, u, v);
        if (!base) {
            augment(g, u, v);
            augment(g, v, u);
            return true;
        }
        make_blossom(g, u, base, v);
    }
    return false;
}

static bool follow_queue(graph *g)
{
    while (g->taken < g->queued) {
        const int u = g->queue[g->taken++];
        if (g->marks[g->top[u]] == MARK_INNER) continue;
        for (int v = 1; v <= g->nodes; v++) {
            const edge *e = edge_at(g, u, v);
            if (e->weight == 0 || g->top[u] == g->top[v]) continue;
            if (gap(g, e) > 0)
                offer_slack(g, u, g->top[v]);
            else if (follow_edge(g, e))
                return true;
        }
    }
    return false;
}

/* How far the labels may move before another edge is tight or a blossom opens. */
static int64_t next_step(graph *g)
{
    int64_t step = INT64_MAX;
    for (int b = g->nodes + 1; b <= g->all; b++)
        if (g->top[b] == b && g->marks[b] == MARK_INNER && g->label[b] / 2 < step)
            step = g->label[b] / 2;
    for (int x = 1; x <= g->all; x++) {
        if (g->top[x] != x || !g->slack[x] || g->marks[x] == MARK_INNER) continue;
        int64_t way = gap(g, edge_at(g, g->slack[x], x));
        if (g->marks[x] == MARK_OUTER) way /= 2;
        if (way < step) step = way;
    }
    return step;
}

/* False if a label of a free node reaches 0: no further edge adds weight. */
static bool move_labels(graph *g, int64_t step)
{
    for (int u = 1; u <= g->nodes; u++)
        if (g->marks[g->top[u]] == MARK_OUTER && g->label[u] <= step) return false;
    for (int u = 1; u <= g->nodes; u++) {
        if (g->marks[g->top[u]] == MARK_OUTER) g->label[u] -= step;
        if (g->marks[g->top[u]] == MARK_INNER) g->label[u] += step;
    }
    for (int b = g->nodes + 1; b <= g->all; b++) {
        if (g->top[b] != b) continue;
        if (g->marks[b] == MARK_OUTER) g->label[b] += 2 * step;
        if (g->marks[b] == MARK_INNER) g->label[b] -= 2 * step;
    }
    return true;
}

/* Adds an edge to the matching; false when it cannot get better. */
static bool improve(graph *g)
{
    g->queued = g->taken = 0;
    for (int x = 1; x <= g->all; x++) {
        g->marks[x] = MARK_FREE;
        g->slack[x] = 0;
    }
    for (int x = 1; x <= g->all; x++) {
        if (g->top[x] != x || g->mate[x]) continue;
        g->parent[x] = 0;
        g->marks[x] = MARK_OUTER;
        enqueue(g, x);
    }
    if (!g->queued) return false;
    for (;;) {
        if (follow_queue(g)) return true;
        if (!move_labels(g, next_step(g))) return false;
        g->queued = g->taken = 0;
        for (int x = 1; x <= g->all; x++) {
            const int u = g->slack[x];
            if (g->top[x] == x && u && g->top[u] != x &&
                gap(g, edge_at(g, u, x)) == 0 && follow_edge(g, edge_at(g, u, x)))
                return true;
        }
        for (int b = g->nodes + 1; b <= g->all; b++)
            if (g->top[b] == b && g->marks[b] == MARK_INNER && g->label[b] == 0)
                open_blossom(g, b);
    }
}

static bool allocate(graph *g, int nodes)
{
    *g = (graph){.nodes = nodes, .all = nodes, .most = nodes + nodes / 2 + 2};
    const size_t most = (size_t)g->most;
    g->edges = calloc(most * most, sizeof *g->edges);
    g->from = calloc(most * most, sizeof *g->from);
    g->petals = calloc(most * most, sizeof *g->petals);
    g->label = calloc(most, sizeof *g->label);
    g->marks = calloc(most, sizeof *g->marks);
    int **const lists[] = {&g->size,   &g->mate, &g->slack, &g->top,
                           &g->parent, &g->seen, &g->queue};
    bool good = g->edges && g->from && g->petals && g->label && g->marks;
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        *lists[i] = calloc(2 * most, sizeof **lists[i]);
        good = good && *lists[i];
    }
    return good;
}

static void release(graph *g)
{
    int *const lists[] = {g->size,   g->mate, g->slack, g->top,
                          g->parent, g->seen, g->queue};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) free(lists[i]);
    free(g->edges);
    free(g->from);
    free(g->petals);
    free(g->label);
    free(g->marks);
}

static void fill(graph *g, const int64_t *weight)
{
    int64_t most = 0;
    for (int u = 1; u <= g->nodes; u++) {
        g->top[u] = u;
        *from_at(g, u, u) = (int16_t)u;
        for (int v = 1; v <= g->nodes; v++) {
            const int64_t w =
                u == v ? 0 : weight[(size_t)(u - 1) * (size_t)g->nodes + (size_t)v - 1];
            *edge_at(g, u, v) = (edge){(int16_t)u, (int16_t)v, w};
            if (w > most) most = w;
        }
    }
    for (int u = 1; u <= g->nodes; u++) g->label[u] = most;
}

alea_status matching_best(int nodes, const int64_t *weight, int *mate)
{
    graph g;
    if (!allocate(&g, nodes)) {
        release(&g);
        return ALEA_ERROR_MEMORY;
    }
    fill(&g, weight);
    while (improve(&g)) continue;
    for (int i = 0; i < nodes; i++) mate[i] = g.mate[i + 1] - 1;
    release(&g);
    return ALEA_OK;
}
