# What the service may and may not do: a user of the moment without a capability reads evdev and IIO, switches the buffer
# on and follows hotplug, let at the devices by the group of sysusers and the udev rule.
lines=/tmp/lines

# may WHAT: whether the group tiltshadow may write an attribute of the hub's accelerometer.
may_write() { [ "$(stat -c %G:%A "$(iio accel_3d)/$1" | cut -c1-17)" = "tiltshadow:-rw-rw" ]; }

plug_evdev
plug_hub
install_service
subscribe_to $lines '{"type":"subscribe","include":["up"]}'
check_within 5 "it reads the hub's buffer" uses $lines iio-buffer
check "the hub's buffer is on" buffer_is 1

check "sysusers made the group" grep -q "^tiltshadow:" /etc/group
uid=$(process_status Uid | cut -f1)
check "its user is dynamic (uid $uid)" between 61184 "$uid" 65519
check "it has the group" sh -c "echo '$(process_status Groups)' | grep -qw '$(sed -n 's/^tiltshadow:[^:]*:\([0-9]*\):.*/\1/p' /etc/group)'"
for set in CapEff CapPrm CapBnd CapInh CapAmb; do
    check "no capability ($set)" [ "$(process_status $set)" = 0000000000000000 ]
done
check "no new privileges" [ "$(process_status NoNewPrivs)" = 1 ]
check "a system call filter" [ "$(process_status Seccomp)" = 2 ]
check "the udev rule let it switch the buffer on" may_write buffer/enable
check "but not scale the sensor" sh -c "! [ -w '$(iio accel_3d)/in_accel_scale' ] || [ \$(stat -c %G '$(iio accel_3d)/in_accel_scale') = root ]"
check "by the access list, the node keeps its owner" \
    sh -c "getfacl -cp /dev/$(basename "$(iio accel_3d)") | grep -qx 'group:tiltshadow:r--' && [ \$(stat -c %G /dev/$(basename "$(iio accel_3d)")) = root ]"
observe 5
check_motion "frames follow the hub" $lines "$from" "$to"

unplug_hub
check_within 5 "unplugged, it moves on to the evdev sensor" uses $lines evdev
check "of which it is the only reader let in besides its group" \
    sh -c "getfacl -cp $(evdev_node) | grep -qx 'group:tiltshadow:r--' && [ \$(stat -c %G $(evdev_node)) = input ]"
observe 5
check_motion "frames follow the evdev sensor" $lines "$from" "$to"
plug_hub
check_within 10 "replugged, the hub is read again" uses $lines iio-buffer
unplug_evdev
plug_evdev
unplug_hub
check_within 5 "a replugged evdev sensor, too" uses $lines evdev
observe 5
check_motion "and followed" $lines "$from" "$to"
check "no frame is missing from first to last" no_gaps $lines

plug_hub
check_within 10 "the hub again" uses $lines iio-buffer
sleep 20 # for the estimator to know the bias
systemctl stop $service 2>/dev/null
check "the gyroscope's bias is kept in its state directory" sh -c "ls -l /var/lib/private/tiltshadow/ | grep -q 'bias-'"
check "which is its own alone" [ "$(stat -c %a /var/lib/private/tiltshadow)" = 700 ]

# Where the package acl is missing the nodes change their group.
mv /usr/bin/setfacl /usr/bin/setfacl.away
unplug_hub
unplug_evdev
plug_hub
plug_evdev
check "without setfacl the IIO node is the group's" \
    [ "$(stat -c %G:%a "/dev/$(basename "$(iio accel_3d)")")" = tiltshadow:640 ]
check "and the event node" [ "$(stat -c %G:%a "$(evdev_node)")" = tiltshadow:640 ]
subscribe_to $lines
check_within 5 "the hub is read that way, too" uses $lines iio-buffer
unplug_hub
check_within 5 "and the evdev sensor" uses $lines evdev
mv /usr/bin/setfacl.away /usr/bin/setfacl
