# To be read by what runs within a bare root: `check`, and how many failed.
failures=0

# check WHAT COMMAND...: says whether the command succeeds.
check() {
    what=$1
    shift
    if "$@" >/tmp/output 2>&1; then
        printf 'ok   %s\n' "$what"
    else
        printf 'FAIL %s\n' "$what"
        tail -n 6 /tmp/output | sed 's/^/     /'
        failures=$((failures + 1))
    fi
}
