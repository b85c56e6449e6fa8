// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// Frames and pictures of other times, while one frame is composed.
///
/// The first question of a frame goes to one set of decoders, the second to another: an echo with three
/// delays reads each of its three times steadily, and none of them throws the others back.
///
/// `@unchecked Sendable`: the reader is used only until `end()`, on the thread that composes, which waits
/// for the answer.
final class ReaderHistory: FrameHistory, @unchecked Sendable {
  private struct State {
    var isOver = false
    var asked = 0
    /// Answers to the same question within one frame.
    var images: [Time: Image] = [:]
  }

  /// Until `end()`: callbacks may keep their contexts, and must not keep the reader and all that it holds.
  private var reader: CompositionReader?
  private let required: Set<TrackID>
  private let time: Time
  /// The lane that frames of the time that is drawn are read in.
  private let lane: Int
  private let state = Locked(State())

  /// The history for composing `request`.
  init(_ reader: CompositionReader, for request: FrameRequest) {
    self.reader = reader
    required = Set(reader.requiredTracks(of: request.instruction))
    time = request.context.time
    lane = reader.lane
  }

  /// From now on nothing is answered: the frame has been composed.
  func end() {
    state.withLock { $0.isOver = true }
    reader = nil
  }

  func frame(_ trackID: TrackID, at time: Time) throws -> FrameRequest.SourceFrame? {
    guard required.contains(trackID) else { return nil }
    if let reader, time == self.time, reader.lane == lane {
      return try reader.frame(ofTrack: trackID, at: time, in: reader.context(at: time))
    }
    return try asking { reader in
      try reader.frame(ofTrack: trackID, at: time, in: reader.context(at: time))
    }
  }

  func composedImage(at time: Time) throws -> Image {
    if let known = state.withLock({ $0.images[time] }) { return known }
    let image = try asking { reader -> Image in
      guard var request = try reader.request(at: time) else { return .empty }
      request.context.history = self
      return try reader.cropped(reader.composition.unfilteredImage(for: request))
    }
    state.withLock { $0.images[time] = image }
    return image
  }

  private func asking<Answer>(_ body: (CompositionReader) throws -> Answer) throws -> Answer {
    let (lane, reader) = try state.withLock { state -> (Int, CompositionReader) in
      guard !state.isOver, let reader = self.reader else {
        throw MoonreelError(
          .invalidArgument,
          "The frame at \(time) is drawn already: ask for frames of other times inside the function that draws it.",
          time: time)
      }
      state.asked += 1
      guard state.asked <= Self.limit else {
        throw MoonreelError(
          .limitExceeded,
          "The frame at \(time) asks for more than \(Self.limit) frames of other times.",
          time: time)
      }
      return (min(state.asked, ReaderUse.laneCount - 1), reader)
    }
    let outer = reader.lane
    reader.lane = lane
    defer { reader.lane = outer }
    return try body(reader)
  }

  private static let limit = 256
}
