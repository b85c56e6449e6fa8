// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import MoonreelCore

/// Decodes the frames of one track, at any time and in any order, each exactly as a player that runs
/// through the file from its beginning would show it.
///
/// A jump costs at most the frames from the sync point before the wanted one, and what the decoder
/// holds back for reordering; frames wanted one after the other are decoded once. Frames that are passed
/// over are not decoded where no other leans on them, so damage in them goes unnoticed.
///
/// `@unchecked Sendable`: it may be handed from thread to thread; one thread at a time may use it.
public final class VideoReader: @unchecked Sendable {
  /// The track being read.
  public let track: AssetTrack
  /// How many frames came out of the decoder since the reader was opened.
  public internal(set) var decodedFrameCount = 0

  let index: StreamIndex
  let cursor: PacketCursor
  let decoder: VideoDecoder
  let maker: FrameMaker
  let warnings: WarningLog?
  var cache = FrameCache()
  var damage = DamageRecord()
  var dropping: FrameDropping
  /// The slot of the frame that came out of the decoder last; `nil` where decoding must start anew.
  var lastOutput: Int?
  /// The sync point at which the decoder began last.
  var runStart = 0
  /// Whether key frames of this stream were found not to be whole at once (intra refresh): jumps then
  /// begin one key frame earlier.
  var hasGradualKeyFrames = false
  let deinterlacer: Deinterlacer
  /// The frame that was deinterlaced last, and its slot.
  var lastDeinterlaced: (slot: Int, frame: VideoFrame)?
  /// Whether the decoder was told that the stream ends.
  var isDraining = false

  /// Opens the track's file through `gate`, with a decoder of at most `threadCount` threads.
  ///
  /// - Throws: `MoonreelError`: `accessDenied`, `fileAccess` or `unsupportedFormat`.
  public init(
    track: AssetTrack, gate: FileGate, threadCount: Int = 2, warnings: WarningLog? = nil
  ) throws {
    guard let video = track.video else {
      throw MoonreelError(
        .invalidArgument, "Cannot read pictures of '\(track.path)': the track has none.")
    }
    let (format, index) = try FormatContext.openForReading(track, gate: gate)
    let stream = format.stream(track.streamIndex)
    guard !index.slots.isEmpty else {
      throw MoonreelError(
        .decodingFailed,
        "Cannot read pictures of '\(track.path)' (\(track.codecName)): none of its packets holds one."
      )
    }
    self.track = track
    dropping = FrameDropping(track)
    self.warnings = warnings
    self.index = index
    decoder = try VideoDecoder(
      stream: stream, path: track.path, threadCount: threadCount, pixelLimit: gate.pixelLimit)
    deinterlacer = Deinterlacer(threadCount: threadCount)
    maker = FrameMaker(
      track: video, isComputerPicture: StillCodecs.contains(stream, format.formatName),
      override: video.isColorOverridden ? video.color : nil)
    cursor = PacketCursor(format: format, index: index, stream: track.streamIndex)
  }

  /// The frame on screen at `time` of the asset's clock: the last whose time is at most `time` plus
  /// half a unit of the stream's time base; before the first frame the first, after the last the last.
  ///
  /// - Parameter next: the later time that will be asked for after this one, where it is known: frames
  ///   between need not be decoded. A wrong one costs time and changes no frame.
  /// - Throws: `MoonreelError` (`decodingFailed`) naming file, time and stage.
  public func frame(at time: Time, next: Time? = nil) throws -> VideoFrame {
    if let brokenAt = index.brokenAt, time + index.halfUnit >= brokenAt,
      track.timeRange.end > brokenAt,
      !isStill
    {
      try reportBreak(at: time, brokenAt)
    }
    let slot = max(0, index.slot(at: time))
    let nextSlot = next.map { index.slot(at: $0) } ?? slot
    dropping.unwanted = slot + 1..<max(slot + 1, nextSlot)
    return try delivered(slot: slot)
  }

  /// The last frame that begins strictly before `time`, as reverse playback needs it; the first frame
  /// where none does.
  ///
  /// - Throws: `MoonreelError` (`decodingFailed`) naming file, time and stage.
  public func frame(before time: Time) throws -> VideoFrame {
    // Who walks backwards asks for the frames on the way next.
    let isAllowed = dropping.isAllowed
    dropping.isAllowed = false
    defer { dropping.isAllowed = isAllowed }
    return try delivered(slot: max(0, index.slot(before: time)))
  }

  private var isStill: Bool { track.video?.isStillImage ?? false }

  /// The frame of `slot`; where that packet gives none (or a damaged one that may be concealed), the
  /// last good one before it, or the first good one.
  func frame(inSlot slot: Int) throws -> VideoFrame {
    var candidate = slot
    while candidate >= 0 {
      if let found = try wholeFrame(candidate, wanted: slot) { return found }
      candidate -= 1
    }
    candidate = slot + 1
    while candidate < index.slots.count {
      if let found = try wholeFrame(candidate, wanted: slot) { return found }
      candidate += 1
    }
    throw failure(slot: slot, code: damage.firstCode ?? MR_INVALID_DATA)
  }

  /// The frame of `candidate`, which stands in for `wanted`; `nil` where it is missing, or damaged and
  /// to be concealed.
  private func wholeFrame(_ candidate: Int, wanted: Int) throws -> VideoFrame? {
    let ordinal = index.slots[candidate].ordinal
    // What is known to be bad is not decoded again: the frame that stands in stays in the cache.
    if !damage.isMissing(ordinal), damageCode(ordinal) == nil,
      let frame = try cache.frame(candidate) ?? decode(candidate), damageCode(ordinal) == nil
    {
      cache.touch(candidate)
      return frame
    }
    return try concealed(ordinal, slot: wanted, isOwn: candidate == wanted)
  }

  /// Notes that a frame has to be concealed, or throws where that is not allowed.
  private func concealed(_ ordinal: Int, slot: Int, isOwn: Bool) throws -> VideoFrame? {
    guard let code = damageCode(ordinal) else { return nil }
    guard track.damagePolicy == .conceal else { throw failure(slot: slot, code: code) }
    if isOwn { warnOfConcealment() }
    return nil
  }
}
