/* Facts about Anki's collection for reading and writing. */
#ifndef ALEA_DESK_ANKI_SCHEMA_H
#define ALEA_DESK_ANKI_SCHEMA_H

/* Ids of the note type, the deck and the first card; any fixed numbers do, and fixed
 * ones let a second import update the first. */
#define ANKI_MODEL      INT64_C(1700000000101)
#define ANKI_DECK       INT64_C(1700000000102)
#define ANKI_FIRST_CARD INT64_C(1700000001000)
/* Separates the fields of a note. */
#define ANKI_FIELDS_SEPARATOR '\x1f'

/* Order of the fields of a note. */
enum {
    ANKI_POSITION = 0,
    ANKI_BOARD,
    ANKI_QUESTION,
    ANKI_ANSWER,
    ANKI_FRONT,
    ANKI_BACK,
    ANKI_FIELDS
};

#endif
