# To be read by a script that works in a bare root, with what it tries there in `trying`: ends with 77 where it cannot; `skip`,
# which does so, too; `work`, a folder that goes when the script ends; and `made`.
skip() { echo "skipped: $trying: $*" >&2; exit 77; }
[ "$(id -u)" -eq 0 ] || skip "only root can enter a root"
for program in mmdebstrap unshare chroot; do
    command -v "$program" >/dev/null || skip "$program is not installed"
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT; trap 'exit 143' TERM

# made DIR [PROCESSOR]: prints where the Debian packages are: in DIR or, where that is empty, made anew. That they cannot be
# made is a failure.
made() {
    directory=$1
    shift
    if [ -z "$directory" ]; then
        directory=$work/packages
        systemd/build-deb.sh --out "$directory" "$@" >/dev/null || return
    fi
    echo "$directory"
}
