#include "book.h"

const book book_ocastudios = {
    .preset = ALEA_PRESET_OCASTUDIOS,
    .word = {"man", "men"},
    .about =
        {"Rulebook 004: the \"bronze\" print-and-play set by Ocastudios, a traditional "
         "European game with Indian origins; rules and design are in the public "
         "domain (more information: www.ocastudios.com/rights). It is distributed as "
         "a PDF that anyone can download, print and play.",
         "2 players, ages 8 and over; a game takes 30 minutes, learning it 30, "
         "assembling the set 10.",
         "Printing: not pages 1 and 2; both sides of the paper, even pages are the "
         "backs of odd ones. The set has the board, men, score pins, cubes, a box and "
         "a cup.",
         "The booklet calls the checkers \"men\" and a quarter of "
         "the board a \"board\"."},
    .rule =
        {
            [TOPIC_PARTS] =
                {"A board with marks for the set-up and dots for the score, "
                 "fifteen men for each player, two dice, a doubling cube, two "
                 "score pins, a cup.",
                 {"The cup is designed to hold the dice."}},
            [TOPIC_AIM] =
                {NULL,
                 {"Each player will try to move his men while blocking the opponent's "
                  "in order to be the first to remove his men from the board."}},
            [TOPIC_BOARD] =
                {NULL,
                 {"There are 24 markings called the points.",
                  "When multiple men (pieces) occupy the same point, they are placed "
                  "in a line.",
                  "The game is divided in four quadrants called boards, each composed "
                  "of six points."}},
            [TOPIC_SETUP] =
                {NULL,
                 {"Each player places one man on each mark of the board, as "
                  "shown in the image."}},
            [TOPIC_START] =
                {NULL,
                 {"Each player rolls one die and whoever rolls highest goes first.",
                  "They roll again if they got the same result.",
                  "The exception is that on the first turn, the beginning player must "
                  "use the results rolled to determine the players' order."}},
            [TOPIC_DIRECTION] =
                {NULL,
                 {"For each die, the player must move forward any man he chooses a "
                  "number of points equal to the result."}},
            [TOPIC_POINTS] =
                {NULL,
                 {"A player may move a man to a point if it is empty or if it is "
                  "occupied by men of his own."}},
            [TOPIC_DICE] =
                {NULL,
                 {"He may move the same man twice but each time is regarded as "
                  "a separate move."}},
            [TOPIC_DOUBLES] =
                {NULL,
                 {"If the player rolls a double (the two dice have the same result), "
                  "then he has four moves to play instead of two, each one consisting "
                  "of the number shown in the dice."}},
            [TOPIC_DUTY] =
                {NULL,
                 {"Moving is mandatory.",
                  "If a player may only move the result of one die but not both, he "
                  "must do so.",
                  "If he can only use either one or the other, but not both, he must "
                  "use the highest result (but if any move would make the other "
                  "possible, then he must move both).",
                  "If he can't move neither, then he passes his turn."}},
            [TOPIC_HITTING] =
                {NULL,
                 {"He can also do it if the point is occupied by a single opposing "
                  "man, what is called a 'hitting a blot'.",
                  "The blot (the opposing piece) is then removed from the point and "
                  "placed on the gray bar that divides the board."}},
            [TOPIC_ENTERING] =
                {NULL,
                 {"A man on the bar may re-enter the game through the opponent's "
                  "side of the board on a regular roll, so a roll of 1 could "
                  "take him to the first point and a 2 to the second point "
                  "from the end of the board.",
                  "if a player has men on the bar, he must move them into the game "
                  "first and may not move any other men until then"}},
            [TOPIC_BEARING_OFF] =
                {NULL,
                 {"When all of a player's men are in his home board, then he may start "
                  "'bearing them off', which means removing them from the game by "
                  "moving them to exactly one space beyond the final point.",
                  "To do it you must roll the exact number necessary to take a man to "
                  "the last point +1."}},
            [TOPIC_HIGH_DIE] =
                {NULL,
                 {"Alternatively a player may bear off the man farthest from the goal "
                  "by rolling any number greater than his men need to bear off."}},
            [TOPIC_WINNING] = {NULL,
                               {"When a player bears off all his men, he collects his "
                                "points, the game is reset and a new play begins."}},
            [TOPIC_GAMMON] =
                {NULL,
                 {"If a player bears off all of his men before the opponent manages to "
                  "bear any one of his, he has won a 'gammon', which means he earns "
                  "twice the score marked by the doubling cube."}},
            [TOPIC_BACKGAMMON] =
                {"A gammon counts three times if the loser has a man on the bar. A man "
                 "in the winner's home board alone is a gammon.",
                 {"If he wins a gammon while the opponent has men on the bar, it is a "
                  "'backgammon' and is worth three times the value on the cube."}},
            [TOPIC_SCORE] =
                {"A match to 13 points; --match N for another. The winner's "
                 "pin moves one dot to the right for each point; alea draws "
                 "the dots beside the board.",
                 {"Backgammon is usually played for a target score agreed by the "
                  "players (we recommend 13).",
                  "In this version, the dots on the board are used to keep the score "
                  "of each player, using the pyramid pins.",
                  "With each point a player may move his pin one dot to the right."}},
            [TOPIC_CUBE] =
                {"The cube lies in the middle with its 64 up and counts 1; alea draws "
                 "the 64 and writes the 1. The player about to roll may double, if he "
                 "has access to the cube.",
                 {"The doubling cube (the one with numbers) is placed in the middle of "
                  "the gray bar, marking '64'.",
                  "In this position it is worth '1'.",
                  "While the cube is \"centered on 1\" (which means, on the gray bar), "
                  "any player about to roll may raise the current stakes."}},
            [TOPIC_ANSWER] =
                {NULL,
                 {"The opponent must then 'take' the new stakes or 'drop' the game.",
                  "This means the game is now worth 2 points and only he can double "
                  "the stakes again."}},
            [TOPIC_REDOUBLE] =
                {NULL,
                 {"If he does raise the stakes and the opponent takes it, the cube "
                  "will be placed at his opponent's right side of the board, now "
                  "marking 4.",
                  "The stakes may be doubled indefinitely, even if the cube only marks "
                  "up to 64.",
                  "(if he had raised it to 8, for example, and the opponent dropped, "
                  "he would earn 4)"}},
            [TOPIC_STAKES] =
                {NULL,
                 {"When a player wins a game, he scores the number of points marked by "
                  "the doubling cube (but remember it is worth only 1 if in its "
                  "initial position, on the gray bar)."}},
            [TOPIC_OPTIONS] =
                {"By agreement. Automatic doubles: --option auto_doubles=null. "
                 "Beavers: --option beavers=1. The Jacoby rule: --option jacoby=true; "
                 "an automatic double satisfies it.",
                 {"If players roll double on the first roll, the stakes are "
                  "automatically doubled.",
                  "If a player doubles the stakes, the opponent may "
                  "choose to 'beaver', which means doubling it again while "
                  "still keeping the cube.",
                  "Gammons and Backgammons only count if the stakes have been doubled "
                  "at least once – which is called the 'Jacoby rule'."}},
        },
    .example =
        {
            {"You roll 6-1 with one man left, and the way of the 6 is blocked: the 1 "
             "makes the other move possible, so both must be played.",
             "10:1 | 4:2 24:2 16:2",
             {6, 1},
             {"10/3"},
             {NULL},
             "10/9",
             "Moving is mandatory, with both dice where that is possible."},
            {"A man is on the bar and you roll 1-2: the 1 takes him to the first point "
             "from the end of the board, the 2 to the second.",
             "25:1 8:3 6:5 | 19:5 17:3",
             {1, 2},
             {NULL},
             {"bar/24 8/6", "bar/23 6/5"},
             "8/6 6/5",
             "He must be moved into the game first."},
            {"Two men remain, 2 and 3 points away from the end, and you roll 5-1: the "
             "5 bears off the man 3 points away.",
             "3:1 2:1 | 24:2",
             {5, 1},
             {"3/off 2/1"},
             {NULL},
             "3/off 2/off",
             "Then the 1 moves the other man from 2 to 1."},
            {"You roll a double: four moves instead of two.",
             "start",
             {2, 2},
             {NULL},
             {"13/11(2) 6/4(2)"},
             "13/11(2)",
             "Each one of the number on the dice."},
        },
    .reading =
        {
            {"\"If he wins a gammon while the opponent has men on the bar, "
             "it is a 'backgammon'\"",
             "Played as written: the bar only. A man in the winner's home board alone "
             "is a gammon."},
            {"\"marking '64'. In this position it is worth '1'\"",
             "alea draws the 64 and writes the 1 beside it."},
            {"\"bear off the man farthest from the goal by rolling any number greater "
             "than his men need\"",
             "Only if no man is farther away than the die: the man farthest from the "
             "goal must need less."},
            {"\"If players roll double on the first roll\", without a limit",
             "--option auto_doubles=null: every tie of the roll-off doubles. The "
             "stakes are doubled and the roll-off is repeated."},
            {"Jacoby: \"if the stakes have been doubled at least once\"",
             "An automatic double counts as well as an accepted one."},
            {"The booklet does not say that a man hit while bearing "
             "off must come home again.",
             "He must: bearing off is allowed only \"When all of a player's men are in "
             "his home board\"."},
            {"\"only two men remain, one 2 points and the other 3 "
             "points away from the end\"",
             "The points 2 and 3: the man 3 points away leaves with a 3 or more."},
            {"\"64 4 16 16 2 32 8 8 2 4 64 32\" on the doubling cubes",
             "Each number stands there twice: two ordinary cubes of 2 4 8 16 32 64, "
             "whose nets lie side by side."},
            {"\"the 'Chouette' variant\", Tabula, 'Tavli', 'Tavla'",
             "Told as history (alea learn history), not rules of this booklet: it "
             "gives none."},
        },
};
