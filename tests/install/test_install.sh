#!/usr/bin/env bash
# Installs into an empty folder, and builds programs against what lies there: pkg-config
# with the shared library, the static one, and the CMake package with both.
set -euo pipefail
build=${ALEA_BUILD:-build/release}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cmake --install "$build" --prefix "$work/usr" >/dev/null
cat >"$work/one.c" <<'END'
#include <alea/alea.h>
#include <stdio.h>
/* A name that the library has inside, too: they must not meet. */
int parse_int(const char *text);
int parse_int(const char *text) { return text[0]; }
int main(void)
{
    const char *id = "4HPwATDgc/ABMA";
    alea_evaluator *evaluator;
    alea_board board;
    alea_probs probs;
    if (alea_position_id_read(id, 14, &board, NULL) != ALEA_OK) return 1;
    if (alea_evaluator_open(&evaluator, NULL) != ALEA_OK) return 1;
    alea_eval(evaluator, &board, &probs);
    alea_evaluator_close(evaluator);
    printf("%d %.3f\n", parse_int("4"), (double)probs.win);
    return probs.win > 0.5F && probs.win < 0.55F ? 0 : 1;
}
END
pc=$(dirname "$(find "$work/usr" -name alea.pc)")
export PKG_CONFIG_PATH=$pc
libdir=$(pkg-config --variable=libdir alea)
cc -std=c11 -Wall -Werror "$work/one.c" $(pkg-config --cflags --libs alea) -o "$work/shared"
LD_LIBRARY_PATH=$libdir "$work/shared"
cc -std=c11 "$work/one.c" $(pkg-config --cflags alea) "$libdir/libalea.a" \
    $(pkg-config --libs --static alea | sed 's/-lalea//') -o "$work/static"
"$work/static"
mkdir "$work/package"
cat >"$work/package/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.22)
project(user C)
find_package(alea 0.1 REQUIRED)
add_executable(shared $work/one.c)
target_link_libraries(shared PRIVATE alea::alea)
add_executable(static $work/one.c)
target_link_libraries(static PRIVATE alea::alea_static)
END
cmake -S "$work/package" -B "$work/package/build" -DCMAKE_PREFIX_PATH="$work/usr" >/dev/null
cmake --build "$work/package/build" >/dev/null
"$work/package/build/shared"
"$work/package/build/static"
"$work/usr/bin/alea" --version
readelf -d "$libdir/libalea.so" | grep 'SONAME.*libalea.so.0.1' >/dev/null
for file in share/man/man1/alea.1 share/bash-completion/completions/alea \
    share/zsh/site-functions/_alea share/fish/vendor_completions.d/alea.fish \
    share/doc/alea/docs/serve.md; do
    test -s "$work/usr/$file"
done
bash -n "$work/usr/share/bash-completion/completions/alea"
