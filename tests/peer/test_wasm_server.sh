#!/usr/bin/env bash
# The server compiled for WebAssembly answers as it does here: tests of the API ask the module under
# node. Hints; the JSON that docs/json.md shows; lessons; positions of the study and, for `make test-site`,
# hostile files, the fuzz corpus and every tables game; a chouette with machine players and a game against the machine,
# killed and started again with the same file; the seal of the dice. What needs a server says so.
. "$(dirname "$0")/wasm_module.sh"
build_module "$ALEA_BUILD/wasm" server
# The net as a site sends it is the same when it is unpacked; what is damaged is refused, or is not the net.
node wasm/packed_net.mjs data/alea.net "$folder/packed"
node --input-type=module - "$PWD/wasm/packed_net.mjs" data/alea.net "$folder/packed" <<'END'
import assert from 'node:assert';
import { readFileSync } from 'node:fs';
const [net, packed] = process.argv.slice(3).map((path) => new Uint8Array(readFileSync(path)));
const { pack, unpack } = await import(process.argv[2]);
assert.deepEqual(unpack(packed), net);
assert(packed.length < 2350000, `${packed.length} bytes`);
for (const size of [0, 3, 4, 6, 1000, packed.length - 1])
    assert.throws(() => unpack(packed.subarray(0, size)), /damaged/);
assert.throws(() => unpack(new Uint8Array(5000).fill(255)), /damaged/);
for (let size = 0; size < 1500; size++) {
    const bytes = Uint8Array.from({ length: size }, (_, i) => (i * size % 7 ? i * 37 : 0));
    assert.deepEqual(unpack(pack(bytes)), bytes);
    if (size < 40) continue;
    bytes.set(Buffer.from('alea net')); // and so its numbers are guessed by those one row before
    bytes[32] = size % 50, bytes[33] = 0;
    for (let i = 34; i < size; i++) bytes[i] = i * i >> 5 & 255;
    assert.deepEqual(unpack(pack(bytes)), bytes);
}
assert.throws(() => unpack(Uint8Array.of(100, 0, 0, 0, 1, 0, 0x0e, ...new Uint8Array(200))), /damaged/); // seven quarters
END
# Two helpers of a page share an analysis and a rollout.
node tests/peer/wasm_helpers.mjs "$ALEA_BUILD/wasm/server.wasm" data/alea.net tests/golden/formats/base.mat "$ALEA" "$folder"
cat >"$folder/alea" <<END
#!/bin/sh
[ "\$1" != serve ] || exec node "$PWD/wasm/server.mjs" "$ALEA_BUILD/wasm/server.wasm" "\$@"
exec "$ALEA" "\$@"
END
chmod +x "$folder/alea"
for test in hints json_shapes; do
    ALEA="$folder/alea" python3 "tests/api/test_$test.py"
done
PYTHONPATH=tests:tests/api:tests/api/chouette ALEA="$folder/alea" python3 - <<'END'
import json
import os
import random

import test_chouette
import test_lessons
import test_study
import test_tables
from support.server import Server
from support.wire import Person
from test_dice_seal import test_signed_and_sealed
from test_games import test_machine

def restarted(server, table):
    server.kill()
    server.start()
    return True

test_tables.goes_on_alone = restarted  # that one reads the file, as nothing beside the module may
server = Server("--limit", "0")
try:
    person = Person(server.port)
    _, _, made = person.raw("POST", "/api/matches", open("tests/golden/formats/base.mat", "rb").read())
    for method, path in (("GET", f"/api/matches/{json.loads(made)['match']}/picture.png"),
                         ("GET", "/api/word"), ("POST", "/api/recover"), ("GET", "/api/paper.pdf?what=set"),
                         ("GET", "/api/diagram.png?id=4HPwATDgc/ABMA"),
                         ("POST", "/api/clubs"), ("GET", "/api/clubs/abc/log"), ("GET", "/api/tournaments"),
                         ("DELETE", "/api/tournaments/abc"), ("GET", "/api/seasons"), ("GET", "/api/calendar")):
        status, answer = person.ask(method, path)
        assert status == 501 and answer["error"]["code"] == "needs_server", (path, status, answer)
    status, head, body = person.raw("HEAD", "/api/rules")
    assert status == 200 and not body and head["cache-control"] == "no-store", (status, head, body)
    status, _, body = person.raw("POST", "/api/games", b"{" + b" " * 70000)
    assert status == 413 and b"too_large" in body, (status, body)
    status, _, body = person.raw("GET", "/api/%zz")
    assert status == 400 and b"bad_request" in body, (status, body)
    assert person.raw("GET", "/api/rules", headers={"Host": "evil.example"})[0] == 403
    test_lessons.test_all(person)
    test_lessons.test_tries(person)
    test_study.a_step_on(server)
    test_study.speak_wildbg(server)
    tests = ["bad_input", "the_match_goes_on", "levels", "hints", "lessons"]
    if "ALEA_SITE_KILLS" in os.environ:  # make test-site
        test_study.refuse_bombs(server)
        tests += ["every_game", "against_the_machine"]
    for test in tests:
        getattr(test_tables, test)(server)
    test_machine(server, random.Random(20))
    test_chouette.machines_go_on(server, Person(server.port))
    # Last: it opens the file beside the module, whose locks other programs do not see.
    test_signed_and_sealed(server, None)
    assert server.stop() == 0
    # The tables are kept; damaged ones, and those of another kind, are made again, the same.
    kept = {name: os.path.join(os.path.dirname(server.data), f"{name}_sided.bearoff") for name in ("one", "two")}
    whole = {name: open(path, "rb").read() for name, path in kept.items()}
    open(kept["one"], "wb").write(whole["two"])
    with open(kept["two"], "r+b") as file:
        file.seek(5000000)
        file.write(bytes(4096))
    server.options = ("--limit", "0", "--new-key")
    server.start()  # with its key, the same server
    for name, path in kept.items():
        assert open(path, "rb").read() == whole[name], name
    assert Person(server.port).ask("GET", "/api/rules")[0] == 200
finally:
    server.kill()
END
if [ -n "${ALEA_SITE_KILLS:-}" ]; then # make test-site
    PYTHONPATH=tests ALEA="$folder/alea" python3 tests/peer/wasm_study.py "$ALEA" tests/fuzz/corpus/study
fi
# A file that is no database is refused with the reason, and stays as it is.
echo "not a database" >"$folder/other.db"
refused=0
"$folder/alea" serve --data "$folder/other.db" 2>"$folder/said" || refused=$?
[ "$refused" -eq 1 ] || { echo "status $refused" >&2; exit 1; }
grep -q 'other.db: file is not a database' "$folder/said"
[ "$(cat "$folder/other.db")" = "not a database" ]
