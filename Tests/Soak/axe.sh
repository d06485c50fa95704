#!/bin/sh
# axe: every state of the page that has a picture, judged by axe-core; two minutes.
#
# axe-core comes from PyPI, in a wheel of 160 kB that is held against its sum; of the wheel nothing else is used. With
# TILTSHADOW_AXE, the path of an axe.min.js, nothing is loaded. Ends with 77 where it cannot be had.
set -eu
cd "$(dirname "$0")/../.."

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' INT; trap 'exit 143' TERM
axe=${TILTSHADOW_AXE:-}
if [ -z "$axe" ]; then
    sum=fdd263c998388f1a8e67cad02677e612d946248bd44d163be5e8650ea31f95f8
    echo "axe-playwright-python==0.1.8 --hash=sha256:$sum" > "$scratch/wanted"
    if ! python3 -m pip download -q --disable-pip-version-check --no-deps --only-binary :all: --require-hashes \
        -r "$scratch/wanted" -d "$scratch"; then
        echo "axe: no axe-playwright-python 0.1.8 from PyPI; install python3-pip, or set TILTSHADOW_AXE to an axe.min.js" >&2
        exit 77
    fi
    python3 -m zipfile -e "$scratch"/*.whl "$scratch"
    axe=$scratch/axe_playwright_python/axe.min.js
fi

# Both programs: the page is served by the one from the other.
.ci/release tiltshadow tiltshadowd
Tests/Preview/run.mjs looks --axe "$axe"
