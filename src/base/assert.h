// assert.h — what only a programmer can get wrong stops at once, where asserts are on.
//
// On in dev, tests and fuzzing (the PANTIN_ASSERTS define); elsewhere the condition is compiled but
// never evaluated. Never for what a file, a user or the machine can cause: that is pantin_fail's.
// A trap and no message: the core has no stdio, and a debugger or sanitizer names the line.
// SPDX-License-Identifier: MIT
#ifndef BASE_ASSERT_H
#define BASE_ASSERT_H

#ifdef PANTIN_ASSERTS
#define PANTIN_ASSERT(condition) ((condition) ? (void)0 : __builtin_trap())
#else
#define PANTIN_ASSERT(condition) ((void)sizeof((condition) ? 1 : 0))
#endif

#endif
