# Is there one frame every 20 ms from `from` to `to` (s), each numbered one higher, and each received soon?
# Prints "ok ..." or "no ...".
{
    if (count++) {
        step_ms = ($1 - last_s) * 1000
        if (step_ms < 19.9 || step_ms > 20.1) { odd++; odd_ms = step_ms }
        if ($2 != last_seq + 1) gaps++
    }
    last_s = $1
    last_seq = $2
    late_ms = ($11 - $1) * 1000
    if (late_ms > latest_ms) latest_ms = late_ms
}

END {
    expected = (to - from) * 50
    bad = odd || gaps || latest_ms > 20 || count < expected - 2 || count > expected + 2
    printf "%s %d frames in %.2f s (%.2f Hz), %d gaps, %d odd steps", bad ? "no" : "ok",
        count, to - from, count / (to - from), gaps, odd
    if (odd) printf " (such as %.2f ms)", odd_ms
    printf ", received at most %.2f ms after the tick\n", latest_ms
}
