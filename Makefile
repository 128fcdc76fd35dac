# A thin layer over CMake (CMakePresets.json). `make help` lists the targets. On a machine
# without make, ./run and ./test install the packages first.
PREFIX ?= /usr/local
TIME ?= 60
JOBS ?= $(shell n=$$(nproc 2>/dev/null || echo 2); echo $$n)
BUILD = cmake --build --preset

MAKEFLAGS += --no-print-directory

.PHONY: all run test bench bench-peer bench-server format check-format tidy fuzz coverage
.PHONY: screenshots page-pictures site test-site install deb wheel npm clean help setup setup-test

all: build/release/Makefile
	@$(BUILD) release -j $(JOBS) --target programs

build/release/Makefile: CMakeLists.txt CMakePresets.json cmake/*.cmake
	@cmake --preset release

# Installs missing packages, builds, starts the web application.
run: setup
	@$(MAKE) --no-print-directory all
	@exec build/release/alea serve

# Installs missing packages, builds, runs every test.
test: setup-test
	@JOBS=$(JOBS) tools/run_tests $(TESTS)

setup:
	@tools/setup run
	@git config core.hooksPath tools/hooks 2>/dev/null || true # commit messages are checked
setup-test:
	@tools/setup test

# Measures the figures of bench/README.md; bench-peer measures other programs as well.
bench: all
	@$(BUILD) release -j $(JOBS) --target bench
bench-peer: all
	@bench/peer build/release
# Loads alea serve over loopback; BENCH="--quick" or "--games N --seconds S".
bench-server: all
	@$(BUILD) release -j $(JOBS) --target load_games
	@bench/server build/release $(BENCH)

SOURCES = $(shell git ls-files --cached --others --exclude-standard '*.c' '*.h' '*.cpp')
format: setup-test
	@clang-format -i $(SOURCES)
check-format: setup-test
	@clang-format --dry-run -Werror $(SOURCES)
tidy: all
	@clang-tidy -quiet -p build/release $(filter src/%.c apps/%.c,$(SOURCES))

# Runs each fuzz target for TIME seconds under libFuzzer; crashes are saved in build/fuzz.
fuzz: setup-test
	@cmake --preset fuzz >/dev/null
	@$(BUILD) fuzz -j $(JOBS)
	@tools/run_fuzz $(TIME)

coverage: setup-test
	@JOBS=$(JOBS) tools/run_coverage

# Takes the pictures of README.md anew.
screenshots: setup-test all
	@cd tests/web && npm ci --no-audit --no-fund --loglevel=error
	@ALEA=build/release/alea node tools/make_screenshots.mjs

# A picture of every page at three sizes, before and after a change of looks.
page-pictures: setup-test all
	@cd tests/web && npm ci --no-audit --no-fund --loglevel=error
	@ALEA=build/release/alea node tools/make_page_pictures.mjs

# The page that needs no server, as static files in OUT (docs/site.md).
OUT ?= build/site
site: setup-test
	@tools/make_site $(OUT)

# What takes long, which `make test` leaves out: every fault, every game, a tab killed KILLS times.
KILLS ?= 100
test-site: site all
	@ALEA_SITE=$(abspath $(OUT)) ALEA_SITE_KILLS=$(KILLS) tests/web/test_browser.sh site site_faults
	@ALEA_SITE_KILLS=$(KILLS) ALEA=$(CURDIR)/build/release/alea ALEA_BUILD=$(CURDIR)/build/release \
	    PYTHONPATH=tests bash tests/peer/test_wasm_server.sh

# Honours DESTDIR and PREFIX; builds no tests.
install: setup
	@cmake --preset release -DCMAKE_INSTALL_PREFIX=$(PREFIX) >/dev/null
	@$(BUILD) release -j $(JOBS) --target programs
	@DESTDIR=$(DESTDIR) cmake --install build/release

# The three Debian packages in build/.
deb: setup
	@cmake --preset release -DCMAKE_INSTALL_PREFIX=/usr >/dev/null
	@$(BUILD) release -j $(JOBS) --target programs
	@packaging/make_deb build/release build

# The Python wheel in build/release/python.
wheel: setup-test all
	@tools/make_wheel build/release build/release/python

# The npm packages in build/npm.
npm: setup-test
	@ALEA_BUILD=build/release tools/make_npm build/npm

clean:
	@rm -rf build

help:
	@echo 'make             build/release/alea'
	@echo 'make run         install missing packages, build, start the web application'
	@echo 'make test        install missing packages, build, run every test (TESTS=quick, TESTS=all)'
	@echo 'make bench       measure the figures of bench/README.md'
	@echo 'make bench-peer  the same for other installed programs'
	@echo 'make bench-server  load alea serve over loopback'
	@echo 'make install     install; honours PREFIX (default /usr/local) and DESTDIR'
	@echo 'make site        write the page that needs no server into OUT=build/site'
	@echo 'make test-site   its long tests, with a tab killed KILLS=100 times'
	@echo 'make deb         make the Debian packages in build/'
	@echo 'make wheel       make the Python wheel in build/release/python'
	@echo 'make npm         make the npm packages in build/npm'
	@echo 'make format      run clang-format; make check-format changes nothing'
	@echo 'make coverage    report the lines that the tests reach'
	@echo 'make fuzz        run each fuzz target for TIME=60 seconds'
	@echo 'make screenshots  take the pictures of README.md anew'
	@echo 'make page-pictures  a picture of every page at three sizes in docs/images/pages'
	@echo 'make clean       remove build/'
