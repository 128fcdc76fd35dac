#include "event.h"

#include "arena.h"
#include "groups.h"

#include "base/utf8.h"

#include <string.h>

enum { NAME_CHARACTERS = 32, HOURS_MOST = 24 * 90, SECONDS_MOST = 24 * 3600 };

tournament_plan tournament_plan_default(void)
{
    return (tournament_plan){.lengths = 1,
                             .length = {5},
                             .cycles = 1,
                             .players_most = TOURNAMENT_PLAYERS,
                             .automatic = true};
}

static bool is_utf8(const char *text, size_t size)
{
    for (size_t at = 0; at < size;) {
        const size_t length = alea_utf8_length(text + at, size - at);
        if (!length) return false;
        at += length;
    }
    return true;
}

/* Invisible, or turns the text round: what is seen would not be what is stored. */
static bool is_hidden(const unsigned char *c)
{
    if (c[0] == 0xef) return c[1] == 0xbb && c[2] == 0xbf; /* U+FEFF */
    if (c[0] != 0xe2) return false;
    if (c[1] == 0x80)
        return (c[2] >= 0x8b && c[2] <= 0x8f) ||         /* U+200B to 200F */
               (c[2] >= 0xa8 && c[2] <= 0xae);           /* U+2028 to 202E */
    return c[1] == 0x81 && c[2] >= 0xa0 && c[2] <= 0xaf; /* U+2060 to 206F */
}

bool tournament_name_is_good(const char *name)
{
    const size_t size = strlen(name);
    size_t characters = 0;
    if (size == 0 || size >= TOURNAMENT_NAME || name[0] == ' ' ||
        name[size - 1] == ' ' || !is_utf8(name, size))
        return false;
    for (const unsigned char *c = (const unsigned char *)name; *c; c++) {
        if (*c < ' ' || *c == 0x7f || is_hidden(c)) return false;
        if (c[0] == 0xc2 && c[1] >= 0x80 && c[1] < 0xa0) return false;
        characters += (*c & 0xc0) != 0x80;
    }
    return characters <= NAME_CHARACTERS;
}

static bool is_length(int points)
{
    return points >= 1 && points <= TOURNAMENT_LENGTH_MOST;
}

static const char *length_fault(const tournament_plan *p)
{
    if (p->lengths < 1 || p->lengths > TOURNAMENT_LENGTHS)
        return "A tournament has 1 to 16 match lengths.";
    for (int i = 0; i < p->lengths; i++)
        if (!is_length(p->length[i])) return "A match is 1 to 64 points long.";
    if (p->final_length && !is_length(p->final_length))
        return "The final is 1 to 64 points long.";
    if (p->second_length && !is_length(p->second_length))
        return "A match of the second bracket is 1 to 64 points long.";
    return NULL;
}

static const char *groups_fault(const tournament_plan *p)
{
    if (p->kind != TOURNAMENT_GROUPS)
        return p->group_size || p->advance ? "Only groups have a size, and who goes on."
                                           : NULL;
    if (p->group_size < GROUP_LEAST || p->group_size > GROUP_MOST)
        return "A group has at most 3 to 16 players: 'group_size'.";
    if (p->advance < 1 || p->advance >= p->group_size)
        return "Of a group at least one goes on and one does not: 'advance'.";
    return NULL;
}

static const char *consolation_fault(const tournament_plan *p)
{
    if (p->consolation == CONSOLATION_NONE) return NULL;
    if (p->kind == TOURNAMENT_GROUPS)
        return p->consolation == CONSOLATION_REST
                   ? NULL
                   : "After groups the consolation is for the rest: 'rest'.";
    if (p->kind != TOURNAMENT_SINGLE)
        return "Only a single elimination and groups have a consolation.";
    return p->consolation == CONSOLATION_REST
               ? "Only groups have a consolation for the rest."
               : NULL;
}

const char *tournament_plan_fault(const tournament_plan *p)
{
    if (!tournament_name_is_good(p->name))
        return "The name is 1 to 32 characters on one line.";
    if ((unsigned)p->kind >= TOURNAMENT_KINDS)
        return "The kind is single, double, swiss, league, arena or groups.";
    if ((unsigned)p->seeding >= SEEDINGS)
        return "The seeding is order, rating or random.";
    if ((unsigned)p->consolation >= CONSOLATIONS)
        return "The consolation is none, first, progressive or rest.";
    if (consolation_fault(p)) return consolation_fault(p);
    if (length_fault(p)) return length_fault(p);
    if (p->rounds < 0 || p->rounds > TOURNAMENT_ROUNDS)
        return "A Swiss tournament has 1 to 255 rounds.";
    if (p->rounds && p->kind != TOURNAMENT_SWISS)
        return "Only a Swiss tournament has a number of rounds.";
    if (p->cycles < 1 || p->cycles > 2) return "A league is played once or twice.";
    if (p->cycles != 1 && p->kind != TOURNAMENT_LEAGUE && p->kind != TOURNAMENT_GROUPS)
        return "Only a league and groups are played twice.";
    if (groups_fault(p)) return groups_fault(p);
    if (p->kind == TOURNAMENT_ARENA ? p->minutes < 1 || p->minutes > ARENA_MINUTES_MOST
                                    : p->minutes != 0)
        return "An arena, and nothing else, has 1 to 1440 minutes.";
    if (p->no_show < 0 || p->no_show > ARENA_NO_SHOW_MOST)
        return "One comes to a game of an arena within 1 to 60 minutes.";
    if (p->no_show && (p->kind != TOURNAMENT_ARENA || p->deadline_h))
        return "Only an arena without 'deadline_h' has 'no_show'.";
    if (p->players_most < 2 || p->players_most > TOURNAMENT_PLAYERS)
        return "A tournament has 2 to 256 players.";
    if (p->deadline_h < 0 || p->deadline_h > HOURS_MOST)
        return "A match begins within 1 to 2160 hours.";
    if (p->week_h < 0 || p->week_h > HOURS_MOST)
        return "A round of a league is 1 to 2160 hours long.";
    if (p->week_h && (p->kind != TOURNAMENT_LEAGUE || p->deadline_h))
        return "Only a league without 'deadline_h' has 'week_h'.";
    if ((unsigned)p->nobody >= ABSENCES)
        return "A match that nobody came to is wait or none.";
    if (p->nobody && !p->deadline_h && !p->week_h)
        return "Only with 'deadline_h' or 'week_h' there is 'nobody'.";
    if (p->clock < 0 || p->clock > 2 || p->reserve_s < 0 ||
        p->reserve_s > SECONDS_MOST || p->step_s < 0 || p->step_s > SECONDS_MOST)
        return "The clock has whole seconds, at most a day.";
    if (p->clock && p->reserve_s + p->step_s < 1)
        return "The clock gives less than one second.";
    if (strlen(p->seed) >= TOURNAMENT_SEED ||
        strspn(p->seed, "0123456789abcdef") != strlen(p->seed))
        return "The seed is up to 64 digits 0 to 9 and a to f.";
    if (p->seeding == SEEDING_RANDOM && !*p->seed) return "A random draw needs a seed.";
    return NULL;
}
