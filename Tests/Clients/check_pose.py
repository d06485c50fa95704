"""check_pose.py SOCKET: the same as check_pose.c by tiltshadow_pose.py."""

import os
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../Sources/Clients/Python"))
import tiltshadow_pose

poses = tiltshadow_pose.Poses(sys.argv[1], rate_hz=100, when="changed")
while True:
    time.sleep(0.02)
    poses.receive()
    pose = poses.pose_at(time.monotonic_ns())
    note = "" if pose is None else " ended" if pose.has_ended else " old" if pose.is_old else ""
    print("none" if pose is None else f"{pose.x:.3f} {pose.y:.3f} {pose.state}{note}", flush=True)
