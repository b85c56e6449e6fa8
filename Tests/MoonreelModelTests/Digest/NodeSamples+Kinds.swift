// SPDX-License-Identifier: MIT

import MoonreelCore

@testable import MoonreelModel

// Nodes of one kind that differ from the first in one number or input each.
extension NodeSample {
  private static func stops(_ n: ArraySlice<Double>) -> [Image.GradientStop] {
    let n = Array(n)
    return [
      .init(n[0], Color(n[1], n[2], n[3], n[4])), .init(n[5], Color(n[6], n[7], n[8], n[9])),
    ]
  }

  private static let stopNumbers = [0, 0.1, 0.2, 0.3, 0.4, 1, 0.5, 0.6, 0.7, 0.8]

  static var colors: [Image.Node] {
    one([0.1, 0.2, 0.3, 0.4]).map { .color(Color($0[0], $0[1], $0[2], $0[3])) }
  }

  static var linearGradients: [Image.Node] {
    one([1, 2, 3, 4] + stopNumbers).map {
      .pattern(
        .linearGradient(
          from: Point($0[0], $0[1]), to: Point($0[2], $0[3]), stops: stops($0[4...])))
    }
  }

  static var radialGradients: [Image.Node] {
    one([1, 2, 3] + stopNumbers).map {
      .pattern(
        .radialGradient(center: Point($0[0], $0[1]), radius: $0[2], stops: stops($0[3...])))
    }
  }

  static var checkers: [Image.Node] {
    one([8, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8]).map { n in
      let (first, second) = (Color(n[1], n[2], n[3], n[4]), Color(n[5], n[6], n[7], n[8]))
      return .pattern(.checker(side: n[0], first, second))
    }
  }

  static var shapes: [Image.Node] {
    func path(_ n: [Double]) -> Path {
      func point(_ index: Int) -> Point { Point(n[index], n[index + 1]) }
      return Path([
        .move(point(0)), .line(point(2)), .quadratic(point(4), point(6)),
        .cubic(point(8), point(10), point(12)), .close,
      ])
    }
    let paths = one((1...14).map(Double.init)).map(path)
    var open = paths[0]
    open.elements[4] = .line(Point(0, 0))
    return (paths + [open]).map { .shape($0, .nonZero, feather: 1) } + [
      .shape(paths[0], .evenOdd, feather: 1), .shape(paths[0], .nonZero, feather: 2),
    ]
  }

  static var transforms: [Image.Node] {
    let maps = one([1, 2, 3, 4, 5, 6]).map {
      AffineTransform(a: $0[0], b: $0[1], c: $0[2], d: $0[3], tx: $0[4], ty: $0[5])
    }
    return maps.map { .transform(a, $0, .bicubic) }
      + Image.Sampling.allCases.filter { $0 != .bicubic }.map { .transform(a, maps[0], $0) }
      + [.transform(b, maps[0], .bicubic)]
  }

  static var projections: [Image.Node] {
    let maps = one([1, 2, 3, 4, 5, 6, 7, 8, 9]).map { n in
      var map = ProjectiveTransform(.identity)
      (map.a, map.b, map.p, map.c, map.d) = (n[0], n[1], n[2], n[3], n[4])
      (map.q, map.tx, map.ty, map.r) = (n[5], n[6], n[7], n[8])
      return map
    }
    return maps.map { .projection(a, $0, .bicubic) }
      + [.projection(a, maps[0], .lanczos), .projection(b, maps[0], .bicubic)]
  }

  static var crops: [Image.Node] {
    let rects = one([1, 2, 3, 4]).map { Rect(x: $0[0], y: $0[1], width: $0[2], height: $0[3]) }
    return rects.map { .crop(a, $0) } + [.crop(b, rects[0])]
  }

  static var matrices: [Image.Node] {
    let all = one((0..<20).map { Float($0) / 8 }).map { Image.ColorMatrix($0) }
    return all.map { .adjustment(a, .matrix($0)) } + [.adjustment(b, .matrix(all[0]))]
  }

  static var polynomials: [Image.Node] {
    func made(_ n: [Float], cut: Int = 4, _ image: Image = a) -> Image.Node {
      .adjustment(
        image,
        .polynomial(red: Array(n[..<cut]), green: Array(n[cut..<8]), blue: Array(n[8...])))
    }
    let numbers = one((0..<12).map { Float($0) / 8 })
    return numbers.map { made($0) } + [made(numbers[0], cut: 3), made(numbers[0], b)]
  }

  static var lookups: [Image.Node] {
    get throws {
      let tables = try [0, 0.25].map {
        try LookupTable(.curves, size: 2, colors: [.init(repeating: $0), .one])
      }
      return [(a, tables[0]), (a, tables[1]), (b, tables[0])].map {
        .adjustment($0, .lookup($1))
      }
    }
  }

  static var cells: [Image.Node] {
    func made(_ n: [Double], _ image: Image = a) -> Image.Node {
      .filter(image, .pixelate(cell: Size(n[0], n[1]), origin: Point(n[2], n[3])))
    }
    return one([2, 3, 4, 5]).map { made($0) } + [made([2, 3, 4, 5], b)]
  }

  static var kernelUses: [Image.Node] {
    let numbers: [[Float]] = one([0.25, 0.5])
    return pairs.map { .kernel(tinted, inputs: [$0, $1], numbers: numbers[0]) }
      + numbers.dropFirst().map { .kernel(tinted, inputs: [a, b], numbers: $0) }
      + [.kernel(otherTinted, inputs: [a, b], numbers: numbers[0])]
  }

  static var readingUses: [Image.Node] {
    let numbers: [[Float]] = one([0.25, 0.5])
    func made(
      _ kernel: PixelKernel, _ inputs: [Image], _ numbers: [Float], reach: Double? = 4
    ) -> Image.Node {
      .samplingKernel(kernel, inputs: inputs, numbers: numbers, reach: reach)
    }
    return pairs.map { made(reading, [$0, $1], numbers[0]) }
      + numbers.dropFirst().map { made(reading, [a, b], $0) }
      + [nil, 0, 5].map { made(reading, [a, b], numbers[0], reach: $0) }
      + [made(otherReading, [a, b], numbers[0])]
  }
}
