// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import MoonreelMedia
import Testing

@testable import MoonreelCapture

@Suite("Kinds of films of captures")
struct MovieKindTests {
  /// A kind of file and how it is coded.
  struct Kind: CustomTestStringConvertible, Sendable {
    var ending: String
    var video: VideoCodec
    var audio: AudioCodec
    var options: [String: String] = [:]
    var testDescription: String { "\(ending) \(video) \(audio) \(options)" }
  }

  let folder: ScratchFolder
  init() throws { folder = try ScratchFolder() }

  @Test(
    "Codecs that reorder and codecs that do not",
    arguments: [
      Kind(ending: "mp4", video: .h264, audio: .opus),
      Kind(
        ending: "mp4", video: .h264, audio: .aac,
        options: ["preset": "medium", "tune": "film", "bf": "3"]),
      Kind(ending: "mp4", video: .hevc, audio: .aac),
      Kind(ending: "mov", video: .jpeg, audio: .pcm16),
      Kind(ending: "mkv", video: .ffv1, audio: .flac),
      Kind(
        ending: "mkv", video: .h264, audio: .opus,
        options: ["preset": "medium", "tune": "film", "bf": "3"]),
      Kind(ending: "webm", video: .vp8, audio: .opus),
      Kind(ending: "webm", video: .vp9, audio: .opus),
    ])
  func codecs(kind: Kind) throws {
    let rig = try Rig()
    let movie = try rig.movie()
    var settings = MovieFileSettings()
    (settings.videoCodec, settings.audioCodec) = (kind.video, kind.audio)
    settings.videoOptions = kind.options
    let path = folder.file("take." + kind.ending)
    try movie.start(path, settings)
    try rig.run(2)
    let report = movie.stop()
    guard case .stopped = report.ending else {
      Issue.record("\(String(describing: report.ending))")
      return
    }
    let film = try Recorded(path)
    #expect(film.pictures.map(\.number) == Array(0..<50))
    for (index, picture) in film.pictures.enumerated() {
      #expect(abs(picture.time - Double(index) / 25) < 0.0011)
    }
    #expect(film.flashes.count == 2 && film.beeps.count == 2)
    for (flash, beep) in zip(film.flashes, film.beeps) { #expect(abs(flash - beep) < 0.045) }
    #expect(abs(film.heard - 1.98) < 0.06)
  }

  @Test("Sound alone, split and paused", arguments: ["m4a", "mkv"])
  func soundAlone(ending: String) throws {
    let clock = VirtualCaptureClock()
    let (session, movie) = (CaptureSession(clock: clock), MovieFileOutput(gate: .unrestricted))
    try session.configure {
      try $0.addInput(SyntheticMicrophone(clock: clock))
      try $0.addOutput(movie)
    }
    try session.start()
    var settings = MovieFileSettings()
    settings.split = .duration(Time(wholeSeconds: 2))
    try movie.start(folder.file("take-%02d." + ending), settings)
    clock.run(for: Time(wholeSeconds: 3))
    movie.pause()
    clock.run(for: Time(wholeSeconds: 4))
    movie.resume()
    clock.run(for: Time(wholeSeconds: 2))
    let report = movie.stop()
    #expect(abs(report.duration.seconds - 5) < 0.1)
    #expect(folder.names == (1...3).map { "take-0\($0).\(ending)" })
    let films = try folder.names.map { try Recorded(folder.file($0)) }
    #expect(films.map(\.beeps.count).reduce(0, +) == 5)
    #expect(abs(films.map(\.heard).reduce(0, +) - report.duration.seconds) < 0.1)
  }

  @Test("On the machine's own clock: threads, and all pictures are accounted for")
  func hostClock() throws {
    let clock = try HostCaptureClock()
    let (session, movie) = (CaptureSession(clock: clock), MovieFileOutput(gate: .unrestricted))
    let camera = SyntheticCamera(sizes: [PixelSize(320, 180)], clock: clock)
    let format = try Rig.format(camera, 25)
    try session.configure {
      try $0.addInput(camera, format: format)
      try $0.addInput(SyntheticMicrophone(clock: clock))
      try $0.addOutput(movie)
    }
    try session.start()
    let path = folder.file("take.mp4")
    try movie.start(path)
    // However slow the machine is, some time eight pictures have come.
    for _ in 0..<60_000 where seen(movie) < 8 { usleep(10_000) }
    let report = movie.stop()
    session.stop()
    guard case .stopped = report.ending else {
      Issue.record("\(String(describing: report.ending))")
      return
    }
    let film = try Recorded(path)
    let numbers = film.pictures.map(\.number)
    #expect(numbers == numbers.sorted() && Set(numbers).count == numbers.count)
    #expect(numbers.count == report.counts.pictures)
    #expect(seen(movie) >= 8)
  }

  /// Pictures that a recording was given so far, dropped ones included.
  private func seen(_ movie: MovieFileOutput) -> Int {
    guard let counts = movie.currentReport?.counts else { return 0 }
    return counts.pictures + counts.drops.values.reduce(0, +)
  }
}
