#include "lessons.h"

#include <stddef.h>

static const char *const paragraphs[] = {
    "# What rulebook 004 tells",
    "The game goes back at least 5000 years. It is believed to come from Persia, "
    "perhaps with Indian influences, and is related to the Egyptian Senet and the "
    "Royal Game of Ur. It reached China and Japan, as ban-sugoroku. The Romans spread "
    "it over Europe as Tabula, a variant with another board and number of dice; Greek "
    "tavli and Turkish tavla keep that name. Still named Tabula, but already much like "
    "the modern game, it continued through the Middle Ages to Northern Europe and the "
    "Iberian Peninsula and became a popular way of gambling. In England it was renamed "
    "backgammon around the 17th century. In the United States the doubling cube of the "
    "1920s gave it its present form, together with the chouette, which enjoyed great "
    "popularity: a simple addition that made gambling more interesting and added a "
    "whole layer of strategy.",
    "The legend: the Indian king Dewisarm sent the newly invented chess to the Persian "
    "king Khosrow I, to be deciphered. On the third day the minister Wuzurgmihr "
    "solved it, and invented backgammon as a challenge in return, "
    "which nobody in India deciphered.",
    "# What is known",
    "Senet and the Royal Game of Ur are race games of the third millennium BC, "
    "on tracks of 30 and 20 squares, with throwing sticks or four-sided dice. "
    "No line of descent from either to backgammon is proved; the 5000 years count "
    "race games as a family.",
    "Roman ludus duodecim scriptorum had three rows of twelve places and three dice. "
    "From it came tabula (also called alea), with 24 points in two rows, fifteen "
    "counters a side and three dice: a position of the emperor Zeno (about 480) is "
    "described in an epigram of Agathias, and it can be set up on a backgammon board.",
    "The Persian nard stands in the Middle Persian text Wizarishn i chatrang (perhaps "
    "6th century), the source of the legend of Wuzurgmihr (Bozorgmehr); Firdausi tells "
    "it again in the Shahnameh. Nard went east: a board of the 8th century is kept in "
    "Japan (Shosoin), where ban-sugoroku was played until the 19th century.",
    "In Europe Alfonso X's Libro de los juegos (1283) describes fifteen games of "
    "tables, several with three dice. 'Irish' had two dice and today's aim; "
    "'baggammon' is named in a letter of 1635 and told apart from Irish by doubles "
    "played four times and by the gammon. Edmond Hoyle printed its rules in 1743.",
    "Tavli (Greece) is played as three games in turn, portes, plakoto and fevga; "
    "portes is nearly backgammon without a cube. Tavla (Turkey) likewise has no cube "
    "and no backgammons.",
    "The doubling cube appeared in New York in the 1920s, by an unknown inventor; the "
    "Racquet and Tennis Club's rules of 1931, by Wheaton Vaughan's committee, fixed "
    "cube, gammons and backgammons, automatic doubles and beavers. The Jacoby rule is "
    "named after Oswald Jacoby, the Crawford rule after John R. Crawford.",
    "Programs: Hans Berliner's BKG 9.8 beat the world champion Luigi Villa in 1979 in "
    "a short match. Gerald Tesauro's TD-Gammon (1992) learnt by playing against "
    "itself; engines since, alea's too, follow it.",
    "# Sources",
    "Rulebook 004 (Ocastudios). H. J. R. Murray, A History of Board-Games other than "
    "Chess (1952). R. C. Bell, Board and Table Games from Many Civilizations (1960). "
    "Irving Finkel (ed.), Ancient Board Games in Perspective (2007). R. G. Austin, "
    "Zeno's Game of tabula, Journal of Hellenic Studies 54 (1934). Oswald Jacoby and "
    "John R. Crawford, The Backgammon Book (1970). Hans Berliner, Backgammon computer "
    "program beats world champion, Artificial Intelligence 14 (1980). Gerald Tesauro, "
    "Temporal difference learning and TD-Gammon, Communications of the ACM 38 (1995).",
};

const char *history_at(int index)
{
    return index >= 0 && index < (int)(sizeof paragraphs / sizeof *paragraphs)
               ? paragraphs[index]
               : NULL;
}
