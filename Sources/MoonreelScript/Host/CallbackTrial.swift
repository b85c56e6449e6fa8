// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelExport
import MoonreelMedia
import MoonreelModel

/// Composes some frames of a film as a render does, in order and out of order, with made-up pictures in place of
/// those of files, and compares what comes out: a callback must be a function of its request.
struct CallbackTrial {
  private let composition: VideoComposition
  private let timeline: Timeline
  private let range: TimeRange
  private let reader: CompositionReader
  /// The most frames that are tried.
  private static let most: Int64 = 24

  /// A trial of what `request` draws; `nil` where no function of the script takes part, or where the film is
  /// refused before any of them is called.
  ///
  /// - Parameter gate: what timed metadata is read through.
  init?(_ request: ExportRequest, gate: FileGate) {
    (timeline, composition) = (request.timeline, request.effectiveComposition)
    guard request.output.includesVideo, let range = try? request.effectiveRange(),
      range.duration < .distantFuture,
      request.videoComposition?.faults(for: timeline, range: range).isEmpty ?? true,
      composition.calls(in: timeline)
    else { return nil }
    self.range = range
    reader = CompositionReader(trying: composition, of: timeline, gate: gate)
  }

  /// Composes, and compares.
  ///
  /// - Throws: `MoonreelError`: whatever a function raises, as a render would say it, or that its pictures depend
  ///   on more than the request.
  func run() throws {
    try composition.prepare(range)
    let times = times
    let inOrder = try times.map(digest)
    for order in [Array(times.indices.reversed()), Self.shuffled(times.count)] {
      for index in order where try digest(times[index]) != inOrder[index] {
        throw impure(at: times[index])
      }
    }
  }

  /// Frames spread over the range, and the first of each instruction.
  private var times: [Time] {
    let rate = composition.frameRate
    let count = max(1, rate.frameCount(in: range.duration))
    let step = max(1, count / Self.most)
    var frames = Set(stride(from: 0, to: count, by: Int(step)).prefix(Int(Self.most)))
    for instruction in composition.instructions.prefix(Int(Self.most))
    where range.contains(instruction.timeRange.start) {
      let begin = instruction.timeRange.start - range.start
      let frame = rate.frame(at: begin)
      let first = rate.time(ofFrame: frame) < begin ? frame + 1 : frame
      if first < count { frames.insert(first) }
    }
    return frames.sorted().map { range.start + rate.time(ofFrame: $0) }
  }

  /// Every index once, in an order that is neither up nor down.
  private static func shuffled(_ count: Int) -> [Int] {
    (0..<count).sorted { ($0 &* 7 % 5, $0) < ($1 &* 7 % 5, $1) }
  }

  /// Stands for the picture at `time`.
  private func digest(_ time: Time) throws -> Digest? {
    try StageFailure.describing("compose", at: time) {
      try reader.image(at: time, renderScale: composition.renderScale).digest
    }
  }

  private func impure(at time: Time) -> MoonreelError {
    let place = place(at: time).map { "\($0): " } ?? ""
    return MoonreelError(
      .script,
      "\(place)the frame at \(time) changes when frames are drawn in another order; a callback "
        + "must depend on its arguments alone, so keep no counters or tables that it changes")
  }

  /// Where the function stands that draws at `time`.
  private func place(at time: Time) -> String? {
    let instruction = composition.instruction(at: time)
    let compositor = instruction?.compositor ?? composition.compositor
    return (compositor as? LuaCompositor)?.callback.place
      ?? (composition.filter as? LuaFilter)?.callback.place ?? sourcePlace
  }

  private var sourcePlace: String? {
    for segment in timeline.tracks.flatMap(\.segments) {
      if case .custom(let source as LuaSource) = segment.source { return source.callback.place }
    }
    return nil
  }
}

extension VideoComposition {
  /// Whether functions of a script may take part where it draws `timeline`, or in what lies inside.
  fileprivate func calls(in timeline: Timeline) -> Bool {
    compositor is LuaCompositor || filter is LuaFilter
      || instructions.contains {
        $0.compositor is LuaCompositor || $0.compositor?.readsFramesOnDemand == true
      }
      || timeline.tracks.contains { $0.segments.contains { $0.source?.calls == true } }
  }
}

extension SegmentSource {
  /// Whether functions of a script may take part in its pictures.
  fileprivate var calls: Bool {
    switch self {
    case .asset: false
    case .custom(let source): source is LuaSource
    case .composed(let composed): composed.videoComposition.calls(in: composed.timeline)
    case .timeline(let timeline):
      timeline.tracks.contains { $0.segments.contains { $0.source?.calls == true } }
    }
  }
}
