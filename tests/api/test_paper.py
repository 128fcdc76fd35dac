#!/usr/bin/env python3
"""What is printed, over HTTP: documents of every kind, and refusals that say what is wrong."""
import json
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from server import Server
from wire import Person


def main():
    server = Server()
    try:
        person = Person(server.port)
        for query in ("what=set&colour=1", "what=set&preset=nackgammon&sheets=4&target=0&ink_saving=1",
                      "what=rules&preset=vido", "what=rules&preset=money&booklet=1&paper=letter",
                      "what=score", "what=score&match=0&white=Ann%20B.&black=Zo%C3%AB&event=Club"):
            status, headers, body = person.raw("GET", "/api/paper.pdf?" + query)
            assert status == 200, (query, status, body[:200])
            assert headers["content-type"] == "application/pdf", headers
            assert headers["content-disposition"].startswith("attachment; filename="), headers
            assert body.startswith(b"%PDF-") and body.rstrip().endswith(b"%%EOF"), query
        for query, word in (("", "what"), ("what=box", "what"), ("what=set&paper=a5", "paper"),
                            ("what=set&preset=chess", "preset"), ("what=set&sheets=3", "sheets"),
                            ("what=set&target=41", "target"), ("what=set&target=1x", "target"),
                            ("what=score&match=-1", "match"), ("what=score&match=9999999999", "match"),
                            ("what=rules&preset=" + "x" * 300, "what")):
            status, _, body = person.raw("GET", "/api/paper.pdf?" + query)
            if len(query) > 200:  # too long a word is as none: the usual rules
                assert status in (200, 400), status
                continue
            assert status == 400, (query, status)
            error = json.loads(body)["error"]
            assert error["code"] == "bad_request" and word in error["message"], (query, error)
        assert person.raw("GET", "/health")[0] == 200
        assert server.stop() == 0 and not server.complaints(), server.complaints()
    finally:
        server.stop()
        server.clean()


main()
