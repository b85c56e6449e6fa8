// SPDX-License-Identifier: MIT

/// A value of which all is known: its type, which variables and functions it means.
struct Expression: Sendable {
  let type: ValueType
  let line: Int
  let kind: Kind

  indirect enum Kind: Sendable {
    case literal([Double])
    case variable(Int)
    /// Each component made another basic type.
    case converted(Expression)
    /// A vector, matrix, array or structure from what its constructor gets.
    case constructed([Expression])
    /// Some components: a swizzle, a field, an element whose index is known.
    case picked(Expression, [Int])
    /// The element at an index.
    case element(Expression, index: Expression)
    case negated(Expression)
    case complement(Expression)
    case not(Expression)
    case binary(BinaryOperator, Expression, Expression)
    case both(Expression, Expression)
    case either(Expression, Expression)
    case chosen(Expression, Expression, Expression)
    case sequence(Expression, Expression)
    /// The value goes to the target, which the operator is applied to first.
    case assigned(Expression, BinaryOperator?, Expression)
    /// One is added to the target or taken off.
    case stepped(Expression, by: Double, givesOld: Bool)
    case builtin(Builtin, [Expression])
    /// The value of a row of ``Program/functions`` for arguments.
    case call(Int, [Expression])
  }
}

enum BinaryOperator: String, Sendable {
  case add = "+"
  case subtract = "-"
  case multiply = "*"
  case divide = "/"
  case remainder = "%"
  case and = "&"
  case or = "|"
  case exclusiveOr = "^"
  case shiftLeft = "<<"
  case shiftRight = ">>"
  case less = "<"
  case greater = ">"
  case lessOrEqual = "<="
  case greaterOrEqual = ">="
  case equal = "=="
  case unequal = "!="
  case differ = "^^"

  /// Whether it works on bits of whole numbers.
  var isBitwise: Bool {
    switch self {
    case .and, .or, .exclusiveOr, .shiftLeft, .shiftRight: true
    default: false
    }
  }

  var isComparison: Bool {
    switch self {
    case .less, .greater, .lessOrEqual, .greaterOrEqual: true
    default: false
    }
  }
}

/// A statement of which all is known.
struct Statement: Sendable {
  let line: Int
  let kind: Kind

  indirect enum Kind: Sendable {
    case block([Statement])
    case declaration(Int, Expression?)
    case expression(Expression)
    case choice(Expression, Statement, otherwise: Statement?)
    case loop(Loop)
    case selection(Expression, [Case])
    case giveBack(Expression?)
    case leave, goOn, discard
  }
}

struct Loop: Sendable {
  /// Which one it is.
  let number: Int
  let start: Statement?
  /// A variable that the condition declares.
  let declared: Int?
  let condition: Expression?
  let step: Expression?
  let body: Statement
  let testsAfter: Bool
}

struct Case: Sendable {
  /// `nil` is `default`.
  let labels: [Expression?]
  let body: [Statement]
}

/// A function that has been written out.
struct Function: Sendable {
  enum Direction: Sendable { case into, out, both }

  struct Parameter: Sendable {
    let variable: Int
    let type: ValueType
    let direction: Direction
  }

  let name: String
  let line: Int
  let result: ValueType
  let parameters: [Parameter]
  var body: Statement?
}

/// A variable, anywhere in the shader.
struct Variable: Sendable {
  /// Where its value comes from.
  enum Origin: Sendable {
    /// It is assigned.
    case shader
    /// The kernel's numbers from this one on.
    case numbers(Int)
    /// A value of the contract.
    case contract(ContractValue)
    /// An input of the kernel.
    case input(Int)
  }

  let name: String
  let type: ValueType
  var origin = Origin.shader
  /// Whether nothing may be assigned to it.
  var isConstant = false
  /// Its value, where it is a whole number that the shader states.
  var whole: Int?
}

/// A shader of which all is known.
struct Program: Sendable {
  var variables: [Variable] = []
  var functions: [Function] = []
  /// The declarations of globals, in order.
  var globals: [Statement] = []
}
