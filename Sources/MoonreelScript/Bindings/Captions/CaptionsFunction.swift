// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia

/// `mr.captions`: a file's captions, or those that the script lists.
struct CaptionsFunction {
  /// The host lives longer: it owns Lua, and Lua holds the function.
  unowned let host: ScriptHost

  private static let rule =
    "what captions come from: the path of a file, an asset or its subtitle track, or a list of "
    + "captions: { { range = { 0, 2 }, text = \"Hello\" } }"

  func make(_ call: Call) throws -> CaptionsHandle {
    let options = try call[1].options(["language", "title"], owner: call.name)
    let language = try options["language"].ifGiven { try $0.string() }
    var captions = try read(call[0], language)
    try options["title"].ifGiven { captions.title = try $0.string() }
    if let language { captions.language = language }
    return CaptionsHandle(captions)
  }

  /// The captions that `argument` is or names.
  func read(_ argument: Argument, _ language: String? = nil) throws -> Captions {
    switch argument.value {
    case .object(let handle as CaptionsHandle): return handle.captions
    case .string(let path):
      guard !path.isEmpty else { throw argument.expected("the path of a file") }
      return try load(argument) {
        try .load(
          path: try host.locate(path), language: language, gate: host.gate, warnings: host.warnings)
      }
    case .object(let handle as AssetHandle):
      guard let file = handle.file else { throw argument.expected(Self.rule) }
      return try load(argument) {
        try .load(of: file, language: language, gate: host.gate, warnings: host.warnings)
      }
    case .object(let handle as AssetTrackHandle) where handle.track.mediaType == .subtitle:
      return try load(argument) {
        try TimedTextReader(track: handle.track, gate: host.gate, warnings: host.warnings)
          .captions()
      }
    case .table: return Captions(try argument.list(Self.rule).map { try caption($0) })
    default: throw argument.expected(Self.rule)
    }
  }

  private func load(_ argument: Argument, _ body: () throws -> Captions) throws -> Captions {
    try argument.naming(body)
  }

  // MARK: Lists

  static let names = ["range", "text", "spans", "words", "position", "x", "y"]

  private func caption(_ argument: Argument) throws -> Caption {
    let options = try argument.options(Self.names, owner: argument.label)
    let words = try options["words"].ifGiven { try self.words($0) }
    let spans = try self.spans(options, words)
    let given = try options["range"].ifGiven { try $0.range(nil) }
    guard let range = given ?? words.flatMap(Self.range) else {
      throw MoonreelError(
        .invalidArgument, "\(argument.label) needs 'range': { start, stop } in seconds")
    }
    var caption = Caption(timeRange: range, spans: spans, placement: try placement(options))
    if let words { caption.spans = try timed(spans, words, from: range.start, argument) }
    return caption
  }

  private func spans(_ options: Options, _ words: [Word]?) throws -> [CaptionSpan] {
    let text = try options["text"].ifGiven { try $0.string() }
    if let spans = try options["spans"].ifGiven({ argument in
      try argument.list("a list of strings and of tables { text = …, bold = true }")
        .map { try span($0) }
    }) {
      return spans
    }
    guard let text = text ?? words?.map(\.text).joined(separator: " ") else {
      throw MoonreelError(
        .invalidArgument, "\(options.owner) needs one of 'text', 'spans' and 'words'")
    }
    return [CaptionSpan(text)]
  }

  private func span(_ argument: Argument) throws -> CaptionSpan {
    if case .string(let text) = argument.value { return CaptionSpan(text) }
    let names = ["text", "bold", "italic", "underline", "strikethrough", "color"]
    let options = try argument.options(names, owner: argument.label)
    func flag(_ name: String) throws -> Bool {
      try options[name].ifGiven { try $0.boolean() } ?? false
    }
    var style = CaptionStyle()
    (style.isBold, style.isItalic) = (try flag("bold"), try flag("italic"))
    (style.isUnderlined, style.isStruckThrough) = (
      try flag("underline"), try flag("strikethrough")
    )
    style.color = try options["color"].ifGiven { try $0.color() }
    return CaptionSpan(try options.required("text", "the letters").string(), style: style)
  }

  private func placement(_ options: Options) throws -> CaptionPlacement? {
    let gravity = try options["position"].ifGiven { try $0.choice(Gravity.self) }
    func share(_ name: String) throws -> Double? {
      try options[name].ifGiven { argument in
        guard case .share(let share) = try argument.length(), (0...1).contains(share) else {
          throw argument.expected("a share of the frame from \"0%\" to \"100%\"")
        }
        return share
      }
    }
    let (x, y) = (try share("x"), try share("y"))
    guard gravity != nil || x != nil || y != nil else { return nil }
    return CaptionPlacement(gravity: gravity ?? .bottom, x: x, y: y)
  }

  // MARK: Words

  private struct Word {
    var text: String
    var range: TimeRange
  }

  private func words(_ argument: Argument) throws -> [Word] {
    let words = try argument.list("a list of words: { { text = \"Hello\", range = { 0, 0.4 } } }")
      .map { item in
        let options = try item.options(["text", "range"], owner: item.label)
        return Word(
          text: try options.required("text", "the letters").string(),
          range: try options.required("range", "when it is said: { start, stop }").range(nil))
      }
    guard !words.isEmpty else { throw argument.expected("at least one word") }
    return words
  }

  private static func range(_ words: [Word]) -> TimeRange? {
    words.dropFirst().reduce(words.first?.range) { $0?.union($1.range) }
  }

  /// `spans` cut where words begin; the words have to be found in them in order.
  private func timed(
    _ spans: [CaptionSpan], _ words: [Word], from start: Time, _ argument: Argument
  ) throws -> [CaptionSpan] {
    var result: [CaptionSpan] = []
    var waiting = words[...]
    for span in spans {
      var rest = span.text[...]
      while let word = waiting.first, let place = rest.firstRange(of: word.text) {
        if place.lowerBound > rest.startIndex {
          result.append(CaptionSpan(String(rest[..<place.lowerBound]), style: span.style))
        }
        result.append(
          CaptionSpan(word.text, style: span.style, start: word.range.start - start))
        rest = rest[place.upperBound...]
        waiting.removeFirst()
      }
      if !rest.isEmpty { result.append(CaptionSpan(String(rest), style: span.style)) }
    }
    guard let missing = waiting.first else { return result }
    throw MoonreelError(
      .invalidArgument,
      "bad 'words' of \(argument.label): '\(missing.text)' does not follow in the text; give the words "
        + "in the text's order, or leave out 'text'")
  }
}
