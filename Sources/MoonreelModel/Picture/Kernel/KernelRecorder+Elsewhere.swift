// SPDX-License-Identifier: MIT

extension KernelRecorder {
  /// What `term` is for the pixel whose centre is at (`x`, `y`) in the picture's own coordinates: the steps that depend
  /// on the position are recorded once more with that one. Pictures that it reads in place are sampled there.
  ///
  /// - Returns: `nil` where it depends on what a loop carries.
  public func value(of term: KernelTerm, atX x: KernelTerm, y: KernelTerm) -> KernelTerm? {
    var isNeeded = [Bool](repeating: false, count: term.step + 1)
    isNeeded[term.step] = true
    for index in isNeeded.indices.reversed() where isNeeded[index] {
      for operand in steps[index].operands { isNeeded[operand] = true }
    }
    var moved: [Int: KernelTerm] = [:]
    for index in isNeeded.indices where isNeeded[index] {
      let step = steps[index]
      switch step.operation {
      case .pixel(.x): moved[index] = x
      case .pixel(.y): moved[index] = y
      case .pixel(.input(let input, let component)):
        moved[index] = record(.pixel(.sample(input, component: component)), [x, y])
      case .pixel(.carried), .pixel(.after): return nil
      case .pixel, .computed, .literal, .number, .sound:
        guard step.operands.contains(where: { moved[$0] != nil }) else { continue }
        let operands = step.operands.map { moved[$0] ?? KernelTerm(recorder: self, step: $0) }
        moved[index] = record(step.operation, operands)
      }
    }
    return moved[term.step] ?? term
  }
}
