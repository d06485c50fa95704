#!/bin/sh
# nightly: what is too slow for every change, one after the other; three to four hours. Ends with 1 where a part failed.
set -u
cd "$(dirname "$0")/../.."
.ci/install-packages test soak || echo "nightly: what needs the missing packages is skipped" >&2

failed=
# part COMMAND...
part() {
    printf '\n== %s\n' "$*"
    began=$(date +%s)
    status=0
    "$@" || status=$?
    # 77: it cannot run here, and has said why.
    [ $status -eq 0 ] || [ $status -eq 77 ] || failed="$failed
  $*"
    echo "-- $(($(date +%s) - began)) s: $*"
}

Sources/build.sh && swift build -c release --static-swift-stdlib && swift build --build-tests || exit 1

# Bare roots, a minute each: inits that are not systemd, the packages and an upgrade, other distributions' packages.
part Tests/Inits/run.sh
part Tests/Packages/run.sh
part Tests/Packages/others.sh
# Chance shows in numbers: every test with programs in it, beside a machine that is busy.
part Tests/Soak/luck.sh 20
# Of the page's rows CI judges in Firefox those of its table, since the others take as long again.
part Tests/Preview/run.mjs --browser firefox
# Half an hour: fifty faults brought into the core, each of which a seed must find; then fresh seeds.
part Tests/Simulation/mutants.sh
part Tests/Soak/simulation.sh 1800
# Sensors, subscribers and daemons at random on a real kernel: what is wrong shows after many of them.
part Tests/Soak/guest.sh 20
# Another processor's kernel; CI runs two of its scenarios.
part Tests/Soak/aarch64.sh
# Every site and every error; CI takes one error a site.
part Tests/Soak/faults.sh
# A build of its own, under which everything is ten times slower.
part Tests/Soak/threads.sh
# 10,000 pages, one after the other.
part Tests/Soak/pages.sh
# Fresh inputs; CI plays those that are kept, and a few.
part Tests/Soak/fuzz.sh 1200

[ -z "$failed" ] || { printf '\nFailed:%s\n' "$failed"; exit 1; }
