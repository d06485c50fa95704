#!/bin/sh
# build.sh [--offline] [--relay]: installs what building needs, and builds the two programs into .build/shipped as they are
# installed from there; with --relay tiltshadow-relay, too, which needs libmosquitto where it runs. --offline, for packages of distributions,
# installs nothing and takes the Swift packages as they are.
#
# The daemon is Embedded Swift: a twentieth of the size of the one that `swift build` makes, which is for debuggers and
# sanitizers, and half of its memory. The tool has the Swift runtime linked in. Both are stripped.
set -eu
cd "$(dirname "$0")/.."

offline= relay=
# Whoever packs what is there takes a relay of another day for this tree's: it is made anew with the others.
[ ! -e .build/shipped/tiltshadow-relay ] || relay=relay
for argument in "$@"; do
    case $argument in
        --offline) offline=--offline ;;
        --relay) relay=relay ;;
        *) echo "build.sh: unknown argument $argument, expected --offline or --relay" >&2; exit 2 ;;
    esac
done
if ! command -v swift >/dev/null; then
    echo "build.sh: Swift 6.2 or newer is needed: https://www.swift.org/install/linux/" >&2
    exit 1
fi
[ -n "$offline" ] || .ci/install-packages build
daemon=$(PRODUCT=tiltshadowd .ci/embedded)
# shellcheck disable=SC2086 # An option or none.
.ci/release $offline tiltshadow ${relay:+tiltshadow-relay}
mkdir -p .build/shipped
for program in "$daemon" .build/release/tiltshadow ${relay:+.build/release/tiltshadow-relay}; do
    shipped=.build/shipped/${program##*/}
    [ "$shipped" -nt "$program" ] && continue
    # A new file under the old name: one that runs cannot be written over.
    strip --strip-all --remove-section=.comment -o "$shipped.part" "$program"
    mv -f "$shipped.part" "$shipped"
done
