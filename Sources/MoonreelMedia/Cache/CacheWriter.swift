// SPDX-License-Identifier: MIT

/// Writes numbers in few bytes: seven bits each (LEB128), series by how their steps change.
struct CacheWriter {
  private(set) var bytes: [UInt8] = []

  /// Appends `value`, small ones in one byte.
  mutating func put(_ value: UInt64) {
    var rest = value
    while rest > 0x7f {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  /// Appends `value`, those near zero in one byte, whatever their sign.
  mutating func put(signed value: Int64) {
    put(UInt64(bitPattern: value << 1 ^ value >> 63))
  }

  /// Appends `text`.
  mutating func put(_ text: String) {
    put(UInt64(text.utf8.count))
    bytes += Array(text.utf8)
  }

  /// Appends whether there is a value, and `write`s it.
  mutating func put<Value>(_ value: Value?, _ write: (inout CacheWriter, Value) -> Void) {
    put(value == nil ? 0 : 1)
    if let value { write(&self, value) }
  }

  /// Appends a series: of evenly spaced numbers only a few bytes, however many they are.
  ///
  /// What is written is how much each step differs from the one before, and how often that is the same.
  mutating func put(series values: some Collection<Int64>) {
    put(UInt64(values.count))
    var (last, step): (Int64, Int64) = (0, 0)
    var run: (change: Int64, count: UInt64)?
    for value in values {
      let next = value &- last
      let change = next &- step
      (last, step) = (value, next)
      if run?.change == change {
        run?.count += 1
      } else {
        if let run { put(run: run) }
        run = (change, 1)
      }
    }
    if let run { put(run: run) }
  }

  /// A change that comes once is its number alone. The two lowest bits say whether a count follows, or a change
  /// that does not fit beside them.
  private mutating func put(run: (change: Int64, count: UInt64)) {
    let folded = UInt64(bitPattern: run.change << 1 ^ run.change >> 63)
    if folded >> 62 != 0 {
      put(SeriesForm.large.rawValue)
      put(folded)
      put(run.count)
    } else if run.count > 1 {
      put(folded << 2 | SeriesForm.run.rawValue)
      put(run.count)
    } else {
      put(folded << 2 | SeriesForm.single.rawValue)
    }
  }
}

/// How one change of a series is written.
enum SeriesForm: UInt64 {
  /// It comes once.
  case single
  /// How often it comes follows.
  case run
  /// It and how often it comes follow.
  case large
}
