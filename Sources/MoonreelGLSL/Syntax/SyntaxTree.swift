// SPDX-License-Identifier: MIT

/// What a shader says, before anything is known of its names.
enum Syntax {
  /// A type as it is written: `vec3`, `float[4]`, a structure.
  struct TypeName {
    let name: String
    let line: Int
    /// The lengths of the arrays, the outermost first; `nil` is one that follows from the elements.
    var lengths: [Expression?] = []
  }

  struct Expression {
    let line: Int
    /// How many expressions are inside one another here.
    let depth: Int
    let kind: Kind

    indirect enum Kind {
      case number(Double, Basic)
      case name(String)
      /// A function or a constructor.
      case call(TypeName, [Expression])
      case index(Expression, Expression)
      case member(Expression, String)
      case prefix(String, Expression)
      case postfix(String, Expression)
      case binary(String, Expression, Expression)
      /// With `=` or an operator and `=`.
      case assign(String, Expression, Expression)
      case ternary(Expression, Expression, Expression)
      case sequence(Expression, Expression)
    }
  }

  /// A variable, a parameter or a field.
  struct Declarator {
    let name: String
    let line: Int
    var type: TypeName
    var initial: Expression?
  }

  struct Declaration {
    /// `const`, `uniform`, `in`, `out`, `inout` and others.
    var qualifiers: Set<String>
    var declarators: [Declarator]
    /// Where the declaration begins and where the token after it does, in the file; comments between are its own.
    var extent: Range<Int> = 0..<0
    var lastLine = 0
  }

  struct Structure {
    let name: String
    let line: Int
    let fields: [Declarator]
  }

  struct Function {
    let name: String
    let line: Int
    let result: TypeName
    let parameters: [Declaration]
    /// `nil` where it is only announced.
    let body: Statement?
  }

  struct Statement {
    let line: Int
    let kind: Kind

    indirect enum Kind {
      case empty
      case block([Statement])
      case structure(Structure)
      case declaration(Declaration)
      case expression(Expression)
      case choice(Expression, Statement, otherwise: Statement?)
      case loop(Loop)
      case selection(Expression, [Case])
      case giveBack(Expression?)
      case leave, goOn, discard
    }
  }

  /// `for`, `while` and `do`.
  struct Loop {
    var start: Statement?
    var condition: Condition?
    var step: Expression?
    var body: Statement
    var testsAfter = false
  }

  /// What a loop goes on for; it may declare a variable, which is then new in each round.
  enum Condition {
    case expression(Expression)
    case declaration(Declaration)
  }

  /// The statements after `case` or `default`, up to the next.
  struct Case {
    /// The values; `nil` is `default`.
    var labels: [Expression?]
    var body: [Statement]
  }

  enum Item {
    case function(Function)
    case statement(Statement)
  }
}
