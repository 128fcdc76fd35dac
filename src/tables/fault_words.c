/* Codes and sentences of faults. */
#include <alea/tables.h>

#include <stddef.h>

typedef struct fault_words {
    const char *code, *text;
} fault_words;

static const fault_words words[] = {
    [ALEA_TABLES_LEGAL] = {"legal", "The turn is legal."},
    [ALEA_TABLES_FAULT_NO_MOVE] = {"no_move",
                                   "A move goes from a point to a lower one."},
    [ALEA_TABLES_FAULT_NO_CHECKER] = {"no_checker", "You have no checker there."},
    [ALEA_TABLES_FAULT_PINNED] = {"pinned", "This checker is pinned."},
    [ALEA_TABLES_FAULT_NO_DIE] = {"no_die", "No die is left that moves so far."},
    [ALEA_TABLES_FAULT_ENTER_FIRST] = {"enter_first",
                                       "Checkers off the board must enter first."},
    [ALEA_TABLES_FAULT_FROZEN] = {"start_frozen",
                                  "The checkers on the start point wait until all "
                                  "others have entered."},
    [ALEA_TABLES_FAULT_SECOND_HALF] = {"second_half",
                                       "No checker goes to the second half before all "
                                       "have entered."},
    [ALEA_TABLES_FAULT_CLOSED] = {"closed", "The opponent closes that point."},
    [ALEA_TABLES_FAULT_OWN] = {"own_checker", "Your own checker stands there."},
    [ALEA_TABLES_FAULT_NO_BEAROFF] = {"no_bear_off", "Nobody bears off in this game."},
    [ALEA_TABLES_FAULT_NOT_HOME] = {"not_home",
                                    "All checkers must be on points 6 to 1 first."},
    [ALEA_TABLES_FAULT_PIN_HOLDS] = {"pin_blocks_bearoff",
                                     "Nothing is borne off while a checker is pinned."},
    [ALEA_TABLES_FAULT_NOT_REARMOST] =
        {"not_rearmost", "The die must be played exactly or from the rearmost point."},
    [ALEA_TABLES_FAULT_HEAD] = {"head", "No further checker may leave the head."},
    [ALEA_TABLES_FAULT_RUNNER] = {"runner", "Only the runner may move as yet."},
    [ALEA_TABLES_FAULT_HITTER] =
        {"hit_and_run", "A checker that hit at home stays there for this turn."},
    [ALEA_TABLES_FAULT_PRIME] = {"prime",
                                 "That would hold points in a row that must not be "
                                 "held together."},
    [ALEA_TABLES_FAULT_ENDED] = {"ended", "The game has ended before this move."},
    [ALEA_TABLES_FAULT_GATE] = {"gate", "Every checker must stand on point 5 before it "
                                        "goes on."},
    [ALEA_TABLES_FAULT_TRAPPED] = {"trapped", "Your checker on point 4 must come out "
                                              "first."},
    [ALEA_TABLES_FAULT_WALL] = {"wall", "Three enemies in a row are not passed."},
    [ALEA_TABLES_FAULT_FORWARD] = {"forward", "A move forward is possible: only "
                                              "without one you move backward."},
    [ALEA_TABLES_FAULT_MORE_DICE] = {"more_dice", "More dice can be played."},
    [ALEA_TABLES_FAULT_HIGHER_DIE] = {"higher_die",
                                      "Only one die can be played: take the higher."},
    [ALEA_TABLES_FAULT_PRIME_END] = {"prime_end",
                                     "The turn ends with points in a row that must not "
                                     "be held together."},
    [ALEA_TABLES_FAULT_FULL_PRIME] = {"no_full_prime",
                                      "The turn ends with six points in a row that no "
                                      "enemy has passed; another does not."},
    [ALEA_TABLES_FAULT_UNBLOCK] = {"must_unblock", "You must open one of the six "
                                                   "points that hold the enemy."},
    [ALEA_TABLES_FAULT_ROOM] = {"give_room", "You must leave the opponent a move."},
};

enum { FAULTS = sizeof words / sizeof *words };

const char *alea_tables_fault_code(alea_tables_fault fault)
{
    return (unsigned)fault < FAULTS ? words[fault].code : "unknown";
}

const char *alea_tables_fault_text(alea_tables_fault fault)
{
    return (unsigned)fault < FAULTS ? words[fault].text : "This turn is not legal.";
}
