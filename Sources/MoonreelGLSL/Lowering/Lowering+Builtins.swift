// SPDX-License-Identifier: MIT

import MoonreelModel

extension Lowering {
  /// The value of a function of GLSL.
  mutating func builtin(
    _ function: Builtin, _ syntax: [Expression], _ expression: Expression
  ) throws -> [Scalar] {
    if function == .modf { return try modf(syntax, expression.line) }
    let arguments = try syntax.map { try evaluate($0) }
    switch function {
    case .texture2D, .texture, .textureLod, .texture2DLod, .texture2DLodEXT, .textureGrad,
      .textureProj, .texture2DProj, .textureProjLod, .textureProjGrad, .textureOffset,
      .textureLodOffset, .textureGradOffset, .textureProjOffset, .textureProjLodOffset,
      .textureProjGradOffset, .texelFetch, .texelFetchOffset, .textureSize, .getFromColor,
      .getToColor:
      return picture(function, arguments)
    case .packUnorm2x16: return [calculate.packed(arguments[0], .unsigned)]
    case .packSnorm2x16: return [calculate.packed(arguments[0], .signed)]
    case .packHalf2x16: return [calculate.packed(arguments[0], .float)]
    case .unpackUnorm2x16: return calculate.unpacked(arguments[0][0], .unsigned)
    case .unpackSnorm2x16: return calculate.unpacked(arguments[0][0], .signed)
    case .unpackHalf2x16: return calculate.unpacked(arguments[0][0], .float)
    case .length, .distance, .dot, .cross, .normalize, .faceforward, .reflect, .refract, .any, .all:
      return geometry(function, arguments)
    case .matrixCompMult, .outerProduct, .transpose, .determinant, .inverse:
      try spend(expression.type.count * 8, expression.line)
      return linear(function, arguments, syntax.map(\.type))
    case .dFdx, .dFdy, .fwidth:
      return try arguments[0].map { try slope(function, of: $0, expression.line) }
    default: break
    }
    let count = expression.type.count
    return (0..<count).map { index in
      component(function, arguments.map { $0[$0.count == 1 ? 0 : index] })
    }
  }

  /// The whole part goes to the second argument, the rest is the value.
  private mutating func modf(_ arguments: [Expression], _ line: Int) throws -> [Scalar] {
    let value = try evaluate(arguments[0])
    let whole = value.map { calculate.truncated($0) }
    try store(try place(arguments[1]), whole, line)
    return zip(value, whole).map { calculate.subtract($0, $1) }
  }

  /// How much a value changes across the pixel, from half a pixel before its centre to half a pixel behind.
  private mutating func slope(
    _ function: Builtin, of value: Scalar, _ line: Int
  ) throws -> Scalar {
    if value.number != nil { return .no }
    if function == .fwidth {
      return calculate.add(
        calculate.absolute(try slope(.dFdx, of: value, line)),
        calculate.absolute(try slope(.dFdy, of: value, line)))
    }
    let (x, y) = (recorder.x, recorder.y)
    let isAcross = function == .dFdx
    func at(_ offset: Float) throws -> Scalar {
      let moved = recorder.value(
        of: calculate.term(value), atX: isAcross ? x + offset : x, y: isAcross ? y : y - offset)
      guard let moved else {
        throw ShaderFailure(
          line,
          "'\(function.rawValue)' of what a loop computes is not supported; use a width in pixels.")
      }
      return .term(moved)
    }
    let slope = calculate.subtract(try at(0.5), try at(-0.5))
    try spend(0, line)
    return slope
  }

  private func picture(_ function: Builtin, _ arguments: [[Scalar]]) -> [Scalar] {
    let input = Int(arguments[0][0].number ?? 0)
    switch function {
    case .getFromColor: return color(of: 0, at: arguments[0])
    case .getToColor: return color(of: 1, at: arguments[0])
    case .textureSize: return inputSize
    case .texelFetch: return texel(of: input, at: arguments[1])
    case .texelFetchOffset:
      return texel(of: input, at: zip(arguments[1], arguments[3]).map { calculate.add($0, $1) })
    case .textureOffset: return color(of: input, at: moved(arguments[1], by: arguments[2]))
    case .textureLodOffset: return color(of: input, at: moved(arguments[1], by: arguments[3]))
    case .textureGradOffset: return color(of: input, at: moved(arguments[1], by: arguments[4]))
    case .textureProj, .texture2DProj, .textureProjLod, .textureProjGrad:
      return color(of: input, at: projected(arguments[1]))
    case .textureProjOffset:
      return color(of: input, at: moved(projected(arguments[1]), by: arguments[2]))
    case .textureProjLodOffset:
      return color(of: input, at: moved(projected(arguments[1]), by: arguments[3]))
    case .textureProjGradOffset:
      return color(of: input, at: moved(projected(arguments[1]), by: arguments[4]))
    default: return color(of: input, at: arguments[1])
    }
  }

  /// The first two components over the last one.
  private func projected(_ place: [Scalar]) -> [Scalar] {
    place.prefix(2).map { calculate.divide($0, place[place.count - 1]) }
  }

  /// A place that lies whole pixels away from another.
  private func moved(_ place: [Scalar], by pixels: [Scalar]) -> [Scalar] {
    zip(zip(place, pixels), inputSize).map {
      calculate.add($0.0, calculate.divide($0.1, $1))
    }
  }

  // MARK: Vectors

  private func scaled(_ vector: [Scalar], _ factor: Scalar) -> [Scalar] {
    vector.map { calculate.multiply($0, factor) }
  }

  private func length(_ vector: [Scalar]) -> Scalar {
    vector.count == 1
      ? calculate.absolute(vector[0]) : calculate.squareRoot(calculate.dot(vector, vector))
  }

  private func geometry(_ function: Builtin, _ a: [[Scalar]]) -> [Scalar] {
    switch function {
    case .length: return [length(a[0])]
    case .distance: return [length(zip(a[0], a[1]).map { calculate.subtract($0, $1) })]
    case .dot: return [calculate.dot(a[0], a[1])]
    case .cross:
      return [(1, 2), (2, 0), (0, 1)].map { i, j in
        calculate.subtract(
          calculate.multiply(a[0][i], a[1][j]), calculate.multiply(a[0][j], a[1][i]))
      }
    case .normalize: return scaled(a[0], calculate.divideOrZero(.known(1), length(a[0])))
    case .faceforward:
      let isAway = calculate.less(calculate.dot(a[2], a[1]), .known(0))
      return a[0].map { calculate.select(isAway, $0, calculate.negate($0)) }
    case .reflect:
      let twice = calculate.multiply(.known(2), calculate.dot(a[1], a[0]))
      return zip(a[0], a[1]).map { calculate.subtract($0, calculate.multiply(twice, $1)) }
    case .refract: return refracted(a[0], a[1], a[2][0])
    case .any: return [a[0].reduce(.no) { calculate.either($0, $1) }]
    default: return [a[0].reduce(.yes) { calculate.both($0, $1) }]
    }
  }

  private func refracted(_ ray: [Scalar], _ normal: [Scalar], _ ratio: Scalar) -> [Scalar] {
    let c = calculate
    let cosine = c.dot(normal, ray)
    let sine = c.multiply(
      c.multiply(ratio, ratio), c.subtract(.known(1), c.multiply(cosine, cosine)))
    let k = c.subtract(.known(1), sine)
    let along = c.add(c.multiply(ratio, cosine), c.squareRoot(k))
    return zip(ray, normal).map { part, side in
      let bent = c.subtract(c.multiply(ratio, part), c.multiply(along, side))
      return c.select(c.atLeast(k, .known(0)), bent, .known(0))
    }
  }

  // MARK: Matrices

  private func linear(
    _ function: Builtin, _ a: [[Scalar]], _ types: [ValueType]
  ) -> [Scalar] {
    switch (function, types[0]) {
    case (.matrixCompMult, _): return zip(a[0], a[1]).map { calculate.multiply($0, $1) }
    case (.outerProduct, _):
      return Self.grid(a[1].count, a[0].count) { calculate.multiply(a[0][$1], a[1][$0]) }
    case (.transpose, .matrix(let columns, let rows)):
      return Self.grid(rows, columns) { a[0][$1 * rows + $0] }
    case (.determinant, .matrix(let size, _)): return [determinant(a[0], size)]
    case (.inverse, .matrix(let size, _)): return inverse(a[0], size)
    default: return a[0]
    }
  }

  private func determinant(_ matrix: [Scalar], _ size: Int) -> Scalar {
    if size == 1 { return matrix[0] }
    return (0..<size).reduce(Scalar.known(0)) { sum, column in
      calculate.add(
        sum, calculate.multiply(matrix[column * size], cofactor(matrix, size, column, 0)))
    }
  }

  /// The determinant of what is left without a column and a row, with its sign.
  private func cofactor(_ matrix: [Scalar], _ size: Int, _ column: Int, _ row: Int) -> Scalar {
    let rest = matrix.indices.filter { $0 / size != column && $0 % size != row }
    let value = determinant(rest.map { matrix[$0] }, size - 1)
    return (column + row) % 2 == 0 ? value : calculate.negate(value)
  }

  private func inverse(_ matrix: [Scalar], _ size: Int) -> [Scalar] {
    let cofactors = Self.grid(size, size) { cofactor(matrix, size, $1, $0) }
    let over = calculate.divide(.known(1), determinant(matrix, size))
    return cofactors.map { calculate.multiply($0, over) }
  }
}
