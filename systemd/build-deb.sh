#!/bin/sh
# Builds the Debian packages from programs that are built already: the daemon and its tool, and the clients' libraries.
set -eu

usage() {
    cat <<'END2'
Usage: systemd/build-deb.sh [--bin DIR] [--out DIR]

  --bin DIR   where tiltshadowd and tiltshadow were built (default: .build/shipped)
  --out DIR   where the packages are put (default: .build/deb)

Build first: Sources/build.sh
Needs debhelper and dh-python. No root. Environment: DEB_REVISION (default 2), SOURCE_DATE_EPOCH.
END2
}

fail() {
    printf 'build-deb.sh: %s\n' "$@" >&2
    exit 1
}

here=$(cd "$(dirname "$0")" && pwd)
source=$(dirname "$here")
bin=$source/.build/shipped
out=$source/.build/deb
while [ $# -gt 0 ]; do
    case $1 in
        --bin) [ $# -ge 2 ] || { usage >&2; exit 2; }; bin=$2; shift ;;
        --out) [ $# -ge 2 ] || { usage >&2; exit 2; }; out=$2; shift ;;
        -h | --help) usage; exit 0 ;;
        *) printf 'build-deb.sh: unknown argument %s\n' "$1" >&2; usage >&2; exit 2 ;;
    esac
    shift
done

for program in dpkg-buildpackage dh dh_python3 cc; do
    command -v "$program" >/dev/null || fail "$program is missing" \
        "install it: apt-get install debhelper dh-python dpkg-dev gcc"
done
for program in tiltshadowd tiltshadow; do
    [ -x "$bin/$program" ] || fail "$bin/$program is missing" \
        "build it first: Sources/build.sh (or name its directory with --bin)"
    ! ldd "$bin/$program" | grep -q libswiftCore || fail "$bin/$program needs Swift's libraries at run time" \
        "build it with: Sources/build.sh"
done

bin=$(cd "$bin" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git -C "$source" log -1 --format=%ct 2>/dev/null || date +%s)}
export SOURCE_DATE_EPOCH
version=$("$bin/tiltshadow" --version | awk '{ print $NF }')
tree=$work/tiltshadow-$version

# What debian/rules builds from, once the programs are there; debian/ lies at the top there, and not here.
mkdir -p "$tree/Sources/tiltshadow"
cp -a "$source/README.md" "$source/LICENSE" "$source/config" "$source/systemd" "$tree"
cp -a "$source/Sources/Clients" "$source/Sources/Adapters" "$tree/Sources"
cp -a "$source/Sources/tiltshadow/Manual" "$tree/Sources/tiltshadow"
mv "$tree/systemd/debian" "$tree/debian"
"$here/changelog.sh" "$version-${DEB_REVISION:-2}" >"$tree/debian/changelog"

mkdir -p "$out"
(cd "$tree" && BIN=$bin dpkg-buildpackage -b -uc -us -d -Ppkg.tiltshadow.programs) >"$work/log" 2>&1 || {
    cat "$work/log" >&2
    fail "the packages cannot be built: see above"
}
for package in "$work"/*.deb; do
    mv -f "$package" "$out"
    printf '%s\n' "$out/${package##*/}"
done
