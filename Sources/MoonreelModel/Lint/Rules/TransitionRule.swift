// SPDX-License-Identifier: MIT

import MoonreelCore

/// Transitions that nobody sees: shorter than a frame, or between layers that another one joins already.
struct TransitionRule: Lint.Rule {
  func findings(in subject: LintSubject) -> [Finding] {
    guard let stack = subject.stack, stack.compositor == nil else { return [] }
    var first: [Set<Int>: LayerStack.ActiveTransition] = [:]
    return stack.activeTransitions.compactMap { active in
      let pair: Set = [active.from, active.to]
      if let other = first[pair] { return second(active, other, stack) }
      first[pair] = active
      return short(active, stack, subject)
    }
  }

  private func second(
    _ active: LayerStack.ActiveTransition, _ other: LayerStack.ActiveTransition,
    _ stack: LayerStack
  ) -> Finding {
    Finding(
      .neverVisible, active.range, place: stack.layers[active.to].place,
      "\(active.label(in: stack)) is never visible: '\(other.transition.name)' joins the same layers. "
        + "Keep one of the two.")
  }

  private func short(
    _ active: LayerStack.ActiveTransition, _ stack: LayerStack, _ subject: LintSubject
  ) -> Finding? {
    let frame = subject.frameRate.frameDuration
    guard active.range.duration < frame else { return nil }
    return Finding(
      .flash, active.range, place: stack.layers[active.to].place,
      "\(active.label(in: stack)) lasts \(active.range.duration.text), less than a frame of "
        + "\(frame.text). Times are seconds; let the layers overlap for longer, or not at all.")
  }
}

extension LayerStack.ActiveTransition {
  /// What findings call it, at the start of a sentence.
  fileprivate func label(in stack: LayerStack) -> String {
    "The transition '\(transition.name)' from \(stack.layers[from].label) to "
      + stack.layers[to].label
  }
}
