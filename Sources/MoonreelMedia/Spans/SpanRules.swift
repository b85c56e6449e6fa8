// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import MoonreelCore

/// How the pictures of a file are encoded by spans: each by an encoder of its own, all in the same way.
public struct SpanRules: Sendable {
  /// The encoding of the whole film; where spans are kept, its number of threads is fixed.
  public private(set) var encoding: VideoEncoding
  /// Whether what decoders need once stands at the file's front.
  let hasGlobalHeader: Bool
  /// libav's name of the encoder.
  let encoder: String
  /// What decoders need once of a film among whose spans there are packets of files; `nil`: what the encoder says.
  private(set) var description: [UInt8]?
  /// The parameter sets of all such spans, for files that have them with each key frame.
  private(set) var sets: ParameterSets?
  /// How many packets of files are decoded at most before the frame is shown that is due.
  private(set) var reordering: Int64 = 0
  /// Whether spans are kept for later: then a span has to be the same bytes whenever and wherever it is encoded.
  public let isKept: Bool

  /// Threads of an encoder unless others are asked for: the same on every machine, for bytes depend on it.
  static let usualThreadCount = 4
  /// The bytes of coded pictures that are held in memory, as far as they can be estimated.
  private static let mostBytes = Double(64 << 20)

  /// The rules for the pictures of `settings`.
  ///
  /// - Parameter isKept: whether spans are kept for later. Where they are not, the encoder works as it does for any film,
  ///   with as many threads as suit the machine.
  /// - Throws: ``Obstacle`` where they cannot be encoded by spans; `MoonreelError` (`encodingFailed`).
  public init(_ settings: OutputSettings, isKept: Bool = true) throws {
    guard var encoding = settings.video else {
      throw Obstacle(reason: "the film has no pictures")
    }
    if settings.container.holdsOnePicture {
      throw Obstacle(reason: "each picture becomes a file of its own")
    }
    if settings.container.isStream {
      throw Obstacle(reason: "a stream is cut into segments, in several renditions")
    }
    if encoding.codec.traits.buildsOnWholeFilm {
      throw Obstacle(
        reason:
          "\(encoding.codec.rawValue) codes each picture as a change of the one before, to the first of the film"
      )
    }
    if settings.fileLengthLimit != nil {
      throw Obstacle(reason: "'file_length_limit' depends on all that was encoded before")
    }
    try Self.admitRate(encoding)
    let choice = try EncoderChoice(encoding)
    encoder = EncoderTable.label(choice.codec)
    guard HardwareKind(encoder: encoder) == nil else {
      throw Obstacle(
        reason:
          "what the hardware encoder \(encoder) gives depends on its driver")
    }
    self.isKept = isKept
    if isKept { encoding.threadCount = encoding.threadCount ?? Self.usualThreadCount }
    if isKept, encoder == "libx265" {
      // Threads that work on several frames at once make what it gives differ from run to run.
      let given = encoding.options["x265-params"].map { ":" + $0 } ?? ""
      encoding.options["x265-params"] = "frame-threads=1" + given
    }
    self.encoding = encoding
    let name = settings.container.traits.muxer ?? ""
    let flags = av_guess_format(name, nil, nil)?.pointee.flags ?? 0
    hasGlobalHeader = flags & AVFMT_GLOBALHEADER != 0
  }

  /// Why pictures are not encoded by spans.
  public struct Obstacle: Error, Hashable, Sendable {
    /// A clause: "'passes' measures the whole film first".
    public var reason: String

    /// Nothing is encoded by spans because of `reason`.
    package init(reason: String) { self.reason = reason }

    /// The error where spans are required.
    public var refusal: MoonreelError {
      MoonreelError(.invalidArgument, "Cannot export by spans: \(reason). Leave spans out.")
    }

    /// The warning where they are not.
    public var warning: String { "The film is rendered as a whole and not by spans: \(reason)." }
  }

  /// The encoding of the span of `frames` alone.
  func encoding(of frames: Range<Int64>) -> VideoEncoding {
    var own = encoding
    own.schedule = encoding.schedule?.part(frames)
    return own
  }

  /// The rules where packets of files are copied as well.
  ///
  /// - Parameter reordering: how many of those are decoded at most before the frame is shown that is due.
  package func joining(_ company: CopyCompany, reordering: Int64) -> SpanRules {
    var result = self
    result.encoding = company.encoding
    (result.description, result.sets, result.reordering) = (
      company.description, company.sets, reordering
    )
    return result
  }

  /// The most frames that a span may have so that one can be held in memory; at least 1.
  public var mostFrames: Int64 {
    let rate = encoding.frameRate.framesPerSecond.doubleValue
    let bytes = Double(EncoderCatalogue.estimatedBitRate(encoding)) / 8 / max(rate, 1e-6)
    return max(1, Int64(limiting: (Self.mostBytes / max(bytes, 1)).rounded(.down)))
  }

  /// What can change a span's packets besides its pictures: all settings of the encoder, the times of the frames, and the
  /// libraries.
  public func digest(of frames: Range<Int64>) -> Digest {
    let starts = (frames.lowerBound...frames.upperBound).map {
      encoding.start(ofFrame: $0) - encoding.start(ofFrame: frames.lowerBound)
    }
    return DigestWriter(
      "encoded span", encoding, encoder, hasGlobalHeader,
      encoding.schedule == nil ? [Int64(frames.count)] : starts, ProgramIdentity.digest
    ).digest
  }
}

extension SpanRules {
  /// Refuses what steers by bytes that were written before.
  private static func admitRate(_ encoding: VideoEncoding) throws {
    if encoding.passes > 1 { throw Obstacle(reason: "'passes' measures the whole film first") }
    if encoding.bitRate != nil {
      throw Obstacle(
        reason:
          "a bit rate ('video_bit_rate') is reached over the whole film, where a 'quality' is not")
    }
    let steering: Set<String> = [
      "b", "bt", "maxrate", "minrate", "bufsize", "rc_init_occupancy", "nal-hrd", "crf_max",
      "slice-max-size",
    ]
    for (name, value) in encoding.options.sorted(by: { $0.key < $1.key }) {
      if steering.contains(name) {
        throw Obstacle(reason: "the option '\(name)' steers by what was encoded before")
      }
      guard name.hasSuffix("-params") || name == "x264opts" else { continue }
      let inner = value.split(separator: ":").map { String($0.prefix { $0 != "=" }) }
      let found = inner.first {
        $0.hasPrefix("vbv") || $0 == "bitrate" || $0 == "nal-hrd" || $0 == "hrd"
      }
      if let found {
        throw Obstacle(
          reason: "'\(found)' in the option '\(name)' steers by what was encoded before")
      }
      if let found = inner.first(where: { $0 == "deterministic" || $0 == "frame-threads" }) {
        throw Obstacle(reason: "'\(found)' in the option '\(name)' lets two runs differ")
      }
    }
  }
}

extension VideoEncoding: Digestible {
  /// Adds all but the times of the frames, which a span adds itself.
  package func add(to writer: inout DigestWriter) {
    let given = options.sorted { $0.key < $1.key }
    writer.add(
      codec.rawValue, encoder, quality, bitRate, passes, given.map(\.key), given.map(\.value), size)
    writer.add(
      frameRate.framesPerSecond, schedule?.timeBase, format, color, hdr, pixelAspect, threadCount,
      parameterSetNumber)
  }
}

extension FrameSchedule {
  /// The schedule of `frames` alone, in the same units.
  func part(_ frames: Range<Int64>) -> FrameSchedule {
    FrameSchedule(self, part: frames)
  }
}
