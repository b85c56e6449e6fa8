// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia

/// Where the pictures of an export by spans would come from, before it is done.
///
/// For example: `print(try session.forecastSpans()?.lines ?? [])`.
public struct SpanForecast: Sendable {
  /// Where the packets of a span would come from.
  public enum Source: Hashable, Sendable {
    /// They are those of the film's file at a path.
    case file(String)
    /// An earlier export has encoded them.
    case cache
    /// They would be drawn and encoded.
    case rendered
  }

  /// Consecutive frames with one source.
  public struct Part: Hashable, Sendable {
    /// Their numbers in the export.
    public var frames: Range<Int64>
    /// When they are shown, on the export's clock.
    public var range: TimeRange
    /// Where they come from.
    public var source: Source
  }

  /// All spans in order.
  public let spans: [Part]
  /// Whether what is rendered would be kept in a cache.
  public let isKept: Bool
  /// What would be copied and why the rest would not; `nil` where that is not asked for.
  public let copies: CopySummary?

  /// How many spans there are, and how many of them the cache has.
  public var summary: SpanSummary {
    let known = spans.filter { $0.source == .cache }
    return SpanSummary(
      spans: spans.count, reused: known.count,
      framesReused: known.reduce(0) { $0 + Int64($1.frames.count) })
  }

  /// More stretches are counted, not listed.
  private static let mostListed = 20

  /// The forecast for people.
  public var lines: [String] {
    let ends = spans.last?.range.end ?? .zero
    let copied = copies.map { $0.lines(of: ends, says: "copies  ") } ?? []
    guard isKept else { return copied }
    let joined = joined
    let (known, all) = (summary.reused, summary.spans)
    var lines = ["spans    \(all), \(known) of them (\(summary.framesReused) frames) in the cache"]
    for part in joined.prefix(Self.mostListed) {
      switch part.source {
      case .file(let path): lines.append("  copied \(part.range) from '\(path)'")
      case .cache: lines.append("  in the cache \(part.range)")
      case .rendered: lines.append("  rendered \(part.range)")
      }
    }
    if joined.count > Self.mostListed {
      lines.append("  and \(joined.count - Self.mostListed) stretches more")
    }
    return lines + copied
  }

  /// Neighbours with one source are one stretch.
  private var joined: [Part] {
    spans.reduce(into: []) { parts, span in
      guard let last = parts.last, last.source == span.source else { return parts.append(span) }
      parts[parts.count - 1].frames = last.frames.lowerBound..<span.frames.upperBound
      parts[parts.count - 1].range = last.range.union(span.range)
    }
  }

  /// The spans, times in seconds.
  var json: JSONValue {
    .array(
      spans.map { span in
        let (source, path): (String, String?) =
          switch span.source {
          case .file(let path): ("file", path)
          case .cache: ("cache", nil)
          case .rendered: ("rendered", nil)
          }
        return .members([
          "start": .number(span.range.start.seconds), "end": .number(span.range.end.seconds),
          "frames": .int(span.frames.count), "source": .string(source), "file": .optional(path),
        ])
      })
  }
}

extension SpanForecast.Source {
  /// Where `span` would come from if `cache` were asked now.
  init(_ span: Span, in cache: SpanCache?) {
    switch span.source {
    case .copied(let copied): self = .file(copied.pictures.track.path)
    case .rendered:
      let isKnown = span.identity.map { cache?.contains($0) ?? false } ?? false
      self = isKnown ? .cache : .rendered
    }
  }
}

extension ExportJob {
  /// When `frames` are shown, on the export's clock.
  func range(ofFrames frames: Range<Int64>) -> TimeRange {
    let start = time(ofFrame: frames.lowerBound) - range.start
    let end = time(ofFrame: frames.upperBound) - range.start
    return TimeRange(start: start, end: min(end, max(start, range.duration)))
  }
}
