#!/bin/sh
# relay [SECONDS]: brokers and a publisher that are away for an hour, what that costs, and how long after they are back.
#
# Before that what the relay adds on one machine, and clocks that step. As root, for the network of its own in which attempts are
# counted.
set -eu
cd "$(dirname "$0")/../.."

if ! PATH=$PATH:/usr/sbin command -v mosquitto >/dev/null; then
    echo "skipped: there is no mosquitto: apt-get install mosquitto libmosquitto1"
    exit 77
fi
Sources/build.sh --relay
Tests/Relay/loopback.py --bin .build/shipped
Tests/Relay/clocks.py --bin .build/shipped
exec Tests/Relay/absence.py --bin .build/shipped --seconds "${1:-3600}"
