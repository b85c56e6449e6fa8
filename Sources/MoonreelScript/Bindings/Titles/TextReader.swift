// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia
import MoonreelModel

/// Reads what `mr.text` is given.
struct TextReader {
  let host: ScriptHost
  /// Takes pictures as fills; `nil`: there are none.
  var pictures: PictureFills?

  static let styleNames = [
    "font", "size", "weight", "slant", "stretch", "variations", "features", "letter_spacing",
    "rise", "fill", "background", "underline", "strikethrough", "language",
  ]
  static let blockNames = [
    "width", "height", "align", "vertical_align", "wrap", "ellipsis", "max_lines", "line_spacing",
    "fit", "min_size", "direction",
  ]
  static let names =
    ["text", "markup", "spans", "stroke", "shadow", "glow", "box"] + styleNames + blockNames

  /// The title that the options of `call` describe; `more` options are for somebody else.
  func description(_ call: Call, more: [String] = []) throws -> TextDescription {
    let options = try call[0].options(Self.names + more, owner: call.name)
    let content = try content(options)
    var description = try look(options)
    (description.content, description.block) = (content, try block(options))
    return description
  }

  /// What ``look(_:)`` reads.
  static let lookNames = styleNames + ["stroke", "shadow", "glow", "box"]

  /// Style, lines, shadows and plate, without letters.
  func look(_ options: Options) throws -> TextDescription {
    var description = TextDescription("", style: try style(options))
    description.strokes =
      try options["stroke"].ifGiven { try $0.oneOrMore { try $0.stroke(.outside).start } } ?? []
    description.shadows = try Argument.shadows(options).start
    description.backdrop = try options["box"].ifGiven { try backdrop($0) }
    return description
  }

  private func content(_ options: Options) throws -> TextDescription.Content {
    let (name, argument) = try options.one(of: ["text", "markup", "spans"])
    switch name {
    case "text": return .spans([TextSpan(try checked(argument))])
    case "markup": return .markup(try checked(argument))
    default:
      let rule = "a list of strings and of tables { \"text\", size = … }"
      return .spans(try argument.list(rule).map { try span($0) })
    }
  }

  private func span(_ argument: Argument) throws -> TextSpan {
    if case .string = argument.value { return TextSpan(try checked(argument)) }
    let options = try argument.options(Self.styleNames, owner: argument.label, items: 1)
    return TextSpan(try checked(try options.item(1, "text")), style: try style(options))
  }

  /// A text; what is no UTF-8 has been replaced by then.
  private func checked(_ argument: Argument) throws -> String {
    let text = try argument.string()
    if text.unicodeScalars.contains("\u{FFFD}") {
      host.warnings.warn(
        "\(argument.label) has bytes that are not UTF-8; they are shown as \u{FFFD}. Save the text as "
          + "UTF-8.")
    }
    return text
  }

  // MARK: Styles

  private func style(_ options: Options) throws -> TextStyle {
    var style = TextStyle()
    try setFont(&style, options)
    try options["size"].ifGiven { style.size = try $0.real(1...TextStyle.largestSize) }
    try options["weight"].ifGiven { style.weight = try weight($0) }
    try options["slant"].ifGiven { style.slant = try $0.choice() }
    try options["stretch"].ifGiven { style.stretch = try $0.choice() }
    try options["variations"].ifGiven { style.variations = try settings($0, "wght") }
    try options["features"].ifGiven { style.features = try settings($0, "liga") }
    try options["letter_spacing"].ifGiven { style.letterSpacing = try $0.real(-10_000...10_000) }
    try options["rise"].ifGiven { style.rise = try $0.real(-4096...4096) }
    try options["fill"].ifGiven { style.fill = try pictures?.stencil($0) ?? $0.paint() }
    try options["background"].ifGiven { style.background = try $0.color() }
    try options["underline"].ifGiven { style.underline = try underline($0) }
    try options["strikethrough"].ifGiven { style.isStruckThrough = try $0.boolean() }
    try options["language"].ifGiven { style.language = try language($0) }
    return style
  }

  private static let fileEndings = [".ttf", ".otf", ".ttc", ".otc", ".woff", ".woff2"]

  /// Families with words of style, or the path of a font file.
  private func setFont(_ style: inout TextStyle, _ options: Options) throws {
    try options["font"].ifGiven { argument in
      let name = try argument.string()
      guard Self.fileEndings.contains(where: name.lowercased().hasSuffix) else {
        style.font = name
        return
      }
      style.fontFile = try argument.naming { try host.fontFile(name) }
    }
  }

  private func weight(_ argument: Argument) throws -> Int {
    guard case .string = argument.value else { return try argument.integer(100...1000) }
    let names = ["thin", "light", "regular", "medium", "semibold", "bold", "black"]
    let weights = [100, 300, 400, 500, 600, 700, 900]
    let name = try argument.choice(among: names)
    return zip(names, weights).first { $0.0 == name }?.1 ?? 400
  }

  private func underline(_ argument: Argument) throws -> TextStyle.Underline {
    if case .boolean(let isOn) = argument.value { return isOn ? .single : .none }
    return try argument.choice()
  }

  private func language(_ argument: Argument) throws -> String {
    let tag = try argument.string()
    let isTag = tag.utf8.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
    }
    guard isTag, (2...35).contains(tag.utf8.count) else {
      throw argument.expected("a language tag such as 'en', 'sr' or 'zh-Hant'")
    }
    return tag
  }

  /// `{ wght = 650 }` as `wght=650`; a tag has four letters.
  private func settings(_ argument: Argument, _ example: String) throws -> String {
    let rule = "a table of tags with numbers, such as { \(example) = 1 }"
    guard case .table(let view) = argument.value, view.count == 0 else {
      throw argument.expected(rule)
    }
    return try view.keys().names.sorted().map { tag in
      guard tag.utf8.count == 4, tag.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) })
      else { throw argument.expected(rule + "; '\(tag)' is no tag of four letters") }
      let value = Argument(
        state: argument.state, value: try view.field(tag), label: "'\(tag)' in \(argument.label)")
      if case .boolean(let isOn) = value.value { return "\(tag)=\(isOn ? 1 : 0)" }
      return "\(tag)=\(Argument.text(try value.real(-1e5...1e5)))"
    }.joined(separator: ",")
  }

  // MARK: Blocks

  private func block(_ options: Options) throws -> TextBlock {
    var block = TextBlock()
    try options["width"].ifGiven { block.width = try side($0) }
    try options["height"].ifGiven { block.height = try side($0) }
    try options["align"].ifGiven { block.alignment = try $0.choice() }
    try options["vertical_align"].ifGiven { block.verticalAlignment = try $0.choice() }
    try options["wrap"].ifGiven { block.wrapping = try $0.choice() }
    try options["ellipsis"].ifGiven { block.ellipsis = try $0.choice() }
    try options["max_lines"].ifGiven { block.maximumLines = try $0.integer(1...10_000) }
    try options["line_spacing"].ifGiven { block.lineSpacing = try $0.real(0.1...10) }
    try options["fit"].ifGiven { block.fitting = try $0.choice() }
    try options["min_size"].ifGiven { block.minimumSize = try $0.real(1...TextStyle.largestSize) }
    try options["direction"].ifGiven { block.direction = try $0.choice() }
    try checkCombination(block, options)
    return block
  }

  private func side(_ argument: Argument) throws -> Double { try argument.real(1...16384) }

  private func checkCombination(_ block: TextBlock, _ options: Options) throws {
    if block.ellipsis != .none, block.width == nil {
      throw MoonreelError(.invalidArgument, "'ellipsis' of \(options.owner) needs a 'width'")
    }
    if block.maximumLines != nil, block.ellipsis == .none {
      throw MoonreelError(
        .invalidArgument,
        "'max_lines' of \(options.owner) needs an 'ellipsis': say what is left out")
    }
    if block.fitting != .none, block.width == nil, block.height == nil {
      throw MoonreelError(
        .invalidArgument, "'fit' of \(options.owner) needs a 'width' or a 'height' to fit into")
    }
    if block.fitting != .none, block.ellipsis != .none {
      throw MoonreelError(
        .invalidArgument, "\(options.owner) takes 'fit' or 'ellipsis', not both")
    }
  }

  /// `{ color =, padding =, radius = }`.
  func backdrop(_ argument: Argument) throws -> Backdrop {
    let options = try argument.options(["color", "padding", "radius"], owner: argument.label)
    var backdrop = Backdrop(paint: .color(Color(0, 0, 0, 0.6)))
    try options["color"].ifGiven { backdrop.paint = try $0.paint() }
    try options["radius"].ifGiven { backdrop.radius = try $0.real(0...4096) }
    try options["padding"].ifGiven { padding in
      guard case .table = padding.value else {
        let all = try padding.real(0...4096)
        (backdrop.paddingX, backdrop.paddingY) = (all, all)
        return
      }
      let rule = "pixels, or { across, down }"
      let parts = try padding.items(rule).map { try $0.real(0...4096) }
      guard parts.count == 2 else { throw padding.expected(rule) }
      (backdrop.paddingX, backdrop.paddingY) = (parts[0], parts[1])
    }
    return backdrop
  }
}

extension ScriptHost {
  /// The real path of a font file, which passes the gate.
  func fontFile(_ path: String) throws -> String {
    let real = try gate.resolve(try locate(path))
    try RegularFile.require(real, named: path)
    return real
  }
}
