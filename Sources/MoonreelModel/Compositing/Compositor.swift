// SPDX-License-Identifier: MIT

import MoonreelCore

/// Draws one frame of an instruction (`AVVideoCompositing`).
///
/// Called in order from one thread at a time; must be a pure function of its request, because frames are
/// cached, chunked and drawn out of order.
public protocol Compositor: Sendable {
  /// The composed picture, in pixels of the composition's size; what lies outside is cut.
  ///
  /// - Throws: any error; the export stops and reports it with the frame's time.
  func image(for request: FrameRequest) throws -> Image

  /// A hint that `range` of the composition will be drawn, before anything is
  /// (`anticipateRendering(using:)`). Returns at once; by default does nothing.
  func anticipateRendering(in range: TimeRange)

  /// Whether it asks for frames with ``FrameRequest/frameOnDemand(_:at:)`` only: those it does not ask for
  /// are then not decoded. False unless said.
  var readsFramesOnDemand: Bool { get }

  /// What plans call it; the type's name unless said.
  var planName: String { get }

  /// Gets ready to draw `range` of the composition (`prerollForRendering(using:)`): loads tables, compiles,
  /// fills caches. Drawing begins when it returns; by default does nothing. Pictures must not depend on it.
  ///
  /// - Throws: any error; the export stops before its first frame.
  func prerollForRendering(in range: TimeRange) throws
}

extension Compositor {
  /// Every frame that the instruction requires is decoded.
  public var readsFramesOnDemand: Bool { false }
  /// The type's name.
  public var planName: String { "\(type(of: self))" }
  /// Nothing.
  public func anticipateRendering(in range: TimeRange) {}
  /// Nothing.
  public func prerollForRendering(in range: TimeRange) throws {}
}

/// A change to a picture: the filter handler of a video composition, later of layers.
public protocol Effect: Sendable {
  /// `image` changed; a pure function of its arguments.
  func apply(to image: Image, at context: FrameContext) throws -> Image
}

/// Something that makes pictures or sound without a file and can be placed on tracks.
public protocol Source: Sendable {
  /// What it carries.
  var mediaType: MediaType { get }
  /// How long it lasts; `nil` where it never ends.
  var duration: Time? { get }
  /// The size of its pictures; ignored for sound.
  var naturalSize: PixelSize { get }
  /// Its frames a second; `nil` where it has a picture at every time.
  var frameRate: FrameRate? { get }
  /// Whether it is one picture that never changes.
  var isStill: Bool { get }
  /// How a layer that shows it is fitted unless it says; as large as there is room unless said here.
  var usualFit: FitMode { get }
  /// Where the corner of its pictures lies in the coordinates of what it draws; masks are placed by these.
  var origin: Point { get }
  /// Whether it is known to show nothing at any time.
  var isBlank: Bool { get }
  /// What it takes in memory, by estimate: it counts against the memory of the script that made it.
  var byteEstimate: Int { get }
  /// This source for a layer that shows it until `end` of the source's clock; itself unless said here.
  /// What goes before it is gone (titles do) wants to know.
  func shown(until end: Time) -> any Source
  /// The picture at `time` of the source; not called for sound.
  func image(at time: Time, in context: FrameContext) throws -> Image
  /// `frameCount` samples from sample `start` on, at `sampleRate`, two channels; not called for
  /// pictures.
  func samples(from start: Int64, frameCount: Int, sampleRate: Int) throws -> SampleBuffer
}

extension Source {
  /// A picture at every time.
  public var frameRate: FrameRate? { nil }
  /// Its pictures may differ.
  public var isStill: Bool { false }
  /// As large as there is room.
  public var usualFit: FitMode { .contain }
  /// At the corner.
  public var origin: Point { .zero }
  /// It may show something.
  public var isBlank: Bool { false }
  /// Itself.
  public func shown(until end: Time) -> any Source { self }
  /// No picture, for sources of sound.
  public func image(at time: Time, in context: FrameContext) throws -> Image { .empty }
  /// Silence, for sources of pictures.
  public func samples(from start: Int64, frameCount: Int, sampleRate: Int) throws -> SampleBuffer {
    SampleBuffer(sampleRate: sampleRate, channelCount: 2, frameCount: frameCount)
  }
}

/// What every callback that draws may know.
public struct FrameContext: Sendable {
  /// The frame's time on the composition's clock.
  public var time: Time
  /// The frame's index at the composition's rate.
  public var frameIndex: Int64
  /// The composition's size in pixels, whatever the scale it is drawn at.
  public var size: Size
  /// Output pixels per composition pixel.
  public var renderScale: Double
  /// The seed for anything random; the same for the whole composition.
  public var seed: UInt64
  /// How long a frame of the composition lasts; zero where nobody said.
  public var frameDuration = Time.zero
  /// How much of what is drawn has passed, 0…1: of the layer, for its effects; `nil` where nothing has an
  /// end.
  public var progress: Double?
  /// When what is drawn ends, on its own clock: a layer for its effects, a source for itself; `nil` where
  /// nobody knows.
  public var duration: Time?
  /// Frames and pictures of other times; `nil` where there are none.
  public var history: (any FrameHistory)?
  /// What is done for the frame is noted here; `nil`: nowhere.
  package var trace: FrameTrace?

  /// A context with every property given.
  public init(
    time: Time, frameIndex: Int64, size: Size, renderScale: Double = 1, seed: UInt64 = 0
  ) {
    (self.time, self.frameIndex, self.size) = (time, frameIndex, size)
    (self.renderScale, self.seed) = (renderScale, seed)
  }
}

/// Pictures at other times than the one being drawn: for echoes, blends of frames, freezes.
public protocol FrameHistory: Sendable {
  /// The frame that track `trackID` shows at `time` of the composition; `nil` in a gap, outside the
  /// track, or where the current instruction does not require the track.
  ///
  /// - Throws: `MoonreelError` of reading; `invalidArgument` once the frame has been drawn.
  func frame(_ trackID: TrackID, at time: Time) throws -> FrameRequest.SourceFrame?

  /// The composed picture at `time` of the composition, before any filter; empty where no instruction
  /// is in force.
  ///
  /// - Throws: `MoonreelError` of reading or composing; `invalidArgument` once the frame has been
  ///   drawn.
  func composedImage(at time: Time) throws -> Image

  /// The frame between two of one track, `share` (0…1) of the way from the first to the second, with everything on its way
  /// from the one to the other; `nil` where such a frame cannot be made: of pictures that are no frames of files, or of
  /// frames of two sizes or kinds.
  ///
  /// - Throws: `MoonreelError` of drawing.
  func frame(
    between first: FrameRequest.SourceFrame, and second: FrameRequest.SourceFrame, share: Double
  ) throws -> FrameRequest.SourceFrame?
}

extension FrameHistory {
  /// None: who has decoded frames may do better.
  public func frame(
    between first: FrameRequest.SourceFrame, and second: FrameRequest.SourceFrame, share: Double
  ) throws -> FrameRequest.SourceFrame? { nil }
}

/// What a compositor is asked for: one frame, with the frames of the tracks it named
/// (`AVAsynchronousVideoCompositionRequest`).
public struct FrameRequest: Sendable {
  /// One track's frame at the request's time.
  public struct SourceFrame: Sendable {
    /// The frame at display size in its natural orientation (pixel aspect applied, preferred transform
    /// not).
    public var image: Image
    /// The map that makes it upright.
    public var preferredTransform: AffineTransform
    /// The natural size: the extent that `preferredTransform` maps.
    public var naturalSize: PixelSize
    /// The source's own time that is shown.
    public var sourceTime: Time

    /// A frame with every property given.
    public init(
      image: Image, preferredTransform: AffineTransform, naturalSize: PixelSize, sourceTime: Time
    ) {
      (self.image, self.preferredTransform) = (image, preferredTransform)
      (self.naturalSize, self.sourceTime) = (naturalSize, sourceTime)
    }

    /// The frame turned upright, its top-left corner at the origin.
    public var uprightImage: Image { image.transformed(by: preferredTransform) }
  }

  /// Time, size and seed.
  public var context: FrameContext
  /// The instruction in force.
  public var instruction: VideoInstruction
  /// The frames of the required tracks that have media at this time, by track identifier.
  public var frames: [TrackID: SourceFrame]
  /// The timed metadata in force, by track identifier.
  public var metadata: [TrackID: [String: String]]

  /// A request with every property given.
  public init(
    context: FrameContext, instruction: VideoInstruction, frames: [TrackID: SourceFrame],
    metadata: [TrackID: [String: String]] = [:]
  ) {
    (self.context, self.instruction) = (context, instruction)
    (self.frames, self.metadata) = (frames, metadata)
  }

  /// The frame of track `trackID`, or `nil` in a gap or where the instruction does not require it.
  public func frame(_ trackID: TrackID) -> SourceFrame? { frames[trackID] }

  /// The frame of track `trackID` at `time` of the composition, read now where it was not before.
  ///
  /// - Throws: as ``frame(_:at:)``.
  public func frameOnDemand(_ trackID: TrackID, at time: Time) throws -> SourceFrame? {
    guard time == context.time else { return try frame(trackID, at: time) }
    return try frames[trackID] ?? context.history?.frame(trackID, at: time)
  }

  /// The frame of track `trackID` at `time` of the composition, which may lie outside the instruction;
  /// `nil` in a gap, outside the track, or where the instruction does not require the track.
  ///
  /// - Throws: `MoonreelError` of reading; `invalidArgument` where there are no frames of other times, or
  ///   once the frame that was asked for has been drawn.
  public func frame(_ trackID: TrackID, at time: Time) throws -> SourceFrame? {
    if time == context.time { return frames[trackID] }
    guard let history = context.history else {
      throw MoonreelError(
        .invalidArgument,
        "Cannot give a frame of another time here: this request knows the frames at "
          + "\(context.time) alone. Ask in a request that a render or a still makes.")
    }
    return try history.frame(trackID, at: time)
  }
}
