// SPDX-License-Identifier: MIT

import MoonreelCore
import Testing

@testable import MoonreelCapture

@Suite("Devices of films that are looked at")
struct LiveDevicesTests {
  /// What was told while time went by.
  private final class Told: Sendable {
    let pictures = Locked(0)
    let levels = Locked<[SoundLevels]>([])
  }

  private let clock = VirtualCaptureClock()
  private let told = Told()

  private func devices() -> LiveDevices {
    LiveDevices(
      MachineDevices(clock: clock, DeviceConnections([.synthetic])), clock: clock,
      changed: { [told] in told.pictures.withLock { $0 += 1 } },
      heard: { [told] levels in told.levels.withLock { $0.append(levels) } })
  }

  private func film(
    _ camera: String? = "synthetic:camera", size: PixelSize = PixelSize(320, 180),
    microphone: String? = nil
  ) throws -> CapturedInputs {
    var film = CapturedInputs()
    let rate = try FrameRate(10)
    if let camera { film.pictures = [LiveSource(.camera(camera), size: size, rate: rate)] }
    film.microphone = microphone
    return film
  }

  private func number(_ film: CapturedInputs) throws -> Int {
    let frame = try #require(film.pictures.first?.newest)
    return try #require(TestPicture(reading: frame)).number
  }

  @Test("A camera goes on from one version to the next, and both show it until the next is shown")
  func goesOn() throws {
    let (devices, first, second) = (devices(), try film(), try film())
    try devices.open(first)
    devices.show(first)
    clock.run(for: Time(wholeSeconds: 1))
    #expect(try number(first) == 9)
    #expect(told.pictures.withLock { $0 } == 10)
    try devices.open(second)
    #expect(try number(second) == 9, "the newest is there at once")
    clock.run(for: Time(wholeSeconds: 1))
    #expect(try number(first) == 19 && number(second) == 19)
    devices.show(second)
    clock.run(for: Time(wholeSeconds: 1))
    #expect(try number(first) == 19 && number(second) == 29)
  }

  @Test("What no version wants is closed; where nothing is wanted all is")
  func closes() throws {
    let devices = devices()
    let (both, none) = (try film(microphone: "synthetic:microphone"), CapturedInputs())
    #expect(none.isEmpty && !both.isEmpty)
    try devices.open(both)
    devices.show(both)
    #expect(devices.names == ["Test pictures", "Test tones"])
    let sound = try film(nil, microphone: "synthetic:microphone")
    try devices.open(sound)
    #expect(devices.names == ["Test pictures", "Test tones"], "it is not shown yet")
    devices.show(sound)
    #expect(devices.names == ["Test tones"])
    try devices.open(none)
    devices.show(none)
    #expect(devices.names == [])
    clock.run(for: Time(wholeSeconds: 1))
    #expect(told.pictures.withLock { $0 } == 0)
    try devices.open(both)
    clock.run(for: Time(wholeSeconds: 1))
    #expect(told.pictures.withLock { $0 } == 10, "it can be opened again")
    devices.stop()
    clock.run(for: Time(wholeSeconds: 1))
    #expect(told.pictures.withLock { $0 } == 10)
  }

  @Test("Another size is that of the same camera, which is not opened twice")
  func size() throws {
    let devices = devices()
    let (small, large) = (try film(), try film(size: PixelSize(640, 480)))
    try devices.open(small)
    devices.show(small)
    clock.run(for: Time(wholeSeconds: 1))
    try devices.open(large)
    clock.run(for: Time(wholeSeconds: 1))
    #expect(devices.names == ["Test pictures"])
    #expect(large.pictures[0].newest?.size == PixelSize(640, 480))
    #expect(told.pictures.withLock { $0 } == 20)
  }

  @Test("A version whose device is not there changes nothing")
  func missing() throws {
    let (devices, first, wrong) = (devices(), try film(), try film("synthetic:other"))
    try devices.open(first)
    devices.show(first)
    let error = #expect(throws: MoonreelError.self) { try devices.open(wrong) }
    #expect(error?.message.contains("synthetic:camera") == true)
    clock.run(for: Time(wholeSeconds: 1))
    #expect(try number(first) == 9)
  }

  @Test("Levels are told about twenty times a second, with each peak once")
  func levels() throws {
    let devices = devices()
    try devices.open(try film(nil, microphone: "synthetic:microphone"))
    clock.run(for: Time(wholeSeconds: 2))
    let levels = told.levels.withLock { $0 }
    #expect((30...41).contains(levels.count), "\(levels.count)")
    let loud = levels.filter { ($0.peaks.max() ?? 0) > 0.4 }
    // A tenth of each second beeps.
    #expect((2...8).contains(loud.count), "\(loud.count)")
    #expect(levels.allSatisfy { $0.peaks.count == 2 && $0.powers.count == 2 })
  }
}
