/* Records and identifiers of tables games from any bytes. What is read is written again
 * and reads back as itself; what is refused has a plain reason. */
#include <alea/tables_record.h>

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MAX_TEXT = 1 << 16 };

static alea_tables_turns turns;

typedef struct paper {
    char text[2 * MAX_TEXT];
    size_t length;
} paper;

static void require(bool condition)
{
    if (!condition) abort();
}

static void check_reason(const alea_error *error)
{
    size_t length = strlen(error->reason);
    require(length > 0 && length < sizeof error->reason);
    for (size_t i = 0; i < length; i++)
        require(error->reason[i] >= ' ' && error->reason[i] <= '~');
}

static void write_down(void *context, const alea_tables_match *after,
                       const alea_tables_event *event)
{
    paper *p = context;
    char line[ALEA_TABLES_EVENT_SIZE];
    size_t length =
        alea_tables_event_write(alea_tables_match_rules(after), event, line);
    if (p->length + length + 1 > sizeof p->text) return;
    memcpy(p->text + p->length, line, length);
    p->length += length;
    p->text[p->length++] = '\n';
}

static void read_record(const char *text, size_t size)
{
    static paper written;
    alea_tables_match m = {.series.games = 0}, again;
    alea_error error = {0};
    char header[ALEA_TABLES_HEADER_SIZE];
    written.length = 0;
    const alea_status status =
        alea_tables_record_read(text, size, &m, &turns, write_down, &written, &error);
    if (status != ALEA_OK) check_reason(&error);
    if (!m.series.games) return;
    require(alea_tables_series_check(&m.series, NULL) == ALEA_OK);
    require(alea_tables_board_check(alea_tables_match_rules(&m), &m.board, NULL) ==
            ALEA_OK);
    size_t length = alea_tables_header_write(&m.series, header);
    require(length < sizeof header);
    memmove(written.text + length, written.text, written.length);
    memcpy(written.text, header, length);
    require(alea_tables_record_read(written.text, length + written.length, &again,
                                    &turns, NULL, NULL, NULL) == ALEA_OK);
    require(again.phase == m.phase && again.turn == m.turn && again.game == m.game);
    require(memcmp(&again.board, &m.board, sizeof m.board) == 0);
    require(memcmp(again.score, m.score, sizeof m.score) == 0);
}

static void read_id(const char *text, size_t size)
{
    for (int g = 0; alea_tables_game(g); g++) {
        alea_tables_rules rules;
        alea_tables_board board;
        alea_error error = {0};
        char id[ALEA_TABLES_ID_SIZE];
        require(alea_tables_find(alea_tables_game(g), &rules, NULL) == ALEA_OK);
        if (alea_tables_id_read(&rules, text, size, &board, &error) != ALEA_OK) {
            check_reason(&error);
            continue;
        }
        require(alea_tables_board_check(&rules, &board, NULL) == ALEA_OK);
        require(alea_tables_id_write(&rules, &board, id) == size);
        require(memcmp(id, text, size) == 0);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size > MAX_TEXT) return 0;
    char *text = malloc(size + 1);
    if (!text) return 0;
    memcpy(text, data, size);
    text[size] = '\0';
    read_record(text, size);
    read_id(text, size);
    free(text);
    return 0;
}
