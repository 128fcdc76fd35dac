/* alea diagram: positions as pictures. */
#include "publish/picture/diagram.h"
#include "base/error.h"
#include "cli/io/args.h"
#include "cli/io/fail.h"
#include "cli/io/out_file.h"
#include "cli/question/question.h"
#include "cli/tables/game.h"
#include "family/picture.h"
#include "list.h"

#include <alea/diagram.h>
#include <alea/notation.h>
#include <alea/tables_record.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char about[] =
    "Draws positions. Without --output as text; with it by the name's ending or --to: SVG,\n"
    "PNG and LaTeX (.tex, a tikzpicture) of one position, PDF of any number, several on a\n"
    "page. An ID is an XGID, Position ID or PositionID:MatchID, with dice after it where\n"
    "they matter; without one, or with -, IDs are read one per line from standard input.\n"
    "  alea diagram 4HPwATDgc/ABMA 31 --play '8/5 6/5' -o opening.svg\n"
    "  alea diagram - --per-page 6 --paper letter -o positions.pdf < ids.txt\n"
    "  alea diagram 4HPwATDgc/ABMA --to png -o - | display\n"
    "--game NAME: a position of another tables game as docs/tables.md writes it, or its\n"
    "start; pinned checkers lie under those that pin them.";

enum { MOST = 2000, MOST_WIDTH = 8000 };

typedef struct picture {
    alea_drawing board;
    char title[64], words[1024]; /* of the SVG; "" = no words */
    char caption[QUESTION_TEXT_SIZE];
} picture;

typedef struct diagram_run {
    const char *output, *to, *play, *caption, *paper, *game;
    option_list options; /* of that game */
    long long width, per_page;
    bool other_side, home_left, no_caption;
    picture *picture;
    size_t count, capacity;
} diagram_run;

static bool ends_with(const char *text, const char *end)
{
    const size_t a = strlen(text), b = strlen(end);
    return a >= b && strcmp(text + a - b, end) == 0;
}

static picture *next_picture(diagram_run *run, alea_error *error)
{
    if (run->count == run->capacity) {
        const size_t capacity = run->capacity ? 2 * run->capacity : 4;
        picture *more =
            run->count < MOST ? realloc(run->picture, capacity * sizeof *more) : NULL;
        if (!more) {
            error->status = ALEA_ERROR_MEMORY;
            alea_error_set(error, 0, 0, "more than %d positions", (int)run->count);
            return NULL;
        }
        run->picture = more;
        run->capacity = capacity;
    }
    return &run->picture[run->count];
}

/* Reads the moves of a play that is legal with the given dice; without dice, with
 * any. */
static bool read_play(const char *text, const question *q, alea_move *move, int *moves,
                      alea_error *error)
{
    const alea_play_rules rules = alea_play_rules_standard();
    alea_play play;
    if (alea_moves_read(text, strlen(text), move, moves, error) != ALEA_OK)
        return false;
    alea_play_error bad = ALEA_PLAY_NOT_A_DIE;
    if (alea_roll_valid(q->roll))
        bad = alea_play_judge(&q->board, q->roll, &rules, move, *moves, &play, NULL);
    for (int r = 0;
         !alea_roll_valid(q->roll) && bad != ALEA_PLAY_LEGAL && r < ALEA_ROLLS; r++)
        bad = alea_play_judge(&q->board, alea_roll_at(r), &rules, move, *moves, &play,
                              NULL);
    if (bad == ALEA_PLAY_LEGAL) return true;
    if (alea_roll_valid(q->roll))
        alea_error_set(error, 0, 0, "--play %.60s: %s", text,
                       alea_play_error_text(bad));
    else
        alea_error_set(error, 0, 0, "--play %.60s: no dice allow these moves here",
                       text);
    return false;
}

static int answer(void *context, const question *q, refusal *why)
{
    diagram_run *run = context;
    alea_move move[ALEA_MAX_MOVES];
    int moves = 0;
    if (run->play && !read_play(run->play, q, move, &moves, &why->error))
        return refusal_set(why, "bad_moves");
    const alea_diagram options = {.view =
                                      run->other_side ? alea_opponent(ALEA_A) : ALEA_A,
                                  .home_left = run->home_left,
                                  .moves = moves ? move : NULL,
                                  .move_count = moves,
                                  .mover = q->position.on_roll};
    if (!run->output) {
        char text[ALEA_DIAGRAM_TEXT_SIZE];
        alea_diagram_text(&q->position, &options, text, sizeof text);
        printf("%s\n%s\n", q->id, text);
        return EXIT_DONE;
    }
    picture *p = next_picture(run, &why->error);
    if (!p) return refusal_set(why, "failed");
    alea_diagram_draw(&q->position, &options, &p->board);
    alea_diagram_words(&q->position, &options, p->words, sizeof p->words);
    snprintf(p->title, sizeof p->title, "Backgammon position");
    snprintf(p->caption, sizeof p->caption, "%s",
             run->no_caption ? ""
             : run->caption  ? run->caption
                             : q->id);
    run->count++;
    return EXIT_DONE;
}

/* A position of another game in the plain form of docs/tables.md; NULL: its start. */
static int draw_other_game(diagram_run *run, const char *position)
{
    alea_tables_rules rules;
    alea_error error = {0};
    if (!tables_game_read("diagram", run->game, &run->options, &rules))
        return EXIT_USAGE;
    alea_tables_board board = alea_tables_start(&rules);
    if (position && alea_tables_text_read(&rules, position, strlen(position), &board,
                                          NULL, NULL, &error) != ALEA_OK)
        return args_refuse("diagram", "the position, column %zu: %s", error.column,
                           error.reason);
    if (!run->output) {
        char text[ALEA_TABLES_DIAGRAM_SIZE];
        alea_tables_diagram_write(&rules, &board, text);
        fputs(text, stdout);
        return EXIT_DONE;
    }
    picture *p = next_picture(run, &error);
    if (!p) return command_fail_memory("diagram");
    tables_picture_draw(&rules, &board, &p->board);
    snprintf(p->title, sizeof p->title, "Position of %s", rules.name);
    *p->words = '\0';
    snprintf(p->caption, sizeof p->caption, "%s",
             run->no_caption ? ""
             : run->caption  ? run->caption
                             : rules.name);
    run->count = 1;
    return EXIT_DONE;
}

static int fail(const char *path)
{
    return command_fail_file("diagram", path);
}

/* A4 or US Letter, in points. */
static bool read_paper(const diagram_run *run, diagram_paper *out)
{
    *out = (diagram_paper){595.276, 841.89, (int)run->per_page, PICTURE_COLOUR};
    if (strcmp(run->paper, "a4") == 0) return true;
    out->width = 612;
    out->height = 792;
    return strcmp(run->paper, "letter") == 0;
}

static int write_pdf(const diagram_run *run, const diagram_paper *paper)
{
    diagram_item *item = calloc(run->count, sizeof *item);
    char *pdf = NULL;
    size_t size = 0;
    for (size_t i = 0; item && i < run->count; i++)
        item[i] = (diagram_item){&run->picture[i].board, run->picture[i].caption};
    int status = EXIT_SYSTEM;
    alea_error error;
    if (picture_load(&error) != ALEA_OK)
        command_fail("diagram", "%s", error.reason);
    else if (item && diagram_pdf(item, run->count, paper, &pdf, &size))
        status = out_file_write("diagram", run->output, pdf, size);
    else
        command_fail_memory("diagram");
    free(pdf);
    free(item);
    return status;
}

static int write_png(const diagram_run *run)
{
    char *png;
    size_t size;
    alea_error error;
    if (picture_load(&error) != ALEA_OK)
        return command_fail("diagram", "%s", error.reason);
    if (!diagram_png(&run->picture[0].board, (int)run->width, NULL, &png, &size))
        return command_fail_memory("diagram");
    const int status = out_file_write("diagram", run->output, png, size);
    free(png);
    return status;
}

/* One tikzpicture, for \\input into a document that loads tikz. */
static int write_latex(const diagram_run *run)
{
    out_file file;
    if (!out_file_open(&file, run->output)) return fail(run->output);
    fputs("% Made by alea: \\usepackage{tikz}, then \\input this file.\n", file.to);
    picture_latex(&run->picture[0].board, PICTURE_COLOUR, file.to);
    return out_file_close(&file) ? EXIT_DONE : fail(run->output);
}

static int write_svg(const diagram_run *run)
{
    const picture *p = &run->picture[0];
    char svg[ALEA_DRAWING_SVG_SIZE];
    const size_t size = alea_drawing_svg(&p->board, p->title,
                                         *p->words ? p->words : NULL, svg, sizeof svg);
    if (size >= sizeof svg) return command_fail("diagram", "the picture is too large");
    return out_file_write("diagram", run->output, svg, size);
}

static int write_pictures(const diagram_run *run, const diagram_paper *paper)
{
    if (strcmp(run->to, "pdf") == 0) return write_pdf(run, paper);
    if (run->count > 1)
        return args_refuse("diagram",
                           "%s holds one position, not %zu: a PDF holds many",
                           run->output, run->count);
    if (strcmp(run->to, "png") == 0) return write_png(run);
    if (strcmp(run->to, "tex") == 0) return write_latex(run);
    return write_svg(run);
}

/* The format of the picture, into run->to. */
static int choose_format(diagram_run *run)
{
    static const char *const formats[] = {"svg", "png", "pdf", "tex"};
    const bool given = run->to != NULL;
    if (given && !run->output)
        return args_refuse("diagram", "--to needs --output FILE, or -");
    if (!run->output) return EXIT_DONE;
    if (!given && out_file_is_standard(run->output)) run->to = "svg";
    bool known = false;
    for (int i = 0; i < 4 && !known; i++) {
        char ending[8];
        snprintf(ending, sizeof ending, ".%s", formats[i]);
        known =
            run->to ? strcmp(run->to, formats[i]) == 0 : ends_with(run->output, ending);
        if (known) run->to = formats[i];
    }
    if (!known && given)
        return args_refuse("diagram", "--to is svg, png, pdf or tex, not '%.40s'",
                           run->to);
    if (!known)
        return args_refuse("diagram",
                           "--output ends in .svg, .png, .pdf or .tex, not '%.60s'; "
                           "or give --to FORMAT",
                           run->output);
    const bool pdf = strcmp(run->to, "pdf") == 0, png = strcmp(run->to, "png") == 0;
    return pdf || png
               ? out_file_check_binary("diagram", run->output, pdf ? "a PDF" : "a PNG")
               : EXIT_DONE;
}

int cmd_diagram(int argc, char **argv)
{
    diagram_run run = {.width = 930, .per_page = 1, .paper = "a4"};
    diagram_paper paper;
    const option_spec options[] = {
        TABLES_GAME_OPTION(run.game),
        LIST_OPTION("option", 0, "KEY=VALUE", "with --game: an option of it",
                    &run.options),
        TEXT_OPTION(
            "output", 'o', "FILE",
            "a picture: FILE.svg, FILE.png, FILE.pdf or FILE.tex; - is standard output",
            &run.output),
        TEXT_OPTION("to", 0, "FORMAT",
                    "svg, png, pdf or tex (default: by FILE's ending; svg for -)",
                    &run.to),
        TEXT_OPTION("play", 0, "MOVES", "arrows for a play, as in '8/5 6/5'",
                    &run.play),
        INTEGER_OPTION("width", 0, "N", "pixels of a PNG (default 930)", &run.width,
                       100, MOST_WIDTH),
        TEXT_OPTION("paper", 0, "a4|letter", "of a PDF (default a4)", &run.paper),
        INTEGER_OPTION("per-page", 0, "N", "boards on a page of a PDF: 1, 2, 6 or 12",
                       &run.per_page, 1, 12),
        TEXT_OPTION("caption", 0, "TEXT", "below each board of a PDF (default the ID)",
                    &run.caption),
        FLAG_OPTION("no-caption", 0, "nothing below the boards", &run.no_caption),
        FLAG_OPTION("other-side", 0, "seen by the other player", &run.other_side),
        FLAG_OPTION("home-left", 0, "home boards on the left", &run.home_left),
        {0}};
    const args_spec spec = {"[ID]...", about, options, 0, -1};
    int operands, status = args_parse(&spec, argc, argv, &operands);
    if (status != ARGS_RUN) return status;
    if (!read_paper(&run, &paper))
        return args_refuse("diagram", "--paper is a4 or letter, not '%.40s'",
                           run.paper);
    if (run.per_page != 1 && run.per_page != 2 && run.per_page != 6 &&
        run.per_page != 12)
        return args_refuse("diagram", "--per-page is 1, 2, 6 or 12");
    status = choose_format(&run);
    if (status != EXIT_DONE) return status;
    if (run.output && !out_file_possible(run.output)) return fail(run.output);
    if (run.game && operands > 1)
        return args_refuse("diagram", "--game draws one position");
    if (run.game && (run.play || run.other_side || run.home_left))
        return args_refuse("diagram", "--play, --other-side and "
                                      "--home-left are of backgammon");
    status = run.game ? draw_other_game(&run, operands > 0 ? argv[1] : NULL)
                      : questions_run("diagram", false, operands, argv, answer, &run);
    if (run.output && run.count > 0) {
        const int written = write_pictures(&run, &paper);
        if (written > status) status = written;
    }
    free(run.picture);
    return status;
}
