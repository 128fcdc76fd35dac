#!/usr/bin/env bash
# Usage: deps.sh OUT: builds jansson, zlib, libsodium and SQLite for WebAssembly into OUT/lib (objects)
# and OUT/include, from the sources of Debian 12, which are fetched once into $ALEA_WASM_SOURCES
# (~/.cache/alea-wasm) and checked by their hash. Nothing is done where OUT has them already.
# Exit 77: they cannot be had here.
set -euo pipefail
mkdir -p "$1/lib" "$1/include"
out=$(realpath "$1")
exec 9>"$out/lib/lock"
flock 9
stamp=$(sha256sum "$0" | cut -d ' ' -f 1)
[ "$(cat "$out/lib/made" 2>/dev/null)" != "$stamp" ] || exit 0
sources=${ALEA_WASM_SOURCES:-${XDG_CACHE_HOME:-$HOME/.cache}/alea-wasm}
pool=${ALEA_DEBIAN:-http://deb.debian.org/debian}/pool/main
clang=$(command -v clang || command -v clang-14) || { echo "no clang: skipped"; exit 77; }
for tool in tclsh cc make python3; do # tclsh and make write SQLite's one file
    command -v $tool >/dev/null || { echo "no $tool: skipped"; exit 77; }
done

# name, folder in the pool, file, folder in the archive, SHA-256 (as in the .dsc files)
packages() {
    cat <<'END'
jansson j/jansson jansson_2.14.orig.tar.gz jansson-2.14 c739578bf6b764aa0752db9a2fdadcfe921c78f1228c7ec0bb47fa804c55d17b
zlib z/zlib zlib_1.2.13.dfsg.orig.tar.bz2 zlib-1.2.13.dfsg 71feb7947e3c00ef125f83b79a4e529bde31171e5babe48b391f06758d1ab0a1
sodium libs/libsodium libsodium_1.0.18.orig.tar.gz libsodium-1.0.18 d59323c6b712a1519a5daf710b68f5e7fde57040845ffec53850911f10a5d4f4
sqlite s/sqlite3 sqlite3_3.40.1.orig.tar.xz sqlite3-3.40.1 aaa776260ab4dc976db34aa7891819484c8676b5b2783123ebc6301e2ca5d655
END
}

# Fetches $2/$3 from the pool unless it is there; its hash must be $5.
fetch() {
    local file="$sources/$3"
    mkdir -p "$sources"
    if [ ! -e "$file" ]; then
        python3 -c 'import shutil, sys, urllib.request as net
with net.urlopen(sys.argv[1], timeout=30) as come, open(sys.argv[2], "wb") as out:
    shutil.copyfileobj(come, out)' "$pool/$2/$3" "$file.part.$$" 2>/dev/null ||
            { rm -f "$file.part.$$"; echo "$3 cannot be fetched: skipped"; exit 77; }
        mv "$file.part.$$" "$file"
    fi
    echo "$5  $file" | sha256sum --check --quiet - >&2 ||
        { echo "$file is not Debian's: remove it and try again" >&2; exit 1; }
}

# Options of SQLite: no threads, no files but by the VFS of wasm/server/vfs.c, and nothing that the
# program does not use: it is fetched through a line.
sqlite_flags=(-DSQLITE_OS_OTHER=1 -DSQLITE_THREADSAFE=0 -DSQLITE_OMIT_LOAD_EXTENSION
    -DSQLITE_DEFAULT_MEMSTATUS=0 -DSQLITE_TEMP_STORE=3
    -DSQLITE_OMIT_AUTHORIZATION -DSQLITE_OMIT_COMPLETE -DSQLITE_OMIT_DEPRECATED
    -DSQLITE_OMIT_GET_TABLE -DSQLITE_OMIT_SHARED_CACHE -DSQLITE_OMIT_TCL_VARIABLE
    -DSQLITE_OMIT_TRACE -DSQLITE_OMIT_UTF16 -DHAVE_STDINT_H
    -DHAVE_INTTYPES_H -DHAVE_GMTIME_R -DHAVE_LOCALTIME_R -DSQLITE_MAX_MMAP_SIZE=0)

build() {
    local name=$1 folder="$work/$4"
    local flags=(--target=wasm32-wasi -Oz -w) files=() file
    tar -xf "$sources/$3" -C "$work" "$4"
    case $name in
        jansson)
            cp "$folder/android/jansson_config.h" "$folder/src/jansson.h" "$out/include"
            : >"$folder/src/jansson_private_config.h" # what it would say is said below
            flags+=(-DHAVE_STDINT_H -DHAVE_UNISTD_H -DHAVE_FCNTL_H -DHAVE_SYS_TIME_H
                -DHAVE_SYS_TYPES_H -DHAVE_SYS_STAT_H -DHAVE_GETTIMEOFDAY -DHAVE_STRINGS_H
                -DHAVE_SNPRINTF -DUSE_URANDOM=0 "-I$folder/android" "-I$folder/src")
            files=("$folder"/src/*.c)
            ;;
        zlib)
            cp "$folder/zlib.h" "$folder/zconf.h" "$out/include"
            flags+=(-DHAVE_UNISTD_H -DNO_FSEEKO)
            for file in adler32 crc32 deflate inffast inflate inftrees trees zutil compress uncompr; do
                files+=("$folder/$file.c")
            done
            ;;
        sodium)
            cp "$folder/builds/msvc/version.h" "$folder/src/libsodium/include/sodium"
            cp -r "$folder/src/libsodium/include/." "$out/include"
            flags+=(-DCONFIGURED=1 -D_WASI_EMULATED_SIGNAL
                "-I$folder/src/libsodium/include/sodium")
            mapfile -t files < <(find "$folder/src/libsodium" -name '*.c' | sort)
            ;;
        sqlite)
            (cd "$folder" && ./configure --disable-readline --disable-shared && make sqlite3.c) \
                >"$work/sqlite.log" 2>&1 || { tail "$work/sqlite.log" >&2; exit 1; }
            cp "$folder/sqlite3.h" "$out/include"
            flags+=("${sqlite_flags[@]}")
            files=("$folder/sqlite3.c")
            ;;
    esac
    mkdir "$work/$name"
    printf '%s\0' "${files[@]}" | xargs -0 -P "$(nproc)" -I {} bash -c 'file=$1 to=$2
        shift 2
        "$@" -c "$file" -o "$to/$(echo -n "$file" | cksum | tr " " _).o"' \
        one {} "$work/$name" "$clang" "${flags[@]}"
    rm -rf "$out/lib/$name"
    mv "$work/$name" "$out/lib/$name"
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
while read -r -a package; do
    fetch "${package[@]}"
    build "${package[@]}"
done < <(packages)
echo "$stamp" >"$out/lib/made"
