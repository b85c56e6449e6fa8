// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import MoonreelModel
import MoonreelRender
import Testing

/// Looks in real files, against ffmpeg's own interpolation in tetrahedra.
@Suite struct LUTFileTests {
  private static let name = "media/lut-colour-correct-4.cube"

  private func look(_ path: String) throws -> ColorLUT {
    try CubeFile.parse(try String(contentsOfFile: path, encoding: .utf8), name: path)
  }

  /// Bytes red, green, blue of every pixel.
  private func frame(_ bytes: [UInt8], _ width: Int, _ height: Int) -> FrameBuffer {
    FrameBuffer(format: .rgb24, size: PixelSize(width, height), color: .srgb) { planes in
      for y in 0..<height {
        bytes[3 * width * y..<3 * width * (y + 1)].withUnsafeBytes {
          (planes[0].base + y * planes[0].strideBytes).copyMemory(
            from: $0.baseAddress!, byteCount: 3 * width)
        }
      }
    }
  }

  @Test(.enabled(if: Workspace.hasShared(name), "the real looks of ../shared/media are not here"))
  func codesAreFFmpegs() throws {
    let workspace = try Workspace()
    let (width, height) = (256, 192)
    var state: UInt32 = 7
    let bytes = (0..<3 * width * height).map { _ -> UInt8 in
      state = state &* 1_664_525 &+ 1_013_904_223
      return UInt8(state >> 24)
    }
    try Data(bytes).write(to: URL(fileURLWithPath: workspace.path("in.rgb")))
    let path = Workspace.sharedFolder + "/" + Self.name
    let wanted = [UInt8](
      try Tool.run(
        "ffmpeg",
        ["-v", "error", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", "\(width)x\(height)"]
          + ["-i", workspace.path("in.rgb"), "-vf", "lut3d=file=\(path):interp=tetrahedral"]
          + ["-pix_fmt", "rgb24", "-f", "rawvideo", "-"]))
    let target = FrameTarget(size: PixelSize(width, height), format: .rgb24, color: .srgb)
    let drawn = try PictureRenderer().render(
      Image(frame: frame(bytes, width, height)).lut(try look(path)), to: target)
    var worst = 0
    var changed = 0
    for y in 0..<height {
      for x in 0..<3 * width {
        let found = Int(
          drawn.planes[0].base.load(
            fromByteOffset: y * drawn.planes[0].strideBytes + x, as: UInt8.self))
        worst = max(worst, abs(found - Int(wanted[3 * width * y + x])))
        changed += found == Int(bytes[3 * width * y + x]) ? 0 : 1
      }
    }
    #expect(worst <= 1 && changed > width * height)
  }

  @Test(
    .enabled(
      if: Workspace.hasShared("media/lut-logc-rec709-resolve-shaper.cube"),
      "the real looks of ../shared/media are not here"))
  func resolvesShaperIsRead() throws {
    let look = try look(
      Workspace.sharedFolder + "/media/lut-logc-rec709-resolve-shaper.cube")
    #expect(look.title == "AlexaV3 K1S1 LogC to Video Rec709")
    #expect(look.tables.map(\.shape) == [.curves, .cube] && look.tables.map(\.size) == [16, 4])
    // Log gray of 18 % (0.391) comes out as video gray.
    let drawn = try PictureRenderer().render(
      Image(color: Color(0.391, 0.391, 0.391)).lut(look),
      to: FrameTarget(size: PixelSize(1, 1), format: .rgb24, color: .srgb))
    let gray = drawn.planes[0].base.load(as: UInt8.self)
    #expect((85...110).contains(gray), "\(gray)")
  }
}
