// SPDX-License-Identifier: MIT
//
// The last words of a process that a library, or the lack of memory, threads or files, ends.
#pragma once

#include <stdint.h>

/// What a process may lack.
enum { MR_LACKS_NOTHING, MR_LACKS_MEMORY, MR_LACKS_THREADS, MR_LACKS_FILES };

/// Notes the partial file (or folder) at `path`, which a dying process takes with it; the first 32 of up to
/// 4,095 bytes each.
void mr_crash_keep(const char *path);
/// Forgets it.
void mr_crash_forget(const char *path);

/// From now on a fatal signal removes the partial files, says one sentence on standard error and ends the
/// process: with `limit_code` where memory, threads or files are lacking, else with `fault_code`. Where the
/// environment has SWIFT_BACKTRACE, signals that tell of a fault go on to the handlers before. Other signals that would end
/// the process (timers, limits on its time) still do, without a word, and remove the partial files, too.
void mr_crash_listen(int32_t limit_code, int32_t fault_code);

/// Ends the process as a fatal signal would that comes of the lack of `what`.
_Noreturn void mr_crash_end(int32_t what);

/// Notes that the system refused a thread.
void mr_crash_note_thread(void);
