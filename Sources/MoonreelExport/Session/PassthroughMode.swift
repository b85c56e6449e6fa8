// SPDX-License-Identifier: MIT

/// Whether packets may be copied instead of decoded and encoded again.
public enum PassthroughMode: String, Hashable, Sendable, CaseIterable {
  /// Everything is rendered; the default.
  case never
  /// Copies where the timeline allows an exact copy, else renders with the settings given.
  case automatic
  /// Copies, or fails with the first obstacle and its time.
  case required
}
