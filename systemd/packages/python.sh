#!/bin/sh
# python.sh DIR: puts the modules of the client in Python into DIR, a site-packages, and beside them what importlib.metadata and
# pip read of a distribution. For packages: elsewhere pip does that.
set -eu
client=$(cd "$(dirname "$0")/../../Sources/Clients/Python" && pwd)
# said KEY: the value of a key that pyproject.toml has once.
said() { sed -n "s/^$1 = .*\"\(.*\)\".*/\1/p" "$client/pyproject.toml"; }

umask 022
metadata=$1/tiltshadow-$(said version).dist-info
mkdir -p "$metadata"
for module in "$client"/*.py; do
    cp "$module" "$1"
    chmod 644 "$1/${module##*/}"
done
cat >"$metadata/METADATA" <<METADATA
Metadata-Version: 2.1
Name: $(said name)
Version: $(said version)
Summary: $(said description)
License: $(said license)
Requires-Python: $(said requires-python)
METADATA
