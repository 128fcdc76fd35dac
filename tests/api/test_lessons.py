#!/usr/bin/env python3
"""GET /api/lessons: the list, every lesson and rulebook, and plays judged under its rules;
and what is printed."""
import json
import urllib.parse

from support.expect import expect
from support.server import Server
from support.wire import Person


def ask(person, **query):
    return person.ask("GET", "/api/lessons" +
                      ("?" + urllib.parse.urlencode(query) if query else ""))


def test_all(person):
    status, told = ask(person)
    expect(status == 200 and [x["name"] for x in told["lessons"]] ==
           ["aim", "setup", "direction", "roll", "hitting", "entering", "bearing-off", "gammon",
            "safe", "points", "race", "take", "cube", "match", "child"], told)
    expect([x["name"] for x in told["books"]] ==
           ["vido", "compendium", "portfolio", "sheet", "ocastudios"], told["books"])
    expect(len(told["terms"]) > 35 and told["history"][0].startswith("# "), told)
    for entry in told["lessons"] + told["books"]:
        status, one = ask(person, name=entry["name"])
        expect(status == 200 and one["title"] == entry["title"] and one["text"], one)
        expect(one["examples"] or one["questions"], one)
        for number, example in enumerate(one["examples"]):
            expect(len(example["position"]["board"]) == 26 and example["tree"]["nodes"], example)
            for move in example["right"]:
                status, said = ask(person, name=entry["name"], example=number, move=move)
                expect(status == 200 and said["verdict"] == "right" and
                       said["text"] == example["after"], entry, move, said)
        for question in one["questions"]:
            expect(question["answer"] and question["why"], question)


def test_tries(person):
    for name, number, move, verdict, words in (
            ("roll", 0, "8/3", "illegal", "No die"), ("roll", 0, "24/20", "legal", "not the one"),
            ("roll", 0, "8/5 6/5", "right", "hold the point"), ("roll", 0, "", "illegal", "cannot pass"),
            ("roll", 0, "8/5 6/5 x", "illegal", ""), ("entering", 1, "", "right", "lost"),
            ("portfolio", 1, "24/23", "illegal", ""), ("portfolio", 1, "13/7", "right", "")):
        status, said = ask(person, name=name, example=number, move=move)
        expect(status == 200 and said["verdict"] == verdict and words in said["text"], name, said)
    _, said = ask(person, name="portfolio", example=1, move="24/23")
    expect("highest count die" in said["clause"], said)
    for query, code in (({"name": "poker"}, "no_such_lesson"),
                        ({"name": "tournament"}, "no_such_lesson"),
                        ({"name": "roll", "example": 99}, "no_such_example"),
                        ({"name": "roll", "example": -1}, "no_such_example"),
                        ({"name": "roll", "example": "1x"}, "no_such_example"),
                        ({"name": "setup", "example": 0}, "no_such_example")):
        status, said = ask(person, **query)
        expect(status == 404 and said["error"]["code"] == code, query, said)


def test_paper(person):
    """What is printed, over HTTP: documents of every kind, and refusals that say what is wrong."""
    for query in ("what=set&colour=1", "what=set&preset=nackgammon&sheets=4&target=0&ink_saving=1",
                  "what=set&game=tavli", "what=set&game=ur&paper=letter&target=7", "what=rules&preset=vido", "what=rules&preset=money&booklet=1&paper=letter",
                  "what=score", "what=score&match=0&white=Ann%20B.&black=Zo%C3%AB&event=Club"):
        status, headers, body = person.raw("GET", "/api/paper.pdf?" + query)
        assert status == 200, (query, status, body[:200])
        assert headers["content-type"] == "application/pdf", headers
        assert headers["content-disposition"].startswith("attachment; filename="), headers
        assert ("tables-set" in headers["content-disposition"]) == ("game=" in query), headers
        assert body.startswith(b"%PDF-") and body.rstrip().endswith(b"%%EOF"), query
    for query, word in (("", "what"), ("what=box", "what"), ("what=set&paper=a5", "paper"),
                        ("what=set&preset=chess", "preset"), ("what=set&sheets=3", "sheets"),
                        ("what=set&target=65", "target"),
                        ("what=set&game=ur&target=65", "target"), ("what=set&game=chess", "game"), ("what=rules&game=ur", "game"), ("what=set&target=1x", "target"),
                        ("what=score&match=-1", "match"), ("what=score&match=9999999999", "match"),
                        ("what=rules&preset=" + "x" * 300, "what")):
        status, _, body = person.raw("GET", "/api/paper.pdf?" + query)
        if len(query) > 200:  # too long a word is as none: the usual rules
            assert status in (200, 400), status
            continue
        assert status == 400, (query, status)
        error = json.loads(body)["error"]
        assert error["code"] == "bad_request" and word in error["message"], (query, error)


def main():
    server = Server("--limit", "0")
    try:
        person = Person(server.port)
        test_all(person)
        test_tries(person)
        test_paper(person)
    finally:
        status = server.stop()
        server.clean()
    expect(status == 0, status, server.log[-5:])
    print("lessons over HTTP")


if __name__ == "__main__":
    main()
