#include "table.h"
#include "machine/crew.h"
#include "speak.h"

#include "base/error.h"
#include "cli/io/args.h"
#include "cli/io/command.h"
#include "cli/io/fail.h"
#include "cli/io/lines.h"
#include "cli/save/dice_source.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum { LINE_CAP = 512 };

typedef enum table_end { TABLE_GOES_ON = 0, TABLE_STOPPED, TABLE_BROKEN } table_end;

typedef struct table {
    alea_chouette c;
    chouette_names names;
    int level[ALEA_CHOUETTE_SEATS]; /* of a machine player; -1 = a person */
    machine *machine;
    dice_source dice;
    line_reader reader;
    FILE *record;
    const char *record_path;
    bool some_bad;
    bool considered; /* the machines have thought about doubling in this turn */
    bool on_show;    /* the board of this turn has been shown */
} table;

static const char *name_of(const table *t, int seat)
{
    return speak_name(&t->names, seat);
}

static bool is_person(const table *t, int seat)
{
    return seat >= 0 && t->level[seat] < 0;
}

alea_status chouette_machine_level(const char *name, int *level, alea_error *error)
{
    *level = -1;
    if (strcasecmp(name, "alea") == 0) {
        *level = ALEA_LEVEL_EXPERT;
        return ALEA_OK;
    }
    if (strncasecmp(name, "alea:", 5) != 0) return ALEA_OK;
    *level = alea_level_find(name + 5);
    if (*level >= 0) return ALEA_OK;
    return alea_error_fill(error, ALEA_ERROR_ARGUMENT, 0, 0,
                           "there is no level \"%.31s\"", name + 5);
}

__attribute__((format(printf, 2, 3))) static table_end refuse(table *t,
                                                              const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vprintf(format, args);
    va_end(args);
    putchar('\n');
    t->some_bad = true;
    return TABLE_GOES_ON;
}

/* ---- events ---- */

static bool write_line(table *t, const char *line)
{
    if (!t->record) return true;
    if (fprintf(t->record, "%s\n", line) >= 0 && fflush(t->record) == 0) return true;
    command_say("chouette", "%s: %s", t->record_path, strerror(errno));
    return false;
}

/* Applies an event, writes it down and says it. */
static table_end apply(table *t, const alea_chouette_event *e)
{
    char line[ALEA_CHOUETTE_TEXT_SIZE];
    const alea_chouette before = t->c;
    alea_refusal by_game;
    alea_play_error play;
    const char *code;
    const alea_chouette_refusal refusal =
        alea_chouette_apply(&t->c, e, &by_game, &play);
    if (refusal != ALEA_CHOUETTE_ACCEPTED)
        return refuse(t, "%s", chouette_refusal_words(refusal, by_game, play, &code));
    alea_chouette_event_write(&before, e, line);
    if (!write_line(t, line)) return TABLE_BROKEN;
    speak_event(&before, &t->names, e);
    speak_entries(&t->c, &t->names, t->c.game == before.game ? before.entries : 0);
    if (e->type == ALEA_CHOUETTE_EVENT_PLAY || e->type == ALEA_CHOUETTE_EVENT_OPENING)
        t->considered = t->on_show = false;
    const bool ended =
        t->c.phase == ALEA_CHOUETTE_BETWEEN && before.phase != ALEA_CHOUETTE_BETWEEN;
    if (ended) speak_places(&t->c, &t->names);
    return TABLE_GOES_ON;
}

static table_end answer(table *t, alea_chouette_type type, int seat, int pair, bool yes)
{
    return apply(t, &(alea_chouette_event){
                        .type = type, .seat = seat, .pair = pair, .yes = yes});
}

static bool roll(table *t, alea_roll *out)
{
    alea_error error = {0};
    if (dice_source_roll(&t->dice, out, &error) == ALEA_OK) return true;
    command_say("chouette", "no dice: %s", error.reason);
    return false;
}

static table_end throw_dice(table *t, alea_chouette_type type, int seat)
{
    alea_chouette_event e = {.type = type, .seat = seat};
    return roll(t, &e.roll) ? apply(t, &e) : TABLE_BROKEN;
}

/* One, two or four dice of everybody whose place is not decided. */
static table_end throw_for_places(table *t)
{
    static const int dice[] = {1, 2, 4};
    alea_chouette_event e = {.type = ALEA_CHOUETTE_EVENT_THROW};
    const unsigned seats = alea_chouette_waits_for(&t->c);
    for (int seat = 0; seat < ALEA_CHOUETTE_SEATS; seat++)
        for (int i = 0; seats >> seat & 1 && i < dice[t->c.rules.order_throw]; i += 2) {
            alea_roll r;
            if (!roll(t, &r)) return TABLE_BROKEN;
            const bool one = t->c.rules.order_throw == ALEA_CHOUETTE_ONE_DIE;
            e.thrown[seat] =
                (uint8_t)(e.thrown[seat] + r.die[0] + (one ? 0 : r.die[1]));
        }
    return apply(t, &e);
}

/* ---- people ---- */

static int seat_of_name(const table *t, const char *name, size_t length)
{
    for (int seat = 0; seat < ALEA_CHOUETTE_SEATS; seat++)
        if (strlen(t->names.name[seat]) == length && length > 0 &&
            strncasecmp(t->names.name[seat], name, length) == 0)
            return seat;
    return ALEA_CHOUETTE_NO_SEAT;
}

/* A line with the letters of players in place of their names. */
static void with_letters(const table *t, const char *line, char *out, size_t size)
{
    size_t n = 0;
    while (*line && n + 2 < size) {
        const size_t length = strcspn(line, " :");
        const int seat = seat_of_name(t, line, length);
        if (seat >= 0) {
            out[n++] = (char)('A' + seat);
        } else {
            for (size_t i = 0; i < length && n + 2 < size; i++) out[n++] = line[i];
        }
        line += length;
        while ((*line == ' ' || *line == ':') && n + 2 < size) out[n++] = *line++;
    }
    out[n] = '\0';
}

/* A line of input; NULL at its end, or on "quit" (*end says which). */
static const char *ask(table *t, table_end *end)
{
    line_result why;
    const char *line = line_reader_ask(&t->reader, NULL, &t->some_bad, &why);
    if (!line) *end = why == LINE_END ? TABLE_STOPPED : TABLE_BROKEN;
    return line;
}

static table_end join(table *t, const char *name)
{
    int seat = seat_of_name(t, name, strlen(name)), level;
    alea_error error = {0};
    const bool is_new = seat < 0;
    if (is_new) {
        if (!chouette_name_is_good(name))
            return refuse(t, "A name has 2 to 31 letters or digits and no blanks.");
        if (chouette_machine_level(name, &level, &error) != ALEA_OK)
            return refuse(t, "%s", error.reason);
        for (seat = 0; seat < ALEA_CHOUETTE_SEATS && *t->names.name[seat];) seat++;
        if (seat == ALEA_CHOUETTE_SEATS) return refuse(t, "All seats are taken.");
        snprintf(t->names.name[seat], CHOUETTE_NAME_SIZE, "%s", name);
        t->level[seat] = level;
        char line[2 * CHOUETTE_NAME_SIZE];
        snprintf(line, sizeof line, "player %c %s", 'A' + seat, name);
        if (!write_line(t, line)) return TABLE_BROKEN;
    }
    return apply(
        t, &(alea_chouette_event){.type = ALEA_CHOUETTE_EVENT_JOIN, .seat = seat});
}

static bool is_event_word(const char *line, size_t length)
{
    for (int i = 0; i < ALEA_CHOUETTE_EVENTS; i++) {
        const char *name = alea_chouette_event_name((alea_chouette_type)i);
        if (strlen(name) == length && strncasecmp(name, line, length) == 0) return true;
    }
    return false;
}

/* "take", "Carla take", "double Ben", "8/5 6/5": by `seat` where no name begins it. */
static table_end typed(table *t, const char *line, int seat)
{
    char text[2 * LINE_CAP], letters[LINE_CAP];
    alea_chouette_event e;
    alea_error error = {0};
    size_t length = strcspn(line, " ");
    const int named = seat_of_name(t, line, length);
    if (named >= 0) {
        seat = named;
        line += length + strspn(line + length, " ");
        length = strcspn(line, " ");
    }
    with_letters(t, line, letters, sizeof letters);
    if (length == 0 || seat < 0)
        return refuse(t, "Say who: a name, then what he does; 'help' tells more.");
    if (is_event_word(letters, strcspn(letters, " "))) {
        length = strcspn(letters, " ");
        for (size_t i = 0; i < length; i++)
            if (letters[i] >= 'A' && letters[i] <= 'Z') letters[i] += 'a' - 'A';
        snprintf(text, sizeof text, "%.*s %c%s", (int)length, letters, 'A' + seat,
                 letters + length);
    } else if (strchr(letters, '/')) {
        snprintf(text, sizeof text, "play %c %s", 'A' + seat, letters);
    } else {
        return refuse(t, "\"%.40s\"? 'help' lists what you can type.", line);
    }
    if (alea_chouette_event_read(&t->c, text, strlen(text), &e, &error) != ALEA_OK)
        return refuse(t, "%s", error.reason);
    if (e.type == ALEA_CHOUETTE_EVENT_ROLL || e.type == ALEA_CHOUETTE_EVENT_OPENING ||
        e.type == ALEA_CHOUETTE_EVENT_THROW)
        return refuse(t, "The dice are thrown for you.");
    return apply(t, &e);
}

/* Commands that mean the same at every prompt; else what `seat` does. */
static table_end general(table *t, const char *line, int seat)
{
    if (strcasecmp(line, "help") == 0)
        speak_help();
    else if (strcasecmp(line, "board") == 0)
        speak_board(&t->c, &t->names);
    else if (strcasecmp(line, "score") == 0)
        speak_places(&t->c, &t->names);
    else if (strncasecmp(line, "join ", 5) == 0)
        return join(t, line + 5 + strspn(line + 5, " "));
    else
        return typed(t, line, seat);
    return TABLE_GOES_ON;
}

static table_end ask_yes(table *t, int seat, alea_chouette_type type,
                         const char *question)
{
    table_end end = TABLE_GOES_ON;
    printf("%s: %s (yes or no)?\n", name_of(t, seat), question);
    const char *line = ask(t, &end);
    if (!line) return end;
    const bool yes = strcasecmp(line, "yes") == 0 || strcasecmp(line, "y") == 0;
    if (yes || strcasecmp(line, "no") == 0 || strcasecmp(line, "n") == 0)
        return answer(t, type, seat, 0, yes);
    return general(t, line, seat);
}

/* ---- machine players ---- */

static bool wake(table *t)
{
    alea_error error = {0};
    if (t->machine || machine_open(&t->machine, &error) == ALEA_OK) return true;
    command_say("chouette", "%s", error.reason);
    return false;
}

/* A decision of a machine player; false where there is none. */
typedef bool decision(machine *m, const alea_chouette *c, const int *level,
                      alea_chouette_event *e);

/* Lets the machine players decide; *end says how it went. False: nothing was
 * decided. */
static bool machines(table *t, decision *decide, table_end *end)
{
    alea_chouette_event e = {0};
    *end = TABLE_GOES_ON;
    if (!wake(t)) {
        *end = TABLE_BROKEN;
        return true;
    }
    if (!decide(t->machine, &t->c, t->level, &e)) return false;
    *end = apply(t, &e);
    return true;
}

static bool has_machines(const table *t)
{
    for (int seat = 0; seat < ALEA_CHOUETTE_SEATS; seat++)
        if (t->level[seat] >= 0) return true;
    return false;
}

/* ---- the course of a game ---- */

/* Whether somebody at the keyboard may turn a cube before this throw. */
static bool person_may_double(const table *t)
{
    for (int i = 0; i < t->c.pairs && !t->c.answering; i++) {
        const alea_chouette_pair *p = &t->c.pair[i];
        const alea_player side = p->match.turn;
        if (!p->over && is_person(t, side == ALEA_A ? p->upper : p->lower) &&
            alea_match_may_double(&p->match, side))
            return true;
    }
    return false;
}

static table_end roll_part(table *t)
{
    const int mover = alea_chouette_mover(&t->c);
    const bool may_double = person_may_double(t);
    table_end end = TABLE_GOES_ON;
    if (has_machines(t) && !t->considered) {
        t->considered = !machines(t, crew_double, &end);
        return end;
    }
    if (!may_double && !is_person(t, mover))
        return throw_dice(t, ALEA_CHOUETTE_EVENT_ROLL, mover);
    if (!t->on_show) speak_board(&t->c, &t->names);
    t->on_show = true;
    printf("%s throws%s. Enter rolls%s?\n", name_of(t, mover),
           alea_chouette_board(&t->c)->turn == ALEA_A ? "" : " for the team",
           may_double ? "; or double" : "");
    const char *line = ask(t, &end);
    if (!line) return end;
    if (!*line || strcasecmp(line, "roll") == 0)
        return throw_dice(t, ALEA_CHOUETTE_EVENT_ROLL, mover);
    return general(t, line, mover);
}

static table_end play_part(table *t)
{
    const int mover = alea_chouette_mover(&t->c);
    const alea_match *m = alea_chouette_board(&t->c);
    alea_chouette_event pass = {.type = ALEA_CHOUETTE_EVENT_PLAY, .seat = mover};
    table_end end = TABLE_GOES_ON;
    if (crew_may(&t->c, &pass)) return apply(t, &pass);
    if (!is_person(t, mover)) return machines(t, crew_move, &end) ? end : TABLE_BROKEN;
    if (!t->on_show) speak_board(&t->c, &t->names);
    t->on_show = true;
    printf("%s to play %d-%d?\n", name_of(t, mover), m->roll.die[0], m->roll.die[1]);
    const char *line = ask(t, &end);
    if (!line) return end;
    return *line ? general(t, line, mover)
                 : refuse(t, "Type a play such as 8/5 6/5, or 'help'.");
}

static table_end answers_part(table *t)
{
    for (int i = 0; i < t->c.pairs; i++) {
        const alea_chouette_pair *p = &t->c.pair[i];
        table_end end = TABLE_GOES_ON;
        if (p->offered != 1 || p->answer >= 0) continue;
        const bool up = p->match.to_act == ALEA_A;
        const int seat = up ? p->upper : p->lower;
        if (!is_person(t, seat))
            return machines(t, crew_answer, &end) ? end : TABLE_BROKEN;
        printf("%s: %s offers the cube at %d. Take, drop%s?\n", name_of(t, seat),
               name_of(t, up ? p->lower : p->upper), 2 * alea_match_cube(&p->match),
               p->match.rules.beavers ? " or beaver" : "");
        const char *line = ask(t, &end);
        if (!line) return end;
        /* Without a name the cube asked about is meant. */
        char whole[LINE_CAP + 8], name[4];
        alea_chouette_pair_write(&t->c, i, name);
        const bool bare = !strchr(line, ' ') && is_event_word(line, strlen(line));
        snprintf(whole, sizeof whole, bare ? "%s %s" : "%s", line, name);
        return general(t, whole, seat);
    }
    return TABLE_BROKEN;
}

static table_end extras_part(table *t)
{
    for (int i = 0; i < t->c.pairs; i++) {
        const alea_chouette_pair *p = &t->c.pair[i];
        if (p->offered != 2) continue;
        if (!is_person(t, p->lower))
            return answer(t, ALEA_CHOUETTE_EVENT_EXTRA, p->lower, i, false);
        return ask_yes(t, p->lower, ALEA_CHOUETTE_EVENT_EXTRA,
                       "pay for an extra against the lone taker");
    }
    return TABLE_BROKEN;
}

static table_end between_part(table *t)
{
    table_end end = TABLE_GOES_ON;
    puts("Enter begins the next game; join NAME, NAME leave, score, quit?");
    const char *line = ask(t, &end);
    if (!line) return end;
    if (*line) return general(t, line, ALEA_CHOUETTE_NO_SEAT);
    return apply(t, &(alea_chouette_event){.type = ALEA_CHOUETTE_EVENT_BEGIN});
}

static table_end once(table *t)
{
    const alea_chouette *c = &t->c;
    table_end end;
    if ((c->phase == ALEA_CHOUETTE_TO_ROLL || c->phase == ALEA_CHOUETTE_TO_PLAY) &&
        has_machines(t) && machines(t, crew_reply, &end))
        return end;
    switch (c->phase) {
    case ALEA_CHOUETTE_ORDER: return throw_for_places(t);
    case ALEA_CHOUETTE_BETWEEN: return between_part(t);
    case ALEA_CHOUETTE_OPENING: return throw_dice(t, ALEA_CHOUETTE_EVENT_OPENING, 0);
    case ALEA_CHOUETTE_ASK_BOX:
        if (!is_person(t, c->asked))
            return answer(t, ALEA_CHOUETTE_EVENT_PARTNER, c->asked, 0, false);
        return ask_yes(t, c->asked, ALEA_CHOUETTE_EVENT_PARTNER, "take a partner");
    case ALEA_CHOUETTE_ASK_PARTNER:
        if (!is_person(t, c->asked))
            return answer(t, ALEA_CHOUETTE_EVENT_PARTNER, c->asked, 0, true);
        return ask_yes(t, c->asked, ALEA_CHOUETTE_EVENT_PARTNER,
                       "sit with the box as its partner");
    case ALEA_CHOUETTE_ASK_AUTOMATIC:
        if (!is_person(t, c->asked))
            return answer(t, ALEA_CHOUETTE_EVENT_AUTOMATIC, c->asked, 0, false);
        return ask_yes(t, c->asked, ALEA_CHOUETTE_EVENT_AUTOMATIC,
                       "an automatic double for the tie");
    case ALEA_CHOUETTE_TO_ROLL: return roll_part(t);
    case ALEA_CHOUETTE_ANSWERS: return answers_part(t);
    case ALEA_CHOUETTE_EXTRAS: return extras_part(t);
    case ALEA_CHOUETTE_TO_PLAY: return play_part(t);
    }
    return TABLE_BROKEN;
}

/* ---- opening and closing ---- */

static int open_table(table *t, const chouette_setup *setup)
{
    t->record_path = setup->resume ? setup->resume : setup->save;
    if (setup->resume)
        return chouette_record_resume(setup->resume, &t->c, &t->names, &t->record);
    t->names = setup->names;
    alea_chouette_start(&t->c, &setup->rules, setup->players);
    if (!setup->save) return EXIT_DONE;
    return chouette_record_create(setup->save, &setup->rules, &setup->names,
                                  setup->players, &t->record);
}

static int seat_players(table *t)
{
    alea_error error = {0};
    for (int seat = 0; seat < ALEA_CHOUETTE_SEATS; seat++)
        if (chouette_machine_level(t->names.name[seat], &t->level[seat], &error) !=
            ALEA_OK)
            return args_refuse("chouette", "%s", error.reason);
    return EXIT_DONE;
}

static int play_on(table *t)
{
    table_end end = TABLE_GOES_ON;
    line_reader_start(&t->reader, STDIN_FILENO, LINE_CAP);
    puts("'help' lists what you can type.");
    if (t->c.phase != ALEA_CHOUETTE_ORDER) speak_places(&t->c, &t->names);
    while (end == TABLE_GOES_ON) end = once(t);
    line_reader_finish(&t->reader);
    if (end == TABLE_BROKEN) return EXIT_SYSTEM;
    return t->some_bad && !isatty(STDIN_FILENO) ? EXIT_SOME_BAD : EXIT_DONE;
}

int chouette_play_run(const chouette_setup *setup)
{
    alea_error error = {0};
    table *t = calloc(1, sizeof *t);
    if (!t) return command_fail_memory("chouette");
    int status = EXIT_DONE;
    if (dice_source_start(&t->dice, setup->dice, &error) != ALEA_OK)
        status = args_refuse("chouette", "--dice: %s", error.reason);
    else if (t->dice.kind == DICE_MANUAL)
        status = args_refuse("chouette", "--dice manual: a chouette of thrown dice is "
                                         "judged by 'alea chouette referee'");
    if (status == EXIT_DONE) status = open_table(t, setup);
    if (status == EXIT_DONE) status = seat_players(t);
    if (status == EXIT_DONE) status = play_on(t);
    if (t->record && fclose(t->record) != 0 && status == EXIT_DONE)
        status = command_fail_file("chouette", t->record_path);
    dice_source_finish(&t->dice);
    machine_close(t->machine);
    free(t);
    return status;
}
