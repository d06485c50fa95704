#!/bin/sh
# Builds the Debian packages from programs that are built already: the daemon and its tool, the relay where it was built, and
# the clients' libraries.
set -eu
umask 022

usage() {
    cat <<'END2'
Usage: systemd/build-deb.sh [--bin DIR] [--out DIR] [PROCESSOR]

  PROCESSOR   make the packages of another processor, such as aarch64, out of programs that are cross-built here as
              Embedded Swift (.ci/embedded PROCESSOR); those for every processor are left out
  --bin DIR   where tiltshadowd and tiltshadow were built (default: .build/shipped)
  --out DIR   where the packages are put (default: .build/deb)

Build first: Sources/build.sh --relay   (without --relay its package is left out)
Needs debhelper and dh-python. No root. Environment: DEB_REVISION (default 2), SOURCE_DATE_EPOCH.
END2
}

fail() {
    printf 'build-deb.sh: %s\n' "$@" >&2
    exit 1
}

here=$(cd "$(dirname "$0")" && pwd)
source=$(dirname "$here")
processor=
bin=$source/.build/shipped
out=$source/.build/deb
while [ $# -gt 0 ]; do
    case $1 in
        --bin) [ $# -ge 2 ] || { usage >&2; exit 2; }; bin=$2; shift ;;
        --out) [ $# -ge 2 ] || { usage >&2; exit 2; }; out=$2; shift ;;
        -h | --help) usage; exit 0 ;;
        aarch64) processor=$1 ;;
        *) printf 'build-deb.sh: unknown argument %s\n' "$1" >&2; usage >&2; exit 2 ;;
    esac
    shift
done

for program in dpkg-buildpackage dh dh_python3 cc; do
    command -v "$program" >/dev/null || fail "$program is missing" \
        "install it: apt-get install debhelper dh-python dpkg-dev gcc"
done
# A release has Swift's packages in it; here they lie where they were fetched to.
packages=$source/Vendor
[ -d "$packages" ] || packages=$source/.build/checkouts
[ -e "$packages/swift-nio/NOTICE.txt" ] || fail "$packages/swift-nio is missing, whose notice goes into the package" \
    "fetch it: swift package resolve"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT; trap 'exit 143' TERM
if [ -n "$processor" ] && [ "$processor" != "$(uname -m)" ]; then
    command -v "$processor-linux-gnu-strip" >/dev/null || fail "$processor-linux-gnu-strip is missing" \
        "install it: apt-get install binutils-$processor-linux-gnu"
    # What makes the completions: a program of this machine.
    COMPLETER=$(cd "$bin" && pwd)/tiltshadow
    [ -x "$COMPLETER" ] || fail "$COMPLETER is missing" "build it first: Sources/build.sh"
    daemon=$("$source/.ci/embedded" "$processor")
    root=$("$source/.ci/embedded" "$processor" --root)
    bin=$work/bin
    mkdir "$bin"
    for program in tiltshadowd tiltshadow; do
        "$processor-linux-gnu-strip" --remove-section=.comment -o "$bin/$program" "${daemon%/*}/$program"
    done
    # The toolchain's own C compiler, which makes code for every processor.
    clang=$("$source/.ci/toolchain")/bin/clang
    CROSS_CC="$clang --target=$processor-linux-gnu --sysroot=$root -fuse-ld=lld"
    LIBRARIES=$root/usr/lib/$processor-linux-gnu:$root/lib/$processor-linux-gnu
    export CROSS_CC LIBRARIES COMPLETER
    # Those for every processor are the same as made here.
    set -- -B -a arm64
else
    set -- -b
fi

profiles=pkg.tiltshadow.programs
relay=
if [ -x "$bin/tiltshadow-relay" ]; then relay=tiltshadow-relay; else profiles=$profiles,pkg.tiltshadow.norelay; fi
for program in tiltshadowd tiltshadow $relay; do
    [ -x "$bin/$program" ] || fail "$bin/$program is missing" \
        "build it first: Sources/build.sh (or name its directory with --bin)"
    ! ldd "$bin/$program" 2>/dev/null | grep -q libswiftCore || fail "$bin/$program needs Swift's libraries at run time" \
        "build it with: Sources/build.sh"
done

bin=$(cd "$bin" && pwd)
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git -C "$source" log -1 --format=%ct 2>/dev/null || date +%s)}
export SOURCE_DATE_EPOCH
version=$("$here/version.sh")
tree=$work/tiltshadow-$version

# What debian/rules builds from, once the programs are there; debian/ lies at the top there, and not here.
mkdir -p "$tree/Sources/tiltshadow"
cp -a "$source/LICENSE" "$source/config" "$source/systemd" "$tree"
"$here/documents.sh" | tar -C "$source" -c -T - | tar -x -C "$tree"
cp -a "$source/Sources/tiltshadow/Manual" "$tree/Sources/tiltshadow"
mkdir "$tree/Sources/tiltshadow-relay"
cp -a "$source/Sources/tiltshadow-relay/Manual" "$tree/Sources/tiltshadow-relay"
mkdir -p "$tree/Vendor/swift-nio"
cp "$packages/swift-nio/NOTICE.txt" "$tree/Vendor/swift-nio"
mv "$tree/systemd/debian" "$tree/debian"
"$here/changelog.sh" "$version-${DEB_REVISION:-2}" >"$tree/debian/changelog"
[ -z "${LIBRARIES:-}" ] || cp "$root/shlibs" "$tree/debian/shlibs.local"

mkdir -p "$out"
(cd "$tree" && BIN=$bin dpkg-buildpackage "$@" -uc -us -d -P$profiles) >"$work/log" 2>&1 || {
    cat "$work/log" >&2
    fail "the packages cannot be built: see above"
}
for package in "$work"/*.deb; do
    mv -f "$package" "$out"
    printf '%s\n' "$out/${package##*/}"
done
