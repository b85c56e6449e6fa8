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
  /// What the files of stills and animations say of their colours; `nil` for video.
  let stills: StillColors?
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
  /// Tells packets that need not be sent when they are to be dropped.
  let unreferenced: UnreferencedPackets?
  /// Frames that are kept on a walk backwards may be at 1 / so much of the size.
  private(set) var shrink = 1
  /// How many bytes of frames are kept for who walks backwards.
  package var backwardsLimit: Int {
    get { cache.byteLimit }
    set { cache.byteLimit = newValue }
  }
  /// The slot that was asked for last.
  private var lastWish: Int?
  /// The packets that are being decoded, and the one that is done with the packet sent last.
  var inWork: [Int] = []
  /// Whether the decoder was told that the stream ends.
  var isDraining = false
  /// The first slot of which nothing is known yet in this run, and those that may have been dropped.
  var firstUnseen = 0
  var dropped: Set<Int> = []
  /// The frame that came out last before the wanted one: it stands in where that is missing.
  var passed: (slot: Int, native: NativeFrame)?
  /// How often a missing frame was looked for from further back.
  var lookedBack = 0
  /// Which frame stands in for which missing one.
  var standIns: [Int: Int] = [:]
  /// What the file holds; `nil` where the pictures come from more than one file, or from none of this machine.
  let content: FileContent?
  private let cancellation: CancellationFlag
  var isCancelled: Bool { cancellation.isCancelled }

  /// Opens the track's file through `gate`, with a decoder of at most `threadCount` threads.
  ///
  /// - Throws: `MoonreelError`: `accessDenied`, `fileAccess` or `unsupportedFormat`, the latter also where the machine
  ///   or the build of libav lacks the decoder that the track asks for.
  public init(
    track: AssetTrack, gate: FileGate, threadCount: Int = 2, warnings: WarningLog? = nil
  ) throws {
    guard let video = track.video else {
      throw MoonreelError(
        .invalidArgument, "Cannot read pictures of '\(track.path)': the track has none.")
    }
    let (format, index) = try FormatContext.openForReading(track, gate: gate)
    let stream = format.stream(track.streamIndex)
    guard !index.slots.isEmpty else { throw Self.emptiness(of: track) }
    self.track = track
    cancellation = gate.cancellation
    content =
      format.isOneFile
      ? format.realPath.flatMap { FileContent(path: $0, cancellation: gate.cancellation) } : nil
    dropping = FrameDropping(track)
    unreferenced = UnreferencedPackets(stream)
    self.warnings = warnings
    self.index = index
    guard video.decoder == nil || format.rawPictures == nil else {
      throw MoonreelError(
        .unsupportedFormat,
        "The pictures of '\(track.path)' (\(track.codecName)) have no choice of decoders: leave 'video_decoder' out."
      )
    }
    decoder = try VideoDecoder(
      stream: stream, path: track.path, name: video.decoder, threadCount: threadCount,
      pixelLimit: gate.pixelLimit, failsAtDamage: track.damagePolicy == .fail)
    deinterlacer = Deinterlacer(threadCount: threadCount)
    stills = StillColors(stream, format)
    maker = FrameMaker(
      track: video, isComputerPicture: StillCodecs.contains(stream, format.formatName),
      override: video.isColorOverridden ? video.color : nil,
      isPremultiplied: format.rawPictures?.isPremultiplied ?? false,
      codec: stream.pointee.codecpar.pointee.codec_id, colors: stills)
    cursor = PacketCursor(format: format, index: index, stream: track.streamIndex)
  }

  /// That `track` has no pictures.
  static func emptiness(of track: AssetTrack) -> MoonreelError {
    MoonreelError(
      .decodingFailed,
      "Cannot read pictures of '\(track.path)' (\(track.codecName)): none of its packets holds one."
    )
  }

  /// The frame on screen at `time` of the asset's clock: the last whose time is at most `time` plus
  /// half a unit of the stream's time base; before the first frame the first, after the last the last.
  ///
  /// - Parameter next: the later time that will be asked for after this one, where it is known: frames
  ///   between need not be decoded. A wrong one costs time and changes no frame.
  /// - Throws: `MoonreelError` (`decodingFailed`) naming file, time and stage.
  public func frame(at time: Time, next: Time? = nil) throws -> VideoFrame {
    try frame(at: time, next: next, shrink: 1)
  }

  /// The same for who does with 1 / `shrink` of the size where that helps: who walks backwards, of whose frames more can be
  /// kept then.
  package func frame(at time: Time, next: Time?, shrink: Int) throws -> VideoFrame {
    self.shrink = shrink
    let isBeyond = try isBeyondBreak(time, shown: time + index.halfUnit)
    let slot = max(0, index.slot(at: time))
    let nextSlot = next.map { index.slot(at: $0) } ?? slot
    dropping.unwanted = slot + 1..<max(slot + 1, nextSlot)
    return told(try delivered(slot: slot), isBeyondBreak: isBeyond)
  }

  /// The last frame that begins strictly before `time`, as reverse playback needs it; the first frame
  /// where none does.
  ///
  /// - Throws: `MoonreelError` (`decodingFailed`) naming file, time and stage.
  public func frame(before time: Time) throws -> VideoFrame {
    try frame(before: time, shrink: 1)
  }

  /// The same for who does with 1 / `shrink` of the size.
  package func frame(before time: Time, shrink: Int) throws -> VideoFrame {
    self.shrink = shrink
    let isBeyond = try isBeyondBreak(time, shown: time - Time(flicks: 1))
    // Who walks backwards asks for the frames on the way next.
    let isAllowed = dropping.isAllowed
    dropping.isAllowed = false
    defer { dropping.isAllowed = isAllowed }
    let frame = try delivered(slot: max(0, index.slot(before: time)))
    return told(frame, isBeyondBreak: isBeyond)
  }

  /// Whether the file is known to be what it was when the reader was opened.
  package var isCurrent: Bool { content?.isCurrent ?? false }

  /// The frame of `slot`; where that packet gives none, the last one before it, or the first after it.
  func frame(inSlot slot: Int) throws -> VideoFrame {
    noteDirection(to: slot)
    if let own = try ownFrame(slot) {
      standIns[slot] = nil
      return own
    }
    if let known = standIns[slot], let frame = try ownFrame(known) { return frame }
    for candidate in Self.candidates(around: slot, count: index.slots.count, standIns) {
      guard let frame = try ownFrame(candidate) else { continue }
      standIns[slot] = candidate
      return frame
    }
    throw failure(slot: slot, code: damage.firstCode ?? MR_INVALID_DATA)
  }

  /// Whoever goes back by more frames than this jumps.
  private static let longestStep = 16

  /// Who walks backwards wants the frames on the way next; who jumps does not.
  private func noteDirection(to slot: Int) {
    defer { lastWish = slot }
    guard let lastWish, slot != lastWish else { return }
    cache.isBackwards = slot < lastWish && lastWish - slot <= Self.longestStep
  }

  /// The slots to try for a missing `slot`: backwards, with what stood in for others on the way at once, then
  /// forwards.
  private static func candidates(
    around slot: Int, count: Int, _ standIns: [Int: Int]
  ) -> some Sequence<Int> {
    var (before, after) = (slot - 1, slot + 1)
    return AnyIterator {
      if before >= 0 {
        let candidate = standIns[before] ?? before
        before = candidate > before ? -1 : candidate - 1
        return candidate
      }
      guard after < count else { return nil }
      defer { after += 1 }
      return after
    }
  }

  /// The frame of `slot` itself; `nil` where it gives none.
  ///
  /// - Throws: `MoonreelError` where it is damaged and may not be concealed.
  private func ownFrame(_ slot: Int) throws -> VideoFrame? {
    let ordinal = index.slots[slot].ordinal
    guard !damage.isMissing(ordinal) else {
      try checkDamage(slot)
      return nil
    }
    let frame = try cache.frame(slot, shrink: shrink) ?? decode(slot)
    try checkDamage(slot)
    if frame != nil { cache.touch(slot) }
    return frame
  }
}
