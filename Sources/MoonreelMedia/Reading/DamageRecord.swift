// SPDX-License-Identifier: MIT

/// What is known of packets that could not be decoded whole, by ordinal.
struct DamageRecord {
  /// The first ordinals of trouble, ascending, with libav's code.
  private(set) var faults: [(ordinal: Int, code: Int32)] = []
  private var missing: Set<Int> = []

  /// libav's code for the first fault.
  var firstCode: Int32? { faults.first?.code }

  /// Notes that packet `ordinal` could not be decoded whole.
  mutating func note(_ ordinal: Int, code: Int32) {
    let position = faults.firstIndex { $0.ordinal >= ordinal } ?? faults.count
    if position < faults.count, faults[position].ordinal == ordinal { return }
    faults.insert((ordinal, code), at: position)
  }

  /// The code of a fault in `range`, if there is one.
  func code(in range: ClosedRange<Int>) -> Int32? {
    faults.first { range.contains($0.ordinal) }?.code
  }

  /// Notes that packet `ordinal` gives no frame.
  mutating func noteMissing(_ ordinal: Int) { missing.insert(ordinal) }

  /// Whether packet `ordinal` is known to give no frame.
  func isMissing(_ ordinal: Int) -> Bool { missing.contains(ordinal) }
}
