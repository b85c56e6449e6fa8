// SPDX-License-Identifier: MIT

/// What one component of a value is.
enum Basic: String, CaseIterable, Sendable {
  case bool, int, uint, float

  /// What the names of its vectors begin with.
  var prefix: String {
    switch self {
    case .bool: "b"
    case .int: "i"
    case .uint: "u"
    case .float: ""
    }
  }

  var isWhole: Bool { self == .int || self == .uint }
}

/// The type of a value. All values are components in a row: matrices column by column, arrays and structures element by
/// element.
indirect enum ValueType: Hashable, Sendable {
  case nothing
  /// 1 to 4 components.
  case vector(Basic, Int)
  case matrix(columns: Int, rows: Int)
  case array(ValueType, Int)
  case structure(Structure)
  /// A picture: the index of an input.
  case sampler

  static let float = vector(.float, 1)
  static let int = vector(.int, 1)
  static let bool = vector(.bool, 1)

  /// How many components it has.
  var count: Int {
    switch self {
    case .nothing: 0
    case .vector(_, let count): count
    case .matrix(let columns, let rows): columns * rows
    case .array(let element, let length): element.count * length
    case .structure(let structure): structure.count
    case .sampler: 1
    }
  }

  /// What its components are, where they are all the same and it is a number, a vector or a matrix.
  var basic: Basic? {
    switch self {
    case .vector(let basic, _): basic
    case .matrix: .float
    case .nothing, .array, .structure, .sampler: nil
    }
  }

  /// What each component is; `nil` is a picture.
  var basics: [Basic?] {
    switch self {
    case .nothing: []
    case .vector(let basic, let count): Array(repeating: basic, count: count)
    case .matrix(let columns, let rows): Array(repeating: .float, count: columns * rows)
    case .array(let element, let length):
      Array(repeating: element.basics, count: length).flatMap { $0 }
    case .structure(let structure): structure.fields.flatMap(\.type.basics)
    case .sampler: [nil]
    }
  }

  var isScalar: Bool { if case .vector(_, 1) = self { true } else { false } }

  var isMatrix: Bool { if case .matrix = self { true } else { false } }

  /// Whether it holds a picture, which is no value.
  var hasSampler: Bool {
    switch self {
    case .sampler: true
    case .array(let element, _): element.hasSampler
    case .structure(let structure): structure.fields.contains { $0.type.hasSampler }
    case .nothing, .vector, .matrix: false
    }
  }

  /// The same with other components.
  func with(_ basic: Basic) -> ValueType {
    if case .vector(_, let count) = self { .vector(basic, count) } else { self }
  }

  /// Its name with an article, for sentences.
  var noun: String {
    let isVowel = name.first.map { "aeiou".contains($0) && !name.hasPrefix("u") } ?? false
    return "\(isVowel ? "an" : "a") \(name)"
  }

  /// The same at the beginning of a sentence.
  var capitalNoun: String { "A" + noun.dropFirst() }

  /// Its name in GLSL.
  var name: String {
    switch self {
    case .nothing: return "void"
    case .sampler: return "sampler2D"
    case .vector(let basic, let count):
      return count == 1 ? basic.rawValue : "\(basic.prefix)vec\(count)"
    case .matrix(let columns, let rows):
      return columns == rows ? "mat\(columns)" : "mat\(columns)x\(rows)"
    case .array(let element, let length): return "\(element.name)[\(length)]"
    case .structure(let structure): return structure.name
    }
  }
}

/// A structure of the shader.
struct Structure: Hashable, Sendable {
  struct Field: Hashable, Sendable {
    let name: String
    let type: ValueType
    /// Its first component.
    let start: Int
  }

  let name: String
  let fields: [Field]
  let count: Int

  init(name: String, fields: [(name: String, type: ValueType)]) {
    var list: [Field] = []
    var start = 0
    for field in fields {
      list.append(Field(name: field.name, type: field.type, start: start))
      start += field.type.count
    }
    (self.name, self.fields, count) = (name, list, start)
  }
}
