#!/usr/bin/env python3
""".xg files written here from the author's published layout, without a line of alea's own
code: several games, cube, beaver, raccoon, resignation, automatic doubles, Crawford and after,
positions, comments, names of any alphabet, every way of packing. What alea reads must be what
was put in, without a warning."""
import json
import os
import struct
import subprocess
import tempfile
import zlib

from support import ALEA
from support.expect import expect
from support.waiting import HANG

RECORD = 2560
START = [0, -2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, 0]
MONEY = 99999


def swapped(board):
    return [-board[25 - i] for i in range(26)]


def placed(mine, his):
    """Player 1's board of {point: checkers}; `his` points are player 1's too, 0 his bar."""
    return [mine.get(i, 0) - his.get(i, 0) for i in range(26)]


def record(kind, *fields):
    """A record of a type with (offset, format, values...) packed into it."""
    data = bytearray(RECORD)
    data[8] = kind
    for offset, layout, *values in fields:
        struct.pack_into("<" + layout, data, offset, *values)
    return bytes(data)


def ansi(text, room):
    data = text.encode("cp1252", "replace")[:room]
    return bytes([len(data)]) + data


def wide(text):
    return text.encode("utf-16-le")[:256]


class Xg:
    """One file. Players are 1 and -1; `board` is player 1's, as the file has it."""

    def __init__(self, length, names=("Ann", "Bob"), version=30, crawford=True, jacoby=True,
                 beaver=True, variation=0, texts=("", "", ""), match_comments=(-1, -1)):
        self.records = []
        self.comments = []
        self.version = version
        self.cube_of_player_1 = False         # whose the sign of a cube is
        fields = [(9, "41s", ansi(names[0], 40)), (50, "41s", ansi(names[1], 40)),
                  (92, "ii", length, variation),
                  (100, "4B", crawford, jacoby, beaver, 0), (104, "dd", 1600, 1712.5),
                  (128, "d", 45000.75), (136, "129s", ansi(texts[0], 128)),
                  (268, "i", -7), (283, "129s", ansi(texts[1], 128)),
                  (417, "129s", ansi(texts[2], 128)), (548, "i", -1), (552, "i", version),
                  (556, "I", 0x494C4D44), (576, "ii", *match_comments)]
        if version >= 24:
            for offset, text in ((622, texts[0]), (880, names[0]), (1138, names[1]),
                                 (1396, texts[1]), (1654, texts[2])):
                fields.append((offset, "256s", wide(text)))
        self.records.append(record(0, *fields))

    def game(self, number, score=(0, 0), crawford=False, board=None, autos=0, before=-1,
             after=-1):
        self.board = list(board or START)
        self.cube, self.owner = 0, 0
        self.records.append(record(1, (12, "ii", *score), (20, "B", crawford),
                                   (21, "26b", *(board or [0] * 26)), (48, "i", number),
                                   (52, "B", 0), (56, "ii", before, after),
                                   (64, "i", autos if self.version >= 26 else 0)))

    def relative_cube(self, player):
        return self.cube * self.owner * (1 if self.cube_of_player_1 else player)

    def comment(self, data):
        self.comments.append(data)
        return len(self.comments) - 1

    def no_double(self, player, comment=-1):
        self.records.append(record(2, (12, "6i", player, 0, -1, -1, -1,
                                       self.relative_cube(player)),
                                   (36, "26b", *self.board), (292, "i", comment)))

    def double(self, player, take, beaver=-1, raccoon=-1, comment=-1):
        self.records.append(record(2, (12, "6i", player, 1, take, beaver, raccoon,
                                       self.relative_cube(player)),
                                   (36, "26b", *self.board), (292, "i", comment)))
        if take:
            self.cube, self.owner = self.cube + 1, -player
        if take == 2 and beaver != 0:
            self.cube += 1
        if take == 2 and beaver == 2 and raccoon == 1:
            self.cube += 1

    def move(self, player, dice, *moves, comment=-1, played=True):
        """Moves as (from, to) in the mover's numbering, 25 = bar, 0 or less = off."""
        before = list(self.board)
        own = self.board if player == 1 else swapped(self.board)
        for start, end in moves:
            expect(own[start] > 0, "test: no checker on", start, own)
            own[start] -= 1
            if end > 0:
                if own[end] == -1:
                    own[end], own[0] = 0, own[0] - 1
                own[end] += 1
        self.board = own if player == 1 else swapped(own)
        pairs = [n - 1 for move in moves for n in move]
        pairs += [-1] * (8 - len(pairs))
        noise = bytes((i * 37 + len(self.records) * 101) % 256 for i in range(2184))
        self.records.append(record(3, (9, "26b", *before), (35, "26b", *own),
                                   (64, "i", player), (68, "8i", *pairs), (100, "ii", *dice),
                                   (108, "i", self.relative_cube(player)),
                                   (124, "2184s", noise), (2308, "B", played),
                                   (2524, "i", comment)))

    def over(self, winner, points, termination, score=(0, 0)):
        self.records.append(record(4, (12, "ii", *score), (24, "3i", winner, points,
                                                           termination)))

    def end(self, winner=0, score=(0, 0)):
        self.records.append(record(5, (12, "3i", *score, winner)))

    def file(self, packed=True, registry_packed=True, thumbnail=b""):
        members = [("temp.xgi", self.records[0] + self.records[-1]),
                   ("temp.xgr", bytes(2184)), ("temp.xg", b"".join(self.records))]
        if self.comments:
            members.append(("temp.xgc", b"".join(c + b"\r\n" for c in self.comments)))
        archive, registry = b"", b""
        for name, plain in members:
            data = zlib.compress(plain) if packed else plain
            registry += struct.pack("<256s256siiiIBB2x", ansi(name, 255), b"\0", len(plain),
                                    len(data), len(archive), zlib.crc32(plain),
                                    0 if packed else 1, 6)
            archive += data
        if registry_packed:
            registry = zlib.compress(registry)
        header = struct.pack("<4sIIqI16s", b"RGMH", 1, 8232, 0, len(thumbnail), bytes(16))
        header += b"".join(t.encode("utf-16-le").ljust(2048, b"\0")
                           for t in ("Game", "save", "level", "comments"))
        expect(len(header) == 8232, "test: header of", len(header))
        trailer = struct.pack("<iiiii12x", len(members), 1, len(registry), len(archive),
                              int(registry_packed))
        return (header + thumbnail + archive + registry +
                struct.pack("<I", zlib.crc32(archive + registry)) + trailer)


def alea(data, *command, suffix=".xg"):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "file" + suffix)
        with open(path, "wb") as f:
            f.write(data)
        made = subprocess.run([ALEA, command[0], path, *command[1:]], capture_output=True,
                              timeout=HANG)
    return made.returncode, made.stdout.decode(), made.stderr.decode()


def read(xg, warnings=0, **packing):
    """The summary, and the journal's lines: header, then events."""
    data = xg.file(**packing)
    status, text, errors = alea(data, "show", "--json")
    expect(status == 0, text, errors)
    told = json.loads(text)
    expect(told["format"] == "xg", told["format"])
    expect(len(told["warnings"]) == warnings, told["warnings"])
    status, text, errors = alea(data, "convert", "--to", "journal", "-o", "-")
    expect(status == 0, errors)
    return told, [json.loads(line) for line in text.splitlines()]


def events(lines):
    """Short words: who did what."""
    words = []
    for line in lines[1:]:
        kind = line.get("event")
        if kind == "play":
            word = line["by"] + ": " + ("????" if line.get("unknown_play") else line["move"])
        elif kind == "resign":
            word = "%s resigns %s" % (line["by"], line["level"])
        elif kind in ("roll", "opening", "set", "next_game", None):
            continue
        else:
            word = line["by"] + " " + kind
        words.append(word)
    return words


def comments(lines):
    return [line["comment"] for line in lines if "comment" in line]


def same(got, wanted):
    for i, (a, b) in enumerate(zip(got, wanted)):
        expect(a == b, "number", i, repr(a), "where", repr(b), "was written")
    expect(len(got) == len(wanted), got, "where", wanted, "was written")


def match_of_three_games():
    xg = Xg(3, names=("Żółw Ωμέγα", "駒 \U0001F3B2"),
            texts=("Open d'Été", "Zürich", "Final €"))
    one = xg.comment(rb"{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0\fnil Tahoma;}}" + b"\x01\x02" +
                     rb"\viewkind4\uc1\pard\f0\fs16 Caf\'e9 \{a\\b\} \u937?\u-10180?\u-8242?"
                     rb"\par second\~line\par}" + b"\x01\x02")
    two = xg.comment("plain – text\x01\x02of two lines".encode("cp1252"))
    three = xg.comment(b"before the game")
    four = xg.comment(b"after it")
    xg.game(1, before=three, after=four)
    xg.move(1, (3, 1), (8, 5), (6, 5), comment=one)
    xg.no_double(-1)
    xg.move(-1, (6, 5), (24, 13))
    xg.double(1, 0, comment=two)
    xg.over(1, 1, 0, (1, 0))
    xg.game(2, (1, 0))
    xg.move(-1, (4, 2), (8, 4), (6, 4))
    xg.move(1, (6, 6), (24, 18), (24, 18), (13, 7), (13, 7))
    xg.double(-1, 1)
    xg.move(-1, (5, 3), (8, 3), (6, 3))
    xg.over(1, 2, 101, (3, 0))
    xg.end(1, (3, 0))
    told, lines = read(xg, thumbnail=b"\xff\xd8JPEG" * 99)
    expect(told["players"] == ["Żółw Ωμέγα", "駒 \U0001F3B2"], told["players"])
    expect(told["match_length"] == 3 and told["final_score"] == [3, 0], told)
    expect([(g["winner"], g["points"]) for g in told["games"]] == [(0, 1), (0, 2)], told)
    tags = lines[0]["tags"]
    expect(tags["event"] == "Open d'Été" and tags["place"] == "Zürich", tags)
    expect(tags["round"] == "Final €" and tags["date"] == "2023-03-15", tags)
    expect(tags["rating_a"] == "1600.00" and tags["rating_b"] == "1712.50", tags)
    # What is no rating is left out: nothing rated, and bytes that are no number.
    for ratings in ((0.0, -5.0), (float("nan"), float("inf")), (1e300, -0.0)):
        struct.pack_into("<dd", odd := bytearray(xg.records[0]), 104, *ratings)
        xg.records[0] = bytes(odd)
        none = read(xg)[1][0]["tags"]
        expect("rating_a" not in none and "rating_b" not in none, ratings, none)
    same(events(lines), ["A: 8/5 6/5", "B: 24/13", "A double", "B drop", "B: 8/4 6/4",
                         "A: 24/18 24/18 13/7 13/7", "B double", "A take", "B: 8/3 6/3",
                         "B resigns 1", "A accept_resign"])
    text = "\n".join(comments(lines))
    for wanted in ("before the game", "Café {a\\b} Ω\U0001F3CE\nsecond line",
                   "plain – text\nof two lines", "after it"):
        expect(wanted in text, repr(wanted), "is not in", repr(text))


def told_comments(lines):
    """What each comment hangs on, and the comment."""
    return [(line["event"], line["comment"]) for line in lines if "comment" in line]


def comments_without_an_entry():
    """Comments of records that add no event, of games without one, and of the match's end."""
    xg = Xg(7, match_comments=(0, 1))
    for text in (b"the match", b"its end"):
        xg.comment(text)
    xg.game(1, before=xg.comment(b"before"), after=xg.comment(b"after"))
    xg.no_double(1, xg.comment(b"nothing yet"))
    xg.move(1, (3, 1), (8, 5), (6, 5), comment=xg.comment(b"a play"))
    xg.no_double(-1, xg.comment(b"do not double yet"))
    xg.move(-1, (6, 5), (24, 13))
    xg.no_double(1, xg.comment(b"nor here"))
    xg.over(0, 0, 0)                          # left unfinished
    xg.game(2, before=xg.comment(b"2nd"))
    xg.move(1, (3, 1), (8, 5), (6, 5))
    xg.end()
    told, lines = read(xg, warnings=1)        # the first game counts for nothing
    expect(lines[0]["tags"]["comment"] == "the match", lines[0])
    same(told_comments(lines), [("play", "before\nnothing yet\na play\ndo not double yet"),
                                ("play", "nor here\nafter"), ("play", "2nd\nits end")])
    # Games without a move, with and without a winner; the last has no footer either.
    for winner, where in ((0, "set"), (1, "accept_resign")):
        xg = Xg(7)
        xg.game(1, before=xg.comment(b"before"), after=xg.comment(b"after"))
        xg.no_double(1, xg.comment(b"nothing"))
        xg.over(winner, winner, 101 * winner, (winner, 0))
        xg.game(2, (winner, 0), before=xg.comment(b"2nd"), after=xg.comment(b"end"))
        told, lines = read(xg, warnings=winner)
        same(told_comments(lines),
             [("set", "before\nnothing\nafter\n2nd\nend")] if not winner else
             [(where, "before\nnothing\nafter"), ("next_game", "2nd\nend")])


def games_after_the_match():
    xg = short(30, ("Ann", "Bob"))
    xg.game(2, (0, 0))
    xg.move(1, (6, 5), (24, 13), comment=xg.comment(b"lost"))
    told, lines = read(xg, warnings=1)
    expect("ignored" in told["warnings"][0], told)


RTF = [
    # Words for characters.
    (rb"{\rtf1\ansi\deff0{\fonttbl{\f0 Tahoma;}}\pard don\rquote t \ldblquote play\rdblquote  "
     rb"this \lquote it\rquote \endash  ever\emdash no\~a\_b \bullet c\par}",
     "don’t “play” this ‘it’– ever—no a-b •c"),
    # Groups of text, deep ones too; groups that are none, marked so or known by name.
    (rb"{\rtf1\ansi This is {\b very {\i\ul deeply}} important {\i text}\par}",
     "This is very deeply important text"),
    (rb"{\rtf1{\fonttbl{\f0 Arial;}{\f1 Hidden;}}{\colortbl ;\red0;}{\stylesheet{\s1 Normal;}}"
     rb"{\info{\title T}}{\*\generator Riched20 {deep}}{\pict 00ff{\b x}}{\header h}{\footerf f}"
     rb"{\*\listtable{\list l}}{\field{\*\fldinst HYPERLINK}{\fldrslt a link}} seen}",
     "a link seen"),
    (rb"{\rtf1 line1\line line2\tab x\par a\\b \{c\}}", "line1\nline2 x\na\\b {c}"),
    # \u with as many fallbacks as \uc says, in its group only.
    (rb"{\rtf1\uc0\u937 \u8212 x{\uc2\u937 ab\u-10180\'57\'58\u-8242 ??y}\u937 z}",
     "Ω—xΩ\U0001F3CEyΩz"),
    (rb"{\rtf1\uc1\u937\'57 next\u8220\ldblquote !\u937{W}}", "Ω next“!ΩW"),
    # Character sets: of the text, of its fonts, of a group.
    (rb"{\rtf1\ansi\ansicpg1251\deff0{\fonttbl{\f0\fnil\fcharset204 Tahoma;}}\f0 "
     rb"\'cf\'f0\'e8\'e2\'e5\'f2, \'b8\'b9}", "Привет, ё№"),
    (rb"{\rtf1\ansi\ansicpg1250 \'a3\'f3d\'9f, \'e8}", "Łódź, č"),
    (rb"{\rtf1\ansi\ansicpg1253 \'c5\'f0\'ff\'dc \'a2\'b8}", "Επÿά ΆΈ"),
    (rb"{\rtf1\ansi\ansicpg1254 \'dd\'de\'f0\'fd\'80}", "İŞğı€"),
    (rb"{\rtf1\ansi\ansicpg1252\deff1{\fonttbl{\f0\fcharset0 A;}{\f1\fcharset204 B;}"
     rb"{\f2\fnil\fcharset238 C;}}\'e9{\f2\'e8{\f0\'e9}\'e8}\'e9 \f0\'e9\plain\'e9\f999\'e9}",
     "йčéčй éйé"),
    # What somebody may send: never closed, closed too often, cut short, a million deep.
    (rb"{\rtf1 a}}}}b{{{c", "abc"),
    (rb"{\rtf1 a{\*{\b b", "a"),
    (rb"{\rtf1 a\'e", "ae"),
    (rb"{\rtf1 a" + b"{" * 1000000 + b"deep" + b"}" * 1000000 + b"b", "adeepb"),
    (rb"{\rtf1 a" + b"{\\uc0\\f0" * 100 + b"}" * 100 + rb"\u937?b\bin5 {{{{{c\bin99999 d", "aΩbc"),
]


def rich_text():
    for text, wanted in RTF:
        xg = Xg(7)
        xg.game(1)
        xg.move(1, (3, 1), (8, 5), (6, 5), comment=xg.comment(text))
        told, lines = read(xg)
        expect(comments(lines) == [wanted], text[:200], comments(lines), "where", repr(wanted))
    for page in range(1250, 1255):            # every letter; bytes left open are free
        data, wanted = b"", ""
        for byte in range(128, 256):
            try:
                wanted += bytes([byte]).decode("cp%d" % page)
                data += b"\\'%02x" % byte
            except UnicodeDecodeError:
                pass
        xg = Xg(7)
        xg.game(1)
        xg.move(1, (3, 1), (8, 5), (6, 5),
                comment=xg.comment(b"{\\rtf1\\ansicpg%d%s}" % (page, data)))
        same(comments(read(xg)[1]), [wanted])
    xg = Xg(7)
    xg.game(1)
    xg.move(1, (3, 1), (8, 5), (6, 5),
            comment=xg.comment(rb"{\rtf1\ansicpg932 a\'82\'a0\u12354?b}"))
    told, lines = read(xg, warnings=1)
    expect("character set" in told["warnings"][0], told)
    same(comments(lines), ["a\ufffd\ufffdあb"])


def money_with_beavers():
    xg = Xg(MONEY, version=30)
    xg.game(1)
    xg.move(1, (6, 1), (13, 7), (8, 7))
    xg.double(-1, 2, 1)                       # beaver, played on
    xg.move(-1, (2, 1), (13, 11), (6, 5))
    xg.over(-1, 4, 101, (0, 4))
    xg.game(2, (0, 4))
    xg.move(-1, (4, 3), (24, 20), (13, 10))
    xg.double(1, 2, 2, 1)                     # beaver, raccoon, played on
    xg.move(1, (3, 1), (8, 5), (6, 5))
    xg.over(1, 8, 101, (8, 4))
    xg.game(3, (8, 4), autos=2)               # two automatic doubles
    xg.move(1, (4, 2), (8, 4), (6, 4))
    xg.double(-1, 0)
    xg.over(-1, 4, 0, (8, 8))
    xg.game(4, (8, 8))
    xg.move(1, (5, 3), (8, 3), (6, 3))
    xg.double(-1, 2, 0)                       # the beaver is dropped
    xg.over(1, 2, 0, (10, 8))
    xg.end()
    told, lines = read(xg, packed=False, registry_packed=False)
    expect([(g["winner"], g["points"]) for g in told["games"]] ==
           [(1, 4), (0, 8), (1, 4), (0, 2)], told["games"])
    expect(told["match_length"] == 0 and told["final_score"] == [10, 8], told)
    same([w for w in events(lines) if ":" not in w],
         ["B double", "A beaver", "B take", "A resigns 1", "B accept_resign",
          "A double", "B beaver", "A raccoon", "B take", "B resigns 1", "A accept_resign",
          "B double", "A drop", "B double", "A beaver", "B drop"])


def crawford_and_after():
    xg = Xg(5)
    xg.game(1, (4, 2), crawford=True)
    xg.move(1, (3, 1), (8, 5), (6, 5))
    xg.move(-1, (6, 6), (24, 18), (24, 18), (13, 7), (13, 7))
    xg.over(-1, 1, 101, (4, 3))
    xg.game(2, (4, 3))
    xg.move(1, (6, 5), (24, 13))
    xg.double(-1, 1)
    xg.move(-1, (6, 1), (13, 7), (8, 7))
    xg.over(-1, 2, 101, (4, 5))
    xg.end(-1, (4, 5))
    told, lines = read(xg)
    expect(told["final_score"] == [4, 5], told)
    # A file that begins after the Crawford game says so only in its flag.
    xg = Xg(5)
    xg.game(1, (4, 3))
    xg.move(1, (6, 5), (24, 13))
    xg.double(-1, 1)
    xg.move(-1, (6, 1), (13, 7), (8, 7))
    xg.over(-1, 2, 101, (4, 5))
    xg.end(-1, (4, 5))
    told, lines = read(xg)
    expect(told["final_score"] == [4, 5], told)
    expect("B double" in events(lines), events(lines))


def bearing_off_and_the_bar():
    # Player 1 has two checkers left, player -1 all, one of them on the bar.
    xg = Xg(MONEY, jacoby=False)
    xg.game(1, board=placed({1: 2}, {0: 1, 19: 4, 20: 4, 21: 2, 22: 2, 23: 2}))
    xg.move(-1, (1, 2), (25, 23), (6, 5))
    xg.move(1, (6, 1), (1, -5), (1, 0))
    xg.over(1, 3, 3, (3, 0))
    xg.end()
    told, lines = read(xg)
    expect(told["games"][0]["points"] == 3 and told["final_score"] == [3, 0], told)
    same(events(lines), ["B: bar/23 6/5", "A: 1/off 1/off"])


def sets(lines):
    """What was set: "cube 4 A", "board"."""
    words = []
    for line in lines[1:]:
        if line.get("event") == "set":
            if "board" in line:
                words.append("board " + line["board"])
            if "cube" in line:
                words.append("cube %s %s" % (line["cube"], line.get("cube_owner")))
    return words


def edited_in_mid_game():
    other = placed({1: 2, 2: 2, 3: 2, 4: 2, 6: 3, 8: 3, 13: 1},
                   {19: 2, 20: 3, 21: 3, 22: 2, 23: 2, 12: 3})

    def begun(**options):
        xg = Xg(7, **options)
        xg.game(1)
        xg.move(1, (3, 1), (8, 5), (6, 5))
        xg.no_double(-1)
        xg.move(-1, (6, 5), (24, 13))
        return xg

    # The board of a double: set before it, not after it was taken.
    xg = begun()
    xg.board = list(other)
    xg.double(1, 1)
    xg.move(1, (3, 1), (8, 5), (6, 5))
    xg.double(-1, 0)
    xg.over(-1, 2, 0, (0, 2))
    told, lines = read(xg, warnings=1)
    expect("record 6: the position" in told["warnings"][0], told)
    order = [line["event"] for line in lines[1:]]
    expect(order.index("set") < order.index("double"), order)
    same(sets(lines), ["board -BBBB-C-C---cA-----bccbb--"])
    same(events(lines)[2:4], ["A double", "B take"])
    # A cube of 4 that nobody turned, in either way of telling whose it is.
    for absolute in (False, True):
        xg = begun()
        xg.cube_of_player_1 = absolute
        xg.cube, xg.owner = 2, 1
        xg.no_double(1)
        xg.move(1, (2, 1), (13, 11), (6, 5))
        xg.no_double(-1)
        xg.move(-1, (2, 1), (13, 11), (6, 5))
        xg.double(1, 0)
        xg.over(1, 4, 0, (4, 0))
        told, lines = read(xg, warnings=1)
        expect("record 7: the cube" in told["warnings"][0], told)
        same(sets(lines), ["cube 4 A"])
        expect(told["final_score"] == [4, 0], told)
    # ... and one that only the double shows, back from the owner to the middle.
    xg = begun()
    xg.double(1, 1)
    xg.move(1, (2, 1), (13, 11), (6, 5))
    xg.cube, xg.owner = 0, 0
    xg.double(-1, 1)
    xg.move(-1, (2, 1), (13, 11), (6, 5))
    xg.move(1, (2, 1), (13, 11), (6, 5))
    xg.cube, xg.owner = 3, -1
    xg.double(-1, 0)
    xg.over(-1, 8, 0, (0, 8))
    told, lines = read(xg, warnings=2)
    same(sets(lines), ["cube 1 None", "cube 8 B"])
    expect(told["final_score"] == [0, 8], told)
    # Where no cube is turned there is none: the Crawford game goes on without it.
    xg = Xg(5)
    xg.game(1, (4, 2), crawford=True)
    xg.move(1, (3, 1), (8, 5), (6, 5))
    xg.cube, xg.owner = 1, 1
    xg.move(-1, (6, 5), (24, 13))
    xg.over(-1, 1, 101, (4, 3))
    told, lines = read(xg, warnings=1)
    expect("is impossible" in told["warnings"][0] and not sets(lines)[1:], told)


def cubes_told_by_player():
    """Taken and taken again: no record of either way of telling asks for another cube."""
    for absolute in (False, True):
        for blank in (False, True):           # as written by who leaves the field out
            xg = Xg(7)
            xg.cube_of_player_1 = absolute
            xg.game(1)
            xg.move(1, (3, 1), (8, 5), (6, 5))
            xg.double(-1, 1)
            xg.move(-1, (6, 5), (24, 13))
            xg.move(1, (2, 1), (13, 11), (6, 5))
            xg.no_double(-1)
            xg.move(-1, (2, 1), (13, 11), (6, 5))
            xg.double(1, 1)
            xg.move(1, (5, 4), (13, 8), (13, 9))
            xg.no_double(-1)
            xg.move(-1, (4, 2), (8, 4), (6, 4))
            xg.over(1, 4, 101, (4, 0))
            if blank:
                for i, data in enumerate(xg.records):
                    if data[8] == 3:
                        xg.records[i] = data[:108] + bytes(4) + data[112:]
            told, lines = read(xg)
            expect(not sets(lines) and told["final_score"] == [4, 0], told)


def rolls_that_were_not_played():
    xg = Xg(7)
    xg.game(1)
    xg.move(1, (6, 5), (24, 13))
    xg.move(-1, (4, 1), played=False)         # given up after the roll
    xg.over(1, 1, 101, (1, 0))
    xg.end(1, (1, 0))
    told, lines = read(xg)
    expect(told["final_score"] == [1, 0], told)
    expect("B: ????" in events(lines), events(lines))
    # A dance is a play that the rules know.
    prime = placed({p: 2 for p in range(1, 7)} | {7: 3},
                   {0: 1, 19: 4, 20: 4, 21: 2, 22: 2, 23: 2})
    xg = Xg(MONEY)
    xg.game(1, board=prime)
    xg.move(-1, (6, 5))
    xg.move(1, (2, 1), (7, 5), (7, 6))
    xg.over(1, 2, 102)
    told, lines = read(xg, warnings=1)        # under Jacoby that is one point
    expect("2 points" in told["warnings"][0], told)
    same(events(lines)[:2], ["B: ", "A: 7/5 7/6"])


def a_position_file():
    xg = Xg(11)
    xg.game(1, (6, 3), board=placed({1: 2, 2: 2, 3: 2, 4: 2, 6: 3, 25: 1},
                                    {19: 2, 20: 3, 21: 3, 22: 2, 23: 2}))
    xg.cube, xg.owner = 1, 1                  # player 1 owns a cube of 2
    xg.no_double(1)
    status, text, errors = alea(xg.file(), "convert", "--to", "id", "-o", "-", suffix=".xgp")
    expect(status == 0, errors)
    expect(text.startswith("XGID=-BBBB-C------------bccbb-A:"), text)
    expect(text.split(":")[1:4] == ["1", "1", "1"], text)
    expect(text.split(":")[5:9] == ["6", "3", "0", "11"], text)


def old_versions_and_variations():
    for version in (8, 20, 23):
        told, lines = read(short(version, ("José €", "Ann's \x99")))
        expect(told["players"] == ["José €", "Ann's ?"], told["players"])
    nack = [0, -2, -2, 0, 0, 0, 4, 0, 3, 0, 0, 0, -4, 4, 0, 0, 0, -3, 0, -4, 0, 0, 0, 2, 2, 0]
    xg = Xg(1, variation=1)
    xg.game(1, board=nack)
    xg.move(1, (6, 5), (24, 13))
    xg.over(1, 1, 101)
    told, lines = read(xg)
    expect(lines[0]["rules"]["setup"] == "nackgammon", lines[0]["rules"])


def short(version, names):
    xg = Xg(1, names=names, version=version)
    xg.game(1)
    xg.move(1, (6, 5), (24, 13))
    xg.over(1, 1, 101, (1, 0))
    xg.end(1, (1, 0))
    return xg


def illegal_plays():
    # The last checkers borne off by dice that do not allow it: the footer has the result.
    xg = Xg(MONEY, jacoby=False)
    xg.game(1, board=placed({3: 1, 6: 1}, {19: 2, 20: 3}))
    xg.move(1, (1, 1), (3, 0), (6, 0))
    xg.over(1, 1, 1, (1, 0))
    xg.game(2, (1, 0))
    xg.move(-1, (3, 1), (8, 5), (6, 5))
    xg.over(1, 1, 101, (2, 0))
    told, lines = read(xg, warnings=1)
    expect("record 3: an illegal play that ended" in told["warnings"][0], told)
    expect(told["final_score"] == [2, 0], told)
    same(events(lines), ["A: ????", "B resigns 1", "A accept_resign", "B: 8/5 6/5",
                         "B resigns 1", "A accept_resign"])
    # One in the middle: its position is kept.
    xg = Xg(7)
    xg.game(1)
    xg.move(1, (3, 1), (8, 2), (6, 5))
    xg.move(-1, (6, 5), (24, 13))
    xg.over(-1, 1, 101, (0, 1))
    told, lines = read(xg, warnings=1)
    expect("its position was kept" in told["warnings"][0], told)
    same(events(lines)[:2], ["A: ????", "B: 24/13"])


def places():
    """Refusals and warnings of what the rules say name the record, too."""
    xg = Xg(7)
    xg.game(1)
    xg.move(1, (3, 1), (8, 5), (6, 5))
    xg.move(1, (2, 1), (13, 11), (6, 5))      # not his turn: a warning
    xg.double(-1, 1)
    xg.move(-1, (6, 5), (24, 13))
    xg.move(1, (2, 1), (13, 11), (11, 10))
    xg.double(-1, 1)                          # the cube is his opponent's
    status, text, errors = alea(xg.file(), "convert", "--strict", "--to", "mat", "-o", "-")
    expect(status != 0 and "record 8: " in errors, errors)
    status, text, errors = alea(xg.file(), "show", "--json", "--partial")
    warnings = json.loads(text)["warnings"]
    expect(warnings[0].startswith("record 4: "), warnings)
    expect("record 8: " in warnings[-1], warnings)


def resigned_after_the_roll():
    """The dice of a roll that was not played stand in a MOVE record of zeros."""
    xg = Xg(7)
    xg.game(1)
    xg.move(1, (6, 5), (24, 13))
    xg.records.append(record(3, (9, "26b", *xg.board), (64, "i", -1), (68, "8i", *[0] * 8),
                             (100, "ii", 4, 1), (2524, "i", -1)))
    xg.over(1, 2, 102, (2, 0))
    xg.game(2, (2, 0))
    xg.move(-1, (3, 1), (8, 5), (6, 5))
    xg.over(-1, 1, 101, (2, 1))
    told, lines = read(xg)
    expect(told["final_score"] == [2, 1], told)
    expect(events(lines)[1] == "B: ????" and "B resigns 2" in events(lines), events(lines))
    text = alea(xg.file(), "convert", "--to", "mat", "-o", "-")[1]
    expect("41: ????" in text, text)


def damaged_records():
    """A record that makes no sense costs its game, not the match."""
    for at, value in ((64, 7), (9, 99), (100, 0x01010101), (8, 9), (8, 2)):
        xg = Xg(7)
        xg.game(1)
        xg.move(1, (3, 1), (8, 5), (6, 5))
        xg.move(-1, (6, 5), (24, 13))
        bad = bytearray(xg.records[-1])
        bad[at:at + (1 if at in (8, 9) else 4)] = (
            bytes([value]) if at in (8, 9) else struct.pack("<i", value))
        xg.records[-1] = bytes(bad)
        xg.move(1, (6, 3), (24, 15))
        xg.over(1, 1, 101, (1, 0))
        xg.game(2, (1, 0))
        xg.move(-1, (3, 1), (8, 5), (6, 5))
        xg.over(1, 2, 102, (3, 0))
        status, text, errors = alea(xg.file(), "show", "--json")
        told = json.loads(text)
        expect(status == 0 and told["final_score"] == [3, 0] and len(told["games"]) == 2,
               at, told)
        expect(told["warnings"], at, told)


def hostile_comments():
    """Every record names the last of two million comments: found once, not each time."""
    xg = Xg(MONEY)
    xg.game(1)
    xg.move(1, (6, 5), (24, 13), comment=2000000)
    for _ in range(3000):
        xg.move(-1, (6, 5), comment=2000000)
    data = xg.file()
    xg.comments = [b""] * 2000000
    data = xg.file()
    status, text, errors = alea(data, "show", "--json")
    xg.comments = [b"x" * 5000000]
    status, text, errors = alea(xg.file(), "show", "--json")
    expect(status != 0 and "temp.xgc" in errors, errors)
    # A small file that names one long comment in all of its records stays small.
    xg = Xg(MONEY)
    xg.game(1)
    long = xg.comment(b"long " * 20000)
    xg.move(1, (6, 5), (24, 13), comment=long)
    xg.records += [xg.records[-1]] * 300
    status, text, errors = alea(xg.file(), "convert", "--to", "journal", "-o", "-")
    expect(status == 0, errors)
    kept = [json.loads(line).get("comment", "") for line in text.splitlines()]
    expect(3 << 20 < sum(map(len, kept)) <= 4 << 20, sum(map(len, kept)))


def main():
    match_of_three_games()
    comments_without_an_entry()
    games_after_the_match()
    rich_text()
    money_with_beavers()
    crawford_and_after()
    bearing_off_and_the_bar()
    edited_in_mid_game()
    cubes_told_by_player()
    rolls_that_were_not_played()
    a_position_file()
    old_versions_and_variations()
    illegal_plays()
    places()
    resigned_after_the_roll()
    damaged_records()
    hostile_comments()
    print("ok")


if __name__ == "__main__":
    main()
