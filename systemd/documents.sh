#!/bin/sh
# documents.sh: names what to read and to take over, by its place in this tree, which they keep wherever they go: the README, what
# it refers to, the adapters, and the clients. What is built there, also by a recipe that has just done so, is no text.
set -eu
cd "$(dirname "$0")/.."
for each in README.md $(sed -n 's,.*](\(Sources/[^)]*\)).*,\1,p' README.md 2>/dev/null) Sources/Adapters Sources/Clients; do
    [ ! -e "$each" ] || find "$each" ! -type d ! -path '*/target/*' ! -path '*/__pycache__/*' ! -path '*/node_modules/*' \
        ! -path '*/build/*' ! -path '*.egg-info/*' ! -name '*.o' ! -name '*.a' ! -name '*.so*' ! -name '*.pc' ! -name Cargo.lock
done
