#include <alea/drawing.h>

#include "base/text.h"

/* Classes and looks in the order of alea_shape_style. */
static const struct {
    const char *class;
    alea_shape_look look;
} styles[ALEA_STYLES] = {
    {"fr", {0x4a3426, ALEA_NO_COLOUR, 0, 0, false}},
    {"bd", {0xd9c19a, ALEA_NO_COLOUR, 0, 0, false}},
    {"pt-a", {0xa8683f, ALEA_NO_COLOUR, 0, 0, false}},
    {"pt-b", {0xf0e2c8, ALEA_NO_COLOUR, 0, 0, false}},
    {"no", {0xf0e2c8, ALEA_NO_COLOUR, 0, 11, false}},
    {"ck-a", {0xfbf8f1, 0x5b5348, 1.5, 0, false}},
    {"ck-b", {0x2b2b33, 0x9a948a, 1.5, 0, false}},
    {"ct-a", {0x222222, ALEA_NO_COLOUR, 0, 15, true}},
    {"ct-b", {0xffffff, ALEA_NO_COLOUR, 0, 15, true}},
    {"cube", {0xffffff, 0x333333, 1.5, 0, false}},
    {"die", {0xffffff, 0x333333, 1.5, 0, false}},
    {"cubeno", {0x222222, ALEA_NO_COLOUR, 0, 16, true}},
    {"spot", {0x222222, ALEA_NO_COLOUR, 0, 0, false}},
    {"arrow", {ALEA_NO_COLOUR, 0xc0182b, 4, 0, false}},
};

void alea_drawing_add(alea_drawing *drawing, alea_shape shape)
{
    if (drawing->count < ALEA_DRAWING_SHAPES) drawing->shape[drawing->count++] = shape;
}

alea_shape_look alea_drawing_look(alea_shape_style style)
{
    return styles[style].look;
}

/* With &, <, >, " and ' as entities; bytes below 32 become blanks. */
static void put_xml(alea_text *o, const char *text)
{
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        if (c == '&')
            alea_text_format(o, "&amp;");
        else if (c == '<')
            alea_text_format(o, "&lt;");
        else if (c == '>')
            alea_text_format(o, "&gt;");
        else if (c == '"')
            alea_text_format(o, "&quot;");
        else if (c == '\'')
            alea_text_format(o, "&#39;");
        else
            alea_text_format(o, "%c", c < 32 ? ' ' : *text);
    }
}

static void put_element(alea_text *o, const char *name, const char *text)
{
    if (!text) return;
    alea_text_format(o, "<%s>", name);
    put_xml(o, text);
    alea_text_format(o, "</%s>", name);
}

static void put_style(alea_text *o, const char *class, const alea_shape_look *l)
{
    alea_text_format(o, ".%s{", class);
    if (l->font)
        alea_text_format(o, "font:%s%dpx sans-serif;text-anchor:middle;",
                         l->bold ? "bold " : "", l->font);
    if (l->fill == ALEA_NO_COLOUR)
        alea_text_put(o, "fill:none");
    else
        alea_text_format(o, "fill:#%06x", l->fill);
    if (l->stroke != ALEA_NO_COLOUR) {
        const int tenths = (int)(10 * l->line);
        alea_text_format(o, ";stroke:#%06x;stroke-width:%d.%d", l->stroke, tenths / 10,
                         tenths % 10);
    }
    /* The board shows through an arrow. */
    if (l->fill == ALEA_NO_COLOUR) alea_text_put(o, ";stroke-opacity:.8");
    alea_text_put(o, "}");
}

static void put_head(alea_text *o, const char *title, const char *description)
{
    alea_text_format(
        o,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" role=\"img\">",
        ALEA_DRAWING_WIDTH, ALEA_DRAWING_HEIGHT);
    put_element(o, "title", title);
    put_element(o, "desc", description);
    alea_text_put(o, "<style>");
    for (int i = 0; i < ALEA_STYLES; i++)
        put_style(o, styles[i].class, &styles[i].look);
    alea_text_put(o, "</style>");
}

/* The tip of all arrows. */
static void put_marker(alea_text *o)
{
    alea_text_format(
        o,
        "<defs><marker id=\"alea-tip\" viewBox=\"0 0 8 8\" refX=\"6\" refY=\"4\" "
        "markerWidth=\"4\" markerHeight=\"4\" orient=\"auto\">"
        "<path d=\"M0 0L8 4L0 8Z\" fill=\"#%06x\"/></marker></defs>",
        styles[ALEA_STYLE_ARROW].look.stroke);
}

static void put_rectangle(alea_text *o, const char *class, const int *v)
{
    alea_text_format(o, "<rect class=\"%s\"", class);
    if (v[0] || v[1]) alea_text_format(o, " x=\"%d\" y=\"%d\"", v[0], v[1]);
    alea_text_format(o, " width=\"%d\" height=\"%d\"", v[2], v[3]);
    if (v[4]) alea_text_format(o, " rx=\"%d\"", v[4]);
    alea_text_put(o, "/>");
}

static void put_shape(alea_text *o, const alea_shape *s)
{
    const char *class = styles[s->style].class;
    const int *v = s->v;
    switch (s->kind) {
    case ALEA_SHAPE_RECTANGLE: put_rectangle(o, class, v); break;
    case ALEA_SHAPE_CIRCLE:
        alea_text_format(o, "<circle class=\"%s\" cx=\"%d\" cy=\"%d\" r=\"%d\"/>",
                         class, v[0], v[1], v[2]);
        break;
    case ALEA_SHAPE_TRIANGLE:
        alea_text_format(o, "<path class=\"%s\" d=\"M%d %dL%d %dL%d %dZ\"/>", class,
                         v[0], v[1], v[2], v[3], v[4], v[5]);
        break;
    case ALEA_SHAPE_ARROW:
        alea_text_format(o,
                         "<path class=\"%s\" marker-end=\"url(#alea-tip)\" "
                         "d=\"M%d %dQ%d %d %d %d\"/>",
                         class, v[0], v[1], v[2], v[3], v[4], v[5]);
        break;
    case ALEA_SHAPE_NUMBER:
        alea_text_format(o, "<text class=\"%s\" x=\"%d\" y=\"%d\">%d</text>", class,
                         v[0], v[1], v[2]);
        break;
    }
}

size_t alea_drawing_svg(const alea_drawing *drawing, const char *title,
                        const char *description, char *out, size_t capacity)
{
    char none[1];
    alea_text o = alea_text_in(capacity ? out : none, capacity ? capacity : 1);
    bool arrows = false;
    for (int i = 0; i < drawing->count; i++)
        arrows = arrows || drawing->shape[i].kind == ALEA_SHAPE_ARROW;
    put_head(&o, title, description);
    if (arrows) put_marker(&o);
    for (int i = 0; i < drawing->count; i++) put_shape(&o, &drawing->shape[i]);
    alea_text_put(&o, "</svg>");
    return o.wanted;
}
