#!/usr/bin/env bash
# The engine gives the same bits on AArch64 as here: builds it for that, runs it under
# emulation, compares. Needs the Debian packages gcc-aarch64-linux-gnu and qemu-user.
# usage: tests/peer/same_bits.sh [BUILD_DIR]
set -euo pipefail
cd "$(dirname "$0")/../.."
built=${1:-build/release}
for tool in aarch64-linux-gnu-gcc qemu-aarch64; do
    command -v "$tool" >/dev/null || { echo "same_bits.sh: $tool is missing" >&2; exit 2; }
done
[ -s "$built/libalea.a" ] || { echo "same_bits.sh: build first: no $built/libalea.a" >&2; exit 2; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
flags=(-std=c17 -O2 -ffp-contract=off -D_POSIX_C_SOURCE=200809L -Iinclude -Isrc
    "-DALEA_TABLES_DIR=\"$PWD/$built/tables\"" "-DALEA_NET_FILE=\"$PWD/data/alea.net\"")
program=tests/peer/same_bits.c

gcc "${flags[@]}" "$program" "$built/libalea.a" -lz -lm -lpthread -o "$folder/here"
aarch64-linux-gnu-gcc "${flags[@]}" -static "$program" src/base/*.c src/core/*.c \
    src/engine/*/*.c src/engine/*.c -lm -lpthread -o "$folder/there"
here=$("$folder/here")
there=$(qemu-aarch64 "$folder/there")
echo "$(uname -m): $here"
echo "aarch64: $there"
[ "$here" = "$there" ]
