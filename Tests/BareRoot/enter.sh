#!/bin/sh
# enter.sh ROOT SCRIPT [ARGUMENT...]: runs a script within a root, as process 1 of namespaces of its own: when it ends, so does
# all that was started there. The script finds check.sh in /src. Only root can.
#
# READ_ONLY lists directories of this machine that are seen there, at the same place.
set -eu
cp "$(dirname "$0")/check.sh" "$1/src"
unset TMPDIR # of the machine outside
exec unshare --mount --pid --fork --cgroup --kill-child --propagation private sh -c '
    root=$1
    shift
    for directory in ${READ_ONLY:-}; do
        mkdir -p "$root$directory" && mount --bind "$directory" "$root$directory" &&
            mount -o remount,bind,ro "$root$directory" || exit 1
    done
    # Within foreign.sh the network is not ours, and what shows it neither.
    mount -t sysfs sysfs "$root/sys" 2>/dev/null || mount --rbind /sys "$root/sys"
    mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup"
    mount -t proc proc "$root/proc" && mount -t tmpfs tmpfs "$root/run" && mount -t tmpfs tmpfs "$root/dev" &&
        for node in null zero full random urandom tty; do
            : >"$root/dev/$node" && mount --bind "/dev/$node" "$root/dev/$node"
        done
    # Terminals, shared memory, and the names of open files.
    mkdir "$root/dev/pts" "$root/dev/shm" && mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm" &&
        mount -t devpts -o newinstance,ptmxmode=0666,mode=620 devpts "$root/dev/pts" && ln -s pts/ptmx "$root/dev/ptmx"
    ln -s /proc/self/fd "$root/dev/fd"
    ln -s /proc/self/fd/0 "$root/dev/stdin"
    ln -s /proc/self/fd/1 "$root/dev/stdout"
    ln -s /proc/self/fd/2 "$root/dev/stderr"
    exec chroot "$root" /bin/sh "$@"' sh "$@"
