# Language, warnings, floating point, SIMD files, hardening.
set(CMAKE_C_STANDARD 17)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_CXX_STANDARD 17)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
# Tests call functions that the library hides; from shared parts they must be seen.
if(NOT ALEA_PARTS STREQUAL "SHARED")
  set(CMAKE_C_VISIBILITY_PRESET hidden)
  set(CMAKE_CXX_VISIBILITY_PRESET hidden)
endif()
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()
# -O3 is for the layers in which the time goes (CMakeLists.txt); elsewhere -O2, which compiles in
# three quarters of the time.
if(CMAKE_C_FLAGS_RELEASE STREQUAL "-O3 -DNDEBUG")
  set(CMAKE_C_FLAGS_RELEASE "-O2 -DNDEBUG")
endif()
# ccache, where it is installed, with paths relative to the checkout: another checkout of the
# same sources finds the same objects, and so does a shell in another language. It takes the headers
# of a file from the compiler's list of dependencies: to preprocess it for that is a quarter of what
# a small file costs (CCACHE_DEPEND).
find_program(CCACHE ccache)
if(CCACHE AND NOT CMAKE_C_COMPILER_LAUNCHER)
  set(launcher env CCACHE_BASEDIR=${CMAKE_SOURCE_DIR} CCACHE_NOHASHDIR=1 CCACHE_DEPEND=1
    CCACHE_SLOPPINESS=locale ${CCACHE})
  set(CMAKE_C_COMPILER_LAUNCHER ${launcher})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${launcher})
endif()
# Another processor than this one: ALEA_CPU=avx2 or ALEA_CPU=portable in the environment of the
# first configuration builds programs that use no more than that.
set(ALEA_CPU "$ENV{ALEA_CPU}" CACHE STRING "avx2, portable, or empty: all that the processor has")
if(ALEA_CPU STREQUAL "avx2")
  set(ALEA_CPU_WITHOUT 6)
elseif(ALEA_CPU STREQUAL "portable")
  set(ALEA_CPU_WITHOUT 31)
elseif(ALEA_CPU)
  message(FATAL_ERROR "ALEA_CPU is \"${ALEA_CPU}\"; wanted avx2, portable or nothing")
endif()
include(CheckPIESupported)
check_pie_supported()

include_directories(include src)
add_compile_definitions(_POSIX_C_SOURCE=200809L _FILE_OFFSET_BITS=64)

set(alea_warnings -pedantic -Wall -Wextra -Wconversion -Wsign-conversion -Wshadow
  -Wstrict-prototypes -Wmissing-prototypes -Wvla -Wcast-qual -Wwrite-strings -Wundef
  -Wformat=2 -Wdouble-promotion -Wswitch-enum)
add_compile_options("$<$<COMPILE_LANGUAGE:C>:${alea_warnings}>")
add_compile_options("$<$<COMPILE_LANGUAGE:CXX>:-pedantic;-Wall;-Wextra;-Wconversion;-Wshadow>")
if(ALEA_WERROR)
  add_compile_options(-Werror)
endif()

# Without contraction a*b+c rounds the same on every processor and with every compiler.
add_compile_options(-ffp-contract=off)

if(NOT CMAKE_C_FLAGS MATCHES "-fsanitize=address") # which watches the stack itself
  add_compile_options(-fstack-protector-strong)
endif()
add_link_options(-Wl,-z,relro -Wl,-z,now -Wl,-z,noexecstack)
if(CMAKE_BUILD_TYPE STREQUAL "Release")
  add_compile_definitions(_FORTIFY_SOURCE=2)
endif()

# Kernels for one instruction set each; run-time dispatch picks among them
# (src/base/cpu.h). Everything else is built for the baseline processor.
file(GLOB_RECURSE avx2_sources src/*_avx2.c apps/trainer/*_avx2.c)
file(GLOB_RECURSE avx512_sources src/*_avx512.c apps/trainer/*_avx512.c)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64|amd64")
  set_source_files_properties(${avx2_sources} PROPERTIES COMPILE_OPTIONS "-mavx2;-mfma")
  set_source_files_properties(${avx512_sources} PROPERTIES COMPILE_OPTIONS
    "-mavx512f;-mavx512bw;-mavx512dq;-mavx512vl;-mavx512vnni")
endif()
