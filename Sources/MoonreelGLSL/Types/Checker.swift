// SPDX-License-Identifier: MIT

/// Finds out what the names of a shader mean and whether its types fit. The rest of it is in the files beside.
struct Checker {
  /// What a function is checked in.
  struct Surroundings {
    var result: ValueType?
    var loops = 0
    var selections = 0
    var function: Int?
  }

  let contract: Contract
  let comments: [Comment]
  var program = Program()
  var uniforms: [GLSLShader.Uniform] = []
  /// The names of the kernel's pictures.
  var inputs: [String]
  /// Of each function, by name.
  var functions: [String: [Int]] = [:]
  /// What each function calls, and where.
  var calls: [Int: [(callee: Int, line: Int)]] = [:]
  var surroundings = Surroundings()
  var loopCount = 0
  private var scopes: [[String: Int]] = [[:], [:]]
  private var structures: [[String: Structure]] = [[:], [:]]
  private(set) var numberCount = 0
  /// How many variables the contract declares.
  private(set) var contractCount = 0

  /// What `items` mean.
  init(_ items: [Syntax.Item], comments: [Comment], contract: Contract, words: Set<String>) throws {
    (self.contract, self.comments, inputs) = (contract, comments, contract.inputs)
    for number in contract.numbers {
      if !Contract.hiddenNumbers.contains(number.name) {
        _ = try declare(
          Variable(
            name: number.name, type: number.type, origin: .numbers(numberCount), isConstant: true),
          0, scope: 0)
      }
      numberCount += number.type.count
    }
    for former in contract.formerNames { scopes[0][former.name] = variable(former.number) }
    for value in contract.values {
      _ = try declare(
        Variable(
          name: value.name, type: value.type, origin: .contract(value.value), isConstant: true),
        0, scope: 0)
    }
    for name in contract.inputs + contract.channels.filter({ words.contains($0) }) {
      if contract.channels.contains(name) { inputs.append(name) }
      let index = inputs.firstIndex(of: name) ?? 0
      _ = try declare(
        Variable(name: name, type: .sampler, origin: .input(index), isConstant: true), 0, scope: 0)
    }
    contractCount = program.variables.count
    for item in items {
      switch item {
      case .function(let function): try check(function)
      case .statement(let statement): try global(statement)
      }
    }
  }

  // MARK: Names

  mutating func scoped<Result>(_ body: (inout Checker) throws -> Result) rethrows -> Result {
    scopes.append([:])
    structures.append([:])
    defer {
      scopes.removeLast()
      structures.removeLast()
    }
    return try body(&self)
  }

  /// A new variable in the innermost scope.
  mutating func declare(_ variable: Variable, _ line: Int, scope: Int? = nil) throws -> Int {
    let place = scope ?? scopes.count - 1
    guard scopes[place][variable.name] == nil || variable.name.isEmpty else {
      throw ShaderFailure(line, "'\(variable.name)' is declared twice.")
    }
    scopes[place][variable.name] = program.variables.count
    program.variables.append(variable)
    return program.variables.count - 1
  }

  func variable(_ name: String) -> Int? {
    for scope in scopes.reversed() {
      if let found = scope[name] { return found }
    }
    return nil
  }

  func structure(_ name: String) -> Structure? {
    for scope in structures.reversed() {
      if let found = scope[name] { return found }
    }
    return nil
  }

  mutating func declare(_ structure: Syntax.Structure) throws {
    var fields: [(name: String, type: ValueType)] = []
    for field in structure.fields {
      guard !fields.contains(where: { $0.name == field.name }) else {
        throw ShaderFailure(field.line, "'\(structure.name)' has two fields '\(field.name)'.")
      }
      fields.append((field.name, try type(field.type)))
    }
    let made = Structure(name: structure.name, fields: fields)
    guard made.count <= ShaderLimits.components else { throw tooLarge(structure.line) }
    structures[structures.count - 1][structure.name] = made
  }

  private func tooLarge(_ line: Int) -> ShaderFailure {
    ShaderFailure(
      tooMuch: "A variable may have \(ShaderLimits.components) components at most.", line)
  }

  // MARK: Types

  /// The type that `name` means; `count` is how many elements an array without a length has.
  mutating func type(_ name: Syntax.TypeName, count: Int? = nil) throws -> ValueType {
    guard var type = structure(name.name).map(ValueType.structure) ?? Words.types[name.name] else {
      throw ShaderFailure(name.line, "'\(name.name)' is not a type.")
    }
    for (index, length) in name.lengths.enumerated().reversed() {
      let number: Int
      if let length {
        let checked = try check(length)
        guard let whole = whole(checked) else {
          throw ShaderFailure(name.line, "The length of an array must be a constant whole number.")
        }
        number = whole
      } else {
        guard index == 0, let count else {
          throw ShaderFailure(name.line, "The array has no length.")
        }
        number = count
      }
      guard number > 0 else {
        throw ShaderFailure(name.line, "The length of an array must be above 0, not \(number).")
      }
      guard number <= ShaderLimits.components, type.count * number <= ShaderLimits.components else {
        throw tooLarge(name.line)
      }
      type = .array(type, number)
    }
    return type
  }

  /// The whole number that an expression is, where the shader states it.
  func whole(_ expression: Expression) -> Int? {
    switch expression.kind {
    case .literal(let values):
      return values.count == 1 && expression.type.basic?.isWhole == true ? Int(values[0]) : nil
    case .variable(let index): return program.variables[index].whole
    case .negated(let value): return whole(value).map { -$0 }
    case .binary(let sign, let first, let second):
      guard let a = whole(first), let b = whole(second), max(abs(a), abs(b)) < 1 << 31 else {
        return nil
      }
      switch sign {
      case .add: return a + b
      case .subtract: return a - b
      case .multiply: return a * b
      case .divide: return b == 0 ? nil : a / b
      case .remainder: return b == 0 ? nil : a % b
      default: return nil
      }
    case .converted(let value), .picked(let value, _):
      guard expression.type.isScalar, expression.type.basic?.isWhole == true else { return nil }
      if case .literal(let values) = value.kind, values.count == 1, abs(values[0]) < 0x1p31 {
        return Int(values[0])
      }
      return value.type.isScalar ? whole(value) : nil
    default: return nil
    }
  }

  // MARK: Conversions

  /// `expression` as a value of `type`, which whole numbers are made where floats are wanted.
  func convert(_ expression: Expression, to type: ValueType, _ place: String) throws -> Expression {
    guard expression.type.converts(to: type) else {
      throw ShaderFailure(
        expression.line, "\(type.capitalNoun) is wanted \(place), not \(expression.type.noun).")
    }
    return cast(expression, to: type)
  }

  /// `expression` with the components of `type`, of which it has as many.
  func cast(_ expression: Expression, to type: ValueType) -> Expression {
    if expression.type == type { return expression }
    if case .literal(let values) = expression.kind, type.basic == .float {
      return Expression(
        type: type, line: expression.line, kind: .literal(values.map { Double(Float($0)) }))
    }
    return Expression(type: type, line: expression.line, kind: .converted(expression))
  }

  mutating func takeNumbers(_ count: Int) -> Int {
    defer { numberCount += count }
    return numberCount
  }
}
