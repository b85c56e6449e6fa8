// SPDX-License-Identifier: MIT

import MoonreelCore

/// The elements by which Final Cut Pro places, crops, blends and turns down a clip, made of what ``FinalCutEffects``
/// keeps with it.
struct FCPXMLAdjustments {
  private let values: [String: JSONValue]
  /// The time of the clip, in which keys are counted, at its beginning.
  private let start: Time

  init(_ effects: [Editorial.Effect], start: Time) {
    let kept = effects.compactMap { $0.metadata[Dialect.finalCut.metadataName] }
    let members = kept.flatMap { value -> [JSONValue.Member] in
      if case .object(let members) = value { members } else { [] }
    }
    values = Dictionary(members.map { ($0.key, $0.value) }) { _, last in last }
    self.start = start
  }

  /// For pictures, in the order in which they have to stand.
  var picture: [XMLTree] { [crop, transform, blend].compactMap { $0 } }

  /// For sounds.
  var sound: [XMLTree] { [volume].compactMap { $0 } }

  // MARK: Elements

  private var crop: XMLTree? {
    let names = ["left", "top", "right", "bottom"]
    guard names.contains(where: { values[$0] != nil }) else { return nil }
    let rectangle = XMLTree(
      "trim-rect", names.map { ($0, constant($0, 0).flatMap { $0 == 0 ? nil : Self.text($0) }) },
      names.compactMap { name in
        keys(name).map { Self.parameter(name, $0.map { ($0.0, Self.text($0.1)) }) }
      })
    return XMLTree("adjust-crop", [("mode", "trim")], [rectangle])
  }

  private var transform: XMLTree? {
    let names = ["x", "y", "scale_x", "scale_y", "rotation"]
    guard names.contains(where: { values[$0] != nil }) else { return nil }
    var (attributes, parameters) = ([(String, String?)](), [XMLTree]())
    if let x = constant("x", 0), let y = constant("y", 0) {
      if x != 0 || y != 0 { attributes.append(("position", "\(Self.text(x)) \(Self.text(y))")) }
    } else {
      // Both ways have keys of their own.
      let parts = [("X", "1", "x"), ("Y", "2", "y")].map { name, key, value in
        XMLTree(
          "param", [("name", name), ("key", key), ("value", constant(value, 0).map(Self.text))],
          keys(value).map { [Self.animation($0.map { ($0.0, Self.text($0.1)) })] } ?? [])
      }
      parameters.append(XMLTree("param", [("name", "position")], parts))
    }
    if let x = constant("scale_x", 1), let y = constant("scale_y", 1) {
      if x != 1 || y != 1 { attributes.append(("scale", "\(Self.text(x)) \(Self.text(y))")) }
    } else {
      parameters.append(Self.parameter("scale", pairs("scale_x", "scale_y", usual: 1)))
    }
    if let rotation = constant("rotation", 0) {
      if rotation != 0 { attributes.append(("rotation", Self.text(rotation))) }
    } else if let keys = keys("rotation") {
      parameters.append(Self.parameter("rotation", keys.map { ($0.0, Self.text($0.1)) }))
    }
    return XMLTree("adjust-transform", attributes, parameters)
  }

  private var blend: XMLTree? {
    guard values["opacity"] != nil || values["mode"] != nil else { return nil }
    let amount = constant("opacity", 1).flatMap { $0 == 1 ? nil : Self.text($0) }
    let parameters =
      keys("opacity").map { [Self.parameter("amount", $0.map { ($0.0, Self.text($0.1)) })] } ?? []
    return XMLTree(
      "adjust-blend", [("amount", amount), ("mode", values["mode"]?.text)], parameters)
  }

  private var volume: XMLTree? {
    guard ["volume", "fade_in", "fade_out"].contains(where: { values[$0] != nil }) else {
      return nil
    }
    let amount = constant("volume", 0).flatMap { $0 == 0 ? nil : "\(Self.text($0))dB" }
    var parts = [("fadeIn", "fade_in"), ("fadeOut", "fade_out")].compactMap { name, value in
      values[value]?.text.map { XMLTree(name, [("type", "linear"), ("duration", $0)]) }
    }
    if let keys = keys("volume") {
      parts.append(Self.animation(keys.map { ($0.0, "\(Self.text($0.1))dB") }))
    }
    let parameters = parts.isEmpty ? [] : [XMLTree("param", [("name", "amount")], parts)]
    return XMLTree("adjust-volume", [("amount", amount)], parameters)
  }

  // MARK: Values

  /// The value of `name` where it does not move.
  private func constant(_ name: String, _ usual: Double) -> Double? {
    guard let value = values[name] else { return usual }
    return value.double
  }

  /// The keys of `name` where it moves: times of the clip, and values.
  private func keys(_ name: String) -> [(Time, Double)]? {
    guard case .array(let items)? = values[name] else { return nil }
    return items.compactMap { item in
      guard let seconds = item.items.first?.double, let value = item.items.last?.double else {
        return nil
      }
      return (try? Time(seconds: seconds)).map { (start + $0, value) }
    }
  }

  /// Keys of two values at once, at the times of both.
  private func pairs(_ first: String, _ second: String, usual: Double) -> [(Time, String)] {
    let parts = [first, second].map { name in
      keys(name) ?? [(start, constant(name, usual) ?? usual)]
    }
    let times = Set(parts.flatMap { $0.map(\.0) }).sorted()
    return times.map { time in
      (time, parts.map { Self.text(Self.value(of: $0, at: time)) }.joined(separator: " "))
    }
  }

  /// The value between `keys` at `time`.
  private static func value(of keys: [(Time, Double)], at time: Time) -> Double {
    guard let next = keys.firstIndex(where: { $0.0 >= time }) else { return keys.last?.1 ?? 0 }
    guard next > 0, keys[next].0 > time else { return keys[next].1 }
    let (a, b) = (keys[next - 1], keys[next])
    return a.1 + (b.1 - a.1) * ((time - a.0).seconds / (b.0 - a.0).seconds)
  }

  private static func parameter(_ name: String, _ keys: [(Time, String)]) -> XMLTree {
    XMLTree("param", [("name", name)], [animation(keys)])
  }

  private static func animation(_ keys: [(Time, String)]) -> XMLTree {
    XMLTree(
      "keyframeAnimation", [],
      keys.map {
        XMLTree(
          "keyframe",
          [("time", FCPXMLTime.text($0.0)), ("value", $0.1), ("curve", "linear")])
      })
  }

  private static func text(_ number: Double) -> String { JSONValue.number(number).compactText }
}
