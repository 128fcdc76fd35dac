#include "book.h"

const book book_portfolio = {
    .preset = ALEA_PRESET_PORTFOLIO,
    .word = {"stone", "stones"},
    .about =
        {"Rulebook 002: the leaflet of the Portfolio Game.",
         "Parts: 30 pieces, 15 silver and 15 gold, a doubling die, dice and a board.",
         "The leaflet calls the checkers \"stones\"; the home board is the \"home "
         "table\" or \"inner table\"."},
    .rule =
        {
            [TOPIC_PARTS] =
                {"30 stones, 15 silver and 15 gold, a doubling die, dice and "
                 "the board. The players choose their colour.",
                 {"30 game pieces (15 silver, 15 gold), doubling "
                  "die, dice, and game board"}},
            [TOPIC_AIM] =
                {NULL,
                 {"Be the first player to move all your stones around the points on "
                  "the game board to your home table (your inner table) and “bear them "
                  "off” (remove them from the game board)."}},
            [TOPIC_SETUP] =
                {NULL,
                 {"Players choose to use the silver or gold game pieces and "
                  "then set up the game board as shown below."}},
            [TOPIC_START] =
                {NULL,
                 {"Each player rolls a die to determine who has the first move, ties "
                  "are rerolled.",
                  "The player with the highest number will begin the game "
                  "by using the two high numbers of the dice that were just cast "
                  "by himself and his opponent."}},
            [TOPIC_DIRECTION] =
                {NULL,
                 {"In general, a player moves the stones one at a time along the "
                  "points in a loop that extends from his opponent's 1-point to his "
                  "own 1-point.",
                  "The opponent's stones travel in the opposite direction."}},
            [TOPIC_POINTS] =
                {NULL,
                 {"There is no limit to the number of stones of same player that may "
                  "rest on one point.",
                  "A point housing two or more stones of the same player is BLOCKED "
                  "against an opponent, and his stones may not land on that point, "
                  "although it may be jumped."}},
            [TOPIC_DICE] =
                {NULL,
                 {"A player can move two stones, one for each die, or a single "
                  "piece twice, once for each die."}},
            [TOPIC_DOUBLES] = {NULL,
                               {"If a player rolls doubles, they are doubled again."}},
            [TOPIC_DUTY] =
                {"Both dice, or, by choice, the higher die alone where it can be "
                 "played first. A double has no higher die: as many of its four moves "
                 "as possible are played. A player who cannot move loses the move.",
                 {"A player can choose to use only one die, but it must be the highest "
                  "count die.",
                  "When a player cannot move because of blocked "
                  "points he loses the move."}},
            [TOPIC_HITTING] =
                {NULL,
                 {"A single stone resting on a point is a BLOT; an opponent may land "
                  "on the point and HIT the blot, which sends it to the bar at the "
                  "center of the board.",
                  "Two or more blots may be hit in one play."}},
            [TOPIC_ENTERING] =
                {NULL,
                 {"This stone on the Bar must reenter his opponent's inner table "
                  "before making another move.",
                  "He cannot enter on a blocked point."}},
            [TOPIC_BEARING_OFF] =
                {NULL,
                 {"When either player succeeds in moving all of his stones around the "
                  "board to his inner table, he starts to “bear off” (remove) stones "
                  "from points corresponding to the dice thrown.",
                  "The player can either move a stone within his inner table or bear "
                  "it off."}},
            [TOPIC_HIGH_DIE] =
                {NULL,
                 {"When casting a number higher than any point covered, a stone from "
                  "the highest point may bear off, but he cannot bear off a stone if "
                  "the point indicated is vacant and there is a stone on a higher "
                  "counting point."}},
            [TOPIC_HIT_LATE] =
                {NULL,
                 {"If, while bearing off, a token is HIT, the player's stone goes to "
                  "the Bar and must reenter in the usual way.",
                  "This stone must travel all around the board to his inner table "
                  "again before more stones can be moved or taken off."}},
            [TOPIC_WINNING] =
                {NULL,
                 {"The winner of the game is the first player to remove all "
                  "their stones from the board."}},
            [TOPIC_GAMMON] =
                {NULL,
                 {"If the loser has not borne off any of their stones, it is called a "
                  "GAMMON and the stakes of the game are doubled."}},
            [TOPIC_BACKGAMMON] =
                {"The game counts three times if the loser has a stone in the winner's "
                 "home table, even if others are off. A stone on the bar "
                 "alone is no backgammon.",
                 {"If the loser still has stones on the winner's home table, it is "
                  "called a BACKGAMMON and the game stakes triple."}},
            [TOPIC_SCORE] =
                {"A match to 20 points; --match 50 or more as the players wish. "
                 "Without the cube play to 10: --option cube=false --match 10.",
                 {"Usually, several games are played, with the winner of each "
                  "game earning points—the first to reach a score of 10 "
                  "points wins the match.",
                  "therefore, games are played to 20 or 50 or more points"}},
            [TOPIC_CUBE] =
                {"The doubling die lies in the middle with its 64 up and counts 1; "
                 "alea draws the 64 and writes the 1. At any time of the game, also on "
                 "the opponent's turn and with dice on the board, a player who has "
                 "access to it may turn it.",
                 {"At the beginning of the game the doubling die is neutral and is "
                  "placed face up on the 64.",
                  "At any time during the game a player can turn it so that the 2 is "
                  "face up and offer it as a “bet” to his opponent, raising the stakes "
                  "of the game."}},
            [TOPIC_ANSWER] =
                {NULL,
                 {"If the bet is accepted by the opponent, the game is now worth 2 "
                  "points to the winner (instead of the standard 1 point).",
                  "If the opponent rejects the bet, he forfeits the game and his "
                  "opponent earns 1 point."}},
            [TOPIC_REDOUBLE] =
                {NULL,
                 {"If the opponent accepted the bet, he now has the right to double "
                  "the bet to a 4 later in the game and in turn, the opponent must "
                  "choose to accept or forfeit.",
                  "This scenario may continue indefinitely but there are usually not "
                  "more than four or five in any game."}},
            [TOPIC_STAKES] = {NULL, {"This includes stakes raised by doubling."}},
            [TOPIC_OPTIONS] = {"The leaflet has no optional rules.", {NULL}},
        },
    .example =
        {
            {"You roll 5-5: four separate moves.",
             "start",
             {5, 5},
             {NULL},
             {"13/8(2) 8/3(2)"},
             "13/8",
             "A 5-5 becomes a 5-5-5-5."},
            {"You roll 6-1. Use only one die: the highest.",
             "start",
             {6, 1},
             {"13/7", "24/18"},
             {NULL},
             "24/23",
             "The 6 alone is a play under this leaflet; the 1 alone is none."},
            {"All your stones are home and you roll 1-2: take off two stones, or move "
             "one from 6 to 3.",
             "6:2 5:1 4:1 2:2 1:2 | 24:2 23:2",
             {1, 2},
             {"2/off 1/off", "6/3"},
             {NULL},
             "6/off",
             "A die takes a stone off, or moves one within the inner table."},
            {"You roll 6-4. The 6 is higher than any point covered; the 4 point is "
             "vacant and there is a stone on the 5 point.",
             "5:2 3:2 2:2 | 24:2 23:2",
             {6, 4},
             {"5/off 5/1", "5/off"},
             {NULL},
             "5/off 3/off",
             "The 6 bears off from the highest point; the 4 must move."},
        },
    .reading =
        {
            {"\"A player can choose to use only one die, but it must be the highest "
             "count die.\"",
             "Played as written: the higher die alone is a play, wherever it can be "
             "played first. The lower die alone is one only if the higher cannot be "
             "played at all. No other booklet allows this."},
            {"The one-die sentence and doubles",
             "A double has no highest die, so all four moves are played if they can "
             "be: \"a 5-5 becomes a 5-5-5-5\"."},
            {"\"A stone on the Bar must start over on his opponent's 1-point.\"",
             "The stone enters on the point that a die shows, not always on the 1 "
             "point: the next sentences have it \"reenter his opponent's inner table\" "
             "and not \"on a blocked point\", which would make no sense for one fixed "
             "point. The sentence describes where its way begins."},
            {"\"before more stones can be moved or taken off\"",
             "Bearing off waits for the stone that was hit; other stones may move "
             "once it has entered. Read word for word no other stone could move until "
             "it is home, although the same sentence has it reenter \"in the usual "
             "way\", after which the leaflet asks only that it enter \"before "
             "making another move\"."},
            {"\"move a stone from the 3-point to the 6-point\"",
             "From the 6 point to the 3 point: stones never move back."},
            {"\"the first to reach a score of 10 points\" against \"20 "
             "or 50 or more points\"",
             "10 without the doubling die, 20 with it; the preset has it."},
            {"\"placed face up on the 64\"",
             "It counts 1, because the first turn shows the 2. alea draws the 64 and "
             "writes the 1."},
            {"\"At any time during the game a player can turn it\"",
             "Played as written, by either player who has access: on turn or not, "
             "before the roll or with the dice on the board."},
            {"\"If the loser still has stones on the winner's home table\"",
             "Played as written: others may be off, and the bar does not count."},
            {"\"using the two high numbers of the dice\"",
             "The two numbers that the players rolled, whatever they are."},
        },
    .advice = {"There are usually not more than four or five doubles in any game."},
};
