/* The presets in plain words, with the booklet's own words as the source; and the
 * booklet's sentence behind the refusal of a play. docs/rules.md compares the
 * booklets. */
#include <alea/rules.h>

enum { MAX_NOTES = 12 };

/* Only what differs from the standard, or what a booklet leaves open; docs/rules.md
 * describes the standard. */
static const alea_rule_note notes[ALEA_PRESETS][MAX_NOTES] = {
    [ALEA_PRESET_NONE] =
        {
            {NULL,
             "The standard game: fifteen checkers, gammons double, "
             "backgammons treble, a cube without limit. No optional rule is on; every "
             "option below can be set.",
             NULL},
        },
    [ALEA_PRESET_VIDO] =
        {
            {"match_length", "A match to 7 points.",
             "The Vido Doubling Cube: \"in the example of a 7 point match\"."},
            {"gammon_def",
             "A gammon also when the loser, though some checkers are off, still has "
             "one outside the home board.",
             "Scoring: \"or is caught with one or more checkers still outside his or "
             "her home board, in the outer board areas, the winner scores a gammon\"."},
            {"backgammon_def",
             "A backgammon whenever the loser has a checker on the bar or in the "
             "winner's home board, even if others are off.",
             "Scoring: \"still has one or more Checkers in the winner's home board, or "
             "on the bar, the winner scores a backgammon\"."},
            {"cube_limit", "The cube goes up to 64, its last face.",
             "The Vido Doubling Cube: \"may go up to 16, 32 or 64 (VIDO)\"."},
            {"dead_cube",
             "A double that a single win makes useless is allowed, with a warning.",
             "The Vido Doubling Cube: \"in a 7 point match there is no need to double "
             "higher than 8\"; at 3-3 \"no need to double higher than 4\"."},
            {"cube_window",
             "A double is offered before one's own roll, from the second turn of the "
             "game on.",
             "The Vido Doubling Cube: \"Anytime after the opening roll ... and before "
             "he or she rolls his or her dice\"."},
            {"double_moves",
             "A double is four moves. The booklet first says \"twice\", and its "
             "example counts four.",
             "Play: \"if you roll two 5s, use any combination of Checkers to move a "
             "total of four 5s\"."},
            {"dice_usage",
             "Both dice must be played where they can be, otherwise the higher; the "
             "booklet is silent, so the standard holds.",
             NULL},
            {"crawford", "No Crawford game; the booklet knows none.", NULL},
        },
    [ALEA_PRESET_COMPENDIUM] =
        {
            {"match_length", "Played for points without a set end.",
             "\"If you get all your men off the board before your opponent, you win a "
             "single game and score one point.\""},
            {"score_keeping", "The winner's score stands still; the loser's goes down.",
             "Common Questions: \"the winner doesn't gain points, "
             "but the loser loses points\"."},
            {"illegal_play",
             "On a real board the opponent may accept an illegal play as it was made, "
             "or have it corrected; a roll or a double accepts it.",
             "Irregularities: \"the opponent has the option of accepting the play as "
             "made or of requiring the player to make a legal play\"."},
            {"cube_window",
             "A double is offered before one's own throw; cocked dice count as thrown.",
             "\"He shall be deemed to have thrown the dice even if "
             "he rolls cocked dice.\""},
            {"auto_doubles",
             "Automatic doubles are optional; the usual agreement is "
             "at most one in a game.",
             "Optional Rules: \"Players usually agree to limit the number of automatic "
             "doubles to one per game.\""},
            {"beavers", "Beavers are optional.",
             "Optional Rules: \"he may immediately redouble beaver while retaining "
             "possession of the cube\"."},
            {"jacoby", "The Jacoby rule is optional.",
             "Optional Rules: \"count only as a single game if neither player has "
             "offered a double during the course of the game\"."},
            {"backgammon_def", "Triple games may be left out by agreement.",
             "\"The rules of backgammon also provide for triple games, although "
             "players often agree not to play them\"."},
            {"bearoff_high",
             "A die above every checker bears off from the highest point; the booklet "
             "forgets to say so, so the standard holds.",
             NULL},
        },
    [ALEA_PRESET_PORTFOLIO] =
        {
            {"match_length", "A match to 20 points; without the cube, to 10.",
             "Doubling: \"games are played to 20 or 50 or more points\"; Object: \"the "
             "first to reach a score of 10 points wins the match\"."},
            {"cube_window",
             "Either player with access to the cube may double at any time of the "
             "game, also with dice on the board.",
             "Doubling: \"At any time during the game a player can turn it\"."},
            {"dice_usage",
             "A player may play the higher die alone and leave the other.",
             "Moving Stones: \"A player can choose to use only one die, but it must be "
             "the highest count die.\""},
            {"backgammon_def",
             "A backgammon when the loser has a checker in the winner's home board, "
             "whether others are off or not; the bar alone is no backgammon.",
             "Gammon/Backgammon: \"If the loser still has stones on the winner's home "
             "table, it is called a BACKGAMMON\"."},
            {"cube_limit", "The cube has no limit.",
             "Doubling: \"This scenario may continue indefinitely\"."},
            {"bearoff_high",
             "A die above every checker bears off from the highest point.",
             "Bearing Off: \"When casting a number higher than any point covered, a "
             "stone from the highest point may bear off\"."},
            {NULL,
             "At the start the cube lies in the middle with its 64 up, and counts 1; "
             "alea draws the 64 and writes the 1.",
             "Doubling: \"the doubling die is neutral and is "
             "placed face up on the 64\"."},
            {"opening",
             "The starter plays the two numbers of the roll-off, whatever they are; "
             "ties are thrown again.",
             "\"ties are rerolled\"; \"using the two high numbers of the dice\"."},
        },
    [ALEA_PRESET_SHEET] =
        {
            {"bearoff_high",
             "A die above every checker bears off any checker, not only the rearmost: "
             "the sheet's words taken as they stand.",
             "Bearing Off: \"If there is no checker on higher point, the player must "
             "remove a checker on a lower point.\""},
            {"score_keeping",
             "Played for a stake: what the winner gains the loser pays.",
             "Doubling: \"Backgammon can be played for an agreed stake per point.\""},
            {"opening",
             "The roll-off decides who starts, and its dice are played; the sheet "
             "tells no opening, so the standard holds.",
             NULL},
            {"cube_limit", "The cube has no limit.",
             "Doubling: \"There is no limit to the number of redoubles in a game.\""},
            {"cube_window", "A double is offered before one's own roll.",
             "Doubling: \"only at the start of their own turn and before they have "
             "rolled the dice\"."},
            {"dice_usage",
             "Both dice must be played where they can be, otherwise the higher.",
             "Movement 4: \"If either number can be played, but not both, they must "
             "use the higher number.\""},
        },
    [ALEA_PRESET_OCASTUDIOS] =
        {
            {"match_length", "A match to 13 points.",
             "Winning the game: \"a target score agreed by the "
             "players (we recommend 13)\"."},
            {"backgammon_def",
             "A backgammon is a gammon with a checker on the bar; a checker in the "
             "winner's home board alone is a gammon.",
             "Gammon and backgammon: \"If he wins a gammon while the opponent has men "
             "on the bar, it is a 'backgammon'\"."},
            {NULL,
             "At the start the cube lies in the middle with its 64 up, and counts 1; "
             "alea draws the 64 and writes the 1.",
             "Setting Up: \"in the middle of the gray bar, marking '64'. In this "
             "position it is worth '1'\"."},
            {"cube_limit", "The cube has no limit, even past its last face.",
             "Winning the game: \"The stakes may be doubled indefinitely, even if the "
             "cube only marks up to 64\"."},
            {"cube_window", "A double is offered by the player about to roll.",
             "Winning the game: \"any player about to roll may "
             "raise the current stakes\"."},
            {"auto_doubles", "Automatic doubles are optional, and without a limit.",
             "Common Optional Rules: \"If players roll double on the first roll, the "
             "stakes are automatically doubled.\""},
            {"beavers", "Beavers are optional.",
             "Common Optional Rules: \"the opponent may choose to 'beaver', which "
             "means doubling it again while still keeping the cube\"."},
            {"jacoby", "The Jacoby rule is optional.",
             "Common Optional Rules: \"Gammons and Backgammons only count if the "
             "stakes have been doubled at least once\"."},
            {"jacoby_activation",
             "Where Jacoby is played, an automatic double activates gammons as well as "
             "an accepted double: either has doubled the stakes.",
             "Common Optional Rules: \"if the stakes have been "
             "doubled at least once\"."},
            {"crawford", "No Crawford game; the booklet knows none.", NULL},
        },
    [ALEA_PRESET_MONEY] =
        {
            {"match_length", "Played for points without a set end.", NULL},
            {"jacoby", "Gammons count only after a double has been taken in the game.",
             NULL},
            {"beavers",
             "A doubled player may redouble at once and keep the cube (a beaver); "
             "raccoons by agreement.",
             NULL},
            {"score_keeping", "What the winner gains the loser pays.", NULL},
        },
    [ALEA_PRESET_TOURNAMENT] =
        {
            {"match_length", "A match to 7 points, unless another length is chosen.",
             NULL},
            {"crawford",
             "The first game begun with a player one point from winning is played "
             "without the cube: the Crawford rule of tournament play.",
             NULL},
            {"jacoby", "No Jacoby rule, no beavers, no automatic doubles.", NULL},
        },
    [ALEA_PRESET_NACKGAMMON] =
        {
            {"setup",
             "Two checkers each on 24 and 23, four on 13, three on 8, four on 6.",
             NULL},
        },
    [ALEA_PRESET_HYPERGAMMON] =
        {
            {"setup",
             "Three checkers per side, on 24, 23 and 22; "
             "a gammon is none of the three off.",
             NULL},
            {"jacoby",
             "Gammons count only after a double has been taken in the game, as the "
             "game is usually played; the Jacoby rule can be left out.",
             NULL},
        },
    [ALEA_PRESET_LONGGAMMON] =
        {
            {"setup", "All fifteen checkers start on the 24 point.", NULL},
        },
};

const alea_rule_note *alea_preset_note(alea_preset preset, int index)
{
    if ((int)preset < 0 || preset >= ALEA_PRESETS || index < 0 || index >= MAX_NOTES)
        return NULL;
    const alea_rule_note *note = &notes[preset][index];
    return note->text ? note : NULL;
}

/* NULL where the booklet is silent. */
static const char *const cites[ALEA_PRESETS][ALEA_PLAY_CANNOT_PASS + 1] = {
    [ALEA_PRESET_VIDO] =
        {
            [ALEA_PLAY_WRONG_DIRECTION] = "Rulebook 000, Play: "
                                          "\"Always move the Checkers in the "
                                          "direction of your home board\".",
            [ALEA_PLAY_ON_BAR] =
                "Rulebook 000, Hitting: re-enter \"before moving any other Checkers\".",
            [ALEA_PLAY_BLOCKED] =
                "Rulebook 000, Play: an open point \"is not occupied by two or more of "
                "your opponent's Checkers\".",
            [ALEA_PLAY_NOT_A_DIE] = "Rulebook 000, Play: \"move a Checker the count of "
                                    "one dice and another Checker the count of the "
                                    "other dice\".",
            [ALEA_PLAY_NOT_ALL_HOME] = "Rulebook 000, Bearing Off: "
                                       "\"Once you have moved all 15 of your "
                                       "Checkers to your home board\".",
            [ALEA_PLAY_CHECKER_HIGHER] =
                "Rulebook 000, Bearing Off: \"you may move a Checker from the highest "
                "numbered point\".",
            [ALEA_PLAY_TOO_MANY] =
                "Rulebook 000, Play: \"move a Checker the count of one dice and "
                "another Checker the count of the other dice\".",
            [ALEA_PLAY_TOO_MANY_DOUBLE] =
                "Rulebook 000, Play: with doubles \"a total of four 5s\".",
        },
    [ALEA_PRESET_COMPENDIUM] =
        {
            [ALEA_PLAY_WRONG_DIRECTION] =
                "Rulebook 001: move \"from your opponent's home court to your own\".",
            [ALEA_PLAY_ON_BAR] = "Rulebook 001: \"Players with checkers on "
                                 "the bar may not make any other moves\" until "
                                 "all have been entered.",
            [ALEA_PLAY_BLOCKED] =
                "Rulebook 001: an open point \"is not occupied by two "
                "or more opposing checkers\".",
            [ALEA_PLAY_NOT_A_DIE] =
                "Rulebook 001: \"The numbers rolled represent two separate moves.\"",
            [ALEA_PLAY_NOT_ALL_HOME] = "Rulebook 001: bear off \"once a player has "
                                       "successfully moved all of their checkers to "
                                       "their home board\".",
            [ALEA_PLAY_TOO_MANY] =
                "Rulebook 001: \"The numbers rolled represent two separate moves.\"",
            [ALEA_PLAY_TOO_MANY_DOUBLE] =
                "Rulebook 001: with doubles \"move the number on the dice 4 times\".",
            [ALEA_PLAY_MUST_USE_BOTH] =
                "Rulebook 001: \"You must always use as many of your "
                "dice rolls as possible\".",
            [ALEA_PLAY_MUST_USE_HIGHER] = "Rulebook 001: \"If either move would be "
                                          "legal, but not both moves, you must use the "
                                          "higher number.\"",
            [ALEA_PLAY_CANNOT_PASS] = "Rulebook 001: \"If only one legal move is "
                                      "available, you must take that move.\"",
        },
    [ALEA_PRESET_PORTFOLIO] =
        {
            [ALEA_PLAY_WRONG_DIRECTION] =
                "Rulebook 002, Moving Stones: \"from his opponent's "
                "1-point to his own 1-point\".",
            [ALEA_PLAY_ON_BAR] =
                "Rulebook 002, Blots: \"must reenter his opponent's inner table before "
                "making another move\".",
            [ALEA_PLAY_BLOCKED] =
                "Rulebook 002, Moving Stones: two or more stones block a point, \"his "
                "stones may not land on that point\".",
            [ALEA_PLAY_NOT_A_DIE] =
                "Rulebook 002, Moving Stones: \"Dice advance a stone forward the "
                "rolled number of points\".",
            [ALEA_PLAY_NOT_ALL_HOME] = "Rulebook 002, Bearing Off: \"When either "
                                       "player succeeds in moving all of his stones "
                                       "... to his inner table\".",
            [ALEA_PLAY_CHECKER_HIGHER] =
                "Rulebook 002, Bearing Off: \"he cannot bear off a stone "
                "if the point indicated is vacant and there is a stone on "
                "a higher counting point\".",
            [ALEA_PLAY_TOO_MANY] =
                "Rulebook 002, Moving Stones: \"A player can move two stones, one for "
                "each die, or a single piece twice, once for each die.\"",
            [ALEA_PLAY_TOO_MANY_DOUBLE] =
                "Rulebook 002, Moving Stones: \"a 5-5 becomes a 5-5-5-5\".",
            [ALEA_PLAY_MUST_USE_HIGHER] =
                "Rulebook 002, Moving Stones: \"use only one die, but it must be the "
                "highest count die\".",
            [ALEA_PLAY_CANNOT_PASS] =
                "Rulebook 002, Moving Stones: the move is lost only \"when a player "
                "cannot move\".",
        },
    [ALEA_PRESET_SHEET] =
        {
            [ALEA_PLAY_WRONG_DIRECTION] =
                "Rulebook 003, Movement: \"The checkers are always moved forward, to a "
                "lower-numbered point.\"",
            [ALEA_PLAY_ON_BAR] = "Rulebook 003, Hitting: the checker returns \"before "
                                 "any other move is made\".",
            [ALEA_PLAY_BLOCKED] =
                "Rulebook 003, Movement: an open point \"is not occupied by two or "
                "more opposing checkers\".",
            [ALEA_PLAY_NOT_A_DIE] =
                "Rulebook 003, Movement: \"The numbers on the two dice constitute "
                "separate moves.\"",
            [ALEA_PLAY_NOT_ALL_HOME] = "Rulebook 003, Bearing Off: \"A Player may only "
                                       "bear off if they have all their checkers in "
                                       "the home board\".",
            [ALEA_PLAY_CHECKER_HIGHER] = "Rulebook 003, Bearing Off: "
                                         "\"the player must make a move with "
                                         "a checker on a higher point\".",
            [ALEA_PLAY_TOO_MANY] =
                "Rulebook 003, Movement: \"The numbers on the two dice constitute "
                "separate moves.\"",
            [ALEA_PLAY_TOO_MANY_DOUBLE] =
                "Rulebook 003, Movement: \"A player who rolls doubles plays that "
                "number 4 times.\"",
            [ALEA_PLAY_MUST_USE_BOTH] =
                "Rulebook 003, Movement: \"A player must use all their available moves "
                "if possible.\"",
            [ALEA_PLAY_MUST_USE_HIGHER] = "Rulebook 003, Movement: \"If either number "
                                          "can be played, but not both, they must use "
                                          "the higher number.\"",
            [ALEA_PLAY_CANNOT_PASS] = "Rulebook 003, Movement: \"A player must use all "
                                      "their available moves if possible.\"",
        },
    [ALEA_PRESET_OCASTUDIOS] =
        {
            [ALEA_PLAY_WRONG_DIRECTION] = "Rulebook 004, Moving Pieces: \"the player "
                                          "must move forward any man he chooses\".",
            [ALEA_PLAY_ON_BAR] =
                "Rulebook 004, Moving Pieces: \"if a player has men on the bar, he "
                "must move them into the game first\".",
            [ALEA_PLAY_BLOCKED] = "Rulebook 004, Moving Pieces: "
                                  "a point must be empty, one's own, or \"occupied "
                                  "by a single opposing man\".",
            [ALEA_PLAY_NOT_A_DIE] =
                "Rulebook 004, Moving Pieces: \"a number of points equal to the "
                "result\" of each die.",
            [ALEA_PLAY_NOT_ALL_HOME] = "Rulebook 004, Moving Pieces: \"When all of a "
                                       "player's men are in his home board, then he "
                                       "may start 'bearing them off'\".",
            [ALEA_PLAY_CHECKER_HIGHER] = "Rulebook 004, Moving Pieces: "
                                         "a higher number bears off \"the man "
                                         "farthest from the goal\".",
            [ALEA_PLAY_TOO_MANY] =
                "Rulebook 004, Moving Pieces: \"He may move the same man twice but "
                "each time is regarded as a separate move.\"",
            [ALEA_PLAY_TOO_MANY_DOUBLE] =
                "Rulebook 004, Moving Pieces: with a double \"he has four moves to "
                "play instead of two\".",
            [ALEA_PLAY_MUST_USE_BOTH] = "Rulebook 004, Moving Pieces: \"if any move "
                                        "would make the other possible, then he must "
                                        "move both\".",
            [ALEA_PLAY_MUST_USE_HIGHER] =
                "Rulebook 004, Moving Pieces: \"If he can only use either one or the "
                "other, but not both, he must use the highest result\".",
            [ALEA_PLAY_CANNOT_PASS] = "Rulebook 004, Moving Pieces: "
                                      "\"Moving is mandatory.\"",
        },
};

const char *alea_rules_cite_play(alea_preset preset, alea_play_error error)
{
    if ((int)preset < 0 || preset >= ALEA_PRESETS || (int)error < 0 ||
        error > ALEA_PLAY_CANNOT_PASS)
        return NULL;
    return cites[preset][error];
}
