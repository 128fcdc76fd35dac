#!/usr/bin/env python3
"""tools/serve_site: the files of a site with the headers that docs/site.md names; unknown addresses get the page."""
import os
import re
import signal
import subprocess
import sys
import tempfile
import unittest
import urllib.error
import urllib.request

SOURCE = os.environ.get("ALEA_SOURCE", os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
TOOL = os.path.join(SOURCE, "tools", "serve_site")


class ServeSite(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        os.mkdir(os.path.join(self.folder.name, "assets"))
        for name, text in (("index.html", "the page"), ("404.html", "the page too"), ("assets/a-1.js", "1")):
            with open(os.path.join(self.folder.name, name), "w", encoding="utf-8") as file:
                file.write(text)

    def test_serves(self):
        with subprocess.Popen([sys.executable, TOOL, self.folder.name, "0"], stdout=subprocess.PIPE,
                              text=True) as process:
            self.addCleanup(process.kill)
            url = re.search(r"http://\S+", process.stdout.readline()).group().rstrip("/")

            def ask(path):
                try:
                    with urllib.request.urlopen(url + path) as answer:
                        return answer.status, answer.read().decode(), answer.headers
                except urllib.error.HTTPError as error:
                    return error.code, error.read().decode(), error.headers

            for path, status, text, cache in (("/", 200, "the page", "no-cache"),
                                              ("/assets/a-1.js", 200, "1", "public, max-age=31536000, immutable"),
                                              ("/assets/a-2.js", 404, "the page too", "no-cache"),
                                              ("/assets/", 404, "the page too", "no-cache"),
                                              ("/g/x7k2", 404, "the page too", "no-cache"),
                                              ("/../../../etc/passwd", 404, "the page too", "no-cache")):
                with self.subTest(path=path):
                    found = ask(path)
                    self.assertEqual(found[:2], (status, text))
                    self.assertEqual(found[2]["Cache-Control"], cache)
                    self.assertEqual(found[2]["X-Content-Type-Options"], "nosniff")
            process.send_signal(signal.SIGINT)
            self.assertEqual(process.wait(), 0)

    def test_refuses(self):
        for arguments, status in (((), 2), (("x", "y"), 2), ((os.path.join(self.folder.name, "assets"),), 1)):
            done = subprocess.run([sys.executable, TOOL, *arguments], capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, status, done.stderr)
            self.assertTrue(done.stderr)


if __name__ == "__main__":
    unittest.main()
