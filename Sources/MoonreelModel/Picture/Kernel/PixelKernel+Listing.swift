// SPDX-License-Identifier: MIT

extension PixelKernel {
  /// What it computes, a line for each step that the result needs, for reading:
  ///
  ///     kernel 'iris': 2 pictures, 8 numbers, 41 steps
  ///       %0 = x
  ///       %4 = subtract %0 %3
  ///       result: red %31, green %33, blue %35, alpha %37
  ///
  /// The lines of a loop stand further in. `names` are those of its pictures and numbers, where they have some.
  package func listing(pictures: [String] = [], numbers: [String] = []) -> String {
    let needed = neededSteps
    var lines = [
      "kernel '\(name.visible())': \(count(inputCount, "picture")), \(count(numberCount, "number")), "
        + count(needed.filter(\.self).count, "step")
    ]
    for (index, loop) in loops.enumerated() {
      lines.append("  loop \(index): \(loop.count) values, at most \(count(loop.limit, "round"))")
    }
    for index in steps.indices where needed[index] {
      let step = steps[index]
      let words = [word(step.operation, pictures, numbers)] + step.operands.map { "%\($0)" }
      lines.append("  %\(index) = \(words.joined(separator: " "))")
    }
    let parts = zip(["red", "green", "blue", "alpha"], result).map { "\($0) %\($1)" }
    return (lines + ["  result: \(parts.joined(separator: ", "))"]).joined(separator: "\n")
  }

  private func count(_ number: Int, _ word: String) -> String {
    "\(number) \(word)\(number == 1 ? "" : "s")"
  }

  private func word(_ operation: Operation, _ pictures: [String], _ numbers: [String]) -> String {
    let components = ["red", "green", "blue", "alpha"]
    func name(_ names: [String], _ index: Int, _ kind: String) -> String {
      names.indices.contains(index) ? "\(kind) '\(names[index].visible())'" : "\(kind) \(index + 1)"
    }
    switch operation {
    case .input(let input, let component):
      return "\(name(pictures, input, "picture")) \(components[component])"
    case .sample(let input, let component):
      return "\(name(pictures, input, "picture")) \(components[component]) at"
    case .number(let index): return name(numbers, index, "number")
    case .literal(let number): return "\(number)"
    case .x: return "x"
    case .y: return "y"
    case .computed(let row): return row.name
    case .carried(let loop, let place): return "value \(place) of loop \(loop), before it:"
    case .after(let loop, let place): return "value \(place) after loop \(loop):"
    }
  }
}
