// SPDX-License-Identifier: MIT

import MoonreelCore

/// Looks for likely mistakes in a film that can be rendered.
///
/// Nothing is decoded or drawn: the rules look at times, places, opacities and volumes. What moves is looked
/// at frame by frame, at most ``LintSubject/sampleLimit`` moments a layer.
///
/// For example:
///
///     let film = try show.lowered()
///     for finding in try Lint.findings(in: film) { print(finding) }
public enum Lint {
  /// One thing that is looked for; it owns its sentences.
  protocol Rule: Sendable {
    func findings(in subject: LintSubject) throws -> [Finding]
  }

  private static let rules: [any Rule] = [
    GapRule(), FlashRule(), NeverVisibleRule(), HiddenSegmentRule(), TransitionRule(),
    SourceRangeRule(), OutOfRangeRule(), KeyTimeRule(), ScaleRule(), NoEffectRule(), RampTimeRule(),
    CaptionRule(), ClippingRule(),
  ]

  /// Everything found in `film` and the compositions inside it, in order of place, then time.
  ///
  /// A composition that is shown more than once is reported once.
  ///
  /// - Throws: what an expression of the user's throws.
  public static func findings(in film: ComposedTimeline) throws -> [Finding] {
    var found: [Finding] = []
    var seen: Set<Finding> = []
    var waiting = [LintSubject(film)][...]
    while let subject = waiting.popFirst() {
      for rule in rules {
        for finding in try rule.findings(in: subject) where seen.insert(finding).inserted {
          var finding = finding
          finding.inside = subject.inside
          found.append(finding)
        }
      }
      waiting += subject.nested
    }
    return found.sorted { Self.order($0) < Self.order($1) }
  }

  /// What findings are sorted by: file, line, time.
  private static func order(_ finding: Finding) -> (String, Int, Time, String) {
    let place = finding.place.flatMap { ScriptPlace($0) }
    return (
      place?.file ?? "", place?.line ?? 0, finding.timeRange?.start ?? .zero, finding.rule.rawValue
    )
  }
}
