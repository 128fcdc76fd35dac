#include "book.h"

#include <stddef.h>

static const char *const headings[TOPICS] = {
    [TOPIC_PARTS] = "What you need",
    [TOPIC_AIM] = "The aim",
    [TOPIC_BOARD] = "The board",
    [TOPIC_SETUP] = "Setting up",
    [TOPIC_START] = "Who begins",
    [TOPIC_DIRECTION] = "Which way to move",
    [TOPIC_POINTS] = "Where a checker may land",
    [TOPIC_DICE] = "Playing the dice",
    [TOPIC_DOUBLES] = "Doubles",
    [TOPIC_DUTY] = "What must be played",
    [TOPIC_HITTING] = "Hitting",
    [TOPIC_ENTERING] = "Entering from the bar",
    [TOPIC_BEARING_OFF] = "Bearing off",
    [TOPIC_HIGH_DIE] = "A die that is too high",
    [TOPIC_HIT_LATE] = "Hit while bearing off",
    [TOPIC_WINNING] = "The end of a game",
    [TOPIC_GAMMON] = "Gammon",
    [TOPIC_BACKGAMMON] = "Backgammon",
    [TOPIC_SCORE] = "Score and match",
    [TOPIC_CUBE] = "The doubling cube",
    [TOPIC_ANSWER] = "Take or drop",
    [TOPIC_REDOUBLE] = "Redoubles",
    [TOPIC_STAKES] = "What the cube multiplies",
    [TOPIC_OPTIONS] = "Optional rules",
    [TOPIC_CONDUCT] = "At the board",
};

static const char *const standard[TOPICS] = {
    [TOPIC_PARTS] =
        "A board, fifteen checkers for each of two players, two dice (better "
        "two pairs and two cups) and a doubling cube.",
    [TOPIC_AIM] = "Bring all your checkers into your home board and take them off the "
                  "board. Whoever has taken off the last one first wins.",
    [TOPIC_BOARD] =
        "Twenty-four narrow triangles, the points, in four quarters of six: each "
        "player's home board and each player's outer board. Each player counts the "
        "points from his own home: 1 to 6 home board, 7 to 12 outer board, 13 to 18 "
        "the opponent's outer board, 19 to 24 the opponent's home board. My 1 point is "
        "your 24 point. The bar divides the board in the middle.",
    [TOPIC_SETUP] = "Each player places two checkers on his 24 point, five on his 13 "
                    "point, three on his 8 point, five on his 6 point.",
    [TOPIC_START] = "Each player rolls one die. The higher one begins and plays both "
                    "dice; equal dice are rolled again. Then the players take turns, "
                    "each with two dice.",
    [TOPIC_DIRECTION] =
        "Checkers move forward only: from the 24 point to the 1 point, "
        "into the home board and off. The opponent's move the other way.",
    [TOPIC_POINTS] =
        "A checker may land on an empty point, on a point of its own side, "
        "or on a single checker of the opponent's. Two or more checkers of "
        "the opponent's block a point; they may be jumped.",
    [TOPIC_DICE] =
        "Each die is a move of its own. Two checkers may move, or one checker "
        "by one die after the other, if it can land on the point between.",
    [TOPIC_DOUBLES] = "Two equal dice are played four times.",
    [TOPIC_DUTY] =
        "As many dice as possible must be played. If either die can be played but not "
        "both, the higher must be. If none can, the turn is lost.",
    [TOPIC_HITTING] =
        "A single checker on a point is a blot. If an opponent's checker "
        "lands on it, it is hit and placed on the bar. Hitting is never a "
        "duty; several blots may be hit in one play.",
    [TOPIC_ENTERING] =
        "A checker on the bar enters the opponent's home board on the point that a die "
        "shows: with a 1 on one's own 24 point, with a 6 on the 19 point. As long as a "
        "checker is on the bar, no other may move. If no die enters, the turn is lost.",
    [TOPIC_BEARING_OFF] =
        "Once all checkers on the board are in the home board, a die "
        "takes off a checker from the point that it shows. The die may "
        "also be played as a move within the home board.",
    [TOPIC_HIGH_DIE] =
        "If the point of a die is empty, the die must be played with a checker "
        "from a higher point; if there is none, it takes off a checker "
        "from the highest point.",
    [TOPIC_HIT_LATE] =
        "A checker that is hit while bearing off must enter and come home "
        "again before more checkers are taken off.",
    [TOPIC_WINNING] =
        "Whoever bears off the last checker first wins the game: one point, "
        "times the cube.",
    [TOPIC_GAMMON] = "If the loser has borne off no checker, the game counts twice.",
    [TOPIC_BACKGAMMON] =
        "If the loser has borne off no checker and has one on the bar or "
        "in the winner's home board, the game counts three times.",
    [TOPIC_SCORE] = "The points of each game are added up. A match goes to a number of "
                    "points; games for money have no end.",
    [TOPIC_CUBE] =
        "The cube starts in the middle and counts 1. Before rolling, a player "
        "who has access to it may double the stake. A match to one point has "
        "no cube.",
    [TOPIC_ANSWER] =
        "The opponent takes and then owns the cube, or drops and loses the "
        "game at the stake before the double.",
    [TOPIC_REDOUBLE] =
        "Only the owner of the cube may double again. There is no limit.",
    [TOPIC_STAKES] =
        "The value of the game (1, gammon 2, backgammon 3) is multiplied by "
        "the cube.",
    [TOPIC_OPTIONS] = "Automatic doubles, beavers, raccoons and the Jacoby rule are "
                      "played only if they are chosen (--option).",
    [TOPIC_CONDUCT] =
        "alea lets no illegal play pass. Either player may resign a single "
        "game, a gammon or a backgammon on either player's turn; the "
        "opponent may decline.",
};

const char *book_heading(book_topic topic)
{
    return headings[topic];
}

const char *book_standard(book_topic topic)
{
    return standard[topic];
}

const book *book_of(alea_preset preset)
{
    static const book *const books[] = {&book_vido, &book_compendium, &book_portfolio,
                                        &book_sheet, &book_ocastudios};
    for (size_t i = 0; i < sizeof books / sizeof *books; i++)
        if (books[i]->preset == preset) return books[i];
    return NULL;
}
