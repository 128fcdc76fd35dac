/* alea study merge: another desk brought into this one. */
#include "desk/order/merge.h"
#include "cli/io/args.h"
#include "cli/io/fail.h"
#include "list.h"
#include "place.h"

#include <stdio.h>
#include <sys/stat.h>

static void print_conflict(void *context, const char *text)
{
    (void)context;
    printf("%s\n", text);
}

/* Whether both paths are one file. */
static bool is_same(const char *a, const char *b)
{
    struct stat x, y;
    return stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_dev == y.st_dev &&
           x.st_ino == y.st_ino;
}

static int merge(desk *d, desk *other)
{
    merge_counts c;
    alea_error error = {0};
    if (is_same(d->path, other->path))
        return args_refuse("study merge", "%.200s is this very desk", other->path);
    if (merge_desks(d, other, print_conflict, NULL, &c, &error) != ALEA_OK)
        return place_failed(&error);
    printf("%lld matches added, %lld here already; %lld new cards, %lld new reviews; "
           "%lld conflict%s\n",
           (long long)c.matches, (long long)c.known, (long long)c.cards,
           (long long)c.reviews, (long long)c.conflicts, c.conflicts == 1 ? "" : "s");
    return EXIT_DONE;
}

int verb_merge(int argc, char **argv)
{
    const char *db = NULL;
    const option_spec options[] = {PLACE_OPTION(db), {0}};
    const args_spec spec = {
        .operands = "OTHER",
        .about =
            "Brings another desk (its file) into this one: matches, notes, tags,\n"
            "collections, analyses, cards with reviews, searches and aliases. Nothing is\n"
            "doubled; where both differ, this desk's stays and a line says so. The other\n"
            "desk keeps what it has.",
        .options = options,
        .least = 1,
        .most = 1};
    int operands, status = args_parse(&spec, argc, argv, &operands);
    if (status != ARGS_RUN) return status;
    desk d = {0}, other = {0};
    status = place_open(&other, argv[1], false);
    if (status == EXIT_DONE) status = place_open(&d, db, true);
    if (status == EXIT_DONE) status = merge(&d, &other);
    desk_close(&d);
    desk_close(&other);
    return status;
}
