# Registers every test with ctest; CONTRIBUTING.md says where a new one belongs.
#
# A test may have labels in a comment line "ctest labels: slow threads":
# slow     excluded from the sanitizer builds
# full     under the sanitizers with few repetitions; `./test all` runs it in the release build with all
# page     of the browser client, in no browser: `./test quick` runs it after a change of web/
# threads  also run under the thread sanitizer (set automatically for tests that use
#          pthread, the thread pool, or a number of threads other than 1)
function(alea_label name source)
  file(STRINGS ${source} lines REGEX "ctest labels:" LIMIT_COUNT 1)
  if(lines MATCHES "ctest labels:([ a-z]+)")
    string(STRIP "${CMAKE_MATCH_1}" labels)
    string(REPLACE " " ";" labels "${labels}")
    set_property(TEST ${name} APPEND PROPERTY LABELS ${labels})
    if(labels MATCHES "slow" AND TARGET ${name})
      add_dependencies(release_tests ${name})
    elseif(labels MATCHES "full" AND TARGET ${name})
      add_dependencies(full_tests ${name})
    endif()
  endif()
endfunction()

function(alea_label_program name source)
  alea_label(${name} ${source})
  file(STRINGS ${source} threaded REGEX "pthread|base/thread.h|threads(\\[| <| = [^1]| = 1 \\+)" LIMIT_COUNT 1)
  if(threaded)
    set_property(TEST ${name} APPEND PROPERTY LABELS threads)
  endif()
  get_test_property(${name} LABELS labels)
  if("threads" IN_LIST labels)
    add_dependencies(thread_tests ${name})
  endif()
endfunction()

# The programs that the thread sanitizer runs; its preset builds nothing else.
add_custom_target(thread_tests)

# The test programs that tools/run_tests runs in the release build. The sanitizer build runs
# the others.
add_custom_target(release_tests)
add_custom_target(full_tests) # and those that `./test all` adds

# What `./test quick` builds: tests_ROOM, the C tests with the label ROOM.
foreach(room unit cli desk late server trainer)
  add_custom_target(tests_${room})
endforeach()
function(alea_room name room)
  set_property(TEST ${name} APPEND PROPERTY LABELS ${room})
  add_dependencies(tests_${room} ${name})
endfunction()

# For the targets of this file alone; include_directories() would change those before it too.
set_property(DIRECTORY APPEND PROPERTY INCLUDE_DIRECTORIES ${CMAKE_SOURCE_DIR}/tests)

# The interpreter itself: the script that a version manager has in its place takes .1 s at each start.
if(NOT Python3_EXECUTABLE)
  execute_process(COMMAND python3 -c "import sys; print(sys.executable, end='')"
    OUTPUT_VARIABLE Python3_EXECUTABLE ERROR_QUIET)
endif()
find_package(Python3 COMPONENTS Interpreter)

pkg_check_modules(CMOCKA IMPORTED_TARGET cmocka)
if(CMOCKA_FOUND)
  file(GLOB_RECURSE test_sources CONFIGURE_DEPENDS tests/unit/test_*.c tests/property/test_*.c)
  foreach(source ${test_sources})
    get_filename_component(name ${source} NAME_WE)
    add_executable(${name} ${source})
    target_link_libraries(${name} PRIVATE alea_parts PkgConfig::CMOCKA)
    add_test(NAME ${name} COMMAND ${name} WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
    alea_room(${name} unit)
    alea_label_program(${name} ${source})
  endforeach()
  if(ALEA_UNCHECKED) # its own kernels, checked, are met before those of the shared library
    target_sources(test_net PRIVATE ${kernel_sources})
  endif()
  target_sources(test_tables_referee PRIVATE tests/property/tables_referee.c)
  foreach(name test_explanations test_cube_explanations)
    target_sources(${name} PRIVATE tests/property/recount.c)
  endforeach()
  file(GLOB trainer_test_sources CONFIGURE_DEPENDS tests/trainer/test_*.c)
  foreach(source ${trainer_test_sources})
    get_filename_component(name ${source} NAME_WE)
    add_executable(${name} ${source} $<TARGET_OBJECTS:alea_trainer>)
    target_include_directories(${name} PRIVATE apps)
    target_link_libraries(${name} PRIVATE alea_parts PkgConfig::CMOCKA m)
    add_test(NAME ${name} COMMAND ${name} WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
    alea_room(${name} trainer)
    alea_label_program(${name} ${source})
  endforeach()
else()
  message(STATUS "cmocka not found: the C tests are not built")
endif()

file(GLOB_RECURSE cli_test_sources CONFIGURE_DEPENDS tests/cli/test_*.c tests/desk/test_*.c
  tests/late/test_*.c)
if(CMOCKA_FOUND)
  foreach(source ${cli_test_sources})
    get_filename_component(name ${source} NAME_WE)
    add_executable(${name} ${source})
    target_link_libraries(${name} PRIVATE alea_cli PkgConfig::CMOCKA)
    add_test(NAME ${name} COMMAND ${name} WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
    set_tests_properties(${name} PROPERTIES ENVIRONMENT
      LSAN_OPTIONS=suppressions=${CMAKE_SOURCE_DIR}/tests/support/not_leaks.txt:print_suppressions=0)
    string(REGEX REPLACE "^${CMAKE_SOURCE_DIR}/tests/([^/]+)/.*$" "\\1" folder ${source})
    alea_room(${name} ${folder})
  endforeach()
  target_link_libraries(test_paper PRIVATE PkgConfig::CAIRO)
endif()

# Tests of single server files; the test program defines the other functions they call.
if(CMOCKA_FOUND)
  add_executable(test_jobs tests/server/test_jobs.c
    "$<FILTER:$<TARGET_OBJECTS:alea_server_objects>,INCLUDE,(server/(bus|jobs)|apps/late)/[a-z_]+[.]c>")
  target_include_directories(test_jobs PRIVATE apps)
  target_link_libraries(test_jobs PRIVATE alea_parts PkgConfig::CMOCKA PkgConfig::JANSSON
    PkgConfig::SODIUM ${CMAKE_DL_LIBS} m)
  target_link_options(test_jobs PRIVATE -Wl,--wrap=alea_clock_seconds)
  add_test(NAME test_jobs COMMAND test_jobs)
  set_tests_properties(test_jobs PROPERTIES LABELS threads)
  alea_room(test_jobs server)
  add_dependencies(thread_tests test_jobs test_storage test_desks)
  # Tests that link the whole server and open no socket.
  foreach(name test_storage test_storage_failures test_desks test_ratings test_http
      test_account test_study test_tournament test_arena test_groups test_meetings
      test_tournaments_kept test_word_seal test_word_reach)
    add_executable(${name} tests/server/${name}.c)
    target_link_libraries(${name} PRIVATE alea_server PkgConfig::CMOCKA m)
    add_test(NAME ${name} COMMAND ${name} WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
    alea_room(${name} server)
    alea_label(${name} tests/server/${name}.c)
  endforeach()
  target_link_options(test_storage_failures PRIVATE -Wl,--wrap=clock_gettime
    -Wl,--wrap=pthread_cond_timedwait)
  set_property(TEST test_storage test_desks APPEND PROPERTY LABELS threads)
endif()

# The server's games without network; tests/server/server_double.c stands in for it. The other
# objects are those of alea_server, selected here and not compiled again.
set(game_objects "apps/server/(bus|game|socket|storage|jobs|rating)/|server/http/(clock|request)[.]c"
  "server/support/(days|id_map|json_out|limits)[.]c"
  "apps/(machine/(machine|tables)|dice/secret|late/[a-z]+)[.]c")
list(JOIN game_objects "|" game_objects)
add_library(alea_games STATIC tests/server/server_double.c
  "$<FILTER:$<TARGET_OBJECTS:alea_server_objects>,INCLUDE,${game_objects}>")
target_link_libraries(alea_games PUBLIC alea_parts PkgConfig::JANSSON PkgConfig::SODIUM
  PkgConfig::SQLITE ${CMAKE_DL_LIBS} m)
target_include_directories(alea_games PUBLIC apps)
target_link_options(alea_games PUBLIC -Wl,--wrap=jobs_add)
if(CMOCKA_FOUND)
  foreach(name test_games test_game_rules test_game_doors test_days)
    add_executable(${name} tests/server/${name}.c)
    target_link_libraries(${name} PRIVATE alea_games PkgConfig::CMOCKA)
    add_test(NAME ${name} COMMAND ${name})
    alea_room(${name} server)
    alea_label(${name} tests/server/${name}.c)
  endforeach()
  target_link_options(test_game_rules PRIVATE -Wl,--wrap=storage_event_append)
endif()

# The same storage tests with PostgreSQL, in a cluster of their own on a Unix socket.
if(CMOCKA_FOUND)
  add_test(NAME test_storage_postgresql COMMAND Python3::Interpreter
    ${CMAKE_SOURCE_DIR}/tests/servers/cluster.py $<TARGET_FILE:test_storage>
    WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
  add_test(NAME test_ratings_postgresql COMMAND Python3::Interpreter
    ${CMAKE_SOURCE_DIR}/tests/servers/cluster.py $<TARGET_FILE:test_ratings>
    WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
  add_test(NAME test_storage_failures_postgresql COMMAND Python3::Interpreter
    ${CMAKE_SOURCE_DIR}/tests/servers/cluster.py $<TARGET_FILE:test_storage_failures>
    WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
  add_test(NAME test_desks_postgresql COMMAND Python3::Interpreter
    ${CMAKE_SOURCE_DIR}/tests/servers/cluster.py $<TARGET_FILE:test_desks>
    WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
  add_test(NAME test_tournaments_kept_postgresql COMMAND Python3::Interpreter
    ${CMAKE_SOURCE_DIR}/tests/servers/cluster.py $<TARGET_FILE:test_tournaments_kept>
    WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
  set_tests_properties(test_storage_postgresql test_ratings_postgresql
    test_storage_failures_postgresql test_desks_postgresql
    test_tournaments_kept_postgresql PROPERTIES SKIP_RETURN_CODE 77
    ENVIRONMENT PYTHONPATH=${CMAKE_SOURCE_DIR}/tests)
  # As test_storage_failures itself; PostgreSQL's driver is what test_storage drives.
  set_tests_properties(test_storage_failures_postgresql test_desks_postgresql
    test_ratings_postgresql test_tournaments_kept_postgresql PROPERTIES LABELS slow)
  add_dependencies(release_tests test_desks test_ratings test_tournaments_kept)
endif()

# A fuzz target is tests/fuzz/fuzz_NAME.c with LLVMFuzzerTestOneInput. Without libFuzzer it
# replays tests/fuzz/corpus/NAME/*.
set(fuzz_links_protocol alea_games)
add_library(fuzz_replay OBJECT tests/fuzz/replay.c)
file(GLOB_RECURSE fuzz_sources CONFIGURE_DEPENDS tests/fuzz/fuzz_*.c)
foreach(source ${fuzz_sources})
  get_filename_component(name ${source} NAME_WE)
  string(REGEX REPLACE "^fuzz_" "" corpus ${name})
  if(ALEA_FUZZ)
    add_executable(${name} ${source})
    target_compile_options(${name} PRIVATE -fsanitize=fuzzer)
    target_link_options(${name} PRIVATE -fsanitize=fuzzer)
  else()
    add_executable(${name} ${source} $<TARGET_OBJECTS:fuzz_replay>)
    add_test(NAME ${name} COMMAND ${name} ${CMAKE_SOURCE_DIR}/tests/fuzz/corpus/${corpus})
    set_tests_properties(${name} PROPERTIES LABELS fuzz)
  endif()
  if(DEFINED fuzz_links_${corpus})
    target_link_libraries(${name} PRIVATE ${fuzz_links_${corpus}})
  else()
    target_link_libraries(${name} PRIVATE alea_cli)
  endif()
endforeach()

add_library(preloaded MODULE tests/support/preloaded.c)
target_compile_options(preloaded PRIVATE -fno-sanitize=all)
target_link_options(preloaded PRIVATE -fno-sanitize=all)
target_link_libraries(preloaded PRIVATE PkgConfig::SODIUM)
add_dependencies(release_tests preloaded)

# Scripts that run the built program: $ALEA is its path, $ALEA_BUILD the build folder; the servers
# that they start are given $ALEA_PRELOAD.
# Exit status 77 means skipped: a program that the test needs is not installed.
file(GLOB script_tests CONFIGURE_DEPENDS
  tests/golden/test_*.sh tests/golden/test_*.py tests/cli/test_*.sh tests/cli/test_*.py
  tests/cli/*/test_*.py tests/desk/test_*.py tests/tools/test_*.py tests/trainer/test_*.py
  tests/api/test_*.sh tests/api/test_*.py tests/api/*/test_*.py tests/servers/test_*.py tests/peer/test_*.sh tests/peer/test_*.py
  tests/web/test_*.sh tests/web/test_*.py tests/web/*.test.mjs tests/install/test_*.sh tests/install/test_*.py)
list(FILTER script_tests EXCLUDE REGEX "/test_browser[.]sh$")
set(sanitized 0)
if(CMAKE_C_FLAGS MATCHES "-fsanitize")
  set(sanitized 1)
endif()
# The search for leaks is half of what a short run of the sanitized program costs, and these start
# it by the thousand. Units, servers and the named ones have it, which between them run every command
# but `worker` and are red where the program loses memory.
set(leak_folders cli desk golden)
set(leak_tests cli_test_help cli_test_standard_output cli_test_rule_books cli_test_analysis_files
  cli_test_bench cli_test_decide cli_test_serve_json cli_test_tables cli_test_chouette cli_test_ubgi desk_test_study
  desk_test_server)
foreach(source ${script_tests})
  get_filename_component(name ${source} NAME_WE)
  string(REGEX REPLACE "^${CMAKE_SOURCE_DIR}/tests/([^/]+)/.*$" "\\1" folder ${source})
  if(source MATCHES "/([a-z_]+)[.]test[.]mjs$")
    set(name ${CMAKE_MATCH_1})
    add_test(NAME ${folder}_${name}
      COMMAND bash ${CMAKE_SOURCE_DIR}/tests/web/test_browser.sh ${name}
      WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
  elseif(source MATCHES "py$")
    add_test(NAME ${folder}_${name} COMMAND Python3::Interpreter ${source}
      WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
  else()
    add_test(NAME ${folder}_${name} COMMAND bash ${source}
      WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
  endif()
  set_tests_properties(${folder}_${name} PROPERTIES SKIP_RETURN_CODE 77
    LABELS ${folder} ENVIRONMENT
    "ALEA=$<TARGET_FILE:alea>;ALEA_BUILD=${CMAKE_BINARY_DIR};ALEA_PRELOAD=$<TARGET_FILE:preloaded>;ALEA_SOURCE=${CMAKE_SOURCE_DIR};PYTHONPATH=${CMAKE_SOURCE_DIR}/tests;ALEA_SANITIZED=${sanitized};LSAN_OPTIONS=suppressions=${CMAKE_SOURCE_DIR}/tests/support/not_leaks.txt:print_suppressions=0")
  if(folder IN_LIST leak_folders AND NOT ${folder}_${name} IN_LIST leak_tests)
    set_property(TEST ${folder}_${name} APPEND PROPERTY ENVIRONMENT ASAN_OPTIONS=detect_leaks=0)
  endif()
  alea_label(${folder}_${name} ${source})
endforeach()
foreach(name ${leak_tests})
  if(NOT TEST ${name})
    message(FATAL_ERROR "${name}, which looks for leaks, is no test")
  endif()
endforeach()

# Started first: they wait most of the time. tools/run_tests gives ctest two slots a core;
# a test takes two, or one if it waits, so that those run beside the others.
set(waiting servers_test_fronts servers_test_bus servers_test_worker peer_test_slurm api_test_silence api_test_dice_seal
  api_test_people api_test_hostile_wire servers_test_database test_storage_postgresql)
get_property(tests DIRECTORY PROPERTY TESTS)
list(FILTER tests INCLUDE REGEX "^web_")
list(APPEND waiting ${tests})
foreach(name ${waiting} test_trainer_run)
  if(TEST ${name})
    set_tests_properties(${name} PROPERTIES COST 1000)
  endif()
endforeach()


# Builds and runs the examples.
file(GLOB example_sources CONFIGURE_DEPENDS examples/*.c examples/*.cpp)
foreach(source ${example_sources})
  get_filename_component(name ${source} NAME_WE)
  add_executable(example_${name} ${source})
  target_link_libraries(example_${name} PRIVATE alea_parts)
  add_test(NAME example_${name} COMMAND example_${name} WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
  set_tests_properties(example_${name} PROPERTIES LABELS examples)
  add_dependencies(release_tests example_${name})
endforeach()
if(ALEA_SHARED)
  file(GLOB python_examples CONFIGURE_DEPENDS examples/*.py)
  foreach(source ${python_examples})
    get_filename_component(name ${source} NAME_WE)
    add_test(NAME example_python_${name} COMMAND Python3::Interpreter ${source}
      WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
    set_tests_properties(example_python_${name} PROPERTIES LABELS examples
      ENVIRONMENT "ALEA_LIBRARY=$<TARGET_FILE:alea_shared>")
  endforeach()
endif()

# Checks of the source tree.
foreach(check layers headers style docs symbols)
  if(EXISTS ${CMAKE_SOURCE_DIR}/tools/check_${check})
    add_test(NAME check_${check} COMMAND Python3::Interpreter
      ${CMAKE_SOURCE_DIR}/tools/check_${check} WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
    set_tests_properties(check_${check} PROPERTIES LABELS check ENVIRONMENT
      "ALEA=$<TARGET_FILE:alea>;ALEA_BUILD=${CMAKE_BINARY_DIR}")
  endif()
endforeach()

# The tables of names (data/looks.md), made again where libicu has their version of Unicode.
pkg_check_modules(ICU IMPORTED_TARGET icu-uc icu-i18n)
if(ICU_FOUND)
  add_executable(make_looks EXCLUDE_FROM_ALL tools/make_looks.c)
  target_link_libraries(make_looks PRIVATE PkgConfig::ICU)
  add_test(NAME check_looks COMMAND bash -c "
    [ \"$($0 --unicode)\" = 15.0 ] || exit 77
    made=$(mktemp -d) && $0 \"$made\" && diff data/scripts.txt \"$made/scripts.txt\" &&
    diff data/looks.txt \"$made/looks.txt\" && rm -r \"$made\"" $<TARGET_FILE:make_looks>
    WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
  set_tests_properties(check_looks PROPERTIES LABELS check SKIP_RETURN_CODE 77)
endif()

# Comparisons with other programs; skipped if the other program is not installed.
file(GLOB peer_sources CONFIGURE_DEPENDS tests/peer/peer_*.c)
foreach(source ${peer_sources})
  get_filename_component(name ${source} NAME_WE)
  add_executable(${name} ${source})
  target_link_libraries(${name} PRIVATE alea_parts)
  add_dependencies(release_tests ${name})
endforeach()
add_test(NAME peer_movegen
  COMMAND ${CMAKE_SOURCE_DIR}/tests/peer/movegen_peer ${CMAKE_BINARY_DIR})
add_test(NAME peer_bearoff
  COMMAND Python3::Interpreter ${CMAKE_SOURCE_DIR}/tests/peer/bearoff_peer.py
          ${tables_dir}/two_sided.bearoff)
add_test(NAME peer_external
  COMMAND ${CMAKE_SOURCE_DIR}/tests/peer/external_peer.sh $<TARGET_FILE:alea> 20)
set_tests_properties(peer_movegen peer_bearoff peer_external PROPERTIES SKIP_RETURN_CODE 77
  LABELS peer)

# The one limit for hangs: no verdict depends on the speed of a machine, and nothing takes a
# twentieth of this. tests/support/waiting.py gives up a single wait earlier.
get_property(tests DIRECTORY PROPERTY TESTS)
set_tests_properties(${tests} PROPERTIES TIMEOUT 1800)
foreach(name ${tests})
  if(NOT name IN_LIST waiting)
    set_tests_properties(${name} PROPERTIES PROCESSORS 2)
  endif()
endforeach()

# Undefined behaviour traps; AddressSanitizer says where.
if(CMAKE_C_FLAGS MATCHES "-fsanitize-undefined-trap-on-error")
  add_library(sanitizer_options OBJECT cmake/sanitizer_options.c)
  get_property(targets DIRECTORY PROPERTY BUILDSYSTEM_TARGETS)
  foreach(name ${targets})
    get_target_property(type ${name} TYPE)
    if(type STREQUAL "EXECUTABLE")
      target_sources(${name} PRIVATE $<TARGET_OBJECTS:sanitizer_options>)
    endif()
  endforeach()
endif()

# Under a sanitizer half of a test's time is its compilation, and half of that the checks for undefined
# behaviour: what is tested has them, and is optimized as its preset says.
if(CMAKE_C_FLAGS MATCHES "-fsanitize" AND NOT ALEA_FUZZ)
  get_property(targets DIRECTORY PROPERTY BUILDSYSTEM_TARGETS)
  list(FILTER targets INCLUDE REGEX "^(test|fuzz|peer|example)_")
  foreach(name ${targets})
    target_compile_options(${name} PRIVATE -O0)
    if(NOT name STREQUAL "test_net") # which has kernels
      target_compile_options(${name} PRIVATE -fno-sanitize=undefined)
    endif()
  endforeach()
endif()
