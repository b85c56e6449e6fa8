// SPDX-License-Identifier: MIT

import MoonreelCore

extension XMLTree {
  /// The outermost element of the document in `bytes`. Nothing outside of it is opened.
  ///
  /// - Parameter name: the file, for messages.
  /// - Throws: `MoonreelError` (`unsupportedFormat`) with one sentence that says what is wrong.
  static func read(_ bytes: [UInt8], named name: String) throws -> XMLTree {
    do {
      return try read(bytes)
    } catch let error as MoonreelError {
      throw MoonreelError(.unsupportedFormat, "Cannot read '\(name)': \(error.message).")
    }
  }
}
