# The house checks (tools/check_*) as tests, each beside its own self-test, in which a planted fault must
# be caught; and pantin_hash, whose numbers are the same with every compiler and in the browser.
# SPDX-License-Identifier: MIT
set(tools ${CMAKE_SOURCE_DIR}/tools)

file(GLOB hash_cases CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tests/hash/*.c)
add_executable(pantin_hash ${hash_cases})
target_include_directories(pantin_hash PRIVATE ${CMAKE_SOURCE_DIR}/src)
target_link_libraries(pantin_hash PRIVATE pantin_flags pantin)
add_test(NAME hash.golden COMMAND pantin_hash --golden ${CMAKE_SOURCE_DIR}/tests/hash/golden.txt)
set_tests_properties(hash.golden PROPERTIES TIMEOUT 240)

# house_check(name arguments…): tools/check_<name> with the arguments, and its self-test.
function(house_check name)
  add_test(NAME house.${name} COMMAND ${tools}/check_${name} ${ARGN})
  add_test(NAME house.${name}_can_fail COMMAND ${tools}/check_${name} --self-test)
  set_tests_properties(house.${name} house.${name}_can_fail PROPERTIES TIMEOUT 120 LABELS house)
endfunction()

# What the sources say is the same in every build; one build folder asks.
if(NOT PANTIN_SANITIZE AND NOT PANTIN_COVERAGE)
  house_check(layers ${CMAKE_SOURCE_DIR})
  house_check(headers ${CMAKE_SOURCE_DIR})
  house_check(sizes ${CMAKE_SOURCE_DIR})
  house_check(fma $<TARGET_FILE:pantin> $<TARGET_FILE:pantin-edge>)
  house_check(symbols $<TARGET_FILE:pantin> $<TARGET_FILE:pantin-edge>)
  # The grammar in the docs is the one in the code; what another command prints is not it.
  if(TARGET pantin-cli)
    add_test(NAME house.docs COMMAND ${tools}/write_docs $<TARGET_FILE:pantin-cli> --check)
    add_test(NAME house.docs_can_fail COMMAND ${tools}/write_docs echo --check)
    set_tests_properties(house.docs house.docs_can_fail PROPERTIES TIMEOUT 120 LABELS house)
    set_tests_properties(house.docs_can_fail PROPERTIES WILL_FAIL TRUE)
  endif()
  # What the command writes of a glTF, judged by others. Without node or gltf-validator: skipped.
  find_program(NODE NAMES node nodejs)
  if(TARGET pantin-cli AND NODE)
    add_test(NAME node.gltf COMMAND ${NODE} ${tools}/check_gltf.mjs $<TARGET_FILE:pantin-cli>
      ${CMAKE_BINARY_DIR}/gltf.run ${CMAKE_SOURCE_DIR}/samples ${PANTIN_SHARED}/data/motion)
    add_test(NAME node.gltf_can_fail COMMAND ${NODE} ${tools}/check_gltf.mjs --self-test
      ${CMAKE_SOURCE_DIR}/samples/walk.glb ${CMAKE_BINARY_DIR}/gltf.self)
    set_tests_properties(node.gltf node.gltf_can_fail
      PROPERTIES TIMEOUT 240 LABELS node SKIP_RETURN_CODE 77)
  endif()
  add_test(NAME house.hashes_can_fail COMMAND ${tools}/check_hashes --self-test)
  add_test(NAME house.count_can_fail COMMAND ${tools}/run_tests --self-test)
  add_test(NAME house.install COMMAND ${tools}/check_install ${CMAKE_BINARY_DIR})
  set_tests_properties(house.hashes_can_fail house.count_can_fail house.install
    PROPERTIES TIMEOUT 120 LABELS house)
endif()
