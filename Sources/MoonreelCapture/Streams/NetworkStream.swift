// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia

/// A live stream of HLS as two devices: its pictures and its sound, which run on one clock.
///
/// What comes is given at the pace of its own stamps, the first picture as soon as it is there. All that the stream's server
/// does is told as of a camera: pieces that cannot be had are pictures that are missing, and a stream that stalls or ends is
/// interrupted.
///
/// For example, its pictures and sound as inputs of a session:
///
///     let stream = try NetworkStream("https://media.example/live.m3u8", clock: clock, gate: gate)
///     try session.configure { configuration in
///       if let pictures = stream.pictures { try configuration.addInput(pictures) }
///       if let sound = stream.sound { try configuration.addInput(sound) }
///     }
public final class NetworkStream: Sendable {
  /// Its pictures; `nil` where it has none.
  public let pictures: (any CaptureSource)?
  /// Its sound; `nil` where it has none.
  public let sound: (any CaptureSource)?
  private let core: StreamCore

  /// The stream at `address`, whose newest piece is looked at.
  ///
  /// - Parameter gate: what the servers' hosts have to be allowed by.
  /// - Throws: `MoonreelError`: `accessDenied` where a host is not allowed, `fileAccess` where a server does not answer,
  ///   `unsupportedFormat` where it is no live stream of HLS, or one that has an end.
  public init(
    _ address: String, variant: VariantChoice = .highest, clock: any CaptureClock, gate: FileGate
  ) throws {
    let piece = try LiveFeed(address, variant: variant, gate: gate).newest()
    let core = StreamCore(
      StreamCore.Place(address: address, variant: variant, gate: gate),
      hasPictures: piece.pictureShape != nil, sound: piece.soundShape, clock)
    self.core = core
    let name = NetworkStream.name(of: address)
    pictures = piece.pictureShape.map { shape in
      let format = CapturePictureFormat(
        size: shape.size, coding: .pixels(shape.format), lowestRate: shape.rate,
        highestRate: shape.rate)
      return StreamInput(core, .pictures, id: "\(address)#pictures", name: name, .picture(format))
    }
    sound = piece.soundShape.map { shape in
      let format = CaptureSoundFormat(
        sampleRate: shape.sampleRate, channelCount: shape.channelCount)
      return StreamInput(core, .sound, id: "\(address)#sound", name: name, .sound(format))
    }
  }

  /// Whether the stream has ended, and all of it was given.
  public var hasEnded: Bool { core.hasEnded }

  /// What people call the stream at `address`: the address without its query, in which there may be secrets.
  private static func name(of address: String) -> String {
    String(address.prefix { $0 != "?" && $0 != "#" })
  }
}

/// The pictures or the sound of a stream.
private final class StreamInput: CaptureSource {
  let device: CaptureDevice
  private let core: StreamCore
  private let track: StreamCore.Track

  init(
    _ core: StreamCore, _ track: StreamCore.Track, id: String, name: String, _ format: CaptureFormat
  ) {
    (self.core, self.track) = (core, track)
    device = CaptureDevice(id: id, name: name, kind: .stream, formats: [format])
  }

  deinit { stop() }

  func start(
    _ format: CaptureFormat, _ receive: @escaping @Sendable (CaptureEvent) -> Void
  ) throws(MoonreelError) {
    let own = device.formats[0]
    guard format.sound == own.sound, format.picture?.size == own.picture?.size else {
      throw SyntheticCamera.refusal(device)
    }
    try core.start(track, receive)
  }

  func stop() { core.stop(track) }
}

/// What the pictures and the sound of a stream share: it runs while either is wanted.
final class StreamCore: Sendable {
  /// What is given.
  enum Track: CaseIterable, Sendable {
    case pictures, sound
  }

  /// Where the stream is.
  struct Place: Sendable {
    var address: String
    var variant: VariantChoice
    var gate: FileGate
  }

  typealias Receiver = @Sendable (CaptureEvent) -> Void

  private let place: Place
  private let hasPictures: Bool
  private let soundShape: LivePiece.SoundShape?
  private let clock: any CaptureClock
  // Held while something is given, so that nothing is on its way when a track was stopped.
  private let pictures = Locked<Receiver?>(nil)
  private let sound = Locked<Receiver?>(nil)
  private let run = Locked<StreamRun?>(nil)

  init(
    _ place: Place, hasPictures: Bool, sound: LivePiece.SoundShape?, _ clock: any CaptureClock
  ) {
    (self.place, self.hasPictures, soundShape) = (place, hasPictures, sound)
    self.clock = clock
  }

  var hasEnded: Bool { run.withLock { $0?.isOver ?? false } }

  func start(_ track: Track, _ receive: @escaping Receiver) throws(MoonreelError) {
    receiver(track).withLock { $0 = receive }
    do {
      try run.withLock { run in
        guard run == nil else { return }
        let new = try makeRun()
        try new.start()
        run = new
      }
    } catch {
      receiver(track).withLock { $0 = nil }
      throw error as? MoonreelError
        ?? MoonreelError(.internalError, "Cannot start '\(place.address)': \(error).")
    }
  }

  func stop(_ track: Track) {
    receiver(track).withLock { $0 = nil }
    let isWanted = Track.allCases.contains { receiver($0).withLock { $0 != nil } }
    guard !isWanted else { return }
    let old = run.withLock { run in
      defer { run = nil }
      return run
    }
    old?.stop()
  }

  private func receiver(_ track: Track) -> Locked<Receiver?> {
    switch track {
    case .pictures: pictures
    case .sound: sound
    }
  }

  /// A run that begins with what is new when it starts.
  private func makeRun() throws -> StreamRun {
    let flag = CancellationFlag(within: place.gate.cancellation)
    let gate = place.gate.stopped(by: flag)
    let decoder = LiveDecoder(
      name: place.address, sound: soundShape, pixelLimit: gate.pixelLimit)
    let player = StreamPlayer(
      decoder, name: place.address, hasPictures: hasPictures,
      sampleRate: soundShape?.sampleRate ?? 48_000, now: clock.now)
    let feed = try LiveFeed(place.address, variant: place.variant, gate: gate)
    return StreamRun(feed, player, clock, flag) { [weak self] event in self?.give(event) }
  }

  private func give(_ event: CaptureEvent) {
    switch event {
    case .picture, .dropped: pictures.withLock { $0?(event) }
    case .sound: sound.withLock { $0?(event) }
    case .interrupted, .resumed:
      pictures.withLock { $0?(event) }
      sound.withLock { $0?(event) }
    }
  }
}
