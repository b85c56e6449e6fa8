// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import MoonreelCore

/// A piece of a live stream, taken apart into its packets.
///
/// `@unchecked Sendable`: it is used by one thread at a time.
package final class LivePiece: @unchecked Sendable {
  /// What pictures a stream has.
  package struct PictureShape: Hashable, Sendable {
    package var size: PixelSize
    package var format: PixelFormat
    package var rate: FrameRate
  }

  /// What sound a stream has.
  package struct SoundShape: Hashable, Sendable {
    package var sampleRate: Int
    package var channelCount: Int
  }

  /// One of its streams.
  struct Track {
    let stream: UnsafeMutablePointer<AVStream>
    var packets: [PacketStorage] = []
  }

  /// Owns the streams of the tracks.
  private let format: FormatContext
  private(set) var pictures: Track?
  private(set) var sound: Track?
  /// How large it is.
  package let byteCount: Int
  /// Whether it does not go on from the piece before: its times are others, or its coding is.
  package internal(set) var begins: Bool

  /// The piece in `bytes`, of the stream that messages call `name`.
  ///
  /// - Throws: `MoonreelError` where it cannot be read, or holds neither pictures nor sound.
  init(_ bytes: [UInt8], name: String, gate: FileGate, begins: Bool) throws {
    format = try FormatContext(piece: bytes, name: name, gate: gate)
    (byteCount, self.begins) = (bytes.count, begins)
    let streams = (0..<format.streamCount).map(format.stream)
    pictures = streams.first(where: Self.hasPictures).map { Track(stream: $0) }
    sound = streams.first(where: Self.hasSound).map { Track(stream: $0) }
    guard pictures != nil || sound != nil else {
      throw MoonreelError(
        .unsupportedFormat, "Cannot use the stream '\(name)': it has neither pictures nor sound.")
    }
    while case let storage = PacketStorage(), format.read(into: storage.packet) >= 0 {
      let index = storage.packet.pointee.stream_index
      if index == pictures?.stream.pointee.index { pictures?.packets.append(storage) }
      if index == sound?.stream.pointee.index { sound?.packets.append(storage) }
    }
    try format.requireUninterrupted()
  }

  private static func hasPictures(_ stream: UnsafeMutablePointer<AVStream>) -> Bool {
    let parameters = stream.pointee.codecpar.pointee
    return parameters.codec_type == AVMEDIA_TYPE_VIDEO && parameters.width > 0
      && stream.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC == 0
  }

  private static func hasSound(_ stream: UnsafeMutablePointer<AVStream>) -> Bool {
    let parameters = stream.pointee.codecpar.pointee
    return parameters.codec_type == AVMEDIA_TYPE_AUDIO && parameters.sample_rate > 0
  }

  /// How many pictures it holds.
  package var pictureCount: Int { pictures?.packets.count ?? 0 }

  /// What its pictures are like; `nil` where it has none.
  package var pictureShape: PictureShape? {
    guard let stream = pictures?.stream.pointee else { return nil }
    let parameters = stream.codecpar.pointee
    let rates = [stream.avg_frame_rate, stream.r_frame_rate].compactMap { rate in
      try? FrameRate(Int64(rate.num), Int64(max(rate.den, 0)))
    }
    guard let rate = try? rates.first ?? FrameRate(25) else { return nil }
    let pixels = AVPixelFormat(rawValue: parameters.format)
    return PictureShape(
      size: PixelSize(Int(parameters.width), Int(parameters.height)),
      format: PixelFormat.nearestNative(to: pixels) ?? .yuv420(), rate: rate)
  }

  /// What its sound is like, brought to two channels where it has more; `nil` where it has none.
  package var soundShape: SoundShape? {
    guard let parameters = sound?.stream.pointee.codecpar.pointee else { return nil }
    return SoundShape(
      sampleRate: Int(parameters.sample_rate),
      channelCount: min(2, max(1, Int(parameters.ch_layout.nb_channels))))
  }
}
