# Frames of a subscriber's file ("received_ns json" a line) with `from` <= tick <= `to` (s), one a line:
# t_s seq state x y pitch_deg roll_deg up_x up_y up_z received_s
function value(key,    text) {
    if (!match($0, "\"" key "\":(-?[0-9.]+|\"[^\"]*\")")) return "-"
    text = substr($0, RSTART, RLENGTH)
    sub(/^"[^"]*":/, "", text)
    gsub(/"/, "", text)
    return text
}

function degrees(radians) {
    return radians == "-" ? "-" : sprintf("%.4f", radians * 180 / atan2(0, -1))
}

/"type":"frame"/ {
    t_s = value("t_ns") / 1e9
    if (t_s < from || t_s > to) next
    up = "- - -"
    if (match($0, /"up":\[[^]]*\]/)) {
        up = substr($0, RSTART + 6, RLENGTH - 7)
        gsub(/,/, " ", up)
    }
    printf "%.6f %s %s %s %s %s %s %s %.6f\n", t_s, value("seq"), value("state"), value("x"), value("y"),
        degrees(value("pitch_rad")), degrees(value("roll_rad")), up, $1 / 1e9
}
