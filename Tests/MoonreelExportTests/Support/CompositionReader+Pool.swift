// SPDX-License-Identifier: MIT

@testable import MoonreelExport

extension CompositionReader {
  /// The decoders of a reader that has any.
  var pool: ReaderPool {
    guard let pool = frames as? ReaderPool else { preconditionFailure("it draws test cards") }
    return pool
  }
}
