// SPDX-License-Identifier: MIT

import GLSLOracle
import MoonreelCore
import MoonreelGLSL
import MoonreelModel
import MoonreelRender
import Testing

/// What shaders draw here, beside what Mesa draws of them.
@Suite(.enabled(if: GLSLOracle.isInstalled, Comment(rawValue: GLSLOracle.absence)))
struct DrawingTests {
  private static let size = PixelSize(OracleTests.size.width, OracleTests.size.height)

  private static func frame(_ picture: GLSLOracle.Picture) -> FrameBuffer {
    FrameBuffer(
      format: .floatGBRA, size: PixelSize(picture.width, picture.height), color: .srgb,
      alphaMode: .premultiplied
    ) { planes in
      for y in 0..<picture.height {
        for x in 0..<picture.width {
          for (plane, part) in [(0, 1), (1, 2), (2, 0), (3, 3)] {
            let byte = picture.bytes[4 * (y * picture.width + x) + part]
            (planes[plane].base + y * planes[plane].strideBytes).storeBytes(
              of: Float(byte) / 255, toByteOffset: 4 * x, as: Float.self)
          }
        }
      }
    }
  }

  /// The numbers of `shader` at a progress or a second.
  private static func numbers(
    _ shader: MoonreelGLSL.GLSLShader, at time: Double, _ size: PixelSize
  ) -> [Float] {
    shader.numbers(width: Float(size.width), height: Float(size.height)) { name, _ in
      switch name {
      case "progress", "iTime": [Float(time)]
      // Mesa is told of 30 frames a second.
      case "iFrame": [Float((time * 30).rounded())]
      default: nil
      }
    }
  }

  /// RGBA, straight, rows from the top.
  static func draw(
    _ shader: MoonreelGLSL.GLSLShader, at time: Double, size: PixelSize = Self.size
  ) throws -> [Float] {
    let kernel = try shader.kernel(opaque: Set(shader.samplers.indices))
    let inputs = shader.samplers.map { name in
      let picture = OracleTests.pictures[name] ?? OracleTests.pictures["any"]!
      return Image(frame: frame(picture)).clampedToEdges()
    }
    let target = FrameTarget(
      size: size, format: .floatGBRA, color: .srgb, background: .transparent,
      alphaMode: .straight)
    let drawn = try PictureRenderer(threadCount: 1).render(
      .applying(kernel, to: inputs, numbers: numbers(shader, at: time, size)), to: target)
    var result: [Float] = []
    for y in 0..<size.height {
      for x in 0..<size.width {
        for plane in [2, 0, 1, 3] {
          let row = drawn.planes[plane].base + y * drawn.planes[plane].strideBytes
          result.append(row.load(fromByteOffset: 4 * x, as: Float.self))
        }
      }
    }
    return result
  }

  /// The share of pixels of which one of the first `parts` components is off by more than 2/255.
  static func shareOff(_ first: [Float], _ second: [Float], parts: Int) -> Double {
    let pixels = stride(from: 0, to: first.count, by: 4)
    let off = pixels.count { start in
      (start..<start + parts).contains {
        abs(min(max(first[$0], 0), 1) - min(max(second[$0], 0), 1)) > 2 / 255 + 1e-4
      }
    }
    return Double(off) / Double(max(1, pixels.underestimatedCount))
  }

  /// What Mesa's answer is no measure of: its arc cosine is off by 1e-4, and the language says nothing of logarithms of
  /// negative numbers.
  private static let unlike = ["moth-wings", "weekdays"]
  private static let good = CoverageTests.good.filter { !$0.isChaotic && !unlike.contains($0.name) }

  @Test("shaders draw what Mesa draws of them", arguments: good)
  func drawsTheSame(_ file: CorpusShader) throws {
    let shader = try MoonreelGLSL.GLSLShader(source: file.source, name: file.name)
    let times: [Double] = file.group == .transitions ? [0.125, 0.5, 0.8125] : [0.5, 3.25]
    let wanted = try OracleTests.draw(file.path, at: times)
    for (time, picture) in zip(times, wanted) {
      // What a picture says of its alpha does not count.
      let share = Self.shareOff(
        try Self.draw(shader, at: time), picture, parts: shader.kind == .transition ? 4 : 3)
      #expect(share <= 0.001, "\(file.name) at \(time): \(share * 100) % of the pixels are off")
    }
  }

  @Test("chaotic shaders are drawn, too", arguments: CoverageTests.good.filter(\.isChaotic))
  func drawsWhatIsChaotic(_ file: CorpusShader) throws {
    let shader = try MoonreelGLSL.GLSLShader(source: file.source, name: file.name)
    let drawn = try Self.draw(shader, at: 0.5)
    #expect(drawn.allSatisfy { $0.isFinite } && Set(drawn).count > 16)
  }

  /// Loops without end are ended, and it takes a table of passes to feed a picture back.
  private static let accepted = ["never-ends", "stuck-counter", "feeds-back"]
  /// Their cost is counted where it arises, not where it is caused.
  private static let elsewhere = ["million-reads", "call-tree"]

  @Test(
    "broken shaders are refused with their line",
    arguments: CorpusShader.all(.bad).filter { !accepted.contains($0.name) })
  func refuses(_ file: CorpusShader) throws {
    let error = #expect(throws: MoonreelError.self) {
      _ = try MoonreelGLSL.GLSLShader(source: file.source, name: "bad.glsl")
    }
    guard let error, let line = file.markedLine, !Self.elsewhere.contains(file.name) else {
      return
    }
    #expect(error.message.hasPrefix("bad.glsl:\(line): "), "\(file.name): \(error.message)")
  }
}
