// SPDX-License-Identifier: MIT

import MoonreelCore

extension TimelinePlan {
  /// The plan as lines of text, without a newline at the end.
  ///
  ///     timeline 10.000 s 1920x1080
  ///     track 1 video
  ///       [0.000 s, 5.000 s) clip.mp4#0 [1.000 s, 6.000 s)
  ///       [5.000 s, 10.000 s) gap
  public var text: String { lines.joined(separator: "\n") }

  /// The lines of ``text``.
  public var lines: [String] {
    var lines = ["timeline \(Self.text(duration)) \(naturalSize)"]
    for track in tracks { lines += track.lines }
    if !masterVolumes.isEmpty { lines += ["whole mix"] + masterVolumes.map { "  " + $0 } }
    return lines + (composition?.lines ?? [])
  }

  /// The seconds as times are written.
  static func text(_ seconds: Double) -> String {
    (try? Time(seconds: seconds))?.preciseDescription ?? "\(seconds) s"
  }
}

extension TimelinePlan.Span {
  var text: String { "[\(TimelinePlan.text(from)), \(TimelinePlan.text(to)))" }
}

extension TimelinePlan.TrackPlan {
  var lines: [String] {
    var head = "track \(id) \(type)"
    if let language { head += " \(language)" }
    if !isEnabled { head += " disabled" }
    return [head] + segments.flatMap(\.lines) + volumes.map { "  " + $0 }
  }
}

extension TimelinePlan.SegmentPlan {
  var lines: [String] {
    guard let source, let sourceRange else { return ["  \(target.text) gap"] }
    var line = "  \(target.text) \(source) \(sourceRange.text)"
    if rate != "1" { line += " x\(rate)" }
    if isReversed { line += " reversed" }
    return [line] + (nested?.lines ?? []).map { "    " + $0 }
  }
}

extension TimelinePlan.CompositionPlan {
  var lines: [String] {
    var head = "composition \(size) at \(frameRate) fps"
    if scale != 1 { head += " scale \(scale)" }
    if hasFilter { head += " filtered" }
    return [head] + instructions.flatMap(\.lines)
  }
}

extension TimelinePlan.InstructionPlan {
  var lines: [String] {
    var head = "  \(span.text) \(drawnBy) on \(background)"
    if drawnBy != "layers" {
      head += " tracks " + tracks.map { "\($0)" }.joined(separator: " ")
    }
    return [head]
      + layers.flatMap { layer in
        ["    track \(layer.track)"] + layer.settings.map { "      " + $0 }
      }
  }
}
