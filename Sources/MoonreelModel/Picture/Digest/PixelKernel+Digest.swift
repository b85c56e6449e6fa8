// SPDX-License-Identifier: MIT

import MoonreelCore

extension PixelKernel {
  /// Stands for what it computes: its steps and literals, its result, what it takes and its extent, but not its
  /// name. Found out once.
  var digest: Digest {
    memo.value {
      // A kernel without loops is known by what it was before there were any.
      var writer = DigestWriter("kernel", inputCount, numberCount, extent, steps, result)
      for loop in loops { writer.add("loop", loop.limit, loop.count) }
      return writer.digest
    }
  }
}

extension PixelKernel.Extent: Digestible {
  package func add(to writer: inout DigestWriter) {
    switch self {
    case .union: writer.add("union")
    case .input(let index): writer.add("input", index)
    case .grown(let index): writer.add("grown", index)
    case .intersection: writer.add("intersection")
    case .everywhere: writer.add("everywhere")
    }
  }
}

extension PixelKernel.Step: Digestible {
  package func add(to writer: inout DigestWriter) { writer.add(operation, operands) }
}

extension PixelKernel.Operation: Digestible {
  package func add(to writer: inout DigestWriter) {
    switch self {
    case .input(let index, let component): writer.add("input", index, component)
    case .sample(let index, let component): writer.add("sample", index, component)
    case .number(let index): writer.add("number", index)
    case .literal(let number): writer.add("literal", number)
    case .x: writer.add("x")
    case .y: writer.add("y")
    case .computed(let operation): writer.add(operation.name)
    case .carried(let loop, let place): writer.add("carried", loop, place)
    case .after(let loop, let place): writer.add("after", loop, place)
    }
  }
}
