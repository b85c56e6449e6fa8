// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import MoonreelMedia

@testable import MoonreelCapture

/// A session with a camera and a microphone that are not there, on a virtual clock.
struct Rig {
  let clock = VirtualCaptureClock()
  let session: CaptureSession
  let camera: SyntheticCamera
  let microphone: SyntheticMicrophone
  let (cameraInput, soundInput): (Int, Int)

  /// Both at the given rates, with the given faults.
  init(
    size: PixelSize = PixelSize(320, 180), rate: Int64 = 25, soundRate: Int = 48_000,
    camera cameraFaults: SyntheticBehavior = SyntheticBehavior(),
    microphone soundFaults: SyntheticBehavior = SyntheticBehavior()
  ) throws {
    let camera = SyntheticCamera(sizes: [size], clock: clock, behavior: cameraFaults)
    let microphone = SyntheticMicrophone(clock: clock, behavior: soundFaults)
    session = CaptureSession(clock: clock, soundRate: soundRate)
    (self.camera, self.microphone) = (camera, microphone)
    var inputs = (0, 0)
    let format = try Self.format(camera, rate)
    try session.configure { configuration in
      inputs.0 = try configuration.addInput(camera, format: format)
      inputs.1 = try configuration.addInput(
        microphone,
        format: .sound(CaptureSoundFormat(sampleRate: soundRate, channelCount: 1)))
    }
    (cameraInput, soundInput) = inputs
  }

  static func format(_ camera: SyntheticCamera, _ rate: Int64) throws -> CaptureFormat {
    guard let format = camera.device.formats[0].picture?.at(try FrameRate(rate)) else {
      throw MoonreelError(.internalError, "no such rate")
    }
    return .picture(format)
  }

  /// A movie output that is added to the session, which is started.
  func movie(gate: FileGate = .unrestricted) throws -> MovieFileOutput {
    let movie = MovieFileOutput(gate: gate)
    try session.configure { try $0.addOutput(movie) }
    try session.start()
    return movie
  }

  /// Lets `seconds` go by.
  func run(_ seconds: Double) throws { clock.run(for: try Time(seconds: seconds)) }
}

/// Hears beeps and sees flashes, and remembers when.
final class Witness: CaptureOutput {
  struct Notes: Sendable {
    var beeps: [Time] = []
    var flashes: [Time] = []
    var pictures: [(number: Int, time: Time)] = []
    var lastLoud = Time.distantPast
    var wasLit = false
  }
  private let notes = Locked(Notes())
  let takesPictures = true
  let takesSound = true

  var seen: Notes { notes.withLock { $0 } }

  func take(_ picture: TimedPicture) {
    guard let test = TestPicture(reading: picture.frame) else { return }
    notes.withLock { notes in
      notes.pictures.append((test.number, picture.time))
      if test.isLit, !notes.wasLit { notes.flashes.append(picture.time) }
      notes.wasLit = test.isLit
    }
  }

  func take(_ sound: ContinuousSound) {
    let samples = sound.buffer.channels[0]
    let first = samples.withUnsafeBufferPointer { $0.firstIndex { abs($0) > 0.05 } }
    guard let first else { return }
    let rate = Int64(sound.buffer.sampleRate)
    notes.withLock { notes in
      let time = sound.time + Time(flicks: Time.flicksPerSecond * Int64(first) / rate)
      if time - notes.lastLoud > Time(flicks: Time.flicksPerSecond / 2) { notes.beeps.append(time) }
      notes.lastLoud = sound.end
    }
  }
}

extension [Time] {
  /// How far the times are from whole seconds, in seconds.
  var deviations: [Double] { map { $0.seconds - $0.seconds.rounded() } }
}

/// A folder that is removed when the test ends.
final class ScratchFolder {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "moonreel-capture-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String) -> String { path + "/" + name }

  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }
}

/// What a recorded file shows and sounds like.
struct Recorded {
  let asset: Asset
  /// The numbers of its pictures and when each is shown.
  private(set) var pictures: [(number: Int, time: Double)] = []
  /// When flashes begin.
  private(set) var flashes: [Double] = []
  /// When beeps begin.
  private(set) var beeps: [Double] = []
  /// The size of its pictures.
  private(set) var size: PixelSize?
  /// How long its sound is.
  private(set) var heard = 0.0

  init(_ path: String) throws {
    asset = try Asset.load(path: path, gate: .unrestricted)
    for track in asset.tracks {
      if track.video != nil { try look(track) }
      if track.audio != nil { try listen(track) }
    }
  }

  private mutating func look(_ track: AssetTrack) throws {
    let times = try track.frameTimes(gate: .unrestricted).times
    let reader = try VideoReader(track: track, gate: .unrestricted, threadCount: 1)
    var wasLit = false
    for time in times {
      let frame = try reader.frame(at: time).buffer
      size = frame.size
      guard let test = TestPicture(reading: frame) else { continue }
      pictures.append((test.number, time.seconds))
      if test.isLit, !wasLit { flashes.append(time.seconds) }
      wasLit = test.isLit
    }
  }

  private mutating func listen(_ track: AssetTrack) throws {
    let rate = 8000
    let reader = try AudioReader(
      track: track, sampleRate: rate, layout: .mono, gate: .unrestricted)
    heard = track.timeRange.end.seconds
    let samples = try reader.read(from: 0, frameCount: Int(heard * Double(rate))).channels[0]
    var last = -rate
    for (index, sample) in samples.enumerated() where abs(sample) > 0.1 {
      if index - last > rate / 2 { beeps.append(Double(index) / Double(rate)) }
      last = index
    }
  }
}
