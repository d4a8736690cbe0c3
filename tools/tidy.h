// tidy.h — put before every source by tools/check_tidy: what clang's analyzer cannot see from one file,
// that pantin_fail always answers false.
// SPDX-License-Identifier: MIT
#include "pantin/base.h"
#define pantin_fail(...) (pantin_fail(__VA_ARGS__), false)
