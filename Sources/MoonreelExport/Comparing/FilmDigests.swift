// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore
import MoonreelMedia
import MoonreelModel
import MoonreelRender

/// A film as numbers: one for each frame, which stands for its picture without drawing it or decoding anything, and one
/// for each frame's sound.
///
/// Frames with equal digests are the same to the bit; unequal ones promise nothing, but two films that are described in
/// different words and come to the same pictures have equal ones. Functions of a script are called, as they are when a
/// frame is drawn: what they draw counts, not how they are written.
///
/// The digests are the same in every process of this machine, as long as its fonts and the versions of Moonreel and of
/// its libraries stay. Of a file that leads to others (a playlist), and of what lies on the network, the file itself or
/// its address counts, not what it leads to.
///
/// For example:
///
///     let old = try FilmDigests(before, gate: gate), new = try FilmDigests(after, gate: gate)
///     for range in FilmDifference(from: old, to: new).changed { print(range) }
public struct FilmDigests: Sendable {
  /// How digests are found.
  public struct Options: Sendable {
    /// How files are told from each other.
    public var keys = FileKeys()
    /// Whether the sound is mixed: it has no description that could be compared, so its samples are.
    public var includesSound = true
    /// Threads that compose; `nil`: one a core, four at most.
    public var threadCount: Int?
    /// Ends the work.
    public var cancellation = CancellationFlag()
    /// Gets how many frames are done, and of how many, now and then, on any thread.
    public var progress: (@Sendable (_ done: Int64, _ total: Int64) -> Void)?

    /// The usual ones.
    public init() {}
  }

  /// What stands for each frame's picture; `nil` where a picture cannot say what it is made of.
  public let frames: [Digest?]
  /// How frames are drawn from their pictures; `nil` where there are none.
  public let look: Look?
  /// The sound; `nil` where there is none, or it was left out.
  public private(set) var sound: SoundDigests?
  /// How many there are a second, as far as they are evenly spaced.
  public let frameRate: FrameRate
  /// How long the film is.
  public let duration: Time
  private let times: FilmFrameTimes

  /// What all frames of a film have in common.
  public struct Look: Hashable, Sendable {
    /// Width and height.
    public var size: PixelSize
    /// How samples lie in memory.
    public var format: PixelFormat
    /// What the numbers mean.
    public var color: ColorTags
    /// In which colours pictures are laid over each other.
    var workingColor: ColorTags?
    var scale: Double
    var quality: RenderQuality
  }

  /// When frame `index` begins, on a clock that begins at zero; the film's end for all after the last.
  public func time(ofFrame index: Int64) -> Time { times.time(ofFrame: index) }

  /// Finds the digests of what `request` would write to a file of its kind.
  ///
  /// - Throws: `MoonreelError`, as an export does before its first frame, whatever a function of the script raises, and
  ///   `cancelled`.
  public init(_ request: ExportRequest, gate: FileGate, options: Options = Options()) throws {
    let gate = gate.recording(request.timeline, request.videoComposition)
    let job = try ExportJob(request, path: request.pathOfItsKind, gate: gate)
    times = FilmFrameTimes(job)
    (duration, frameRate) = (job.range.duration, job.composition.frameRate)
    let undrawn = UndrawnFrames(gate: gate, keys: options.keys)
    try job.requireFiles(of: CompositionReader(job, frames: undrawn, gate: gate))
    guard let video = job.settings.video else {
      (frames, look) = ([], nil)
      sound = try SoundDigests(job, times, gate, options)
      return
    }
    look = Look(of: job, video)
    try job.composition.prepare(job.range)
    frames = try FrameDigesting(
      job: job, frames: undrawn, gate: gate, scale: job.renderScale, options: options
    ).run()
    sound = try SoundDigests(job, times, gate, options)
  }
}

extension FilmDigests {
  /// The same with the sound of `request`, whose digests these are; it is mixed for it.
  ///
  /// - Throws: as ``init(_:gate:options:)``.
  package func addingSound(
    of request: ExportRequest, gate: FileGate, options: Options
  ) throws -> FilmDigests {
    let gate = gate.recording(request.timeline, request.videoComposition)
    let job = try ExportJob(request, path: request.pathOfItsKind, gate: gate)
    var digests = self
    digests.sound = try SoundDigests(job, times, gate, options)
    return digests
  }
}

/// Composes all frames of a film on several threads.
final class FrameDigesting: Sendable {
  private struct State {
    var next: Int64 = 0
    var done: Int64 = 0
    var frames: [Digest?]
    var failure: (frame: Int64, error: any Error)?
  }

  private let job: ExportJob
  private let frames: UndrawnFrames
  private let gate: FileGate
  private let scale: Double
  private let options: FilmDigests.Options
  private let state: Locked<State>

  /// Frames that a thread takes at once: few enough that threads end together, and neighbours, which share much.
  private static let portion: Int64 = 32
  private static let coreCount = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))

  init(
    job: ExportJob, frames: UndrawnFrames, gate: FileGate, scale: Double,
    options: FilmDigests.Options
  ) {
    (self.job, self.frames, self.gate) = (job, frames, gate)
    (self.scale, self.options) = (scale, options)
    state = Locked(State(frames: Array(repeating: nil, count: Int(job.frameCount))))
  }

  func run() throws -> [Digest?] {
    let portions = (job.frameCount + Self.portion - 1) / Self.portion
    let count = min(options.threadCount ?? min(4, Self.coreCount), Int(portions))
    let threads = try (0..<max(0, count)).map { _ in try StageThread { self.work() } }
    for thread in threads { thread.join() }
    return try state.withLock { state in
      if let failure = state.failure { throw failure.error }
      return state.frames
    }
  }

  private func work() {
    let reader = CompositionReader(job, frames: frames, gate: gate)
    var digests = ImageDigests()
    while let range = take() {
      var found: [Digest?] = []
      for index in range {
        do {
          try options.cancellation.check()
          found.append(try digest(index, reader, &digests))
        } catch {
          return fail(error, at: index)
        }
      }
      keep(found, range)
    }
  }

  private func take() -> Range<Int64>? {
    state.withLock { state in
      guard state.failure == nil, state.next < job.frameCount else { return nil }
      let end = min(job.frameCount, state.next + Self.portion)
      defer { state.next = end }
      return state.next..<end
    }
  }

  private func digest(
    _ index: Int64, _ reader: CompositionReader, _ digests: inout ImageDigests
  ) throws -> Digest? {
    let time = job.time(ofFrame: index)
    let image = try StageFailure.describing("compose", at: time) {
      try reader.image(at: time, renderScale: scale)
    }
    return digests.digest(of: image)
  }

  private func keep(_ found: [Digest?], _ range: Range<Int64>) {
    let done = state.withLock { state in
      state.frames.replaceSubrange(Int(range.lowerBound)..<Int(range.upperBound), with: found)
      state.done += Int64(range.count)
      return state.done
    }
    options.progress?(done, job.frameCount)
  }

  /// Keeps what went wrong first in the film, whichever thread came to it.
  private func fail(_ error: any Error, at index: Int64) {
    state.withLock { state in
      if state.failure.map({ index < $0.frame }) ?? true { state.failure = (index, error) }
    }
  }
}
