// SPDX-License-Identifier: MIT

import MoonreelCore

// What kernels of pixels and of samples are declared with.
extension Argument {
  /// The names of what a kernel works on, as many as `count` allows, each once.
  func kernelInputs(_ count: ClosedRange<Int>, _ rule: String) throws -> [String] {
    let names = try list(rule).map { try $0.string() }
    guard count.contains(names.count), Set(names).count == names.count else { throw expected(rule) }
    return names
  }

  /// The names of a kernel's parameters in alphabetical order, with what `read` makes of their defaults.
  func kernelParams<Value>(
    _ rule: String, read: (Argument) throws -> Value
  ) throws -> [(name: String, value: Value)] {
    guard case .table(let view) = value else { throw expected(rule) }
    let keys = try view.keys()
    guard view.count == 0, keys.other == nil, keys.names.count <= 256 else { throw expected(rule) }
    return try keys.names.sorted().map { name in
      let given = Argument(
        state: state, value: try view.field(name), label: "default of '\(name)'")
      return (name, try read(given))
    }
  }
}

extension LuaState {
  /// The function that raises where the body of a `kind` reads what it was not given; `function` declares it.
  func registerMissingName(of kind: String, declaredBy function: String) -> Int64 {
    register("a name of a \(kind)") { call in
      let name = try call[1].string()
      let names = Set(try call[2].items("names").map { try $0.string() }).sorted()
      let hint = NearestName.hint(name, among: names, of: kind)
      throw MoonreelError(
        .script,
        "the \(kind) was given no '\(name)'\(hint); it has \(names.joined(separator: ", ")), and more "
          + "can be declared in 'params' of \(function)")
    }
  }
}
