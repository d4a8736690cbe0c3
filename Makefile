# Pantin: a thin door to CMake. `make` alone tells what there is.
# SPDX-License-Identifier: MIT
JOBS := $(shell nproc 2>/dev/null || echo 2)
BUILD := build/release
PANTIN := $(BUILD)/pantin
# Real clips, if at hand.
SHARED ?= ../shared/data/motion
export NINJA_STATUS := [%f/%t %es]$() $()
export CTEST_PARALLEL_LEVEL ?= $(JOBS)

# A moving line on a terminal, only what fails in a pipe. $(1): what to build.
define compile
@if [ -t 1 ]; then cmake --build $(BUILD) -j $(JOBS) $(1); \
else cmake --build $(BUILD) -j $(JOBS) $(1) -- --quiet; fi
endef

.PHONY: help demo page test bench soak films witness setup configure build command coverage clean

help:
	@echo 'make demo       set up, build, and film shows/wave: out/wave.mp4 and its report'
	@echo 'make page       set up, build the editor page (build/web), and serve this folder with it'
	@echo 'make test       set up, build, and run every test and house check'
	@echo 'make bench      the numbers: what a solve, a picture and a film cost beside their rivals (bench/results)'
	@echo 'make soak       bend whatever there is in whatever way, a minute long (SHARD=I/N: a share of a million frames)'
	@echo 'make films      every show of shows/, filmed and checked'
	@echo 'make witness    Blender (installed for this, 80 MB) measures the loops that were fixed: a table for docs/motion.md'
	@echo 'make coverage   which lines the tests run (a page in build/coverage/html)'
	@echo 'make clean      remove build/ and out/'
	@echo
	@echo 'The command itself: $(PANTIN) --help   (CMake presets: cmake --list-presets)'

setup:
	@tools/setup

configure: setup
	@test -f $(BUILD)/build.ninja || cmake --preset release --log-level=WARNING >/dev/null

build: configure
	$(call compile)

command: configure
	$(call compile,--target pantin-cli)

demo: command
	@mkdir -p out
	@$(PANTIN) film shows/wave -o out/wave.mp4
	@echo
	@echo 'The film:   $(CURDIR)/out/wave.mp4'
	@echo 'Its report: $(CURDIR)/out/wave.report/report.html   (open it in a browser)'

page: command
	@tools/setup --ci
	@tools/build_page
	@$(PANTIN) edit --page build/web

test: build
	@tools/run_tests $(BUILD)

bench: configure
	$(call compile,--target bench)
	@tools/run_programs --keep bench/results 'benchmarks' $(BUILD)/bench/bench_*

# A shard goes on where it stopped; `soak_bend --sum build/soak/*.csv` adds up what there is.
soak: configure
	$(call compile,--target soak)
ifdef SHARD
	@mkdir -p build/soak
	@$(BUILD)/bench/soak_bend --shard $(SHARD) --results build/soak/bend-$(subst /,-of-,$(SHARD)).csv
else
	@tools/run_programs 'soaks' $(BUILD)/bench/soak_*
endif

films: command
	@tools/film_all $(PANTIN) out

witness: command
	@tools/setup --witness
	@tools/witness $(PANTIN) build/witness samples $(SHARED)/bvh $(SHARED)/glb

coverage: setup
	@tools/setup --ci
	@test -f build/coverage/build.ninja || cmake --preset coverage --log-level=WARNING >/dev/null
	@cmake --build build/coverage -j $(JOBS)
	@find build/coverage -name '*.gcda' -delete
	@tools/run_tests build/coverage -LE film
	@tools/coverage build/coverage

clean:
	@rm -rf build out
