// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import MoonreelCore

/// Counts the samples of every packet by decoding the stream once: the decoder's own count is the only one
/// that holds for codecs whose packets do not say it (WMA, ADPCM, WavPack …).
enum SoundCounter {
  /// What decoding told.
  struct Count {
    /// The number of samples that each packet decodes to, at the stream's rate.
    var samples: [Int64]
    /// How many of the first samples the decoder says are not to be heard.
    var priming = 0
  }

  /// Counts the samples of the first `count` packets of `stream`.
  ///
  /// - Throws: `MoonreelError` where the file cannot be opened again or reading was stopped.
  static func count(_ format: FormatContext, stream: Int, packets count: Int) throws -> Count {
    let source = try format.reopened()
    source.read(only: [stream])
    var result = Count(samples: [Int64](repeating: 0, count: count))
    guard let decoder = try? AudioDecoder(counting: source.stream(stream), path: format.path) else {
      return result
    }
    var last = 0
    func drain() {
      while let (samples, skipped, ordinal) = decoder.receiveCount() {
        if ordinal >= 0 { last = min(ordinal, count - 1) }
        result.samples[last] += Int64(samples)
        result.priming += skipped
      }
    }
    let storage = PacketStorage()
    var ordinal = 0
    while ordinal < count, source.read(into: storage.packet) >= 0 {
      defer { av_packet_unref(storage.packet) }
      guard Int(storage.packet.pointee.stream_index) == stream else { continue }
      _ = decoder.send(storage.packet, ordinal: ordinal)
      ordinal += 1
      drain()
      try source.requireUninterrupted()
    }
    try source.requireUninterrupted()
    _ = decoder.send(nil)
    drain()
    return result
  }
}
