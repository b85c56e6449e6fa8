// SPDX-License-Identifier: MIT

import MoonreelCore

/// SplitMix64: the same numbers on every run.
struct Dice: RandomNumberGenerator {
  var state: UInt64
  init(_ seed: UInt64) { state = seed }
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A time within ±100 years, small ones as likely as large ones.
  mutating func time() -> Time {
    let limit = Time.distantFuture.flicks
    let bits = Int64.random(in: 0...61, using: &self)
    let flicks = Int64.random(in: -limit...limit, using: &self) >> bits
    return Time(flicks: flicks)
  }
}

/// The message of the error that `body` throws; `nil` where it throws none.
func refusal(_ body: () throws -> Void) -> String? {
  do {
    try body()
    return nil
  } catch let error as MoonreelError {
    return error.message
  } catch {
    return "\(error)"
  }
}
