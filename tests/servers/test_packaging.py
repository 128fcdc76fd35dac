#!/usr/bin/env python3
"""The files of packaging/cluster are what their programs take, and name options and figures that
exist."""
import configparser
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

from support import ALEA
from support.server import Server
from support.wire import Person

HERE = os.path.dirname(os.path.abspath(__file__))

FOLDER = os.path.join(os.environ.get("ALEA_SOURCE", "."), "packaging", "cluster")


def read(name):
    with open(os.path.join(FOLDER, name), encoding="utf-8") as file:
        return file.read()


def options_of(command):
    text = subprocess.run([ALEA, command, "--help"], capture_output=True, text=True, check=True).stdout
    return set(re.findall(r"--[a-z][a-z-]*", text))


def check_options(words, command, where):
    known = options_of(command)
    for word in words:
        assert not word.startswith("--") or word in known, f"{where}: alea {command} has no {word}"


def test_haproxy():
    # A busy server is not taken for one that is gone; one that stands still has lost its games after a lease of 3,500 ms.
    text = read("haproxy.cfg")
    pause = int(re.search(r"check inter (\d+)ms", text)[1])
    assert 4 * pause <= int(re.search(r"timeout check (\d+)ms", text)[1]) < 3500
    if not shutil.which("haproxy"):
        print("haproxy: skipped, not installed")
        return
    done = subprocess.run(["haproxy", "-c", "-f", os.path.join(FOLDER, "haproxy.cfg")], capture_output=True, text=True,
                          check=False)
    assert done.returncode == 0, done.stderr


def test_units():
    for name, command in (("alea@.service", "serve"), ("alea-worker@.service", "worker")):
        unit = configparser.RawConfigParser(strict=False, interpolation=None)
        unit.optionxform = str
        unit.read_string(read(name).replace("\\\n", " "))
        start = unit["Service"]["ExecStart"].split()
        assert start[:2] == ["/usr/bin/alea", command], start
        check_options(start, command, name)
        if not shutil.which("systemd-analyze"):
            print("units: not verified, systemd-analyze is not installed")
            continue
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, name.replace("@", "@1"))
            with open(path, "w", encoding="utf-8") as file:
                file.write(read(name).replace("/usr/bin/alea ", f"{os.path.abspath(ALEA)} "))
            done = subprocess.run(["systemd-analyze", "verify", "--man=no", path], capture_output=True, text=True,
                                  check=False)
            wrong = [line for line in (done.stdout + done.stderr).splitlines() if os.path.basename(path) in line]
            assert not wrong, wrong


def test_compose():
    try:
        import yaml
    except ImportError:
        print("compose: skipped, no python3-yaml")
        return
    file = yaml.safe_load(read("compose.yaml"))
    services = file["services"]
    assert {"database", "bus", "front1", "front2", "worker1", "worker2", "proxy"} <= set(services)
    for name, service in services.items():
        for other in service.get("depends_on", []):
            assert other in services, (name, other)
        for volume in service.get("volumes", []):
            source = volume.split(":")[0]
            assert source in file["volumes"] or os.path.exists(os.path.join(FOLDER, source)), (name, volume)
        if service.get("image") == "alea":
            check_options(service["command"], "worker" if "entrypoint" in service else "serve", name)
    edits = re.findall(r"'(s/.*?|/.*?)'", " ".join(services["proxy"]["command"]))
    text = read("haproxy.cfg")
    for edit in edits:
        done = subprocess.run(["sed", "-e", edit], input=text, capture_output=True, text=True, check=True)
        assert done.stdout != text, f"{edit} changes nothing"


def test_nats():
    program = shutil.which("nats-server") or shutil.which("nats-server", path="/usr/sbin:/usr/local/sbin")
    text = read("nats.conf")
    assert "password: $BUS_PASSWORD" in text and "listen: 127.0.0.1:" in text
    if not program:
        print("nats: skipped, not installed")
        return
    path = os.path.join(FOLDER, "nats.conf")
    done = subprocess.run([program, "-t", "-c", path], capture_output=True, text=True, check=False,
                          env={**os.environ, "BUS_PASSWORD": "x"})
    assert done.returncode == 0, done.stderr


def test_dashboard(nats_url):
    """Every figure that it draws is on /metrics."""
    names = set()
    for panel in json.loads(read("grafana.json"))["panels"]:
        for target in panel["targets"]:
            names |= set(re.findall(r"\balea_[a-z_]+", target["expr"]))
    server = Server("--bus", nats_url, "--metrics-open")
    try:
        text = Person(server.port).raw("GET", "/metrics")[2].decode()
    finally:
        server.stop()
        server.clean()
    for name in sorted(names):
        assert re.search(rf"^{name}[ {{]", text, re.MULTILINE), f"/metrics has no {name}"
    assert len(names) > 10


def main():
    test_haproxy()
    test_units()
    test_compose()
    test_nats()
    # Nobody listens there: the server starts and tries again.
    built = subprocess.run([ALEA, "worker", "--bus", "x"], capture_output=True, text=True, check=False)
    assert built.returncode == 2
    test_dashboard("nats://127.0.0.1:1")
    return 0


if __name__ == "__main__":
    sys.exit(main())
