# The page's door linked with the native library: what its bytes in the browser are compared with
# (tests/web/door.test.mjs). The page itself is built by tools/test_page, since it wants npm and wasm.
# SPDX-License-Identifier: MIT
file(GLOB door CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/apps/web/core/*.c)
add_executable(pantin_door ${CMAKE_SOURCE_DIR}/tests/web/door.c ${door})
target_include_directories(pantin_door PRIVATE ${CMAKE_SOURCE_DIR}/apps/web/core)
target_link_libraries(pantin_door PRIVATE pantin_flags pantin-edge)
