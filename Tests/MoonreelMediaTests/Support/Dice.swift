// SPDX-License-Identifier: MIT

/// Numbers that are the same in every run.
struct Dice {
  var state: UInt64 = 16

  mutating func pick(_ texts: [String]) -> String { texts[roll(texts.count)] }

  mutating func roll(_ count: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % count
  }
}
