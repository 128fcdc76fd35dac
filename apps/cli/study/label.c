/* alea study tag, note, collect: what a student writes beside matches and decisions. */
#include "cli/io/args.h"
#include "desk/labels.h"
#include "list.h"
#include "place.h"

#include <stdio.h>
#include <string.h>

/* "MATCH" or "MATCH:ENTRY" with the message. */
static bool read_place(const char *verb, const char *text, label_place *out)
{
    if (label_read_place(text, out)) return true;
    args_refuse(verb, "\"%.40s\" is no match (12) or decision (12:345)", text);
    return false;
}

static int finish(const char *verb, desk *d, alea_status status,
                  const alea_error *error)
{
    desk_close(d);
    if (status == ALEA_OK) return EXIT_DONE;
    return status == ALEA_ERROR_ARGUMENT ? args_refuse(verb, "%s", error->reason)
                                         : place_failed(error);
}

typedef alea_status label_one(desk *d, label_place place, const char *name, bool set,
                              alea_error *error);

static int label(int argc, char **argv, const char *verb, const char *about,
                 label_one *one)
{
    const char *db = NULL;
    bool removes = false;
    const option_spec options[] = {
        PLACE_OPTION(db), FLAG_OPTION("remove", 0, "take it away", &removes), {0}};
    const args_spec spec = {.operands = "NAME MATCH[:ENTRY]...",
                            .about = about,
                            .options = options,
                            .least = 2,
                            .most = -1};
    int operands, status = args_parse(&spec, argc, argv, &operands);
    if (status != ARGS_RUN) return status;
    label_place place;
    for (int i = 2; i <= operands; i++)
        if (!read_place(verb, argv[i], &place)) return EXIT_USAGE;
    desk d;
    alea_error error = {0};
    status = place_open(&d, db, false);
    alea_status done = ALEA_OK;
    for (int i = 2; status == EXIT_DONE && done == ALEA_OK && i <= operands; i++) {
        label_read_place(argv[i], &place);
        done = one(&d, place, argv[1], !removes, &error);
    }
    if (status != EXIT_DONE) {
        desk_close(&d);
        return status;
    }
    return finish(verb, &d, done, &error);
}

int verb_tag(int argc, char **argv)
{
    return label(argc, argv, "study tag",
                 "Tags matches (12) or decisions "
                 "(12:345, as alea study find prints them).\n"
                 "Then: alea study find tag=NAME",
                 label_tag);
}

int verb_collect(int argc, char **argv)
{
    return label(argc, argv, "study collect",
                 "Puts matches (12) or decisions (12:345) into a collection.\n"
                 "Then: alea study find collection=NAME",
                 label_collect);
}

static int print_notes(desk *d, label_place place)
{
    alea_error error = {0};
    alea_status status = ALEA_ERROR_FILE;
    sqlite3_stmt *st =
        desk_prepare(d, "SELECT text FROM notes WHERE match=? AND entry=?", &error);
    if (st) desk_bind(st, "ii", place.match, place.entry);
    while (st && desk_next(d, st, &status, &error)) printf("%s\n", desk_text(st, 0));
    return finish("study note", d, status, &error);
}

int verb_note(int argc, char **argv)
{
    const char *db = NULL;
    const option_spec options[] = {PLACE_OPTION(db), {0}};
    const args_spec spec = {
        .operands = "MATCH[:ENTRY] [TEXT]",
        .about =
            "Writes a note beside a match (12) or a decision (12:345); \"\" removes it.\n"
            "Without a text it prints the note.",
        .options = options,
        .least = 1,
        .most = 2};
    int operands, status = args_parse(&spec, argc, argv, &operands);
    if (status != ARGS_RUN) return status;
    label_place place;
    if (!read_place("study note", argv[1], &place)) return EXIT_USAGE;
    desk d;
    alea_error error = {0};
    status = place_open(&d, db, false);
    if (status != EXIT_DONE) {
        desk_close(&d);
        return status;
    }
    if (operands == 1) return print_notes(&d, place);
    const alea_status done = label_note(&d, place, argv[2], &error);
    return finish("study note", &d, done, &error);
}
