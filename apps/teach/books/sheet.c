#include "book.h"

const book book_sheet = {
    .preset = ALEA_PRESET_SHEET,
    .word = {"checker", "checkers"},
    .about = {"Rulebook 003: a rules sheet of one page with figures, for two players.",
              "Its figures come from bkgm.com (Backgammon Galore), which it names as "
              "their source: set-up, doubling cube, entering, bearing off."},
    .rule =
        {
            [TOPIC_PARTS] =
                {"A board, fifteen checkers for each player, and for each a "
                 "pair of dice and a dice cup. A cube if there are stakes; "
                 "alea has it in play unless --option cube=false.",
                 {"Both Players should have a pair of dice and a dice cup.",
                  "If the game has stakes, a doubling cube may be in play."}},
            [TOPIC_AIM] =
                {NULL,
                 {"The object of the game is move all your checkers into your own home "
                  "board and then bear them off."}},
            [TOPIC_BOARD] =
                {NULL,
                 {"Each triangle is a \"point\", numbered from each player's "
                  "home board."}},
            [TOPIC_SETUP] =
                {NULL,
                 {"The pieces should initially be set up as is displayed on "
                  "the right."}},
            [TOPIC_DIRECTION] = {NULL,
                                 {"The checkers are always moved forward, to a "
                                  "lower-numbered point."}},
            [TOPIC_POINTS] =
                {NULL,
                 {"A checker may be moved only to an open point, one that is not "
                  "occupied by two or more opposing checkers."}},
            [TOPIC_DICE] =
                {NULL,
                 {"The roll of the dice indicates how many points, or pips, the player "
                  "is to move his checkers.",
                  "The numbers on the two dice constitute separate moves."}},
            [TOPIC_DOUBLES] =
                {NULL, {"A player who rolls doubles plays that number 4 times."}},
            [TOPIC_DUTY] =
                {NULL,
                 {"A player must use all their available moves if possible.",
                  "If either number can be played, but not both, they must use "
                  "the higher number."}},
            [TOPIC_HITTING] =
                {NULL,
                 {"A point occupied by a single checker of either "
                  "colour is called a blot.",
                  "If an opposing checker lands on a blot, the blot is hit and placed "
                  "on the bar."}},
            [TOPIC_ENTERING] =
                {NULL,
                 {"A checker is returned by moving it to an open point corresponding "
                  "to one of the numbers on the rolled dice.",
                  "If neither of the points is open, the player loses their turn."}},
            [TOPIC_BEARING_OFF] =
                {NULL,
                 {"Once a player has moved all of their fifteen checkers into their "
                  "home board, they may commence bearing off.",
                  "A checker can be removed if a number is rolled that matches the "
                  "point that it is on."}},
            [TOPIC_HIGH_DIE] =
                {"If the point of a die is empty, a checker from a higher point must "
                 "move. If there is none, the die takes off a checker from any lower "
                 "point, by the player's choice.",
                 {"If there is no checker on the point the corresponds with a roll, "
                  "the player must make a move with a checker on a higher point.",
                  "If there is no checker on higher point, the player must remove a "
                  "checker on a lower point."}},
            [TOPIC_HIT_LATE] = {NULL,
                                {"A Player may only bear off if they have all their "
                                 "checkers in the home board"}},
            [TOPIC_WINNING] =
                {NULL,
                 {"The first player to bear off all of their checkers wins "
                  "the game.",
                  "if the losing player has borne off at least one checker, "
                  "he loses only the value showing on the doubling cube"}},
            [TOPIC_GAMMON] =
                {NULL,
                 {"if the loser has not borne off any of his checkers, he is gammoned "
                  "and loses twice the value of the doubling cube"}},
            [TOPIC_BACKGAMMON] =
                {NULL,
                 {"if the loser has not borne off any of his checkers and still has a "
                  "checker on the bar or in the winner's home board, he is "
                  "backgammoned and loses three times the value of the doubling cube"}},
            [TOPIC_SCORE] =
                {"Played for a stake for each point: what the winner gains the loser "
                 "pays. There is no end to the games; --match N sets one.",
                 {"Backgammon can be played for an agreed stake per point.",
                  "Each game starts at one point."}},
            [TOPIC_CUBE] =
                {NULL,
                 {"During the course of the game, a player who feels they has a "
                  "sufficient advantage may propose doubling the stakes.",
                  "They may do this only at the start of their own turn and before "
                  "they have rolled the dice."}},
            [TOPIC_ANSWER] =
                {NULL,
                 {"A player who is offered a double may refuse, in which case they "
                  "concede the game and pay one point.",
                  "Otherwise, they must accept the double and play on for the new "
                  "higher stakes."}},
            [TOPIC_REDOUBLE] =
                {NULL,
                 {"A player who accepts a double becomes the owner of the cube and "
                  "only they may make the next double.",
                  "If a player refuses a redouble, they must pay points equal to the "
                  "current stakes.",
                  "There is no limit to the number of redoubles in a game."}},
            [TOPIC_OPTIONS] = {"The sheet has no optional rules.", {NULL}},
        },
    .example =
        {
            {"You roll 5 and 3: one checker five spaces and another, "
             "or the same one, three.",
             "start",
             {5, 3},
             {NULL},
             {"13/8 13/10", "13/5"},
             "6/1 6/2",
             "The numbers on the two dice are separate moves."},
            {"You roll 6 and 6: four sixes.",
             "start",
             {6, 6},
             {NULL},
             {"24/18(2) 13/7(2)"},
             "24/18",
             "Doubles are played four times."},
            {"A checker is on the bar and you roll 6 and 4; the six point is not open: "
             "enter on the four point, then play the 6.",
             "25:1 13:3 8:3 6:5 | 19:3 17:2 12:5 1:2",
             {6, 4},
             {NULL},
             {"bar/21 13/7"},
             "bar/19 13/9",
             "Only the 4 enters."},
            {"All your checkers are home and you roll 6 and 4: bear off two.",
             "6:3 5:3 4:3 3:2 2:2 1:2 | 24:1 23:2",
             {6, 4},
             {"6/off 4/off"},
             {NULL},
             "6/off 5/off",
             "One from the point of each die."},
            {"You roll 6-5 with nothing on the points 4, 5, 6: each die removes a "
             "checker from any lower point.",
             "3:2 2:2 1:2 | 24:2",
             {6, 5},
             {NULL},
             {"3/off(2)", "2/off 1/off"},
             "3/1 2/off",
             "The sheet does not say \"the highest\", so it is the player's choice."},
        },
    .reading =
        {
            {"\"If there is no checker on higher point, the player must remove a "
             "checker on a lower point.\"",
             "Played as written: any lower checker, not only the rearmost. "
             "--option bearoff_high=highest for the usual rule."},
            {"The sheet does not say who begins.",
             "Each player rolls one die, the higher one begins with both dice, equal "
             "dice are rolled again: the standard rule."},
            {"\"If the game has stakes, a doubling cube may be in play.\"",
             "The preset has the cube in play; --option cube=false plays without."},
            {"\"they must pay points equal to the current stakes\"",
             "The stakes before the redouble, because the redouble was refused."},
            {"The sheet has no rule for the score of a match.",
             "Play for a stake: the loser pays what the winner gains."},
            {"\"he loses only the value showing on the doubling cube\"",
             "1 while the cube is in the middle, whatever face is up."},
        },
};
