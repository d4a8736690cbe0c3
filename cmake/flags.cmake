# The flags that make the same bytes everywhere, and the warnings.
#
# -ffp-contract=off (and on x86 -mno-fma): a fused multiply-add rounds once instead of twice, and gcc 12
# fuses complex products even when told not to contract. No -march: what a distribution ships is what we test.
# -fno-tree-slp-vectorize: gcc 12 takes two neighbors through float and back to double as if float held them
# whole (docs/decisions/0005); only files that never round to float are spared it (cmake/sources.cmake).
add_library(pantin_flags INTERFACE)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()
set(CMAKE_C_STANDARD 17)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_C_FLAGS_RELEASE "-O3 -DNDEBUG")
set(CMAKE_C_FLAGS_DEBUG "-O1 -g")
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
target_compile_options(pantin_flags INTERFACE -ffp-contract=off -fno-math-errno -Wall -Wextra
  -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Wstrict-prototypes -Wmissing-prototypes)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64|i.86" AND NOT CMAKE_C_COMPILER_TARGET MATCHES "wasm32")
  target_compile_options(pantin_flags INTERFACE -mno-fma)
endif()
if(CMAKE_C_COMPILER_ID STREQUAL "GNU")
  target_compile_options(pantin_flags INTERFACE -Wno-psabi -fno-tree-slp-vectorize)
  if(PANTIN_SANITIZE OR PANTIN_COVERAGE)
    # gcc's warnings from the middle of the compiler see the instrumentation and cry wolf; the release
    # build, whose code is what was written, keeps them all.
    target_compile_options(pantin_flags INTERFACE -Wno-stringop-overread -Wno-stringop-overflow
      -Wno-array-bounds -Wno-maybe-uninitialized)
  endif()
endif()
if(PANTIN_WERROR)
  target_compile_options(pantin_flags INTERFACE -Werror)
endif()
if(CMAKE_BUILD_TYPE STREQUAL "Debug")
  target_compile_definitions(pantin_flags INTERFACE PANTIN_ASSERTS)
endif()
if(PANTIN_SANITIZE)
  target_compile_options(pantin_flags INTERFACE -fsanitize=${PANTIN_SANITIZE} -fno-sanitize-recover=all
    -fno-omit-frame-pointer)
  target_link_options(pantin_flags INTERFACE -fsanitize=${PANTIN_SANITIZE})
endif()
if(PANTIN_COVERAGE)
  target_compile_options(pantin_flags INTERFACE --coverage)
  target_link_options(pantin_flags INTERFACE --coverage)
endif()
