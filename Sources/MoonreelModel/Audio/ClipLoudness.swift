// SPDX-License-Identifier: MIT

import MoonreelCore

/// The loudness that a track's sound is brought to, and what it was found to have by itself.
///
/// Copies of a mix share one of these, so a clip is measured once, however often the film is mixed.
public final class ClipLoudness: Sendable {
  /// What the clip is brought to.
  public let target: LoudnessTarget
  private let measured = Locked<[Format: Loudness]>([:])

  private struct Format: Hashable {
    var sampleRate: Int
    var layout: ChannelLayout
  }

  /// A loudness that nobody has measured yet.
  public init(_ target: LoudnessTarget) { self.target = target }

  /// What the clip has by itself when mixed in this format; measured by `measure` when first asked for.
  ///
  /// - Throws: what `measure` throws.
  package func loudness(
    sampleRate: Int, layout: ChannelLayout, measure: () throws -> Loudness
  ) rethrows -> Loudness {
    try measured.withLock { measured in
      let format = Format(sampleRate: sampleRate, layout: layout)
      if let known = measured[format] { return known }
      let loudness = try measure()
      measured[format] = loudness
      return loudness
    }
  }
}

/// The clips of a composition that are brought to a loudness: those that play the same stretches of a file share what is
/// measured.
struct ClipLoudnesses {
  private struct Clip: Hashable {
    var target: LoudnessTarget
    var asset: AssetTrack
    var ranges: [TimeRange]
    var matrix: [[Double]]?
  }

  private var known: [Clip: ClipLoudness] = [:]

  /// The loudness of a layer that plays `segments`, its channels made by `matrix`; `nil` where it asks for none.
  mutating func clip(
    _ target: LoudnessTarget?, playing segments: [Segment], through matrix: [[Double]]?
  ) -> ClipLoudness? {
    guard let target else { return nil }
    guard case .asset(let asset)? = segments.first?.source,
      segments.allSatisfy({ $0.source?.assetTrack == asset })
    else { return ClipLoudness(target) }
    let clip = Clip(
      target: target, asset: asset, ranges: segments.map(\.sourceRange), matrix: matrix)
    if let shared = known[clip] { return shared }
    let fresh = ClipLoudness(target)
    known[clip] = fresh
    return fresh
  }
}

extension SegmentSource {
  fileprivate var assetTrack: AssetTrack? {
    if case .asset(let track) = self { track } else { nil }
  }
}
