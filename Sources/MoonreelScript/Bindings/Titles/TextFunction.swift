// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel
import MoonreelText

/// `mr.text` and `mr.measure_text`.
struct TextFunction {
  /// The host lives longer: it owns Lua, and Lua holds the function.
  unowned let host: ScriptHost

  /// A title as a picture.
  func make(_ call: Call) throws -> LuaValue {
    let pictures = PictureFills()
    let drawing = try drawing(call, pictures)
    return try ImageHandle.value(drawing.image(filledWith: pictures.all))
  }

  /// How large a title is.
  func measure(_ call: Call) throws -> LuaValue {
    let drawing = try drawing(call, PictureFills())
    return .record([
      ("width", .number(drawing.box.size.width)), ("height", .number(drawing.box.size.height)),
      ("box", .rect(drawing.box)), ("ink", .some(drawing.ink, LuaValue.rect)),
      ("baseline", .number(drawing.baseline)), ("lines", .integer(Int64(drawing.lineCount))),
      ("factor", .number(drawing.fittingFactor)), ("ellipsized", .boolean(drawing.isEllipsized)),
      ("missing", .list(drawing.missingCharacters.map { .string(String($0)) })),
    ])
  }

  /// Where the letters, words or lines of a title lie.
  func units(_ call: Call) throws -> LuaValue {
    let unit = try call[1].ifGiven { try $0.choice(TextAnimator.Unit.self) } ?? .character
    return .list(
      try drawing(call, PictureFills()).parts(unit).map { part in
        .record([
          ("text", .string(part.text)), ("box", .rect(part.box)),
          ("baseline", .number(part.baseline)), ("line", .count(part.line + 1)),
        ])
      })
  }

  static let sourceNames = ["animators", "duration"]

  /// A title whose letters move.
  func source(_ call: Call) throws -> LuaValue {
    let drawing = try drawing(call, nil, more: Self.sourceNames)
    let options = try call[0].options(
      TextReader.names + Self.sourceNames, owner: call.name)
    let rule = "a list of animators, { from = { opacity = 0 } } or { to = … }"
    let duration = try options["duration"].ifGiven { argument in
      let time = try argument.duration(nil)
      guard time > .zero else { throw argument.expected("a duration above 0") }
      return time
    }
    let animators = try options.required("animators", rule).list(rule)
      .map { try $0.textAnimator(lasting: duration) }
    return .object(
      SourceHandle(try AnimatedText(drawing, animators: animators, duration: duration)))
  }

  private func drawing(_ call: Call, _ pictures: PictureFills?, more: [String] = []) throws
    -> TextDrawing
  {
    let reader = TextReader(host: host, pictures: pictures)
    let description = try reader.description(call, more: more)
    let drawing: TextDrawing
    do {
      drawing = try TextDrawing.of(description)
    } catch let error as MoonreelError {
      throw MoonreelError(error.code, "bad text of \(call.name): \(error.description)")
    }
    warn(drawing, at: call.place)
    return drawing
  }

  /// Warns of fonts and letters that are missing.
  func warn(_ drawing: TextDrawing, at place: String) {
    for family in drawing.missingFonts {
      host.warnings.warn(
        "\(place): the font '\(family)' is not installed; another is used. Install it, or name a font "
          + "file beside the script.")
    }
    let missing = drawing.missingCharacters
    guard !missing.isEmpty else { return }
    let shown = missing.prefix(8).map { scalar in
      let digits = String(scalar.value, radix: 16, uppercase: true)
      return "U+\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits) '\(scalar)'"
    }.joined(separator: ", ")
    let more = missing.count > 8 ? " and \(missing.count - 8) more" : ""
    host.warnings.warn(
      "\(place): no installed font has \(shown)\(more); boxes are drawn. Install a font that has "
        + "them, or name a font file beside the script.")
  }
}
