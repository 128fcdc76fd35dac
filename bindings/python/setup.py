"""Builds the wheel around the library that ALEA_LIBRARY names: `make wheel`."""
import os
import shutil

from setuptools import setup
from setuptools.command.build_py import build_py
from wheel.bdist_wheel import bdist_wheel


class WithLibrary(build_py):
    def run(self):
        super().run()
        library = os.environ.get("ALEA_LIBRARY")
        if not library:
            raise SystemExit("ALEA_LIBRARY: the path of libalea.so; `make wheel` gives it")
        folder = os.path.join(self.build_lib, "alea")
        shutil.copy(library, os.path.join(folder, "libalea.so"))
        for needed in os.environ.get("ALEA_NEEDED", "").split():  # with their licences
            shutil.copy(needed, folder)


class ForThisPlatform(bdist_wheel):
    """Any Python 3, this processor: the library is no extension module."""

    def finalize_options(self):
        super().finalize_options()
        self.root_is_pure = False

    def get_tag(self):
        return ("py3", "none", super().get_tag()[2])


setup(name="alea-backgammon", version="0.1.0", description="Backgammon: rules, engine, match files, analysis",
      long_description=open("README.md", encoding="utf-8").read(), long_description_content_type="text/markdown",
      packages=["alea"], package_data={"alea": ["py.typed"]}, python_requires=">=3.9", license="MIT",
      cmdclass={"build_py": WithLibrary, "bdist_wheel": ForThisPlatform})
