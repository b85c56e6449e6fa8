// SPDX-License-Identifier: MIT

import CTrial
import Glibc

/// Every system call, tried.
enum AllCalls {
  /// A line for each: its name and the number of the error that came back.
  static var text: String {
    var bytes = [CChar](repeating: 0, count: 1 << 16)
    trial_calls(&bytes, bytes.count)
    return String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
