// SPDX-License-Identifier: MIT

import MoonreelCore

/// What becomes of a check after a fault was found.
public enum FaultDecision: Hashable, Sendable {
  /// Look for further faults, those that a correction has made included.
  case goOn
  /// That is enough: it is not valid.
  case stop
}

extension VideoComposition {
  /// Whether this composition can render `range` of `timeline`, each fault shown to `handler`, which may correct the
  /// composition and says whether to go on (`isValid(for:timeRange:validationDelegate:)`).
  ///
  /// After every call the faults are looked for anew; a fault that is still there is not shown again.
  ///
  /// For example, everything that was forgotten becomes black:
  ///
  ///     let isValid = composition.isValid(for: timeline) { fault, composition in
  ///       guard fault.kind == .gap, let hole = fault.timeRange else { return .stop }
  ///       composition.instructions.append(VideoInstruction(timeRange: hole))
  ///       composition.instructions.sort { $0.timeRange.start < $1.timeRange.start }
  ///       return .goOn
  ///     }
  ///
  /// - Parameter range: what is to be rendered; `nil`: the whole timeline.
  /// - Returns: whether no fault is left.
  /// - Throws: what `handler` throws.
  public mutating func isValid(
    for timeline: Timeline, range: TimeRange? = nil,
    handling handler: (Fault, inout VideoComposition) throws -> FaultDecision
  ) rethrows -> Bool {
    var shown = ShownFaults()
    while let fault = shown.next(of: faults(for: timeline, range: range)) {
      guard try handler(fault, &self) == .goOn else { return false }
    }
    return faults(for: timeline, range: range).isEmpty
  }
}

/// The faults that somebody has been shown already.
public struct ShownFaults {
  private var shown: Set<Fault> = []

  /// None so far.
  public init() {}

  /// The first of `faults` that was not shown yet, which now counts as shown; `nil` where there is none, or where
  /// corrections have brought up ten thousand others.
  public mutating func next(of faults: [Fault]) -> Fault? {
    guard shown.count < 10_000, let fault = faults.first(where: { !shown.contains($0) }) else {
      return nil
    }
    shown.insert(fault)
    return fault
  }
}
