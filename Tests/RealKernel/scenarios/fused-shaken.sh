# Shaken, so that it is felt what a gyroscope is for: an accelerometer alone is misled, and where the gyroscope falls silent and is
# found again there is no step.
# Nightly: 11 s of a processor; `fused` has the shaking with both, and the loss without.
. /bench/fusing.sh

for estimator in raw one-euro; do
    restart_with "-s 4" "--set motion.estimator=$estimator" /tmp/alone
    observe 20
    check_misled "the accelerometer alone is wrong by more than 15 degrees ($estimator)" /tmp/alone "$from" "$to" 15
done

# Gently: with "-s 4" the error of an accelerometer alone moves by a whole point a frame, with no change of anything.
restart_with "-s 2 -f 1" "" /tmp/shaken
lose_and_find_gyroscope
check_misled "shaken, it is felt that the gyroscope is gone" /tmp/shaken "$from" "$to" 10
check_steps "but losing and finding it makes no step over 0.5 points" /tmp/shaken "$from" "$to" 0.5
sleep 5
observe 10
check_motion "and with it the tilt is within 2 degrees again" /tmp/shaken "$from" "$to" 2
check "no frame is missing from first to last" no_gaps /tmp/shaken
