// SPDX-License-Identifier: MIT

import MoonreelCore

/// The module `moonreel.words`: how the library's Lua says what is wrong, in the words of Moonreel's own functions.
extension ScriptHost {
  var words: LuaValue {
    func native(
      _ name: String, _ parameters: [String], _ body: @escaping (Call) throws -> LuaValue
    ) -> (String, LuaValue) {
      let function = FunctionBinding.value(name, parameters, body)
      return (name, .native(state.register(function, as: "words.\(name)")))
    }
    return .record([
      ("easings", .list(EasingHandle.names.map { .string($0) })),
      // Where the script makes the call that led here, while somebody wants to know.
      native("place", []) { call in
        .text(call.state.notesPlaces && !call.place.isEmpty ? call.place : nil)
      },
      // The value as a script would write it.
      native("found", ["value"]) { .string($0[0].found) },
      // What stands for a name that is not known; nil where nothing is near.
      native("nearest", ["name", "names"]) { call in
        .text(NearestName.nearest(try call[0].string(), among: try call[1].names()))
      },
      // The end of a message about such a name.
      native("hint", ["name", "names", "owner?"]) { call in
        let owner = try call[2].ifGiven { try $0.string() } ?? ""
        return .string(
          NearestName.hint(try call[0].string(), among: try call[1].names(), of: owner))
      },
      // The names to choose from in words, and the end of a message about a value that is none of them.
      native("choices", ["names", "value?"]) { call in
        var given: String?
        if case .string(let name) = call[1].value { given = name }
        return .string(ChoiceRule.text(try call[0].names(), instead: given))
      },
      // What is wrong with a value that is to be of a kind, as a whole message; nil where nothing is. The rule has
      // the limits of numbers, `min` and `max`, and what a choice is `among`.
      native("problem", ["kind", "value", "label", "rule?"]) { call in
        let argument = Argument(
          state: call.state, value: call[1].value, label: try call[2].string())
        do { try argument.check(try call[0].string(), call[3]) } catch let error as MoonreelError {
          return .string(error.message)
        }
        return .nil
      },
    ])
  }
}

extension Argument {
  /// Refuses what is not of the kind that the library's Lua calls `kind`, within the limits of `rule`.
  fileprivate func check(_ kind: String, _ rule: Argument) throws {
    switch kind {
    case "number": _ = try number(try rule.limits())
    case "integer":
      let limits = try rule.limits()
      let ends = limits.map { (Int(limiting: $0.lowerBound), Int(limiting: $0.upperBound)) }
      _ = try integer(ends.map { $0...$1 } ?? Int.min...Int.max)
    case "string": _ = try string()
    case "boolean": _ = try boolean()
    case "color": _ = try color()
    case "point": _ = try relativePoint()
    case "size": _ = try pixelSize()
    case "image": _ = try object(ImageHandle.self)
    case "choice":
      guard case .table(let view) = rule.value else { return }
      let among = Argument(state: state, value: try view.field("among"), label: rule.label)
      _ = try choice(among: try among.names())
    default: throw rule.expected("a kind of option")
    }
  }

  /// The limits of a number that a rule has; `nil` where it has none.
  private func limits() throws -> ClosedRange<Double>? {
    guard case .table(let view) = value else { return nil }
    func end(_ name: String) throws -> Double? {
      let end = Argument(state: state, value: try view.field(name), label: label)
      return try end.ifGiven { try $0.number() }
    }
    let (least, most) = (try end("min"), try end("max"))
    guard least != nil || most != nil else { return nil }
    return (least ?? -.infinity)...(most ?? .infinity)
  }

  /// A list of names.
  fileprivate func names() throws -> [String] {
    try items("a list of names").map { try $0.string() }
  }
}
