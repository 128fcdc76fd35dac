#!/usr/bin/env bash
# Makes the Debian packages and looks inside: what is in which, who owns it, whether the
# program runs with the library of the other, whether the unit is as closed as we say.
set -euo pipefail
build=${ALEA_BUILD:-build/release}
command -v dpkg-deb >/dev/null && command -v dpkg-shlibdeps >/dev/null || exit 77
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "FAILED: $*"; exit 1; }

# Barely compressed: what is asked here is what is in them.
mapfile -t packages < <(packaging/make_deb "$build" "$work/out" -Zgzip -z1)
[ ${#packages[@]} = 3 ] || fail "${#packages[@]} packages"
version=$("$build/alea" --version | cut -d' ' -f2)
abi=${version%.*}
program=${packages[0]} library=${packages[1]} develop=${packages[2]}
for package in "${packages[@]}"; do
    [ "$(dpkg-deb -f "$package" Version)" = "$version" ] || fail "$package: another version"
done
# needs PACKAGE NAME...: the package depends on each.
needs() {
    local depends wanted
    depends=$(dpkg-deb -f "$1" Depends)
    for wanted in "${@:2}"; do
        [[ ", $depends" == *", $wanted"* ]] || fail "$1 does not depend on $wanted: $depends"
    done
}
needs "$program" "libalea$abi (>= $version)" libc6 libjansson4 libsodium23 libedit2 zlib1g \
    libwebsockets libsqlite3-0
needs "$library" libc6 zlib1g
needs "$develop" "libalea$abi (= $version)" libc6-dev zlib1g-dev

# holds PACKAGE PATTERN...: each file is in the package.
holds() {
    local file
    dpkg-deb -c "$1" >"$work/list"
    for file in "${@:2}"; do
        grep -q " \./$file\( ->\|$\)" "$work/list" || fail "$file is not in $1"
    done
    awk '$2 != "root/root" { print; bad = 1 } END { exit bad }' "$work/list" ||
        fail "not everything is root's"
    awk '$1 !~ /^l/ && substr($1, 6, 4) ~ /w/ { print; bad = 1 } END { exit bad }' \
        "$work/list" || fail "others may write"
}
holds "$program" usr/bin/alea usr/share/man/man1/alea.1.gz usr/share/doc/alea/copyright \
    usr/share/bash-completion/completions/alea usr/lib/systemd/system/alea.service
! grep -q 'libalea\|include/' "$work/list" || fail "the library is in the program's package"
holds "$library" "usr/lib/.*libalea.so.$abi" "usr/lib/.*libalea.so.$version"
holds "$develop" usr/lib/.*libalea.so usr/lib/.*libalea.a usr/include/alea/alea.h \
    usr/lib/.*pkgconfig/alea.pc usr/lib/.*cmake/alea/alea-config.cmake \
    usr/share/doc/libalea-dev/examples/rollout.c
for file in $(sort <(dpkg-deb --fsys-tarfile "$program" | tar t) \
    <(dpkg-deb --fsys-tarfile "$library" | tar t) \
    <(dpkg-deb --fsys-tarfile "$develop" | tar t) | grep -v '/$' | uniq -d); do
    fail "$file is in two packages"
done
# Who only plays gets net and tables once.
size=$(stat -c %s "$program")
[ "$size" -lt 3000000 ] || fail "net and tables are in the program: $size bytes"

mkdir "$work/all"
for package in "${packages[@]}"; do
    name=$(dpkg-deb -f "$package" Package)
    dpkg-deb -R "$package" "$work/$name"
    (cd "$work/$name" && md5sum --quiet -c DEBIAN/md5sums) || fail "md5sums of $name"
    for script in "$work/$name"/DEBIAN/p*; do
        [ ! -e "$script" ] || { sh -n "$script" && test -x "$script"; } || fail "$script"
    done
    ! grep -raqF "$(pwd)" "$work/$name/usr" || fail "$name has a path of the build machine"
    cp -a "$work/$name/usr" "$work/all/"
done
test -x "$work/alea/DEBIAN/postinst" || fail "no postinst"
grep -q ldconfig "$work/libalea$abi/DEBIAN/triggers" || fail "no trigger for ldconfig"
export LD_LIBRARY_PATH
LD_LIBRARY_PATH=$(dirname "$(find "$work/all" -name "libalea.so.$version")")
"$work/all/usr/bin/alea" --version | grep "alea $version" >/dev/null || fail "the program"
"$work/all/usr/bin/alea" eval 4HPwATDgc/ABMA >/dev/null || fail "its engine"
unset LD_LIBRARY_PATH
grep -q "^ExecStart=/usr/bin/alea serve " "$work/all/usr/lib/systemd/system/alea.service" ||
    fail "the unit starts something else"

# As closed as it says: the scale runs from 0 (closed) to 10, the goal is 2.
if command -v systemd-analyze >/dev/null; then
    level=$(systemd-analyze security --offline=true \
        "$work/all/usr/lib/systemd/system/alea.service" | sed -n 's/.*level for.*: \([0-9.]*\) .*/\1/p')
    awk -v level="$level" 'BEGIN { exit !(level != "" && level <= 2) }' ||
        fail "systemd-analyze security says '$level'"
    echo "systemd-analyze security: $level"
fi
# But not so closed that long analyses cannot give way to games, or addresses cannot be listed.
unit=$work/all/usr/lib/systemd/system/alea.service
grep -q '^SystemCallFilter=setpriority$' "$unit" || fail "the unit forbids setpriority"
grep -q '^RestrictAddressFamilies=.*AF_NETLINK' "$unit" || fail "the unit forbids AF_NETLINK"
if command -v lintian >/dev/null; then
    # The library lies where a build for /usr puts it only after `make deb`.
    lintian --allow-root --fail-on error,warning --suppress-tags \
        pkg-config-unavailable-for-cross-compilation,arch-dependent-file-not-in-arch-specific-directory \
        "${packages[@]}" || fail "lintian"
fi
du -h "${packages[@]}" | cut -f1
