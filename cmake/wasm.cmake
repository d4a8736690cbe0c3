# The core as a .wasm reactor that imports nothing, and the proof that it counts as the native one does.
#
# Compile with -O3 but link without: with binaryen on PATH, clang 14 would run wasm-opt at link time,
# which rejects SIMD once --strip-all has removed the features section.
# SPDX-License-Identifier: MIT
enable_testing()
string(REPLACE "-O3" "" CMAKE_EXE_LINKER_FLAGS_RELEASE "${CMAKE_EXE_LINKER_FLAGS_RELEASE}")
find_program(NODE NAMES node nodejs)

function(pantin_reactor target)
  set_target_properties(${target} PROPERTIES SUFFIX .wasm)
  target_link_options(${target} PRIVATE --target=wasm32-wasi -mexec-model=reactor -Wl,--strip-all)
endfunction()

# Everything the core has, whether something calls it or not: what it would import, it must show.
file(WRITE ${CMAKE_BINARY_DIR}/whole.c "typedef int the_core_is_linked_whole;\n")
add_executable(pantin_core ${CMAKE_BINARY_DIR}/whole.c)
target_link_libraries(pantin_core PRIVATE -Wl,--whole-archive pantin -Wl,--no-whole-archive)
pantin_reactor(pantin_core)
target_link_options(pantin_core PRIVATE -Wl,--export-dynamic -Wl,--no-gc-sections)

file(GLOB hash_cases CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tests/hash/hash_*.c)
add_executable(pantin_hash ${hash_cases})
target_include_directories(pantin_hash PRIVATE ${CMAKE_SOURCE_DIR}/src)
target_link_libraries(pantin_hash PRIVATE pantin_flags pantin)
pantin_reactor(pantin_hash)
target_link_options(pantin_hash PRIVATE -Wl,--export=hash_case_count -Wl,--export=hash_case_name
  -Wl,--export=hash_case_run)

# The page's core: what its door (apps/web/core) reaches and nothing else. Each function of the door names
# itself as an export.
file(GLOB door CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/apps/web/core/*.c)
add_executable(pantin_web ${door})
target_link_libraries(pantin_web PRIVATE pantin_flags pantin)
pantin_reactor(pantin_web)
target_link_options(pantin_web PRIVATE -Wl,--gc-sections -Wl,--stack-first -Wl,-z,stack-size=1048576)

if(NODE)
  add_test(NAME wasm.imports_nothing COMMAND ${NODE} ${CMAKE_SOURCE_DIR}/tools/check_imports.mjs
    $<TARGET_FILE:pantin_core> $<TARGET_FILE:pantin_hash> $<TARGET_FILE:pantin_web>)
  add_test(NAME wasm.imports_can_fail COMMAND ${NODE} ${CMAKE_SOURCE_DIR}/tools/check_imports.mjs --self-test)
  add_test(NAME wasm.hash COMMAND ${NODE} ${CMAKE_SOURCE_DIR}/tests/hash/run.mjs
    $<TARGET_FILE:pantin_hash> --golden ${CMAKE_SOURCE_DIR}/tests/hash/golden.txt)
endif()
