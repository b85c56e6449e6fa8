// SPDX-License-Identifier: MIT

import Glibc

/// Work on a thread that is made after the sandbox was closed.
enum Threads {
  private final class Work {
    let body: () -> Int32
    var result: Int32 = -1
    init(_ body: @escaping () -> Int32) { self.body = body }
  }

  /// What `body` gives on another thread.
  static func result(of body: @escaping () -> Int32) -> Int32 {
    let work = Work(body)
    var thread = pthread_t()
    let error = pthread_create(
      &thread, nil,
      { opaque in
        let work = Unmanaged<Work>.fromOpaque(opaque!).takeUnretainedValue()
        work.result = work.body()
        return nil
      }, Unmanaged.passUnretained(work).toOpaque())
    guard error == 0 else { return error }
    pthread_join(thread, nil)
    return work.result
  }
}
