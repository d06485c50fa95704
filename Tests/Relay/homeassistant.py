#!/usr/bin/env python3
"""Home Assistant itself on what `publish --discovery homeassistant` announces: its own schema, and the whole of it with a broker.

    python3 -m venv VENV && VENV/bin/pip install homeassistant paho-mqtt==1.6.1
    Tests/Relay/homeassistant.py VENV [--bin .build/release]

Tells what its schema says of each announcement, then starts it with nothing set up but the broker, and tells the entities that
appeared by themselves and their states: once while frames are published, and once after the publisher has said goodbye. Ends
with 1 where an announcement is refused, an entity is missing, or a state is not what it should be. Takes two minutes the first
time, in which Home Assistant installs what its parts need.
"""
import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import time

from mqtt import Broker

SCHEMA = """
import json, sys
import homeassistant.const
from homeassistant.components.mqtt import sensor
print("Home Assistant", homeassistant.const.__version__)
for topic, payload in json.load(sys.stdin).items():
    assert topic.split("/")[1] == "sensor", topic
    # Throws what is wrong, and leaves out what it does not know: the states of an enum where it is older than those.
    left = set(payload) - set(map(str, sensor.DISCOVERY_SCHEMA(dict(payload))))
    assert left <= {"options"}, left
    print("taken:", topic, "but for" if left else "", *left)
"""
ENTRY = {"entry_id": "1" * 32, "version": 1, "minor_version": 1, "domain": "mqtt", "title": "broker", "options": {},
         "pref_disable_new_entities": False, "pref_disable_polling": False, "source": "user", "unique_id": None,
         "disabled_by": None}
ENTITIES = {"sensor.desk_pitch", "sensor.desk_roll", "sensor.desk_state", "sensor.desk_rate"}


def announcements(port):
    words = ["mosquitto_sub", "-p", str(port), "-t", "homeassistant/#", "-F", "%t %p", "-W", "2"]
    lines = subprocess.run(words, capture_output=True, text=True).stdout.splitlines()
    return {topic: json.loads(payload) for topic, payload in (line.split(" ", 1) for line in lines)}


def run(venv, directory, port, meanwhile):
    """Runs Home Assistant until its entities are there, and `meanwhile` then; the states at its end."""
    storage = directory + "/.storage"
    os.makedirs(storage, exist_ok=True)
    with open(directory + "/configuration.yaml", "w") as file:
        file.write("logger:\n  default: warning\n")
    entry = ENTRY | {"data": {"broker": "127.0.0.1", "port": port, "discovery": True, "discovery_prefix": "homeassistant"}}
    with open(storage + "/core.config_entries", "w") as file:
        json.dump({"version": 1, "minor_version": 1, "key": "core.config_entries", "data": {"entries": [entry]}}, file)
    with open(directory + "/log", "w") as log:
        program = subprocess.Popen([venv + "/bin/hass", "-c", directory], stdout=log, stderr=subprocess.STDOUT)
    end = time.monotonic() + 300
    while time.monotonic() < end and program.poll() is None:
        time.sleep(1)
        try:
            with open(storage + "/core.entity_registry") as file:
                if {each["entity_id"] for each in json.load(file)["data"]["entities"]} >= ENTITIES:
                    break
        except OSError:
            pass
    time.sleep(5)
    meanwhile()
    time.sleep(2)
    program.send_signal(signal.SIGTERM)
    program.wait(60)
    with open(directory + "/log") as file:
        print("".join(line for line in file if "mqtt" in line or "tiltshadow" in line), end="")
    with open(storage + "/core.restore_state") as file:
        return {each["state"]["entity_id"]: each["state"]["state"] for each in json.load(file)["data"]}


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("venv")
    options.add_argument("--bin", default=".build/release")
    options.add_argument("--log", default="Sources/tiltshadow/Resources/demo.tiltlog")
    asked = options.parse_args()
    faults = []
    with Broker() as broker, tempfile.TemporaryDirectory() as directory:
        near = directory + "/near"
        daemon = subprocess.Popen([asked.bin + "/tiltshadowd", "--replay", asked.log, "--loop", "--socket", near,
                                   "--config", "/dev/null"], stderr=subprocess.DEVNULL)
        publish = subprocess.Popen(
            [asked.bin + "/tiltshadow-relay", "publish", "--to", f"mqtt://127.0.0.1:{broker.port}/desk", "--socket", near,
             "--config", "/dev/null", "--discovery", "homeassistant"], stderr=subprocess.DEVNULL)
        try:
            time.sleep(3)
            found = announcements(broker.port)
            schema = subprocess.run([asked.venv + "/bin/python", "-c", SCHEMA], input=json.dumps(found), text=True)
            if schema.returncode != 0 or len(found) != len(ENTITIES):
                faults.append(f"of {len(found)} announcements some are refused")
            home = directory + "/home"
            os.mkdir(home)
            there = run(asked.venv, home, broker.port, lambda: None)
            print("published:", there)
            if set(there) != ENTITIES or there["sensor.desk_state"] != "tracking" \
                    or not 1 <= float(there["sensor.desk_rate"]) <= 50 or not -180 <= float(there["sensor.desk_pitch"]) <= 180:
                faults.append("the entities are not those of a device that moves")
            gone = run(asked.venv, home, broker.port, publish.terminate)
            print("after a goodbye:", gone)
            if set(gone.values()) != {"unavailable"}:
                faults.append("the entities of one that has gone are there")
        finally:
            for program in (publish, daemon):
                program.kill()
                program.wait()
    for fault in faults:
        print("fault:", fault)
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
