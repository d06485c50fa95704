# The hub's accelerometer and gyroscope are fused: the tilt follows the device, not the jolts of a hand. Where the
# gyroscope falls silent in mid-motion the accelerometer has to do, and neither losing nor finding it makes a step.
. /bench/fusing.sh

restart_with "-s 4" "" /tmp/fused
check "hello says that there is a gyroscope" says /tmp/fused hello '"gyro":true'
subscribe -s 1 -r '{"type":"status"}' "$socket" >/tmp/status
check "so does status" says /tmp/status status '"gyro":true'
observe 20
check_motion "shaken, the fused tilt is within 2 degrees" /tmp/fused "$from" "$to" 2

restart_with "" "" /tmp/calm
lose_and_find_gyroscope
check_steps "not shaken, losing and finding the gyroscope makes no step over 0.5 points" /tmp/calm "$from" "$to" 0.5
check_motion "and the tilt stays within 2 degrees" /tmp/calm "$from" "$to" 2
check "no frame is missing from first to last" no_gaps /tmp/calm
