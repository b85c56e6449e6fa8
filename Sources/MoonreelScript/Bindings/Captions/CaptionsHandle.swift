// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

extension Call {
  static let captionTrackNames = ["language", "title", "default", "forced"]

  /// Captions and how they are written beside the film: `(captions, { language =, default = })`.
  func captionTrack() throws -> CaptionTrack {
    if let hint = self[0].openingHint("mr.captions") {
      throw self[0].expected(CaptionsHandle.article, hint: hint)
    }
    let handle: CaptionsHandle = try self[0].object()
    state.notes.add(handle.charge)
    var captions = handle.captions
    let options = try self[1].options(Self.captionTrackNames, owner: name)
    try options["language"].ifGiven { captions.language = try $0.string() }
    try options["title"].ifGiven { captions.title = try $0.string() }
    func flag(_ name: String) throws -> Bool {
      try options[name].ifGiven { try $0.boolean() } ?? false
    }
    return CaptionTrack(
      captions, isDefault: try flag("default"), isForced: try flag("forced"), place: place)
  }
}

/// A list of captions in a script; edits give new lists.
final class CaptionsHandle: Handle {
  override class var typeName: String { "captions" }
  override class var article: String { "captions" }
  /// What it holds; what shows it holds it too.
  let charge: MemoryCharge?
  override var description: String { "\(captions.count) captions" }
  let captions: Captions

  init(_ captions: Captions) {
    self.captions = captions
    charge = .current(captions.byteEstimate)
  }

  static var binding: TypeBinding {
    TypeBinding(CaptionsHandle.self) { type in
      type.items({ $0.captions }) { _, caption in value(caption) }
      type.property("language") { .text($0.captions.language) }
      type.property("title") { .text($0.captions.title) }
      type.property("range") { .some($0.captions.timeRange, LuaValue.range) }
      type.property("duration") { .seconds($0.captions.timeRange?.end ?? .zero) }
      addFinding(&type)
      addEdits(&type)
    }
  }

  private static func addFinding(_ type: inout TypeBuilder<CaptionsHandle>) {
    type.method("at", ["time"]) { handle, call in
      .list(handle.captions.at(try call[0].time(nil)).map(value))
    }
    type.method("words") { handle, _ in .list(handle.captions.flatMap(\.words).map(word)) }
  }

  private static func addEdits(_ type: inout TypeBuilder<CaptionsHandle>) {
    func edit(
      _ name: String, _ parameter: String,
      _ change: @escaping (Captions, Argument) throws -> Captions
    ) {
      type.method(name, [parameter]) { handle, call in
        if case .object(let other as CaptionsHandle) = call[0].value {
          try call.reserve(handle.captions.byteEstimate + other.captions.byteEstimate)
        }
        return .object(CaptionsHandle(try change(handle.captions, call[0])))
      }
    }
    edit("shift", "time") { captions, argument in
      let offset = try argument.time(nil)
      guard let range = captions.timeRange, range.start + offset >= .distantPast,
        range.end + offset <= .distantFuture
      else { return captions }
      return captions.shifted(by: offset)
    }
    edit("scale", "factor") { captions, argument in
      let factor = try argument.number(0.001...1000)
      return captions.scaled(by: Rational(Int64(limiting: (factor * 1e9).rounded()), 1_000_000_000))
    }
    edit("clip", "range") { captions, argument in captions.clipped(to: try argument.range(nil)) }
    edit("merge", "others") { captions, argument in
      captions.merged(with: try argument.object(CaptionsHandle.self).captions)
    }
  }

  /// A caption as `mr.captions` takes one.
  private static func value(_ caption: Caption) -> LuaValue {
    var fields: [(String, LuaValue)] = [
      ("range", .range(caption.timeRange)), ("text", .string(caption.text)),
    ]
    if caption.spans.contains(where: { $0.style != CaptionStyle() }) {
      fields.append(("spans", .list(caption.spans.map(span))))
    }
    if caption.spans.contains(where: { $0.start != nil }) {
      fields.append(("words", .list(caption.words.map(word))))
    }
    if let placement = caption.placement {
      fields.append(("position", .string(SnakeCase.text(placement.gravity.rawValue))))
      if let x = placement.x { fields.append(("x", .string(percent(x)))) }
      if let y = placement.y { fields.append(("y", .string(percent(y)))) }
    }
    return .record(fields)
  }

  private static func span(_ span: CaptionSpan) -> LuaValue {
    let style = span.style
    // A table with both a sequence and names has no form of its own: the letters have a name.
    var fields: [(String, LuaValue)] = [("text", .string(span.text))]
    for (name, isOn) in [
      ("bold", style.isBold), ("italic", style.isItalic), ("underline", style.isUnderlined),
      ("strikethrough", style.isStruckThrough),
    ] where isOn { fields.append((name, .boolean(true))) }
    if let color = style.color { fields.append(("color", .string(color.hexadecimalText))) }
    return .record(fields)
  }

  private static func word(_ word: CaptionWord) -> LuaValue {
    .record([
      ("text", .string(word.text)), ("range", .range(word.timeRange)),
    ])
  }

  private static func percent(_ share: Double) -> String {
    Argument.text((share * 10000).rounded() / 100) + "%"
  }
}
