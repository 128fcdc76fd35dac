# late_library(TARGET PREFIX NAME): the files of TARGET see the headers of libNAME, which
# pkg_check_modules has found as PREFIX, and load it when they need it (apps/late):
# ALEA_LATE_NAME is the name of its binary interface. packaging/make_deb reads late.txt: the
# program does not name these libraries.
file(WRITE ${CMAKE_BINARY_DIR}/late.txt "")
function(late_library target prefix name)
  find_library(${prefix}_FILE ${name}-1.0 ${name} HINTS ${${prefix}_LIBRARY_DIRS})
  execute_process(COMMAND ${CMAKE_OBJDUMP} -p ${${prefix}_FILE} OUTPUT_VARIABLE told)
  if(NOT told MATCHES "SONAME +([^ \n]+)")
    message(FATAL_ERROR "${${prefix}_FILE} is no shared library")
  endif()
  file(APPEND ${CMAKE_BINARY_DIR}/late.txt "${${prefix}_FILE}\n")
  string(TOUPPER ${name} upper)
  target_compile_definitions(${target} PRIVATE ALEA_LATE_${upper}="${CMAKE_MATCH_1}")
  target_include_directories(${target} SYSTEM PRIVATE ${${prefix}_INCLUDE_DIRS})
endfunction()
