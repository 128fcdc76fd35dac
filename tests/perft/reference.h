/* Reference counts of the move generator. From a plain generator checked against GNU
 * Backgammon 1.07; conventions in docs/perft.md. Rolls in the order of alea_roll_at. */
#ifndef ALEA_TESTS_PERFT_REFERENCE_H
#define ALEA_TESTS_PERFT_REFERENCE_H

typedef struct roll_counts {
    const char *name, *id;
    int results[21];
} roll_counts;

static const roll_counts reference_rolls[] = {
    {"opening position", "4HPwATDgc/ABMA", {42, 15, 75, 16, 17, 73, 14, 18, 17, 52, 8,
                                            8,  9,  9,  4,  10, 14, 14, 14, 7,  11}},
    {"nackgammon start", "4Dl4ADbgOXgANg", {70, 23, 103, 22, 27, 101, 15,
                                            17, 17, 25,  12, 16, 17,  11,
                                            17, 10, 13,  13, 8,  7,   3}},
    {"hypergammon start (3 checkers)",
     "AACgAgAAKgAAAA",
     {7, 6, 11, 7, 8, 15, 7, 8, 9, 15, 7, 8, 9, 9, 15, 7, 8, 9, 9, 9, 12}},
    {"longgammon start", "AACA/z8AAID/Pw", {5, 2, 5, 2, 2, 5, 2, 2, 2, 5, 2,
                                            2, 2, 2, 5, 2, 2, 2, 2, 2, 4}},
    {"one man on the bar against a closed board",
     "2+4OAADQ5+ADQA",
     {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}},
    {"three men on the bar against a three-point board",
     "zjkHBwDgOfgAcA",
     {2, 1, 1, 1, 1, 3, 1, 1, 1, 1, 1, 1, 1, 1, 4, 1, 1, 1, 1, 1, 1}},
    {"behind a full six-prime, on its edge",
     "tm0DBwB47wMAMA",
     {25, 9, 22, 9, 9, 15, 6, 6, 6, 5, 3, 3, 3, 2, 1, 3, 3, 3, 2, 1, 1}},
    {"bear-off against an anchor on the ace point",
     "uHsOADDu7g4AAA",
     {31, 14, 31, 11, 11, 12, 8, 7, 6, 3, 4, 4, 3, 2, 1, 4, 4, 3, 2, 1, 1}},
    {"bear-off against a man on the bar, two gaps",
     "eN8HAEDTDAAAAA",
     {33, 11, 9, 10, 7, 5, 9, 6, 6, 1, 4, 3, 3, 2, 1, 4, 3, 3, 2, 1, 1}},
    {"pure race bear-off, 3 men left each",
     "RgAAEAkAAAAAAA",
     {6, 5, 1, 5, 2, 1, 5, 2, 2, 1, 2, 2, 2, 2, 1, 3, 2, 2, 2, 2, 1}},
    {"last man on the six point against one man on the ace point",
     "AQAAgAAAAAAAAA",
     {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}},
    {"either die but not both (6 or 5 with 6-5)",
     "BmAAYAAAQAAAAA",
     {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}},
    {"one man outside, rest deep", "+L4PAADvHQIAAA", {24, 8, 7, 5, 4, 2, 3, 2, 1, 1, 3,
                                                      2,  2, 2, 1, 3, 3, 2, 2, 2, 1}},
    {"eight blots each, wide open", "/kREhCT4k4iIJA", {349, 77, 340, 72, 80, 300, 65,
                                                       71,  68, 209, 67, 71, 68,  63,
                                                       188, 56, 62,  57, 54, 54,  93}},
    {"both sides on the bar", "mM/BA0Dgc/ABYA", {9, 1, 8, 1,  1, 8, 1, 1, 1, 1, 1,
                                                 1, 1, 1, 11, 1, 1, 1, 1, 1, 1}},
};

typedef struct ply_counts {
    const char *id;
    int plies;
    long long nodes, distinct, unmoved, finished;
} ply_counts;

static const ply_counts reference_plies[] = {
    {"4HPwATDgc/ABMA", 1, 447, 406, 0, 0},
    {"4HPwATDgc/ABMA", 2, 202782, 163706, 0, 0},
    {"4Dl4ADbgOXgANg", 1, 547, 497, 0, 0},
    {"4Dl4ADbgOXgANg", 2, 324161, 263383, 1, 0},
    {"AACgAgAAKgAAAA", 1, 195, 144, 0, 0},
    {"AACgAgAAKgAAAA", 2, 38017, 20449, 0, 0},
    {"AACgAgAAKgAAAA", 3, 6645799, 255382, 0, 0},
    {"AACA/z8AAID/Pw", 1, 59, 49, 0, 0},
    {"AACA/z8AAID/Pw", 2, 3484, 2398, 0, 0},
    {"2+4OAADQ5+ADQA", 1, 21, 1, 21, 0},
    {"2+4OAADQ5+ADQA", 2, 7854, 321, 0, 0},
    {"zjkHBwDgOfgAcA", 1, 27, 16, 6, 0},
    {"zjkHBwDgOfgAcA", 2, 9497, 3751, 0, 0},
    {"tm0DBwB47wMAMA", 1, 137, 114, 1, 0},
    {"tm0DBwB47wMAMA", 2, 59321, 44346, 0, 0},
    {"uHsOADDu7g4AAA", 1, 163, 140, 0, 0},
    {"uHsOADDu7g4AAA", 2, 55396, 42444, 0, 0},
    {"eN8HAEDTDAAAAA", 1, 124, 101, 0, 0},
    {"eN8HAEDTDAAAAA", 2, 13060, 9839, 367, 0},
    {"RgAAEAkAAAAAAA", 1, 51, 27, 0, 3},
    {"RgAAEAkAAAAAAA", 2, 1872, 390, 0, 192},
    {"RgAAEAkAAAAAAA", 3, 49560, 224, 0, 20860},
    {"AQAAgAAAAAAAAA", 1, 21, 4, 0, 16},
    {"AQAAgAAAAAAAAA", 2, 105, 3, 0, 105},
    {"AQAAgAAAAAAAAA", 3, 0, 0, 0, 0},
    {"BmAAYAAAQAAAAA", 1, 21, 13, 1, 0},
    {"BmAAYAAAQAAAAA", 2, 1120, 479, 0, 0},
    {"BmAAYAAAQAAAAA", 3, 28339, 1620, 323, 1500},
    {"+L4PAADvHQIAAA", 1, 80, 59, 0, 0},
    {"+L4PAADvHQIAAA", 2, 15440, 9558, 0, 0},
    {"/kREhCT4k4iIJA", 1, 2464, 2371, 0, 0},
    {"/kREhCT4k4iIJA", 2, 1306903, 1129792, 2586, 0},
    {"mM/BA0Dgc/ABYA", 1, 53, 46, 3, 0},
    {"mM/BA0Dgc/ABYA", 2, 10283, 7637, 65, 0},
};

#endif
