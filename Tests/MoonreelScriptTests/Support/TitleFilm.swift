// SPDX-License-Identifier: MIT

import GoldenPictures
import MoonreelCore
import MoonreelRender
import Testing

@testable import MoonreelScript

/// A layer with a title on nothing, for the tests of the standard library's titles and templates.
struct TitleFilm {
  /// The composition's size.
  let size: PixelSize
  /// Output pixels per pixel of it.
  let scale: Double
  private let outcome: Runs.Outcome

  /// A film of the layer whose source is the Lua expression `source`; it knows `mr`, `titles` and
  /// `templates`.
  init(
    _ source: String, size: PixelSize = PixelSize(240, 96), duration: Double = 6,
    scale: Double = 1
  ) {
    (self.size, self.scale) = (size, scale)
    outcome = Runs.script(
      """
      local mr = require "moonreel"
      local titles, templates = require "moonreel.titles", require "moonreel.templates"
      local show = mr.composition {
        size = { \(size.width), \(size.height) }, fps = 30, background = "#00000000", seed = 3 }
      show:add { source = \(source), duration = \(duration) }
      return show
      """
    ) { $0.instructionLimit = 50_000_000 }
  }

  private var pixels: PixelSize {
    PixelSize(Int(Double(size.width) * scale), Int(Double(size.height) * scale))
  }

  /// What a script's mistake is, or `""`.
  var message: String { outcome.message }

  /// The samples at `seconds`, red, green and blue multiplied by alpha, and alpha.
  func bytes(at seconds: Double, threads: Int = 1) throws -> [UInt8] {
    var target = FrameTarget(
      size: pixels, format: .rgba, color: .srgb, background: .transparent)
    (target.scale, target.alphaMode) = (scale, .premultiplied)
    return EffectDrawing.bytes(try outcome.frame(at: seconds, on: target, threads: threads))
  }

  /// The frames at `times`, one below the other.
  func golden(at times: [Double]) throws -> GoldenPicture {
    GoldenPicture(
      width: pixels.width, components: 4,
      bytes: try times.flatMap { try bytes(at: $0) })
  }

  /// How much is there at `seconds`: the sum of all alphas.
  func weight(at seconds: Double) throws -> Int {
    let bytes = try bytes(at: seconds)
    return stride(from: 3, to: bytes.count, by: 4).reduce(0) { $0 + Int(bytes[$1]) }
  }

  /// The rectangle of what can be seen at `seconds`, in shares of the frame; `nil`: nothing.
  func ink(at seconds: Double) throws -> Rect? {
    let bytes = try bytes(at: seconds)
    var (left, top, right, bottom) = (Int.max, Int.max, -1, -1)
    for index in stride(from: 3, to: bytes.count, by: 4) where bytes[index] > 8 {
      let (x, y) = (index / 4 % pixels.width, index / 4 / pixels.width)
      (left, top, right, bottom) = (min(left, x), min(top, y), max(right, x), max(bottom, y))
    }
    guard right >= 0 else { return nil }
    let (width, height) = (Double(pixels.width), Double(pixels.height))
    return Rect(
      x: Double(left) / width, y: Double(top) / height, width: Double(right - left + 1) / width,
      height: Double(bottom - top + 1) / height)
  }
}
