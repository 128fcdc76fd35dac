#!/usr/bin/env python3
"""Usage: wasm_study.py NATIVE FOLDER: the fuzz corpus of the study (tests/fuzz/fuzz_study.c: a byte that names the
route, a line of query, the body) asked of $ALEA, the server in the module, and of NATIVE: the same status, and the same
answer but for identifiers and times; after all of them the module goes on."""
import json
import os
import re
import sys
import urllib.parse

import support.server
from support.expect import expect
from support.server import Server
from support.waiting import wait_until
from support.wire import Closed, Person

MATCH = b" 1 point match\n\n Game 1\n Ann : 0   Bob : 0\n  1) 31: 8/5 6/5   42: 8/4 6/4\n"
PICTURE = "/api/diagram.png"  # which the module cannot draw


def routes():
    with open("tests/fuzz/fuzz_study.c", encoding="utf-8") as file:
        return re.findall(r'^    "((?:GET|POST) [^"]+)",$', file.read(), re.M)


class Study:
    """A person at a server, with a match that is there."""

    def __init__(self, program):
        support.server.ALEA = program
        self.server = Server("--limit", "0")
        self.person = Person(self.server.port)
        status, answer = self.person.ask("GET", "/api/me")
        expect(status == 200, status, answer)
        self.match = self.made(self.person.raw("POST", "/api/matches", MATCH)[2])["match"]

    def made(self, answer, stops=False):
        """Until the job that was made has ended; `stops`: it is stopped."""
        try:
            said = json.loads(answer)
        except ValueError:
            return {}
        job = said.get("job") if isinstance(said, dict) else None
        if job and stops:
            self.person.ask("DELETE", f"/api/jobs/{job}")
        if job:
            wait_until(lambda: self.person.ask("GET", f"/api/jobs/{job}")[1]["status"] not in ("queued", "running"),
                       "the end of a job")
        return said if isinstance(said, dict) else {}

    def ask(self, method, path, query, body):
        path = path.replace("{id}", self.match)
        if query:
            path += "?" + urllib.parse.quote(query, safe="%&=+/:;,-_.*")
        try:
            status, head, answer = self.person.raw(method, path, body)
        except Closed:  # libwebsockets reads no %00
            return 0, None, b""
        self.made(answer, stops=path.startswith("/api/jobs"))
        return status, head.get("content-type"), answer


def plain(answer):
    """Without identifiers and times."""
    text = answer.decode("utf-8", "replace")
    text = re.sub(r'"(job|match|id)": ?"[a-z0-9]{12}"', r'"\1":"-"', text)
    return re.sub(r'"(created|changed|time|uploaded)": ?\d+', r'"\1":0', text)


def main():
    native, folder = sys.argv[1:]
    there, here = Study(native), Study(os.environ["ALEA"])
    try:
        names, known = sorted(os.listdir(folder)), routes()
        for name in names:
            with open(os.path.join(folder, name), "rb") as file:
                data = file.read()
            method, path = known[data[0] % len(known)].split(" ")
            query, _, body = data[1:].partition(b"\n")
            told, wanted = (one.ask(method, path, query, body) for one in (here, there))
            if wanted[0] == 0:
                expect(told[0] == 400, name, told)
            elif path == PICTURE and wanted[0] == 200:
                expect(told[0] == 501 and json.loads(told[2])["error"]["code"] == "needs_server", name, told)
            else:
                expect(told[:2] == wanted[:2] and plain(told[2]) == plain(wanted[2]), name, told, wanted)
        status, answer = here.person.ask("GET", f"/api/matches/{here.match}")
        expect(status == 200 and not here.server.complaints(), status, answer, here.server.complaints())
        print(f"{len(names)} requests, the same answers")
    finally:
        for one in (there, here):
            one.server.stop()
            one.server.clean()


if __name__ == "__main__":
    main()
