// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import MoonreelMedia
import Testing

@testable import MoonreelCapture

@Suite("Sessions of captures")
struct SessionTests {
  /// A source that cannot be started.
  private final class Broken: CaptureSource {
    let device: CaptureDevice
    init(_ device: CaptureDevice) { self.device = device }
    func start(
      _ format: CaptureFormat, _ receive: @escaping @Sendable (CaptureEvent) -> Void
    ) throws(MoonreelError) { throw MoonreelError(.fileAccess, "In use.") }
    func stop() {}
  }

  /// A source that gives what the test hands it.
  private final class Given: CaptureSource {
    let device: CaptureDevice
    private let receiver = Locked<(@Sendable (CaptureEvent) -> Void)?>(nil)
    init(_ coding: CaptureCoding, _ size: PixelSize) throws {
      let rate = try FrameRate(25)
      device = CaptureDevice(
        id: "given", name: "Given", kind: .camera,
        formats: [
          .picture(
            CapturePictureFormat(size: size, coding: coding, lowestRate: rate, highestRate: rate))
        ])
    }
    func start(
      _ format: CaptureFormat, _ receive: @escaping @Sendable (CaptureEvent) -> Void
    ) throws(MoonreelError) { receiver.withLock { $0 = receive } }
    func stop() { receiver.withLock { $0 = nil } }
    func give(_ event: CaptureEvent) { receiver.withLock { $0 }?(event) }
  }

  @Test("A configuration that fails changes nothing, also while the session runs")
  func allOrNothing() throws {
    let rig = try Rig(size: PixelSize(64, 36), soundRate: 8000)
    let preview = PreviewOutput()
    try rig.session.configure { try $0.addOutput(preview) }
    try rig.session.start()
    try rig.run(0.2)
    let broken = Broken(rig.camera.device)
    let format = try Rig.format(rig.camera, 25)
    #expect(throws: MoonreelError.self) {
      try rig.session.configure {
        try $0.replaceInput(rig.cameraInput, with: broken, format: format)
      }
    }
    #expect(throws: MoonreelError.self) {
      try rig.session.configure {
        try $0.removeInput(rig.soundInput)
        try $0.removeInput(99)
      }
    }
    #expect(rig.session.configuration.inputs.count == 2)
    let before = preview.picture?.time
    try rig.run(0.2)
    let now = try #require(preview.picture?.time)
    #expect(now > before ?? .zero)
  }

  @Test("What does not fit together is said in a sentence")
  func misfits() throws {
    let rig = try Rig(size: PixelSize(64, 36), soundRate: 8000)
    let second = SyntheticCamera(id: "second", sizes: [PixelSize(64, 36)], clock: rig.clock)
    let movie = MovieFileOutput(gate: .unrestricted)
    func message(_ change: (inout CaptureConfiguration) throws -> Void) -> String {
      do {
        try rig.session.configure(change)
        return ""
      } catch { return (error as? MoonreelError)?.message ?? "\(error)" }
    }
    #expect(message { try $0.addInput(rig.camera) }.contains("is an input of the session already"))
    #expect(
      message { try $0.addInput(second, preset: .size1280x720) }.contains("64x36 at 1 to 120"))
    #expect(
      message {
        let number = try $0.addInput(second, preset: .low)
        try $0.addOutput(movie)
        $0.connections.append(CaptureConnection(from: number, to: movie))
      }.contains("several inputs of one kind"))
    #expect(
      message {
        $0.connections.append(CaptureConnection(from: rig.soundInput, to: PreviewOutput()))
      }.contains("does not take what it gives"))
    #expect(
      message {
        try $0.addOutput(PreviewOutput())
        $0.connections[0].quarterTurns = 4
      }.contains("quarter turns are 0 to 3"))
    #expect(
      message {
        try $0.replaceInput(
          rig.soundInput, with: second, format: try Rig.format(second, 25))
      }.contains("one gives pictures, the other sound"))
  }

  @Test("Presets mean the nearest format")
  func presets() throws {
    let camera = SyntheticCamera(clock: VirtualCaptureClock())
    let cases: [(CapturePreset, PixelSize)] = [
      (.high, PixelSize(1920, 1080)), (.medium, PixelSize(640, 480)), (.low, PixelSize(320, 180)),
      (.photo, PixelSize(1920, 1080)), (.size1280x720, PixelSize(1280, 720)),
    ]
    for (preset, size) in cases {
      let format = try preset.format(of: camera.device).picture
      #expect(format?.size == size, "\(preset)")
      #expect(format?.highestRate == (try FrameRate(30)))
    }
    #expect(throws: MoonreelError.self) {
      try CapturePreset.size3840x2160.format(of: camera.device)
    }
    #expect(throws: MoonreelError.self) {
      try CapturePreset.high.format(of: camera.device, rate: try FrameRate(500))
    }
  }

  /// A picture of two by three different samples a plane, in 4:4:4.
  private func numbered() -> FrameBuffer {
    FrameBuffer(format: .yuv444(), size: PixelSize(3, 2), color: .bt709) { planes in
      for plane in planes {
        for place in 0..<6 {
          (plane.base + place / 3 * plane.strideBytes + place % 3)
            .storeBytes(of: UInt8(place), as: UInt8.self)
        }
      }
    }
  }

  @Test("Pictures are turned, then mirrored")
  func turning() throws {
    // 0 1 2
    // 3 4 5
    let cases: [(Int, Bool, [UInt8])] = [
      (0, false, [0, 1, 2, 3, 4, 5]), (0, true, [2, 1, 0, 5, 4, 3]),
      (1, false, [3, 0, 4, 1, 5, 2]), (1, true, [0, 3, 1, 4, 2, 5]),
      (2, false, [5, 4, 3, 2, 1, 0]), (3, false, [2, 5, 1, 4, 0, 3]),
    ]
    for (turns, isMirrored, expected) in cases {
      let turned = try numbered().turned(by: turns, isMirrored: isMirrored)
      #expect(turned.size == (turns % 2 == 1 ? PixelSize(2, 3) : PixelSize(3, 2)))
      for plane in turned.planes {
        let found = (0..<6).map { place in
          let (row, column) = place.quotientAndRemainder(dividingBy: plane.size.width)
          return (plane.base + row * plane.strideBytes + column).load(as: UInt8.self)
        }
        #expect(found == expected, "\(turns) \(isMirrored)")
      }
    }
  }

  @Test("Levels are measured, and a connection's level is heard")
  func levels() throws {
    let rig = try Rig(size: PixelSize(64, 36), soundRate: 8000)
    let witness = Witness()
    try rig.session.configure {
      try $0.addOutput(witness)
      for index in $0.connections.indices { $0.connections[index].level = 0 }
    }
    try rig.session.start()
    try rig.run(0.08)
    let loud = rig.session.levels(ofInput: rig.soundInput)
    #expect(abs((loud.peaks.first ?? 0) - 0.5) < 0.05)
    try rig.run(0.9)
    _ = rig.session.levels(ofInput: rig.soundInput)
    let quiet = rig.session.levels(ofInput: rig.soundInput)
    #expect((quiet.peaks.first ?? 1) == 0 && (quiet.powers.first ?? 1) < 0.05)
    #expect(witness.seen.beeps.isEmpty)
    #expect(witness.seen.pictures.count == 24)
  }

  @Test("Nothing goes through a connection that is switched off, until it is switched on")
  func enabled() throws {
    let rig = try Rig(size: PixelSize(64, 36), soundRate: 8000)
    let witness = Witness()
    try rig.session.configure { try $0.addOutput(witness) }
    try rig.session.start()
    func enable(_ isOn: Bool) throws {
      try rig.session.configure {
        for index in $0.connections.indices { $0.connections[index].isEnabled = isOn }
      }
    }
    try rig.run(1)
    try enable(false)
    try rig.run(1)
    #expect(witness.seen.pictures.count == 25 && witness.seen.beeps.count == 1)
    try enable(true)
    try rig.run(1)
    #expect(witness.seen.pictures.map(\.number) == Array(0..<25) + Array(50..<75))
    #expect(witness.seen.beeps.map { Int($0.seconds.rounded()) - 3600 } == [0, 2])
  }

  @Test("Packed and coded pictures are decoded; damaged ones are counted, and it goes on")
  func decoding() throws {
    let size = PixelSize(64, 36)
    let frame = TestPicture(number: 77, isLit: true).draw(size)
    let coder = PictureCoder(.jpeg, quality: 0.9)
    let jpeg = try coder.code(frame).bytes
    var packed: [UInt8] = []
    for y in 0..<36 {
      for x in 0..<64 {
        let plane = x % 2 == 0 ? 1 : 2
        packed.append(
          (frame.planes[0].base + y * frame.planes[0].strideBytes + x).load(as: UInt8.self))
        packed.append(
          (frame.planes[plane].base + y / 2 * frame.planes[plane].strideBytes + x / 2)
            .load(as: UInt8.self))
      }
    }
    for (coding, bytes) in [(CaptureCoding.mjpeg, jpeg), (.yuyv, packed)] {
      let (clock, source, witness) = (
        VirtualCaptureClock(), try Given(coding, size), Witness()
      )
      let session = CaptureSession(clock: clock)
      try session.configure {
        let input = try $0.addInput(source, format: source.device.formats[0])
        $0.connections = [CaptureConnection(from: input, to: witness)]
      }
      try session.start()
      let damaged = [Array(bytes.prefix(bytes.count / 3)), [], Array(repeating: 0, count: 10)]
      for given in [bytes] + damaged + [bytes] {
        clock.run(for: Time(flicks: Time.flicksPerSecond / 25))
        given.withUnsafeBytes { given in
          source.give(
            .picture(
              CapturedPicture(
                time: clock.now, size: size,
                content: .coded(CapturedBytes(copying: given), coding))))
        }
      }
      source.give(.dropped(3, .overrun))
      session.stop()
      #expect(witness.seen.pictures.map(\.number) == [77, 77], "\(coding)")
      #expect(session.counts.values.first?.drops == [.damaged: 3, .overrun: 3], "\(coding)")
    }
  }

  @Test("Bursts and single photos, in the camera's largest size")
  func photos() async throws {
    let clock = VirtualCaptureClock()
    let camera = SyntheticCamera(
      sizes: [PixelSize(64, 36), PixelSize(128, 72)], clock: clock)
    let (session, photo, folder) = (
      CaptureSession(clock: clock), PhotoOutput(), try ScratchFolder()
    )
    var number = 0
    let format = try Rig.format(camera, 25)
    try session.configure {
      number = try $0.addInput(camera, format: format)
      try $0.addOutput(photo)
    }
    try session.start()
    var settings = PhotoSettings()
    settings.count = 3
    let taken = Locked<[TimedPicture]>([])
    try photo.request(settings) { result in taken.withLock { $0 = (try? result.get()) ?? [] } }
    clock.run(for: Time(wholeSeconds: 1))
    let burst = taken.withLock { $0 }
    #expect(burst.compactMap { TestPicture(reading: $0.frame)?.number } == [0, 1, 2])
    #expect(try PhotoOutput.write(burst, to: folder.file("shot.png"), gate: .unrestricted) == 3)
    #expect(folder.names == ["shot_0001.png", "shot_0002.png", "shot_0003.png"])
    #expect(throws: MoonreelError.self) {
      try PhotoOutput.write(burst, to: folder.file("shot.gif"), gate: .unrestricted)
    }
    async let largest = session.takeLargest(from: number, with: photo)
    // The clock stands but for us: the shot comes when it has been asked for.
    while session.configuration.inputs.first?.format.picture?.size == PixelSize(64, 36) {
      await Task.yield()
    }
    let done = Locked(false)
    let ticking = Task {
      while !done.withLock({ $0 }) {
        clock.run(for: Time(flicks: Time.flicksPerSecond / 25))
        await Task.yield()
      }
    }
    let shot = try await largest
    done.withLock { $0 = true }
    await ticking.value
    #expect(shot.map(\.frame.size) == [PixelSize(128, 72)])
    #expect(session.configuration.inputs.first?.format == format)
    settings.count = 0
    #expect(throws: MoonreelError.self) { try photo.request(settings) { _ in } }
  }

  @Test("Who is too slow misses pictures and sound, and they are counted")
  func slowReaders() async throws {
    let rig = try Rig(size: PixelSize(64, 36), soundRate: 8000)
    let (pictures, sounds, preview) = (
      PictureDataOutput(waiting: 2), SoundDataOutput(waiting: 5), PreviewOutput()
    )
    try rig.session.configure {
      try $0.addOutput(pictures)
      try $0.addOutput(sounds)
      try $0.addOutput(preview)
    }
    try rig.session.start()
    try rig.run(1)
    rig.session.stop()
    (pictures.finish(), sounds.finish())
    var numbers: [Int?] = []
    for await picture in pictures.pictures {
      numbers.append(TestPicture(reading: picture.frame)?.number)
    }
    #expect(numbers == [23, 24])
    #expect(pictures.counts.pictures == 25 && pictures.counts.drops == [.busy: 23])
    var (count, end) = (0, Int64(0))
    for await sound in sounds.sounds {
      count += sound.buffer.frameCount
      end = sound.index + Int64(sound.buffer.frameCount)
    }
    #expect(Int64(count) + sounds.lostSamples == end)
    #expect(preview.picture.flatMap { TestPicture(reading: $0.frame)?.number } == 24)
  }
}
