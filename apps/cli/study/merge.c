/* alea study merge: another desk brought into this one. */
#include "desk/order/merge.h"
#include "cli/io/args.h"
#include "cli/io/fail.h"
#include "desk/order/merge_json.h"
#include "list.h"
#include "place.h"
#include "json/text.h"

#include <stdio.h>
#include <sys/stat.h>

static void print_conflict(void *context, const char *text)
{
    if (context)
        json_array_append_new(context, json_string(text));
    else
        printf("%s\n", text);
}

/* Whether both paths are one file. */
static bool is_same(const char *a, const char *b)
{
    struct stat x, y;
    return stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_dev == y.st_dev &&
           x.st_ino == y.st_ino;
}

static void print_text(const merge_counts *c)
{
    printf("%lld matches added, %lld here already; %lld new cards, %lld new reviews; "
           "%lld conflict%s\n",
           (long long)c->matches, (long long)c->known, (long long)c->cards,
           (long long)c->reviews, (long long)c->conflicts,
           c->conflicts == 1 ? "" : "s");
    if (c->left_out)
        printf("%lld %s of decisions that the match does not have here %s left out\n",
               (long long)c->left_out, c->left_out == 1 ? "analysis" : "analyses",
               c->left_out == 1 ? "was" : "were");
}

static int merge(desk *d, desk *other, bool json)
{
    merge_counts c;
    alea_error error = {0};
    if (is_same(d->path, other->path))
        return args_refuse("study merge", "%.200s is this very desk", other->path);
    json_t *said = json ? json_array() : NULL;
    const alea_status status = merge_desks(d, other, print_conflict, said, &c, &error);
    if (status == ALEA_OK && json)
        json_print_line(stdout, merge_json(&c, said));
    else if (status == ALEA_OK)
        print_text(&c);
    json_decref(said);
    return status == ALEA_OK ? EXIT_DONE : place_failed(&error);
}

int verb_merge(int argc, char **argv)
{
    const char *db = NULL;
    bool json = false;
    const option_spec options[] = {
        PLACE_OPTION(db), FLAG_OPTION("json", 'j', "as JSON", &json), {0}};
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
    if (status == EXIT_DONE) status = merge(&d, &other, json);
    desk_close(&d);
    desk_close(&other);
    return status;
}
