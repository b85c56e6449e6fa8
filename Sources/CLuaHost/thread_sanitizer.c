// SPDX-License-Identifier: MIT

// Lua as Debian builds it raises errors by glibc's checked longjmp, which the thread sanitizer does not know:
// it keeps the frames that an error leaves, and ends the process once some ten thousand are on its stack.
// Here the checked longjmp is the plain one, which it knows. Nothing of this is in ordinary builds.
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)

#include <setjmp.h>

_Noreturn void __longjmp_chk(jmp_buf place, int value);

_Noreturn void __longjmp_chk(jmp_buf place, int value) { longjmp(place, value); }

#endif
#endif
