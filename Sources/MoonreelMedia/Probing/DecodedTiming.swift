// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import MoonreelCore

/// Finds out when frames are shown where packets do not say it (bare H.264, AVI with B-frames, two
/// fields in two packets): the stream is decoded once, and the frames' times are taken from the decoder
/// as a linear player would.
enum DecodedTiming {
  /// Whether files of `codec` have the times of decoding alone, though its pictures are reordered: QuickTime's
  /// Sorenson Video 3 is older than `ctts`.
  static func isNeeded(by codec: AVCodecID) -> Bool { codec == AV_CODEC_ID_SVQ3 }

  /// The slots of stream `stream`, by decoding the file at `path` from a fresh opening.
  static func slots(
    of base: StreamIndex, path: String, _ format: FormatContext, stream: Int
  ) throws -> [StreamIndex.Slot] {
    let ordinals = try decode(format, stream, base) { packet, decoder, ordinal in
      try decoder.send(packet, ordinal: ordinal)
    } frame: { native in
      native.frame.pointee.pts
    }
    let stamps = try decode(format, stream, base) { packet, decoder, _ in
      decoder.sendAsStamped(packet)
    } frame: { native in
      native.frame.pointee.best_effort_timestamp
    }
    return lay(ordinals, stamps, base, interval: interval(of: format.stream(stream), base))
  }

  /// Frames one after the other: by their stamps where they have some that grow, else one interval
  /// after the frame before.
  private static func lay(
    _ ordinals: [Int64], _ stamps: [Int64], _ base: StreamIndex, interval: Time
  ) -> [StreamIndex.Slot] {
    var slots: [StreamIndex.Slot] = []
    let hasJumps = base.entries.contains { $0.shift != 0 }
    for (index, ordinal) in ordinals.enumerated() where ordinal >= 0 {
      // The decoder knows the file's own stamps; where those jump, the packet knows by how much.
      let own = index < stamps.count ? stamps[index] : MR_NO_TIME
      let shift = base.entries[Int(ordinal)].shift
      let stamp = own == MR_NO_TIME ? nil : base.time(of: own + shift)
      let next = slots.last.map { $0.time + interval } ?? .zero
      let time: Time
      // Near a jump the decoder gives frames the stamps of others.
      let last = slots.last?.time ?? Time(flicks: -1)
      let far = hasJumps && !slots.isEmpty ? StampJumps.mostForward : .infinity
      if let stamp, last < stamp || slots.isEmpty, (stamp - last).seconds < far {
        time = stamp
      } else {
        time = next
      }
      slots.append(.init(time: time, ordinal: Int(ordinal)))
    }
    return slots
  }

  private static func interval(of stream: UnsafeMutablePointer<AVStream>, _ base: StreamIndex)
    -> Time
  {
    if let rate = Rational(positive: stream.pointee.avg_frame_rate)
      ?? Rational(positive: stream.pointee.r_frame_rate)
    {
      return Time(flicks: Time.flicksPerSecond)
        .multiplied(by: rate.denominator, dividedBy: rate.numerator)
    }
    let first = base.entries.first { $0.duration > 0 }
    return first.map { base.duration(of: $0.duration) } ?? Time(flicks: Time.flicksPerSecond / 25)
  }

  private static func decode(
    _ format: FormatContext, _ stream: Int, _ base: StreamIndex,
    send: (UnsafeMutablePointer<AVPacket>?, VideoDecoder, Int) throws -> Int32,
    frame: (NativeFrame) -> Int64
  ) throws -> [Int64] {
    let source = try format.reopened()
    source.read(only: [stream])
    let decoder = try VideoDecoder(
      stream: source.stream(stream), path: format.path, threadCount: 1,
      pixelLimit: format.gate.pixelLimit)
    var result: [Int64] = []
    func drain() throws {
      while true {
        switch try decoder.receive() {
        case .frame(let native, _): result.append(frame(native))
        case .needsPacket, .end: return
        case .failed: continue
        }
      }
    }
    let storage = PacketStorage()
    var ordinal = 0
    while ordinal < base.entries.count, source.read(into: storage.packet) >= 0 {
      defer { av_packet_unref(storage.packet) }
      guard Int(storage.packet.pointee.stream_index) == stream else { continue }
      _ = try send(storage.packet, decoder, ordinal)
      ordinal += 1
      try drain()
      try source.requireUninterrupted()
    }
    try source.requireUninterrupted()
    _ = try send(nil, decoder, 0)
    try drain()
    return result
  }
}
