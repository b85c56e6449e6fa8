// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import MoonreelCore

/// Encodes consecutive frames by themselves: what a film's place, its other frames and earlier spans are plays no part.
///
/// For example:
///
///     let encoder = try SpanEncoder(rules, frames: 50..<100)
///     for index in Int64(0)..<50 { try encoder.append(picture, at: index) }
///     let span = try encoder.finish()
///
/// `@unchecked Sendable`: it is handed from thread to thread; one at a time may use it.
public final class SpanEncoder: @unchecked Sendable {
  /// Done once, before the first of those encoders that read memory before they write to it. It costs: all memory of an
  /// encoder is touched in small pages.
  private static let zeroMemory: Void = mr_zero_memory()

  /// How many frames the span has.
  public let frameCount: Int64
  private let encoder: VideoEncoder
  private var packets: [SpanPacket] = []
  private var next: Int64 = 0

  /// Opens an encoder for the frames `frames` of a film.
  ///
  /// - Throws: `MoonreelError` (`encodingFailed`).
  public init(_ rules: SpanRules, frames: Range<Int64>) throws {
    if rules.isKept, rules.encoder == "libx264" || rules.encoder == "libx265" { Self.zeroMemory }
    encoder = try VideoEncoder(
      rules.encoding(of: frames), globalHeader: rules.hasGlobalHeader)
    frameCount = Int64(frames.count)
  }

  /// Encodes the picture of frame `index`, counted from the span's first; as ``MediaWriter/append(_:at:)``.
  ///
  /// - Throws: `MoonreelError`: `invalidArgument` for a frame out of order or of another size, `encodingFailed`.
  public func append(_ frame: FrameBuffer, at index: Int64) throws {
    guard index == next, index < frameCount else {
      throw MoonreelError(
        .invalidArgument, "Cannot encode frame \(index) of a span: frame \(next) is next.")
    }
    let ready = try FramePreparation.prepare(frame, for: encoder.encoding)
    try encoder.encode(ready, index: index) { try take($0) }
    next += 1
  }

  /// The whole span. The encoder is of no use afterwards.
  ///
  /// - Throws: `MoonreelError` (`encodingFailed`), also where the encoder gave no span.
  public func finish() throws -> EncodedSpan {
    try encoder.finish { try take($0) }
    defer { encoder.close() }
    let context = encoder.context.pointee
    let extradata = UnsafeBufferPointer(
      start: context.extradata, count: Int(context.extradata_size))
    do {
      let span = try EncodedSpan(packets, extradata: Array(extradata))
      if span.frameCount == frameCount { return span }
      throw EncodedSpan.Flaw(
        reason: "of \(frameCount) frames it gave \(span.frameCount) packets")
    } catch let flaw as EncodedSpan.Flaw {
      throw MoonreelError(
        .encodingFailed,
        "Cannot encode by spans with \(encoder.name): \(flaw.reason). Export without 'incremental'."
      )
    }
  }

  private func take(_ packet: UnsafeMutablePointer<AVPacket>) throws {
    let storage = PacketStorage()
    let frame = encoder.encoding.frame(at: packet.pointee.pts)
    av_packet_move_ref(storage.packet, packet)
    packets.append(SpanPacket(storage: storage, frame: frame))
  }
}
