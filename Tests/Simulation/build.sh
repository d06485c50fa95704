#!/bin/sh
# build OUT [CORE]: the simulator as OUT/tiltshadow-simulate, with swiftc alone: a minute, and 20 s after a change of the core.
#
# CORE is another copy of Sources/TiltDaemon, such as one with a fault in it. What does not change is not built again.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../.." && pwd)
out=$1
core=${2:-$top/Sources/TiltDaemon}
mkdir -p "$out"
flags="-O -wmo -swift-version 6 -package-name tiltshadow -parse-as-library -I $out -I $here/CHeap
    -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault
    -enable-upcoming-feature MemberImportVisibility"
for each in CLinux CMath CLibevdev CLibudev; do flags="$flags -I $top/Sources/$each"; done
flags="$flags $(pkg-config --cflags libevdev libudev | sed 's/-I/-Xcc -I/g')"

# module NAME FOLDER: compiles a module where one of its files, or of those before it, is newer.
rebuilt=false
module() {
    files=$(find "$2" -name '*.swift' | sort)
    sum=$(cat $files | cksum)
    objects="$objects $out/$1.o"
    if [ "$rebuilt" = false ] && [ "$sum" = "$(cat "$out/$1.sum" 2>/dev/null)" ] && [ -e "$out/$1.o" ]; then return; fi
    rebuilt=true
    rm -f "$out/$1.sum"
    swiftc $flags -module-name "$1" -emit-module -emit-module-path "$out/$1.swiftmodule" -c $files -o "$out/$1.o"
    echo "$sum" >"$out/$1.sum"
}
objects=
for each in PlainText TiltCore LinuxSystem TiltSensors; do module $each "$top/Sources/$each"; done
module TiltDaemon "$core"
# Where only bodies of functions have changed, the simulator itself may stay: KEEP_SIMULATION says so.
if [ -n "${KEEP_SIMULATION:-}" ]; then rebuilt=false; fi
module TiltSimulation "$here/World"
swiftc $(echo "$flags" | sed 's/-parse-as-library//') -module-name simulate "$here"/Program/*.swift $objects \
    -static-stdlib $(pkg-config --libs libevdev libudev) -o "$out/tiltshadow-simulate"
