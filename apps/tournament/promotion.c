#include "promotion.h"

#include "standings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void add(promotion_division *to, const tournament_player *p)
{
    for (int i = 0; i < to->players; i++)
        if (*p->user && strcmp(to->player[i].user, p->user) == 0) return;
    if (to->players == DIVISION_PLAYERS) return;
    tournament_player *next = &to->player[to->players++];
    *next = (tournament_player){.rating = p->rating};
    memcpy(next->name, p->name, sizeof next->name);
    memcpy(next->user, p->user, sizeof next->user);
}

void promotion_read(const tournament *t, promotion_division *out)
{
    tournament_row *row = calloc(TOURNAMENT_PLAYERS, sizeof *row);
    const int count = row ? tournament_standings(t, row) : 0;
    out->players = 0;
    for (int i = 0; i < count; i++)
        if (!row[i].withdrawn) add(out, &t->player[row[i].player]);
    for (int i = 0; i < t->players && count == 0; i++)
        if (!t->player[i].withdrawn) add(out, &t->player[i]);
    free(row);
}

int promotion_count(int upper, int lower, int moves)
{
    const int least = upper < lower ? upper : lower;
    return moves < least / 2 ? moves : least / 2;
}

/* ---- equal names ---- */

/* Cuts a name to `characters` at most. */
static void cut(char *name, int characters)
{
    int count = 0;
    for (char *at = name; *at; at++) {
        const bool begins = ((unsigned char)*at & 0xc0) != 0x80;
        if (begins && count++ == characters) {
            *at = '\0';
            return;
        }
    }
}

static bool is_free(const promotion_division *d, int player, const char *name)
{
    for (int i = 0; i < d->players; i++)
        if (i != player && strcmp(d->player[i].name, name) == 0) return false;
    return true;
}

static void make_names_differ(promotion_division *d)
{
    enum { ROOM = 29 }; /* characters, with a number of two digits after a space 32 */
    for (int i = 0; i < d->players; i++) {
        tournament_player *p = &d->player[i];
        char base[TOURNAMENT_NAME], name[TOURNAMENT_NAME + 16];
        if (*p->user || is_free(d, i, p->name)) continue;
        memcpy(base, p->name, sizeof base);
        cut(base, ROOM);
        for (int number = 2; number < 2 + DIVISION_PLAYERS; number++) {
            snprintf(name, sizeof name, "%s %d", base, number);
            if (is_free(d, i, name)) break;
        }
        snprintf(p->name, sizeof p->name, "%.131s", name);
    }
}

/* ---- the next season ---- */

void promotion_next(const promotion_division *before, int divisions, int moves,
                    promotion_division *after)
{
    for (int i = 0; i < divisions; i++) {
        const promotion_division *here = &before[i];
        const promotion_division *above = i > 0 ? &before[i - 1] : NULL;
        const promotion_division *below = i + 1 < divisions ? &before[i + 1] : NULL;
        const int up =
            above ? promotion_count(above->players, here->players, moves) : 0;
        const int down =
            below ? promotion_count(here->players, below->players, moves) : 0;
        after[i].players = 0;
        for (int k = 0; k < up; k++)
            add(&after[i], &above->player[above->players - up + k]);
        for (int k = up; k < here->players - down; k++)
            add(&after[i], &here->player[k]);
        for (int k = 0; k < down; k++) add(&after[i], &below->player[k]);
        make_names_differ(&after[i]);
    }
}
