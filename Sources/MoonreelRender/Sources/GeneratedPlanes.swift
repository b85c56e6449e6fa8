// SPDX-License-Identifier: MIT

import MoonreelCore

/// Planes of samples filled by a kernel and cut to a source's length.
enum GeneratedPlanes {
  /// A plane of `count` samples that `fill` writes completely.
  static func plane(_ count: Int, _ fill: (UnsafeMutablePointer<Float>) -> Void) -> [Float] {
    [Float](unsafeUninitializedCapacity: count) { buffer, initialized in
      if let base = buffer.baseAddress, count > 0 { fill(base) }
      initialized = count
    }
  }

  /// The planes as a block that begins at sample `start`; silent before sample 0 and after `duration`.
  static func buffer(
    _ planes: [[Float]], from start: Int64, sampleRate: Int, _ duration: Time?
  ) -> SampleBuffer {
    let count = planes[0].count
    let end = duration?.value(timescale: Int64(sampleRate)) ?? .max
    let head = Int(min(Int64(count), max(0, -start)))
    let tail = end == .max ? count : Int(min(Int64(count), max(Int64(head), end - start)))
    guard head > 0 || tail < count else {
      return SampleBuffer(sampleRate: sampleRate, channels: planes)
    }
    let cut = planes.map { plane in
      [Float](repeating: 0, count: head) + plane[head..<tail]
        + [Float](repeating: 0, count: count - tail)
    }
    return SampleBuffer(sampleRate: sampleRate, channels: cut)
  }
}
