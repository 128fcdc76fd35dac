# What the tests of modules for WebAssembly begin with (bash): from the root, with a folder of their own in $folder.
# Without node or clang's parts for WebAssembly they are skipped.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
command -v node >/dev/null || { echo "no node: skipped"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# The arguments of wasm/build.sh.
build_module() {
    local status=0
    bash wasm/build.sh "$@" || status=$?
    [ "$status" -ne 77 ] || exit 77
    [ "$status" -eq 0 ] || { echo "the module was not built" >&2; exit 1; }
}
