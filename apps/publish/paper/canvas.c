#include "canvas.h"

#include "late/cairo.h"
#include "publish/picture/diagram.h"
#include "publish/picture/text.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_FITTING = 1024 };

struct canvas {
    cairo_surface_t *surface;
    cairo_t *c;
    canvas_style style;
    bool page_open, failed;
    char *data;
    size_t size, capacity;
};

static const double point_mm = 25.4 / 72;

static cairo_status_t keep(void *context, const unsigned char *data, unsigned length)
{
    canvas *c = context;
    if (c->size + length > c->capacity) {
        const size_t capacity = 2 * (c->size + length);
        char *more = realloc(c->data, capacity);
        if (!more) return CAIRO_STATUS_NO_MEMORY;
        c->data = more;
        c->capacity = capacity;
    }
    memcpy(c->data + c->size, data, length);
    c->size += length;
    return CAIRO_STATUS_SUCCESS;
}

canvas *canvas_open(canvas_style style)
{
    canvas *c = picture_load(NULL) == ALEA_OK ? calloc(1, sizeof *c) : NULL;
    if (!c) return NULL;
    c->style = style;
    c->surface = cairo.cairo_pdf_surface_create_for_stream(keep, c, 595, 842);
    c->c = cairo.cairo_create(c->surface);
    cairo.cairo_set_line_join(c->c, CAIRO_LINE_JOIN_ROUND);
    return c;
}

void canvas_page(canvas *c, paper_size size)
{
    if (c->page_open) cairo.cairo_show_page(c->c);
    c->page_open = true;
    cairo.cairo_pdf_surface_set_size(c->surface, size.width / point_mm,
                                     size.height / point_mm);
    cairo.cairo_identity_matrix(c->c);
    cairo.cairo_scale(c->c, 1 / point_mm, 1 / point_mm);
}

bool canvas_close(canvas *c, const char *title, char **pdf, size_t *size)
{
    if (c->page_open) cairo.cairo_show_page(c->c);
    cairo.cairo_pdf_surface_set_metadata(c->surface, CAIRO_PDF_METADATA_TITLE, title);
    cairo.cairo_pdf_surface_set_metadata(c->surface, CAIRO_PDF_METADATA_CREATOR,
                                         "alea");
    bool good = cairo.cairo_status(c->c) == CAIRO_STATUS_SUCCESS;
    cairo.cairo_surface_finish(c->surface);
    good = good && cairo.cairo_surface_status(c->surface) == CAIRO_STATUS_SUCCESS;
    if (good) {
        *pdf = c->data;
        *size = c->size;
        c->data = NULL;
    }
    canvas_drop(c);
    return good;
}

void canvas_drop(canvas *c)
{
    if (!c) return;
    cairo.cairo_destroy(c->c);
    cairo.cairo_surface_destroy(c->surface);
    free(c->data);
    free(c);
}

void canvas_push(canvas *c, double x, double y, double scale, int quarter_turns)
{
    cairo.cairo_save(c->c);
    cairo.cairo_translate(c->c, x, y);
    cairo.cairo_scale(c->c, scale, scale);
    cairo.cairo_rotate(c->c, quarter_turns * 1.57079632679489662);
}

void canvas_pop(canvas *c)
{
    cairo.cairo_restore(c->c);
}

void canvas_clip(canvas *c, double x, double y, double width, double height)
{
    cairo.cairo_rectangle(c->c, x, y, width, height);
    cairo.cairo_clip(c->c);
}

/* ---- inks ---- */

typedef struct rgb {
    double r, g, b;
} rgb;

static rgb colour_of(const canvas *c, canvas_ink ink)
{
    static const rgb colours[] = {
        [INK_LINE] = {.15, .15, .15},  [INK_LIGHT] = {.93, .87, .74},
        [INK_DARK] = {.55, .22, .16},  [INK_FIELD] = {.84, .77, .62},
        [INK_FRAME] = {.33, .23, .17}, [INK_WHITE] = {1, 1, 1}};
    static const rgb greys[] = {
        [INK_LINE] = {.1, .1, .1},    [INK_LIGHT] = {.93, .93, .93},
        [INK_DARK] = {.45, .45, .45}, [INK_FIELD] = {.97, .97, .97},
        [INK_FRAME] = {.8, .8, .8},   [INK_WHITE] = {1, 1, 1}};
    if (c->style.ink_saving && ink != INK_LINE && ink != INK_DARK) ink = INK_WHITE;
    return (c->style.colour ? colours : greys)[ink];
}

static void set_ink(canvas *c, canvas_ink ink)
{
    const rgb k = colour_of(c, ink);
    cairo.cairo_set_source_rgb(c->c, k.r, k.g, k.b);
}

/* Fills what stands in the path and draws its outline. Where ink is saved, the dark
 * ones are hatched. */
static void paint(canvas *c, canvas_ink ink)
{
    if (c->style.ink_saving && ink == INK_DARK) {
        double x1, y1, x2, y2;
        cairo_path_t *path = cairo.cairo_copy_path(c->c);
        cairo.cairo_path_extents(c->c, &x1, &y1, &x2, &y2);
        cairo.cairo_save(c->c);
        cairo.cairo_clip(c->c);
        set_ink(c, INK_LINE);
        cairo.cairo_set_line_width(c->c, .18);
        for (double at = x1 - (y2 - y1); at < x2; at += 1.6) {
            cairo.cairo_move_to(c->c, at, y2);
            cairo.cairo_line_to(c->c, at + (y2 - y1), y1);
        }
        cairo.cairo_stroke(c->c);
        cairo.cairo_restore(c->c);
        cairo.cairo_append_path(c->c, path);
        cairo.cairo_path_destroy(path);
    } else {
        set_ink(c, ink);
        cairo.cairo_fill_preserve(c->c);
    }
    set_ink(c, INK_LINE);
    cairo.cairo_set_line_width(c->c, .25);
    cairo.cairo_stroke(c->c);
}

static void follow(canvas *c, const paper_point *corner, int corners, bool closed)
{
    cairo.cairo_new_path(c->c);
    for (int i = 0; i < corners; i++)
        cairo.cairo_line_to(c->c, corner[i].x, corner[i].y);
    if (closed) cairo.cairo_close_path(c->c);
}

void canvas_cut(canvas *c, const paper_point *corner, int corners, bool closed)
{
    follow(c, corner, corners, closed);
    set_ink(c, INK_LINE);
    cairo.cairo_set_line_width(c->c, .3);
    cairo.cairo_stroke(c->c);
}

void canvas_fold(canvas *c, paper_point from, paper_point to)
{
    const double dashes[] = {1.6, 1.2};
    const paper_point ends[] = {from, to};
    cairo.cairo_save(c->c);
    cairo.cairo_set_dash(c->c, dashes, 2, 0);
    follow(c, ends, 2, false);
    set_ink(c, INK_LINE);
    cairo.cairo_set_line_width(c->c, .2);
    cairo.cairo_stroke(c->c);
    cairo.cairo_restore(c->c);
}

void canvas_line(canvas *c, paper_point from, paper_point to, double width)
{
    const paper_point ends[] = {from, to};
    follow(c, ends, 2, false);
    set_ink(c, INK_LINE);
    cairo.cairo_set_line_width(c->c, width);
    cairo.cairo_stroke(c->c);
}

void canvas_rectangle(canvas *c, double x, double y, double width, double height,
                      canvas_ink ink)
{
    cairo.cairo_new_path(c->c);
    cairo.cairo_rectangle(c->c, x, y, width, height);
    paint(c, ink);
}

void canvas_triangle(canvas *c, paper_point a, paper_point b, paper_point tip,
                     canvas_ink ink)
{
    const paper_point corner[] = {a, b, tip};
    follow(c, corner, 3, true);
    paint(c, ink);
}

void canvas_disc(canvas *c, paper_point centre, double radius, canvas_ink ink)
{
    cairo.cairo_new_path(c->c);
    cairo.cairo_arc(c->c, centre.x, centre.y, radius, 0, 6.283185307179586);
    paint(c, ink);
}

void canvas_ring(canvas *c, paper_point centre, double radius, double width)
{
    cairo.cairo_new_path(c->c);
    cairo.cairo_arc(c->c, centre.x, centre.y, radius, 0, 6.283185307179586);
    set_ink(c, INK_LINE);
    cairo.cairo_set_line_width(c->c, width);
    cairo.cairo_stroke(c->c);
}

/* ---- text ---- */

double canvas_text_width(canvas *c, double size, bool bold, const char *text)
{
    return text_width(c->c, bold ? TEXT_BOLD : TEXT_PLAIN, size, text);
}

void canvas_text(canvas *c, paper_point at, double size, bool bold, canvas_align align,
                 const char *text)
{
    const double width =
        align == ALIGN_LEFT ? 0 : canvas_text_width(c, size, bold, text);
    set_ink(c, INK_LINE);
    text_draw(c->c, at.x - width * (align == ALIGN_MIDDLE ? .5 : 1), at.y,
              bold ? TEXT_BOLD : TEXT_PLAIN, size, text);
}

void canvas_mono(canvas *c, paper_point at, double size, const char *text)
{
    set_ink(c, INK_LINE);
    text_draw(c->c, at.x, at.y, TEXT_MONO, size, text);
}

size_t canvas_fit(canvas *c, double size, bool bold, double width, const char *text)
{
    char words[MOST_FITTING];
    size_t fits = 0, at = 0;
    const size_t length = strlen(text);
    while (at < length) {
        size_t next = at + strspn(text + at, " ");
        next += strcspn(text + next, " ");
        if (next >= sizeof words) break;
        memcpy(words, text, next);
        words[next] = '\0';
        if (canvas_text_width(c, size, bold, words) > width && fits > 0) break;
        fits = at = next;
    }
    return fits > 0 ? fits : length;
}

void canvas_lines(canvas *c, double x, double *y, double width, double size, bool bold,
                  const char *text)
{
    while (*text) {
        char line[256];
        const size_t fits = canvas_fit(c, size, bold, width, text);
        snprintf(line, sizeof line, "%.*s", (int)(fits < sizeof line ? fits : 255),
                 text);
        *y += 1.35 * size;
        canvas_text(c, (paper_point){x, *y}, size, bold, ALIGN_LEFT, line);
        text += fits;
        text += strspn(text, " ");
    }
}

double canvas_board(canvas *c, const alea_drawing *drawing, double x, double y,
                    double width)
{
    cairo.cairo_save(c->c);
    cairo.cairo_translate(c->c, x, y);
    const double height = diagram_draw(c->c, drawing, width,
                                       c->style.ink_saving ? PICTURE_OUTLINE
                                       : c->style.colour   ? PICTURE_COLOUR
                                                           : PICTURE_GREY);
    cairo.cairo_restore(c->c);
    return height;
}
