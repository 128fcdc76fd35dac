/* Features of a position that a style likes or dislikes. */
#include <alea/levels.h>

enum { HOME = 6, BACK = 19, DIRECT = 6 };

/* Distance from the blot on `point` to the nearest opposing checker that can hit it; 0:
 * none. Opposing checkers move up in the mover's numbers, from the bar at 0. */
static int shot_distance(const alea_board *b, int point)
{
    for (int from = point - 1; from >= 0; from--)
        if (b->point[from] < 0) return point - from;
    return 0;
}

static float blots(const alea_board *b)
{
    float sum = 0;
    for (int p = 1; p <= 24; p++) {
        const int distance = b->point[p] == 1 ? shot_distance(b, p) : 0;
        if (distance) sum += distance <= DIRECT ? 1 : 0.5F;
    }
    return sum;
}

static int points_made(const alea_board *b, int first, int last)
{
    int made = 0;
    for (int p = first; p <= last; p++) made += b->point[p] >= 2;
    return made;
}

static int longest_prime(const alea_board *b)
{
    int longest = 0, row = 0;
    for (int p = 1; p <= 24; p++) {
        row = b->point[p] >= 2 ? row + 1 : 0;
        if (row > longest) longest = row;
    }
    return longest;
}

static int stacked(const alea_board *b)
{
    int sum = 0;
    for (int p = 1; p <= 24; p++)
        if (b->point[p] > 3) sum += b->point[p] - 3;
    return sum;
}

static int checkers_back(const alea_board *b)
{
    int sum = 0;
    for (int p = BACK; p <= ALEA_BAR; p++)
        if (b->point[p] > 0) sum += b->point[p];
    return sum;
}

float alea_style_bias(const alea_style *style, const alea_board *after)
{
    if (alea_board_phase(after) != ALEA_PHASE_CONTACT) return 0;
    return style->hit * (float)-after->point[0] + style->blot * blots(after) +
           style->point * (float)points_made(after, 3, HOME + 1) +
           style->prime * (float)longest_prime(after) +
           style->stack * (float)stacked(after) +
           style->back * (float)checkers_back(after) +
           style->anchor * (float)points_made(after, BACK, 24);
}
