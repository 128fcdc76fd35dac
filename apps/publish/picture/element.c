#include "element.h"

#include <stdlib.h>
#include <string.h>

static const picture_look looks[] = {
    {"fr", 0x4a3426, PICTURE_NONE, 0, 0},
    {"bd", 0xd9c19a, PICTURE_NONE, 0, 0},
    {"pt-a", 0xa8683f, PICTURE_NONE, 0, 0},
    {"pt-b", 0xf0e2c8, PICTURE_NONE, 0, 0},
    {"no", 0xf0e2c8, PICTURE_NONE, 0, 11},
    {"ck-a", 0xfbf8f1, 0x5b5348, 1.5, 0},
    {"ck-b", 0x2b2b33, 0x9a948a, 1.5, 0},
    {"ct-a", 0x222222, PICTURE_NONE, 0, -15},
    {"ct-b", 0xffffff, PICTURE_NONE, 0, -15},
    {"cube", 0xffffff, 0x333333, 1.5, 0},
    {"die", 0xffffff, 0x333333, 1.5, 0},
    {"cubeno", 0x222222, PICTURE_NONE, 0, -16},
    {"spot", 0x222222, PICTURE_NONE, 0, 0},
    {"arrow", PICTURE_NONE, 0xc0182b, 4, 0},
}; /* a negative font is bold */

/* To save ink: white paper, thin lines, light greys. */
static const picture_look outlines[] = {
    {"fr", 0xffffff, 0x222222, 1, 0},      {"bd", 0xffffff, 0x222222, 1, 0},
    {"pt-a", 0xdddddd, 0x555555, .7, 0},   {"pt-b", 0xffffff, 0x555555, .7, 0},
    {"no", 0x222222, PICTURE_NONE, 0, 11}, {"ck-b", 0x777777, 0x222222, 1.5, 0},
    {"ck-a", 0xffffff, 0x222222, 1.5, 0},  {"arrow", PICTURE_NONE, 0x222222, 4, 0},
};

bool picture_next(const char *at, picture_element *out)
{
    *out = (picture_element){at, strchr(at, '>')};
    return out->end != NULL;
}

const char *picture_attribute(const picture_element *e, const char *name)
{
    const size_t length = strlen(name);
    for (const char *at = e->begin; at + length + 3 < e->end; at++)
        if (*at == ' ' && strncmp(at + 1, name, length) == 0 && at[length + 1] == '=' &&
            at[length + 2] == '"')
            return at + length + 3;
    return NULL;
}

double picture_number(const picture_element *e, const char *name)
{
    const char *text = picture_attribute(e, name);
    return text ? strtod(text, NULL) : 0;
}

static const picture_look *find(const picture_look *look, size_t count,
                                const char *name)
{
    for (size_t i = 0; i < count; i++) {
        const size_t length = strlen(look[i].name);
        if (strncmp(name, look[i].name, length) == 0 && name[length] == '"')
            return &look[i];
    }
    return NULL;
}

/* The grey of the same brightness. */
static unsigned grey(unsigned rgb)
{
    if (rgb == PICTURE_NONE) return rgb;
    const unsigned y =
        (299 * (rgb >> 16 & 255) + 587 * (rgb >> 8 & 255) + 114 * (rgb & 255)) / 1000;
    return y << 16 | y << 8 | y;
}

/* The colours of the theme on a look of the board. */
static void dress(const picture_theme *t, picture_look *look)
{
    const struct {
        const char *name;
        unsigned fill, stroke;
    } dressed[] = {
        {"fr", t->frame, PICTURE_NONE},      {"bd", t->felt, PICTURE_NONE},
        {"pt-a", t->odd, PICTURE_NONE},      {"pt-b", t->even, PICTURE_NONE},
        {"no", t->frame_text, PICTURE_NONE}, {"ck-a", t->a, t->a_edge},
        {"ck-b", t->b, t->b_edge},           {"ct-a", t->count_a, PICTURE_NONE},
        {"ct-b", t->count_b, PICTURE_NONE},  {"arrow", PICTURE_NONE, t->arrow},
    };
    for (size_t i = 0; i < sizeof dressed / sizeof *dressed; i++)
        if (strcmp(dressed[i].name, look->name) == 0) {
            look->fill = dressed[i].fill;
            look->stroke = dressed[i].stroke;
        }
}

bool picture_look_of(const picture_element *e, picture_tone tone,
                     const picture_theme *theme, picture_look *out)
{
    const char *name = picture_attribute(e, "class");
    if (!name) return false;
    const picture_look *l = NULL;
    if (tone == PICTURE_OUTLINE)
        l = find(outlines, sizeof outlines / sizeof *outlines, name);
    if (!l) l = find(looks, sizeof looks / sizeof *looks, name);
    if (!l) return false;
    *out = *l;
    if (tone != PICTURE_COLOUR) {
        out->fill = grey(l->fill);
        out->stroke = grey(l->stroke);
    } else if (theme) {
        dress(theme, out);
    }
    return true;
}
