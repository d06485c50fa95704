# ratios.awk HISTORY NEW, with -F "\t" and -v kept=FILE: holds each new ratio (time, commit, what, ratio) against the median of
# the last five of its row. Ends with 1 where one is more than 10 % higher; what is not, and the first of a row, goes to FILE.

# The median of the last five of a row.
function usual(row,    first, count, i, j, value, sorted) {
    first = runs[row] > 5 ? runs[row] - 4 : 1
    for (i = first; i <= runs[row]; i++) {
        value = ratio[row, i]
        for (j = count++; j > 0 && sorted[j - 1] > value; j--) sorted[j] = sorted[j - 1]
        sorted[j] = value
    }
    return sorted[int(count / 2)]
}
FILENAME != ARGV[2] { ratio[$3, ++runs[$3]] = $4 + 0; next }
!runs[$3] { printf "%s: %.2f, the first\n", $3, $4; print > kept; next }
{
    step = $4 / usual($3) - 1
    printf "%s: %.2f, %+.0f %% of %.2f\n", $3, $4, 100 * step, usual($3)
    # One that fails would be usual after three nights, and fail no more.
    if (step > 0.1) failed = 1; else print > kept
}
END { exit failed }
