// tidy.h — put before every source by tools/check_tidy: what clang's analyzer cannot see from one file,
// that the functions which tell of a failure always answer false.
// SPDX-License-Identifier: MIT
#include "base/memory.h"
#define pantin_fail(...) (pantin_fail(__VA_ARGS__), false)
#define memory_fail(...) (memory_fail(__VA_ARGS__), false)
