#include "lessons.h"

#include <stddef.h>

static const term terms[] = {
    {"anchor", "a point that you hold in the opponent's home board"},
    {"automatic double", "a tie of the first roll that doubles the cube in the middle"},
    {"back game", "holding two points in the opponent's home board, far behind in the "
                  "race, and waiting for a late shot (rulebook 001: triple games "
                  "\"severely penalize\" it)"},
    {"backgammon", "a game that counts three times; also called a triple game"},
    {"bar", "the middle bar of the board, where hit checkers wait (gray bar in 004)"},
    {"bear off", "to take a checker off the board from the home board"},
    {"beaver", "to be doubled and redouble at once, keeping the cube"},
    {"bet", "rulebook 002: the double that is offered"},
    {"blocked", "a point with two or more of the opponent's checkers"},
    {"blot", "a checker alone on a point"},
    {"board", "also: one of the four quarters of six points (004)"},
    {"chouette",
     "a game of one player against a team, of the early 20th century (004)"},
    {"closed board", "all six points of a home board held by one side"},
    {"cocked dice",
     "dice that do not lie flat on the right half of the board; they are "
     "rolled again"},
    {"coup classique",
     "to hit the last blots of an opponent who is bearing off, from the "
     "bar or from his home board, when one is far behind (001)"},
    {"Crawford game",
     "the first game in which somebody needs one more point: no doubling; "
     "tournaments only"},
    {"cube",
     "the doubling cube, doubling die (002) or doubling block (001): what the game "
     "is worth"},
    {"dots",
     "rulebook 004: the marks under the home boards on which the score is kept"},
    {"double", "to offer to play for twice the stake; also: two equal dice (doubles)"},
    {"drop", "to refuse a double and lose the game at the stake before; also: pass, "
             "refuse, decline, reject, forfeit"},
    {"enter",
     "to bring a checker from the bar into the opponent's home board (re-enter)"},
    {"gammon", "a game that counts twice; also called a double game"},
    {"hit", "to land on a blot and send it to the bar"},
    {"home board", "your points 1 to 6; home court (001), home or inner table (002)"},
    {"Jacoby rule", "gammons and backgammons count only if the stake has been doubled"},
    {"loser pays",
     "rulebook 001: the winner's score stands still, the loser's goes down"},
    {"man", "rulebooks 001 and 004: a checker"},
    {"outer board", "your points 7 to 12; the opponent's are your 13 to 18"},
    {"pin", "rulebook 004: the score pin, which moves one dot for each point won"},
    {"pip", "one point of movement; also a dot of a die"},
    {"point", "one of the 24 triangles; also what a match is counted in"},
    {"prime", "several points in a row held by one side; six cannot be passed"},
    {"raccoon", "the redouble that answers a beaver"},
    {"redouble", "a double by the owner of the cube"},
    {"resign", "to give a game up as a single game, a gammon or a backgammon"},
    {"roll-off", "the first roll: one die each, the higher begins with both"},
    {"stake", "what one point is worth; raised by the cube"},
    {"stone", "rulebook 002: a checker"},
    {"take", "to accept a double and own the cube"},
    {"tray", "rulebook 000: the place at the side of the board where the cube lies"},
    {"tumbler", "rulebook 001: the cup from which dice are rolled"},
};

const term *term_at(int index)
{
    return index >= 0 && index < (int)(sizeof terms / sizeof *terms) ? &terms[index]
                                                                     : NULL;
}
