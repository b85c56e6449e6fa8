// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia
import MoonreelModel
import MoonreelVector

/// A file that is drawn, not decoded: an SVG picture, a Lottie animation.
struct DrawnFile {
  let path: String
  /// What `format` of an asset says.
  let format: String
  let source: any Source
  /// The picture, where it stands still.
  let still: Image?

  /// Whether the file at `path` is one, by its ending.
  static func isOne(_ path: String) -> Bool {
    let name = path.lowercased()
    return !name.contains("://") && (pictures + animations).contains { name.hasSuffix($0) }
  }

  private static let pictures = [".svg", ".svgz"]
  private static let animations = [".json", ".lottie"]

  /// Reads the file at `path` through the gate of `host`.
  init(_ path: String, in host: ScriptHost) throws {
    guard !Self.animations.contains(where: { path.lowercased().hasSuffix($0) }) else {
      (self.path, format, still) = (path, "lottie", nil)
      source = try LottieSource(try host.lottieContent(at: path))
      return
    }
    let drawing = try SVGDrawing.of(SVGDescription(try host.svgContent(at: path)))
    (self.path, format) = (path, "svg")
    (source, still) = (SVGSource(drawing), drawing.image)
  }
}

extension ScriptHost {
  /// The longest file that is drawn, or is a picture in one.
  private static let drawnLimit = 32 << 20

  /// The bytes of a file for one that is drawn.
  ///
  /// - Throws: `MoonreelError`: what the gate says, or that there is no such file.
  func drawnFile(_ path: String) throws -> [UInt8] {
    let real = try gate.resolve(path)
    guard
      let bytes = try RegularFile.bytes(
        of: real, named: path, limit: Self.drawnLimit, "a drawing")
    else {
      throw MoonreelError(.fileAccess, "Cannot open '\(path)': there is no such file.")
    }
    return bytes
  }

  /// The SVG file at `path`.
  func svgContent(at path: String) throws -> SVGContent {
    try SVGContent(path: path, pixelLimit: gate.pixelLimit) { try drawnFile($0) }
  }

  /// The Lottie file at `path`; what of it is not drawn is a warning.
  func lottieContent(at path: String) throws -> LottieContent {
    warned(
      try LottieContent(path: path, pixelLimit: gate.pixelLimit) { try drawnFile($0) })
  }

  private func warned(_ content: LottieContent) -> LottieContent {
    if !content.ignored.isEmpty {
      warnings.warn(
        "'\(content.name)' has parts that are not drawn: \(content.ignored.joined(separator: ", "))."
      )
    }
    return content
  }

  /// `mr.source.lottie "anim.json"`, `mr.source.lottie { "anim.json", loop = true }`, or with its `text`.
  func lottie(_ call: Call) throws -> LottieSource {
    let rule = "the path of a Lottie file, or { path, loop = }"
    if case .string(let path) = call[0].value {
      guard !path.isEmpty else { throw call[0].expected(rule) }
      return try LottieSource(try lottieContent(at: try locate(path)))
    }
    let options = try call[0].options(["text", "loop"], owner: call.name, items: 1)
    let isLooping = try options["loop"].ifGiven { try $0.boolean() } ?? false
    let content =
      switch try pathOrText(options) {
      case .path(let path): try lottieContent(at: path)
      case .text(let text, let name):
        warned(try LottieContent(text: text, name: name, pixelLimit: gate.pixelLimit))
      }
    return try LottieSource(content, isLooping: isLooping)
  }

  private enum Given {
    case path(String)
    case text(String, name: String)
  }

  /// The file of `options`, its first item, or the text in its place.
  private func pathOrText(_ options: Options) throws -> Given {
    let (path, text) = (try options.item(1, "path"), try options["text"])
    guard path.isNil != text.isNil else {
      throw MoonreelError(
        .invalidArgument, "\(options.owner) needs the path of a file, or its 'text'; one of them")
    }
    return text.isNil
      ? .path(try locate(try path.string()))
      : .text(try text.string(), name: "the 'text' of \(options.owner)")
  }

  /// `mr.svg "logo.svg"`, `mr.svg { "logo.svg", css = …, color = … }`, `mr.svg { text = "<svg …>" }`.
  func svg(_ call: Call) throws -> Image {
    let rule = "the path of an SVG file, or { path, css =, color = }"
    if case .string(let path) = call[0].value {
      guard !path.isEmpty else { throw call[0].expected(rule) }
      return try drawing(SVGDescription(try svgContent(at: try locate(path))))
    }
    let options = try call[0].options(["text", "css", "color"], owner: call.name, items: 1)
    let content =
      switch try pathOrText(options) {
      case .path(let path): try svgContent(at: path)
      case .text(let text, let name):
        try SVGContent(text: text, name: name, pixelLimit: gate.pixelLimit)
      }
    var description = SVGDescription(content)
    try options["css"].ifGiven { description.style = try $0.string() }
    try options["color"].ifGiven { description.color = try $0.color() }
    return try drawing(description)
  }

  private func drawing(_ description: SVGDescription) throws -> Image {
    try SVGDrawing.of(description).image
  }
}
