// SPDX-License-Identifier: MIT

import Glibc

/// A line of a script, for the pictures that it makes.
///
/// While somebody wants to know where pictures come from, the place of the script's call is the ``current`` one of the thread,
/// and each picture that is made meanwhile keeps it.
package final class PicturePlace: Sendable {
  /// `"promo.lua:12"`.
  let text: String

  private init(_ text: String) { self.text = text }

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    guard pthread_key_create(&key, nil) == 0 else {
      preconditionFailure("a process has room for one more key of its threads")
    }
    return key
  }()

  /// The place of the call that is under way on this thread; `nil`: nobody wants to know, or there is none.
  static var current: PicturePlace? {
    pthread_getspecific(key).map { Unmanaged.fromOpaque($0).takeUnretainedValue() }
  }

  /// The line of that call, `"promo.lua:12"`.
  package static var currentLine: String? { current?.text }

  /// Runs `body`, the call that a script makes at `text`.
  package static func noting<Result>(_ text: String, _ body: () throws -> Result) rethrows -> Result
  {
    let (outer, place) = (pthread_getspecific(key), PicturePlace(text))
    pthread_setspecific(key, Unmanaged.passUnretained(place).toOpaque())
    defer { pthread_setspecific(key, outer) }
    return try withExtendedLifetime(place) { try body() }
  }
}
