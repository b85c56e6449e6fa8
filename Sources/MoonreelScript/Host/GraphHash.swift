// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// Tells whether two pictures are made alike. Frames count by identity; the values hold for one process.
enum GraphHash {
  /// The hash of all that `image` is made from. Shared inputs are visited once, without recursion.
  static func value(_ image: Image) -> Int {
    var known: [ObjectIdentifier: Int] = [:]
    var pending = [image]
    while let next = pending.last {
      let missing = next.node.inputs.filter { known[ObjectIdentifier($0)] == nil }
      if missing.isEmpty {
        pending.removeLast()
        let inputs = next.node.inputs.map { known[ObjectIdentifier($0)] ?? 0 }
        known[ObjectIdentifier(next)] = own(next.node, inputs: inputs)
      } else {
        pending += missing
      }
    }
    return known[ObjectIdentifier(image)] ?? 0
  }

  private static func own(_ node: Image.Node, inputs: [Int]) -> Int {
    var hasher = Hasher()
    hasher.combine(inputs)
    switch node {
    case .empty: hasher.combine(0)
    case .frame(let buffer): hasher.combine(ObjectIdentifier(buffer))
    case .color(let color): hasher.combine(color)
    case .linearGradient(let from, let to, let stops): combine(&hasher, from, to, stops)
    case .radialGradient(let center, let radius, let stops): combine(&hasher, center, radius, stops)
    case .checker(let side, let first, let second): combine(&hasher, side, first, second)
    case .noise(let seed): combine(&hasher, 1, seed, 0)
    case .testCard(let size, let phase): combine(&hasher, 2, size, phase)
    case .shape(let path, let rule, let feather): combine(&hasher, path, rule, feather)
    case .drawing(let drawing): drawing.hash(into: &hasher)
    case .transform(_, let map, let sampling): combine(&hasher, 3, map, sampling)
    case .projection(_, let map, let sampling): combine(&hasher, 12, map, sampling)
    case .tile(_, let mirrors): combine(&hasher, 13, mirrors, 0)
    case .crop(_, let rect): combine(&hasher, 4, rect, 0)
    case .clampToEdges: hasher.combine(5)
    case .opacity(_, let factor): combine(&hasher, 6, factor, 0)
    case .over: hasher.combine(7)
    case .dissolve(_, _, let amount): combine(&hasher, 8, amount, 0)
    case .colorMatrix(_, let matrix): combine(&hasher, 9, matrix, 0)
    case .colorPolynomial(_, let red, let green, let blue): combine(&hasher, red, green, blue)
    case .gamma(_, let power): combine(&hasher, 10, power, 0)
    case .lookup(_, let table): combine(&hasher, 12, table.shape, table.fingerprint)
    case .gaussianBlur(_, let x, let y): combine(&hasher, 11, x, y)
    case .kernel(let kernel, _, let numbers): combine(&hasher, kernel.steps, kernel.result, numbers)
    case .boxBlur(_, let radius): combine(&hasher, 12, radius, 0)
    case .pixelate(_, let cell, let origin): combine(&hasher, 13, cell, origin)
    case .samplingKernel(let kernel, _, let numbers, let reach):
      combine(&hasher, kernel.steps, kernel.result, numbers)
      hasher.combine(reach)
    }
    return hasher.finalize()
  }

  private static func combine(
    _ hasher: inout Hasher, _ first: some Hashable, _ second: some Hashable, _ third: some Hashable
  ) {
    hasher.combine(first)
    hasher.combine(second)
    hasher.combine(third)
  }
}
