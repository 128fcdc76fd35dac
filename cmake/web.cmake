# The browser client: tools/bundle_web builds it with esbuild, apps/server/net/assets.c takes
# it in.
set(web_dir ${CMAKE_BINARY_DIR}/web)
file(GLOB_RECURSE web_sources CONFIGURE_DEPENDS web/src/* web/fonts/*)
file(GLOB web_root CONFIGURE_DEPENDS web/*.html web/*.svg web/*.js web/*.sh) # not web/node_modules
add_custom_command(OUTPUT ${web_dir}/list.inc ${web_dir}/pages.inc
  COMMAND sh ${CMAKE_SOURCE_DIR}/tools/bundle_web ${web_dir}
  DEPENDS ${web_sources} ${web_root} tools/bundle_web VERBATIM
  COMMENT "Bundling the browser client")
add_custom_target(web_bundle DEPENDS ${web_dir}/list.inc)
set_source_files_properties(apps/server/net/assets.c PROPERTIES
  OBJECT_DEPENDS "${web_dir}/list.inc;${web_dir}/pages.inc" COMPILE_DEFINITIONS
  "ALEA_WEB_LIST=\"${web_dir}/list.inc\";ALEA_WEB_PAGES=\"${web_dir}/pages.inc\"")
