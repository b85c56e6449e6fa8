// SPDX-License-Identifier: MIT

extension Checker {
  mutating func call(
    _ callee: Syntax.TypeName, _ syntax: [Syntax.Expression]
  ) throws -> Expression {
    let arguments = try syntax.map { try check($0) }
    let isType = Words.types[callee.name] != nil || structure(callee.name) != nil
    if !callee.lengths.isEmpty || isType {
      return try constructed(
        try type(callee, count: arguments.count), arguments, callee.line)
    }
    return try function(callee.name, arguments, callee.line)
  }

  // MARK: Functions

  private mutating func function(
    _ name: String, _ arguments: [Expression], _ line: Int
  ) throws -> Expression {
    let types = arguments.map(\.type)
    if let own = try best(name, types, line) { return try call(own, arguments, line) }
    if let builtin = Builtin(rawValue: name),
      contract.inputs.count > 0 || builtin != .getFromColor && builtin != .getToColor
    {
      guard let signature = Signature.best(builtin, types) else {
        throw ShaderFailure(line, Self.unfit(name, types))
      }
      let converted = try zip(arguments, signature.parameters).map {
        try convert($0, to: $1, "by '\(name)'")
      }
      if builtin == .modf { try requireTarget(arguments[1]) }
      return Expression(type: signature.result, line: line, kind: .builtin(builtin, converted))
    }
    if let reason = Builtin.refused[name] {
      throw ShaderFailure(line, "'\(name)' is not supported: \(reason).")
    }
    guard functions[name] == nil else { throw ShaderFailure(line, Self.unfit(name, types)) }
    throw ShaderFailure(line, "There is no function '\(name)'.")
  }

  private static func unfit(_ name: String, _ types: [ValueType]) -> String {
    let list = types.map(\.name).joined(separator: ", ")
    return "'\(name)' cannot be called with (\(list))."
  }

  /// The shader's own function that fits best.
  private func best(_ name: String, _ types: [ValueType], _ line: Int) throws -> Int? {
    var best: (distance: Int, index: Int)?
    var isUnclear = false
    for index in functions[name] ?? [] {
      let parameters = program.functions[index].parameters
      guard let distance = Signature.distance(types, parameters.map(\.type)),
        zip(parameters, types).allSatisfy({ $0.direction == .into || $0.type == $1 })
      else { continue }
      if best.map({ distance < $0.distance }) ?? true {
        (best, isUnclear) = ((distance, index), false)
      } else if best?.distance == distance {
        isUnclear = true
      }
    }
    guard !isUnclear else {
      throw ShaderFailure(line, "Several functions '\(name)' fit equally well here.")
    }
    return best?.index
  }

  private mutating func call(
    _ index: Int, _ arguments: [Expression], _ line: Int
  ) throws -> Expression {
    let function = program.functions[index]
    var converted: [Expression] = []
    for (argument, parameter) in zip(arguments, function.parameters) {
      if parameter.direction != .into { try requireTarget(argument) }
      converted.append(try convert(argument, to: parameter.type, "by '\(function.name)'"))
    }
    calls[surroundings.function ?? -1, default: []].append((index, line))
    return Expression(type: function.result, line: line, kind: .call(index, converted))
  }

  // MARK: Constructors

  private func constructed(
    _ type: ValueType, _ arguments: [Expression], _ line: Int
  ) throws -> Expression {
    func made(_ parts: [Expression]) -> Expression {
      Expression(type: type, line: line, kind: .constructed(parts))
    }
    func mismatch(_ wanted: String) -> ShaderFailure {
      let list = arguments.map(\.type.name).joined(separator: ", ")
      return ShaderFailure(line, "\(type.name)(…) wants \(wanted), not (\(list)).")
    }
    switch type {
    case .nothing, .sampler: throw ShaderFailure(line, "\(type.capitalNoun) cannot be made.")
    case .array(let element, let length):
      guard arguments.count == length else { throw mismatch("\(length) elements") }
      return made(try arguments.map { try convert($0, to: element, "in \(type.name)(…)") })
    case .structure(let structure):
      guard arguments.count == structure.fields.count else {
        throw mismatch("\(structure.fields.count) fields")
      }
      return made(
        try zip(arguments, structure.fields).map {
          try convert($0, to: $1.type, "in \(type.name)(…)")
        })
    case .vector(let basic, let count):
      return try components(basic, count, arguments, made, mismatch)
    case .matrix(let columns, let rows):
      if arguments.count == 1, arguments[0].type.isMatrix { return made(arguments) }
      return try components(.float, columns * rows, arguments, made, mismatch)
    }
  }

  /// A vector or matrix of `count` components from those of `arguments`; one number stands for all.
  private func components(
    _ basic: Basic, _ count: Int, _ arguments: [Expression], _ made: ([Expression]) -> Expression,
    _ mismatch: (String) -> ShaderFailure
  ) throws -> Expression {
    guard !arguments.isEmpty, arguments.allSatisfy({ $0.type.basic != nil }) else {
      throw mismatch("numbers")
    }
    let total = arguments.reduce(0) { $0 + $1.type.count }
    let isOne = arguments.count == 1 && total == 1
    let isUsed = total - (arguments.last?.type.count ?? 0) < count
    guard isOne || total >= count && isUsed else { throw mismatch("\(count) components") }
    let parts = arguments.map { argument in
      let type: ValueType =
        argument.type.isMatrix && basic == .float ? argument.type : argument.type.with(basic)
      return argument.type == type ? argument : cast(argument, to: type)
    }
    if parts.allSatisfy({ $0.isLiteral }), !isOne {
      let values = parts.flatMap(\.literals)
      let whole = made([])
      return Expression(
        type: whole.type, line: whole.line, kind: .literal(Array(values.prefix(count))))
    }
    return made(parts)
  }
}

extension Expression {
  var isLiteral: Bool { if case .literal = kind { true } else { false } }

  var literals: [Double] { if case .literal(let values) = kind { values } else { [] } }
}
