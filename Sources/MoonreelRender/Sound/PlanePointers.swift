// SPDX-License-Identifier: MIT

/// Planes of one length as C libraries want them: a pointer to each.
enum PlanePointers {
  /// Calls `body` with pointers to the samples of `planes`.
  static func reading<Result>(
    _ planes: [[Float]], _ body: ([UnsafePointer<Float>?]) -> Result
  ) -> Result {
    let count = planes.first?.count ?? 0
    return planes.flatMap { $0 }.withUnsafeBufferPointer { buffer in
      body(planes.indices.map { index in buffer.baseAddress.map { $0 + index * count } })
    }
  }

  /// Planes with those samples that `body` names after it has written at most `frameCount` of them.
  static func writing(
    channelCount: Int, frameCount: Int,
    _ body: ([UnsafeMutablePointer<Float>?]) -> Range<Int>
  ) -> [[Float]] {
    var flat = [Float](repeating: 0, count: frameCount * channelCount)
    let written = flat.withUnsafeMutableBufferPointer { buffer in
      body((0..<channelCount).map { index in buffer.baseAddress.map { $0 + index * frameCount } })
    }
    return (0..<channelCount).map { channel in
      let start = channel * frameCount
      return Array(flat[start + written.lowerBound..<start + written.upperBound])
    }
  }
}
