/* libcairo, loaded when the first picture or page is drawn: with the libraries that it
 * brings, every command would start 10 ms later. */
#ifndef ALEA_LATE_CAIRO_H
#define ALEA_LATE_CAIRO_H

#include "late.h"

#include <cairo-pdf.h>
#include <cairo.h>

#define LATE_CAIRO_FUNCTIONS(X)                                                        \
    X(cairo_append_path)                                                               \
    X(cairo_arc)                                                                       \
    X(cairo_clip)                                                                      \
    X(cairo_close_path)                                                                \
    X(cairo_copy_path)                                                                 \
    X(cairo_create)                                                                    \
    X(cairo_curve_to)                                                                  \
    X(cairo_destroy)                                                                   \
    X(cairo_fill)                                                                      \
    X(cairo_fill_preserve)                                                             \
    X(cairo_font_options_create)                                                       \
    X(cairo_font_options_destroy)                                                      \
    X(cairo_font_options_set_hint_metrics)                                             \
    X(cairo_font_options_set_hint_style)                                               \
    X(cairo_identity_matrix)                                                           \
    X(cairo_image_surface_create)                                                      \
    X(cairo_line_to)                                                                   \
    X(cairo_move_to)                                                                   \
    X(cairo_new_path)                                                                  \
    X(cairo_new_sub_path)                                                              \
    X(cairo_path_destroy)                                                              \
    X(cairo_path_extents)                                                              \
    X(cairo_pdf_surface_create_for_stream)                                             \
    X(cairo_pdf_surface_set_metadata)                                                  \
    X(cairo_pdf_surface_set_size)                                                      \
    X(cairo_rectangle)                                                                 \
    X(cairo_restore)                                                                   \
    X(cairo_rotate)                                                                    \
    X(cairo_save)                                                                      \
    X(cairo_scale)                                                                     \
    X(cairo_select_font_face)                                                          \
    X(cairo_set_dash)                                                                  \
    X(cairo_set_font_size)                                                             \
    X(cairo_set_line_cap)                                                              \
    X(cairo_set_line_join)                                                             \
    X(cairo_set_line_width)                                                            \
    X(cairo_set_source_rgb)                                                            \
    X(cairo_set_source_rgba)                                                           \
    X(cairo_show_page)                                                                 \
    X(cairo_show_text)                                                                 \
    X(cairo_status)                                                                    \
    X(cairo_stroke)                                                                    \
    X(cairo_stroke_preserve)                                                           \
    X(cairo_surface_destroy)                                                           \
    X(cairo_surface_finish)                                                            \
    X(cairo_surface_status)                                                            \
    X(cairo_surface_write_to_png_stream)                                               \
    X(cairo_text_extents)                                                              \
    X(cairo_translate)

typedef struct late_cairo_functions {
    LATE_CAIRO_FUNCTIONS(LATE_MEMBER)
} late_cairo_functions;

/* Not to be called before late_cairo_load answered ALEA_OK. */
extern late_cairo_functions cairo;

/* As late_load. */
alea_status late_cairo_load(alea_error *error);

#endif
