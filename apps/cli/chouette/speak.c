#include "speak.h"

#include <alea/diagram.h>
#include <alea/notation.h>

#include <stdio.h>
#include <string.h>

const char *speak_name(const chouette_names *names, int seat)
{
    return seat >= 0 && *names->name[seat] ? names->name[seat] : "?";
}

void speak_places(const alea_chouette *c, const chouette_names *names)
{
    static const char *const place[] = {"Box ", "; captain "};
    for (int i = 0; i < c->players; i++)
        printf("%s%s %+lld", i < 2 ? place[i] : ", ", speak_name(names, c->line[i]),
               (long long)c->total[c->line[i]]);
    if (c->partner >= 0)
        printf("; partner of the box %s %+lld", speak_name(names, c->partner),
               (long long)c->total[c->partner]);
    puts(".");
}

void speak_entries(const alea_chouette *c, const chouette_names *names, int from)
{
    static const char *const why[] = {
        "",           " (the cube was dropped)", " (resigned)",
        " (settled)", " for an extra",           " (half of the box)"};
    for (int i = from; i < c->entries; i++) {
        const alea_chouette_entry *e = &c->entry[i];
        printf("%s pays %s %d point%s%s.\n", speak_name(names, e->from),
               speak_name(names, e->to), e->points, e->points == 1 ? "" : "s",
               why[e->reason]);
    }
}

/* "Carla", an extra "Carla against Dora". */
static const char *pair_name(const alea_chouette *c, const chouette_names *names,
                             int pair, char out[SPEAK_PAIR_SIZE])
{
    const alea_chouette_pair *p = &c->pair[pair];
    snprintf(out, SPEAK_PAIR_SIZE, "%s%s%s", speak_name(names, p->lower),
             p->extra ? " against " : "", p->extra ? speak_name(names, p->upper) : "");
    return out;
}

static void speak_dice(const alea_chouette *before, const chouette_names *names,
                       const alea_chouette_event *e)
{
    if (e->type == ALEA_CHOUETTE_EVENT_ROLL) {
        printf("%s rolls %d-%d.\n", speak_name(names, e->seat), e->roll.die[0],
               e->roll.die[1]);
        return;
    }
    printf("Opening: %s throws %d, %s %d.%s\n", speak_name(names, before->line[0]),
           e->roll.die[0], speak_name(names, before->line[1]), e->roll.die[1],
           e->roll.die[0] == e->roll.die[1] ? " Equal: again." : "");
}

/* "Ben: drop", "Anna: double, the cube of Carla", "Anna: resign 1, the cube of Ben". */
static void speak_deed(const alea_chouette *before, const chouette_names *names,
                       const alea_chouette_event *e)
{
    char pair[SPEAK_PAIR_SIZE];
    const bool about_cube = (e->type >= ALEA_CHOUETTE_EVENT_DOUBLE &&
                             e->type <= ALEA_CHOUETTE_EVENT_RACCOON) ||
                            e->type >= ALEA_CHOUETTE_EVENT_RESIGN;
    printf("%s: %s", speak_name(names, e->seat), alea_chouette_event_name(e->type));
    if (e->type == ALEA_CHOUETTE_EVENT_RESIGN) printf(" %d", e->win_class);
    if (e->type == ALEA_CHOUETTE_EVENT_SETTLE) printf(" %d", e->points);
    if (e->type == ALEA_CHOUETTE_EVENT_ADMIT)
        printf(" %s", speak_name(names, e->other));
    if (e->type == ALEA_CHOUETTE_EVENT_PARTNER ||
        e->type == ALEA_CHOUETTE_EVENT_AUTOMATIC ||
        e->type == ALEA_CHOUETTE_EVENT_EXTRA || e->type == ALEA_CHOUETTE_EVENT_ADMIT)
        printf(" %s", e->yes ? "yes" : "no");
    if (about_cube && before->pair[e->pair].lower != e->seat)
        printf(", the cube of %s", pair_name(before, names, e->pair, pair));
    puts(".");
}

void speak_event(const alea_chouette *before, const chouette_names *names,
                 const alea_chouette_event *e)
{
    char text[ALEA_CHOUETTE_TEXT_SIZE];
    if (e->type == ALEA_CHOUETTE_EVENT_ROLL || e->type == ALEA_CHOUETTE_EVENT_OPENING) {
        speak_dice(before, names, e);
    } else if (e->type == ALEA_CHOUETTE_EVENT_PLAY) {
        alea_chouette_event_write(before, e, text);
        printf("%s %s%s.\n", speak_name(names, e->seat),
               e->moves ? "plays" : "cannot move", text + strlen("play A"));
    } else if (e->type == ALEA_CHOUETTE_EVENT_BEGIN) {
        printf("Game %d.\n", before->game + 1);
    } else if (e->type == ALEA_CHOUETTE_EVENT_THROW) {
        const char *blank = "";
        for (int seat = 0; seat < ALEA_CHOUETTE_SEATS; seat++, blank = " ")
            if (e->thrown[seat])
                printf("%s%s throws %d.", blank, speak_name(names, seat),
                       e->thrown[seat]);
        putchar('\n');
    } else {
        speak_deed(before, names, e);
    }
}

static void speak_cubes(const alea_chouette *c, const chouette_names *names)
{
    char pair[SPEAK_PAIR_SIZE];
    for (int i = 0; i < c->pairs; i++) {
        const alea_chouette_pair *p = &c->pair[i];
        const alea_player owner = p->match.cube_owner;
        printf("  %s: ", pair_name(c, names, i, pair));
        if (p->over)
            puts("out");
        else if (owner == ALEA_NOBODY)
            printf("cube %d, in the middle\n", alea_match_cube(&p->match));
        else
            printf("cube %d, with %s\n", alea_match_cube(&p->match),
                   speak_name(names, owner == ALEA_A ? p->upper : p->lower));
    }
}

void speak_board(const alea_chouette *c, const chouette_names *names)
{
    const alea_match *m = alea_chouette_board(c);
    char text[ALEA_DIAGRAM_TEXT_SIZE];
    alea_position position;
    if (!m) {
        speak_places(c, names);
        return;
    }
    alea_position_of_match(m, &position);
    position.cube = false;
    const alea_diagram look = {.view = m->turn == ALEA_B ? ALEA_B : ALEA_A,
                               .names = {speak_name(names, c->line[0]), "the team"}};
    alea_diagram_text(&position, &look, text, sizeof text);
    fputs(text, stdout);
    speak_cubes(c, names);
}

void speak_help(void)
{
    puts(
        "A play is typed in the mover's own numbers: 8/5 6/5, bar/22*, 6/off. Enter rolls.\n"
        "double, or double NAME: turns your cube, or as the box that of NAME; take, drop,\n"
        "beaver, raccoon, each with NAME where it is not your own cube.\n"
        "resign 1 NAME: offers NAME a single game (2 a gammon, 3 a backgammon); accept,\n"
        "reject. What another player does begins with his name: 'Carla double', "
        "'Ben take'.\n"
        "Between games: Enter begins the next one; join NAME, NAME leave.\n"
        "board, score, quit.");
}
