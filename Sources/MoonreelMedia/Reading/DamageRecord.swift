// SPDX-License-Identifier: MIT

import MoonreelCore

extension DamagePolicy {
  /// How damage is concealed, for the end of a sentence.
  static let advice = "let Moonreel conceal it (on_error = \"conceal\", without --strict-media)"
}

/// What is known of packets that could not be decoded whole, by ordinal.
struct DamageRecord {
  /// The ordinals of trouble, ascending, with libav's code.
  private(set) var faults: [(ordinal: Int, code: Int32)] = []
  private var missing: Set<Int> = []

  /// libav's code for the first fault.
  var firstCode: Int32? { faults.first?.code }

  /// Notes that packet `ordinal` could not be decoded whole.
  mutating func noteFault(_ ordinal: Int, code: Int32) {
    let position = faults.partitioningIndex { $0.ordinal >= ordinal }
    if position < faults.count, faults[position].ordinal == ordinal { return }
    faults.insert((ordinal, code), at: position)
  }

  /// The code of a fault in `range`, if there is one.
  func code(in range: ClosedRange<Int>) -> Int32? {
    let position = faults.partitioningIndex { $0.ordinal >= range.lowerBound }
    guard position < faults.count, range.contains(faults[position].ordinal) else { return nil }
    return faults[position].code
  }

  /// Notes that packet `ordinal` gives no frame.
  mutating func noteMissing(_ ordinal: Int) { missing.insert(ordinal) }

  /// Notes that it does after all.
  mutating func noteFound(_ ordinal: Int) { missing.remove(ordinal) }

  /// Forgets what packets from `ordinal` on give no frame: they are decoded in another way.
  mutating func forgetMissing(from ordinal: Int) { missing = missing.filter { $0 < ordinal } }

  /// Whether packet `ordinal` is known to give no frame.
  func isMissing(_ ordinal: Int) -> Bool { missing.contains(ordinal) }
}
