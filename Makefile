# A thin face over CMake (CMakePresets.json): `make help` lists what it does.
PREFIX ?= /usr/local
TIME ?= 60
JOBS ?= $(shell n=$$(nproc 2>/dev/null || echo 2); echo $$n)
BUILD = cmake --build --preset

MAKEFLAGS += --no-print-directory

# CMake's "file" for every target is its own business.
.PHONY: all run test bench bench-peer bench-server format check-format tidy fuzz coverage
.PHONY: install deb clean help setup setup-test

all: build/release/Makefile
	@$(BUILD) release -j $(JOBS)

build/release/Makefile: CMakeLists.txt CMakePresets.json cmake/*.cmake
	@cmake --preset release

# Sets up what is missing, builds, and starts the web application.
run: setup
	@$(MAKE) --no-print-directory all
	@exec build/release/alea serve

# Sets up what is missing, then every test there is.
test: setup-test
	@JOBS=$(JOBS) tools/run_tests

setup:
	@tools/setup run
setup-test:
	@tools/setup test

# The figures of bench/README.md on this machine; bench-peer beside other programs.
bench: all
	@$(BUILD) release -j $(JOBS) --target bench
bench-peer: all
	@bench/peer build/release
# alea serve under load on loopback; BENCH="--quick" or "--games N --seconds S".
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

# Each fuzz target for TIME seconds under libFuzzer; a crash is kept in build/fuzz.
fuzz: setup-test
	@cmake --preset fuzz >/dev/null
	@$(BUILD) fuzz -j $(JOBS)
	@tools/run_fuzz $(TIME)

coverage: setup-test
	@JOBS=$(JOBS) tools/run_coverage

# DESTDIR and PREFIX are honoured.
install: setup
	@cmake --preset release -DCMAKE_INSTALL_PREFIX=$(PREFIX) >/dev/null
	@$(BUILD) release -j $(JOBS)
	@DESTDIR=$(DESTDIR) cmake --install build/release

# The Debian package in build/.
deb: setup
	@cmake --preset release -DCMAKE_INSTALL_PREFIX=/usr >/dev/null
	@$(BUILD) release -j $(JOBS)
	@packaging/make_deb build/release build

clean:
	@rm -rf build

help:
	@echo 'make             build/release/alea'
	@echo 'make run         set up what is missing, build, start the web application'
	@echo 'make test        set up what is missing, build, run every test'
	@echo 'make bench       the figures of bench/README.md on this machine'
	@echo 'make bench-peer  the same beside other programs, where they are installed'
	@echo 'make bench-server  alea serve under load, on this machine alone'
	@echo 'make install     honours PREFIX (default /usr/local) and DESTDIR'
	@echo 'make deb         a Debian package in build/'
	@echo 'make format      clang-format in place; make check-format only looks'
	@echo 'make coverage    which lines the tests reach'
	@echo 'make fuzz        each fuzz target for TIME=60 seconds'
	@echo 'make clean       remove build/'
