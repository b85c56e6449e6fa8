// SPDX-License-Identifier: MIT

/// One way to call a built-in function, as ``Builtin/signatures`` writes it.
struct Signature {
  let result: ValueType
  let parameters: [ValueType]

  /// `pattern` where its letters for any number of components mean `count`; `nil` where they cannot.
  init?(_ pattern: String, count: Int) {
    var types: [ValueType] = []
    for letter in pattern {
      guard let type = Self.type(letter, count) else { return nil }
      types.append(type)
    }
    (result, parameters) = (types[0], Array(types.dropFirst()))
  }

  private static func type(_ letter: Character, _ count: Int) -> ValueType? {
    switch letter {
    case "f": .float
    case "i": .int
    case "u": .vector(.uint, 1)
    case "b": .bool
    case "F": .vector(.float, count)
    case "I": .vector(.int, count)
    case "U": .vector(.uint, count)
    case "B": .vector(.bool, count)
    case "V": count > 1 ? .vector(.float, count) : nil
    case "J": count > 1 ? .vector(.int, count) : nil
    case "W": count > 1 ? .vector(.uint, count) : nil
    case "C": count > 1 ? .vector(.bool, count) : nil
    case "2": .vector(.float, 2)
    case "3": .vector(.float, 3)
    case "4": .vector(.float, 4)
    case "P": .vector(.int, 2)
    case "M": count > 1 ? .matrix(columns: count, rows: count) : nil
    case "s": .sampler
    default: nil
    }
  }

  /// How far the types of arguments are from `parameters`: 0 for the same, 1 for each whole number that becomes a
  /// float, as GLSL for the desktop allows; `nil` where they do not fit.
  static func distance(_ arguments: [ValueType], _ parameters: [ValueType]) -> Int? {
    guard arguments.count == parameters.count else { return nil }
    var sum = 0
    for (argument, parameter) in zip(arguments, parameters) where argument != parameter {
      guard argument.converts(to: parameter) else { return nil }
      sum += 1
    }
    return sum
  }

  /// The best way to call `function` with `arguments`.
  static func best(_ function: Builtin, _ arguments: [ValueType]) -> Signature? {
    if let own = linear(function, arguments) { return own }
    var best: (distance: Int, signature: Signature)?
    for pattern in function.signatures where pattern.count == arguments.count + 1 {
      for count in 1...4 {
        guard let signature = Signature(pattern, count: count),
          let distance = distance(arguments, signature.parameters)
        else { continue }
        if best.map({ distance < $0.distance }) ?? true { best = (distance, signature) }
      }
    }
    return best?.signature
  }

  private init(result: ValueType, parameters: [ValueType]) {
    (self.result, self.parameters) = (result, parameters)
  }

  /// Functions of matrices, whose sides no letter says.
  private static func linear(_ function: Builtin, _ arguments: [ValueType]) -> Signature? {
    switch (function, arguments.first, arguments.last, arguments.count) {
    case (.transpose, .matrix(let columns, let rows), _, 1):
      Signature(result: .matrix(columns: rows, rows: columns), parameters: arguments)
    case (.outerProduct, .vector(.float, let rows), .vector(.float, let columns), 2)
    where rows > 1 && columns > 1:
      Signature(result: .matrix(columns: columns, rows: rows), parameters: arguments)
    case (.matrixCompMult, .matrix, _, 2) where arguments[0] == arguments[1]:
      Signature(result: arguments[0], parameters: arguments)
    default: nil
    }
  }
}

extension ValueType {
  /// Whether a value of this type may stand for `other`: the same, or whole numbers for floats.
  func converts(to other: ValueType) -> Bool {
    if self == other { return true }
    guard case .vector(let basic, let count) = self, case .vector(let wanted, let other) = other,
      count == other
    else { return false }
    return basic.isWhole && wanted == .float || basic == .int && wanted == .uint
  }
}
