#include "cli/play/terminal/signals.h"
#include "turn.h"

#include <stdio.h>
#include <stdlib.h>

/* A play with an alternative, an action with the cube, a resignation or its answer. */
static bool is_decision(play_session *s, size_t index, alea_player by)
{
    const alea_event *event = &s->record.entry[index].event;
    alea_match before;
    if (event->by != by) return false;
    switch ((int)event->type) {
    case ALEA_EVENT_DOUBLE:
    case ALEA_EVENT_TAKE:
    case ALEA_EVENT_DROP:
    case ALEA_EVENT_BEAVER:
    case ALEA_EVENT_RACCOON:
    case ALEA_EVENT_RESIGN:
    case ALEA_EVENT_ACCEPT_RESIGN: return true;
    case ALEA_EVENT_PLAY: break;
    default: return false;
    }
    if (alea_record_state(&s->record, index, &before) != ALEA_OK) return false;
    const alea_board board = alea_match_board(&before, by);
    alea_plays(&board, before.roll, &before.rules.play, s->scratch);
    return s->scratch->count > 1;
}

/* The entries from the last decision of `by` in this game on; 0 = there is none. */
static size_t entries_to_drop(play_session *s, alea_player by)
{
    for (size_t i = s->record.entries; i > 0; i--) {
        if (s->record.entry[i - 1].event.type == ALEA_EVENT_NEXT_GAME) return 0;
        if (is_decision(s, i - 1, by)) return s->record.entries - (i - 1);
    }
    return 0;
}

/* The dice go on after the rolls that are left. */
static alea_status rewind_dice(play_session *s, alea_error *error)
{
    char spec[DICE_PATH_SIZE + 8];
    dice_source again;
    uint64_t rolls = 0;
    for (size_t i = 0; i < s->record.entries; i++)
        rolls += s->record.entry[i].event.type == ALEA_EVENT_OPENING ||
                 s->record.entry[i].event.type == ALEA_EVENT_ROLL;
    dice_source_spec(&s->dice, spec, sizeof spec);
    const alea_status status = dice_source_resume(&again, spec, rolls, error);
    if (status != ALEA_OK) return status;
    dice_source_finish(&s->dice);
    s->dice = again;
    return ALEA_OK;
}

static alea_status count_back(play_session *s)
{
    char value[24];
    const char *before = alea_record_tag_value(&s->record, "x-taken-back");
    snprintf(value, sizeof value, "%d", (before ? atoi(before) : 0) + 1);
    return alea_record_set_tag(&s->record, "x-taken-back", value);
}

play_end play_back(play_session *s)
{
    const alea_player by = s->person[0] ? ALEA_A : ALEA_B;
    alea_error error = {0};
    if (s->person[0] == s->person[1]) {
        play_refuse(s, "'back' takes a turn back against the machine only.");
        return PLAY_GOES_ON;
    }
    if (s->dice.kind == DICE_OS) {
        play_refuse(s,
                    "These dice are sealed: nothing is taken back. 'alea play --dice "
                    "seed' plays with dice that allow it.");
        return PLAY_GOES_ON;
    }
    const size_t count = entries_to_drop(s, by);
    if (count == 0) {
        play_refuse(s, "There is no decision of yours in this game to take back.");
        return PLAY_GOES_ON;
    }
    console_hold_signals();
    const alea_status saved = play_save_back(&s->save, count, &error);
    console_release_signals();
    if (saved != ALEA_OK) {
        play_refuse(s, "That cannot be saved, so nothing was taken back: %s.",
                    error.reason);
        return PLAY_GOES_ON;
    }
    /* The decision was seen with its hint. */
    s->hinted[by] = s->record.entry[s->record.entries - count].hinted;
    alea_status status = alea_record_drop_last(&s->record, count);
    if (status == ALEA_OK) status = count_back(s);
    if (status == ALEA_OK) status = rewind_dice(s, &error);
    if (status != ALEA_OK) {
        play_refuse(s, "The game stops: %s.",
                    *error.reason ? error.reason : alea_status_text(status));
        return PLAY_BROKEN;
    }
    s->candidates = 0;
    s->marked_by = s->drawn_for = ALEA_NOBODY;
    s->resign_refused[0] = s->resign_refused[1] = false;
    console_say(s->console, "Taken back to your last decision; the record says so.%s",
                s->dice.kind == DICE_MANUAL ? "" : " The same dice come again.");
    if (s->record.now.phase == ALEA_MATCH_TO_PLAY) play_begin_draft(s);
    return PLAY_TAKEN_BACK;
}
