/* What a module leaves out of the commands: pictures and paper (cairo), and signals. */
#include "base/error.h"
#include "publish/paper/documents.h"
#include "publish/picture/diagram.h"
#include "signals/stop.h"

#include <stddef.h>

/* ---- pictures and paper: the command ends with this sentence ---- */

alea_status picture_load(alea_error *error)
{
    return alea_error_fill(error, ALEA_ERROR_UNSUPPORTED, 0, 0,
                           "a module draws no PNG and no PDF");
}

bool diagram_png(const alea_drawing *drawing, int width, const picture_theme *theme,
                 char **png, size_t *size)
{
    (void)drawing, (void)width, (void)theme, (void)png, (void)size;
    return false;
}

bool diagram_pdf(const diagram_item *item, size_t count, const diagram_paper *paper,
                 char **pdf, size_t *size)
{
    (void)item, (void)count, (void)paper, (void)pdf, (void)size;
    return false;
}

canvas *canvas_open(canvas_style style)
{
    (void)style;
    return NULL;
}

bool canvas_close(canvas *c, const char *title, char **pdf, size_t *size)
{
    (void)c, (void)title, (void)pdf, (void)size;
    return false;
}

void match_draw(canvas *c, const report *r, paper_size paper)
{
    (void)c, (void)r, (void)paper;
}

void quiz_draw(canvas *c, const report *r, paper_size paper)
{
    (void)c, (void)r, (void)paper;
}

/* ---- signals: none comes; work ends with its worker ---- */

const volatile sig_atomic_t *stop_on_signals(int flags)
{
    static const volatile sig_atomic_t never;
    (void)flags;
    return &never;
}

void stop_restore_signals(void)
{
}

bool stop_requested(void)
{
    return false;
}
