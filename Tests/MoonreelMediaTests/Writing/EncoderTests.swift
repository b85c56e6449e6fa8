// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import Testing

@testable import MoonreelMedia

/// What encoders make of qualities, options, tags and threads.
@Suite("Encoders") struct EncoderTests {
  private let folder = TestFolder()
  private static let size = PixelSize(160, 96)

  @discardableResult private func write(
    _ name: String, _ container: Container, frames: Int = 12, video: VideoEncoding
  ) throws -> OutputSummary {
    let writer = try MediaWriter(
      path: folder.file(name), settings: OutputSettings(container: container, video: video),
      gate: .unrestricted)
    for index in 0..<frames {
      try writer.append(
        TestPictures.frame(index, format: video.format, size: video.size, color: video.color),
        at: Int64(index))
    }
    return try writer.finish()
  }

  private func encoding(_ codec: VideoCodec) throws -> VideoEncoding {
    VideoEncoding(codec: codec, size: Self.size, frameRate: try FrameRate(25))
  }

  @Test("the same pictures give the same bytes", arguments: [VideoCodec.h264, .hevc, .prores422])
  func deterministic(_ codec: VideoCodec) throws {
    var encoding = try encoding(codec)
    encoding.threadCount = 3
    try write("a.mov", .mov, video: encoding)
    try write("b.mov", .mov, video: encoding)
    let (a, b) = (
      try Data(contentsOf: URL(fileURLWithPath: folder.file("a.mov"))),
      try Data(contentsOf: URL(fileURLWithPath: folder.file("b.mov")))
    )
    #expect(a == b)
  }
}
