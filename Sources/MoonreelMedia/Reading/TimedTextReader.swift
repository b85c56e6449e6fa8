// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import MoonreelCore

/// Reads the entries of a subtitle or metadata track.
///
/// `@unchecked Sendable`: it may be handed from thread to thread; one thread at a time may use it.
public final class TimedTextReader: @unchecked Sendable {
  /// The track being read.
  public let track: AssetTrack

  let index: StreamIndex
  let cursor: PacketCursor
  let warnings: WarningLog?
  /// How many entries were left out so far because they are damaged.
  package private(set) var leftOutCount = 0
  /// What a SubStation Alpha script says before its events.
  let front: String
  /// What captions need of that.
  let header: ASSHeader
  private let decoder: SubtitleDecoder?
  /// The keys of boxed metadata.
  private let keys: BoxedMetadata.Keys

  /// Opens the track's file through `gate`.
  ///
  /// - Throws: `MoonreelError`: `accessDenied`, `fileAccess` or `unsupportedFormat`.
  public init(track: AssetTrack, gate: FileGate, warnings: WarningLog? = nil) throws {
    guard track.mediaType == .subtitle || track.mediaType == .metadata else {
      throw MoonreelError(
        .invalidArgument,
        "Cannot read text of '\(track.path)': the track carries "
          + "\(track.mediaType.rawValue).")
    }
    let (format, index) = try FormatContext.openForReading(track, gate: gate)
    (self.track, self.index, self.warnings) = (track, index, warnings)
    let stream = format.stream(track.streamIndex)
    decoder =
      track.mediaType == .subtitle ? try SubtitleDecoder(stream: stream, path: track.path) : nil
    keys =
      TimedMetadataCodec(rawValue: track.codecName) == .boxed
      ? BoxedMetadata.Keys(of: format, trackID: stream.pointee.id) : BoxedMetadata.Keys()
    let parameters = stream.pointee.codecpar.pointee
    let extradata = UnsafeBufferPointer(
      start: UnsafePointer(parameters.extradata), count: Int(max(0, parameters.extradata_size)))
    front = CaptionText.decode(extradata).text
    header = ASSHeader(front)
    cursor = PacketCursor(format: format, index: index, stream: track.streamIndex)
  }

  /// The samples that hold at any time within `range`, in order.
  ///
  /// A sample without a duration of its own holds until the next one begins.
  ///
  /// - Throws: `MoonreelError` (`decodingFailed`) naming file, time and stage.
  public func samples(in range: TimeRange) throws -> [TimedSample] {
    var result: [TimedSample] = []
    for ordinal in index.entries.indices {
      guard let span = span(of: ordinal), span.start < range.end, span.end > range.start else {
        continue
      }
      try cursor.seek(to: ordinal)
      guard let packet = cursor.read() else { break }
      if let sample = try sample(packet, span) { result.append(sample) }
    }
    return result.filter { $0.range.start < range.end && $0.range.end > range.start }
      .sorted { $0.range.start < $1.range.start }
  }

  /// The timed metadata of the track, whose keys and values are known; empty for other data, and where damage makes
  /// groups overlap, the later one holds.
  ///
  /// - Throws: `MoonreelError` (`decodingFailed`) naming file, time and stage.
  public func timedMetadata() throws -> TimedMetadata {
    guard track.holdsMetadataItems else { return TimedMetadata() }
    var groups: [TimedMetadataGroup] = []
    for sample in try samples(in: TimeRange(start: .distantPast, end: .distantFuture)) {
      guard TimedMetadataCodec(rawValue: sample.fields["kind"] ?? "") == nil else { continue }
      if let last = groups.last, last.timeRange.end > sample.range.start {
        groups[groups.count - 1].timeRange = TimeRange(
          start: last.timeRange.start, end: sample.range.start)
      }
      groups.append(TimedMetadataGroup(sample.range, items: sample.fields))
    }
    return try TimedMetadata(groups.filter { $0.timeRange.duration > .zero })
  }

  func span(of ordinal: Int) -> TimeRange? {
    let entry = index.entries[ordinal]
    guard let start = index.time(of: entry.presentation) else { return nil }
    if entry.duration > 0 {
      return TimeRange(start: start, duration: index.duration(of: entry.duration))
    }
    let next =
      ordinal + 1 < index.entries.count ? index.entries[ordinal + 1].presentation : MR_NO_TIME
    let end = index.time(of: next) ?? max(track.timeRange.end, start + Time(wholeSeconds: 1))
    return TimeRange(start: start, end: max(start, end))
  }

  func sample(
    _ packet: UnsafeMutablePointer<AVPacket>, _ span: TimeRange
  ) throws -> TimedSample? {
    guard let decoder else {
      return DataSample.sample(packet, span, codecName: track.codecName, keys: keys)
    }
    switch decoder.decode(packet) {
    case .nothing: return nil
    case .text(let text, let markup, let lead, let length):
      let start = span.start + lead
      let end = length.map { span.start + $0 } ?? max(start, span.end)
      return TimedSample(
        range: TimeRange(start: start, end: max(start, end)), text: text,
        fields: markup.map { ["ass": $0] } ?? ["kind": "bitmap"])
    case .failed(let code):
      let message =
        "Cannot decode the text at \(span.start) of '\(track.path)' (\(track.codecName)): it is "
        + "damaged, or not in UTF-8."
      guard track.damagePolicy == .conceal else {
        throw MoonreelError(.decodingFailed, message, time: span.start, libav: code)
      }
      leftOutCount += 1
      warnings?.warn("Text of '\(track.path)' is damaged and left out.")
      return nil
    }
  }
}
