# What the bench needs from the host.

# check_requirements [COMMAND:PACKAGE...]: ends the bench with its "cannot run here" status unless everything is
# installed, these too.
check_requirements() {
    local pair missing=()
    [ "$(uname -m)" = x86_64 ] || cannot_run "the guest is x86_64, this machine is $(uname -m)"
    for pair in "$@" apt-get:apt busybox:busybox-static cpio:cpio depmod:kmod dpkg-deb:dpkg flock:util-linux \
        gcc:gcc modprobe:kmod qemu-system-x86_64:qemu-system-x86 xz:xz-utils; do
        command -v "${pair%:*}" >/dev/null || missing+=("${pair#*:}")
    done
    # The guest's busybox and simulators are static, so that they run in a root with no libraries.
    ! command -v busybox >/dev/null || ! is_dynamic "$(command -v busybox)" || missing+=(busybox-static)
    ! command -v gcc >/dev/null || [ -e "$(gcc -print-file-name=libc.a)" ] || missing+=(libc6-dev)
    ((${#missing[@]} == 0)) || cannot_run "not installed: $(printf '%s\n' "${missing[@]}" | sort -u | xargs)"
}

is_dynamic() { ldd "$1" 2>/dev/null | grep -q '=>'; }
