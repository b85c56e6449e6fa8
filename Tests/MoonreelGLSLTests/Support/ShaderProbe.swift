// SPDX-License-Identifier: MIT

import MoonreelModel

@testable import MoonreelGLSL

/// A shader that is run for single pixels.
struct ShaderProbe {
  let shader: GLSLShader
  let kernel: PixelKernel
  var width: Float = 64
  var height: Float = 36
  /// Numbers by name; those that are missing are 0, of uniforms their defaults.
  var numbers: [String: [Float]] = [:]
  /// A premultiplied pixel of an input at a place in its pixels.
  var picture: (_ input: Int, _ x: Float, _ y: Float) -> [Float] = ShaderProbe.gradient

  init(_ source: String, opaque: Set<Int> = [], name: String = "test.glsl") throws {
    shader = try GLSLShader(source: source, name: name)
    kernel = try shader.kernel(opaque: opaque)
  }

  /// Pictures that differ, and change evenly across.
  static func gradient(_ input: Int, _ x: Float, _ y: Float) -> [Float] {
    let (u, v) = (max(0, min(1, x / 64)), max(0, min(1, y / 36)))
    return input % 2 == 0 ? [u, v, 0.25, 1] : [v, 0.5, 1 - u, 1]
  }

  /// The pixel whose centre is at (`x`, `y`), from the upper left corner.
  func pixel(_ x: Float, _ y: Float) -> [Float] {
    var given: [Float] = []
    for part in shader.numberLayout {
      let uniform = shader.uniforms.first { $0.name == part.name }
      let ofContract: [String: [Float]] = [
        "picture.width": [width], "picture.height": [height],
      ]
      given +=
        numbers[part.name] ?? ofContract[part.name] ?? uniform?.defaultComponents
        ?? Array(repeating: 0, count: part.count)
    }
    let point = KernelPoint(kernel, numbers: given, x: x, y: y, picture: picture)
    return point.result
  }

  /// What GLSL's `uv` is at that pixel.
  func uv(_ x: Float, _ y: Float) -> (x: Float, y: Float) { (x / width, (height - y) / height) }
}
