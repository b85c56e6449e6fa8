// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// A picture in a script: a value; each method gives a new one.
final class ImageHandle: Handle {
  override class var typeName: String { "image" }
  override var cost: Int { 128 + frameCost }
  override var description: String { color.map { "color \(Self.text($0))" } ?? "image" }
  override var identity: AnyHashable? { ObjectIdentifier(image) }
  let image: Image
  private let frameCost: Int

  /// A picture that holds `framePixels` pixels of decoded frames that nothing else in the script holds.
  init(_ image: Image, framePixels: Int = 0) {
    self.image = image
    frameCost = FrameCost.bytes(ofPixels: framePixels)
  }

  /// The most steps from a picture to its farthest input.
  static let deepest = 10_000

  /// The colour of a picture that is one colour everywhere.
  var color: Color? {
    if case .color(let color) = image.node { color } else { nil }
  }

  private static func text(_ color: Color) -> String {
    let digits = [color.red, color.green, color.blue, color.alpha].map { part -> String in
      let byte = String(Int(limiting: (min(1, max(0, part)) * 255).rounded()), radix: 16)
      return byte.count == 1 ? "0\(byte)" : byte
    }
    return "#" + (color.alpha == 1 ? digits.dropLast() : digits[...]).joined()
  }

  /// `image` for a script.
  ///
  /// - Throws: `MoonreelError` (`limitExceeded`) when it is too deep.
  static func value(_ image: Image) throws -> LuaValue {
    guard image.depth <= deepest else {
      throw MoonreelError(
        .limitExceeded,
        "the picture is made in more than \(deepest) steps; look for a loop that adds to it")
    }
    return .object(ImageHandle(image))
  }

  static var binding: TypeBinding {
    TypeBinding(ImageHandle.self) { type in
      addComposing(&type)
      addBlending(&type)
      addFilters(&type)
      addGeometry(&type)
      addFitting(&type)
      addTurning(&type)
      addAdjustments(&type)
      addColorFunctions(&type)
      addGrading(&type)
      addToning(&type)
      addKeying(&type)
      type.property("extent") { .some($0.image.extent, LuaValue.rect) }
      type.property("rgba") { handle in
        .some(handle.color) { .list([$0.red, $0.green, $0.blue, $0.alpha].map { .number($0) }) }
      }
    }
  }

  private static func addComposing(_ type: inout TypeBuilder<ImageHandle>) {
    type.method("opacity", ["opacity"]) { handle, call in
      try value(handle.image.opacity(try call[0].float(0...1)))
    }
    type.method("over", ["bottom"]) { handle, call in
      try value(handle.image.over(try call[0].image()))
    }
    type.method("dissolve", ["other", "amount"]) { handle, call in
      try value(handle.image.dissolved(to: try call[0].image(), amount: try call[1].float(0...1)))
    }
  }

  private static func addGeometry(_ type: inout TypeBuilder<ImageHandle>) {
    type.method("transform", ["transform", "sampling?"]) { handle, call in
      let map = try call[0].object(TransformHandle.self)
        .transform(in: handle.image.extent ?? call.state.canvas)
      let sampling = try call[1].ifGiven { try $0.choice(Image.Sampling.self) } ?? .bicubic
      return try value(handle.image.transformed(by: map, sampling: sampling))
    }
    type.method("crop", ["rect"]) { handle, call in
      try value(
        handle.image.cropped(to: try call[0].rect(in: handle.image.extent ?? call.state.canvas)))
    }
    type.method("clamp_to_edges") { handle, _ in try value(handle.image.clampedToEdges()) }
    type.method("blur", ["sigma"]) { handle, call in
      try value(handle.image.gaussianBlurred(sigma: try call[0].real(0...4096)))
    }
  }

  private static func addAdjustments(_ type: inout TypeBuilder<ImageHandle>) {
    type.method("saturation", ["factor"]) { handle, call in
      try value(handle.image.saturation(try call[0].float(0...100)))
    }
    type.method("brightness", ["amount"]) { handle, call in
      try value(handle.image.brightness(try call[0].float(-1...1)))
    }
    type.method("contrast", ["factor"]) { handle, call in
      try value(handle.image.contrast(try call[0].float(0...100)))
    }
    type.method("hue", ["degrees"]) { handle, call in
      try value(handle.image.hue(degrees: try call[0].real()))
    }
    type.method("gamma", ["power"]) { handle, call in
      try value(handle.image.gamma(try call[0].float(0.01...100)))
    }
    type.method("gain", ["factor"]) { handle, call in
      try value(handle.image.colorGain(try call[0].float(0...1000)))
    }
  }

  private static func addColorFunctions(_ type: inout TypeBuilder<ImageHandle>) {
    type.method("color_matrix", ["coefficients"]) { handle, call in
      let rule = "20 numbers: 4 rows of red, green, blue, alpha and offset"
      let numbers = try call[0].items(rule).map { try $0.float() }
      guard numbers.count == 20 else { throw call[0].expected(rule) }
      return try value(handle.image.colorMatrix(Image.ColorMatrix(numbers)))
    }
    type.method("polynomial", ["red", "green?", "blue?"]) { handle, call in
      let red = try call[0].coefficients()
      let green = try call[1].ifGiven { try $0.coefficients() } ?? red
      let blue = try call[2].ifGiven { try $0.coefficients() } ?? red
      return try value(handle.image.colorPolynomial(red: red, green: green, blue: blue))
    }
  }
}

extension Argument {
  /// A picture; a colour stands for itself everywhere.
  func image() throws -> Image {
    if case .object(let handle as ImageHandle) = value { return handle.image }
    if case .string = value { return Image(color: try color()) }
    throw expected("an image")
  }

  /// One to four coefficients, of 1, x, x² and x³; missing ones are 0.
  fileprivate func coefficients() throws -> [Float] {
    let rule = "1 to 4 coefficients, of 1, x, x^2 and x^3"
    let numbers = try items(rule).map { try $0.float() }
    guard (1...4).contains(numbers.count) else { throw expected(rule) }
    return numbers + Array(repeating: 0, count: 4 - numbers.count)
  }
}
