// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia
import MoonreelModel

/// Whether packets of the film's files are copied where its pictures are theirs, and the rest is encoded.
public enum UntouchedCopying: Sendable {
  /// All is encoded.
  case never
  /// They are copied where that goes without saying: nobody has said how good or how large the pictures are to be, the
  /// film is clips that are cut, and what is copied is decoded to prove that it is whole. Where there is nothing to copy,
  /// or something is damaged, the film is encoded and nothing is told. Sound is encoded.
  case unasked
  /// They are copied wherever they can be, with a warning where none can; nothing is decoded for it. So is the sound.
  case asked
}

extension ExportRequest {
  /// What becomes of ``copiesUntouched`` in a film that is written with `settings`: what nobody asked for is done only
  /// where no function of a script has to be called for it, and no encoder could make the pictures any better.
  func copying(_ settings: OutputSettings) -> UntouchedCopying {
    switch copiesUntouched ?? .never {
    case .never: return .never
    case .asked: return .asked
    case .unasked:
      guard let video = settings.video, !saysQuality, additionalOutputs.isEmpty,
        cutsClips(of: video.codec)
      else { return .never }
      return .unasked
    }
  }

  /// How the film is exported by spans if packets are copied as `copying` says; `nil` where it is not. Copies alone need
  /// spans that nobody keeps.
  func spans(_ copying: UntouchedCopying) -> SpanOptions? {
    guard spans == nil, copying != .never else { return spans }
    var options = SpanOptions(cache: nil)
    options.isKept = false
    return options
  }

  /// Whether somebody has said how good, how large or how quickly encoded the pictures are to be.
  private var saysQuality: Bool {
    preset != nil || output.quality != nil || output.videoBitRate != nil || output.passes != nil
      || output.videoEncoder != nil || !output.videoOptions.isEmpty || output.fileLengthLimit != nil
  }

  /// Whether there are clips of `codec` in the film, and the built-in compositor alone draws it, so that no function of a
  /// script has to be called to know what it shows.
  private func cutsClips(of codec: VideoCodec) -> Bool {
    let composition = effectiveComposition
    return composition.compositor == nil && composition.filter == nil
      && composition.instructions.allSatisfy { $0.compositor == nil }
      && timeline.clips.map { $0.contains { $0.codecName == codec.rawValue } } ?? false
  }
}

extension Timeline {
  /// The streams of pictures that it shows at their own speed; `nil` where something else is in it, which draws.
  fileprivate var clips: [AssetTrack]? {
    var clips: [AssetTrack] = []
    for segment in tracks(.video).flatMap(\.segments) {
      switch segment.source {
      case nil: continue
      case .asset(let track)?: if segment.isAtOwnSpeed { clips.append(track) }
      case .timeline(let timeline)?:
        guard let inner = timeline.clips else { return nil }
        clips += inner
      case .composed?, .custom?: return nil
      }
    }
    return clips
  }
}

extension Segment {
  /// Whether it runs as it was taken.
  fileprivate var isAtOwnSpeed: Bool {
    curve == nil && !isReversed && sourceRange.duration == targetRange.duration
  }
}
