#include "book.h"

const book book_vido = {
    .preset = ALEA_PRESET_VIDO,
    .word = {"checker", "checkers"},
    .about =
        {"Rulebook 000: the booklet of the VIDO set, collection 2021, for two players.",
         "Parts: one board, 30 checkers, 4 dice, 1 doubling cube.",
         "Two sizes of the set: a medium board with checkers of 29 mm and a large one "
         "with checkers of 44 mm."},
    .rule =
        {
            [TOPIC_PARTS] = {"One board, 30 checkers, four dice, one doubling cube.",
                             {"1 Game Board, 30 Checkers, 4 Dices, 1 Doubling Cube."}},
            [TOPIC_AIM] = {NULL,
                           {"Be the first player to move all of your checkers off the "
                            "game board."}},
            [TOPIC_BOARD] = {NULL,
                             {"The Game Board is divided into 4 sections that each "
                              "contains 6 triangular spaces, called points.",
                              "Notice the bar divides the Game Board in half."}},
            [TOPIC_SETUP] = {NULL,
                             {"Each player places 15 Checkers of the same color on the "
                              "Game Board as shown below."}},
            [TOPIC_START] =
                {NULL,
                 {"Each player rolls a single dice.",
                  "The Player who rolls the highest number moves his/her Checkers "
                  "according to the numbers showing on both of their dice."}},
            [TOPIC_DIRECTION] = {NULL,
                                 {"Always move the Checkers in the direction of your "
                                  "home board, as noted in the diagram."}},
            [TOPIC_POINTS] =
                {NULL,
                 {"A Checker can move to an open point, which is a point that is "
                  "occupied by any numbers of your own Checkers, or a point that is "
                  "not occupied by two or more of your opponent's Checkers."}},
            [TOPIC_DICE] =
                {NULL,
                 {"You can move a Checker the count of one dice and another Checker "
                  "the count of the other dice.",
                  "Or you can move one Checker the count of both dice, "
                  "only if the count of one of the dice could move your piece "
                  "to an available point."}},
            [TOPIC_DOUBLES] =
                {NULL,
                 {"For example, if you roll two 5s, use any combination of Checkers to "
                  "move a total of four 5s."}},
            [TOPIC_HITTING] = {NULL,
                               {"When you are able to land on a point that is occupied "
                                "by only one of the opponent's Checkers, "
                                "place the opponent Checker on the bar."}},
            [TOPIC_ENTERING] =
                {NULL,
                 {"Your opponent must now re-enter the Checker by way of your home "
                  "board before moving any other Checkers."}},
            [TOPIC_BEARING_OFF] =
                {NULL,
                 {"Once you have moved all 15 of your Checkers to your home board "
                  "begin moving them off the Game Board.",
                  "You must roll a number that matches the number of points needed to "
                  "remove a Checker from the Game Board."}},
            [TOPIC_HIGH_DIE] =
                {NULL,
                 {"If the die roll is higher than needed to remove a Checker from the "
                  "board, you may move a Checker from the highest numbered point."}},
            [TOPIC_HIT_LATE] =
                {NULL,
                 {"If one of your Checkers is hit while bearing off, it must re-enter "
                  "and travel back around the entire Game Board and reach your home "
                  "board again, before you can continue bearing off."}},
            [TOPIC_WINNING] = {NULL,
                               {"The first player to bear off all of his or her "
                                "Checkers wins the game."}},
            [TOPIC_GAMMON] =
                {"A game counts twice if the loser has borne off no checker, or has "
                 "one in an outer board, even if others are off.",
                 {"However if an opponent fails to bear off at least one checker from "
                  "his home board or is caught with one or more checkers still outside "
                  "his or her home board, in the outer board areas, the winner scores "
                  "a \"gammon\"."}},
            [TOPIC_BACKGAMMON] =
                {"A game counts three times if the loser has a checker in the winner's "
                 "home board or on the bar, even if others are off.",
                 {"If the winner has removed all his or her Checkers and his or her "
                  "opponent still has one or more Checkers in the winner's home board, "
                  "or on the bar, the winner scores a \"backgammon\", which is worth "
                  "triple the number of points or current wager."}},
            [TOPIC_SCORE] =
                {"A match to 7 points, the booklet's example; --match N for another.",
                 {"A gammon is worth twice the points or stakes being played for in "
                  "\"match play\" a series of games played at predefined stakes."}},
            [TOPIC_CUBE] =
                {"The cube starts in the middle. From the second turn of the game on, "
                 "before rolling, a player who has access to it may offer to play for "
                 "twice the stake.",
                 {"Anytime after the opening roll in match play and before "
                  "he or she rolls his or her dice, a player who believes he "
                  "or she has an advantageous position may offer his opponent "
                  "to play for twice the stakes.",
                  "The doubler takes the cube from the center of the tray and places "
                  "it in the middle of the board with the number 2 face up and says "
                  "\"I double\"."}},
            [TOPIC_ANSWER] =
                {"The opponent says \"take\" and owns the cube, or says \"I drop\" or "
                 "\"I pass\" and loses the game at the stake before. alea understands "
                 "these words.",
                 {"His or Her opponent agrees to play on by saying \"take\", lifting "
                  "the cube and placing it in the tray on his or her side of the board "
                  "with the 2 showing face up.",
                  "If the opponent refuses the cube, he or she says \"I "
                  "drop\" or \"I pass\" and the current game ends with the "
                  "doubler scoring the win."}},
            [TOPIC_REDOUBLE] =
                {"Only the owner may double again: 4, 8, up to 64, the last face of "
                 "the cube. A double that can win the doubler nothing more in the "
                 "match is allowed, with a warning.",
                 {"It has six sides individually marked with the numbers 2, 4, 8, 16, "
                  "32 and 64 (VIDO) on its faces.",
                  "But for example if the players are in a 7 point match there is no "
                  "need to double higher than 8"}},
            [TOPIC_STAKES] =
                {NULL,
                 {"When the cube has been used in a game that results in a gammon or "
                  "backgammon, the winner gets twice (gammon) or three times "
                  "(backgammon) common the number of points showing on the cube."}},
            [TOPIC_OPTIONS] = {"The booklet has no optional rules.", {NULL}},
        },
    .example =
        {
            {"You roll 4 and 5: move one checker 4 spaces and another 5, or one "
             "checker 9.",
             "start",
             {4, 5},
             {NULL},
             {"13/9 13/8", "13/4"},
             "24/14",
             "4 and 5 are two moves, of two checkers or of one."},
            {"Both points between are held: one checker cannot move 9 spaces.",
             "13:1 6:2 | 9:2 8:2 24:2",
             {4, 5},
             {NULL},
             {"6/2 6/1"},
             "13/4",
             "One of the points between must be open."},
            {"You roll two 5s: move a total of four 5s.",
             "start",
             {5, 5},
             {NULL},
             {"13/8(4)", "13/3(2)"},
             "13/8",
             "Doubles are played four times."},
            {"You roll a 3 and 6 with a checker on the bar; "
             "the sixth point is not open.",
             "25:1 13:2 8:2 6:3 | 19:2 1:2",
             {3, 6},
             {NULL},
             {"bar/22 13/7", "bar/16"},
             "bar/19",
             "Enter with the 3 on the third point, then move another checker 6 spaces "
             "(or the same one)."},
        },
    .reading =
        {
            {"\"If you roll Doubles, play the number shown on the dice twice.\"",
             "Four times: the next sentence counts \"a total of four 5s\"."},
            {"\"wishes to redouble his or her opponent in a later game\"",
             "Later in the same game: the cube goes back to the middle in every game."},
            {"\"It is used in a 1-point match or single game, unless one is playing "
             "for money.\"",
             "The cube is used in every match longer than one point, and for money: "
             "the booklet's own example is a match to 7 points. A 1-point match has no "
             "cube, because a double could win nothing. The sentence seems to have "
             "lost a \"not\"."},
            {"\"from his home board or is caught with one or more "
             "checkers still outside\"",
             "Played as written: a gammon also with some checkers off, if one is in an "
             "outer board. The standard game has no such gammon."},
            {"\"the winner scores a 'backgammon'\" with a checker in the winner's home "
             "board or on the bar",
             "Played as written, even if the loser has borne off checkers."},
            {"\"in a 7 point match there is no need to double higher than 8\"",
             "\"No need\" does not forbid: alea allows the double and warns. "
             "--option dead_cube=forbid refuses it."},
            {"\"the 7 cube may go up to 16, 32 or 64\"",
             "A misprint for \"the cube\": its limit is 64."},
            {"The booklet does not say what happens when the first two dice are equal.",
             "They are rolled again, as everywhere."},
            {"The booklet does not say whether both dice must be played.",
             "They must be if they can be, otherwise the higher: the standard rule."},
            {"\"Anytime after the opening roll\"",
             "The opening roll is the dice of the first turn, so the first double can "
             "be offered in the second turn."},
        },
    .advice =
        {"In a match to 7 points there is no need to double higher than 8; at 3-3, "
         "none to double higher than 4."},
};
