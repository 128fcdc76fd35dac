/* The game record: a growing list of events, their texts, and the state after the last.
 *
 * Nothing here judges anything: an event is kept only after the state machine accepted
 * it, so the list always replays. States in between come from the nearest snapshot.
 * Memory is taken before anything changes, so that a failure leaves the record as it
 * was. */
#include <alea/record.h>

#include <string.h>

void alea_record_start(alea_record *record, const alea_rules *rules, alea_memory memory)
{
    memset(record, 0, sizeof *record);
    record->memory = memory;
    record->rules = *rules;
    alea_match_start(&record->now, rules);
}

void alea_record_clear(alea_record *record)
{
    if (!record || !record->memory.resize) return;
    void *const blocks[] = {record->entry,    record->tag,   record->text,
                            record->snapshot, record->filed, record->filed_candidate};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        if (blocks[i]) record->memory.resize(record->memory.context, blocks[i], 0);
    memset(record, 0, sizeof *record);
}

/* Returns a capacity for `need` items of `size` bytes, growing by half each time; 0
 * if the size overflows. */
static size_t grown(size_t capacity, size_t need, size_t size)
{
    size_t more = capacity + capacity / 2 + 16;
    if (more < need) more = need;
    return more > SIZE_MAX / size ? 0 : more;
}

/* Makes room for one more entry. */
static bool reserve_entry(alea_record *record)
{
    if (record->entries < record->entries_capacity) return true;
    size_t more = grown(record->entries_capacity, 1, sizeof *record->entry);
    void *block = more ? record->memory.resize(record->memory.context, record->entry,
                                               more * sizeof *record->entry)
                       : NULL;
    if (!block) return false;
    record->entry = block;
    record->entries_capacity = more;
    return true;
}

static bool reserve_snapshot(alea_record *record)
{
    if (record->snapshots < record->snapshots_capacity) return true;
    size_t more = grown(record->snapshots_capacity, 1, sizeof *record->snapshot);
    void *block = more ? record->memory.resize(record->memory.context, record->snapshot,
                                               more * sizeof *record->snapshot)
                       : NULL;
    if (!block) return false;
    record->snapshot = block;
    record->snapshots_capacity = more;
    return true;
}

/* Appends `event`; `next` is the state after it. */
static alea_status keep(alea_record *record, const alea_event *event, bool unknown,
                        const alea_match *next)
{
    bool with_snapshot = record->entries % ALEA_RECORD_STRIDE == 0;
    if (!reserve_entry(record) || (with_snapshot && !reserve_snapshot(record)))
        return ALEA_ERROR_MEMORY;
    if (with_snapshot) record->snapshot[record->snapshots++] = record->now;
    record->entry[record->entries++] =
        (alea_record_entry){.event = *event,
                            .comment = ALEA_NO_TEXT,
                            .extra = ALEA_NO_TEXT,
                            .clock_ms = {ALEA_NO_CLOCK, ALEA_NO_CLOCK},
                            .took_ms = ALEA_NO_CLOCK,
                            .unknown_play = unknown};
    record->now = *next;
    return ALEA_OK;
}

alea_status alea_record_append(alea_record *record, const alea_event *event,
                               alea_refusal *refusal, alea_play_error *play_error)
{
    alea_match next = record->now;
    alea_refusal answer = alea_match_apply(&next, event, play_error);
    if (refusal) *refusal = answer;
    if (answer != ALEA_ACCEPTED) return ALEA_ERROR_REFUSED;
    return keep(record, event, false, &next);
}

alea_status alea_record_append_settled(alea_record *record, alea_event *event,
                                       alea_refusal *refusal,
                                       alea_play_error *play_error)
{
    alea_match next = record->now;
    alea_event settled = *event;
    const alea_refusal answer = alea_match_apply_settled(&next, &settled, play_error);
    if (refusal) *refusal = answer;
    if (answer != ALEA_ACCEPTED) return ALEA_ERROR_REFUSED;
    const alea_status status = keep(record, &settled, false, &next);
    if (status == ALEA_OK) *event = settled;
    return status;
}

alea_status alea_record_append_illegal(alea_record *record, alea_player by,
                                       const alea_move *move, int moves,
                                       alea_refusal *refusal)
{
    if (moves < 0 || moves > ALEA_MAX_MOVES) return ALEA_ERROR_ARGUMENT;
    const alea_status status = alea_record_append_unknown(record, by, refusal);
    if (status != ALEA_OK) return status;
    alea_record_entry *entry = &record->entry[record->entries - 1];
    entry->illegal_play = true;
    entry->event.moves = (uint8_t)moves;
    if (moves > 0) memcpy(entry->event.move, move, (size_t)moves * sizeof *move);
    return ALEA_OK;
}

alea_status alea_record_append_unknown(alea_record *record, alea_player by,
                                       alea_refusal *refusal)
{
    alea_refusal answer = ALEA_ACCEPTED;
    if (record->now.phase != ALEA_MATCH_TO_PLAY)
        answer = ALEA_REFUSED_WRONG_PHASE;
    else if (by != record->now.turn)
        answer = ALEA_REFUSED_NOT_YOUR_TURN;
    if (refusal) *refusal = answer;
    if (answer != ALEA_ACCEPTED) return ALEA_ERROR_REFUSED;
    alea_event event;
    memset(&event, 0, sizeof event);
    event.type = ALEA_EVENT_PLAY;
    event.by = by;
    alea_match same = record->now;
    return keep(record, &event, true, &same);
}

static bool replay(alea_match *state, const alea_record_entry *entry)
{
    return entry->unknown_play ||
           alea_match_apply(state, &entry->event, NULL) == ALEA_ACCEPTED;
}

size_t alea_record_length(const alea_record *record)
{
    return record->entries;
}

alea_status alea_record_state(const alea_record *record, size_t index,
                              alea_match *state)
{
    if (index > record->entries) return ALEA_ERROR_ARGUMENT;
    if (index == record->entries) {
        *state = record->now;
        return ALEA_OK;
    }
    size_t at = index / ALEA_RECORD_STRIDE;
    alea_match match = record->snapshot[at];
    for (size_t i = at * ALEA_RECORD_STRIDE; i < index; i++)
        if (!replay(&match, &record->entry[i])) return ALEA_ERROR_REFUSED;
    *state = match;
    return ALEA_OK;
}

alea_status alea_record_drop_last(alea_record *record, size_t count)
{
    if (count > record->entries) return ALEA_ERROR_ARGUMENT;
    size_t left = record->entries - count;
    alea_status status = alea_record_state(record, left, &record->now);
    if (status) return status;
    record->entries = left;
    while (record->fileds > 0 && record->filed[record->fileds - 1].entry >= left)
        record->filed_candidates = record->filed[--record->fileds].first;
    record->snapshots = (left + ALEA_RECORD_STRIDE - 1) / ALEA_RECORD_STRIDE;
    return ALEA_OK;
}

alea_status alea_record_add_filed(alea_record *record, const alea_filed *filed,
                                  const alea_filed_candidate *candidate)
{
    size_t last = record->fileds ? record->filed[record->fileds - 1].entry : 0;
    if (filed->entry > record->entries || filed->entry < last || filed->candidates < 0)
        return ALEA_ERROR_ARGUMENT;
    const alea_memory *m = &record->memory;
    size_t more = (size_t)filed->candidates, need = record->filed_candidates + more;
    if (need > record->filed_candidates_capacity) {
        size_t size = sizeof *record->filed_candidate;
        size_t capacity = grown(record->filed_candidates_capacity, need, size);
        void *block =
            capacity ? m->resize(m->context, record->filed_candidate, capacity * size)
                     : NULL;
        if (!block) return ALEA_ERROR_MEMORY;
        record->filed_candidate = block;
        record->filed_candidates_capacity = capacity;
    }
    if (record->fileds == record->fileds_capacity) {
        size_t capacity = grown(record->fileds_capacity, 1, sizeof *record->filed);
        void *block = capacity ? m->resize(m->context, record->filed,
                                           capacity * sizeof *record->filed)
                               : NULL;
        if (!block) return ALEA_ERROR_MEMORY;
        record->filed = block;
        record->fileds_capacity = capacity;
    }
    alea_filed *kept = &record->filed[record->fileds++];
    *kept = *filed;
    kept->first = record->filed_candidates;
    if (more)
        memcpy(record->filed_candidate + kept->first, candidate,
               more * sizeof *candidate);
    record->filed_candidates = need;
    return ALEA_OK;
}

const alea_filed *alea_record_filed(const alea_record *record, size_t entry,
                                    const alea_filed *after)
{
    size_t low = 0, high = record->fileds;
    if (after) low = (size_t)(after - record->filed) + 1;
    while (!after && low < high) {
        size_t middle = low + (high - low) / 2;
        if (record->filed[middle].entry < entry)
            low = middle + 1;
        else
            high = middle;
    }
    bool found = low < record->fileds && record->filed[low].entry == entry;
    return found ? &record->filed[low] : NULL;
}

alea_status alea_record_add_text(alea_record *record, const char *text, size_t length,
                                 int32_t *handle)
{
    if (length > 0 && memchr(text, '\0', length)) return ALEA_ERROR_ARGUMENT;
    if (length >= INT32_MAX - record->text_size) return ALEA_ERROR_MEMORY;
    size_t need = record->text_size + length + 1;
    if (need > record->text_capacity) {
        size_t more = grown(record->text_capacity, need, 1);
        char *block = record->memory.resize(record->memory.context, record->text, more);
        if (!block) return ALEA_ERROR_MEMORY;
        record->text = block;
        record->text_capacity = more;
    }
    *handle = (int32_t)record->text_size;
    if (length > 0) memcpy(record->text + record->text_size, text, length);
    record->text[need - 1] = '\0';
    record->text_size = need;
    return ALEA_OK;
}

const char *alea_record_text(const alea_record *record, int32_t handle)
{
    if (handle < 0 || (size_t)handle >= record->text_size) return "";
    return record->text + handle;
}

static alea_record_tag *find_tag(const alea_record *record, const char *key)
{
    for (size_t i = 0; i < record->tags; i++)
        if (strcmp(alea_record_text(record, record->tag[i].key), key) == 0)
            return &record->tag[i];
    return NULL;
}

alea_status alea_record_set_tag(alea_record *record, const char *key, const char *value)
{
    alea_record_tag *tag = find_tag(record, key);
    if (tag) {
        if (strcmp(alea_record_text(record, tag->value), value) == 0) return ALEA_OK;
        return alea_record_add_text(record, value, strlen(value), &tag->value);
    }
    if (record->tags == record->tags_capacity) {
        size_t more = grown(record->tags_capacity, 1, sizeof *record->tag);
        void *block = more ? record->memory.resize(record->memory.context, record->tag,
                                                   more * sizeof *record->tag)
                           : NULL;
        if (!block) return ALEA_ERROR_MEMORY;
        record->tag = block;
        record->tags_capacity = more;
    }
    size_t text_before = record->text_size;
    alea_record_tag fresh;
    alea_status status = alea_record_add_text(record, key, strlen(key), &fresh.key);
    if (!status)
        status = alea_record_add_text(record, value, strlen(value), &fresh.value);
    if (status) {
        record->text_size = text_before;
        return status;
    }
    record->tag[record->tags++] = fresh;
    return ALEA_OK;
}

const char *alea_record_tag_value(const alea_record *record, const char *key)
{
    const alea_record_tag *tag = find_tag(record, key);
    return tag ? alea_record_text(record, tag->value) : NULL;
}

int alea_record_games(const alea_record *record)
{
    return record->now.games_begun;
}

size_t alea_record_game_start(const alea_record *record, int number)
{
    if (number <= 1) return 0;
    if (number > record->now.games_begun) return record->entries;
    /* The last snapshot of an earlier game; the next one begins game `number`. */
    size_t low = 0, high = record->snapshots;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (record->snapshot[middle].games_begun < number)
            low = middle;
        else
            high = middle;
    }
    alea_match state = record->snapshot[low];
    size_t index = low * ALEA_RECORD_STRIDE;
    while (state.games_begun < number && index < record->entries)
        if (!replay(&state, &record->entry[index++])) break;
    return index;
}
