#!/usr/bin/env python3
"""The desk of an account on two servers with one PostgreSQL database: both see one desk, and changes of
both are kept, also while one of them analyses; a database that is away is no empty desk; the desk goes
with the account."""
import json
import os
import threading

from support import SOURCE
from support.expect import expect
from support.server import Server
from support.waiting import wait_until
from support.wire import Person
from cluster import Cluster

BASE = open(os.path.join(SOURCE, "tests/golden/formats/base.mat"), "rb").read()


def ask(person, method, path, body=None, want=(200,)):
    status, answer = person.ask(method, path, body)
    expect(status in want, method, path, status, answer)
    return answer


def cut(turns):
    lines = BASE.split(b"\n")
    return b"\n".join(lines[:len(lines) - turns]) + b"\n"


def bring(person, turns):
    """A match of its own for each number; again where the other server was faster too often."""
    def stored():
        status, _, answer = person.raw("POST", f"/api/desk/matches?name={turns}.mat", cut(turns))
        expect(status == 200 or status == 503, status, answer)
        return status == 200 and json.loads(answer)
    return wait_until(stored)


def same_person(one, port):
    """The same browser at another server."""
    two = Person(port, guest=False)
    two.cookie, two.id = one.cookie, one.id
    return two


def test_one_desk(one, two):
    expect(ask(two, "GET", "/api/desk")["matches"] == 0)
    expect(bring(one, 0)["added"] == 1)
    desk = ask(two, "GET", "/api/desk")
    expect(desk["matches"] == 1 and desk["bytes"] > 0, desk)
    ask(two, "PATCH", "/api/desk", {"me": "Player 2"})
    expect(ask(one, "GET", "/api/desk")["me"] == "Player 2")
    expect(bring(two, 0)["known"] == 1)


def test_both_change_it(one, two):
    """Also while one of them analyses: nothing of either is lost."""
    ask(one, "POST", "/api/desk/analysis", {"level": "fast"}, (202,))
    failed = []

    def add(person, first):
        try:
            for i in range(8):
                bring(person, first + 2 * i)
        except BaseException as fault:
            failed.append(fault)
    threads = [threading.Thread(target=add, args=(person, first))
               for person, first in ((one, 20), (two, 21))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    expect(not failed, failed)
    want = ask(one, "GET", "/api/desk")
    expect(want["matches"] >= 9, want)
    expect({**want, "analysis": 0, "unanalysed": 0, "deck": 0, "bytes": 0} ==
           {**ask(two, "GET", "/api/desk"), "analysis": 0, "unanalysed": 0, "deck": 0, "bytes": 0})

    def analysed():
        ask(one, "POST", "/api/desk/analysis", {"level": "fast"}, (202,))
        wait_until(lambda: not ask(one, "GET", "/api/desk")["analysis"])
        return ask(one, "GET", "/api/desk")["unanalysed"] == 0
    wait_until(analysed)
    desk = ask(two, "GET", "/api/desk")
    expect(desk["unanalysed"] == 0 and desk["deck"]["cards"] > 0, desk)
    for person in (one, two):
        expect(ask(person, "GET", "/api/desk/stats?by=all")["groups"][0]["pr"] > 0)


def test_away(cluster, one, two):
    """Neither empty nor made anew."""
    before = ask(one, "GET", "/api/desk")
    cluster.stop()
    for person in (one, two):
        for path in ("/api/desk", "/api/desk/find", "/api/desk/stats", "/api/desk/train"):
            status, answer = person.ask("GET", path)
            expect(status == 503, path, status, answer)
        status, _, answer = person.raw("POST", "/api/desk/matches?name=away.mat", cut(60))
        expect(status == 503, status, answer)
    cluster.start()
    wait_until(lambda: one.ask("GET", "/api/desk")[0] == 200)
    wait_until(lambda: two.ask("GET", "/api/desk")[0] == 200)
    for person in (one, two):
        after = ask(person, "GET", "/api/desk")
        expect(after["matches"] == before["matches"] and after["deck"]["cards"] == before["deck"]["cards"],
               before, after)


def test_gone(cluster, one, two):
    count = f"SELECT count(*) FROM alea.desk_chunks WHERE person = '{one.id}'"
    expect(int(cluster.sql(count)) > 0)
    ask(two, "DELETE", "/api/me", {})
    expect(int(cluster.sql(count)) == 0)
    expect(int(cluster.sql(f"SELECT count(*) FROM alea.desks WHERE person = '{one.id}'")) == 0)
    wait_until(lambda: one.ask("GET", "/api/desk")[0] == 401)


def main():
    cluster = Cluster()
    try:
        options = ["--database", cluster.url(), "--limit", "0"]
        first = Server(*options, "--front", "a")
        second = Server(*options, "--front", "b", data=first.data)
        one = Person(first.port)
        two = same_person(one, second.port)
        test_one_desk(one, two)
        test_both_change_it(one, two)
        test_away(cluster, one, two)
        test_gone(cluster, one, two)
        for server in (first, second):
            expect(not server.complaints(), server.complaints())
            expect(server.stop() == 0)
    finally:
        cluster.close()


if __name__ == "__main__":
    main()
