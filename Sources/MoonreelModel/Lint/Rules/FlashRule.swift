// SPDX-License-Identifier: MIT

import MoonreelCore

/// Cuts that miss each other by a frame: nothing, or what lies below, shows through for one frame; and
/// things that are on screen for a single frame between two cuts.
struct FlashRule: Lint.Rule {
  func findings(in subject: LintSubject) -> [Finding] {
    guard let items = subject.shownItems else { return [] }
    let missed = missedCuts(items, subject)
    return missed + singleFrames(items, subject)
  }

  /// Where `b` begins one frame after `a` ended, and nothing that lies above either is there in between.
  private func missedCuts(_ items: [ShownItem], _ subject: LintSubject) -> [Finding] {
    let ends = items.sorted { $0.range.end < $1.range.end }
    var first = 0
    var findings: [Finding] = []
    for after in items {
      let start = after.range.start
      let earliest = start - subject.frameRate.time(ofFrame: 2)
      while first < ends.count, ends[first].range.end <= earliest { first += 1 }
      let before = ends[first...].prefix { $0.range.end < start }.filter { before in
        let range = TimeRange(start: before.range.end, end: start)
        return subject.frames(in: range).count == 1
      }.max { $1.isAbove($0) }
      guard let before else { continue }
      let range = TimeRange(start: before.range.end, end: start)
      let between = items.prefix { $0.range.start < start }.filter { $0.range.overlaps(range) }
      guard between.allSatisfy({ $0.isBelow(before) && $0.isBelow(after) }) else { continue }
      findings.append(missed(before, after, range, between.last, subject))
    }
    return findings
  }

  private func missed(
    _ before: ShownItem, _ after: ShownItem, _ range: TimeRange, _ between: ShownItem?,
    _ subject: LintSubject
  ) -> Finding {
    let shown = between.map { "\($0.label) shows through" } ?? "nothing is shown"
    let time = subject.frameRate.time(ofFrame: subject.frames(in: range).first)
    return Finding(
      .flash, range, place: after.place ?? before.place,
      "For one frame, at \(time.text), \(shown): \(before.label) ends at \(range.start.text), "
        + "\(after.label) begins at \(range.end.text). Let the one begin where the other ends.")
  }

  private func singleFrames(_ items: [ShownItem], _ subject: LintSubject) -> [Finding] {
    func count(_ item: ShownItem) -> Int64 { subject.frames(in: item.range).count }
    let long = items.filter { count($0) > 1 }
    let starts = Dictionary(grouping: long) { $0.range.start }
    let ends = Dictionary(grouping: long) { $0.range.end }
    return items.filter { count($0) == 1 }.compactMap { item in
      guard let before = ends[item.range.start]?.first, let after = starts[item.range.end]?.first
      else { return nil }
      return Finding(
        .flash, item.range, place: item.place,
        "\(item.label.sentenceStart) is on screen for one frame only, at \(item.range.start.text), "
          + "between \(before.label) and \(after.label). Give it more time, or leave it out.")
    }
  }
}

extension String {
  /// The text with a capital at its start.
  var sentenceStart: String { prefix(1).uppercased() + dropFirst() }
}
