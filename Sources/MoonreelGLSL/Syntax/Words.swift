// SPDX-License-Identifier: MIT

/// The words of the language.
enum Words {
  /// What is said before a type.
  static let qualifiers: Set<String> = [
    "const", "uniform", "in", "out", "inout", "attribute", "varying", "highp", "mediump", "lowp",
    "flat", "smooth", "centroid", "invariant", "precise", "layout",
  ]

  /// Names that are no variable's.
  static let reserved: Set<String> = qualifiers.union([
    "if", "else", "for", "while", "do", "switch", "case", "default", "return", "break", "continue",
    "discard", "struct", "precision", "true", "false",
  ])

  /// The types that have a name.
  static let types: [String: ValueType] = {
    var types: [String: ValueType] = ["void": .nothing, "sampler2D": .sampler]
    for basic in Basic.allCases {
      types[basic.rawValue] = .vector(basic, 1)
      for count in 2...4 { types["\(basic.prefix)vec\(count)"] = .vector(basic, count) }
    }
    for columns in 2...4 {
      types["mat\(columns)"] = .matrix(columns: columns, rows: columns)
      for rows in 2...4 { types["mat\(columns)x\(rows)"] = .matrix(columns: columns, rows: rows) }
    }
    return types
  }()

  /// Types of GLSL that are not here.
  static let refusedTypes: Set<String> = [
    "sampler3D", "samplerCube", "sampler2DArray", "sampler2DShadow", "samplerCubeShadow",
    "isampler2D", "usampler2D", "sampler2DRect", "sampler1D", "double", "dvec2", "dvec3", "dvec4",
    "image2D",
  ]
}
