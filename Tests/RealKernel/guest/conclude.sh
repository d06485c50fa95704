# How a scenario ends. Who sources this has set `name`, has show_logs and clean_up, and traps EXIT with conclude.

conclude() {
    [ $((passes + failures)) -gt 0 ] || fail "$name: no check ran"
    [ $failures -eq 0 ] || show_logs
    clean_up
    echo "== $name: $passes passed, $failures failed"
    [ $failures -eq 0 ]
    exit $? # Said, because in a trap a bare `exit` ends with the status from before it.
}
