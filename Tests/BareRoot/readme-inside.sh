#!/bin/sh
# readme-inside.sh COMMAND...: what readme.sh does within a bare root.
set -u
failures=0
cd /root/tiltshadow || exit 1
for command; do
    printf '\n== %s on Debian %s\n' "$command" "$(cat /etc/debian_version)"
    began=$(date +%s)
    status=0
    "$command" </dev/null || status=$?
    printf '\n-- %s s, ended with %s: %s\n' "$(($(date +%s) - began))" "$status" "$command"
    [ "$status" -eq 0 ] || failures=$((failures + 1))
done
printf 'readme: %s failed\n' "$failures"
[ "$failures" -eq 0 ]
exit $?
