// SPDX-License-Identifier: MIT

import MoonreelCore

/// Holds sound back that would run far ahead of the pictures: a muxer keeps it in memory until the
/// pictures of the same time arrive.
final class SoundPace: Sendable {
  private struct State {
    var pictures = Time.zero
    var isFree: Bool
    /// How far each source of sound is; none where there is nothing to wait for.
    var sounds: [Int: Time] = [:]
    var isAborted = false
  }

  private let monitor: Monitor<State>
  private let lead = Time(flicks: 2 * Time.flicksPerSecond)

  /// A pace set by pictures, or none where there are no pictures.
  init(isFree: Bool) { monitor = Monitor(State(isFree: isFree)) }

  /// Notes that the pictures before `time` are encoded.
  func picturesReached(_ time: Time) { monitor.update { $0.pictures = max($0.pictures, time) } }

  /// Notes that sound of `source` comes, or has been written up to `time`.
  func soundReached(_ time: Time, of source: Int) {
    monitor.update { $0.sounds[source] = max($0.sounds[source] ?? .zero, time) }
  }

  /// Notes that all sound of `source` was written.
  func soundEnded(of source: Int) { monitor.update { $0.sounds[source] = nil } }

  /// Waits until all sound before `time` was written, so that its packets and those of pictures lie in the file in one order,
  /// however fast either comes; `false` where the export stops.
  func waitForSound(until time: Time) -> Bool {
    monitor.wait { state in
      if state.isAborted { return false }
      return state.sounds.values.allSatisfy { $0 >= time } ? true : nil
    }
  }

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
