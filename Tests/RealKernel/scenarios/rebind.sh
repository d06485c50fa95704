# The driver lets go of the hub's accelerometer and takes it again, as an update of a module does.
# Nightly: 7 s of a processor; `hotplug` is the same for the daemon.
lines=/tmp/lines
driver=/sys/bus/platform/drivers/hid_sensor_accel_3d
plug_hub
start_daemon
subscribe_to $lines '{"type":"subscribe","include":["up"]}'
check_within 5 "begins with the hub" uses $lines iio-buffer
device=$(basename "$(readlink "$(iio accel_3d)" | sed 's,/iio:device[0-9]*$,,')")

echo "$device" >$driver/unbind
check_within 5 "has no sensor without the driver" says $lines frame '"state":"none"'
sleep 2
bound=$(now)
echo "$device" >$driver/bind
check_recovered "the driver is back" $lines "$bound" iio-buffer
observe 10
check_motion "frames follow the motion" $lines "$from" "$to"
check "no frame is missing from first to last" no_gaps $lines
