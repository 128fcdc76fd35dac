#include "book.h"

const book book_compendium = {
    .preset = ALEA_PRESET_COMPENDIUM,
    .word = {"checker", "checkers"},
    .about =
        {"Rulebook 001: a compilation of rules from several sources, with optional "
         "rules and irregularities. Its parts repeat and sometimes contradict each "
         "other; some sentences are cut off.",
         "It calls the checkers checkers, pieces or men, and the home board the "
         "home court."},
    .rule =
        {
            [TOPIC_PARTS] =
                {"A board, fifteen checkers for each player in two colours, two dice "
                 "and a dice cup (\"tumbler\"), a doubling cube (or doubling block).",
                 {"The players' checkers will be comprised of two distinct colors, "
                  "traditionally white and red, or white and black but it can also be "
                  "other colors.",
                  "Use a dice tumbler to roll two six-sided dice once during each of "
                  "your turns."}},
            [TOPIC_AIM] =
                {NULL,
                 {"players will strive to move all their pieces to their home board "
                  "then successfully bare all their pieces off the board"}},
            [TOPIC_BOARD] =
                {NULL,
                 {"The players must move their pieces from opposite sides of the "
                  "board, so one player's 1st point is the other player's 24th point, "
                  "one player's 2nd point is the other player's 23rd point, and so on.",
                  "The bar is the middle crease of the board, "
                  "where it folds in half."}},
            [TOPIC_SETUP] =
                {NULL,
                 {"To set up the board, each player must place two checkers on their "
                  "24 point, three checkers on his 8 point, five checkers on his 13 "
                  "point, and five more checkers on his 6 point."}},
            [TOPIC_START] =
                {NULL,
                 {"The player who rolls the highest number will go first.",
                  "If both players roll the same number, roll again.",
                  "The numbers rolled will count as the first moves for the player "
                  "with the highest number."}},
            [TOPIC_DIRECTION] =
                {"Checkers move forward only: from the opponent's home court to one's "
                 "own, which is counter-clockwise for a player whose home is at the "
                 "lower right.",
                 {"Remember that you should always move your checkers "
                  "counter-clockwise, moving from your opponent's "
                  "home court to your own."}},
            [TOPIC_POINTS] =
                {NULL,
                 {"An open point is any point on the board that is not occupied by two "
                  "or more opposing checkers.",
                  "You only need 2 checkers to block a point, but you can have as many "
                  "of your checkers as you want on a single point."}},
            [TOPIC_DICE] =
                {NULL,
                 {"Each die should be considered its own individual move.",
                  "The same checker may be moved for both die, but the two numbers may "
                  "not be added to make a single move.",
                  "If you choose to use both dice for a single checker, an "
                  "intermediate point in this example, either four spaces or one space "
                  "from the starting point must be open."}},
            [TOPIC_DOUBLES] =
                {NULL,
                 {"If a player rolls doubles, they are able to move the number on the "
                  "dice 4 times.",
                  "If you roll double 3s, for example, then you can make four moves of "
                  "3 points each."}},
            [TOPIC_DUTY] =
                {NULL,
                 {"You must always use as many of your dice rolls as possible, even "
                  "when doing so is not to your advantage.",
                  "If only one legal move is available, you must take that move.",
                  "If either move would be legal, but not both moves, you must use the "
                  "higher number.",
                  "Lose your turn if you can't play either number."}},
            [TOPIC_HITTING] =
                {NULL,
                 {"A single checker resting on a point is known as a blot.",
                  "You can hit more than one of your opponents pieces in a turn.",
                  "A player does not have to hit open blots"}},
            [TOPIC_ENTERING] =
                {NULL,
                 {"Checkers are entered by moving them to an open point corresponding "
                  "to one of the numbers on the rolled dice.",
                  "Players with checkers on the bar may not make any other "
                  "moves on the board until all of their bar checkers have "
                  "been entered on the board.",
                  "If a player is not able to make the checker from the bar to the "
                  "board because the points are blocked, they forfeit their turn."}},
            [TOPIC_BEARING_OFF] =
                {NULL,
                 {"Once a player has successfully moved all of their checkers to their "
                  "home board they may begin bearing off the checkers to win the game.",
                  "The player may bear off checkers on points "
                  "matching the roll of the dice."}},
            [TOPIC_WINNING] =
                {NULL,
                 {"If you get all your men off the board before your opponent, you win "
                  "a single game and score one point."}},
            [TOPIC_GAMMON] =
                {NULL,
                 {"However, if the loser has not borne off any of his checkers, he is "
                  "gammoned and loses twice the value of the doubling cube."}},
            [TOPIC_BACKGAMMON] =
                {"If the loser has borne off no checker and has one on the bar or in "
                 "the winner's home board, the game counts three times. Triple games "
                 "may be left out: --option backgammon_def=never.",
                 {"When triple games are being played, a player wins three times the "
                  "stake if he bears off all his men while his Opponent has borne off "
                  "none of his men and still has a man either on the bar or in the "
                  "winner's home board.",
                  "The rules of backgammon also provide for triple games, although "
                  "players often agree not to play them, as they severely penalize the "
                  "playing of 'back games'."}},
            [TOPIC_SCORE] =
                {"Played for points without a set end. The winner's score stands "
                 "still, the loser's goes down.",
                 {"In backgammon, the winner doesn't gain points, "
                  "but the loser loses points."}},
            [TOPIC_CUBE] =
                {"The cube starts in the middle and counts 1. A player who has access "
                 "to it may double at the start of his own turn, before his roll. "
                 "Cocked dice count as thrown, so they end the chance to double. A "
                 "player on the bar against a closed board may double.",
                 {"A double or redouble may be offered only when it is the player's "
                  "turn to play and before he has thrown the dice.",
                  "He shall be deemed to have thrown the dice even "
                  "if he rolls cocked dice.",
                  "When a player is on the bar, facing a closed board so that he "
                  "cannot make a move, he still has the right to double his opponent "
                  "should he wish to do so."}},
            [TOPIC_ANSWER] =
                {NULL,
                 {"A player who is offered a double may refuse , in which case he "
                  "concedes the game and pays one point.",
                  "Otherwise, he must accept the double and play on for "
                  "the new higher stakes."}},
            [TOPIC_REDOUBLE] =
                {NULL,
                 {"A player who accepts a double becomes the owner of the cube and "
                  "only he may make the next double.",
                  "If a player refuses a redouble, he must pay the number of points "
                  "that were at stake prior to the redouble.",
                  "There is no limit to the number of redoubles in a game."}},
            [TOPIC_STAKES] =
                {NULL,
                 {"If, for example, the original stake was 1 but you have doubled "
                  "Black to 2 and he has re-doubled you to 4, the stake has become 4.",
                  "If one of you wins a gammon he wins 8."}},
            [TOPIC_OPTIONS] =
                {"By agreement. Automatic doubles: --option auto_doubles=1 (one in "
                 "each game). Beavers: --option beavers=1. The Jacoby rule: --option "
                 "jacoby=true. No triple games: --option backgammon_def=never.",
                 {"If identical numbers are thrown on the first roll, "
                  "the stakes are doubled.",
                  "Players usually agree to limit the number of automatic doubles to "
                  "one per game.",
                  "When a player is doubled, he may immediately redouble beaver while "
                  "retaining possession of the cube.",
                  "Gammons and backgammons count only as a single game if neither "
                  "player has offered a double during the course of the game."}},
            [TOPIC_CONDUCT] =
                {"With --dice manual and two people alea is the referee at a real "
                 "board. 'cocked': a die fell off the right half of the board, "
                 "on a checker or not flat; both are rolled again. 'made MOVES': "
                 "an illegal play was put down; the opponent may 'contest' it "
                 "until he rolls or doubles.",
                 {"The player must reroll both dice if a die lands outside the "
                  "right-hand board, or lands on a checker, or does not land flat.",
                  "If the play is incomplete or otherwise illegal, the opponent has "
                  "the option of accepting the play as made or of requiring the player "
                  "to make a legal play.",
                  "A play is deemed to have been accepted as made when the opponent "
                  "rolls his dice or offers a double to start his own turn."}},
        },
    .example =
        {
            {"You roll a 3 and a 5: one checker three spaces and another five, or one "
             "checker 3 and then 5 more.",
             "start",
             {3, 5},
             {NULL},
             {"13/10 13/8", "13/5"},
             "8/3 8/4",
             "Each die is a move of its own."},
            {"You roll double 3s: four moves of 3 points each.",
             "start",
             {3, 3},
             {NULL},
             {"8/5(2) 6/3(2)"},
             "8/5(2) 6/3(3)",
             "As long as each move lands on an open point."},
            {"You roll a four and a one and want to move one checker five spaces: one "
             "of the points between must be open.",
             "24:1 6:2 | 20:2 21:2 1:2",
             {4, 1},
             {NULL},
             {"24/19"},
             "24/20 6/5",
             "Over the 23 point, one space on, the way is open."},
            {"You roll a 6 and a 5 and no checker can move.",
             "24:1 | 18:2 19:2 13:2",
             {6, 5},
             {""},
             {NULL},
             "24/18",
             "You lose your turn: press Enter, or type 'pass'."},
            {"Either number can be played, but not both. You would rather play the 3 "
             "and make your eight point; the 5 leaves two blots.",
             "11:1 8:1 2:6 1:7 | 5:2 3:2 19:5 20:4 22:2",
             {5, 3},
             {"11/6"},
             {NULL},
             "11/8",
             "The rules require the higher number, whatever it leaves."},
            {"A checker is on the bar: it enters first, counted from the 24 point.",
             "25:1 13:3 8:3 6:5 | 24:2 1:2",
             {5, 2},
             {NULL},
             {"bar/23 13/8", "bar/20 13/11"},
             "13/8 6/4",
             "No other move until it has entered."},
        },
    .reading =
        {
            {"\"you can double the stakes at any time\" against \"only when it is the "
             "player's turn to play and before he has thrown the dice\"",
             "Before one's own roll: three sentences say so, and \"at any "
             "time\" is continued \"at the beginning of your turn before you "
             "have rolled the dice\"."},
            {"\"getting all your men off the board whilst he still has a man on the "
             "bar, or in your home board\" against \"borne off none of his men and "
             "still has a man\"",
             "The longer sentence: a backgammon needs a loser who "
             "has borne off nothing."},
            {"\"This indicates that the cube is zero\"; "
             "\"the face turned to 1/15/ · 1\"",
             "Its value is 1: \"It starts at 1\"."},
            {"\"In backgammon, the winner doesn't gain points, but the loser loses "
             "points.\" against \"score one point\"",
             "The loser's score goes down. --option score_keeping=winner_gains for the "
             "other way; the stakes are the same."},
            {"\"Play the numbers on the dice twice if you roll doubles.\"",
             "Each number twice, four moves: \"four moves of 3 points each\"."},
            {"The text forgets what a die above every checker does.",
             "It bears off from the highest point, as in the standard game; otherwise "
             "positions would be stuck."},
            {"\"A turn is completed when the player picks up his dice.\"",
             "A play that is typed whole in one line ends the turn, because typing it "
             "all is the picking up. Typed in parts it waits for Enter (or 'lift') and "
             "'undo' takes parts back, as a hand may on the board."},
            {"\"This rule is generally waived any time a play is forced or when there "
             "is no further contact\"",
             "The sentence says \"generally\" and leaves it to the players: alea "
             "allows 'contest' also then, and nobody has to use it. A forced pass is "
             "made by alea itself."},
            {"\"land flat on the surface of the right-hand section of the board\"; "
             "cocked dice in the opening",
             "'cocked' works for the opening roll as well: both players roll again."},
            {"An illegal play that lands on a blocked point, "
             "or has more than four moves",
             "It cannot be put down: the board could not hold it. "
             "alea refuses it at once."},
            {"\"the two most common ones being:\" and other places where the text is "
             "cut off; \"other forms of automatic doubles, and re-doubles not "
             "discussed here\"",
             "What is lost cannot be played. The form in \"Optional Rules\" is: one "
             "automatic double in a game, the cube at 2 in the middle."},
        },
    .advice =
        {"It is not traditional to redouble more than three or four times in a game.",
         "An inexperienced player who plays for money is well advised not to agree to "
         "automatic doubles; a higher starting stake is far safer than open-ended "
         "automatic doubles.",
         "Settle the question of automatic doubles, beavers and triple games before "
         "the game.",
         "A hit in his home board forces the opponent's checker all the way around "
         "again: a major setback.",
         "Most triple games occur when the player who is behind tries the 'coup "
         "classique': to hit a last blot from the bar or the home board of an opponent "
         "who is bearing off.",
         "A 'back game' (holding two points in the opponent's home board, waiting for "
         "a late shot) is severely penalized by triple games."},
};
