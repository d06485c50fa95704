"""Holds tiltshadow_pose.py against poses.txt, and has it read a page that a writer at full speed writes: poses.py POSES.TXT"""

import fcntl
import mmap
import os
import struct
import sys
import threading

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../Sources/Clients/Python"))
import tiltshadow_pose


def rows(path: str) -> int:
    count = 0
    for line in open(path, encoding="utf-8"):
        if line.startswith("#"):
            continue
        words = line.split()
        page = struct.pack("=16Q", *(int(word, 16) for word in words[:16]))
        numbers = [float(word) for word in words[16:]]
        options = dict(
            gain=numbers[1], limit=numbers[2], mapping=("tilt", "projection", "euler")[int(numbers[3])],
            display_rotation=None if numbers[4] < 0 else int(numbers[4]), yaw_assist=bool(numbers[5]), base=numbers[6:8],
            fallback=numbers[8:10], neutral=numbers[10:13] if any(numbers[10:13]) else None)
        pose = tiltshadow_pose.pose_of(page, int(words[16]), **options)
        given = (pose.x, pose.y, pose.pitch_rad, pose.roll_rad, float(pose.is_old))
        assert all(abs(a - b) < 1e-9 for a, b in zip(given, numbers[13:])), (count, given, numbers[13:])
        count += 1
    return count


def race() -> int:
    """Copies that were taken beside a writer; fails where one is torn."""
    with open(os.memfd_create("race", os.MFD_ALLOW_SEALING), "w+b") as file:
        file.truncate(tiltshadow_pose.SIZE)
        fcntl.fcntl(file, 1033, 2)  # F_ADD_SEALS, F_SEAL_SHRINK
        memory = mmap.mmap(file.fileno(), tiltshadow_pose.SIZE)
        memory[:16] = b"TILTPOSE" + struct.pack("=II", 1, tiltshadow_pose.SIZE)
        page, stop = tiltshadow_pose.Page(file.fileno()), threading.Event()

        def write() -> None:
            count = 0
            while not stop.is_set():
                count += 1
                memory[16:24] = struct.pack("=Q", 2 * count - 1)
                for place in range(32, tiltshadow_pose.SIZE, 8):
                    memory[place:place + 8] = struct.pack("=q", count)
                memory[16:24] = struct.pack("=Q", 2 * count)

        writer = threading.Thread(target=write)
        writer.start()
        good = 0
        try:
            while good < 2000:
                copy = page.read()
                if copy is None:
                    continue
                numbers = struct.unpack("=12q", copy[32:])
                assert len(set(numbers)) == 1, numbers
                good += 1
        finally:
            stop.set()
            writer.join()
    return good


print(rows(sys.argv[1]), "rows,", race(), "copies")
