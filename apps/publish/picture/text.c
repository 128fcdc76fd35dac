/* pango is loaded when the first line is set: linked to it, every command would start 3
 * ms later. */
#include "text.h"

#include "late/cairo.h"

#include <pango/pangocairo.h>
#include <stdbool.h>

#define FUNCTIONS(X)                                                                   \
    X(g_free)                                                                          \
    X(g_object_unref)                                                                  \
    X(g_utf8_make_valid)                                                               \
    X(pango_cairo_context_set_font_options)                                            \
    X(pango_cairo_context_set_resolution)                                              \
    X(pango_cairo_create_layout)                                                       \
    X(pango_cairo_show_layout)                                                         \
    X(pango_context_set_round_glyph_positions)                                         \
    X(pango_font_description_free)                                                     \
    X(pango_font_description_new)                                                      \
    X(pango_font_description_set_absolute_size)                                        \
    X(pango_font_description_set_family_static)                                        \
    X(pango_font_description_set_weight)                                               \
    X(pango_layout_get_baseline)                                                       \
    X(pango_layout_get_context)                                                        \
    X(pango_layout_get_extents)                                                        \
    X(pango_layout_set_font_description)                                               \
    X(pango_layout_set_single_paragraph_mode)                                          \
    X(pango_layout_set_text)

static struct pango {
    FUNCTIONS(LATE_MEMBER)
} p;

static bool has_pango(void)
{
    static const char *const names[] = {FUNCTIONS(LATE_NAME)};
    static late_library library = {
        .file = ALEA_LATE_PANGOCAIRO,
        .names = names,
        .count = sizeof names / sizeof *names,
        .functions = &p,
    };
    return late_load(&library, NULL) == ALEA_OK;
}

/* Sizes below a millimetre are set too: pango counts in 1/1024 of a unit. */
static const double finer = 16;

static PangoLayout *layout_of(cairo_t *c, text_face face, double size,
                              const char *words)
{
    PangoLayout *layout = p.pango_cairo_create_layout(c);
    PangoContext *context = p.pango_layout_get_context(layout);
    cairo_font_options_t *options = cairo.cairo_font_options_create();
    cairo.cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo.cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    p.pango_cairo_context_set_font_options(context, options);
    cairo.cairo_font_options_destroy(options);
    p.pango_cairo_context_set_resolution(context, 72);
    p.pango_context_set_round_glyph_positions(context, FALSE);

    PangoFontDescription *font = p.pango_font_description_new();
    p.pango_font_description_set_family_static(
        font, face == TEXT_MONO ? "DejaVu Sans Mono" : "DejaVu Sans");
    if (face == TEXT_BOLD) p.pango_font_description_set_weight(font, PANGO_WEIGHT_BOLD);
    p.pango_font_description_set_absolute_size(font, size * finer * PANGO_SCALE);
    p.pango_layout_set_font_description(layout, font);
    p.pango_font_description_free(font);
    p.pango_layout_set_single_paragraph_mode(layout, TRUE);

    char *valid = p.g_utf8_make_valid(words, -1);
    p.pango_layout_set_text(layout, valid, -1);
    p.g_free(valid);
    return layout;
}

/* Without pango: the letters that the font itself has. */
static void plain_font(cairo_t *c, text_face face, double size)
{
    cairo.cairo_select_font_face(
        c, face == TEXT_MONO ? "DejaVu Sans Mono" : "DejaVu Sans",
        CAIRO_FONT_SLANT_NORMAL,
        face == TEXT_BOLD ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
    cairo.cairo_set_font_size(c, size);
}

double text_width(cairo_t *c, text_face face, double size, const char *words)
{
    if (!has_pango()) {
        cairo_text_extents_t extents;
        plain_font(c, face, size);
        cairo.cairo_text_extents(c, words, &extents);
        return extents.x_advance;
    }
    PangoLayout *layout = layout_of(c, face, size, words);
    PangoRectangle logical;
    p.pango_layout_get_extents(layout, NULL, &logical);
    p.g_object_unref(layout);
    return logical.width / (double)PANGO_SCALE / finer;
}

void text_draw(cairo_t *c, double x, double y, text_face face, double size,
               const char *words)
{
    cairo.cairo_save(c);
    cairo.cairo_translate(c, x, y);
    if (has_pango()) {
        cairo.cairo_scale(c, 1 / finer, 1 / finer);
        PangoLayout *layout = layout_of(c, face, size, words);
        cairo.cairo_move_to(c, 0,
                            -p.pango_layout_get_baseline(layout) / (double)PANGO_SCALE);
        p.pango_cairo_show_layout(c, layout);
        p.g_object_unref(layout);
    } else {
        plain_font(c, face, size);
        cairo.cairo_move_to(c, 0, 0);
        cairo.cairo_show_text(c, words);
    }
    cairo.cairo_restore(c);
    cairo.cairo_new_path(c);
}
