/* Lines that a player types: any bytes give a command, and moves go into a draft that
 * stays a possible position. Bytes: two dice, then lines. */
#include "cli/play/prompt/draft.h"
#include "cli/play/prompt/input.h"
#include "cli/play/view/look.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool condition)
{
    if (!condition) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2) return 0;
    const alea_board start = alea_board_start(ALEA_SETUP_BACKGAMMON);
    const alea_roll roll = {{(uint8_t)(data[0] % 6 + 1), (uint8_t)(data[1] % 6 + 1)}};
    const alea_play_rules rules = alea_play_rules_standard();
    play_draft draft;
    play_draft_start(&draft, &start, roll, &rules);
    for (size_t at = 2; at < size;) {
        const uint8_t *line = data + at;
        const uint8_t *end = memchr(line, '\n', size - at);
        const size_t length = end ? (size_t)(end - line) : size - at;
        play_input input;
        play_input_read((const char *)line, length, &input);
        require(strlen(input.text) < sizeof input.text);
        require(
            input.rest == input.text + strlen(input.text) || *input.rest == '\0' ||
            (input.rest > input.text && input.rest < input.text + sizeof input.text));
        for (const char *p = input.text; *p; p++) require((unsigned char)*p >= 0x20);
        static const char *const name[2] = {"ann", "list"};
        play_input addressed;
        play_input_read((const char *)line, length, &addressed);
        play_input_address(&addressed, name);
        require(addressed.by >= ALEA_NOBODY && addressed.by <= ALEA_B);
        require(strlen(addressed.text) <= strlen(input.text));
        if (input.word == WORD_MOVES) {
            alea_play_error why;
            int bad;
            const play_draft before = draft;
            alea_play way[ALEA_MAX_READINGS];
            const int ways = alea_play_readings(&draft.start, roll, &rules, input.move,
                                                input.moves, way);
            require(ways >= 0 && ways <= ALEA_MAX_READINGS);
            for (int i = 0; i < ways; i++)
                require(alea_board_check(&way[i].board, ALEA_CHECKERS, NULL) ==
                        ALEA_OK);
            const int wrong =
                alea_play_wrong_mark(&draft.start, input.move, input.moves);
            require(wrong >= -1 && wrong < input.moves);
            if (play_draft_add(&draft, input.move, input.moves, &why, &bad) ==
                DRAFT_REFUSED) {
                require(memcmp(&before.board, &draft.board, sizeof draft.board) == 0);
                require(before.moves == draft.moves);
            }
        } else if (input.word == WORD_UNDO) {
            play_draft_undo(&draft);
        }
        require(alea_board_check(&draft.board, ALEA_CHECKERS, NULL) == ALEA_OK);
        at += length + 1;
    }
    /* The settings of the board: whatever stands in the file, what is written of them
     * reads as the same. */
    play_look look = {0}, again = {0};
    char written[PLAY_LOOK_SIZE];
    play_look_read(&look, (const char *)data, size);
    require(look.colour[0] <= 7 && look.colour[1] <= 7);
    play_look_write(&look, written);
    play_look_read(&again, written, strlen(written));
    require(look.fixed == again.fixed && look.home_left == again.home_left);
    require(memcmp(look.colour, again.colour, sizeof look.colour) == 0);
    while (play_draft_undo(&draft)) {
    }
    require(alea_board_equal(&draft.board, &start));
    return 0;
}
