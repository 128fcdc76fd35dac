#include "latex.h"

#include <math.h>
#include <string.h>

/* Colours are named by their value, so that equal ones are one. */
static void define(unsigned rgb, FILE *to)
{
    if (rgb != PICTURE_NONE)
        fprintf(to, "\\definecolor{alea%06X}{HTML}{%06X}%%\n", rgb, rgb);
}

static void options(const picture_look *l, FILE *to)
{
    define(l->fill, to);
    define(l->stroke, to);
    fputs("\\path[", to);
    if (l->fill != PICTURE_NONE) fprintf(to, "fill=alea%06X,", l->fill);
    if (l->stroke != PICTURE_NONE)
        fprintf(to, "draw=alea%06X,line width=%.4g\\aleaunit", l->stroke, l->line);
}

static void rectangle(const picture_element *e, const picture_look *l, FILE *to)
{
    const double x = picture_number(e, "x"), y = picture_number(e, "y");
    const double round = picture_number(e, "rx");
    options(l, to);
    if (round > 0) fprintf(to, ",rounded corners=%.4g\\aleaunit", round);
    fprintf(to, "] (%.4g,%.4g) rectangle (%.4g,%.4g);\n", x, y,
            x + picture_number(e, "width"), y + picture_number(e, "height"));
}

static void circle(const picture_element *e, const picture_look *l, FILE *to)
{
    options(l, to);
    fprintf(to, "] (%.4g,%.4g) circle[radius=%.4g\\aleaunit];\n",
            picture_number(e, "cx"), picture_number(e, "cy"), picture_number(e, "r"));
}

static void path(const picture_element *e, const picture_look *l, FILE *to)
{
    const char *d = picture_attribute(e, "d");
    double v[6];
    if (!d) return;
    if (sscanf(d, "M%lf %lfL%lf %lfL%lf %lfZ", &v[0], &v[1], &v[2], &v[3], &v[4],
               &v[5]) == 6) {
        options(l, to);
        fprintf(to, "] (%.4g,%.4g) -- (%.4g,%.4g) -- (%.4g,%.4g) -- cycle;\n", v[0],
                v[1], v[2], v[3], v[4], v[5]);
    } else if (sscanf(d, "M%lf %lfQ%lf %lf %lf %lf", &v[0], &v[1], &v[2], &v[3], &v[4],
                      &v[5]) == 6) {
        options(l, to);
        fprintf(to,
                ",->] (%.4g,%.4g) .. controls (%.4g,%.4g) and (%.4g,%.4g) .. "
                "(%.4g,%.4g);\n",
                v[0], v[1], v[0] + (v[2] - v[0]) * 2 / 3, v[1] + (v[3] - v[1]) * 2 / 3,
                v[4] + (v[2] - v[4]) * 2 / 3, v[5] + (v[3] - v[5]) * 2 / 3, v[4], v[5]);
    }
}

/* Digits only: nothing that TeX reads in another way. */
static void number(const picture_element *e, const picture_look *l, FILE *to)
{
    const double size = fabs(l->font);
    int digits = 0;
    while (e->end[1 + digits] >= '0' && e->end[1 + digits] <= '9') digits++;
    define(l->fill, to);
    fprintf(
        to,
        "\\node[anchor=base,inner sep=0pt,text=alea%06X] at (%.4g,%.4g) "
        "{\\fontsize{%.4g\\aleaunit}{%.4g\\aleaunit}\\selectfont\\sffamily%s %.*s};\n",
        l->fill, picture_number(e, "x"), picture_number(e, "y"), size, size,
        l->font < 0 ? "\\bfseries" : "", digits, e->end + 1);
}

void picture_latex(const char *svg, picture_tone tone, FILE *to)
{
    fputs("\\ifdefined\\aleaunit\\else"
          "\\newdimen\\aleaunit\\aleaunit=0.2mm\\relax\\fi\n"
          "\\begin{tikzpicture}[x=\\aleaunit,y=-\\aleaunit]\n",
          to);
    for (const char *at = strchr(svg, '<'); at; at = strchr(at + 1, '<')) {
        picture_element e;
        picture_look l;
        if (!picture_next(at, &e)) break;
        if (!picture_look_of(&e, tone, NULL, &l)) continue;
        if (strncmp(e.begin, "<rect", 5) == 0)
            rectangle(&e, &l, to);
        else if (strncmp(e.begin, "<circle", 7) == 0)
            circle(&e, &l, to);
        else if (strncmp(e.begin, "<path", 5) == 0)
            path(&e, &l, to);
        else if (strncmp(e.begin, "<text", 5) == 0)
            number(&e, &l, to);
    }
    fputs("\\end{tikzpicture}\n", to);
}
