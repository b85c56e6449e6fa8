// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelExport
import MoonreelModel

/// Calls a script's drawing functions for some frames, in order and out of order, on made-up frames, and
/// compares what they draw: a callback must be a function of its request.
struct CallbackTrial {
  fileprivate let composition: VideoComposition
  private let timeline: Timeline
  private let range: TimeRange
  /// The most frames that are tried.
  private static let most: Int64 = 24

  /// A trial of what `request` draws; `nil` where no function of the script takes part.
  init?(_ request: ExportRequest) {
    timeline = request.timeline
    composition = request.videoComposition ?? VideoComposition(propertiesOf: request.timeline)
    range = request.timeRange ?? TimeRange(start: .zero, duration: request.timeline.duration)
    guard !range.isEmpty, range.duration < .distantFuture, hasCallbacks else { return nil }
  }

  private var hasCallbacks: Bool {
    composition.compositor is LuaCompositor || composition.filter is LuaFilter
      || composition.instructions.contains {
        $0.compositor is LuaCompositor || $0.compositor?.readsFramesOnDemand == true
      }
      || timeline.tracks.contains { track in
        track.segments.contains { segment in
          if case .custom(let source) = segment.source { source is LuaSource } else { false }
        }
      }
  }

  /// Draws, and compares.
  ///
  /// - Throws: `MoonreelError`: whatever a function raises, or that its pictures depend on more than the
  ///   request.
  func run() throws {
    try composition.prepareToRender(range)
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
    let (first, count) = (rate.frame(at: range.start), max(1, rate.frameCount(in: range.duration)))
    let step = max(1, count / Self.most)
    var frames = Set(stride(from: first, to: first + count, by: Int(step)).prefix(Int(Self.most)))
    for instruction in composition.instructions.prefix(Int(Self.most))
    where range.contains(instruction.timeRange.start) {
      frames.insert(rate.frame(at: instruction.timeRange.start))
    }
    return frames.sorted().map(rate.time(ofFrame:))
  }

  /// Every index once, in an order that is neither up nor down.
  private static func shuffled(_ count: Int) -> [Int] {
    (0..<count).sorted { ($0 &* 7 % 5, $0) < ($1 &* 7 % 5, $1) }
  }

  /// Stands for the picture at `time`; `nil` where there is none.
  private func digest(_ time: Time) throws -> Digest? {
    let history = TrialHistory(self)
    defer { history.end() }
    guard let request = try request(at: time, history) else { return nil }
    return try composition.image(for: request).digest
  }

  fileprivate func request(at time: Time, _ history: TrialHistory) throws -> FrameRequest? {
    guard let instruction = composition.instruction(at: time) else { return nil }
    var context = composition.context(at: time)
    context.history = history
    let ids = composition.requiredTrackIDs(for: instruction, in: timeline)
    var frames: [TrackID: FrameRequest.SourceFrame] = [:]
    for id in ids { frames[id] = try frame(of: id, context) }
    return FrameRequest(context: context, instruction: instruction, frames: frames)
  }

  /// A stand-in for the frame of track `id`; what a function of the script draws is drawn.
  fileprivate func frame(of id: TrackID, _ context: FrameContext) throws -> FrameRequest
    .SourceFrame?
  {
    guard let track = timeline[id], let segment = track.segment(at: context.time),
      let source = segment.source, let size = source.naturalSize
    else { return nil }
    let time = segment.sourceTime(at: context.time)
    var image = Image(.testCard(size: size.size, phase: Double(id.rawValue % 8) / 8))
    if case .custom(let custom) = source { image = try custom.image(at: time, in: context) }
    return FrameRequest.SourceFrame(
      image: image, preferredTransform: track.uprightTransform(of: segment), naturalSize: size,
      sourceTime: time)
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

/// Made-up frames of other times, while one is drawn. Scripts may keep their contexts, and must not keep the
/// film and with it their own host.
private final class TrialHistory: FrameHistory {
  private let trial: Locked<CallbackTrial?>

  init(_ trial: CallbackTrial) { self.trial = Locked(trial) }

  /// From now on nothing is answered.
  func end() { trial.withLock { $0 = nil } }

  func frame(_ trackID: TrackID, at time: Time) throws -> FrameRequest.SourceFrame? {
    let trial = try current(at: time)
    return try trial.frame(of: trackID, trial.composition.context(at: time))
  }

  func composedImage(at time: Time) throws -> Image {
    let trial = try current(at: time)
    return try trial.request(at: time, self).map(trial.composition.unfilteredImage) ?? .empty
  }

  private func current(at time: Time) throws -> CallbackTrial {
    guard let trial = trial.withLock({ $0 }) else {
      throw MoonreelError(
        .invalidArgument,
        "The request's frame is drawn already: ask for the one at \(time) inside the function that gets the request."
      )
    }
    return trial
  }
}
