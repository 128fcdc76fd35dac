#!/usr/bin/env bash
# Usage: build.sh OUT: compiles base, core, engine and identifiers for WebAssembly (WASI, SIMD128)
# into OUT/bench.wasm, which answers `alea bench`. Exit 77: the compiler for it is not installed.
set -euo pipefail
cd "$(dirname "$0")/.."
mkdir -p "$1"
out=$(realpath "$1")
clang=$(command -v clang || command -v clang-14) ||
    { echo "no clang: skipped"; exit 77; }
command -v wasm-ld >/dev/null || command -v wasm-ld-14 >/dev/null ||
    { echo "no wasm-ld (package lld): skipped"; exit 77; }
[ -e /usr/lib/wasm32-wasi/libc.a ] || { echo "no wasi-libc: skipped"; exit 77; }

flags=(--target=wasm32-wasi -std=c11 -ffp-contract=off -O3 -msimd128 -Wall -Wextra -Werror -D_GNU_SOURCE
    -D_WASI_EMULATED_MMAN -D_WASI_EMULATED_GETPID -include missing.h -Iwasm/include -Iinclude -Isrc -Iapps
    "-DALEA_NET_FILE=\"$PWD/data/alea.net\""
    "-DALEA_HYPER_NET_FILE=\"$PWD/data/hypergammon.net\"")
mapfile -t sources < <(find src/base src/core src/engine src/formats/ids -name '*.c' | sort
    printf '%s\n' apps/cli/commands/bench.c apps/cli/io/args.c apps/cli/io/fail.c \
        wasm/bench.c wasm/missing.c)
rm -rf "$out/objects"
mkdir "$out/objects"
export out clang ccache
ccache=$(command -v ccache || true)
compile() {
    source=$1
    shift
    $ccache "$clang" "$@" -c "$source" -o "$out/objects/${source//\//_}.o"
}
export -f compile
printf '%s\n' "${sources[@]}" |
    xargs -P "$(nproc)" -I {} bash -c 'compile "$@"' compile {} "${flags[@]}"
"$clang" --target=wasm32-wasi "$out"/objects/*.o -lwasi-emulated-mman -lwasi-emulated-getpid \
    -Wl,--gc-sections,--strip-debug,-z,stack-size=1048576 -o "$out/bench.wasm"
