#include "words.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

typedef struct about_game {
    const char *name, *about, *source;
} about_game;

static const about_game games[] = {
    {"portes", "Portes, the Greek backgammon: no cube, no triple games.",
     "bkgm.com/variants/Portes.html; the custom of Greek tables (tavli)."},
    {"tavla", "Tavla, the Turkish backgammon.",
     "Turkish club rules (turkiyetavla.com); where a checker that hit "
     "may go on is uncertain."},
    {"plakoto", "Plakoto, Greece: a checker is pinned, not hit.",
     "bkgm.com/articles/Condos/Tavli; fibs.com (rules of plakoto)."},
    {"tapa", "Tapa, the plakoto of Bulgaria.", "backgammonmoments.com (2011)."},
    {"mahbusa", "Mahbusa, the plakoto of the Levant, without a mother.",
     "Rules as played in Jordan and Lebanon (bkgm.com, Mamoun)."},
    {"pingame", "The pin game: plakoto with two men advanced.",
     "bkgm.com/variants/PinGame.html."},
    {"fevga", "Fevga, Greece: one checker closes a point, a runner goes first.",
     "bkgm.com/articles/Condos/Tavli; brainking.com. The limits on walls differ from "
     "table to table."},
    {"moultezim", "Moultezim, the fevga of Turkey.",
     "gamerz.net; bkgm.com/variants (Moultezim)."},
    {"tawla31", "Tawla 31, Jordan: one point for each checker left.",
     "Rules as commonly played in Jordan; only one source."},
    {"nardi", "Long nardi, Russia and the Caucasus.",
     "Rules of the Russian Ministry of Sport (2024) and of the federations."},
    {"gulbara", "Gul bara, Bulgaria: a double runs on to 6-6.",
     "Several Bulgarian descriptions; what becomes of the rest of "
     "a cascade is uncertain."},
    {"aceydeucey", "Acey-deucey: 1-2 gives a double of one's choice.",
     "backgammonmoments.com (2006); bkgm.com/variants (American acey-deucey)."},
    {"russian", "Russian backgammon: both sides enter and run the same way.",
     "bkgm.com/variants/RussianBackgammon.html."},
    {"tawula", "Tawula, Turkey in the 19th century.", "bkgm.com/variants/Tawula.html."},
    {"tabula", "Tabula, the game of the emperor Zeno: a reconstruction.",
     "R. C. Bell's reconstruction; the epigram of Agathias (Greek Anthology 9.482) "
     "fits it. The ancient rules are lost."},
    {"sugoroku", "Ban-sugoroku, Japan.",
     "Fukushima museum; Ueda 1897 as quoted by 194.sugo-roku.com. The opening throw "
     "is uncertain."},
    {"irish", "Irish, England in the 17th century.",
     "Cotton, The Compleat Gamester; Willughby."},
    {"ur", "The Royal Game of Ur, Mesopotamia.",
     "I. Finkel (2007), from a Babylonian tablet of 177 BC; "
     "much of it is his reading."},
    {"senet", "Senet after Kendall, Egypt: a modern reconstruction.",
     "T. Kendall (1978) as the program Ludii gives his rules. No ancient rules are "
     "known: boards, pieces, sticks and pictures were found, and no text says how they "
     "moved. Kendall, Jequier, Piccione and Bell made four different games of them. "
     "Who begins, that a wrong throw brings a piece out of the water, and that it is "
     "then free to wait are our choices."},
};

typedef struct speaker {
    tables_words *tell;
    void *context;
} speaker;

__attribute__((format(printf, 2, 3))) static void say(const speaker *s,
                                                      const char *format, ...)
{
    char text[TABLES_WORDS_SIZE];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    s->tell(s->context, TABLES_SENTENCE, text);
}

/* The men begin alternately. */
static void say_alternate(const speaker *s, const alea_tables_rules *r)
{
    const int first = r->path - 2 * r->pieces + 1;
    say(s, "The rules of this game are guesses: the Egyptians left none. This is one "
           "reading among several.");
    say(s,
        "Each side has %d checkers, alternately on the points %d to %d; whoever begins "
        "has the one in front. Both sides go the same way, from %d down to 1 and off.",
        r->pieces, r->path, first, r->path);
}

static void say_start(const speaker *s, const alea_tables_rules *r)
{
    char text[TABLES_WORDS_SIZE];
    size_t n = 0;
    int all = 0;
    if (r->pieces) {
        say_alternate(s, r);
        return;
    }
    for (int point = ALEA_TABLES_BAR; point > 0; point--) {
        const int count = r->start[point];
        if (count == 0 || n >= sizeof text - 1) continue;
        all += count;
        if (point == ALEA_TABLES_BAR)
            n += (size_t)snprintf(text + n, sizeof text - n, "%s%d off the board",
                                  n ? ", " : "", count);
        else
            n += (size_t)snprintf(text + n, sizeof text - n, "%s%d on %d",
                                  n ? ", " : "", count, point);
    }
    say(s,
        "Each side has %d checkers: %s. Everybody counts his own way: from %d down "
        "to 1 "
        "and off.",
        all, text, r->path);
    say(s, "%s",
        r->shared
            ? "Both sides go the same way through the middle; the rest of the way "
              "is each side's own."
        : r->relation == ALEA_TABLES_CONTRARY ? "The two sides move against each other."
        : r->relation == ALEA_TABLES_HALF_TURN
            ? "Both sides move the same way round, from starts half a board apart."
            : "Both sides move the same way, from the same start.");
}

static void say_again(const speaker *s, const alea_tables_rules *r)
{
    char list[32];
    size_t n = 0;
    for (int d = 0; d <= 6; d++)
        if (r->again_on >> d & 1 && n < sizeof list)
            n += (size_t)snprintf(list + n, sizeof list - n, "%s%d",
                                  !n                       ? ""
                                  : r->again_on >> (d + 1) ? ", "
                                                           : " or ",
                                  d);
    say(s, "After a throw of %s the same player throws again%s.", list,
        r->trap ? ", unless a checker of his is in the water or came out of it" : "");
}

static void say_dice(const speaker *s, const alea_tables_rules *r)
{
    if (r->none_counts)
        say(s,
            "Four sticks have a marked side and a plain one. A throw counts the marked "
            "sides, and %d if there is none; one checker moves so far.",
            r->none_counts);
    else if (r->dice == 1)
        say(s, "Four dice count 0 or 1 each; a checker moves as "
               "many points as they show.");
    else if (r->dice == 3)
        say(s, "Three dice; each is a move. Equal dice are not doubled.");
    else
        say(s, "Two dice; each is a move. A double is %d moves of its number.",
            r->double_steps);
    if (r->double_extra == ALEA_TABLES_EXTRA_COMPLEMENT ||
        r->double_extra == ALEA_TABLES_EXTRA_COMPLEMENT_ENTERED)
        say(s,
            "After a double as many moves of the number under the dice follow (7 less "
            "the number)%s.",
            r->double_extra == ALEA_TABLES_EXTRA_COMPLEMENT
                ? ""
                : ", once all checkers have entered");
    if (r->double_extra == ALEA_TABLES_EXTRA_CASCADE)
        say(s,
            "From a player's turn %d on a double goes on with as many moves of each "
            "higher number, up to 6; what he cannot play %s.",
            r->plain_turns + 1,
            r->unplayed == ALEA_TABLES_UNPLAYED_LOST ? "is lost"
            : r->unplayed == ALEA_TABLES_UNPLAYED_TO_OPPONENT
                ? "the opponent plays"
                : "the opponent plays, if at least one move was made");
    if (r->throw_again == ALEA_TABLES_AGAIN_DOUBLE)
        say(s, "Whoever has played a double in full throws again.");
    if (r->acey)
        say(s, "After 1-2 a player names a double, plays it, and throws again.");
    if (r->again_on) say_again(s, r);
    if (r->move_back)
        say(s,
            "Whoever can move forward must; whoever cannot must move a checker "
            "backward by the throw, if one on %d or behind it can.",
            r->gate);
    else if (r->dice == 1)
        say(s, "Whoever can move must.");
    else
        say(s, "As many dice as possible are played%s.",
            r->higher_die ? "; if only one of two can be, then the higher" : "");
}

/* Places are changed; the houses at the end of the way. */
static void say_swap(const speaker *s, const alea_tables_rules *r)
{
    say(s,
        "A checker that lands on a lone enemy changes places with it. Two or more of "
        "a side next to each other are safe, and no two stand on one point.");
    if (r->wall)
        say(s, "%d enemies in a row are not passed, forward or backward.", r->wall);
    say(s, "Every checker must stand on %d, the house of beauty, before it goes on.",
        r->gate);
    say(s,
        "%d is the water. Who stands there moves that checker alone: a throw of %d "
        "takes it off, any other to %d, the house of rebirth, if nobody is there. "
        "Nobody lands on it while it is taken.",
        r->trap, r->trap, r->trap_to);
    say(s,
        "From %d to 1 a checker leaves the board only. An enemy who is struck there "
        "falls into the water; while that is taken he is safe.",
        r->trap - 1);
}

static void say_landing(const speaker *s, const alea_tables_rules *r)
{
    if (r->landing == ALEA_TABLES_SWAP)
        say_swap(s, r);
    else if (r->single)
        say(s,
            "No two checkers of a side stand together. One of the enemy's is hit by a "
            "landing, and begins its way again from outside the board.");
    else if (r->landing == ALEA_TABLES_HIT)
        say(s,
            "Two checkers close a point. A single one is hit, and begins its way again "
            "from outside the board.");
    else if (r->landing == ALEA_TABLES_PIN)
        say(s, "Two checkers close a point. A single one is pinned by a checker that "
               "lands on it: it cannot move until that one leaves.");
    else
        say(s, "One checker closes a point; nothing is hit.");
    if (r->shared)
        say(s, "Only the points in the middle, 10 to 3, are used by both sides.");
    if (r->safe) say(s, "On the point 7 a checker is safe.");
    if (r->again) say(s, "A landing on 11, 7 or 1 gives another throw.");
    if (!r->hit_and_run)
        say(s,
            "At home, a point where a checker was hit keeps one checker for the turn.");
    if (r->mother != ALEA_TABLES_MOTHER_NONE)
        say(s,
            "The last checker on its start is the mother: pinned, it loses two "
            "points%s. If both are pinned the game is a draw.",
            r->mother == ALEA_TABLES_MOTHER_IMMEDIATE
                ? " at once"
                : " if the other's start is empty");
    if (r->pin_blocks_bearoff)
        say(s, "Nobody bears off while a checker of his is pinned.");
}

static void say_limits(const speaker *s, const alea_tables_rules *r)
{
    static const struct {
        unsigned bit;
        const char *text;
    } limits[] = {
        {ALEA_TABLES_OWN_START_SIX, "Never hold all six points 24 to 19."},
        {ALEA_TABLES_MUST_UNBLOCK,
         "If all enemy checkers stand directly behind six points of yours in a row, "
         "open one of the six, if you can with as many dice."},
        {ALEA_TABLES_SIX_ONLY_IF_PASSED,
         "Six points in a row are held only once an enemy checker has passed them."},
        {ALEA_TABLES_OPP_START_SIX, "Never hold all six points 12 to 7."},
        {ALEA_TABLES_OPP_START_MAX4, "Hold at most four of the points 12 to 7."},
        {ALEA_TABLES_FRONT_OF_START,
         "Do not hold all of 11 to 6 while the enemy has checkers on his start."},
        {ALEA_TABLES_GIVE_ROOM, "Leave the opponent a move with some die, if you can."},
        {ALEA_TABLES_NO_FULL_PRIME,
         "End no turn with six points in a row that no enemy has passed, if another "
         "play avoids it."},
    };
    if (r->runner != ALEA_TABLES_RUNNER_NONE)
        say(s,
            "First one checker alone runs, until it has reached %s; then the others "
            "may move.",
            r->runner == ALEA_TABLES_RUNNER_STRICT  ? "11"
            : r->runner == ALEA_TABLES_RUNNER_REACH ? "12"
                                                    : "home (6)");
    if (r->head_limit > 0)
        say(s, "The checkers on 24 are the head: %d a turn may leave it%s.",
            r->head_limit,
            r->head_exception == ALEA_TABLES_HEAD_NONE ? ""
            : r->head_exception == ALEA_TABLES_HEAD_ANY
                ? ", two with a double on the first turn"
            : r->head_exception == ALEA_TABLES_HEAD_3_4
                ? ", two with 3-3 or 4-4 on the first turn"
                : ", two with 3-3, 4-4 or 6-6 on the first turn");
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
        if (r->primes & limits[i].bit) say(s, "%s", limits[i].text);
}

static void say_entry(const speaker *s, const alea_tables_rules *r)
{
    if (r->start[ALEA_TABLES_BAR] == 0 && r->landing != ALEA_TABLES_HIT) return;
    say(s, "%s",
        r->entry == ALEA_TABLES_ENTER_ALL
            ? "A checker off the board enters before any other moves."
        : r->entry == ALEA_TABLES_ENTER_HIT
            ? "A checker that was hit enters before any other moves; those that "
              "have not begun may wait."
            : "A checker off the board may wait.");
    if (r->entry_not_own)
        say(s, "No checker enters on a point that holds own checkers.");
    if (r->start_frozen)
        say(s, "Those on 24 do not move before all others have entered.");
    if (r->second_half) say(s, "Nobody passes 13 before all have entered.");
}

static void say_end(const speaker *s, const alea_tables_rules *r)
{
    if (r->end == ALEA_TABLES_END_ALL_HOME)
        say(s, "Whoever has all checkers on 6 to 1 first has won; nobody bears off.");
    else
        say(s,
            "%s, %s bears off a checker from its point%s. Whoever has borne off all "
            "of them first has won.",
            r->bearoff_any_time ? "At the end of the way"
                                : "With all checkers on 6 to 1",
            r->dice == 1 ? "a throw" : "a die",
            r->bearoff == ALEA_TABLES_BEAROFF_LAST_ANY
                ? "; only the exact number does, but any from 1"
            : r->bearoff == ALEA_TABLES_BEAROFF_EXACT
                ? "; only the exact number does"
                : ", or from the rearmost one, if it is higher than that");
    if (r->close_out)
        say(s, "All six home points closed with an enemy checker outside "
               "win at once, two points.");
    if (r->last_turn)
        say(s, "The second player has one more turn; a draw if he ends too.");
    say(s, "%s",
        r->score == ALEA_TABLES_SCORE_ONE ? "A game counts one point."
        : r->score == ALEA_TABLES_SCORE_ONE_TWO
            ? "A game counts one point, two if the loser has borne off none."
        : r->score == ALEA_TABLES_SCORE_CHECKERS_LEFT
            ? "A game counts one point for each checker that the loser has left."
            : "A game counts one point, two if the loser has borne off none, three "
              "if he also has one on 19 to 25.");
    say(s, "%s The match goes to %d.",
        r->pieces ? "Each side throws the sticks once: the higher throw begins, with a "
                    "new one."
        : r->dice == 1 ? "Each side throws the dice once: the higher throw begins, "
                         "with a "
                         "new one."
        : r->opening == ALEA_TABLES_OPENING_REROLL
            ? "Each side throws one die: the higher begins, with a new throw."
        : r->opening == ALEA_TABLES_OPENING_USE
            ? "Each side throws one die: the higher begins and plays both."
            : "Each side throws one die: the higher begins, "
              "and plays both or throws anew.",
        r->match_target);
}

static const about_game *about_of(const alea_tables_rules *rules)
{
    for (size_t i = 0; i < sizeof games / sizeof *games; i++)
        if (strcmp(games[i].name, rules->name) == 0) return &games[i];
    return NULL;
}

void tables_words_say(const alea_tables_rules *rules, tables_words *tell, void *context)
{
    const speaker s = {tell, context};
    const about_game *about = about_of(rules);
    tell(context, TABLES_TITLE, about ? about->about : rules->name);
    say_start(&s, rules);
    say_dice(&s, rules);
    say_landing(&s, rules);
    say_limits(&s, rules);
    say_entry(&s, rules);
    say_end(&s, rules);
    if (about) tell(context, TABLES_SOURCE, about->source);
}
