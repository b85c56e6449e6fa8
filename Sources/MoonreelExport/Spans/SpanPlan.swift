// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia
import MoonreelModel

/// Where an export is cut into spans.
///
/// A film is cut where instructions or segments begin and end, and between two such borders whenever a span has become as
/// long as spans may be, counted from the border. So what is inserted moves later spans and leaves them as they are. Spans
/// that are not kept are as long as memory allows.
struct SpanPlan: Sendable {
  /// How they are encoded.
  let rules: SpanRules
  /// All spans, in order and without gaps.
  var spans: [Span]

  /// The longest and the shortest span in seconds of film: a shorter one would cost more than it spares.
  static let (longest, shortest) = (5.0, 1.0)

  /// The spans of `job`, whose frames have `digests`.
  ///
  /// - Parameter smart: what is copied of the film's files; `nil`: nothing.
  init(
    _ job: ExportJob, rules: SpanRules, digests: [Digest?], environment: Digest?,
    smart: SmartPlan? = nil
  ) {
    self.rules = rules
    let rate = rules.encoding.frameRate.framesPerSecond.doubleValue
    let longest = min(max(1, Int64(limiting: (Self.longest * rate).rounded())), rules.mostFrames)
    let shortest = max(1, min(Int64(limiting: (Self.shortest * rate).rounded()), longest / 2))
    let look = job.settings.video.map { FilmDigests.Look(of: job, $0).digest }
    let borders = rules.isKept ? Self.borders(of: job) : []
    func rendered(_ part: Range<Int64>) -> [Span] {
      let inside = borders.filter { $0 > part.lowerBound && $0 < part.upperBound }
      return Self.cut(
        Int64(part.count), borders: inside.map { $0 - part.lowerBound },
        longest: rules.isKept ? longest : rules.mostFrames, shortest: shortest
      ).map { cut in
        let frames = cut.lowerBound + part.lowerBound..<cut.upperBound + part.lowerBound
        let own = digests[Int(frames.lowerBound)..<Int(frames.upperBound)]
        return Span(
          frames: frames,
          identity: SpanIdentity.digest(
            of: own, look: look, encoded: rules.digest(of: frames), environment: environment))
      }
    }
    guard let smart else {
      spans = rendered(0..<job.frameCount)
      return
    }
    spans = smart.parts.flatMap { part in
      switch part.way {
      case .encoded: rendered(part.frames)
      case .copied(let stretch, let source):
        smart.copied(stretch, of: source, at: part.frames.lowerBound, rules, atMost: longest)
      }
    }
  }

  /// Which span has frame `index`.
  func index(ofFrame index: Int64) -> Int {
    spans.partitioningIndex { $0.frames.upperBound > index }
  }

  /// `count` frames cut at `borders`, no part longer than `longest` and, where there are more frames, none shorter than
  /// `shortest`; a border that would leave less is passed over.
  static func cut(
    _ count: Int64, borders: [Int64], longest: Int64, shortest: Int64
  ) -> [Range<Int64>] {
    var kept: [Int64] = []
    var last: Int64 = 0
    for border in borders.sorted() where border - last >= shortest && count - border >= shortest {
      kept.append(border)
      last = border
    }
    var parts: [Range<Int64>] = []
    var start: Int64 = 0
    for end in kept + [count] {
      // What is left over at the end is not worth a span of its own.
      while end - start > longest + (longest > 1 ? shortest - 1 : 0) {
        parts.append(start..<start + longest)
        start += longest
      }
      if start < end { parts.append(start..<end) }
      start = end
    }
    return parts
  }

  /// The frames with which something begins or has ended.
  private static func borders(of job: ExportJob) -> [Int64] {
    let shown =
      job.composition.instructions.map(\.timeRange)
      + job.request.timeline.tracks(.video).flatMap { $0.segments.map(\.targetRange) }
    let times = Set(shown.flatMap { [$0.start, $0.end] })
    return Set(times.map { job.frame(from: $0) }).filter { $0 > 0 && $0 < job.frameCount }.sorted()
  }
}

extension ExportJob {
  /// The first frame that is shown at `time` or later; the number of frames where there is none.
  fileprivate func frame(from time: Time) -> Int64 {
    var (low, high) = (Int64(0), frameCount)
    while low < high {
      let middle = (low + high) / 2
      if self.time(ofFrame: middle) < time { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
