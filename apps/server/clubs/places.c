#include "places.h"

#include "server/storage/clubs/ladder.h"

#include <stdlib.h>
#include <string.h>

bool places_read(const clubs *all, const char *club, places *out)
{
    out->row = calloc(LADDER_PLACES, sizeof *out->row);
    out->count =
        out->row ? storage_ladder_of(all->parts.store, club, out->row, LADDER_PLACES)
                 : -1;
    return out->count >= 0;
}

void places_free(places *p)
{
    free(p->row);
    *p = (places){NULL, 0};
}

int places_rank(const places *p, int member)
{
    for (int i = 0; i < p->count; i++)
        if (p->row[i].number == member) return i + 1;
    return 0;
}

bool places_in_reach(const places *p, const storage_club *club, int member, int other)
{
    const int mine = places_rank(p, member), his = places_rank(p, other);
    return mine > 0 && his > 0 && his < mine && mine - his <= club->reach;
}

void places_decide(const places *p, storage_club_match *match, int winner,
                   storage_club_change *change)
{
    storage_club_line *line = &change->line;
    const int rank = places_rank(p, match->member[winner]),
              other = places_rank(p, match->member[1 - winner]);
    const bool climbs = rank > 0 && other > 0 && other < rank;
    strcpy(line->what, "won");
    line->about[0] = match->member[winner];
    line->about[1] = match->member[1 - winner];
    line->rank[0] = rank;
    line->rank[1] = climbs ? other : rank;
    match->winner = winner;
    match->state = CLUB_MATCH_COUNTED;
    match->ended = server_now();
    change->match = match;
    if (!climbs) return;
    change->mover = match->member[winner];
    change->from = p->row[rank - 1].rung;
    change->to = p->row[other - 1].rung;
}
