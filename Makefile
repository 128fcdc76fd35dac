# Thin face over CMake; see CMakePresets.json.
.PHONY: all
all:
	cmake --preset release
	cmake --build --preset release -j2
