// SPDX-License-Identifier: MIT

/// A kind of file that can be written.
public enum Container: String, Hashable, Sendable, CaseIterable {
  /// MPEG-4 (`.mp4`, `.m4v`).
  case mp4
  /// QuickTime (`.mov`).
  case mov
  /// Matroska (`.mkv`); times are rounded to milliseconds.
  case mkv
  /// WebM (`.webm`); times are rounded to milliseconds.
  case webm
  /// MPEG-2 transport stream (`.ts`, `.m2ts`); times in units of 1/90,000 s, counted from 1.4 s on.
  case ts
  /// MPEG-2 program stream (`.mpg`); times in units of 1/90,000 s, counted from 1 s on.
  case mpg
  /// Material Exchange Format (`.mxf`), OP1a.
  case mxf
  /// Audio Video Interleave (`.avi`).
  case avi
  /// A stream for players that load it piece by piece (`.m3u8`, `.mpd`): a folder of CMAF segments with a playlist for HTTP
  /// Live Streaming and a manifest for DASH.
  case cmaf
  /// Animated GIF; times are rounded to 1/100 s, that of the end as well.
  case gif
  /// Animated PNG.
  case apng
  /// AV1 pictures (AVIF): one, or several as an animation.
  case avif
  /// One PNG picture, or a numbered sequence (`frame_%04d.png`), or a folder of them.
  case png
  /// One JPEG picture, or a numbered sequence (`frame_%04d.jpg`).
  case jpeg
  /// One WebP picture, or a numbered sequence.
  case webp
  /// One TIFF picture, or a numbered sequence.
  case tiff
  /// One OpenEXR picture, or a numbered sequence.
  case exr
  /// RIFF WAVE sound; RF64 beyond 4 GiB.
  case wav
  /// Native FLAC sound.
  case flac
  /// MPEG-4 sound alone (`.m4a`).
  case m4a
  /// MP3 sound.
  case mp3
  /// Opus in Ogg (`.opus`).
  case opus
  /// Ogg (`.ogg`, `.oga`) with Opus or FLAC.
  case ogg

  /// The container that files ending in `pathExtension` have (without the dot, any case), or `nil`.
  public init?(pathExtension: String) {
    let name = pathExtension.lowercased()
    guard let found = Container.allCases.first(where: { $0.pathExtensions.contains(name) }) else {
      return nil
    }
    self = found
  }

  /// The commonest ending with its dot, as sentences name the kind: `.mp4`.
  public var ending: String { "." + pathExtensions[0] }

  /// The usual endings, the first the commonest.
  public var pathExtensions: [String] { traits.pathExtensions }

  /// Whether every picture is a file of its own.
  public var holdsOnePicture: Bool { traits.muxer == nil }

  /// Whether it is a folder of segments with a playlist, in several renditions.
  public var isStream: Bool { traits.isStream }

  /// Whether a still can be written as such a file.
  public var holdsStills: Bool { traits.holdsStills || holdsOnePicture }

  /// Whether it has a place for timed metadata.
  public var holdsTimedMetadata: Bool { traits.timedMetadata != nil }

  /// The endings of all kinds that `isMeant` says, for sentences: `.mp4, .mov or .ts`.
  public static func endings(of isMeant: (Container) -> Bool) -> String {
    let endings = allCases.filter(isMeant).map(\.ending)
    guard let last = endings.last, endings.count > 1 else { return endings.first ?? "" }
    return endings.dropLast().joined(separator: ", ") + " or " + last
  }

  /// Whether packets of other files are copied into files of this kind: not where they would have to be cut
  /// anew, or where times do not begin at zero.
  public var takesCopies: Bool { traits.takesCopies }

  /// Whether it has a place for the tag `key` (libav's general names).
  func holdsTag(_ key: String) -> Bool {
    switch traits.tags {
    case .none: false
    case .all: true
    case .only(let keys): keys.contains(key)
    }
  }
}
