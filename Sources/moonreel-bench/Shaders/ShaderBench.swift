// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import MoonreelGLSL
import MoonreelModel
import MoonreelRender

/// `moonreel-bench glsl FILE [--frames N] [--size WxH]`: what a frame of a shader costs one core, between two frames of film
/// (4:2:0, 8 bits) and into one, half way or at half a second. Prints the median of the CPU time in milliseconds, and the
/// time until the first frame is there less one frame.
struct ShaderBench {
  private let path: String
  private let frames: Int
  private let size: PixelSize

  init(_ arguments: ArraySlice<String>) throws {
    let words = try Words(arguments, options: ["--frames", "--size"])
    guard let path = words.words.first else { throw BenchError("which shader?") }
    self.path = path
    frames = words.values["--frames"].flatMap { Int($0) } ?? 7
    let sides = (words.values["--size"] ?? "1920x1080").split(separator: "x").compactMap { Int($0) }
    guard sides.count == 2 else { throw BenchError("--size WIDTHxHEIGHT") }
    size = PixelSize(sides[0], sides[1])
  }

  func run() throws {
    let source = try String(contentsOfFile: path, encoding: .utf8)
    let shader = try GLSLShader(source: source, name: path)
    let kernel = try shader.kernel(opaque: Set(shader.samplers.indices))
    let renderer = PictureRenderer.forgetful(threadCount: 1)
    let clips = [1, 2].map { Pictures.clip(size, seed: $0) }
    let first = try Row.processorTime { try draw(kernel, shader, clips, renderer, 0) }
    var number = 0
    let row = Row(path) {
      number += 1
      try draw(kernel, shader, clips, renderer, number)
    }
    let median = try row.measured(count: frames).median
    let reading = try Row.processorTime {
      _ = try GLSLShader(source: source, name: path).kernel(opaque: Set(shader.samplers.indices))
    }
    print(String(format: "%.2f %.2f", median, max(0, reading + first - median)))
  }

  private func draw(
    _ kernel: PixelKernel, _ shader: GLSLShader, _ clips: [FrameBuffer],
    _ renderer: PictureRenderer, _ number: Int
  ) throws {
    let inputs = shader.samplers.indices.map { Image(frame: clips[$0 % 2]).clampedToEdges() }
    let canvas = Rect(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
    let image = Image.applying(
      kernel, to: inputs, numbers: numbers(shader, 0.5 + Float(number) * 0.003)
    ).cropped(to: canvas)
    _ = try renderer.render(
      image, to: FrameTarget(size: size, format: .yuv420(), color: .bt709))
  }

  private func numbers(_ shader: GLSLShader, _ time: Float) -> [Float] {
    shader.numbers(width: Float(size.width), height: Float(size.height)) { name, _ in
      ["progress", "iTime"].contains(name) ? [time] : nil
    }
  }
}
