// SPDX-License-Identifier: MIT

import MoonreelCore

/// A value at a time, and how the stretch that *ends* here leads to it.
public struct Keyframe<Value: Interpolatable>: Sendable {
  /// How the values between two keys are found.
  public enum Path: String, Hashable, Sendable, CaseIterable {
    /// On the straight line between the two.
    case linear
    /// On a Catmull-Rom curve through the keys, which leaves and enters each key without a bend.
    case catmullRom
  }

  /// On the layer's own clock.
  public var time: Time
  /// The value at that time.
  public var value: Value
  /// How far the stretch that ends here has come for how much of its time.
  public var timing: TimingFunction
  /// Which way the stretch that ends here takes.
  public var path: Path

  /// A key with every property given.
  public init(
    time: Time, value: Value, timing: TimingFunction = .linear, path: Path = .linear
  ) {
    (self.time, self.value, self.timing, self.path) = (time, value, timing, path)
  }
}
