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
    case .pattern(let pattern): hasher.combine(pattern)
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
    case .adjustment(_, let adjustment): combine(&hasher, adjustment)
    case .filter(_, let filter): hasher.combine(filter)
    case .kernel(let kernel, _, let numbers): combine(&hasher, kernel.steps, kernel.result, numbers)
    case .samplingKernel(let kernel, _, let numbers, let reach):
      combine(&hasher, kernel.steps, kernel.result, numbers)
      hasher.combine(reach)
    }
    return hasher.finalize()
  }

  /// Tables count by what is in them.
  private static func combine(_ hasher: inout Hasher, _ adjustment: Image.Adjustment) {
    switch adjustment {
    case .matrix(let matrix): combine(&hasher, 9, matrix, 0)
    case .polynomial(let red, let green, let blue): combine(&hasher, red, green, blue)
    case .gamma(let power): combine(&hasher, 10, power, 0)
    case .lookup(let table): combine(&hasher, 11, table.shape, table.fingerprint)
    }
  }

  private static func combine(
    _ hasher: inout Hasher, _ first: some Hashable, _ second: some Hashable, _ third: some Hashable
  ) {
    hasher.combine(first)
    hasher.combine(second)
    hasher.combine(third)
  }
}
