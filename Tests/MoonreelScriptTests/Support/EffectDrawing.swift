// SPDX-License-Identifier: MIT

import GoldenPictures
import MoonreelCore
import MoonreelRender
import Testing

@testable import MoonreelScript

/// Draws pictures that scripts make, for the tests of the standard library's effects.
struct EffectDrawing {
  var size = PixelSize(160, 90)

  /// Lua that makes the picture of other times, for effects that look at them.
  var other = "ground:gain(0.7):flip 'horizontal'"

  /// Lua that makes the picture `card`: opaque, with colours, edges and a soft light.
  static let card = """
    local card = mr.image.test_card { size = { width, height }, phase = 0.3 }:over("black")
      :crop { 0, 0, width, height }
    """

  /// Lua that makes the picture `ground`: opaque and smooth, the same at every size.
  static let ground = """
    local ground = mr.image.linear_gradient { from = { 0, 0 }, to = { width, height },
      stops = { "#203060", "#e0a060" } }:crop { 0, 0, width, height }
    """

  /// Lua that makes the picture `sprite`: a coloured disc, half transparent on its left, and nothing else.
  static let sprite = """
    local disc = mr.image.mask { ellipse = { width * 0.3, height * 0.25, width * 0.4, height * 0.5 } }
    local colors = mr.image.linear_gradient { from = { 0, 0 }, to = { width, height },
      stops = { "#ff4020", "#20c0ff" } }
    local sprite = colors:matte(disc):matte(mr.image.linear_gradient { from = { width * 0.3, 0 },
      to = { width * 0.5, 0 }, stops = { "#ffffff80", "white" } })
    """

  /// What the body `draw` (Lua; it knows `mr`, `fx`, `card`, `ground`, `sprite`, `width`,
  /// `height`) returns.
  func frame(
    _ draw: String, at seconds: Double = 1.4, threads: Int = 1, alpha: Bool = true
  ) throws -> FrameBuffer {
    let script = """
      local mr = require "moonreel"
      local fx = require "moonreel.effects"
      local width, height = \(size.width), \(size.height)
      \(Self.card)
      \(Self.ground)
      \(Self.sprite)
      local function draw(request)
        local context = { size = { width, height }, time = request.time, seed = request.seed,
          progress = request.time / 2, frame_index = request.frame_index,
          frame_duration = request.frame_duration, at = function() return \(other) end }
        \(draw)
      end
      local timeline = mr.timeline { fps = 25 }
      local track = timeline:add_track "video"
      track:insert(mr.source.image { mr.image.color "black", size = { width, height } }, { 0, 2 }, 0)
      return mr.export { timeline, video = mr.video_composition { size = { width, height }, fps = 25,
        seed = 5, instructions = { { range = { 0, 2 }, background = "#00000000", sources = { track },
          compositor = draw } } } }
      """
    let target = FrameTarget(
      size: size, format: alpha ? .rgba : .rgb24, color: .srgb,
      background: alpha ? .transparent : .black)
    return try Runs.script(script).frame(at: seconds, on: target, threads: threads)
  }

  /// The samples of a frame of one plane, row by row.
  static func bytes(_ frame: FrameBuffer) -> [UInt8] { frame.bytes }
}

extension EffectDrawing {
  /// The mean colours of 16 by 9 equal parts of a picture whose sides are multiples of these.
  static func means(_ frame: FrameBuffer) -> [Double] {
    let (width, height) = (frame.size.width, frame.size.height)
    var sums = [Double](repeating: 0, count: 16 * 9 * 3)
    for (index, byte) in bytes(frame).enumerated() where index % 4 < 3 {
      let (x, y) = (index / 4 % width, index / 4 / width)
      sums[((y * 9 / height) * 16 + x * 16 / width) * 3 + index % 4] += Double(byte)
    }
    return sums.map { $0 / Double(width / 16 * (height / 9)) }
  }
}
