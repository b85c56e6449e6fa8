// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import Testing

@testable import MoonreelMedia

/// Animated WebP, which libav 5.1 does not decode.
struct AnimatedWebPTests {
  private static let encoder = "-c:v libwebp_anim -lossless 1 -pix_fmt bgra -loop 3"

  /// Pictures with a moving block, transparent on the left.
  private static let ghost =
    "-f lavfi -i testsrc2=s=60x34:r=20:d=1.5,format=rgba,geq=r='r(X,Y)':g='g(X,Y)':b='b(X,Y)':a='if(lt(X,20),60+3*X,255)'"

  private func made(_ input: String, _ folder: TemporaryFolder, name: String = "a.webp") throws
    -> String
  {
    let words = input.split(separator: " ").map(String.init)
    try FFmpegCommand.run(
      words + Self.encoder.split(separator: " ").map(String.init) + [name], in: folder.path)
    return folder.file(name)
  }

  /// The pictures that went in, as RGBA bytes.
  private func pictures(_ input: String, bytes: Int) throws -> [[UInt8]] {
    let words = input.split(separator: " ").map(String.init)
    let data = try FFmpegCommand.run(words + ["-f", "rawvideo", "-pix_fmt", "rgba", "-"])
    return stride(from: 0, to: data.count, by: bytes).map { Array(data[$0..<$0 + bytes]) }
  }

  private func rows(_ buffer: FrameBuffer) -> [UInt8] {
    (0..<buffer.size.height).flatMap { y in
      Array(
        UnsafeRawBufferPointer(
          start: buffer.planes[0].base + y * buffer.planes[0].strideBytes,
          count: 4 * buffer.size.width))
    }
  }

  @Test func everyPictureComesBackInAnyOrder() throws {
    let folder = try TemporaryFolder()
    let reader = try VideoReader.open(try made(Self.ghost, folder))
    let wanted = try pictures(Self.ghost, bytes: 60 * 34 * 4)
    #expect(wanted.count == 30)
    for number in [0, 1, 2, 29, 5, 28, 4, 3, 17, 17, 0] {
      let time = try Time(value: Int64(number) * 50, timescale: 1000)
      let frame = try reader.frame(at: time)
      #expect(frame.time <= time)
      let worst = zip(rows(frame.buffer), wanted[number]).map { abs(Int($0) - Int($1)) }.max()
      #expect((worst ?? 255) <= 1, "picture \(number)")
    }
  }

  @Test func itIsDescribedLikeAnyAnimation() throws {
    let folder = try TemporaryFolder()
    let asset = try Asset.load(path: try made(Self.ghost, folder), gate: .unrestricted)
    let track = try #require(asset.video)
    let video = try #require(track.video)
    #expect(asset.formatName == "webp" && track.codecName == "webp")
    #expect(asset.duration == (try Time(seconds: 1.5)))
    #expect(video.codedSize == PixelSize(60, 34) && video.hasAlpha && !video.isStillImage)
    #expect(video.color.matrix == .rgb && video.color.transfer == .srgb)
    #expect((track.estimatedDataRate ?? 0) < 1_000_000)
  }

  @Test func aStillWebPStaysAStill() throws {
    let folder = try TemporaryFolder()
    try FFmpegCommand.make(
      "-f lavfi -i testsrc2=s=32x18 -frames:v 1 -c:v libwebp a.webp", in: folder)
    let asset = try Asset.load(path: folder.file("a.webp"), gate: .unrestricted)
    #expect(asset.video?.video?.isStillImage == true)
  }

  @Test func whatIsCutOffIsMissedWithAWarning() throws {
    let folder = try TemporaryFolder()
    let path = try made(Self.ghost, folder)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    try bytes.prefix(bytes.count / 2).write(to: URL(fileURLWithPath: path))
    let warnings = WarningLog()
    let asset = try Asset.load(path: path, gate: .unrestricted, warnings: warnings)
    #expect(!asset.isTimingPrecise && asset.duration > .zero)
    #expect(asset.duration < (try Time(seconds: 1.5)))
    #expect(warnings.all.first?.message.contains("it breaks off after") == true)
    let reader = try VideoReader(track: try #require(asset.video), gate: .unrestricted)
    _ = try reader.frame(before: asset.duration)
  }

  @Test func withoutAWholePictureItIsAnError() throws {
    let folder = try TemporaryFolder()
    let path = try made(Self.ghost, folder)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    try bytes.prefix(80).write(to: URL(fileURLWithPath: path))
    #expect {
      try Asset.load(path: path, gate: .unrestricted)
    } throws: { error in
      (error as? MoonreelError)?.message.contains("an animated WebP without a whole picture")
        == true
    }
  }

  @Test func theWholePicturesBeforeDamageAreKept() throws {
    let folder = try TemporaryFolder()
    let path = try made(Self.ghost, folder)
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    // The head of a lossless picture halfway through the file loses its signature.
    let mark = try #require(bytes.range(of: Data("VP8L".utf8), in: bytes.count / 2..<bytes.count))
    bytes[mark.upperBound + 4] = 0
    try bytes.write(to: URL(fileURLWithPath: path))
    let warnings = WarningLog()
    let asset = try Asset.load(path: path, gate: .unrestricted, warnings: warnings)
    #expect(warnings.all.first?.message.contains("it is damaged after") == true)
    let reader = try VideoReader(track: try #require(asset.video), gate: .unrestricted)
    let wanted = try pictures(Self.ghost, bytes: 60 * 34 * 4)
    let last = try reader.frame(before: asset.duration)
    #expect(rows(last.buffer).count == wanted[0].count && last.time > .zero)
  }

  @Test func theGateStandsBeforeIt() throws {
    let folder = try TemporaryFolder()
    let path = try made(Self.ghost, folder)
    #expect {
      try Asset.load(path: path, gate: FileGate(folders: ["/usr"]))
    } throws: { error in
      (error as? MoonreelError)?.code == .accessDenied
    }
  }
}
