/* The games as values. */
#include <alea/tables_rules.h>

#include "base/error.h"
#include "base/text.h"

#include <string.h>

/* The two starts that most games have, by own point. */
#define STACK                                                                          \
    {                                                                                  \
        [24] = 15                                                                      \
    }
#define BACKGAMMON                                                                     \
    {                                                                                  \
        [24] = 2, [13] = 5, [8] = 3, [6] = 5                                           \
    }
#define PLAIN_DICE .path = 24, .dice = 2, .double_steps = 4, .higher_die = true
#define ENTERING                                                                       \
    .start = {[25] = 15}, .landing = ALEA_TABLES_HIT, .hit_and_run = true,             \
    .score = ALEA_TABLES_SCORE_ONE, .match_target = 5
#define PLAIN_SCORE .score = ALEA_TABLES_SCORE_ONE_TWO, .match_target = 5
#define PINS                                                                           \
    .landing = ALEA_TABLES_PIN, PLAIN_DICE, .hit_and_run = true,                       \
    .pin_blocks_bearoff = true
#define BLOCKS                                                                         \
    .relation = ALEA_TABLES_HALF_TURN, .start = STACK, .landing = ALEA_TABLES_BLOCK,   \
    PLAIN_DICE, .hit_and_run = true, .prime_test = ALEA_TABLES_EACH_STEP

static const alea_tables_rules games[] = {
    {.name = "portes",
     .start = BACKGAMMON,
     PLAIN_DICE,
     .hit_and_run = true,
     PLAIN_SCORE},
    {.name = "tavla", .start = BACKGAMMON, PLAIN_DICE, PLAIN_SCORE},
    {.name = "plakoto",
     .start = STACK,
     PINS,
     .mother = ALEA_TABLES_MOTHER_START_EMPTY,
     PLAIN_SCORE},
    {.name = "tapa",
     .start = STACK,
     PINS,
     .mother = ALEA_TABLES_MOTHER_START_EMPTY,
     PLAIN_SCORE},
    {.name = "mahbusa", .start = STACK, PINS, PLAIN_SCORE},
    {.name = "pingame",
     .start = {[24] = 13, [17] = 1, [15] = 1},
     PINS,
     .mother = ALEA_TABLES_MOTHER_START_EMPTY,
     PLAIN_SCORE},
    {.name = "fevga",
     BLOCKS,
     .runner = ALEA_TABLES_RUNNER_STRICT,
     .primes = ALEA_TABLES_OWN_START_SIX | ALEA_TABLES_MUST_UNBLOCK,
     PLAIN_SCORE},
    {.name = "moultezim",
     BLOCKS,
     .runner = ALEA_TABLES_RUNNER_STRICT,
     .primes = ALEA_TABLES_OPP_START_MAX4,
     PLAIN_SCORE},
    {.name = "tawla31",
     .relation = ALEA_TABLES_CONTRARY,
     .start = STACK,
     .landing = ALEA_TABLES_BLOCK,
     PLAIN_DICE,
     .hit_and_run = true,
     .runner = ALEA_TABLES_RUNNER_HOME,
     .prime_test = ALEA_TABLES_EACH_STEP,
     .score = ALEA_TABLES_SCORE_CHECKERS_LEFT,
     .match_target = 31},
    {.name = "nardi",
     BLOCKS,
     .head_limit = 1,
     .head_exception = ALEA_TABLES_HEAD_3_4_6,
     .primes = ALEA_TABLES_SIX_ONLY_IF_PASSED,
     .opening = ALEA_TABLES_OPENING_USE,
     PLAIN_SCORE},
    {.name = "gulbara",
     BLOCKS,
     .double_extra = ALEA_TABLES_EXTRA_CASCADE,
     .plain_turns = 3,
     .unplayed = ALEA_TABLES_UNPLAYED_TO_OPPONENT,
     PLAIN_SCORE},
    {.name = "aceydeucey",
     PLAIN_DICE,
     ENTERING,
     .entry = ALEA_TABLES_ENTER_HIT,
     .acey = true},
    {.name = "russian",
     .relation = ALEA_TABLES_SAME,
     PLAIN_DICE,
     ENTERING,
     .double_extra = ALEA_TABLES_EXTRA_COMPLEMENT,
     .throw_again = ALEA_TABLES_AGAIN_DOUBLE,
     .opening = ALEA_TABLES_OPENING_CHOICE},
    {.name = "tawula",
     .relation = ALEA_TABLES_HALF_TURN,
     .start = {[24] = 2, [25] = 13},
     PLAIN_DICE,
     .hit_and_run = true,
     .entry = ALEA_TABLES_ENTER_FREE,
     .entry_not_own = true,
     .start_frozen = true,
     .opening = ALEA_TABLES_OPENING_USE,
     .match_target = 5},
    {.name = "tabula",
     .relation = ALEA_TABLES_SAME,
     .path = 24,
     .dice = 3,
     .double_steps = 2,
     ENTERING,
     .entry = ALEA_TABLES_ENTER_HIT},
    {.name = "sugoroku",
     .start = BACKGAMMON,
     .path = 24,
     .dice = 2,
     .double_steps = 2,
     .hit_and_run = true,
     .bearoff = ALEA_TABLES_BEAROFF_NONE,
     .end = ALEA_TABLES_END_ALL_HOME,
     .close_out = true,
     .match_target = 5},
    {.name = "irish",
     .start = BACKGAMMON,
     .path = 24,
     .dice = 2,
     .double_steps = 2,
     .higher_die = true,
     .hit_and_run = true,
     .opening = ALEA_TABLES_OPENING_USE,
     .match_target = 5},
    /* Squares 1 to 14 of the path are the points 14 to 1; 5 to 12 are used by both. */
    {.name = "ur",
     .relation = ALEA_TABLES_SAME,
     .start = {[25] = 7},
     .shared = 0x7f8,                    /* 10..3 */
     .safe = 1 << 7,                     /* square 8 */
     .again = 1 << 11 | 1 << 7 | 1 << 1, /* squares 4, 8 and 14 */
     .path = 14,
     .single = true,
     .dice = 1,
     .double_steps = 2,
     .hit_and_run = true,
     .entry = ALEA_TABLES_ENTER_FREE,
     .bearoff = ALEA_TABLES_BEAROFF_EXACT,
     .bearoff_any_time = true,
     .match_target = 5},
    /* House h of the path is the point 31 - h. */
    {.name = "senet",
     .relation = ALEA_TABLES_SAME,
     .pieces = 7,
     .path = ALEA_TABLES_LONG,
     .single = true,
     .landing = ALEA_TABLES_SWAP,
     .dice = 1,
     .none_counts = 5,
     .again_on = 1 << 1 | 1 << 4 | 1 << 5,
     .move_back = true,
     .gate = 5,     /* house 26 */
     .trap = 4,     /* house 27 */
     .trap_to = 16, /* house 15 */
     .double_steps = 2,
     .hit_and_run = true,
     .bearoff = ALEA_TABLES_BEAROFF_LAST_ANY,
     .bearoff_any_time = true,
     .match_target = 5},
};

enum { GAMES = sizeof games / sizeof *games };

const char *alea_tables_game(int index)
{
    return index >= 0 && index < (int)GAMES ? games[index].name : NULL;
}

alea_status alea_tables_find(const char *name, alea_tables_rules *rules,
                             alea_error *error)
{
    char list[200];
    alea_text text = alea_text_in(list, sizeof list);
    for (int i = 0; i < (int)GAMES; i++) {
        if (strcmp(name, games[i].name) == 0) {
            *rules = games[i];
            return ALEA_OK;
        }
        if (i) alea_text_char(&text, ' ');
        alea_text_put(&text, games[i].name);
    }
    return alea_error_fill(error, ALEA_ERROR_ARGUMENT, 0, 0,
                           "unknown game \"%.20s\"; known: %s", name, list);
}
