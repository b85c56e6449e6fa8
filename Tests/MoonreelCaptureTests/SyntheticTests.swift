// SPDX-License-Identifier: MIT

import MoonreelCore
import Testing

@testable import MoonreelCapture

@Suite("Synthetic sources")
struct SyntheticTests {
  /// What a source gave.
  final class Log: Sendable {
    let events = Locked<[CaptureEvent]>([])
    var pictures: [CapturedPicture] {
      events.withLock {
        $0.compactMap { if case .picture(let picture) = $0 { picture } else { nil } }
      }
    }
    var sounds: [CapturedSound] {
      events.withLock { $0.compactMap { if case .sound(let sound) = $0 { sound } else { nil } } }
    }
    @Sendable func add(_ event: CaptureEvent) { events.withLock { $0.append(event) } }
  }

  private func format(_ source: some CaptureSource, rate: Int64) throws -> CaptureFormat {
    .picture(try #require(source.device.formats[3].picture?.at(try FrameRate(rate))))
  }

  @Test("Pictures are numbered, at the rate, and lit at each second")
  func pictures() throws {
    let (clock, log) = (VirtualCaptureClock(), Log())
    let camera = SyntheticCamera(clock: clock)
    try camera.start(try format(camera, rate: 25), log.add)
    clock.run(for: Time(wholeSeconds: 2))
    camera.stop()
    clock.run(for: Time(wholeSeconds: 1))
    let read = try log.pictures.map { picture -> TestPicture in
      guard case .frame(let frame) = picture.content else {
        throw MoonreelError(.internalError, "")
      }
      return try #require(TestPicture(reading: frame))
    }
    #expect(read.map(\.number) == Array(0..<50))
    #expect(read.indices.filter { read[$0].isLit } == [0, 1, 2, 25, 26, 27])
    let start = Time(wholeSeconds: 3600)
    #expect(log.pictures[10].time == start + (try FrameRate(25)).time(ofFrame: 10))
  }

  @Test("A fast device gives more, and its stamps say when", arguments: [-200.0, 0, 200])
  func drift(ppm: Double) throws {
    let (clock, log) = (VirtualCaptureClock(), Log())
    var behavior = SyntheticBehavior()
    behavior.driftPPM = ppm
    let microphone = SyntheticMicrophone(clock: clock, behavior: behavior)
    try microphone.start(
      .sound(CaptureSoundFormat(sampleRate: 8000, channelCount: 1)), log.add)
    clock.run(for: Time(wholeSeconds: 1000))
    let count = log.sounds.reduce(0) { $0 + $1.frameCount }
    // 200 ppm of 1000 s are 0.2 s; the last stretch may just not be over.
    #expect(abs(count - 8000 * 1000 - Int(ppm * 8)) <= 160)
    let last = try #require(log.sounds.last)
    let expected = 3600 + Double(count - last.frameCount) / 8000 / (1 + ppm / 1_000_000)
    #expect(abs(last.time.seconds - expected) < 0.0001)
  }

  @Test("Unplugged, it says so once, and that it is back")
  func absence() throws {
    let (clock, log) = (VirtualCaptureClock(), Log())
    var behavior = SyntheticBehavior()
    behavior.absences = [
      TimeRange(start: Time(wholeSeconds: 1), duration: Time(wholeSeconds: 1))
    ]
    let camera = SyntheticCamera(clock: clock, behavior: behavior)
    try camera.start(try format(camera, rate: 10), log.add)
    clock.run(for: Time(wholeSeconds: 3))
    let words = log.events.withLock { events in
      events.map { event in
        switch event {
        case .picture: "p"
        case .sound: "s"
        case .dropped: "d"
        case .interrupted: "-"
        case .resumed: "+"
        }
      }.joined()
    }
    #expect(words == String(repeating: "p", count: 10) + "-+" + String(repeating: "p", count: 10))
  }

  @Test("A device is found by number, name and identifier, or the sentence lists what there is")
  func finding() throws {
    let devices = CaptureDevices([SyntheticDiscovery(clock: VirtualCaptureClock())])
    for name in ["0", "default", "Test pictures", "test p", "synthetic:camera"] {
      #expect(try devices.device(name, kind: .synthetic).name == "Test pictures")
    }
    #expect(throws: MoonreelError.self) { try devices.device("Test", kind: .synthetic) }
    let error = #expect(throws: MoonreelError.self) {
      try devices.device("other", kind: .synthetic)
    }
    #expect(error?.message.contains("0 'Test pictures' (synthetic:camera)") == true)
    #expect(throws: MoonreelError.self) { try devices.device("0", kind: .camera) }
  }
}
