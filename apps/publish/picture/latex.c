#include "diagram.h"

/* Colours are named by their value, so that equal ones are one. */
static void define(unsigned rgb, FILE *to)
{
    if (rgb != ALEA_NO_COLOUR)
        fprintf(to, "\\definecolor{alea%06X}{HTML}{%06X}%%\n", rgb, rgb);
}

static void options(const alea_shape_look *l, FILE *to)
{
    define(l->fill, to);
    define(l->stroke, to);
    fputs("\\path[", to);
    if (l->fill != ALEA_NO_COLOUR) fprintf(to, "fill=alea%06X,", l->fill);
    if (l->stroke != ALEA_NO_COLOUR)
        fprintf(to, "draw=alea%06X,line width=%.4g\\aleaunit", l->stroke, l->line);
}

static void rectangle(const int *v, const alea_shape_look *l, FILE *to)
{
    options(l, to);
    if (v[4] > 0) fprintf(to, ",rounded corners=%d\\aleaunit", v[4]);
    fprintf(to, "] (%d,%d) rectangle (%d,%d);\n", v[0], v[1], v[0] + v[2], v[1] + v[3]);
}

static void circle(const int *v, const alea_shape_look *l, FILE *to)
{
    options(l, to);
    fprintf(to, "] (%d,%d) circle[radius=%d\\aleaunit];\n", v[0], v[1], v[2]);
}

static void triangle(const int *v, const alea_shape_look *l, FILE *to)
{
    options(l, to);
    fprintf(to, "] (%d,%d) -- (%d,%d) -- (%d,%d) -- cycle;\n", v[0], v[1], v[2], v[3],
            v[4], v[5]);
}

/* The quadratic curve as a cubic one. */
static void arrow(const int *v, const alea_shape_look *l, FILE *to)
{
    options(l, to);
    fprintf(to, ",->] (%d,%d) .. controls (%.4g,%.4g) and (%.4g,%.4g) .. (%d,%d);\n",
            v[0], v[1], v[0] + (v[2] - v[0]) * 2 / 3., v[1] + (v[3] - v[1]) * 2 / 3.,
            v[4] + (v[2] - v[4]) * 2 / 3., v[5] + (v[3] - v[5]) * 2 / 3., v[4], v[5]);
}

/* Digits only: nothing that TeX reads in another way. */
static void number(const int *v, const alea_shape_look *l, FILE *to)
{
    define(l->fill, to);
    fprintf(to,
            "\\node[anchor=base,inner sep=0pt,text=alea%06X] at (%d,%d) "
            "{\\fontsize{%d\\aleaunit}{%d\\aleaunit}\\selectfont\\sffamily%s %d};\n",
            l->fill, v[0], v[1], l->font, l->font, l->bold ? "\\bfseries" : "", v[2]);
}

void picture_latex(const alea_drawing *drawing, picture_tone tone, FILE *to)
{
    fputs("\\ifdefined\\aleaunit\\else\\newdimen\\aleaunit\\aleaunit=0.2mm\\relax\\fi\n"
          "\\begin{tikzpicture}[x=\\aleaunit,y=-\\aleaunit]\n",
          to);
    for (int i = 0; i < drawing->count; i++) {
        const alea_shape *s = &drawing->shape[i];
        const alea_shape_look look = picture_look(s->style, tone, NULL);
        switch (s->kind) {
        case ALEA_SHAPE_RECTANGLE: rectangle(s->v, &look, to); break;
        case ALEA_SHAPE_CIRCLE: circle(s->v, &look, to); break;
        case ALEA_SHAPE_TRIANGLE: triangle(s->v, &look, to); break;
        case ALEA_SHAPE_ARROW: arrow(s->v, &look, to); break;
        case ALEA_SHAPE_NUMBER: number(s->v, &look, to); break;
        }
    }
    fputs("\\end{tikzpicture}\n", to);
}
