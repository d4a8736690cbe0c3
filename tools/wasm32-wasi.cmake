# The browser's toolchain: clang-14 and wasi-libc, no emscripten (3.5 MB installed against 842 MB).
#
# CMake 3.25 does not know WASI: the system is "Generic". -nostdlibinc: without it clang looks into the
# host's /usr/include, and a stray <pthread.h> gives glibc's instead of a clear "not found".
# SPDX-License-Identifier: MIT
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_C_COMPILER clang-14)
set(CMAKE_C_COMPILER_TARGET wasm32-wasi)
set(CMAKE_AR llvm-ar-14)
set(CMAKE_RANLIB llvm-ranlib-14)
set(CMAKE_C_FLAGS_INIT "-nostdlibinc -isystem /usr/include/wasm32-wasi -msimd128")
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
