#include "lessons.h"

#include <stddef.h>
#include <strings.h>

static const lesson lessons[] = {
    {"aim",
     "The aim of the game",
     {"Backgammon is a race between two players with fifteen checkers each.",
      "Your checkers travel once round the board into your home board, the quarter at "
      "the lower right. When all of them are there you take them off. Whoever has "
      "taken off the last one first wins.",
      "Two dice say how far you may go. The opponent's checkers come the other way, so "
      "you can block and hit each other."},
     {{"Here the race is nearly over: you have two checkers left and rolled 2-1. Take "
       "them off: 2/off 1/off.",
       "2:1 1:1 | 24:1",
       {2, 1},
       {"2/off 1/off"},
       {NULL},
       NULL,
       "Both are off: you have won."}},
     {{0}}},
    {"setup",
     "The board and setting up",
     {"The 24 triangles are the points. You count them from your own home: 1 to 6 are "
      "your home board, 7 to 12 your outer board, 13 to 18 the opponent's outer board, "
      "19 to 24 the opponent's home board.",
      "The opponent counts from his own home: your 24 point is his 1 point.",
      "You begin with two checkers on 24, five on 13, three on 8 and five on 6. The "
      "opponent has the same, seen from his side. The bar in the middle is empty."},
     {{0}},
     {{"How many checkers do you have on the 6 point at the start?", "start", "5",
       "Five on 6, three on 8, five on 13, two on 24: fifteen."},
      {"On which of your points do the opponent's two rearmost checkers stand?",
       "start", "1", "His 24 point is your 1 point."}}},
    {"direction",
     "Which way to move",
     {"Your checkers move from higher to lower numbers, from the 24 point to the 1 "
      "point and off: with your home at the lower right that is counter-clockwise. The "
      "opponent's checkers move the other way. No checker ever moves back.",
      "A play is written as from/to: 13/8 moves one checker from the 13 point to the 8 "
      "point, five points on."},
     {{"You rolled 4-2. Move one checker four points and one two points, for instance "
       "8/4 6/4.",
       "start",
       {4, 2},
       {NULL},
       {"8/4 6/4"},
       "4/8 6/4",
       "Both moved towards your home."}},
     {{0}}},
    {"roll",
     "Playing a roll",
     {"Each die is a move of its own: of two checkers, or of one checker by one die "
      "after the other.",
      "A checker may land on an empty point, on a point of your own, or on a single "
      "checker of the opponent's. Two or more of them block the point: you may jump "
      "it, not land on it.",
      "Two equal dice are played four times.",
      "You must play both dice if you can; if only one of them, then the higher one if "
      "there is a choice. If nothing can be played your turn is lost."},
     {{"You rolled 3-1, the best of all opening rolls: "
       "block your 5 point with 8/5 6/5.",
       "start",
       {3, 1},
       {"8/5 6/5"},
       {NULL},
       "8/3",
       "Two of your checkers hold the point: the opponent cannot land there."},
      {"You rolled 6-5. Run with one of your rearmost checkers, all the way: 24/13.",
       "start",
       {6, 5},
       {"24/13"},
       {NULL},
       "24/19 13/7",
       "24/18 and then 18/13: on the 19 point the opponent holds a block, on the 18 "
       "point he does not."},
      {"You rolled 2-2: four moves. Play 13/11 twice and 6/4 twice: 13/11(2) 6/4(2).",
       "start",
       {2, 2},
       {"13/11(2) 6/4(2)"},
       {NULL},
       "13/11 6/4",
       "A double counts twice over."}},
     {{0}}},
    {"hitting",
     "Blots and hitting",
     {"A checker alone on a point is a blot. If you land on the opponent's blot you "
      "hit it: it goes to the bar and must begin its way again.",
      "Hitting is never a duty. In writing, a star marks the hit: 13/8*."},
     {{"The opponent left a blot on your 8 point and you rolled 5-3. Hit it.",
       "24:2 13:5 6:5 5:1 4:2 | 1:2 12:4 8:1 17:3 19:5",
       {5, 3},
       {"13/8* 8/5", "13/8* 6/3", "13/8* 13/10", "13/8* 24/21", "13/8* 5/2"},
       {NULL},
       "8/3",
       "His checker stands on the bar now."}},
     {{"How many points must a checker on the bar travel until it is off the board?",
       NULL, "25", "The whole way round: 24 points and one more to leave."}}},
    {"entering",
     "Entering from the bar",
     {"A checker on the bar enters in the opponent's home board, on the point that a "
      "die counts from the far end: with a 1 on your 24 point, with a 2 on 23, with a "
      "6 on 19. The point must not be blocked.",
      "Until all your checkers have entered, no other may move. If no die enters, your "
      "turn is lost. Entering with a 3 is written bar/22."},
     {{"You are on the bar and rolled 3-6. The 6 is blocked: enter with the 3, then "
       "play the 6.",
       "25:1 24:1 13:5 8:3 6:5 | 1:2 12:5 17:3 19:5",
       {3, 6},
       {NULL},
       {"bar/22 24/18"},
       "13/7 8/5",
       "Entered first, and then moved."},
      {"The opponent holds his points 1 and 2, and you rolled "
       "2-1. Nothing enters: pass.",
       "25:1 13:5 8:3 6:5 | 24:2 23:2 19:5 12:3 1:2",
       {2, 1},
       {""},
       {NULL},
       "6/4 6/5",
       "The turn is lost."}},
     {{0}}},
    {"bearing-off",
     "Bearing off",
     {"Once all your checkers are in your home board, a die takes one off from the "
      "point it shows. You may also move within the home board instead.",
      "If the point of a die is empty, you must move a checker from a higher point; if "
      "there is none, the die takes one off from your highest point.",
      "A checker that is hit meanwhile must come home again before you go on."},
     {{"You rolled 6-4. Take one off from each of these points.",
       "6:3 5:2 4:3 2:2 | 24:3 22:2",
       {6, 4},
       {"6/off 4/off"},
       {NULL},
       "6/off 5/off",
       "Two checkers fewer."},
      {"You rolled 6-3 with nothing on the 6 point or above 4: the 6 takes off a "
       "checker from the highest point.",
       "4:2 3:1 1:2 | 24:3",
       {6, 3},
       {"4/off 3/off", "4/off 4/1"},
       {NULL},
       "4/off 2/off",
       "The 6 was too high for every checker, so it took the rearmost."},
      {"You rolled 5-1. The 5 point is empty, and a checker stands on 6: the 5 must "
       "move it.",
       "6:1 4:2 3:2 | 24:3",
       {5, 1},
       {NULL},
       {"6/1 4/3"},
       "4/off 3/2",
       "No checker may be taken off by a 5 from below as long "
       "as one is further back."}},
     {{0}}},
    {"gammon",
     "Gammon and backgammon",
     {"A game won counts one point. If the loser has taken off no checker it is a "
      "gammon and counts two.",
      "If, in addition, the loser has a checker on the bar or in your home board, it "
      "is a backgammon and counts three.",
      "Some rulebooks define these two otherwise; their rules say how."},
     {{0}},
     {{"You take off your last checker. The opponent has all fifteen on the board, all "
       "in his home board. How many points do you win?",
       "1:1 | 24:5 23:5 22:5", "2", "A gammon: he has taken off none."},
      {"And if one of his fifteen still stands in your home board?",
       "1:1 | 24:5 23:5 22:4 3:1", "3", "A backgammon."},
      {"And if he has taken off one checker?", "1:1 | 24:5 23:5 22:4", "1",
       "One checker off saves the gammon."}}},
    {"safe",
     "Safe and unsafe",
     {"Two checkers on a point are safe. One alone is a blot, and can be hit by an "
      "opponent's checker that stands behind it, seen from him.",
      "Of the 36 rolls 11 hit a blot one point away, 12 at two points, 14 at three, "
      "15 at four or five, 17 at six: the farther within one die, the more. From seven "
      "points on it takes both dice: 6 throws at seven or eight, 5 at nine, 3 at ten.",
      "So leave no blot where you need not; if you must, leave it far away, or where "
      "it loses little. Early in the game a blot in your home board costs few pips "
      "when it is hit, one that has nearly come home costs many."},
     {{"Two blots, and the opponent has two checkers behind them. You rolled 2-1: "
       "leave no blot.",
       "8:1 7:1 6:5 5:4 4:4 | 1:2 19:5 20:4 22:4",
       {2, 1},
       {"8/6 7/6", "8/7 6/4"},
       {NULL},
       "8/7 4/3 6/4",
       "No checker stands alone."}},
     {{"How many of the 36 rolls hit a blot one point away?", NULL, "11",
       "Every throw with a 1 on one of the dice."},
      {"And seven points away, if nothing is in between?", NULL, "6",
       "6-1, 5-2 and 4-3, each in two ways."}}},
    {"points",
     "Points and primes",
     {"A point that you hold blocks the opponent and is a landing place for you. The "
      "best ones are in your home board and beside it: 5, 4 and 7, then 6, 8 and 3.",
      "Points in a row are a prime. Four of them are hard to pass, six cannot be "
      "jumped, for no die shows more than a six.",
      "A point in the opponent's home board, an anchor, is a place where you can "
      "always enter."},
     {{"You rolled 4-2: make the 4 point.",
       "start",
       {4, 2},
       {"8/4 6/4"},
       {NULL},
       "8/4 4/2 6/4",
       "Two checkers hold it; the opponent loses a place to enter."},
      {"You hold 8, 7, 6, 5 and 3, and rolled 6-2. Close the gap.",
       "13:3 10:1 8:2 7:2 6:3 5:2 3:2 | 1:2 19:5 20:4 22:4",
       {6, 2},
       {"10/4 6/4"},
       {NULL},
       "10/4 4/2 6/4",
       "Six in a row, a full prime: his two checkers cannot pass it."}},
     {{"How many points in a row can no checker jump?", NULL, "6",
       "It would have to move seven points with one die."}}},
    {"race",
     "Running and counting",
     {"When all checkers have passed each other nobody can be hit: the rest is a race. "
      "Before that, the player who is ahead runs, the one behind blocks and waits.",
      "The pip count is the sum of the points that your checkers still have to go. "
      "Both begin with 167; a throw is worth a little more than eight on average.",
      "In a race waste nothing: first bring every checker home, with the dice as they "
      "fall, then take off one with each die if you can."},
     {{"You are ahead and rolled 6-4. Bring both of your last checkers past his.",
       "13:2 6:5 5:4 4:4 | 10:2 19:5 20:4 21:4",
       {6, 4},
       {"13/7 13/9"},
       {NULL},
       "13/3 3/1 6/2",
       "Nobody can be hit any more: now every pip counts."}},
     {{"How many pips has each side to go at the beginning?", NULL, "167",
       "2 times 24, 5 times 13, 3 times 8, 5 times 6."},
      {"And you, with two checkers on the 6 point and three on the 4 point?",
       "6:2 4:3 | 24:1", "24", "2 times 6 and 3 times 4."}}},
    {"take",
     "When to double, when to take",
     {"Double when you are well ahead and the next throws can decide: if you wait "
      "until the game is nearly won, the opponent drops.",
      "Take if you win one game in four. Gammons count twice: where you may lose one, "
      "you need more.",
      "In a long race count pips. A lead of eight in a hundred is enough to double; up "
      "to twelve in a hundred behind is a take."},
     {{0}},
     {{"You are doubled and would win 3 games of 10, "
       "without gammons. Take? (yes or no)",
       NULL, "yes",
       "Ten drops lose 10 points; ten games at 2 lose 14 and win 6, which is 8."},
      {"And with 2 of 10? (yes or no)", NULL, "no",
       "Ten games at 2 lose 16 and win 4, which is 12: two more than ten drops."},
      {"In a race the opponent has 100 pips to go and doubles; you have 110. Take? "
       "(yes or no)",
       NULL, "yes", "Ten in a hundred behind is less than twelve."}}},
    {"cube",
     "The doubling cube",
     {"The cube says what the game is worth. It starts in the middle and counts 1. "
      "Before you roll you may double.",
      "The other player takes, and owns the cube at 2: only he may double again, to 4. "
      "Or he drops, and loses the game at the stake before the double.",
      "A rough measure: take if you win at least one game in four. "
      "Dropping four times loses 4 points; playing four games at 2 and winning one "
      "of them loses 4 as well."},
     {{0}},
     {{"Every roll takes off your last two checkers, and the cube is in the middle. "
       "What do you do before you roll?",
       "2:1 1:1 | 24:1", "double", "The opponent must drop: he cannot win any more."},
      {"The cube is at 2 and yours; you win a gammon. How many points?", NULL, "4",
       "Two for the gammon, times 2."},
      {"The opponent doubles from 2 to 4 and you drop. How many points does he win?",
       NULL, "2", "A drop loses the stake before the double."}}},
    {"match",
     "A match",
     {"A match goes to a number of points: 3, 7, 13. The points of each game "
      "are added, and whoever reaches the number first wins. "
      "Points beyond it are worth nothing.",
      "In tournament play the first game in which somebody is one point from the end "
      "is played without the cube: the Crawford game. None of the five rulebooks has "
      "this rule.",
      "For money, games are played one by one and each counts for itself.",
      "Now play. There are hints when you want them, and the analysis tells afterwards "
      "what each decision cost."},
     {{0}},
     {{"In a match to 7 you lead 5 to 3 and the cube is yours at 2. Is a double of any "
       "use to you? (yes or no)",
       NULL, "no", "A single game at 2 already wins you the match."},
      {"In a tournament match to 7 the score has just become 6 to 4: may anybody "
       "double in the next game? (yes or no)",
       NULL, "no", "It is the Crawford game."}}},
    {"child",
     "For children",
     {"All your checkers want to go home, and then off the board. The first player to "
      "have all of them off wins.",
      "Throw two dice. Each die moves one checker as many points as it shows. Both "
      "dice may move the same checker.",
      "Two checkers on a point are friends: nobody may land on them. One alone can be "
      "sent back to the start.",
      "So keep your checkers together, and catch the other's when they are alone."},
     {{"You threw 3-1. Bring two friends together: one checker goes from 8 to 5, one "
       "from 6 to 5.",
       "start",
       {3, 1},
       {"8/5 6/5"},
       {NULL},
       "8/3",
       "Well done! Nobody can catch these two."},
      {"You threw 4-2. On your 4 point stands one checker of the other side, alone. "
       "Catch it!",
       "13:5 8:4 6:6 | 4:1 19:5 17:4 12:5",
       {4, 2},
       {"8/4* 6/4", "8/4* 13/11", "8/4* 8/6", "6/4* 8/4", "8/4* 4/2"},
       {NULL},
       "8/3",
       "Got it! It must begin its way again."}},
     {{0}}},
};

const lesson *lesson_at(int index)
{
    const int count = (int)(sizeof lessons / sizeof *lessons);
    return index >= 0 && index < count ? &lessons[index] : NULL;
}

int lesson_find(const char *name)
{
    for (int i = 0; lesson_at(i); i++)
        if (strcasecmp(lessons[i].name, name) == 0) return i;
    return -1;
}
