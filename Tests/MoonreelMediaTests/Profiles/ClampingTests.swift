// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import Testing

@testable import MoonreelMedia

/// A key frame of VP8 says whether its pixels need clamping; libav takes that for their range.
@Suite struct ClampingTests {
  /// Sets the second bit of the first partition, which is coded with even chances: the bits behind it stay.
  private static func unclamped(_ file: [UInt8]) throws -> [UInt8] {
    let code: [UInt8] = [0x9d, 0x01, 0x2a]
    let start = try #require(
      file.indices.dropLast(8).first { Array(file[$0..<$0 + 3]) == code })
    var bytes = file
    try #require(bytes[start + 7] < 0x40)
    bytes[start + 7] += 0x40
    return bytes
  }

  /// dwebp decodes both files to the same pixels.
  @Test(arguments: [
    "webp -pix_fmt yuv420p -quality 80", "webp -pix_fmt yuva420p -quality 80",
    "webm -pix_fmt yuv420p -c:v libvpx",
  ])
  func clampingIsNoRange(kind: String) throws {
    let folder = try TemporaryFolder()
    let ending = String(kind.prefix(4))
    try FFmpegCommand.make(
      "-f lavfi -i testsrc2=s=64x36,format=rgba,colorchannelmixer=aa=0.9 -frames:v 1 "
        + "\(kind.dropFirst(5)) a.\(ending)", in: folder)
    let plain = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.file("a.\(ending)"))))
    let wanted = try ProfileTests.open(plain, "b.\(ending)", in: folder)
    let track = try ProfileTests.open(try Self.unclamped(plain), "c.\(ending)", in: folder)
    #expect(track.video?.color.range == .limited && track.video?.color == wanted.video?.color)
    let (frame, other) = (try ProfileTests.frame(track), try ProfileTests.frame(wanted))
    #expect(frame.color == other.color && frame.checksum == other.checksum)
  }
}
