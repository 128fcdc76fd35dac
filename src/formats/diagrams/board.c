/* A board as a drawing. */
#include <alea/diagram.h>

enum {
    WIDTH = ALEA_DRAWING_WIDTH,
    HEIGHT = ALEA_DRAWING_HEIGHT,
    EDGE = 20,  /* frame above and below, where the numbers stand */
    TRAY = 50,  /* left: the cube; right: checkers off */
    POINT = 40, /* a point's width */
    BAR = 40,
    TALL = 172, /* a point's height */
    RADIUS = 18,
    STACK = 5 /* checkers drawn in full on a point */
};

typedef struct drawing {
    alea_drawing *o;
    const alea_position *position;
    alea_board board; /* seen by the lower player */
    alea_player lower;
    bool home_left;
} drawing;

static void add_rectangle(const drawing *d, alea_shape_style style, int x, int y, int w,
                          int h, int corner)
{
    alea_drawing_add(d->o,
                     (alea_shape){ALEA_SHAPE_RECTANGLE, style, {x, y, w, h, corner}});
}

static void add_circle(const drawing *d, alea_shape_style style, int x, int y, int r)
{
    alea_drawing_add(d->o, (alea_shape){ALEA_SHAPE_CIRCLE, style, {x, y, r}});
}

static void add_number(const drawing *d, alea_shape_style style, int x, int y, int n)
{
    alea_drawing_add(d->o, (alea_shape){ALEA_SHAPE_NUMBER, style, {x, y, n}});
}

/* Middle of a point's column; 0 and 25 are the bar. */
static int column_x(const drawing *d, int point)
{
    int x = TRAY + 6 * POINT + BAR / 2;
    if (point >= 1 && point <= 24) {
        int column = point <= 12 ? 12 - point : point - 13;
        x = TRAY + column * POINT + (column >= 6 ? BAR : 0) + POINT / 2;
    }
    return d->home_left ? WIDTH - x : x;
}

/* Middle of checker `n` (0 = at the edge) of `count` on a point. Checkers on the bar
 * stand in the half where they enter. */
static int checker_y(int point, int n, int count)
{
    int step = count > STACK ? 2 * RADIUS * (STACK - 1) / (count - 1) : 2 * RADIUS;
    if (point == 0) return HEIGHT / 2 + 34 + n * (count > 4 ? 100 / count : 2 * RADIUS);
    if (point == ALEA_BAR)
        return HEIGHT / 2 - 34 - n * (count > 4 ? 100 / count : 2 * RADIUS);
    return point <= 12 ? HEIGHT - EDGE - RADIUS - n * step : EDGE + RADIUS + n * step;
}

static void draw_points(const drawing *d)
{
    for (int p = 1; p <= 24; p++) {
        int x = column_x(d, p), base = p <= 12 ? HEIGHT - EDGE : EDGE;
        int tip = p <= 12 ? base - TALL : base + TALL;
        const alea_shape triangle = {
            ALEA_SHAPE_TRIANGLE,
            p % 2 ? ALEA_STYLE_POINT_ODD : ALEA_STYLE_POINT_EVEN,
            {x - POINT / 2, base, x + POINT / 2, base, x, tip}};
        alea_drawing_add(d->o, triangle);
        add_number(d, ALEA_STYLE_POINT_NUMBER, x, p <= 12 ? HEIGHT - 5 : 15, p);
    }
}

static void draw_checkers(const drawing *d, int point)
{
    int count = d->board.point[point];
    if (count == 0) return;
    alea_player owner = count > 0 ? d->lower : alea_opponent(d->lower);
    if (count < 0) count = -count;
    int x = column_x(d, point);
    for (int n = 0; n < count; n++)
        add_circle(d, owner == ALEA_A ? ALEA_STYLE_CHECKER_A : ALEA_STYLE_CHECKER_B, x,
                   checker_y(point, n, count), RADIUS - 1);
    if (count > STACK)
        add_number(d, owner == ALEA_A ? ALEA_STYLE_COUNT_A : ALEA_STYLE_COUNT_B, x,
                   checker_y(point, count - 1, count) + 5, count);
}

static void draw_off(const drawing *d, alea_player owner)
{
    int checkers = d->position->checkers > 0 ? d->position->checkers : ALEA_CHECKERS;
    alea_board board = d->position->board;
    int off = checkers - alea_board_checkers(&board, owner == ALEA_A);
    bool lower = owner == d->lower;
    int x = d->home_left ? 8 : WIDTH - TRAY + 8;
    for (int n = 0; n < off; n++) {
        int y = lower ? HEIGHT - EDGE - 10 - n * 11 : EDGE + n * 11;
        add_rectangle(d, owner == ALEA_A ? ALEA_STYLE_CHECKER_A : ALEA_STYLE_CHECKER_B,
                      x, y, 34, 9, 0);
    }
}

static void draw_cube(const drawing *d)
{
    const alea_position *p = d->position;
    if (!p->cube || p->crawford_game) return;
    int x = d->home_left ? WIDTH - TRAY + 9 : 9, y = HEIGHT / 2 - 16;
    int shown =
        p->cube_log2 == 0 && p->offers == 0 ? 64 : 1 << (p->cube_log2 + p->offers);
    if (p->offers > 0) {
        /* The cube of a pending double, on the side of the player who must answer. */
        x = WIDTH / 2 + (p->on_roll == d->lower ? 90 : -122);
    } else if (p->cube_owner != ALEA_NOBODY) {
        y = p->cube_owner == d->lower ? HEIGHT - EDGE - 36 : EDGE + 4;
    }
    add_rectangle(d, ALEA_STYLE_CUBE, x, y, 32, 32, 4);
    add_number(d, ALEA_STYLE_CUBE_NUMBER, x + 16, y + 22, shown);
}

static void draw_die(const drawing *d, int x, int y, int pips)
{
    /* Pips of a die face on a 3 by 3 grid. */
    static const char *const places[7] = {"",     "5",     "19",    "159",
                                          "1379", "13579", "134679"};
    add_rectangle(d, ALEA_STYLE_DIE, x, y, 32, 32, 6);
    for (const char *c = places[pips]; *c; c++) {
        int place = *c - '1';
        add_circle(d, ALEA_STYLE_SPOT, x + 8 + 8 * (place % 3), y + 8 + 8 * (place / 3),
                   3);
    }
}

static void draw_dice(const drawing *d)
{
    const alea_position *p = d->position;
    if (!alea_roll_valid(p->roll) || p->offers > 0) return;
    bool right = (p->on_roll == d->lower) != d->home_left;
    int x = right ? TRAY + 6 * POINT + BAR + 80 : TRAY + 80;
    draw_die(d, x, HEIGHT / 2 - 16, p->roll.die[0]);
    draw_die(d, x + 44, HEIGHT / 2 - 16, p->roll.die[1]);
}

/* From the outermost checker of `from` to the next free place of `to`. */
static void draw_arrow(const drawing *d, const alea_move *move, alea_player mover)
{
    int from = move->from, to = move->to;
    if (mover != d->lower) {
        from = 25 - from;
        to = to == ALEA_OFF ? -1 : 25 - to;
    } else if (to == ALEA_OFF) {
        to = -1;
    }
    int count = d->board.point[from], there = to >= 0 ? d->board.point[to] : 0;
    if (count < 0) count = -count;
    if ((there > 0) != (mover == d->lower)) there = 0;
    if (there < 0) there = -there;
    int x1 = column_x(d, from),
        y1 = checker_y(from, count > 0 ? count - 1 : 0, count + 1);
    int x2 = d->home_left ? 25 : WIDTH - 25;
    int y2 = mover == d->lower ? HEIGHT - 60 : 60;
    if (to >= 0) {
        x2 = column_x(d, to);
        y2 = checker_y(to, there, there + 1);
    }
    const alea_shape arrow = {
        ALEA_SHAPE_ARROW,
        ALEA_STYLE_ARROW,
        {x1, y1, (x1 + x2) / 2, (y1 + y2) / 2 + (from > 12 ? 30 : -30), x2, y2}};
    alea_drawing_add(d->o, arrow);
}

static void draw_frame(const drawing *d)
{
    add_rectangle(d, ALEA_STYLE_FRAME, 0, 0, WIDTH, HEIGHT, 8);
    for (int half = 0; half < 2; half++)
        add_rectangle(d, ALEA_STYLE_FELT, TRAY + half * (6 * POINT + BAR), EDGE,
                      6 * POINT, HEIGHT - 2 * EDGE, 0);
}

void alea_diagram_draw(const alea_position *position, const alea_diagram *options,
                       alea_drawing *out)
{
    drawing d = {.o = out, .position = position};
    d.lower = options && options->view == ALEA_B ? ALEA_B : ALEA_A;
    d.home_left = options && options->home_left;
    d.board = d.lower == ALEA_B ? alea_board_swap(&position->board) : position->board;
    out->count = 0;
    draw_frame(&d);
    draw_points(&d);
    for (int p = 0; p < 26; p++) draw_checkers(&d, p);
    draw_off(&d, ALEA_A);
    draw_off(&d, ALEA_B);
    draw_cube(&d);
    draw_dice(&d);
    for (int i = 0; options && i < options->move_count; i++)
        draw_arrow(&d, &options->moves[i], options->mover);
}

size_t alea_diagram_svg(const alea_position *position, const alea_diagram *options,
                        char *text, size_t capacity)
{
    alea_drawing shapes;
    char words[1024];
    alea_diagram_draw(position, options, &shapes);
    alea_diagram_words(position, options, words, sizeof words);
    return alea_drawing_svg(&shapes, "Backgammon position", words, text, capacity);
}
