// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel
import MoonreelRender

/// What a frame of a film shows, as far as it could be copied.
enum ShownFrame: Hashable, Sendable {
  /// Frame `slot` of the track number `source`, to the bit.
  case file(source: Int, slot: Int)
  /// What has to be drawn, and why: a clause.
  case drawn(String)

  /// What nobody has looked at.
  static let unknown = ShownFrame.drawn("the picture is drawn")
}

/// Which frames of which files stand in the pictures of a film that is composed without pixels.
final class FrameOrigins: Sendable {
  private struct State {
    var tracks: [AssetTrack] = []
    var numbers: [ReaderUse.Key: Int] = [:]
    var places: [Digest: (source: Int, slot: Int)] = [:]
  }

  private let state = Locked(State())

  /// The tracks, in the order of their numbers.
  var tracks: [AssetTrack] { state.withLock { $0.tracks } }

  /// Notes that the frame with `digest` is frame `slot` of `track`. Of files with the same bytes the first one stands for
  /// all.
  func note(_ digest: Digest, _ track: AssetTrack, _ key: ReaderUse.Key, slot: Int) {
    state.withLock { state in
      guard state.places[digest] == nil else { return }
      let number = state.numbers[key] ?? state.tracks.count
      if number == state.tracks.count {
        state.tracks.append(track)
        state.numbers[key] = number
      }
      state.places[digest] = (number, slot)
    }
  }

  /// What `image`, drawn to `target`, shows.
  func shown(_ image: Image, on target: FrameTarget) -> ShownFrame {
    switch target.untouched(image) {
    case .changed(let why): return .drawn(why)
    case .frame(let frame):
      let place = state.withLock { $0.places[frame.digest] }
      return place.map { .file(source: $0.source, slot: $0.slot) } ?? .unknown
    }
  }
}
