/* alea study cards: the deck kept in order. */
#include "desk/views/cards.h"
#include "cli/io/args.h"
#include "list.h"
#include "place.h"
#include "json/text.h"

#include <jansson.h>
#include <stdio.h>
#include <time.h>

typedef struct printing {
    bool json;
    int64_t count;
} printing;

static void print_card(void *context, const cards_row *c)
{
    printing *p = context;
    char due[16] = "new";
    const time_t seconds = (time_t)(c->due / 1000);
    struct tm day;
    p->count++;
    if (c->reviews > 0 && localtime_r(&seconds, &day))
        strftime(due, sizeof due, "%Y-%m-%d", &day);
    if (p->json) {
        json_print_line(
            stdout,
            json_pack("{s:I,s:I,s:I,s:s,s:s,s:s,s:f,s:s,s:i,s:i,s:b}", "card",
                      (json_int_t)c->card, "match", (json_int_t)c->match, "entry",
                      (json_int_t)c->entry, "player", c->player, "kind", c->kind, "id",
                      c->position, "loss", c->loss, "due", due, "reviews", c->reviews,
                      "lapses", c->lapses, "suspended", c->suspended));
        return;
    }
    printf("%6lld  %-10s  %d reviews, %d lapses  loss %.3f  %s, %s%s\n    %s\n",
           (long long)c->card, due, c->reviews, c->lapses, c->loss, c->kind, c->player,
           c->suspended ? ", suspended" : "", c->position);
}

static int list(desk *d, const cards_choice *choice, bool json)
{
    alea_error error = {0};
    printing p = {.json = json};
    if (cards_list(d, choice, print_card, &p, &error) != ALEA_OK)
        return place_failed(&error);
    if (choice->card && p.count == 0)
        return args_refuse("study cards", "there is no card %lld",
                           (long long)choice->card);
    if (!json) printf("%lld cards\n", (long long)p.count);
    return EXIT_DONE;
}

static int change(desk *d, const cards_choice *choice, cards_deed deed, int64_t *sum)
{
    alea_error error = {0};
    int64_t count;
    if (cards_change(d, choice, deed, &count, &error) != ALEA_OK)
        return place_failed(&error);
    *sum += count;
    return EXIT_DONE;
}

/* -1: list them; else what the options ask for; -2 after a message. */
static int deed_of(bool suspend, bool resume, bool remove, bool chosen)
{
    static const cards_deed deeds[] = {CARDS_SUSPEND, CARDS_RESUME, CARDS_REMOVE};
    const bool asked[] = {suspend, resume, remove};
    int deed = -1;
    for (int i = 0; i < 3; i++) {
        if (!asked[i]) continue;
        if (deed >= 0 || !chosen) {
            args_refuse("study cards", deed >= 0
                                           ? "one of --suspend, --resume, --remove"
                                           : "name cards, or --player NAME");
            return -2;
        }
        deed = (int)deeds[i];
    }
    return deed;
}

static int run(desk *d, cards_choice choice, int deed, int cards, char **card,
               bool json)
{
    static const char *const word[] = {"suspended", "resumed", "removed"};
    int status = EXIT_DONE;
    int64_t sum = 0;
    for (int i = 0; status == EXIT_DONE && (i < cards || i == 0); i++) {
        long long number = 0;
        if (cards > 0 && !args_integer(card[i], 1, INT64_MAX / 2, &number))
            return args_refuse("study cards", "\"%.40s\" is not the number of a card",
                               card[i]);
        choice.card = number;
        status = deed < 0 ? list(d, &choice, json)
                          : change(d, &choice, (cards_deed)deed, &sum);
    }
    if (status == EXIT_DONE && deed >= 0)
        printf("%lld cards %s\n", (long long)sum, word[deed]);
    return status;
}

int verb_cards(int argc, char **argv)
{
    const char *db = NULL;
    cards_choice choice = {0};
    bool suspend = false, resume = false, remove = false, json = false;
    const option_spec options[] = {
        PLACE_OPTION(db),
        TEXT_OPTION("player", 'p', "NAME",
                    "cards of this player's decisions (% = any text)", &choice.player),
        TEXT_OPTION("not-player", 0, "NAME", "cards of everybody else",
                    &choice.not_player),
        FLAG_OPTION("suspend", 0, "do not ask them any more", &suspend),
        FLAG_OPTION("resume", 0, "ask suspended ones again", &resume),
        FLAG_OPTION("remove", 0, "remove them with their reviews", &remove),
        FLAG_OPTION("json", 'j', "one JSON object per line", &json),
        {0}};
    const args_spec spec = {
        .operands = "[CARD...]",
        .about =
            "Lists the cards, or suspends, resumes or removes some. A card that was\n"
            "removed is made again by alea study train --make.\n"
            "  alea study cards --not-player Ann --remove",
        .options = options,
        .least = 0,
        .most = -1};
    int operands, status = args_parse(&spec, argc, argv, &operands);
    if (status != ARGS_RUN) return status;
    const int deed = deed_of(suspend, resume, remove,
                             operands > 0 || choice.player || choice.not_player);
    if (deed == -2) return EXIT_USAGE;
    desk d;
    status = place_open(&d, db, false);
    if (status == EXIT_DONE) status = run(&d, choice, deed, operands, argv + 1, json);
    desk_close(&d);
    return status;
}
