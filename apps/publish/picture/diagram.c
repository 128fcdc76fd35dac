#include "diagram.h"
#include "look.h"
#include "text.h"

#include "late/cairo.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = ALEA_DRAWING_WIDTH, HEIGHT = ALEA_DRAWING_HEIGHT };
static const double pi = 3.14159265358979323846;

alea_status picture_load(alea_error *error)
{
    return late_cairo_load(error);
}

static void colour(cairo_t *c, unsigned rgb, double opacity)
{
    cairo.cairo_set_source_rgba(c, (rgb >> 16 & 255) / 255.0, (rgb >> 8 & 255) / 255.0,
                                (rgb & 255) / 255.0, opacity);
}

static void paint(cairo_t *c, const alea_shape_look *l, double opacity)
{
    if (l->fill != ALEA_NO_COLOUR) {
        colour(c, l->fill, 1);
        cairo.cairo_fill_preserve(c);
    }
    if (l->stroke != ALEA_NO_COLOUR) {
        colour(c, l->stroke, opacity);
        cairo.cairo_set_line_width(c, l->line);
        cairo.cairo_stroke_preserve(c);
    }
    cairo.cairo_new_path(c);
}

static void rounded(cairo_t *c, double x, double y, double w, double h, double r)
{
    const double right = x + w - r, low = y + h - r;
    cairo.cairo_new_sub_path(c);
    cairo.cairo_arc(c, right, y + r, r, -pi / 2, 0);
    cairo.cairo_arc(c, right, low, r, 0, pi / 2);
    cairo.cairo_arc(c, x + r, low, r, pi / 2, pi);
    cairo.cairo_arc(c, x + r, y + r, r, pi, 3 * pi / 2);
    cairo.cairo_close_path(c);
}

/* Paints the tip of the arrow from (x1, y1) to (x2, y2). */
static void tip(cairo_t *c, const alea_shape_look *l, double x1, double y1, double x2,
                double y2)
{
    const double angle = atan2(y2 - y1, x2 - x1), reach = 2 * l->line, half = .42;
    colour(c, l->stroke, 1);
    cairo.cairo_move_to(c, x2 + l->line * cos(angle), y2 + l->line * sin(angle));
    cairo.cairo_line_to(c, x2 - reach * cos(angle - half),
                        y2 - reach * sin(angle - half));
    cairo.cairo_line_to(c, x2 - reach * cos(angle + half),
                        y2 - reach * sin(angle + half));
    cairo.cairo_close_path(c);
    cairo.cairo_fill(c);
}

static void triangle(cairo_t *c, const int *v, const alea_shape_look *l)
{
    cairo.cairo_move_to(c, v[0], v[1]);
    cairo.cairo_line_to(c, v[2], v[3]);
    cairo.cairo_line_to(c, v[4], v[5]);
    cairo.cairo_close_path(c);
    paint(c, l, 1);
}

/* Draws the quadratic curve as a cubic one. */
static void arrow(cairo_t *c, const int *v, const alea_shape_look *l)
{
    cairo.cairo_move_to(c, v[0], v[1]);
    cairo.cairo_curve_to(c, v[0] + (v[2] - v[0]) * 2 / 3.,
                         v[1] + (v[3] - v[1]) * 2 / 3., v[4] + (v[2] - v[4]) * 2 / 3.,
                         v[5] + (v[3] - v[5]) * 2 / 3., v[4], v[5]);
    paint(c, l, .8);
    tip(c, l, v[2], v[3], v[4], v[5]);
}

/* Digits as lines on a grid 4 wide and 6 high, two figures per point: text is digits
 * only, and a server then needs no fonts. */
static const char *const digits[10] = {
    "103041453616050110",   "022026",   "01103041420646",
    "004023334445361605",   "36300444", "400002324345361605",
    "30100105163645443303", "004016",   "1302011030414233130405163645443313",
    "16364541301001021343",
};

static void digit(cairo_t *c, int which, double x, double y, double unit)
{
    for (const char *at = digits[which]; at[0] && at[1]; at += 2) {
        const double px = x + (at[0] - '0') * unit, py = y + (at[1] - '6') * unit;
        if (at == digits[which])
            cairo.cairo_move_to(c, px, py);
        else
            cairo.cairo_line_to(c, px, py);
    }
}

static void number(cairo_t *c, const int *v, const alea_shape_look *l)
{
    char text[16];
    const double unit = .12 * l->font, advance = 5.5 * unit;
    const int count = snprintf(text, sizeof text, "%d", v[2]);
    double x = v[0] - (count * advance - 1.5 * unit) / 2;
    for (int i = 0; i < count; i++, x += advance)
        digit(c, text[i] - '0', x, v[1], unit);
    colour(c, l->fill, 1);
    cairo.cairo_set_line_width(c, (l->bold ? .15 : .09) * l->font);
    cairo.cairo_set_line_cap(c, CAIRO_LINE_CAP_ROUND);
    cairo.cairo_set_line_join(c, CAIRO_LINE_JOIN_ROUND);
    cairo.cairo_stroke(c);
}

static void draw_shape(cairo_t *c, const alea_shape *s, const alea_shape_look *l)
{
    const int *v = s->v;
    switch (s->kind) {
    case ALEA_SHAPE_RECTANGLE:
        rounded(c, v[0], v[1], v[2], v[3], v[4]);
        paint(c, l, 1);
        break;
    case ALEA_SHAPE_CIRCLE:
        cairo.cairo_arc(c, v[0], v[1], v[2], 0, 2 * pi);
        paint(c, l, 1);
        break;
    case ALEA_SHAPE_TRIANGLE: triangle(c, v, l); break;
    case ALEA_SHAPE_ARROW: arrow(c, v, l); break;
    case ALEA_SHAPE_NUMBER: number(c, v, l); break;
    }
}

typedef struct bytes {
    char *data;
    size_t size, capacity;
} bytes;

static cairo_status_t keep(void *context, const unsigned char *data, unsigned length)
{
    bytes *b = context;
    if (b->size + length > b->capacity) {
        const size_t capacity = 2 * b->capacity + length + 4096;
        char *bigger = realloc(b->data, capacity);
        if (!bigger) return CAIRO_STATUS_NO_MEMORY;
        b->data = bigger;
        b->capacity = capacity;
    }
    memcpy(b->data + b->size, data, length);
    b->size += length;
    return CAIRO_STATUS_SUCCESS;
}

static void draw(cairo_t *c, const alea_drawing *drawing, picture_tone tone,
                 const picture_theme *theme)
{
    for (int i = 0; i < drawing->count; i++) {
        const alea_shape *shape = &drawing->shape[i];
        const alea_shape_look look = picture_look(shape->style, tone, theme);
        draw_shape(c, shape, &look);
    }
}

double diagram_draw(struct _cairo *c, const alea_drawing *drawing, double width,
                    picture_tone tone)
{
    cairo.cairo_save(c);
    cairo.cairo_scale(c, width / WIDTH, width / WIDTH);
    draw(c, drawing, tone, NULL);
    cairo.cairo_restore(c);
    return width * HEIGHT / WIDTH;
}

/* Ends a drawing; `good`: it is whole. */
static bool finish(bool good, bytes *out, char **data, size_t *size)
{
    if (!good) {
        free(out->data);
        return false;
    }
    *data = out->data;
    *size = out->size;
    return true;
}

bool diagram_png(const alea_drawing *drawing, int width, const picture_theme *theme,
                 char **png, size_t *size)
{
    const int height = (int)lround((double)width * HEIGHT / WIDTH);
    if (picture_load(NULL) != ALEA_OK) return false;
    cairo_surface_t *surface =
        cairo.cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width, height);
    cairo_t *c = cairo.cairo_create(surface);
    bytes out = {0};
    cairo.cairo_scale(c, (double)width / WIDTH, (double)height / HEIGHT);
    draw(c, drawing, PICTURE_COLOUR, theme);
    const bool good = cairo.cairo_status(c) == CAIRO_STATUS_SUCCESS &&
                      cairo.cairo_surface_write_to_png_stream(surface, keep, &out) ==
                          CAIRO_STATUS_SUCCESS;
    cairo.cairo_destroy(c);
    cairo.cairo_surface_destroy(surface);
    return finish(good, &out, png, size);
}

/* ---- pages ---- */

static const double margin = 42, gap = 16, caption_height = 18;

static void put_caption(cairo_t *c, const char *words, double middle, double width,
                        double y)
{
    double font = 9, length = text_width(c, TEXT_PLAIN, font, words);
    if (length > width) {
        font *= width / length;
        length = width;
    }
    colour(c, 0x222222, 1);
    text_draw(c, middle - length / 2, y, TEXT_PLAIN, font, words);
}

/* The board in one cell of the page, as large as it fits. */
static void put_board(cairo_t *c, const diagram_item *item, double x, double y,
                      double width, double height, picture_tone tone)
{
    const double capacity = height - (*item->caption ? caption_height : 0);
    const double scale = fmin(width / WIDTH, capacity / HEIGHT);
    const double left = x + (width - scale * WIDTH) / 2;
    cairo.cairo_save(c);
    cairo.cairo_translate(c, left, y);
    cairo.cairo_scale(c, scale, scale);
    draw(c, item->drawing, tone, NULL);
    cairo.cairo_restore(c);
    if (*item->caption)
        put_caption(c, item->caption, x + width / 2, width,
                    y + scale * HEIGHT + caption_height * .75);
}

bool diagram_pdf(const diagram_item *item, size_t count, const diagram_paper *paper,
                 char **pdf, size_t *size)
{
    bytes out = {0};
    const int columns = paper->boards > 2 ? 2 : 1;
    const int rows = paper->boards / columns > 0 ? paper->boards / columns : 1;
    const double width = (paper->width - 2 * margin - (columns - 1) * gap) / columns;
    const double height = (paper->height - 2 * margin - (rows - 1) * gap) / rows;
    if (picture_load(NULL) != ALEA_OK) return false;
    cairo_surface_t *surface = cairo.cairo_pdf_surface_create_for_stream(
        keep, &out, paper->width, paper->height);
    cairo_t *c = cairo.cairo_create(surface);
    const size_t each = (size_t)columns * (size_t)rows;
    for (size_t i = 0; i < count; i++) {
        const size_t cell = i % each;
        put_board(c, &item[i],
                  margin + (double)(cell % (size_t)columns) * (width + gap),
                  margin + (double)(cell / (size_t)columns) * (height + gap), width,
                  height, paper->tone);
        if (cell + 1 == each || i + 1 == count) cairo.cairo_show_page(c);
    }
    bool good = cairo.cairo_status(c) == CAIRO_STATUS_SUCCESS;
    cairo.cairo_destroy(c);
    cairo.cairo_surface_finish(surface);
    good = good && cairo.cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS;
    cairo.cairo_surface_destroy(surface);
    return finish(good, &out, pdf, size);
}
