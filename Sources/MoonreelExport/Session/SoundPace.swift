// SPDX-License-Identifier: MIT

import MoonreelCore

/// Holds sound back that would run far ahead of the pictures: a muxer keeps it in memory until the
/// pictures of the same time arrive.
final class SoundPace: Sendable {
  private struct State {
    var pictures = Time.zero
    var isFree: Bool
    var isAborted = false
  }

  private let monitor: Monitor<State>
  private let lead = Time(flicks: 2 * Time.flicksPerSecond)

  /// A pace set by pictures, or none where there are no pictures.
  init(isFree: Bool) { monitor = Monitor(State(isFree: isFree)) }

  /// Notes that the pictures before `time` are encoded.
  func picturesReached(_ time: Time) { monitor.update { $0.pictures = max($0.pictures, time) } }

  /// Lets all remaining sound pass: there are no more pictures.
  func release() { monitor.update { $0.isFree = true } }

  /// Lets nothing pass any more.
  func abort() { monitor.update { $0.isAborted = true } }

  /// Waits until sound at `time` may be encoded; `false` where the export stops.
  func wait(for time: Time) -> Bool {
    monitor.wait { state in
      if state.isAborted { return false }
      return state.isFree || time <= state.pictures + lead ? true : nil
    }
  }
}
