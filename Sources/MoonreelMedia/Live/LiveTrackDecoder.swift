// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import MoonreelCore

/// What comes of a live stream at a moment.
package struct LiveMoment {
  /// A picture, or a stretch of sound.
  package enum Content {
    case picture(FrameBuffer)
    /// A plane for each channel.
    case sound([[Float]])
  }

  /// When it begins, by the stream's clock.
  package var stamp: Time
  /// How long it lasts.
  package var duration: Time
  package var content: Content
  /// Whether what came before has another clock, or is missing in between.
  package var begins = false
}

/// One decoder of a live stream, behind which packets wait.
protocol LiveTrackDecoder: AnyObject {
  /// Hands over a packet with its own stamp; `nil` ends the stretch.
  func send(_ packet: UnsafeMutablePointer<AVPacket>?)
  /// What comes out next.
  func receive() -> LiveTrackOutput
}

/// What comes out of a decoder of a live stream.
enum LiveTrackOutput {
  /// Something, with its stamp in the stream's units; `nil`: it goes on from what was before.
  case content(LiveMoment.Content, stamp: Int64?, duration: Time)
  /// Nothing until another packet is sent.
  case needsPacket
  /// Something that cannot be decoded.
  case damaged
  /// Nothing more.
  case end
}

/// Pictures of a live stream.
final class LivePictures: LiveTrackDecoder {
  private let decoder: VideoDecoder
  private let duration: Time
  private var isRefused = false

  /// - Parameter duration: how long each is shown.
  /// - Throws: `MoonreelError` (`unsupportedFormat`) where there is no decoder.
  init(
    _ stream: UnsafeMutablePointer<AVStream>, duration: Time, name: String, pixelLimit: Int
  ) throws {
    self.duration = duration
    decoder = try VideoDecoder(
      stream: stream, path: name, threadCount: 2, pixelLimit: pixelLimit)
  }

  func send(_ packet: UnsafeMutablePointer<AVPacket>?) {
    isRefused = decoder.sendAsStamped(packet) < 0
  }

  func receive() -> LiveTrackOutput {
    defer { isRefused = false }
    if isRefused { return .damaged }
    switch try? decoder.receive() {
    case .frame(let native, let stamp):
      guard let picture = FrameBuffer.live(native) else { return .damaged }
      return .content(
        .picture(picture), stamp: stamp < 0 ? nil : Int64(stamp), duration: duration)
    case .needsPacket: return .needsPacket
    case .end: return .end
    case .failed, nil: return .damaged
    }
  }
}

/// Sound of a live stream, brought to one rate and number of channels.
final class LiveSound: LiveTrackDecoder {
  private let decoder: AudioDecoder
  private let shape: LivePiece.SoundShape
  private var isRefused = false

  /// - Throws: `MoonreelError` (`unsupportedFormat`) where there is no decoder.
  init(_ stream: UnsafeMutablePointer<AVStream>, _ shape: LivePiece.SoundShape, name: String) throws
  {
    self.shape = shape
    decoder = try AudioDecoder(
      stream: stream, path: name, sampleRate: shape.sampleRate,
      layout: shape.channelCount == 1 ? .mono : .stereo)
  }

  func send(_ packet: UnsafeMutablePointer<AVPacket>?) {
    let stamp = packet?.pointee.pts ?? MR_NO_TIME
    isRefused = decoder.send(packet, ordinal: stamp == MR_NO_TIME ? -1 : Int(stamp)) < 0
  }

  func receive() -> LiveTrackOutput {
    defer { isRefused = false }
    if isRefused { return .damaged }
    switch try? decoder.receive() {
    case .samples(let planes, let stamp, _):
      let count = Int64(planes.first?.count ?? 0)
      return .content(
        .sound(planes), stamp: stamp < 0 ? nil : Int64(stamp),
        duration: Time(flicks: Time.flicksPerSecond)
          .multiplied(by: count, dividedBy: Int64(shape.sampleRate)))
    case .needsPacket: return .needsPacket
    case .end: return .end
    case .failed, nil: return .damaged
    }
  }
}
