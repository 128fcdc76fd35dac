#!/usr/bin/env bash
# The server compiled for WebAssembly answers as it does here: tests of the API ask the module under
# node. Games against the machine and between people, killed and started again with the same file;
# hints; the desk.
set -euo pipefail
cd "$(dirname "$0")/../.."
command -v node >/dev/null || { echo "no node: skipped"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
status=0
bash wasm/build.sh "$folder" server || status=$?
[ "$status" -ne 77 ] || exit 77
[ "$status" -eq 0 ] || { echo "the module was not built" >&2; exit 1; }
cat >"$folder/alea" <<END
#!/bin/sh
[ "\$1" != serve ] || exec node "$PWD/wasm/server.mjs" "$folder/server.wasm" "\$@"
exec "$ALEA" "\$@"
END
chmod +x "$folder/alea"
for test in hints games; do
    ALEA="$folder/alea" python3 "tests/api/test_$test.py"
done
# A file that is no database is refused with the reason, and stays as it is.
echo "not a database" >"$folder/other.db"
refused=0
"$folder/alea" serve --data "$folder/other.db" 2>"$folder/said" || refused=$?
[ "$refused" -eq 1 ] || { echo "status $refused" >&2; exit 1; }
grep -q 'other.db: file is not a database' "$folder/said"
[ "$(cat "$folder/other.db")" = "not a database" ]
