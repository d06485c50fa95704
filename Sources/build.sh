#!/bin/sh
# Installs what building needs, and builds the two programs into .build/shipped as they are installed from there.
#
# The daemon is Embedded Swift: a twentieth of the size of the one in .build/release, which is for debuggers and
# sanitizers, and half of its memory. The tool has the Swift runtime linked in. Both are stripped.
set -eu
cd "$(dirname "$0")/.."

if ! command -v swift >/dev/null; then
    echo "build.sh: Swift 6.2 or newer is needed: https://www.swift.org/install/linux/" >&2
    exit 1
fi
.ci/install-packages build
daemon=$(.ci/embedded)
swift build -c release --static-swift-stdlib --product tiltshadow >&2
mkdir -p .build/shipped
for program in "$daemon" .build/release/tiltshadow; do
    shipped=.build/shipped/${program##*/}
    [ "$shipped" -nt "$program" ] && continue
    # A new file under the old name: one that runs cannot be written over.
    strip --strip-all --remove-section=.comment -o "$shipped.part" "$program"
    mv -f "$shipped.part" "$shipped"
done
