// SPDX-License-Identifier: MIT

import CLuaHost
import MoonreelCore

/// A function of the module `mr`.
struct FunctionBinding {
  let name: String
  let parameters: [String]
  let body: (Call) throws -> [LuaValue]

  /// `mr.<name>(parameters…)`.
  init(
    _ name: String, _ parameters: [String] = [], _ body: @escaping (Call) throws -> [LuaValue]
  ) {
    (self.name, self.parameters, self.body) = (name, parameters, body)
  }

  /// The same for a function with one result.
  static func value(
    _ name: String, _ parameters: [String] = [], _ body: @escaping (Call) throws -> LuaValue
  ) -> FunctionBinding {
    FunctionBinding(name, parameters) { [try body($0)] }
  }
}

/// What a script can do with one type of object: its methods, its properties.
struct TypeBinding {
  let typeName: String
  /// How messages write the object before `:method`.
  let variable: String
  let methods: [FunctionBinding]
  /// By event (`__add`, `__call`); the operands are the call's arguments.
  let operators: [FunctionBinding]
  let getters: [String: (Handle) throws -> LuaValue]
  let setters: [String: (Handle, Argument, Call) throws -> Void]
  /// Why a property is nil, by its name.
  let absences: [String: (Handle) -> String]
  /// What stands at a position, where the type is a list.
  let item: ((Handle, Int) throws -> LuaValue)?

  init<Object: Handle>(_ type: Object.Type, _ build: (inout TypeBuilder<Object>) -> Void) {
    typeName = type.typeName
    variable = typeName.split(separator: " ").joined(separator: "_")
    var builder = TypeBuilder<Object>(variable: variable)
    build(&builder)
    (methods, operators) = (builder.methods, builder.operators)
    (getters, setters, item) = (builder.getters, builder.setters, builder.item)
    absences = builder.absences
  }

  /// All names, sorted.
  var names: [String] { (methods.map(\.name) + getters.keys).sorted() }
}

/// Adds members to a type.
struct TypeBuilder<Object: Handle> {
  let variable: String
  fileprivate var methods: [FunctionBinding] = []
  fileprivate var operators: [FunctionBinding] = []
  fileprivate var getters: [String: (Handle) throws -> LuaValue] = [:]
  fileprivate var setters: [String: (Handle, Argument, Call) throws -> Void] = [:]
  fileprivate var absences: [String: (Handle) -> String] = [:]
  fileprivate var item: ((Handle, Int) throws -> LuaValue)?

  fileprivate init(variable: String) { self.variable = variable }

  /// A method; the body gets the object and the call.
  mutating func method(
    _ name: String, _ parameters: [String] = [],
    _ body: @escaping (Object, Call) throws -> LuaValue
  ) {
    let (variable, article) = (variable, Object.article)
    let function = FunctionBinding("\(variable):\(name)", parameters) { call in
      guard case .object(let handle) = call.receiver, let object = handle as? Object else {
        throw MoonreelError(
          .invalidArgument,
          "call it with a colon on \(article): \(variable):\(name)(\(parameters.joined(separator: ", ")))"
        )
      }
      return [try body(object, call)]
    }
    methods.append(FunctionBinding(name, parameters, function.body))
  }

  /// What an operator of Lua does, by event (`"__add"`); either operand may be the object.
  mutating func operation(_ event: String, _ body: @escaping (Call) throws -> LuaValue) {
    operators.append(.value(event, ["…"], body))
  }

  /// A list, counted by `#` and read by position; only what is read is made.
  mutating func items<List: RandomAccessCollection>(
    _ list: @escaping (Object) -> List, _ make: @escaping (Object, List.Element) -> LuaValue
  ) where List.Index == Int {
    item = { handle, position in
      let object = handle as! Object
      let items = list(object)
      guard (1...max(1, items.count)).contains(position), position <= items.count else {
        return .nil
      }
      return make(object, items[items.startIndex + position - 1])
    }
    operation("__len") { call in
      let object: Object = try call[0].object()
      return .count(list(object).count)
    }
  }

  /// A property that can be read.
  mutating func property(_ name: String, _ get: @escaping (Object) throws -> LuaValue) {
    getters[name] = { try get($0 as! Object) }
  }

  /// Why property `name` is nil where it is: said where the nil is used.
  mutating func absence(_ name: String, _ reason: @escaping (Object) -> String) {
    absences[name] = { reason($0 as! Object) }
  }

  /// A property that can be read and set.
  mutating func property(
    _ name: String, get: @escaping (Object) throws -> LuaValue,
    set: @escaping (Object, Argument) throws -> Void
  ) {
    property(name, get: get) { object, argument, _ in try set(object, argument) }
  }

  /// The same where setting it has to know which call does so.
  mutating func property(
    _ name: String, get: @escaping (Object) throws -> LuaValue,
    set: @escaping (Object, Argument, Call) throws -> Void
  ) {
    property(name, get)
    setters[name] = { try set($0 as! Object, $1, $2) }
  }
}

extension Call {
  /// The name that a property of the type has now, where `name` is its old one; else `name`.
  fileprivate func currentName(of name: String, in binding: TypeBinding) -> String {
    if binding.getters[name] != nil { return name }
    return state.newName(of: name, in: binding.typeName, on: lua) ?? name
  }
}

extension LuaState {
  /// Registers `function` under `fullName`.
  func register(_ function: FunctionBinding, as fullName: String, isMethod: Bool = false) -> Int64 {
    register(fullName) { call in
      var call = call
      call.parameters = function.parameters
      call.offset = isMethod ? 1 : 0
      if !isMethod { try call.checkDot() }
      try call.checkCount()
      return try function.body(call)
    }
  }

  /// Makes the metatable of a type.
  func define(_ binding: TypeBinding) throws {
    let methods = binding.methods.map { method -> (String, LuaValue) in
      let fullName = "\(binding.variable):\(method.name)"
      return (method.name, .native(register(method, as: fullName, isMethod: true)))
    }
    let refused = RefusedOperators.bindings(besides: binding.operators.map(\.name))
    let operators = (binding.operators + refused).map { operation -> (String, LuaValue) in
      (operation.name, .native(register(operation, as: binding.typeName)))
    }
    try push(.record(methods), on: current)
    try push(.record(operators), on: current)
    let status = mr_define_type(
      current, binding.typeName, registerGetter(binding), registerSetter(binding),
      register("tostring") { call in
        guard case .object(let handle) = call.receiver else { return [.string("object")] }
        return [.string(handle.description)]
      })
    guard status == LUA_OK else { throw failure(status, on: current) }
  }

  private func registerGetter(_ binding: TypeBinding) -> Int64 {
    register(binding.typeName) { call in
      guard case .object(let handle) = call.receiver else { return [.nil] }
      if case .integer(let position) = call[1].value, let item = binding.item {
        return [try item(handle, Int(position))]
      }
      guard case .string(let given) = call[1].value else {
        throw MoonreelError(.invalidArgument, "\(type(of: handle).article) has no items")
      }
      let name = call.currentName(of: given, in: binding)
      guard let get = binding.getters[name] else {
        throw Self.unknown(name, in: binding, among: binding.names)
      }
      let value = try get(handle)
      if value.isNil, let reason = binding.absences[name] {
        call.state.absence = Absence(reason: reason(handle), place: call.place)
      }
      return [value]
    }
  }

  private func registerSetter(_ binding: TypeBinding) -> Int64 {
    register(binding.typeName) { call in
      guard case .object(let handle) = call.receiver else { return [] }
      guard case .string(let given) = call[1].value else {
        throw MoonreelError(
          .invalidArgument, "cannot set an item of \(type(of: handle).article): it has none")
      }
      let name = call.currentName(of: given, in: binding)
      guard let set = binding.setters[name] else {
        guard binding.names.contains(name) else {
          throw Self.unknown(name, in: binding, among: binding.setters.keys.sorted())
        }
        throw MoonreelError(
          .invalidArgument, "cannot set '\(name)' of \(type(of: handle).article): it is read-only")
      }
      let argument = Argument(
        state: call.state, value: call[2].value, label: "'\(name)' of \(binding.variable)")
      try set(handle, argument, call)
      return []
    }
  }

  /// What to write for `set_opacity` and `get_opacity`.
  private static func accessorHint(_ name: String, _ binding: TypeBinding) -> String? {
    let object = binding.variable
    for prefix in ["set_", "get_"] where name.hasPrefix(prefix) {
      let property = String(name.dropFirst(4))
      guard binding.getters[property] != nil else { continue }
      let isSet = prefix == "set_" && binding.setters[property] != nil
      return isSet ? " (write \(object).\(property) = …)" : " (write \(object).\(property))"
    }
    return nil
  }

  private static func unknown(
    _ name: String, in binding: TypeBinding, among names: [String]
  ) -> MoonreelError {
    let hint =
      accessorHint(name, binding)
      ?? NearestName.hint(name, among: names, of: binding.typeName)
    return MoonreelError(
      .invalidArgument, "unknown name '\(name)' of \(binding.typeName)\(hint)")
  }
}
