// SPDX-License-Identifier: MIT

import MoonreelCore
import Testing

@testable import MoonreelMedia

/// Who walks backwards through a long group of pictures.
struct BackwardsTests {
  private static let count = 120

  /// One group of pictures, in which nothing can be left out.
  private func reader(_ folder: borrowing TemporaryFolder) throws -> VideoReader {
    try FFmpegCommand.make(
      "-f lavfi -i testsrc2=s=320x180:r=25:d=4.8 -c:v libx264 -g 250 -bf 0 -x264-params scenecut=0 a.mp4",
      in: folder)
    return try VideoReader.open(folder.file("a.mp4"))
  }

  private func walk(_ reader: VideoReader, shrink: Int) throws -> [VideoFrame] {
    try reader.index.slots.reversed().map {
      let frame = try reader.frame(at: $0.time, next: nil, shrink: shrink)
      #expect(reader.cache.byteCount <= reader.backwardsLimit + 4 * frame.buffer.byteCount)
      return frame
    }
  }

  /// A quarter of the frames fits at full size, all at half the size.
  @Test(arguments: [(1, 5.0), (2, 2.1)])
  func groupIsDecodedOnceWhereItsFramesFit(shrink: Int, most: Double) throws {
    let folder = try TemporaryFolder()
    let reader = try reader(folder)
    let size = try reader.frame(at: .zero).buffer.byteCount
    reader.backwardsLimit = size * Self.count / 4
    let before = reader.decodedFrameCount
    let frames = try walk(reader, shrink: shrink)
    #expect(frames.map(\.time) == reader.index.slots.reversed().map(\.time))
    #expect(Double(reader.decodedFrameCount - before) <= most * Double(Self.count))
    // Who wants to see a whole frame again gets it.
    let fresh = try VideoReader.open(folder.file("a.mp4"))
    for slot in [60, 59, 3] {
      let time = reader.index.slots[slot].time
      let whole = try reader.frame(at: time)
      #expect(
        try whole.shrink == 1 && whole.buffer.checksum == fresh.frame(at: time).buffer.checksum)
    }
  }

  @Test func shrunkSamplesAreMeans() throws {
    for (format, scale) in [(PixelFormat.yuv420(), 1), (PixelFormat.yuv420(10), 4)] {
      let whole = FrameBuffer(format: format, size: PixelSize(12, 8), color: .bt709) { planes in
        for plane in planes {
          for y in 0..<plane.size.height {
            for x in 0..<plane.size.width {
              let (row, value) = (
                plane.base + y * plane.strideBytes, (x * 7 + y * 31) % 200 * scale
              )
              if format.bytesPerComponent == 1 {
                row.storeBytes(of: UInt8(value), toByteOffset: x, as: UInt8.self)
              } else {
                row.storeBytes(of: UInt16(value), toByteOffset: 2 * x, as: UInt16.self)
              }
            }
          }
        }
      }
      func value(_ plane: FrameBuffer.Plane, _ x: Int, _ y: Int) -> Int {
        let row = plane.base + y * plane.strideBytes
        return format.bytesPerComponent == 1
          ? Int(row.load(fromByteOffset: x, as: UInt8.self))
          : Int(row.load(fromByteOffset: 2 * x, as: UInt16.self))
      }
      // Three does not divide the chroma's height, four not its width.
      for (asked, got) in [(2, 2), (3, 2), (4, 2)] {
        let (small, divisor) = try #require(whole.shrunk(by: asked))
        #expect(divisor == got && small.size == PixelSize(12 / got, 8 / got))
        for (plane, target) in zip(whole.planes, small.planes) {
          for y in 0..<target.size.height {
            for x in 0..<target.size.width {
              let places = (0..<got * got).map { (x * got + $0 % got, y * got + $0 / got) }
              let sum = places.reduce(0) { $0 + value(plane, $1.0, $1.1) }
              #expect(value(target, x, y) == (sum + got * got / 2) / (got * got))
            }
          }
        }
      }
      #expect(whole.shrunk(by: 1) == nil)
    }
  }
}
