/* `alea show FILE`: who played what, and any position of it. */
#include <stdlib.h>
#include <string.h>

#include <alea/diagram.h>
#include <jansson.h>

#include "cli/io/args.h"
#include "cli/io/fail.h"
#include "cli/io/lines.h"
#include "cli/question/file_rules.h"
#include "cli/question/match_file.h"
#include "list.h"
#include "report/filed.h"
#include "json/shapes.h"
#include "json/text.h"

typedef struct game_summary {
    int score[2], turns, points;
    alea_player winner;
} game_summary;

typedef struct summary {
    game_summary *game;
    size_t games;
} summary;

/* Whether this entry begins a turn: a cube action, a roll and a play. `state` is the
 * state after it. */
static bool begins_turn(const alea_record *record, size_t index,
                        const alea_match *state)
{
    alea_event_type type = record->entry[index].event.type;
    if (type == ALEA_EVENT_DOUBLE) return true;
    if (type == ALEA_EVENT_OPENING) return state->phase == ALEA_MATCH_TO_PLAY;
    if (type != ALEA_EVENT_ROLL) return false;
    /* The roll after a double that was taken belongs to the doubler's turn. */
    for (size_t i = index; i-- > 0;) {
        alea_event_type before = record->entry[i].event.type;
        bool between = before == ALEA_EVENT_TAKE || before == ALEA_EVENT_BEAVER ||
                       before == ALEA_EVENT_RACCOON || before == ALEA_EVENT_COCKED ||
                       before == ALEA_EVENT_RESIGN ||
                       before == ALEA_EVENT_REJECT_RESIGN;
        if (!between) return before != ALEA_EVENT_DOUBLE;
    }
    return true;
}

static void apply(alea_match *state, const alea_record_entry *entry)
{
    if (!entry->unknown_play) alea_match_apply(state, &entry->event, NULL);
}

static void note_score(game_summary *game, const alea_match *state)
{
    game->score[0] = alea_match_points(state, ALEA_A);
    game->score[1] = alea_match_points(state, ALEA_B);
}

static bool summarize(const alea_record *record, summary *out)
{
    out->games = (size_t)alea_record_games(record);
    out->game = calloc(out->games, sizeof *out->game);
    if (!out->game) return false;
    alea_match state;
    alea_match_start(&state, &record->rules);
    out->game[0].winner = ALEA_NOBODY;
    for (size_t i = 0; i < record->entries; i++) {
        const alea_event *event = &record->entry[i].event;
        apply(&state, &record->entry[i]);
        game_summary *game = &out->game[state.games_begun - 1];
        bool score_set = event->type == ALEA_EVENT_SET && (event->set & ALEA_SET_SCORE);
        if (event->type == ALEA_EVENT_NEXT_GAME || score_set) {
            note_score(game, &state);
            game->winner = ALEA_NOBODY;
            game->points = game->turns = 0;
        }
        if (begins_turn(record, i, &state)) game->turns++;
        game->winner = state.has_result ? state.result.winner : ALEA_NOBODY;
        game->points = state.has_result ? state.result.points : 0;
    }
    return true;
}

static const char *name_of(const alea_record *record, int player)
{
    const char *name = alea_record_tag_value(record, player ? "player_b" : "player_a");
    return name && *name ? name : player ? "Player 2" : "Player 1";
}

/* Words out of a file must not command the terminal. */
static void put_words(const char *text)
{
    for (const unsigned char *at = (const unsigned char *)text; *at; at++) {
        bool control = (*at < ' ' && *at != '\n') || *at == 127;
        putchar(control ? '?' : *at);
    }
}

/* `lone`: the file is a single position. */
static int print_json(const match_file *file, const summary *s, bool lone)
{
    const alea_record *record = &file->record;
    json_t *games = json_array(), *warnings = json_array();
    for (size_t i = 0; i < s->games; i++) {
        const game_summary *g = &s->game[i];
        json_t *winner =
            g->winner == ALEA_NOBODY ? json_null() : json_integer(g->winner);
        json_array_append_new(games, json_pack("{s:o, s:o, s:i, s:i}", "score",
                                               score_json(g->score[0], g->score[1]),
                                               "winner", winner, "points", g->points,
                                               "turns", g->turns));
    }
    for (size_t i = 0; i < file->warnings_kept; i++) {
        const match_warning *w = &file->warning[i];
        json_t *text = w->line ? json_sprintf("line %zu: %s", w->line, w->text)
                               : json_string(w->text);
        if (text) json_array_append_new(warnings, text);
    }
    if (file->report.stopped) {
        const alea_error *where = &file->report.where;
        json_t *text = where->line ? json_sprintf("line %zu: reading stopped: %s",
                                                  where->line, where->reason)
                                   : json_sprintf("reading stopped: %s", where->reason);
        if (text) json_array_append_new(warnings, text);
    }
    json_t *all = json_pack("{s:s, s:i, s:[s, s], s:o, s:o, s:o}", "format",
                            alea_format_name(file->report.format), "match_length",
                            record->rules.match_length, "players", name_of(record, 0),
                            name_of(record, 1), "games", games, "final_score",
                            score_json(alea_match_points(&record->now, ALEA_A),
                                       alea_match_points(&record->now, ALEA_B)),
                            "warnings", warnings);
    if (all && lone) {
        alea_position position;
        alea_position_of_match(&record->now, &position);
        json_object_set_new(all, "position", position_json(&position));
        json_t *filed = report_filed_json(record, record->entries);
        if (filed) json_object_set_new(all, "filed", filed);
    }
    const int status = all ? EXIT_DONE : EXIT_SYSTEM;
    json_print_line(stdout, all);
    return status;
}

static void print_summary(const match_file *file, const summary *s)
{
    const alea_record *record = &file->record;
    const alea_rules *rules = &record->rules;
    put_words(name_of(record, 0));
    fputs(" - ", stdout);
    put_words(name_of(record, 1));
    fputs(", ", stdout);
    if (rules->match_length)
        printf("%d point match", rules->match_length);
    else
        printf("money session");
    printf(" (%s)\n", alea_format_name(file->report.format));
    static const char *const keys[] = {"event", "round", "place",
                                       "date",  "time",  "annotator"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        const char *value = alea_record_tag_value(record, keys[i]);
        if (!value) continue;
        printf("%s: ", keys[i]);
        put_words(value);
        putchar('\n');
    }
    for (size_t i = 0; i < s->games; i++) {
        const game_summary *g = &s->game[i];
        printf("Game %zu  %d-%d  %d turn%s  ", i + 1, g->score[0], g->score[1],
               g->turns, g->turns == 1 ? "" : "s");
        if (g->winner == ALEA_NOBODY) {
            printf("not finished\n");
            continue;
        }
        put_words(name_of(record, g->winner));
        printf(" wins %d point%s\n", g->points, g->points == 1 ? "" : "s");
    }
    printf("Score  %d-%d\n", alea_match_points(&record->now, ALEA_A),
           alea_match_points(&record->now, ALEA_B));
}

/* The state to draw for a turn: after its roll, or at its double if no roll
 * followed. */
typedef struct shown_turn {
    size_t first;      /* the entry that begins it */
    alea_match before; /* the state before that entry */
    alea_match state;  /* the one to draw */
} shown_turn;

static bool find_turn(const alea_record *record, int game, int turn, shown_turn *out)
{
    int turns = 0;
    alea_match *state = &out->state;
    alea_match_start(state, &record->rules);
    for (size_t i = 0; i < record->entries; i++) {
        out->before = *state;
        apply(state, &record->entry[i]);
        if (state->games_begun != game) continue;
        turns += begins_turn(record, i, state);
        if (turns != turn) continue;
        out->first = i;
        alea_match next = *state;
        for (size_t k = i + 1; k < record->entries; k++) {
            if (begins_turn(record, k, &next) || next.has_result) break;
            apply(&next, &record->entry[k]);
            if (record->entry[k].event.type == ALEA_EVENT_ROLL) {
                *state = next;
                break;
            }
        }
        return true;
    }
    return false;
}

static void print_play(const alea_record *record, const alea_record_entry *entry,
                       const alea_match *state)
{
    const alea_event *event = &entry->event;
    alea_board board = alea_match_board(state, event->by);
    alea_play play;
    char text[ALEA_PLAY_TEXT_SIZE] = "as made on the board";
    if (entry->illegal_play) {
        alea_moves_write(event->move, event->moves, text);
        put_words(name_of(record, event->by));
        printf(" plays %d%d: %s (illegal)\n", state->roll.die[0], state->roll.die[1],
               event->moves ? text : "a play");
        return;
    }
    if (entry->unknown_play) {
        printf("The play is not in the file.\n");
        return;
    }
    if (alea_play_judge(&board, state->roll, &state->rules.play, event->move,
                        event->moves, &play, NULL) == ALEA_PLAY_LEGAL)
        alea_play_write(&board, &play, text);
    put_words(name_of(record, event->by));
    printf(" plays %d%d: %s\n", state->roll.die[0], state->roll.die[1],
           text[0] ? text : "no move");
}

/* Prints the actions from entry `index`, in `state`, to the end of the turn. */
static void print_actions(const alea_record *record, size_t index, alea_match state)
{
    for (size_t i = index; i < record->entries; i++) {
        const alea_record_entry *entry = &record->entry[i];
        const alea_event *event = &entry->event;
        alea_match before = state;
        apply(&state, entry);
        if (i > index && begins_turn(record, i, &state)) return;
        bool dice = event->type == ALEA_EVENT_ROLL || event->type == ALEA_EVENT_OPENING;
        if (event->type == ALEA_EVENT_PLAY) {
            print_play(record, entry, &before);
        } else if (!dice && event->by != ALEA_NOBODY) {
            put_words(name_of(record, event->by));
            printf(": %s\n", alea_event_name(event->type));
        }
        report_filed_text(record, i, &before, 0, stdout);
        if (entry->comment != ALEA_NO_TEXT) {
            put_words(alea_record_text(record, entry->comment));
            putchar('\n');
        }
        if (state.has_result || event->type == ALEA_EVENT_SET) return;
    }
}

static int print_position(const match_file *file, const char *path, int game, int turn)
{
    const alea_record *record = &file->record;
    shown_turn shown = {.first = record->entries, .state = record->now};
    if (turn && !find_turn(record, game, turn, &shown)) {
        file_say(path, "there is no turn %d in game %d", turn, game);
        return EXIT_SOME_BAD;
    }
    alea_position position;
    alea_position_of_match(&shown.state, &position);
    alea_diagram options = {.names = {name_of(record, 0), name_of(record, 1)}};
    char text[ALEA_DIAGRAM_TEXT_SIZE], xgid[ALEA_XGID_SIZE];
    alea_diagram_text(&position, &options, text, sizeof text);
    if (turn) printf("Game %d, turn %d\n", game, turn);
    printf("%s", text);
    if (text[0] && text[strlen(text) - 1] != '\n') printf("\n");
    if (alea_xgid_write(&position, xgid) == ALEA_OK) printf("%s\n", xgid);
    print_actions(record, shown.first, shown.before);
    if (!turn) report_filed_text(record, record->entries, &record->now, 0, stdout);
    return EXIT_DONE;
}

typedef struct showing {
    const char *path;
    int game, turn; /* 0: not given */
    bool json;
    int shown;
} showing;

static int show_file(void *context, match_file *file)
{
    showing *w = context;
    const alea_record *record = &file->record;
    summary s = {0};
    int status = EXIT_DONE;
    bool lone = record->entries > 0 && !w->turn;
    for (size_t i = 0; i < record->entries && lone; i++) {
        alea_event_type type = record->entry[i].event.type;
        lone = type != ALEA_EVENT_PLAY && type != ALEA_EVENT_OPENING;
    }
    if (!w->json) match_file_print_warnings(file, w->path, WARNINGS_KEPT, stderr);
    if (!w->json && w->shown++) printf("\n");
    if (w->turn || w->game || (lone && !w->json))
        status = print_position(file, w->path, w->game ? w->game : 1,
                                lone      ? 0
                                : w->turn ? w->turn
                                          : 1);
    else if (!summarize(record, &s))
        status = EXIT_SYSTEM;
    else if (w->json)
        status = print_json(file, &s, lone);
    else
        print_summary(file, &s);
    free(s.game);
    if (status == EXIT_DONE && file->report.stopped) status = EXIT_SOME_BAD;
    return status;
}

int cmd_show(int argc, char **argv)
{
    bool json = false, partial = false, ogid_next = false;
    long long game = 0, turn = 0;
    file_rules rules = {0};
    const option_spec options[] = {
        FLAG_OPTION(
            "json", 0,
            "the summary as one JSON object; for many positions one object per line",
            &json),
        INTEGER_OPTION("game", 'g', "N", "the game of --turn (default 1)", &game, 1,
                       1000000),
        INTEGER_OPTION("turn", 't', "M", "draw the position of this turn", &turn, 1,
                       1000000),
        FLAG_OPTION("partial", 0, "show what was read before the first error",
                    &partial),
        FLAG_OPTION("ogid-next", 0,
                    "OGID without a ply number: its turn field is the player to act",
                    &ogid_next),
        FILE_RULES_OPTIONS(rules),
        {0}};
    const args_spec spec = {
        "FILE",
        "Shows a match file of any format: players, score, games; or draws a position\n"
        "of it. A file that is one position is drawn at once; of a text with many\n"
        "positions, each. \"-\" is standard input; an identifier may stand in the place\n"
        "of a file.",
        options, 1, 1};
    int files;
    int status = args_parse(&spec, argc, argv, &files);
    if (status != ARGS_RUN) return status;
    if (json && (turn || game))
        return args_refuse("show",
                           "--json is the summary: leave out --game and --turn");
    alea_import_options import = {.partial = partial, .ogid_turn_is_next = ogid_next};
    status = file_rules_apply("show", &rules, &import);
    if (status != ARGS_RUN) return status;
    showing context = {
        .path = argv[1], .game = (int)game, .turn = (int)turn, .json = json};
    return match_file_each(argv[1], &import, show_file, &context);
}
