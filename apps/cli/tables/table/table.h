/* One sitting at a tables game: the match, the dice, the save, the players and the
 * terminal. */
#ifndef ALEA_CLI_TABLES_TABLE_TABLE_H
#define ALEA_CLI_TABLES_TABLE_TABLE_H

#include "draft.h"
#include "view.h"

#include "cli/play/prompt/console.h"
#include "cli/save/dice_source.h"
#include "cli/tables/commands.h"
#include "cli/tables/save.h"
#include "family/opponent.h"

typedef enum table_end { TABLE_GOES_ON = 0, TABLE_STOPPED, TABLE_BROKEN } table_end;

typedef struct table {
    alea_tables_match match;
    alea_tables_turns turns; /* of the dice to play */
    alea_tables_turns work;
    tables_mind mind;
    tables_seats seats;
    dice_source dice;
    console *console;
    play_look look;
    tables_save save;
    tables_draft draft;                               /* of the turn to play */
    int candidate[ALEA_TABLES_MAX_TURNS], candidates; /* turns as listed last */
    uint32_t marked; /* points that the last turn reached, in the numbers of ... */
    alea_tables_player marked_by; /* ... this player */
    char line[512];
    bool some_bad, flipped;
    bool sealed, opened; /* dice: fixed before the first throw; their seed is shown */
} table;

const char *table_name(const table *t, alea_tables_player by);
/* Says that something typed was refused. */
void table_refuse(table *t, const char *reason);
/* Applies an event, puts it on disk and says what happened. */
table_end table_apply(table *t, alea_tables_event *event);
table_end table_act(table *t, alea_tables_event_type type);
/* Throws the dice of an opening or a roll. */
table_end table_throw(table *t, alea_tables_event_type type);
/* Whose numbers the board has now: the player to act if a person, else the person. */
alea_tables_player table_viewer(const table *t);
void table_make_view(const table *t, tables_view *view);
/* Draws the board, or writes it where nothing is drawn. */
void table_show_board(table *t);
/* Asks with `prompt`: a line without blanks around it; NULL at the end of the input and
 * on "quit" (*end says which). */
const char *table_ask(table *t, const char *prompt, table_end *end);
/* Begins the turn that the dice lie for: its list and an empty draft. */
void table_begin_turn(table *t);
bool table_has_person(const table *t);

#endif
