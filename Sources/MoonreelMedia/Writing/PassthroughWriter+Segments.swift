// SPDX-License-Identifier: MIT

import CFFmpeg
import MoonreelCore

extension PassthroughWriter {
  /// Appends what `reader`'s track presents within `range`, to be presented from `time` on.
  ///
  ///     |--A--|   ->   |--A--|--B[range]--|
  ///
  /// Pictures must begin at a key frame. Sound is cut to whole packets: one that begins before the
  /// end is kept and shortened. Where the output can say so (MPEG-4), a segment at the very start
  /// brings the packets that its decoder needs to warm up, marked not to be played.
  ///
  /// - Throws: `MoonreelError`: `encodingFailed` where `range` does not begin at a key frame,
  ///   `decodingFailed`, `fileAccess`.
  public func append(
    _ range: TimeRange, of reader: PacketReader, to index: Int, at time: Time
  ) throws {
    guard !range.isEmpty else { return }
    let isVideo = reader.track.mediaType == .video
    let lead = isVideo ? Time.zero : warmUp(reader, range, at: time)
    let half = try Time(value: 1, timeBase: reader.timeBase).multiplied(by: 1, dividedBy: 2)
    let first = range.start - lead
    try reader.seek(to: isVideo ? range.start + half : first)
    let offset = time - range.start
    var hasBegun = false
    while let packet = try reader.next() {
      guard let shown = packet.presentationTime ?? packet.decodeTime else { continue }
      if isPast(packet, shown, range.end - half) { break }
      if !hasBegun, isVideo {
        try checkStart(packet, shown, range.start, half, reader.track)
      }
      hasBegun = true
      // Pictures that are shown before the first key frame hang on what was cut away.
      let isInside = isVideo ? shown >= range.start - half : shown + packet.duration > first
      guard isInside, shown < range.end - half else { continue }
      try append(packet, to: index, offset: offset, limit: range.end + offset)
    }
  }

  private func checkStart(
    _ packet: EncodedPacket, _ shown: Time, _ start: Time, _ half: Time, _ track: AssetTrack
  ) throws {
    guard packet.isKeyFrame, shown >= start - half, shown <= start + half else {
      throw MoonreelError(
        .encodingFailed,
        "Cannot copy '\(track.path)' from \(start): no key frame begins there (the nearest "
          + "before is at \(shown)). Encode it, or cut at a key frame.")
    }
  }

  /// Whether nothing that is shown before `end` can follow.
  private func isPast(_ packet: EncodedPacket, _ shown: Time, _ end: Time) -> Bool {
    (packet.decodeTime ?? shown) >= end
  }

  /// How much earlier than `range` its first packet should begin.
  private func warmUp(_ reader: PacketReader, _ range: TimeRange, at time: Time) -> Time {
    guard time == .zero, let audio = reader.track.audio else { return .zero }
    let rate = Int64(max(audio.sampleRate, 1))
    let parameters = reader.parameters.parameters.pointee
    // The file's own priming goes along from its start; elsewhere only MPEG-4 can hide what is
    // added.
    let priming = Int64(parameters.initial_padding)
    let added = container.isMPEG4 ? max(Int64(parameters.seek_preroll), 2048, priming) : priming
    if range.start > .zero, !container.isMPEG4 { return .zero }
    let standsAlone =
      parameters.codec_id == AV_CODEC_ID_FLAC
      || av_get_exact_bits_per_sample(parameters.codec_id) > 0
    if standsAlone { return .zero }
    return Time(flicks: Time.flicksPerSecond).multiplied(by: added, dividedBy: rate)
  }
}
