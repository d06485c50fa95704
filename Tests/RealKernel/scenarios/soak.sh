# A long time of everything at once: sensors unplugged, unbound and silent, subscribers who come, stall and die, and a
# daemon killed every few minutes beside one that must last. Who reads all the time misses nothing that is not said,
# and what lasted has allocated no more in the end than threads that come and go explain.
#
# SOAK_MINUTES (of virtual time, default 1) and SOAK_SEED (default 1) are bench.sh's environment.
. /bench/chaos.sh
. /bench/environment
minutes=${SOAK_MINUTES:-1}
seed=${SOAK_SEED:-1}
steady_socket=/run/tiltshadow/steady.sock
kills=0

# healthy NAME SOCKET: a subscriber that reads all the time and connects again, judged in /tmp/verdict-NAME at the end.
healthy() {
    while [ ! -e /tmp/over ]; do subscribe "$2" 2>/dev/null; done |
        awk -v limit_deg=2 -f /bench/motion.awk -f /bench/check-soak.awk /bench/motion.csv - >"/tmp/verdict-$1" &
}

# warm_up: buffers are then as large as they get, and both sensors there.
warm_up() {
    [ -n "$hub_pid" ] || plug_hub
    [ -n "$evdev_pid" ] || plug_evdev
    toggle_hub
    toggle_hub
    come_in_a_crowd
    sleep 15
}

# What it has allocated, in kB. What is mapped of libraries, which lie in memory here, is as much as was ever called.
memory_of() { awk '/^RssAnon/ { print $2 }' "/proc/$1/status"; }

# While nobody listens and hold_s is over: then it does not matter which sensor was in use.
descriptors_of() { ls "/proc/$1/fd" | wc -l; }

# check_memory WHAT BEFORE AFTER: at most 512 kB more. Threads that wait for a device have a heap of 132 kB each, which the C
# library keeps for the next one: how many ran at once is chance.
check_memory() { check "$1: $2 kB at first, $3 kB in the end" [ "$3" -le $(($2 + 512)) ]; }

seconds() { now | cut -d. -f1; }

evdev_hz=25
plug_hub
plug_evdev
main_socket=$socket
socket=$steady_socket
start_daemon '[sensor]' 'hold_s = 2'
mv /tmp/daemon.log /tmp/steady.log
steady_pid=$daemon_pid
socket=$main_socket
start_daemon '[sensor]' 'hold_s = 2'
steady_descriptors=$(descriptors_of "$steady_pid")
healthy steady $steady_socket
healthy restarted "$socket"
wait_until 5 test -s /tmp/daemon.log

tell "seed $seed"
warm_up
steady_memory=$(memory_of "$steady_pid")
main_memory=$(memory_of "$daemon_pid")

mischiefs=0
next_kill=$(($(seconds) + 30))
end=$(($(seconds) + minutes * 60))
while [ "$(seconds)" -lt $end ]; do
    mischief
    mischiefs=$((mischiefs + 1))
    [ $((mischiefs % 40)) -gt 0 ] ||
        echo "-- at $(seconds) s: $mischiefs mischiefs, $kills kills, $(memory_of "$steady_pid") kB"
    if [ "$(seconds)" -ge $next_kill ]; then
        kill_daemon
        roll 180
        next_kill=$(($(seconds) + 90 + drawn))
    fi
    roll 10
    sleep $((2 + drawn))
done

warm_up
check "the daemon that was not killed lasts through $minutes min with $mischiefs mischiefs" \
    grep -q tiltshadowd "/proc/$steady_pid/cmdline"
check_memory "its memory" "$steady_memory" "$(memory_of "$steady_pid")"
check_memory "the memory of the one that was killed $kills times" "$main_memory" "$(memory_of "$daemon_pid")"
touch /tmp/over
killall subscribe
sleep 4
descriptors=$(descriptors_of "$steady_pid")
check "its descriptors: $steady_descriptors at first, $descriptors in the end" \
    [ "$descriptors" = "$steady_descriptors" ]
verdict "a subscriber of the lasting daemon" "$(cat /tmp/verdict-steady)"
verdict "a subscriber of the other daemon" "$(cat /tmp/verdict-restarted)"
kill "$steady_pid"
check_within 2 "the lasting daemon stops" ended "$steady_pid"
[ $failures -eq 0 ] || tail -n 60 /tmp/chaos.log /tmp/steady.log
