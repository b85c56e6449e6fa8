// SPDX-License-Identifier: MIT

import Glibc

/// The CPU time of the calling thread.
public enum ThreadClock {
  /// Nanoseconds of CPU time, user and system, that this thread has taken since it began.
  public static var nanoseconds: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
