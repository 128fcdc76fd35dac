"""A person with a desk on a server, and `alea admin` beside it: for what copies, moves or erases them."""
import subprocess

from support import ALEA
from support.waiting import HANG, wait_until
from support.wire import Person

MATCH = "tests/golden/formats/base.mat"


def admin(*words):
    done = subprocess.run([ALEA, "admin", *words], capture_output=True, text=True, check=False, timeout=HANG)
    return done.returncode, done.stdout, done.stderr


def get(person, path):
    status, answer = person.ask("GET", path)
    assert status == 200, (path, answer)
    return answer


def make_cards(person):
    """A match on the desk, its errors as cards, one of them answered."""
    with open(MATCH, "rb") as file:
        begin = b"".join(file.readlines()[:20])  # its first turns, which have errors enough
    status, _, sent = person.raw("POST", "/api/desk/matches?name=base.mat", begin)
    assert status == 200, sent
    assert person.ask("POST", "/api/desk/analysis", {"level": "fast"})[0] == 202
    wait_until(lambda: not get(person, "/api/desk")["analysis"], "the end of the analysis")
    card = get(person, "/api/desk/train")["card"]
    answer = {"card": card["card"], "choice": card["choices"][0]["text"]}
    assert person.ask("POST", "/api/desk/train", answer)[0] == 200


def desk_of(person, matches=1):
    """A desk at rest: what was played or brought elsewhere comes by itself."""
    def at_rest():
        desk = get(person, "/api/desk")
        return desk if desk["matches"] == matches and not desk["analysis"] else None
    desk = wait_until(at_rest, lambda: f"a desk at rest: {get(person, '/api/desk')}")
    card = get(person, "/api/desk/train")["card"]
    assert desk["deck"]["reviewed_today"] == 1 and card, (desk, card)
    return desk, card["card"], card["id"]


def same_person(person, port):
    again = Person(port, guest=False)
    again.cookie = person.cookie
    status, me = again.ask("GET", "/api/me")
    assert status == 200, me
    return again, me["id"]
