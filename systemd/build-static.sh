#!/bin/sh
# Makes tiltshadow-VERSION-PROCESSOR-static.tar.xz: the daemon and its tool as two files that need no library, with install.sh
# and what it installs. For systems without glibc, such as Alpine and postmarketOS, or where nothing shall be built.
set -eu
umask 022

usage() {
    cat <<'END'
Usage: systemd/build-static.sh [--out DIR] [PROCESSOR...]

  PROCESSOR   x86_64 or aarch64; default: both
  --out DIR   where the tarballs are put (default: .build/release-files)

Build first: Sources/build.sh   (whose tool writes the completions)
No root. Environment: SOURCE_DATE_EPOCH.
END
}

fail() {
    printf 'build-static.sh: %s\n' "$@" >&2
    exit 1
}

here=$(cd "$(dirname "$0")" && pwd)
source=$(dirname "$here")
out=$source/.build/release-files
processors=
while [ $# -gt 0 ]; do
    case $1 in
        --out) [ $# -ge 2 ] || { usage >&2; exit 2; }; out=$2; shift ;;
        -h | --help) usage; exit 0 ;;
        x86_64 | aarch64) processors="$processors $1" ;;
        *) printf 'build-static.sh: unknown argument %s\n' "$1" >&2; usage >&2; exit 2 ;;
    esac
    shift
done

completer=$source/.build/shipped/tiltshadow
[ -x "$completer" ] || fail "$completer is missing" "build it first: Sources/build.sh"
version=$("$here/version.sh")
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git -C "$source" log -1 --format=%ct 2>/dev/null || date +%s)}
swift=$("$source/.ci/toolchain")/share/swift/LICENSE.txt
[ -e "$swift" ] || fail "$swift, Swift's licence, is missing; it belongs to what is linked in"
mkdir -p "$out"
out=$(cd "$out" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT; trap 'exit 143' TERM

for processor in ${processors:-x86_64 aarch64}; do
    name=tiltshadow-$version-$processor-static
    tree=$work/$name
    mkdir -p "$tree/bin" "$tree/Licences" "$tree/systemd" "$tree/Sources/tiltshadow"
    daemon=$("$source/.ci/embedded" "$processor-musl")
    root=$("$source/.ci/embedded" "$processor-musl" --root)
    cp "$daemon" "${daemon%/*}/tiltshadow" "$tree/bin"

    cp "$source/LICENSE" "$tree"
    "$here/documents.sh" | tar -C "$source" -c -T - | tar -x -C "$tree"
    cp -r "$source/config" "$tree"
    cp -r "$here/install.sh" "$here/documents.sh" "$here"/*.service "$here"/*.socket "$here/user" "$tree/systemd"
    cp -r "$source/Sources/tiltshadow/Manual" "$tree/Sources/tiltshadow"
    rm "$tree/Sources/tiltshadow/Manual/generate.py"
    completions() { "$completer" --generate-completion-script "$1" --embedded; }
    # Read by a shell, and no program.
    completions bash | sed '1{/^#!/d;}' >"$tree/config/completions/tiltshadow.bash"
    completions fish >"$tree/config/completions/tiltshadow.fish"
    completions zsh >"$tree/config/completions/_tiltshadow"

    # Of all that is linked in.
    cp "$swift" "$tree/Licences/swift"
    for library in musl libevdev2 zlib1g libzstd1; do
        cp "$root/usr/share/doc/$library/copyright" "$tree/Licences/$library"
    done

    # The same bytes for the same programs.
    tar -C "$work" --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX \
        -c "$name" | xz -6 >"$out/$name.tar.xz"
    printf '%s\n' "$out/$name.tar.xz"
done
