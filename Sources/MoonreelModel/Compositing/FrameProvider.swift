// SPDX-License-Identifier: MIT

import MoonreelCore

/// What knows the frames of a timeline: a reader of its files, or somebody who has none.
///
/// Whoever draws, tries or examines a film asks a provider for its requests, so that all of them ask compositors
/// the same. For example: `try reader.request(for: ReadingContext(time: time))`.
public protocol FrameProvider {
  /// What is shown when.
  var timeline: Timeline { get }
  /// How the tracks are drawn.
  var composition: VideoComposition { get }
  /// The frame that track `id` shows; `nil` in a gap.
  ///
  /// - Throws: `MoonreelError` naming the file that cannot be read; whatever a source throws.
  func frame(ofTrack id: TrackID, in reading: ReadingContext) throws -> FrameRequest.SourceFrame?
  /// The fields of the timed metadata of track `id` that hold; `nil` in a gap.
  ///
  /// - Throws: `MoonreelError` naming the file that cannot be read.
  func metadata(ofTrack id: TrackID, in reading: ReadingContext) throws -> [String: String]?
}

extension FrameProvider {
  /// What the compositor is asked: the instruction in force with the frames that it requires, but for those that
  /// it reads on demand; `nil` where no instruction is in force.
  ///
  /// - Parameter history: frames of other times, and those read on demand; `nil`: none.
  /// - Throws: what providing throws.
  public func request(
    for reading: ReadingContext, history: (any FrameHistory)? = nil
  ) throws -> FrameRequest? {
    guard let instruction = composition.instruction(at: reading.time) else { return nil }
    var request = FrameRequest(
      context: context(for: reading), instruction: instruction, frames: [:])
    let isOnDemand = instruction.compositor?.readsFramesOnDemand == true
    for id in isOnDemand ? [] : requiredTracks(of: instruction) {
      request.frames[id] = try frame(ofTrack: id, in: reading)
    }
    let metadataTracks = composition.sourceMetadataTrackIDs + instruction.requiredMetadataTrackIDs
    for id in takingPart(metadataTracks) {
      request.metadata[id] = try metadata(ofTrack: id, in: reading)
    }
    request.context.history = history
    return request
  }

  /// The tracks that `instruction` requires and that take part.
  public func requiredTracks(of instruction: VideoInstruction) -> [TrackID] {
    takingPart(composition.requiredTrackIDs(for: instruction, in: timeline))
  }

  /// Those of `ids` that are not disabled.
  private func takingPart(_ ids: [TrackID]) -> [TrackID] {
    let disabled = timeline.tracks.filter { !$0.isEnabled }.map(\.id)
    return ids.filter { !disabled.contains($0) }
  }

  /// What callbacks may know.
  public func context(for reading: ReadingContext) -> FrameContext {
    var context = composition.context(at: reading.time)
    context.renderScale = reading.renderScale
    context.trace = reading.trace
    return context
  }
}
