// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore

/// `mr.params { name = { "kind", default =, required =, doc =, sample =, … } }`: declares what the script
/// may be given, and returns the values.
struct ParameterFunction {
  /// The host lives longer: it owns Lua, and Lua holds the function.
  unowned let host: ScriptHost

  static let names = ["default", "required", "doc", "sample", "min", "max", "choices", "of"]

  func declare(_ call: Call) throws -> LuaValue {
    guard case .table(let view) = call[0].value, view.count == 0 else {
      throw call[0].expected("a table of declarations: { name = { \"kind\", … } }")
    }
    var values: [(String, LuaValue)] = []
    for name in try view.keys().names {
      let owner = "parameter '\(name)'"
      let entry = Argument(state: call.state, value: try view.field(name), label: owner)
      guard case .table = entry.value else {
        throw entry.expected("{ \"kind\", default =, required =, doc =, … }")
      }
      let options = try entry.options(Self.names, owner: owner, items: 1)
      let declaration = try ParameterDeclaration(name: name, options: options)
      let (value, text) = try at(name, call) {
        try self.value(of: declaration, options)
      }
      values.append((name, value))
      host.parameterValues[name] = value
      var parameter = declaration.parameter(value: text)
      parameter.place = call.place
      let fallback = try options["default"]
      if !fallback.isNil, let (value, text) = try? declaration.read(fallback) {
        (parameter.fallback, parameter.plainFallback) = (text, value.plain)
      }
      parameter.plainValue = value.plain
      host.note(parameter)
      call.state.notes.add(768)
    }
    host.keepParameters(&call.state.notes)
    return try call.state.strictTable(values, missing: host.missingParameter, on: call.lua)
  }

  /// Runs `body`; what is wrong with a value from outside is said at the line where parameter `name` stands.
  private func at<Value>(_ name: String, _ call: Call, _ body: () throws -> Value) throws -> Value {
    do { return try body() } catch let error as MoonreelError {
      guard host.given.values[name] != nil else { throw error }
      let place = call.state.place(ofField: name, from: call.place)
      throw ScriptFailure(error.code, "\(place): \(error.message)")
    }
  }

  /// What the script gets, and the same as text.
  private func value(
    of declaration: ParameterDeclaration, _ options: Options
  ) throws -> (LuaValue, String?) {
    if let given = host.given.values[declaration.name] {
      return try declaration.read(given, state: options.state) { path, isFromJSON in
        let place = host.given.absolute(path, isFromJSON: isFromJSON)
        if access(place, F_OK) != 0 { host.gate.note(place) }
        return place
      }
    }
    let fallback = try options["default"]
    if !fallback.isNil { return try declaration.read(fallback) }
    let sample = try options["sample"]
    let mayUseSample = host.options.mode == .check && !sample.isNil
    if mayUseSample { return try declaration.read(sample) }
    guard declaration.isRequired, host.options.mode != .parameters else { return (.nil, nil) }
    throw missing(declaration)
  }

  private func missing(_ declaration: ParameterDeclaration) -> MoonreelError {
    let name = declaration.name
    let similar = host.given.values.keys.sorted().first {
      NearestName.nearest($0, among: [name]) != nil
    }
    let hint = similar.map { "; is '\($0)' a misspelling of it?" } ?? ""
    let doc = declaration.doc.map { " (\($0))" } ?? ""
    return MoonreelError(
      .invalidArgument, "parameter '\(name)'\(doc) must be given: --set \(name)=…\(hint)")
  }
}

extension ScriptHost {
  /// Keeps what was read of parameters, as long as the host lives.
  func keepParameters(_ notes: inout MemoryNotes) {
    let holding = parameterHolding ?? MemoryHolding()
    holding.keep(notes.taken())
    parameterHolding = holding
  }

  /// Notes a declared parameter; the last declaration of a name counts.
  func note(_ parameter: ScriptParameter) {
    parameters.removeAll { $0.name == parameter.name }
    parameters.append(parameter)
  }

  /// What the script got for the parameter that `argument` names; nil where it got nothing.
  func parameterValue(_ argument: Argument) throws -> LuaValue {
    let name = try argument.string()
    guard let value = parameterValues[name] else {
      throw unknownParameter(name, among: parameterValues.keys.sorted())
    }
    readParameters.insert(name)
    return value
  }

  /// The error of reading a parameter that is none of `names`, those that are declared.
  func unknownParameter(_ name: String, among names: [String]) -> MoonreelError {
    let hint = NearestName.hint(name, among: names)
    return MoonreelError(
      .invalidArgument, "the script declares no parameter '\(name)'\(hint)")
  }

  /// Refuses parameters that were given and that the script did not declare.
  func checkGivenParameters() throws {
    let known = parameters.map(\.name)
    for (name, value) in given.values.sorted(by: { $0.key < $1.key }) where !known.contains(name) {
      // A form keeps what was typed while a declaration is taken out and put back.
      if case .plain = value { continue }
      let hint = NearestName.hint(name, among: known)
      let list = known.isEmpty ? "it declares none" : "it has \(known.joined(separator: ", "))"
      throw MoonreelError(
        .invalidArgument, "\(chunkName): the script has no parameter '\(name)'\(hint); \(list)")
    }
  }
}
