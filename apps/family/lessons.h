/* Exercises that teach the tables games: positions chosen by the switches of the rules.
 * Thread-safe. */
#ifndef ALEA_FAMILY_LESSONS_H
#define ALEA_FAMILY_LESSONS_H

#include <alea/tables.h>

/* The aim that a legal play must fulfil. */
typedef enum lesson_aim {
    LESSON_ANY = 0,
    LESSON_HIT,
    LESSON_PIN,
    LESSON_OFF,  /* bears off */
    LESSON_AGAIN /* lands on a square that gives another throw */
} lesson_aim;

typedef struct tables_lesson {
    const char *text, *after; /* the task; what a right play shows */
    lesson_aim aim;
    alea_tables_board board;
    alea_tables_dice dice;
    bool first; /* of the player's turns */
} tables_lesson;

/* Exercise `index` of a game of these rules, from 0; false past the last. Some legal
 * play has its aim. */
bool tables_lesson_at(const alea_tables_rules *rules, int index, tables_lesson *out);
bool tables_lesson_meets(const alea_tables_rules *rules, lesson_aim aim,
                         const alea_tables_move *move, int moves);
/* Why a legal play without that aim is not the answer. Static. */
const char *tables_lesson_missed(lesson_aim aim);

typedef enum tables_lesson_verdict {
    TABLES_LESSON_UNREAD = 0, /* no play: `error` has the reason */
    TABLES_LESSON_ILLEGAL,
    TABLES_LESSON_LEGAL, /* without the aim */
    TABLES_LESSON_RIGHT
} tables_lesson_verdict;

/* Judges a play as it is typed. *said: why it is not the answer; of a right one what it
 * shows. Static or in `error`. `written`: the right play, with its marks. */
tables_lesson_verdict tables_lesson_judge(const alea_tables_rules *rules,
                                          const tables_lesson *lesson, const char *text,
                                          alea_tables_turns *turns,
                                          char written[ALEA_TABLES_MOVES_SIZE],
                                          const char **said, alea_error *error);
/* The first legal play with the aim; `turns` is overwritten. */
void tables_lesson_answer(const alea_tables_rules *rules, const tables_lesson *lesson,
                          alea_tables_turns *turns,
                          char written[ALEA_TABLES_MOVES_SIZE]);

#endif
