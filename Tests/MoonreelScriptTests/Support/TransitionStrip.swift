// SPDX-License-Identifier: MIT

import CKernels
import MoonreelCore
import MoonreelModel
import Testing

@testable import MoonreelRender
@testable import MoonreelScript

/// A transition drawn at some steps of its progress, as a compositor would draw it.
struct TransitionStrip {
  /// From what it is drawn: pictures that fill the frame, or such that leave parts of it open.
  enum Pictures: String { case whole, withHoles }

  var frames: [FrameBuffer]
  /// How many programs the drawing compiled.
  var programCount: Int

  /// Draws `name` (`'ends'`: the pictures themselves) made with `options`, a Lua table's text, with the
  /// kernels of one CPU level.
  init(
    _ name: String, options: String = "{}", size: PixelSize = PixelSize(160, 90),
    steps: [Double], pictures: Pictures = .whole, isFloat: Bool = true,
    kernels: UnsafePointer<mr_kernels> = mr_kernels_best()
  ) throws {
    let outcome = Runs.script(
      Self.script(name, options, size, steps, pictures), path: "test.lua"
    ) { $0.instructionLimit = 50_000_000 }
    let result = try #require(outcome.result, "\(outcome.message)")
    let composition = try #require(result.request.videoComposition)
    let instruction = try #require(composition.instruction(at: .zero))
    let target = FrameTarget(
      size: size, format: isFloat ? .floatGBRA : .rgb24, color: .srgb,
      background: isFloat ? .transparent : .black,
      alphaMode: isFloat ? .premultiplied : .straight)
    let renderer = PictureRenderer(threadCount: 2, kernels: kernels)
    frames = try steps.indices.map { index in
      let request = FrameRequest(
        context: composition.context(at: try Time(seconds: Double(index))),
        instruction: instruction, frames: [:])
      return try renderer.render(try composition.image(for: request), to: target)
    }
    programCount = renderer.programCount
  }

  private static func script(
    _ name: String, _ options: String, _ size: PixelSize, _ steps: [Double], _ pictures: Pictures
  ) -> String {
    """
    local mr = require "moonreel"
    local steps = { \(steps.map { "\($0)" }.joined(separator: ", ")) }
    local name, W, H = "\(name)", \(size.width), \(size.height)
    local from = mr.image.test_card { size = { W, H }, phase = 0.2 }
    local to = mr.image.linear_gradient { from = { 0, 0 }, to = { W, H }, stops = { "#102a43", "#f0b429", "#fffbea" } }
    to = mr.image.checker { side = math.max(W / 8, 0.5), colors = { "#ffffff30", "#00000030" } }:over(to):crop { 0, 0, W, H }
    if "\(pictures)" == "withHoles" then
      from, to = from:crop { W / 4, H / 4, W / 2, H / 2 }, to:opacity(0.6)
    end
    local object = name == "'ends'" and function(a, b, progress) return progress <= 0 and a or b end
      or require("moonreel.transitions")[name](\(options))
    local timeline = mr.timeline { fps = 1 }
    timeline:add_track("video"):insert(from, { 0, #steps }, 0)
    return mr.export { timeline, video = mr.video_composition { size = { W, H }, fps = 1, seed = 7,
      instructions = { { range = { 0, #steps }, background = "#00000000",
        compositor = function(request)
          return object(from, to, steps[request.frame_index + 1], request)
        end } } } }
    """
  }

  /// The components of a float frame in order: red, green, blue, alpha of the first pixel, and so on.
  func components(_ index: Int) -> [Float] {
    let frame = frames[index]
    var values: [Float] = []
    values.reserveCapacity(frame.size.width * frame.size.height * 4)
    for y in 0..<frame.size.height {
      for x in 0..<frame.size.width {
        for plane in [2, 0, 1, 3] {
          let row = frame.planes[plane].base + y * frame.planes[plane].strideBytes
          values.append(row.load(fromByteOffset: 4 * x, as: Float.self))
        }
      }
    }
    return values
  }

  /// How far two frames are apart: the mean, and the share of components that changed visibly.
  func difference(_ first: Int, _ second: Int) -> (mean: Float, changed: Float) {
    let steps = zip(components(first), components(second)).map { abs($0 - $1) }
    let changed = steps.count { $0 > 0.05 }
    return (steps.reduce(0, +) / Float(steps.count), Float(changed) / Float(steps.count))
  }

  /// The mean difference from the same frame of a strip of twice the size, reduced by half.
  func difference(_ index: Int, toHalfOf other: TransitionStrip) -> Float {
    let (width, height) = (frames[index].size.width, frames[index].size.height)
    let (small, large) = (components(index), other.components(index))
    var sum: Float = 0
    for y in 0..<height {
      for x in 0..<(width * 4) {
        let place = 2 * y * width * 8 + x / 4 * 8 + x % 4
        let mean =
          (large[place] + large[place + 4] + large[place + width * 8] + large[place + width * 8 + 4])
          / 4
        sum += abs(mean - small[y * width * 4 + x])
      }
    }
    return sum / Float(small.count)
  }
}
