#!/bin/sh
# Makes tiltshadow-VERSION.tar.xz of the last commit: all that a distribution builds from, without a network. The Swift
# packages that the tool needs are in it, below Vendor.
set -eu
umask 022

usage() {
    cat <<'END'
Usage: systemd/make-release.sh [--out DIR] [--debian]

  --out DIR   where the tarball is put (default: .build/release-files)
  --debian    make a Debian source package of it, too (needs dpkg-dev)

Needs git, tar, xz and the packages that `swift build` or `swift package resolve` has fetched. No root. Environment:
DEB_REVISION (default 2).
END
}

fail() {
    printf 'make-release.sh: %s\n' "$@" >&2
    exit 1
}

here=$(cd "$(dirname "$0")" && pwd)
source=$(dirname "$here")
out=$source/.build/release-files
debian=
while [ $# -gt 0 ]; do
    case $1 in
        --out) [ $# -ge 2 ] || { usage >&2; exit 2; }; out=$2; shift ;;
        --debian) debian=1 ;;
        -h | --help) usage; exit 0 ;;
        *) printf 'make-release.sh: unknown argument %s\n' "$1" >&2; usage >&2; exit 2 ;;
    esac
    shift
done

packages=$source/.build/checkouts
[ -d "$packages/swift-nio" ] || fail "the Swift packages are not here" "fetch them: swift package resolve"
version=$("$here/version.sh")
SOURCE_DATE_EPOCH=$(git -C "$source" log -1 --format=%ct)
export SOURCE_DATE_EPOCH

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT; trap 'exit 143' TERM
tree=$work/tiltshadow-$version
mkdir -p "$tree/Vendor" "$out"
out=$(cd "$out" && pwd)
git -C "$source" archive HEAD | tar -x -C "$tree"
for package in "$packages"/*; do
    mkdir "$tree/Vendor/${package##*/}"
    # What is built, and its licence; Tools has what plugins name, without which no product of the package is built.
    for part in Package.swift Sources cmake LICENSE.txt NOTICE.txt Plugins Tools; do
        [ ! -e "$package/$part" ] || cp -a "$package/$part" "$tree/Vendor/${package##*/}"
    done
done
# Beside each other, in the place of addresses.
address='\.package(url: "https://github.com/apple/\([a-z-]*\)\(\.git\)\{0,1\}", from: "[^"]*")'
sed -i "s|$address|.package(path: \"Vendor/\1\")|" "$tree/Package.swift"
for manifest in "$tree"/Vendor/*/Package.swift; do
    sed -i "s|$address|.package(path: \"../\1\")|" "$manifest"
done
! grep -l 'url: "http' "$tree/Package.swift" "$tree"/Vendor/*/Package.swift || fail "a package is still fetched"

# pack DIRECTORY FILE: the same bytes for the same commit.
pack() {
    tar -C "$work" --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner \
        --mode=u=rwX,go=rX -c "$1" | xz -6 >"$2"
}
pack "tiltshadow-$version" "$out/tiltshadow-$version.tar.xz"
printf '%s\n' "$out/tiltshadow-$version.tar.xz"

[ -n "$debian" ] || exit 0
command -v dpkg-source >/dev/null || fail "dpkg-source is missing" "install it: apt-get install dpkg-dev"
cp "$out/tiltshadow-$version.tar.xz" "$work/tiltshadow_$version.orig.tar.xz"
cp -a "$here/debian" "$tree/debian"
"$here/changelog.sh" "$version-${DEB_REVISION:-2}" >"$tree/debian/changelog"
(cd "$work" && dpkg-source --build "tiltshadow-$version") >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
for file in "$work"/tiltshadow_*; do
    mv -f "$file" "$out"
    printf '%s\n' "$out/${file##*/}"
done
