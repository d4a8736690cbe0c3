# tests/fuzz/fuzz_<what>.c, each a libFuzzer program of its own; its seeds lie in
# tests/fuzz/seeds/<what>/. `tools/fuzz BUILD SECONDS` runs them all.
if(NOT CMAKE_C_COMPILER_ID MATCHES "Clang")
  message(FATAL_ERROR "PANTIN_FUZZ needs clang (the preset `fuzz` says so)")
endif()
# The libraries are instrumented too: without their coverage the fuzzer would be blind.
target_compile_options(pantin PRIVATE -fsanitize=fuzzer-no-link)
target_compile_options(pantin-edge PRIVATE -fsanitize=fuzzer-no-link)
file(GLOB fuzzers CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tests/fuzz/fuzz_*.c)
file(GLOB helpers CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tests/fuzz/with_*.c)
foreach(file IN LISTS fuzzers)
  get_filename_component(name ${file} NAME_WE)
  add_executable(${name} ${file} ${helpers})
  target_include_directories(${name} PRIVATE ${CMAKE_SOURCE_DIR}/src ${CMAKE_SOURCE_DIR}/tests)
  target_compile_options(${name} PRIVATE -fsanitize=fuzzer-no-link -Wno-missing-prototypes)
  target_link_options(${name} PRIVATE -fsanitize=fuzzer)
  target_link_libraries(${name} PRIVATE pantin_flags pantin-edge)
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/fuzz)
endforeach()
