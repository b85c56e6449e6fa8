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
      // How a number is written that was given in another way; nil where nobody knows.
      native("number_hint", ["value", "is_share?"]) { call in
        let isShare = try call[1].ifGiven { try $0.boolean() } ?? false
        return .text(call[0].numberHint(isShare ? 0...1 : nil))
      },
      // The same of pairs.
      native("sequence_hint", ["value"]) { .text($0[0].sequenceHint) },
      // What is wrong with a colour, as a whole message; nil where nothing is.
      native("color", ["value", "label"]) { call in
        let argument = Argument(
          state: call.state, value: call[0].value, label: try call[1].string())
        do { _ = try argument.color() } catch let error as MoonreelError {
          return .string(error.message)
        }
        return .nil
      },
    ])
  }
}

extension Argument {
  /// A list of names.
  fileprivate func names() throws -> [String] {
    try items("a list of names").map { try $0.string() }
  }
}
