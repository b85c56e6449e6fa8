// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import MoonreelMedia
import Testing

@testable import MoonreelCapture

/// Live streams as inputs of captures, on a clock that passes as the tests want.
@Suite("Live streams of captures")
struct StreamTests {
  private let clock = VirtualCaptureClock()

  private func run(_ seconds: Double) throws { clock.run(for: try Time(seconds: seconds)) }

  /// A stream that is started, and what it says.
  private struct Started {
    let stream: NetworkStream
    let pictures = EventLog()
    let sound = EventLog()

    init(_ server: LiveServer, _ clock: any CaptureClock) throws {
      stream = try NetworkStream(server.address, clock: clock, gate: server.gate)
      let (pictures, sound) = (self.pictures, self.sound)
      let inputs = (try #require(stream.pictures), try #require(stream.sound))
      try inputs.0.start(inputs.0.device.formats[0]) { pictures.add($0) }
      try inputs.1.start(inputs.1.device.formats[0]) { sound.add($0) }
    }

    /// The numbers of the pictures that came.
    var numbers: [Int] {
      pictures.frames.map { TestPicture(reading: $0)?.number ?? -1 }
    }

    func drops(_ reason: CaptureDropReason) -> Int {
      pictures.all.reduce(0) { sum, event in
        if case .dropped(let count, reason) = event { return sum + count }
        return sum
      }
    }

    func stop() {
      stream.pictures?.stop()
      stream.sound?.stop()
    }
  }

  /// The numbers of `count` pictures of the film that begins again and again, from that with `first` on.
  private func numbers(from first: Int, _ count: Int) -> [Int] {
    (first..<first + count).map { $0 % 150 }
  }

  @Test("A stream is two devices with the form of its pictures and of its sound")
  func devices() throws {
    let server = try LiveServer(clock)
    let stream = try NetworkStream(server.address + "?token=7", clock: clock, gate: server.gate)
    let pictures = try #require(stream.pictures).device
    let format = try #require(pictures.formats.first?.picture)
    #expect(format.size == PixelSize(160, 90) && format.coding == .pixels(.yuv420()))
    #expect(format.highestRate == (try FrameRate(25)))
    let sound = try #require(stream.sound).device
    #expect(
      sound.formats == [.sound(CaptureSoundFormat(sampleRate: 48_000, channelCount: 1))])
    #expect(pictures.kind == .stream && sound.kind == .stream && pictures.id != sound.id)
    #expect(pictures.name == server.address, "a query may hold secrets")
  }

  @Test(
    "A take has each picture at its time and the sound with it", arguments: LiveServer.Kind.allCases
  )
  func take(kind: LiveServer.Kind) throws {
    let server = try LiveServer(clock, kind)
    let stream = try NetworkStream(server.address, clock: clock, gate: server.gate)
    let session = CaptureSession(clock: clock)
    let movie = MovieFileOutput(gate: .unrestricted)
    var input = 0
    try session.configure { configuration in
      input = try configuration.addInput(try #require(stream.pictures))
      try configuration.addInput(try #require(stream.sound))
      try configuration.addOutput(movie)
    }
    try session.start()
    let path = server.folder.file("take.mkv")
    try movie.start(path)
    try run(4.9)
    let report = movie.stop()
    session.stop()
    guard case .stopped = report.ending else {
      Issue.record("\(String(describing: report.ending))")
      return
    }
    let film = try Recorded(path)
    // Three pieces before the newest, the fourth, is the second.
    #expect(film.pictures.map(\.number) == numbers(from: 25, 123))
    for (index, picture) in film.pictures.enumerated() {
      #expect(abs(picture.time - Double(index) / 25) < 0.0021)
    }
    #expect(film.flashes.count == 5 && film.beeps.count == 5)
    for (flash, beep) in zip(film.flashes, film.beeps) { #expect(abs(flash - beep) < 0.04) }
    #expect(session.counts[input]?.drops == [:])
  }

  @Test("A stream goes on for long, also where its times begin again")
  func long() throws {
    let server = try LiveServer(clock)
    let started = try Started(server, clock)
    try run(20)
    let count = started.numbers.count
    #expect(started.numbers == numbers(from: 25, count) && count >= 498 && count <= 502)
    let times = started.pictures.pictures.map(\.time)
    let steps = zip(times, times.dropFirst()).map { ($1 - $0).seconds }
    #expect(steps.allSatisfy { $0 > 0.039 && $0 < 0.12 }, "\(steps.max() ?? 0)")
    #expect(started.pictures.interruptions.isEmpty && started.drops(.overrun) == 0)
    let heard = started.sound.sounds.reduce(0) { $0 + $1.frameCount }
    #expect(abs(Double(heard) / 48_000 - 20) < 0.3)
    started.stop()
    let before = started.pictures.all.count
    try run(2)
    #expect(started.pictures.all.count == before, "nothing comes once it is stopped")
  }

  @Test("A stream that stalls is interrupted, and goes on with what comes then")
  func stall() throws {
    let server = try LiveServer(clock)
    let started = try Started(server, clock)
    try run(1.5)
    server.pause(true)
    try run(5)
    #expect(
      started.pictures.interruptions.isEmpty, "what waited was given, and then a while went by")
    try run(6)
    for log in [started.pictures, started.sound] {
      #expect(log.interruptions.map(\.reason) == [.stalled] && !log.hasResumed)
    }
    let message = try #require(started.pictures.interruptions.first?.message)
    #expect(message.contains(server.address) && message.contains("brings nothing new"))
    let count = started.numbers.count
    server.pause(false)
    try run(4)
    #expect(started.pictures.hasResumed && started.sound.hasResumed)
    #expect(started.pictures.interruptions.count == 1)
    #expect(started.numbers.count > count + 50)
    #expect(started.numbers == numbers(from: 25, started.numbers.count), "nothing is lost")
    let times = started.pictures.pictures.map(\.time)
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
    #expect(
      (times[count] - times[count - 1]).seconds > 5, "pictures keep the times at which they came")
  }

  @Test("A stream that ends gives all that it has, and says so once")
  func end() throws {
    let server = try LiveServer(clock)
    let started = try Started(server, clock)
    try run(0.5)
    server.faults.withLock { $0.last = 4 }
    #expect(!started.stream.hasEnded)
    try run(30)
    #expect(started.stream.hasEnded)
    #expect(started.numbers == numbers(from: 25, 100))
    #expect(started.pictures.interruptions.map(\.reason) == [.ended])
    #expect(started.pictures.interruptions.first?.message.contains("has ended") == true)
    #expect(started.sound.interruptions.map(\.reason) == [.ended])
  }

  @Test("A server that fails is asked again; the interruption says why")
  func failing() throws {
    let server = try LiveServer(clock)
    let started = try Started(server, clock)
    try run(1)
    server.faults.withLock { $0.isDown = true }
    try run(12)
    #expect(started.pictures.interruptions.map(\.reason) == [.failed])
    #expect(started.pictures.interruptions.first?.message.contains("503") == true)
    server.faults.withLock { $0.isDown = false }
    try run(3)
    #expect(started.pictures.hasResumed)
    #expect(started.drops(.overrun) > 0, "pieces that were gone count")
    #expect(started.drops(.overrun) % 25 == 0)
  }

  @Test("Pieces that cannot be had, or read, are pictures that are missing")
  func missingPieces() throws {
    let server = try LiveServer(clock)
    server.faults.withLock { ($0.missing, $0.damaged) = ([5], [8]) }
    let started = try Started(server, clock)
    try run(9)
    #expect(started.drops(.overrun) == 25 && started.drops(.damaged) == 25)
    let expected = numbers(from: 25, 250).enumerated().filter { index, _ in
      ![5, 8].contains(index / 25 + 1)
    }.map(\.element)
    #expect(started.numbers == Array(expected.prefix(started.numbers.count)))
    #expect(started.numbers.count > 150)
    #expect(started.pictures.interruptions.isEmpty)
  }

  @Test("Of a stream that is faster than time little waits, and what is left out counts")
  func fast() throws {
    let server = try LiveServer(clock)
    server.faults.withLock { $0.speed = 3 }
    let started = try Started(server, clock)
    try run(20)
    // Where pieces are left out the next one begins when the sound before it is over.
    #expect(abs(started.numbers.count - 500) <= 25, "it keeps its pace: \(started.numbers.count)")
    #expect(started.drops(.overrun) > 500)
    let given = started.numbers.count + started.drops(.overrun)
    #expect(given <= 63 * 25, "no more than there were: \(given)")
    #expect(given >= (63 - 12) * 25, "nothing is lost without a count: \(given)")
  }

  @Test("A stream that was stopped begins with what is new when it is started again")
  func again() throws {
    let server = try LiveServer(clock)
    let started = try Started(server, clock)
    try run(2)
    started.stop()
    try run(10)
    started.pictures.clear()
    let pictures = try #require(started.stream.pictures)
    try pictures.start(pictures.device.formats[0]) { [log = started.pictures] in log.add($0) }
    try run(1)
    // Twelve seconds on, the newest is the sixteenth piece.
    #expect(started.numbers == numbers(from: 13 * 25, started.numbers.count))
    #expect(started.numbers.count >= 25)
    pictures.stop()
  }

  @Test("A camera's place can be taken by a stream while a file goes on")
  func replacing() throws {
    let server = try LiveServer(clock)
    let rig = try Rig(size: PixelSize(160, 90))
    let stream = try NetworkStream(server.address, clock: rig.clock, gate: server.gate)
    let (witness, pictures) = (Witness(), try #require(stream.pictures))
    try rig.session.configure { try $0.addOutput(witness) }
    try rig.session.start()
    try rig.run(1)
    let before = witness.seen.pictures.count
    try rig.session.configure {
      try $0.replaceInput(rig.cameraInput, with: pictures, format: pictures.device.formats[0])
    }
    try rig.run(1)
    let after = witness.seen.pictures.dropFirst(before).map(\.number)
    #expect(after.count >= 25 && after == numbers(from: 25, after.count))
    rig.session.stop()
  }

  @Test("The studio shows a stream as long as a version of the film wants it, however often")
  func studio() throws {
    let server = try LiveServer(clock)
    let devices = LiveDevices(
      MachineDevices(clock: clock, DeviceConnections([.synthetic])), clock: clock, changed: {},
      heard: { _ in })
    func film() throws -> CapturedInputs {
      var film = CapturedInputs()
      let place = try StreamPlace(server.address, gate: server.gate)
      film.pictures = [LiveSource(.stream(place), size: PixelSize(160, 90))]
      return film
    }
    func number(_ film: CapturedInputs) throws -> Int {
      let frame = try #require(film.pictures[0].newest)
      return try #require(TestPicture(reading: frame)).number
    }
    let (first, second) = (try film(), try film())
    #expect(first.stream == second.stream && first.stream != nil)
    try devices.open(first)
    devices.show(first)
    try run(1)
    var shown = [try number(first)]
    try devices.open(second)
    devices.show(second)
    try run(1)
    shown += [try number(first), try number(second)]
    try devices.open(CapturedInputs())
    devices.show(CapturedInputs())
    try run(1)
    #expect(devices.names.isEmpty)
    shown.append(try number(second))
    try devices.open(first)
    devices.show(first)
    try run(1)
    shown.append(try number(first))
    // The picture at a second's end waits for the sound before it. What is opened anew begins three pieces before the newest.
    #expect(shown == [49, 49, 74, 74, 124])
    devices.stop()
  }

  @Test("What is no live stream, or may not be asked for, is refused with a sentence")
  func refused() throws {
    let server = try LiveServer(clock)
    func message(_ address: String, _ gate: FileGate) -> String {
      let error = #expect(throws: MoonreelError.self) {
        try NetworkStream(address, clock: clock, gate: gate)
      }
      return error?.message ?? ""
    }
    let closed = FileGate(folders: [server.folder.path])
    #expect(message(server.address, closed).contains("the network is closed. Allow its host"))
    #expect(message("live.m3u8", server.gate).contains("Give an address such as"))
    var offline = server.gate
    var settings = RemoteFiles.Settings()
    settings.isOffline = true
    offline.remote = RemoteFiles(settings)
    #expect(message(server.address, offline).contains("--offline"))
    let film = server.address.replacing("live.m3u8", with: "p0")
    #expect(message(film, server.gate).contains("it is no playlist of HLS"))
    server.faults.withLock { $0.last = 3 }
    #expect(message(server.address, server.gate).contains("it has an end"))
    server.faults.withLock { ($0.last, $0.playlist) = (nil, "#EXTM3U\n#EXT-X-TARGETDURATION:1\n") }
    #expect(message(server.address, server.gate).contains("it names no piece yet"))
    server.faults.withLock { ($0.playlist, $0.damaged) = (nil, [3]) }
    #expect(!message(server.address, server.gate).isEmpty)
  }

  @Test(
    "Numbers that make no sense do no harm, and the stream goes on when they do again",
    arguments: [
      "#EXT-X-TARGETDURATION:1e300\n#EXT-X-MEDIA-SEQUENCE:9223372036854775807\n#EXTINF:1,\npiece1\n#EXTINF:nan,\npiece2",
      "#EXT-X-TARGETDURATION:nan\n#EXT-X-MEDIA-SEQUENCE:-9223372036854775808\n#EXTINF:-1,\npiece1",
      "#EXT-X-DISCONTINUITY-SEQUENCE:9223372036854775807\n#EXT-X-DISCONTINUITY\n#EXTINF:inf,\npiece1",
    ])
  func oddNumbers(lines: String) throws {
    let server = try LiveServer(clock)
    let started = try Started(server, clock)
    try run(1)
    server.faults.withLock { $0.playlist = "#EXTM3U\n" + lines + "\n" }
    try run(40)
    let count = started.numbers.count
    server.faults.withLock { $0.playlist = nil }
    try run(40)
    #expect(started.numbers.count > count + 50)
    #expect(started.drops(.overrun) < 100_000)
    started.stop()
  }

  @Test("A stream is not started in a form that it does not have")
  func wrongForm() throws {
    let server = try LiveServer(clock)
    let stream = try NetworkStream(server.address, clock: clock, gate: server.gate)
    let (pictures, sound) = (try #require(stream.pictures), try #require(stream.sound))
    for (input, other) in [(pictures, sound), (sound, pictures)] {
      let error = #expect(throws: MoonreelError.self) {
        try input.start(other.device.formats[0]) { _ in }
      }
      #expect(error?.code == .invalidArgument)
    }
    pictures.stop()
    #expect(!stream.hasEnded)
  }
}
