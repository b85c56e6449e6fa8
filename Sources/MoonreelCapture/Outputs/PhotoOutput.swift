// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia

/// What is wanted of one shot.
public struct PhotoSettings: Hashable, Sendable {
  /// How many pictures follow each other; default one.
  public var count = 1
  /// Width and height; `nil`: as they come.
  public var size: PixelSize?
  /// From 0 (smallest) to 1 (best), for JPEG; `nil`: the usual quality.
  public var quality: Double?

  /// One picture as it comes.
  public init() {}
}

/// Takes single pictures and bursts (`AVCapturePhotoOutput`).
///
///     let photos = try await output.take(PhotoSettings())
///     try PhotoOutput.write(photos, to: "photo.jpg", PhotoSettings(), gate: .unrestricted)
///
/// The largest size of a camera is what its input has to be set to: ``CaptureSession/takeLargest(_:from:with:)`` does so for a
/// shot.
public final class PhotoOutput: CaptureOutput {
  /// Hears what was taken, or why nothing was.
  public typealias Completion = @Sendable (Result<[TimedPicture], MoonreelError>) -> Void

  private struct Shot: Sendable {
    var settings: PhotoSettings
    var start: Time
    var pictures: [TimedPicture] = []
    var completion: Completion
  }

  private struct State {
    var clock: (any CaptureClock)?
    var shots: [Shot] = []
  }

  private let state = Locked(State())

  /// Pictures of a burst are kept in memory: so many at most.
  public static let largestBurst = 100

  /// An output that has taken nothing.
  public init() {}

  /// `true`.
  public var takesPictures: Bool { true }
  /// `false`.
  public var takesSound: Bool { false }

  /// Hears what will come.
  public func prepare(_ description: CaptureDescription) {
    state.withLock { $0.clock = description.clock }
  }

  /// Takes the next pictures that begin now or later; `completion` is called when all are there, on a source's thread.
  ///
  /// - Throws: `MoonreelError` (`invalidArgument`) for settings that cannot be, and outside a session.
  public func request(_ settings: PhotoSettings, completion: @escaping Completion) throws {
    guard (1...Self.largestBurst).contains(settings.count), (0...1).contains(settings.quality ?? 0)
    else {
      throw MoonreelError(
        .invalidArgument,
        "Cannot take \(settings.count) pictures: a burst has 1 to \(Self.largestBurst), and the quality lies between 0 and 1."
      )
    }
    try state.withLock { state in
      guard let clock = state.clock else {
        throw MoonreelError(
          .invalidArgument,
          "Cannot take a picture: the output belongs to no session. Add it to one.")
      }
      state.shots.append(Shot(settings: settings, start: clock.now, completion: completion))
    }
  }

  /// Takes the next pictures.
  ///
  /// - Throws: as ``request(_:completion:)``; `cancelled` where the input was interrupted.
  public func take(_ settings: PhotoSettings = PhotoSettings()) async throws -> [TimedPicture] {
    try await withCheckedThrowingContinuation { continuation in
      do {
        try request(settings) { continuation.resume(with: $0) }
      } catch {
        continuation.resume(throwing: error)
      }
    }
  }

  /// Gives `picture` to the shots that want one.
  public func take(_ picture: TimedPicture) {
    let complete = state.withLock { state -> [Shot] in
      for index in state.shots.indices where picture.time >= state.shots[index].start {
        state.shots[index].pictures.append(picture.kept)
      }
      defer { state.shots.removeAll { $0.pictures.count >= $0.settings.count } }
      return state.shots.filter { $0.pictures.count >= $0.settings.count }
    }
    for shot in complete { shot.completion(.success(shot.pictures)) }
  }

  /// Ends the shots that wait where the input is interrupted.
  public func note(_ change: CaptureInputChange, ofPictures: Bool) {
    guard ofPictures, case .interrupted(let reason) = change else { return }
    let ended = state.withLock { state in
      defer { state.shots = [] }
      return state.shots
    }
    for shot in ended {
      shot.completion(
        .failure(MoonreelError(.cancelled, "Cannot take a picture. \(reason.message)")))
    }
  }

  /// Writes `photos` to `path`, PNG or JPEG by its ending: one to the path itself, several to numbered ones
  /// (`photo_0001.jpg`, or as a place for the number in the path says). The files appear when all are whole.
  ///
  /// - Returns: how many were written.
  /// - Throws: `MoonreelError`: `invalidArgument` for another kind of file, `fileAccess`, `accessDenied`, `encodingFailed`.
  @discardableResult
  public static func write(
    _ photos: [TimedPicture], to path: String, _ settings: PhotoSettings = PhotoSettings(),
    gate: FileGate
  ) throws -> Int {
    let kind = Container(pathExtension: FilePath.pathExtension(of: path))
    guard let kind, let codec = codecs[kind], let first = photos.first else {
      throw MoonreelError(
        .invalidArgument,
        "Cannot write photos to '\(path)': photos are written as "
          + "\(Container.endings { codecs[$0] != nil }).")
    }
    let size = settings.size ?? first.frame.size
    let isNumbered = FramePattern(FilePath.name(of: path)) != nil
    let video = VideoEncoding(
      codec: codec, size: size, frameRate: try FrameRate(1), quality: settings.quality)
    let writer = try MediaWriter(
      path: photos.count > 1 && !isNumbered ? FilePath.numbered(path) : path,
      settings: OutputSettings(container: kind, video: video), gate: gate)
    for (index, photo) in photos.enumerated() {
      try writer.append(photo.frame.fitted(into: size), at: Int64(index))
    }
    return Int(try writer.finish().frames)
  }

  private static let codecs: [Container: VideoCodec] = [.png: .png, .jpeg: .jpeg]
}

extension TimedPicture {
  /// The picture in memory of its own: a device's goes back to it.
  var kept: TimedPicture {
    let source = frame
    let copy = FrameBuffer(
      format: source.format, size: source.size, color: source.color,
      pixelAspect: source.pixelAspect, alphaMode: source.alphaMode, hdr: source.hdr,
      isZeroed: false
    ) { planes in
      for (index, plane) in planes.enumerated() {
        let bytes =
          plane.size.width * source.format.bytesPerComponent
          * source.format.componentsPerSample(inPlane: index)
        for row in 0..<plane.size.height {
          (plane.base + row * plane.strideBytes).copyMemory(
            from: source.planes[index].base + row * source.planes[index].strideBytes,
            byteCount: bytes)
        }
      }
    }
    return TimedPicture(time: time, frame: copy)
  }
}

extension CaptureSession {
  /// Takes pictures in the largest size that the camera of input `number` has: it is set to that for as long as that takes,
  /// and then set back. `output` is connected to that input.
  ///
  /// Other outputs get the larger pictures in the meantime; a recording fits them into its size.
  ///
  /// - Throws: as ``PhotoOutput/take(_:)-(PhotoSettings)``, and as ``configure(_:)``.
  public func takeLargest(
    _ settings: PhotoSettings = PhotoSettings(), from number: Int, with output: PhotoOutput
  ) async throws -> [TimedPicture] {
    guard let input = configuration.inputs.first(where: { $0.number == number }) else {
      throw MoonreelError(.invalidArgument, "Cannot take a picture: there is no input \(number).")
    }
    let largest = try CapturePreset.photo.format(of: input.source.device)
    guard let (now, then) = input.format.sizes(and: largest), then > now else {
      return try await output.take(settings)
    }
    try configure { try $0.replaceInput(number, with: input.source, format: largest) }
    let result: Result<[TimedPicture], any Error>
    do { result = .success(try await output.take(settings)) } catch { result = .failure(error) }
    try configure { try $0.replaceInput(number, with: input.source, format: input.format) }
    return try result.get()
  }
}

extension CaptureFormat {
  /// The pixels of pictures of this format and of `other`; `nil` for sound.
  fileprivate func sizes(and other: CaptureFormat) -> (Int, Int)? {
    guard let size = picture?.size, let larger = other.picture?.size else { return nil }
    return (size.width * size.height, larger.width * larger.height)
  }
}
