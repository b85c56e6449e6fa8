// SPDX-License-Identifier: MIT

import MoonreelCore

/// How large frames are drawn while playing, and how long that will take: full size, a half, a third, a quarter.
struct LevelControl: Sendable {
  /// What the size is divided by now.
  private(set) var divisor = 1
  /// What it is divided by at least: nobody looks at more.
  var finest = 1 {
    didSet { if divisor < finest || divisor == oldValue { divisor = finest } }
  }
  private var costs: [Int: [Time]] = [:]
  private var troubles = 0
  private var calm = 0
  /// Frames in time since the last that was not.
  private var smooth = 0
  /// How many frames have to go well before a larger size is tried; doubled whenever that went wrong.
  private var patience = 24
  private var isTrying = false

  static let smallest = 4

  /// How long a frame will take: the middle of the last three, so that one slow frame changes nothing.
  var estimate: Time {
    guard let recent = costs[divisor], !recent.isEmpty else { return .zero }
    return min(recent.sorted()[recent.count / 2], Time(flicks: Time.flicksPerSecond / 2))
  }

  /// A frame took `cost` of the `interval` that it had.
  ///
  /// - Returns: whether the size changes.
  mutating func drew(cost: Time, interval: Time, isLate: Bool) -> Bool {
    costs[divisor] = (costs[divisor] ?? []).suffix(2) + [cost]
    if isLate { return trouble() }
    smooth += 1
    if smooth >= 12 { troubles = 0 }
    guard divisor > finest, cost.flicks * Self.growth(of: divisor) < interval.flicks * 3 / 4 else {
      calm = 0
      return false
    }
    calm += 1
    if calm >= patience { return change(to: divisor - 1, isTrying: true) }
    return false
  }

  /// A frame came late, or was left out because it would.
  ///
  /// - Returns: whether the size changes.
  mutating func trouble() -> Bool {
    (calm, smooth, troubles) = (0, 0, troubles + 1)
    guard troubles >= 2 else { return false }
    guard divisor < Self.smallest else {
      troubles = 0
      return false
    }
    if isTrying { patience = min(384, patience * 2) }
    return change(to: divisor + 1, isTrying: false)
  }

  /// How much longer a frame takes that is one size larger, rounded up.
  private static func growth(of divisor: Int) -> Int64 {
    let (own, larger) = (divisor * divisor, (divisor - 1) * (divisor - 1))
    return Int64((own + larger - 1) / larger)
  }

  private mutating func change(to divisor: Int, isTrying: Bool) -> Bool {
    (self.divisor, self.isTrying) = (divisor, isTrying)
    (troubles, calm) = (0, 0)
    costs[divisor] = nil
    return true
  }
}
