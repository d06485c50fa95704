#!/bin/sh
# page [SECONDS]: what the page's moving shadows cost Chromium without a GPU, beside a page whose shadows rest; 6 minutes.
#
# SECONDS is how long each case is watched in each of the three rounds. Wants a quiet machine; prints what is wanted, judges nothing.
set -eu
cd "$(dirname "$0")/../.."

.ci/release tiltshadow
exec Tests/Preview/cost.mjs --seconds "${1:-8}" --threads
