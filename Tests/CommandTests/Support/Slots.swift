// SPDX-License-Identifier: MIT

/// Places for programs that run at the same time. Swift Testing begins all tests at once and a test that waits for a program
/// lets the next one begin its own: without places hundreds would share two cores and all memory.
actor Slots {
  private var free: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(_ count: Int) { free = count }

  /// Waits for a place; who asks first gets the first.
  func take() async {
    if free > 0 {
      free -= 1
    } else {
      await withCheckedContinuation { waiting.append($0) }
    }
  }

  /// Gives a place back.
  func give() {
    if waiting.isEmpty {
      free += 1
    } else {
      waiting.removeFirst().resume()
    }
  }
}
