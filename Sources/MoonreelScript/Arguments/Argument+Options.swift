// SPDX-License-Identifier: MIT

import MoonreelCore

/// A table of named options whose names were checked.
struct Options {
  let state: LuaState
  let view: TableView?
  /// Whose options they are: `"mr.export"`.
  let owner: String
  /// Where options are looked up that the table does not have.
  var fallback: TableView?
  /// The old names that the table has for options, by their new ones.
  var oldNames: [String: String] = [:]

  /// Option `name`; nil where it was left out.
  subscript(name: String) -> Argument {
    get throws {
      var value = try view?.field(oldNames[name] ?? name) ?? .nil
      if value.isNil { value = try fallback?.field(name) ?? .nil }
      return Argument(state: state, value: value, label: "'\(name)' of \(owner)")
    }
  }

  /// Option `name`, which must be given; `rule` says what it is.
  func required(_ name: String, _ rule: String) throws -> Argument {
    let argument = try self[name]
    if argument.isNil {
      throw MoonreelError(.invalidArgument, "\(owner) needs '\(name)': \(rule)")
    }
    return argument
  }

  /// The one of `names` that is given; `rule` says them in words, where names alone say too little.
  func one(of names: [String], _ rule: String? = nil) throws -> (name: String, argument: Argument) {
    let given = try names.filter { try !self[$0].isNil }
    if given.count == 1 { return (given[0], try self[given[0]]) }
    func list(_ names: [String]) -> String {
      let quoted = names.map { "'\($0)'" }
      return quoted.count < 2
        ? quoted.joined()
        : "\(quoted.dropLast().joined(separator: ", ")) and \(quoted[quoted.count - 1])"
    }
    throw MoonreelError(
      .invalidArgument,
      "\(owner) \(given.isEmpty ? "needs" : "takes only") one of \(rule ?? list(names))"
        + (given.isEmpty ? "" : ", got \(list(given))"))
  }

  /// What stands at `position` of the table's sequence; nil where nothing does.
  func item(_ position: Int, _ name: String) throws -> Argument {
    Argument(state: state, value: try view?.item(position) ?? .nil, label: "\(name) of \(owner)")
  }
}

extension Argument {
  /// A table whose keys are among `names` and which has at most `items` items beside them.
  ///
  /// Nothing at all counts as an empty table.
  ///
  /// - Parameter rule: what it is in words; else a table of options with the first of `names` as an example.
  func options(
    _ names: [String], owner: String, items: Int = 0, rule: String? = nil
  ) throws -> Options {
    if isNil { return Options(state: state, view: nil, owner: owner) }
    let example = names.first.map { "{ \($0) = … }" } ?? "{}"
    guard case .table(let view) = value, try view.description == nil else {
      throw expected(rule ?? "a table of options such as \(example)")
    }
    let keys = try view.keys()
    let oldNames = try oldNames(among: keys.names, view, names, owner)
    guard view.count <= items, keys.other == nil else {
      let most = items == 1 ? "one item" : "at most \(items) items"
      let taken = items == 0 ? "options by name such as \(example)" : "\(most) beside named options"
      let found = keys.other.map { "an item at \($0); items count from 1 without gaps" }
      throw MoonreelError(
        .invalidArgument, "\(owner) takes \(taken), got \(try found ?? surplus(view, items))")
    }
    return Options(state: state, view: view, owner: owner, oldNames: oldNames)
  }

  /// The names in `given` that are old ones, by the new ones.
  ///
  /// - Throws: `MoonreelError` where one is no name at all, or both names of a thing are given.
  private func oldNames(
    among given: [String], _ view: TableView, _ names: [String], _ owner: String
  ) throws -> [String: String] {
    var oldNames: [String: String] = [:]
    for name in given where !names.contains(name) {
      guard let new = state.newName(of: name, in: owner, on: view.slot.lua) else {
        let hint = NearestName.hint(name, among: names, of: owner)
        throw MoonreelError(.invalidArgument, "unknown option '\(name)' to \(owner)\(hint)")
      }
      guard !given.contains(new) else {
        throw MoonreelError(
          .invalidArgument, "\(owner) got '\(new)' twice: '\(name)' is its old name")
      }
      oldNames[new] = name
    }
    return oldNames
  }

  /// What stands in `view` after the first `items` without a name, in words.
  private func surplus(_ view: TableView, _ items: Int) throws -> String {
    guard view.count > items else { return "a key that is no name" }
    let item = Argument(state: state, value: try view.item(items + 1), label: label)
    return "\(item.found) at position \(items + 1)"
  }
}
