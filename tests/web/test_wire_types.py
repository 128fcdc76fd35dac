#!/usr/bin/env python3
"""The page's types (web/src/types.ts) and the description of the server (docs/api.md, docs/json.md, docs/protocol.md)
name the same things: every field of a type is described, every described key of the answers that
the page reads is in a type, and the state of a game has exactly the described keys, object by
object."""
# ctest labels: page
import os
import re
import sys

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")

# Described keys that this page sends without a type, or never reads.
NOT_READ = set("""
    algorithm at do empty forfeit hash kind level limit move new old on pairs password ply restore within words
""".split())


def read(name):
    with open(os.path.join(ROOT, name), encoding="utf-8") as file:
        return file.read()


def without_comments(text):
    return re.sub(r"/\*.*?\*/|//[^\n]*", "", text, flags=re.S)


def interfaces(source):
    """-> {name: {field: text of its type}}, of the interfaces and object types."""
    found = {}
    for match in re.finditer(r"^export interface (\w+)[^{]*\{|^export type (\w+) = \{", source, re.M):
        depth, at = 1, match.end()
        while depth:
            depth += {"{": 1, "}": -1}.get(source[at], 0)
            at += 1
        found[match.group(1) or match.group(2)] = fields(source[match.end():at - 1])
    return found


def fields(body):
    """The fields at the outermost level of an object type."""
    out, depth, start = {}, 0, 0
    parts = []
    for at, letter in enumerate(body):
        depth += {"{": 1, "[": 1, "<": 1, "}": -1, "]": -1, ">": -1}.get(letter, 0)
        if letter == ";" and depth == 0:
            parts.append(body[start:at])
            start = at + 1
    for part in parts + [body[start:]]:
        named = re.match(r"\s*(\w+)\??:\s*(.*)", part, re.S)
        if named:
            out[named.group(1)] = named.group(2).strip()
    return out


def all_names(source):
    return set(re.findall(r"[{;\n]\s*(\w+)\??:", source))


def described_object(text, at=0):
    """The keys of a described object, with the keys of the objects in it, and where it ends:
    ({key: the same of its object, or None}, end). `at` is behind its brace."""
    out, name = {}, None
    while at < len(text):
        quoted = re.compile(r'"(\w+)"').match(text, at)
        if text[at] == "}":
            return out, at + 1
        if quoted:
            at = quoted.end()
            if re.compile(r"\??\s*[:,}]|\s*\n").match(text, at) and name is None:
                name = quoted.group(1)
                out[name] = None
                # A value follows up to the next comma; words in it are no keys.
                if not re.compile(r"\??\s*:").match(text, at):
                    name = None
        elif text.startswith("{...}", at):
            at += 5
        elif text[at] == "{":
            out[name], at = described_object(text, at + 1)
        elif text[at] == "[" and not re.compile(r"\[\s*\{").match(text, at):
            at = text.index("]", at) + 1
        else:
            if text[at] == ",":
                name = None
            at += 1
    return out, at


def check_state(types, api, complain):
    start = api.index("### The state")
    block = api[api.index("{", start) + 1:api.index("`tree` is every way", start)]
    # Remarks stand to the right.
    block = re.sub(r" {3,}[^\"{}\[\]\n]*$", "", block, flags=re.M)
    block = re.sub(r"\([^)]*\)", "", block)
    described, _ = described_object(block)
    objects = {"cube": "GameCube", "offer": "Offer", "result": "Result", "last_play": "LastPlay",
               "clock": "ClockState", "dice_seal": "DiceSeal", "players": "GamePlayer"}
    state = types["GameState"]
    for key in described.keys() ^ (state.keys() - {"rules"}):
        complain(f"GameState.{key} is in one of types.ts and docs/api.md only")
    for key, name in objects.items():
        if described.get(key) is None:
            complain(f"docs/api.md: no keys of the state's {key} are found")
            continue
        for inner in described[key].keys() ^ types[name].keys():
            complain(f"{name}.{inner} is in one of types.ts and docs/api.md only")


def main():
    api, shapes = read("docs/api.md"), read("docs/json.md") + read("docs/protocol.md")
    source = without_comments(read("web/src/types.ts"))
    types = interfaces(source)
    bad = []
    assert len(types) > 40 and "GameState" in types, "types.ts is not understood"
    documented = set(re.findall(r'(?<=")\w+(?=")|(?<=`)\w+(?=`)', api + shapes))
    for name in sorted(all_names(source)):
        if name not in documented:
            bad.append(f"types.ts: {name} is not described")
    # The answers that stand in the tables and paragraphs.
    keys = set(re.findall(r'"(\w+)"\??(?=\s*[:,}])', api))
    words = set(re.findall(r'"(\w+)"', " ".join(re.findall(r':\s*((?:"\w+"(?:,| or| \|)?\s*)+)', api))))
    for key in sorted(keys - words - all_names(source) - NOT_READ):
        bad.append(f"docs/api.md: {key} is in no type of the page")
    check_state(types, api, bad.append)
    for line in bad:
        print(line, file=sys.stderr)
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
