# Data that the build embeds in src/engine: the standard bear-off tables, computed once by
# the build, and the net. A build under sanitizers takes the tables of the release build
# instead of computing them slowly: -DALEA_TABLES=FOLDER.
if(ALEA_TABLES)
  set(tables_dir ${ALEA_TABLES})
  set(tables ${tables_dir}/one_sided.bearoff ${tables_dir}/two_sided.bearoff)
else()
  set(tables_dir ${CMAKE_BINARY_DIR}/tables)
  set(tables ${tables_dir}/one_sided.bearoff ${tables_dir}/two_sided.bearoff)
  file(MAKE_DIRECTORY ${tables_dir})
  file(GLOB make_tables_sources CONFIGURE_DEPENDS src/base/*.c src/engine/bearoff/*.c)
  list(FILTER make_tables_sources EXCLUDE REGEX "/embedded\\.c$")
  add_executable(make_tables tools/make_tables.c ${make_tables_sources} src/core/board.c
    src/core/dice.c)
  target_link_libraries(make_tables PRIVATE Threads::Threads)
  add_custom_command(OUTPUT ${tables} COMMAND make_tables ${tables_dir}
    DEPENDS make_tables COMMENT "Computing the standard bear-off tables" VERBATIM)
endif()
set_source_files_properties(src/engine/bearoff/embedded.c PROPERTIES OBJECT_DEPENDS "${tables}"
  COMPILE_DEFINITIONS ALEA_TABLES_DIR="${tables_dir}")

# The net that src/engine embeds.
set(net_file ${CMAKE_SOURCE_DIR}/data/alea.net)
set_source_files_properties(src/engine/net/embedded.c PROPERTIES
  OBJECT_DEPENDS ${net_file} COMPILE_DEFINITIONS ALEA_NET_FILE="${net_file}")
set(hyper_net_file ${CMAKE_SOURCE_DIR}/data/hypergammon.net)
set_source_files_properties(src/engine/evaluate/hyper_net.c PROPERTIES
  OBJECT_DEPENDS ${hyper_net_file} COMPILE_DEFINITIONS ALEA_HYPER_NET_FILE="${hyper_net_file}")

# The nets of the tables games.
file(GLOB tables_nets CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/data/tables/*.net)
set_source_files_properties(src/engine/tables/embedded.c PROPERTIES OBJECT_DEPENDS "${tables_nets}"
  COMPILE_DEFINITIONS ALEA_TABLES_NETS="${CMAKE_SOURCE_DIR}/data/tables")
