#!/usr/bin/env bash
# Usage: build.sh OUT [bench|commands|server]: compiles for WebAssembly (WASI, SIMD128)
#   bench     base, core, engine and identifiers into OUT/bench.wasm, which answers `alea bench`;
#   commands  the commands that need no terminal and no server into OUT/commands.wasm, for npm/;
#   server    the server into OUT/server.wasm, which door.mjs calls, with what deps.sh builds once into
#            $ALEA_WASM_LIBRARIES (~/.cache/alea-wasm); the net, which the module has not in it,
#            is data/alea.net.
# What is newer than all sources is not built again; two of these wait for each other.
# Exit 77: the compiler for it is not installed, or the sources of the libraries cannot be had.
set -euo pipefail
cd "$(dirname "$0")/.."
mkdir -p "$1"
out=$(realpath "$1")
what=${2:-bench}
clang=$(command -v clang || command -v clang-14) ||
    { echo "no clang: skipped"; exit 77; }
command -v wasm-ld >/dev/null || command -v wasm-ld-14 >/dev/null ||
    { echo "no wasm-ld (package lld): skipped"; exit 77; }
[ -e /usr/lib/wasm32-wasi/libc.a ] || { echo "no wasi-libc: skipped"; exit 77; }

exec 9>"$out/lock"
flock 9
made=$out/$what.wasm
if [ -e "$made" ] && [ -z "$(find CMakeLists.txt data include src apps wasm -newer "$made" -print -quit)" ]; then
    exit 0
fi
touch "$out/begun" # a source that is changed from now on is newer than the module

# The libraries that deps.sh builds, once for each version of it.
built=${ALEA_WASM_LIBRARIES:-${XDG_CACHE_HOME:-$HOME/.cache}/alea-wasm}
built=$built/built-$(sha256sum wasm/deps.sh | cut -c 1-12)
version=$(sed -n 's/^project(alea VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
flags=(--target=wasm32-wasi -std=c11 -ffp-contract=off -O3 -msimd128 -Wall -Wextra -Werror -D_GNU_SOURCE
    -D_WASI_EMULATED_MMAN -D_WASI_EMULATED_GETPID -include missing.h -Iwasm/include -Iinclude -Isrc -Iapps
    "-DALEA_NET_FILE=\"data/alea.net\""
    "-DALEA_HYPER_NET_FILE=\"data/hypergammon.net\""
    "-DALEA_TABLES_NETS=\"data/tables\"" -isystem "$built/include" "-DALEA_VERSION=\"$version\"")
for name in openings positions scripts; do
    flags+=("-DALEA_${name^^}_FILE=\"data/$name.txt\"")
done
# There are no accounts: no passwords, and no names that look alike.
flags+=('-DALEA_COMMON_PASSWORDS_FILE="/dev/null"' '-DALEA_LOOKS_FILE="/dev/null"')
libraries=(-lwasi-emulated-mman -lwasi-emulated-getpid)
ccache=$(command -v ccache || true)
export out clang ccache CCACHE_DEPEND=1 CCACHE_SLOPPINESS=locale # with -MD; why: cmake/compile.cmake
# What evaluates is built for speed, the rest to be small: it is fetched through a line.
compile() {
    source=$1
    shift
    case $source in
        src/engine/analysis/*|src/engine/tables/*) set -- "$@" -Os ;;
        src/base/*|src/core/*|src/engine/*) ;;
        *) set -- "$@" -Oz ;;
    esac
    $ccache "$clang" "$@" -MD -c "$source" -o "$out/objects/${source//\//_}.o"
}
export -f compile
# compile_all SOURCE...: objects that the modules have in common are made once, as long as no source changes.
objects=()
compile_all() {
    local made_by="${flags[*]} $("$clang" --version)" begun="$out/objects/begun" source missing=()
    if [ "$(cat "$begun" 2>/dev/null)" != "$made_by" ] ||
        [ -n "$(find CMakeLists.txt data include src apps wasm -newer "$begun" -print -quit)" ]; then
        rm -rf "$out/objects"
        mkdir "$out/objects"
        printf '%s\n' "$made_by" >"$begun"
        touch -r "$out/begun" "$begun"
    fi
    for source; do
        objects+=("$out/objects/${source//\//_}.o")
        [ -e "${objects[-1]}" ] || missing+=("$source")
    done
    [ ${#missing[@]} -eq 0 ] || printf '%s\n' "${missing[@]}" |
        xargs -P "$(nproc)" -I {} bash -c 'compile "$@"' compile {} "${flags[@]}"
}
# link OPTION...: objects and libraries into the module.
link() {
    "$clang" --target=wasm32-wasi "$@" "${libraries[@]}" -Wl,--gc-sections,--strip-all -o "$made.new"
    touch -r "$out/begun" "$made.new"
    mv "$made.new" "$made"
}

case $what in
    bench)
        compile_all $(
            find src/base src/core src/engine src/formats/ids -name '*.c' | sort
            printf '%s\n' apps/cli/commands/bench.c apps/cli/io/args.c apps/cli/io/fail.c \
                wasm/bench.c wasm/missing.c
        )
        link -Wl,-z,stack-size=1048576 "${objects[@]}"
        ;;
    commands)
        bash wasm/deps.sh "$built"
        # Left out: pictures that need cairo (wasm/commands/left_out.c).
        compile_all $(
            find src apps/family apps/machine apps/publish/picture apps/cli/io apps/cli/question \
                apps/cli/analyse apps/teach wasm/commands -name '*.c' |
                grep -v -E -e '^apps/publish/picture/(diagram|text)\.c' -e '^apps/(machine/players|family/throws)' \
                    -e '^src/engine/(bearoff|net)/embedded\.c' | sort
            printf 'apps/cli/commands/%s.c\n' analyse bench convert cube diagram eval move plays rollout \
                rules scores show
            printf '%s\n' apps/cli/protocols/referee{,_json}.c apps/publish/paper/layout.c apps/desk/texts/paste.c apps/cli/tables/{game,move,rules,plays,stream}.c apps/cli/learn/rule_book.c \
                wasm/server/{net,tables}.c wasm/missing.c
        )
        link -mexec-model=reactor -Wl,-z,stack-size=2097152 \
            -Wl,--wrap=alea_{evaluator_open,evaluator_close,rollout_run,analyse} \
            "${objects[@]}" "$built"/lib/*/*.o
        ;;
    server)
        bash wasm/deps.sh "$built"
        # Left out: what needs a network, threads, another database, cairo, signals or several accounts;
        # wasm/server stands in where something calls it (left_out.c, net.c, tables.c, transport.c).
        compile_all $(
            find src apps/desk apps/dice apps/family apps/machine apps/teach apps/tournament \
                apps/publish/picture apps/server wasm/server -name '*.c' |
                grep -v -E -e '^apps/server/(net|word|paper|clubs|tournament|chouette/guests\.c|link_card\.c|worker/worker\.c|signals\.c)' \
                    -e '^apps/server/storage/database/(postgresql|session|watch|bounded)\.c' \
                    -e '^apps/server/bus/(nats|stream|connection)\.c' \
                    -e '^apps/publish/picture/(diagram|text)\.c' -e '^apps/desk/plan/paper\.c' \
                    -e '^src/engine/(bearoff|net)/embedded\.c' | sort
            printf '%s\n' wasm/missing.c
        )
        link -mexec-model=reactor -Wl,-z,stack-size=2097152 "${objects[@]}" \
            "$built"/lib/*/*.o
        ;;
    *)
        echo "$what: bench, commands or server" >&2
        exit 2
        ;;
esac
