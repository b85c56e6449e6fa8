// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import MoonreelMedia
import Testing

@testable import MoonreelCapture

@Suite("Movie files of captures")
struct MovieFileTests {
  let folder: ScratchFolder
  init() throws { folder = try ScratchFolder() }

  private func atoms(_ path: String) throws -> [String] {
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    var (place, names): (Int, [String]) = (0, [])
    while place + 16 <= bytes.count {
      var size = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
      if size == 1 { size = bytes[place + 8..<place + 16].reduce(0) { $0 << 8 | Int($1) } }
      names.append(String(decoding: bytes[place + 4..<place + 8], as: UTF8.self))
      guard size >= 8 else { break }
      place += size
    }
    return names
  }

  @Test("Four seconds are four seconds, in time", arguments: ["mp4", "mov", "mkv"])
  func plain(ending: String) throws {
    let rig = try Rig()
    let movie = try rig.movie()
    try rig.run(0.48)
    let path = folder.file("take." + ending)
    try movie.start(path)
    try rig.run(4)
    let report = movie.stop()
    guard case .stopped = report.ending else {
      Issue.record("\(String(describing: report.ending))")
      return
    }
    #expect(abs(report.duration.seconds - 4) < 0.05)
    let film = try Recorded(path)
    let first = try #require(film.pictures.first?.number)
    #expect(film.pictures.count == 100)
    #expect(film.pictures.map(\.number) == Array(first..<first + 100))
    for (index, picture) in film.pictures.enumerated() {
      #expect(abs(picture.time - Double(index) / 25) < 0.0011)
    }
    #expect(film.flashes.count == 4 && film.beeps.count == 4)
    for (flash, beep) in zip(film.flashes, film.beeps) { #expect(abs(flash - beep) < 0.04) }
    if ending != "mkv" { #expect(try atoms(path) == ["ftyp", "mdat", "moov"]) }
  }

  @Test("A limit is kept also where nothing comes any more")
  func limitOfSilence() throws {
    var faults = SyntheticBehavior()
    let times = (try Time(seconds: 1), Time(wholeSeconds: 100))
    faults.absences = [TimeRange(start: times.0, end: times.1)]
    let rig = try Rig(size: PixelSize(64, 36), camera: faults, microphone: faults)
    let movie = try rig.movie()
    var settings = MovieFileSettings()
    settings.durationLimit = Time(wholeSeconds: 2)
    try movie.start(folder.file("take.mkv"), settings)
    try rig.run(3.5)
    #expect(movie.currentReport?.ending == nil, "what is under way may still come")
    try rig.run(2)
    let report = movie.stop()
    guard case .durationLimit = report.ending else {
      Issue.record("\(String(describing: report.ending))")
      return
    }
    #expect(report.duration == Time(wholeSeconds: 2) && report.counts.pictures == 25)
  }

  @Test("What was paused is not in the film, and both go on together")
  func pause() throws {
    let rig = try Rig()
    let movie = try rig.movie()
    let path = folder.file("take.mp4")
    try movie.start(path)
    try rig.run(2.31)
    movie.pause()
    try rig.run(3.17)
    movie.resume()
    try rig.run(2.52)
    let report = movie.stop()
    #expect(abs(report.duration.seconds - 4.83) < 0.09)
    let film = try Recorded(path)
    let steps = zip(film.pictures, film.pictures.dropFirst()).map { $1.number - $0.number }
    #expect(steps.filter { $0 != 1 }.count == 1)
    #expect(zip(film.pictures, film.pictures.dropFirst()).allSatisfy { $1.time - $0.time < 0.085 })
    #expect(film.flashes.count >= 4)
    for flash in film.flashes { #expect(film.beeps.contains { abs($0 - flash) < 0.045 }) }
    #expect(abs(film.heard - report.duration.seconds) < 0.1)
  }

  @Test("Split files hold every picture once, and sound to the sample")
  func split() throws {
    let rig = try Rig()
    let movie = try rig.movie()
    var settings = MovieFileSettings()
    settings.split = .duration(Time(wholeSeconds: 2))
    settings.audioCodec = .flac
    try movie.start(folder.file("take.mp4"), settings)
    try rig.run(5)
    let report = movie.stop()
    #expect(folder.names == ["take_0001.mp4", "take_0002.mp4", "take_0003.mp4"])
    #expect(report.files.count == 3)
    let films = try folder.names.map { try Recorded(folder.file($0)) }
    let numbers = films.flatMap { $0.pictures.map(\.number) }
    #expect(numbers == Array(numbers[0]..<numbers[0] + numbers.count))
    #expect(report.files.map(\.frames).reduce(0, +) == Int64(numbers.count))
    #expect(report.files[0].samples == 96_000 && report.files[1].samples == 96_000)
    for film in films {
      for flash in film.flashes { #expect(film.beeps.contains { abs($0 - flash) < 0.045 }) }
    }
  }

  @Test("Limits end a recording, and it says which")
  func limits() throws {
    for (name, change) in [
      (
        "duration",
        { (settings: inout MovieFileSettings) in settings.durationLimit = Time(wholeSeconds: 2) }
      ),
      ("size", { $0.sizeLimit = 60_000 }),
    ] as [(String, (inout MovieFileSettings) -> Void)] {
      let rig = try Rig()
      let movie = try rig.movie()
      var settings = MovieFileSettings()
      change(&settings)
      let path = folder.file(name + ".mp4")
      try movie.start(path, settings)
      try rig.run(10)
      let report = movie.stop()
      switch report.ending {
      case .durationLimit:
        #expect(name == "duration")
        #expect(report.duration == Time(wholeSeconds: 2))
        #expect(try Recorded(path).pictures.count == 50)
      case .sizeLimit:
        #expect(name == "size")
        let bytes = try #require(report.files.first?.bytes)
        #expect(bytes <= 60_000 && bytes > 20_000)
        #expect(try Recorded(path).pictures.count > 10)
      case .failed(let error): Issue.record("\(error.message)")
      case .freeSpace: Issue.record("there is space")
      case .stopped, nil: Issue.record("no limit of \(name)")
      }
    }
  }

  /// The kinds of files, and limits of their sizes.
  static let endings = ["mp4", "mov", "mkv", "webm"]
  static let sizes: [Int64] = [
    1, 500, 8000, 9000, 10_000, 12_000, 16_000, 24_000, 40_000, 100_000,
  ]

  @Test(
    "Under any limit of size what fits is recorded, or one sentence says that nothing does",
    arguments: endings, [false, true])
  func sizeLimits(ending: String, isLarge: Bool) throws {
    var smallest: Int64?
    for size in Self.sizes {
      let rig = try Rig(size: isLarge ? PixelSize(320, 180) : PixelSize(64, 36))
      let movie = try rig.movie()
      var settings = MovieFileSettings()
      settings.sizeLimit = size
      let path = folder.file("\(size).\(ending)")
      try movie.start(path, settings)
      try rig.run(isLarge ? 1 : 4)
      let report = movie.stop()
      switch report.ending {
      case .sizeLimit, .stopped:
        smallest = smallest ?? size
        let bytes = try #require(report.files.first?.bytes)
        #expect(bytes <= size && report.counts.pictures > 0, "\(size): \(bytes)")
        #expect(try Recorded(path).pictures.count == Int(report.counts.pictures))
      case .failed(let error):
        #expect(smallest == nil, "\(size): less is enough")
        #expect(error.code == .limitExceeded && error.message.contains("\(size) are allowed"))
        #expect(!folder.names.contains("\(size).\(ending)"))
      case .durationLimit, .freeSpace, nil: Issue.record("\(size): another end")
      }
    }
    #expect(try #require(smallest) <= (isLarge ? 100_000 : 16_000), "\(ending)")
  }

  @Test("Where little space is left nothing begins, and what goes on ends by itself")
  func space() throws {
    let (rig, free) = (try Rig(), Locked<Int64>(1 << 20))
    let movie = MovieFileOutput(gate: .unrestricted) { _ in free.withLock { $0 } }
    try rig.session.configure { try $0.addOutput(movie) }
    try rig.session.start()
    let error = #expect(throws: MoonreelError.self) { try movie.start(folder.file("take.mp4")) }
    #expect(error?.message.contains("1 MiB are free there") == true)
    #expect(folder.names == [])
    free.withLock { $0 = 100 << 20 }
    try movie.start(folder.file("take.mp4"))
    try rig.run(2)
    free.withLock { $0 = 10 << 20 }
    try rig.run(2)
    let report = movie.stop()
    guard case .freeSpace = report.ending else {
      Issue.record("\(String(describing: report.ending))")
      return
    }
    #expect(report.duration > Time(wholeSeconds: 2) && report.duration < Time(wholeSeconds: 3))
    #expect(try Recorded(folder.file("take.mp4")).pictures.count == Int(report.counts.pictures))
  }

  @Test("Markers are chapters, and tags are kept", arguments: ["mp4", "mkv"])
  func markers(ending: String) throws {
    let rig = try Rig()
    let movie = try rig.movie()
    var settings = MovieFileSettings()
    settings.metadata = ["title": "Take one"]
    let path = folder.file("take." + ending)
    try movie.start(path, settings)
    try rig.run(1)
    movie.addMarker("First")
    try rig.run(1.2)
    movie.addMarker("Second")
    try rig.run(1)
    movie.stop()
    let asset = try Asset.load(path: path, gate: .unrestricted)
    #expect(asset.metadata["title"] == "Take one")
    #expect(asset.chapters.map(\.title) == ["First", "Second"])
    let starts = asset.chapters.map(\.range.start.seconds)
    #expect(starts.count == 2 && abs(starts[0] - 1) < 0.05 && abs(starts[1] - 2.2) < 0.05)
  }

  @Test("A constant rate repeats and leaves out, and counts both")
  func constantRate() throws {
    let rig = try Rig(rate: 20)
    let movie = try rig.movie()
    var settings = MovieFileSettings()
    settings.timing = .constant(try FrameRate(25))
    try movie.start(folder.file("fast.mp4"), settings)
    try rig.run(2)
    let fast = movie.stop()
    #expect(abs(fast.counts.repeats - 10) <= 1)
    settings.timing = .constant(try FrameRate(10))
    try movie.start(folder.file("slow.mp4"), settings)
    try rig.run(2)
    let slow = movie.stop()
    #expect(abs((slow.counts.drops[.surplus] ?? 0) - 20) <= 1)
    for (name, rate) in [("fast.mp4", 25.0), ("slow.mp4", 10)] {
      let film = try Recorded(folder.file(name))
      #expect(abs(Double(film.pictures.count) - 2 * rate) <= 1)
      for (index, picture) in film.pictures.enumerated() {
        #expect(abs(picture.time - Double(index) / rate) < 0.0001)
      }
    }
  }

  @Test("With another camera the file goes on, and its pictures fit in")
  func switching() throws {
    let rig = try Rig()
    let movie = try rig.movie()
    let path = folder.file("take.mp4")
    try movie.start(path)
    try rig.run(1)
    let other = SyntheticCamera(
      id: "synthetic:other", sizes: [PixelSize(320, 240)], clock: rig.clock)
    let format = try Rig.format(other, 25)
    try rig.session.configure {
      try $0.replaceInput(rig.cameraInput, with: other, format: format)
    }
    try rig.run(1)
    movie.stop()
    let film = try Recorded(path)
    #expect(film.size == PixelSize(320, 180))
    #expect(film.pictures.count >= 48)
    #expect(film.pictures[..<24].map(\.number) == Array(0..<24))
    #expect(zip(film.pictures, film.pictures.dropFirst()).allSatisfy { $1.time - $0.time < 0.09 })
    #expect(rig.session.configuration.inputs.first?.source === other)
  }

  @Test("A file is there when it is asked for, or a sentence says why not")
  func refusals() throws {
    let rig = try Rig()
    let movie = MovieFileOutput(gate: .unrestricted)
    func message(_ path: String) -> String {
      do {
        try movie.start(path)
        return ""
      } catch { return (error as? MoonreelError)?.message ?? "\(error)" }
    }
    #expect(message(folder.file("take.mp4")).contains("belongs to no session"))
    try rig.session.configure { try $0.addOutput(movie) }
    try rig.session.start()
    #expect(message(folder.file("take.avi")).contains(".mp4, .mov, .mkv, .webm or .m4a"))
    #expect(message(folder.file("none/take.mp4")).contains("does not exist"))
    #expect(message(folder.file("take.mp4")) == "")
    #expect(message(folder.file("two.mp4")).contains("Stop it first"))
    let report = movie.stop()
    guard case .failed(let error) = report.ending else {
      Issue.record("an empty film")
      return
    }
    #expect(error.message.contains("no picture came"))
    #expect(folder.names == [])
  }

  @Test("A microphone that is unplugged leaves silence, and the pictures go on")
  func silence() throws {
    var away = SyntheticBehavior()
    away.absences = [TimeRange(start: Time(wholeSeconds: 2), duration: Time(wholeSeconds: 2))]
    let rig = try Rig(microphone: away)
    let movie = try rig.movie()
    let path = folder.file("take.mkv")
    try movie.start(path)
    try rig.run(6)
    let report = movie.stop()
    let film = try Recorded(path)
    #expect(film.pictures.count == 150)
    #expect(film.beeps.map { Int(($0).rounded()) } == [0, 1, 4, 5])
    #expect(abs(report.counts.silence.seconds - 2) < 0.1)
    #expect((1...2).contains(report.counts.gaps))
    for beep in film.beeps { #expect(abs(beep - beep.rounded()) < 0.05) }
  }
}
