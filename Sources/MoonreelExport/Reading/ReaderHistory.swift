// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel
import MoonreelRender

/// Frames and pictures of other times, for one request.
struct ReaderHistory: FrameHistory {
  private let reading: ReadingContext
  private let required: Set<TrackID>
  private let asking: AskingFrame

  /// The history of what `reader` is asked in `reading`, while it composes `asking`.
  init(_ reader: CompositionReader, in reading: ReadingContext, of asking: AskingFrame) {
    (self.reading, self.asking) = (reading, asking)
    let instruction = reader.composition.instruction(at: reading.time)
    required = Set(instruction.map(reader.requiredTracks) ?? [])
  }

  func frame(_ trackID: TrackID, at time: Time) throws -> FrameRequest.SourceFrame? {
    guard required.contains(trackID) else { return nil }
    let other = time == reading.time ? reading : try asking.next(after: reading, at: time)
    return try asking.reader().frame(ofTrack: trackID, in: other)
  }

  func composedImage(at time: Time) throws -> Image {
    if let known = asking.image(at: time) { return known }
    let other = try asking.next(after: reading, at: time)
    let reader = try asking.reader()
    let history = ReaderHistory(reader, in: other, of: asking)
    let image =
      try reader.request(for: other, history: history).map {
        try reader.cropped(reader.composition.unfilteredImage(for: $0))
      } ?? .empty
    asking.keep(image, at: time)
    return image
  }

  func frame(
    between first: FrameRequest.SourceFrame, and second: FrameRequest.SourceFrame, share: Double
  ) throws -> FrameRequest.SourceFrame? {
    guard let a = first.image.wholeFrame, let b = second.image.wholeFrame,
      let buffer = try FrameFlow.frame(between: a, and: b, share: share)
    else { return nil }
    var frame = first
    frame.image = Image(frame: buffer)
    return frame
  }
}

extension Image {
  /// The frame that it shows, at its display size and otherwise as it is; `nil` where it is something else.
  fileprivate var wholeFrame: FrameBuffer? {
    if case .frame(let buffer) = node { return buffer }
    // Pixels that are not square are made so.
    if case .transform(let input, let map, _) = node, case .frame(let buffer) = input.node,
      buffer.pixelAspect != .one, map == AffineTransform(scaleX: map.a, y: 1)
    {
      return buffer
    }
    return nil
  }
}

/// One frame while it is composed, and what it has asked of other times.
///
/// The first question of a frame goes to one lane of decoders, the second to another: an echo with three
/// delays reads each of its three times steadily, and none of them throws the others back.
///
/// `@unchecked Sendable`: the reader is used only until `end()`, on the thread that composes, which waits
/// for the answer.
final class AskingFrame: @unchecked Sendable {
  private struct State {
    /// Until `end()`: callbacks may keep their contexts, and must not keep the reader and all that it holds.
    var reader: CompositionReader?
    var asked = 0
    /// Answers to the same question within one frame.
    var images: [Time: Image] = [:]
  }

  private let time: Time
  private let state: Locked<State>

  /// The lanes of a frame: one for its own time, the others for other times.
  private static let laneCount = 8
  /// The most questions of a frame.
  private static let limit = 256

  /// The frame at `time`, which `reader` composes.
  init(_ reader: CompositionReader, at time: Time) {
    self.time = time
    state = Locked(State(reader: reader))
  }

  /// From now on nothing is answered: the frame has been composed.
  func end() { state.withLock { $0 = State() } }

  /// Who reads.
  ///
  /// - Throws: `MoonreelError` (`invalidArgument`) where the frame has been composed.
  func reader() throws -> CompositionReader {
    guard let reader = state.withLock({ $0.reader }) else {
      throw MoonreelError(
        .invalidArgument,
        "The frame at \(time) is drawn already: ask for frames of other times inside the function that draws it.",
        time: time)
    }
    return reader
  }

  /// In what the next question of this frame is read, which is for `time`.
  ///
  /// - Throws: `MoonreelError` (`limitExceeded`) where there were too many.
  func next(after reading: ReadingContext, at time: Time) throws -> ReadingContext {
    let asked = state.withLock { state in
      state.asked += 1
      return state.asked
    }
    guard asked <= Self.limit else {
      throw MoonreelError(
        .limitExceeded,
        "The frame at \(self.time) asks for more than \(Self.limit) frames of other times.",
        time: self.time)
    }
    return ReadingContext(
      time: time, renderScale: reading.renderScale, lane: min(asked, Self.laneCount - 1))
  }

  /// The composed picture of `time`, where it was asked for before.
  func image(at time: Time) -> Image? { state.withLock { $0.images[time] } }

  /// Keeps the composed picture of `time` for as long as this frame is composed.
  func keep(_ image: Image, at time: Time) { state.withLock { $0.images[time] = image } }
}
