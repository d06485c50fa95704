# event-rows.awk -v axes="0 1 2" RECORDING.evemu: the counts of the axes at each SYN_REPORT, with commas. An axis that is not
# sent stands where it was, at first where the description says.
BEGIN { count = split(axes, wanted, " ") }
/^#     Event code / { code = $4 + 0 }
/^#       Value / { value[code] = $3 }
$1 == "E:" && $3 == "0003" { value[$4 + 0] = $5 + 0 }
$1 == "E:" && $3 == "0000" && $4 == "0000" {
    row = value[wanted[1]]
    for (i = 2; i <= count; i++) row = row "," value[wanted[i]]
    print row
}
