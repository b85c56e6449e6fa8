// SPDX-License-Identifier: MIT

import MoonreelCore

/// What a frame is made of, noted step by step while it is composed.
///
/// Whoever wants to know puts one into the ``ReadingContext``; then readers, compositors and layers note what they do. Nothing
/// is drawn for it: a step holds the picture that it left, and the map by which that lies in the picture of the step around it.
///
/// `@unchecked Sendable`: used on the thread that composes, within the frame that it was made for.
package final class FrameTrace: @unchecked Sendable {
  /// What was done.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// What an instruction, a compositor or the layers of a composition made.
    case instruction
    /// What lies behind everything.
    case background
    /// A layer or a track by itself, in its place.
    case layer
    /// A layer that was not drawn: what lies above hides all of it.
    case hidden
    /// A frame of a file.
    case frame
    /// A picture that a generator, an image or a nested timeline gave.
    case source
    /// The source cropped and fitted.
    case fit
    case effect, mask
    /// The picture moved to its place.
    case place
    case matte, opacity
    /// Two layers, one of which gives way to the other.
    case transition
    /// A layer laid over what lies below.
    case blend
    /// What the film does to every frame at last.
    case filter
  }

  /// A value that a step went by.
  package struct Value: Sendable {
    package var name: String
    package var text: String
    package var motion: ValueMotion = .constant

    package init(_ name: String, _ text: String, _ motion: ValueMotion = .constant) {
      (self.name, self.text, self.motion) = (name, text, motion)
    }
  }

  /// One thing that was done.
  package struct Step: Sendable {
    package var kind: Kind
    package var name: String
    /// Where the script asks for it, `"promo.lua:12"`.
    package var place: String?
    /// The picture that it left; `nil`: none.
    package var picture: Image?
    /// From the picture's coordinates to those of the step around it; `nil`: nobody knows where it ends up.
    package var map: AffineTransform? = .identity
    package var sampling = Image.Sampling.bicubic
    /// The track whose frame it is.
    package var track: TrackID?
    /// Whether, where it is opaque, it hides what lies below.
    package var hidesBelow = true
    package var values: [Value] = []
    /// What was done for it.
    package var steps: [Step] = []

    package init(_ kind: Kind, _ name: String = "", place: String? = nil, picture: Image? = nil) {
      (self.kind, self.name, self.place, self.picture) = (kind, name, place, picture)
    }
  }

  /// The steps that are under way, the innermost last; the first holds all others.
  private var open = [Step(.instruction)]

  /// A trace of nothing.
  package init() {}

  /// What was done, in order.
  package var steps: [Step] { open[0].steps }

  /// Notes `step`.
  package func note(_ step: Step) { open[open.count - 1].steps.append(step) }

  /// Notes what `body` notes as parts of `step`, which `finish` completes with the result.
  package func group<Result>(
    _ step: Step, _ body: () throws -> Result, finish: (inout Step, Result) throws -> Void
  ) throws -> Result {
    open.append(step)
    let result = Swift.Result { try body() }
    var done = open.removeLast()
    if case .success(let value) = result { try finish(&done, value) }
    note(done)
    return try result.get()
  }

  /// Says where the sources end up that were noted for the step under way and have no map yet: those of `track`, or all.
  /// `line` is that of the script where nobody has said it before.
  func placeSources(
    ofTrack track: TrackID? = nil, by map: AffineTransform, _ sampling: Image.Sampling = .bicubic,
    madeAt line: String? = nil
  ) {
    for level in open.indices.reversed() {
      for index in open[level].steps.indices {
        let step = open[level].steps[index]
        guard step.kind == .frame || step.kind == .source, step.map == nil,
          track == nil || step.track == track
        else { continue }
        (open[level].steps[index].map, open[level].steps[index].sampling) = (map, sampling)
        if step.place == nil { open[level].steps[index].place = line }
      }
      if track == nil { return }
    }
  }
}

extension FrameTrace: Hashable {
  /// Whether both are the same trace.
  package static func == (first: FrameTrace, second: FrameTrace) -> Bool { first === second }

  /// By identity.
  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension FrameTrace? {
  /// Notes what `body` makes as `step`, where somebody wants to know.
  func picture(
    _ step: @autoclosure () throws -> FrameTrace.Step, _ body: () throws -> Image?
  ) throws -> Image? {
    guard let trace = self else { return try body() }
    return try trace.group(step(), body) { step, image in step.picture = image }
  }
}
