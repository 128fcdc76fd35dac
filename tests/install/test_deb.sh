#!/usr/bin/env bash
# Makes the Debian package and looks inside: what is in it, who owns it, whether the
# program in it runs, whether the unit is as closed as we say.
set -euo pipefail
build=${ALEA_BUILD:-build/release}
command -v dpkg-deb >/dev/null && command -v dpkg-shlibdeps >/dev/null || exit 77
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "FAILED: $*"; exit 1; }

# Barely compressed: what is asked here is what is in it.
package=$(packaging/make_deb "$build" "$work/out" -Zgzip -z1)
test -s "$package" || fail "no package at $package"
version=$("$build/alea" --version | cut -d' ' -f2)
[ "$(dpkg-deb -f "$package" Version)" = "$version" ] || fail "another version"
depends=$(dpkg-deb -f "$package" Depends)
for wanted in libc6 libjansson4 libsodium23 libedit2 zlib1g libwebsockets libsqlite3-0; do
    [[ $depends == *"$wanted"* ]] || fail "does not depend on $wanted: $depends"
done

dpkg-deb -c "$package" >"$work/list"
for file in usr/bin/alea usr/lib/.*libalea.so usr/lib/.*libalea.a usr/include/alea/alea.h \
    usr/lib/.*pkgconfig/alea.pc usr/share/man/man1/alea.1.gz usr/share/doc/alea/copyright \
    usr/share/bash-completion/completions/alea usr/lib/systemd/system/alea.service; do
    grep -q " \./$file\( ->\|$\)" "$work/list" || fail "$file is not in it"
done
awk '$2 != "root/root" { print; bad = 1 } END { exit bad }' "$work/list" ||
    fail "not everything is root's"
awk '$1 !~ /^l/ && substr($1, 6, 4) ~ /w/ { print; bad = 1 } END { exit bad }' "$work/list" ||
    fail "others may write"

dpkg-deb -R "$package" "$work/all"
(cd "$work/all" && md5sum --quiet -c DEBIAN/md5sums) || fail "md5sums"
for script in postinst prerm postrm; do
    sh -n "$work/all/DEBIAN/$script" && test -x "$work/all/DEBIAN/$script" || fail "$script"
done
"$work/all/usr/bin/alea" --version | grep -q "alea $version" || fail "the program"
! grep -raqF "$(pwd)" "$work/all/usr" || fail "a path of the build machine is in it"
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
        pkg-config-unavailable-for-cross-compilation,link-to-shared-library-in-wrong-package \
        "$package" || fail "lintian"
fi
du -h "$package" | cut -f1
