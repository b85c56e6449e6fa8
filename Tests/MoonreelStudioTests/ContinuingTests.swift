// SPDX-License-Identifier: MIT

import Foundation
import MediaTools
import MoonreelCore
import MoonreelExport
import MoonreelScript
import Testing

@testable import MoonreelPlayback
@testable import MoonreelStudio

@Suite("a version that follows another one")
struct ContinuingTests {
  /// Ten seconds with one key frame, and a script that shows it.
  private func place() throws -> Place {
    let place = try Place()
    try Self.clip("testsrc", place.path("clip.mp4"))
    try place.write("film.lua", Self.film("one"))
    return place
  }

  private static func clip(_ source: String, _ path: String) throws {
    let options = "-c:v libx264 -preset ultrafast -g 250 -sc_threshold 0 -pix_fmt yuv420p -f mp4"
    try MediaTool.ffmpeg(
      ["-f", "lavfi", "-i", "\(source)=size=64x48:rate=25:duration=10"]
        + options.split(separator: " ").map(String.init) + [path])
  }

  private static func film(_ text: String) -> String {
    """
    local mr = require "moonreel"
    local show = mr.composition { size = { 64, 48 }, fps = 25, duration = 10 }
    show:add { source = "clip.mp4" }
    show:add { source = mr.text { text = "\(text)", size = 12 } }
    return show
    """
  }

  private func decoded(_ version: FilmVersion) throws -> Int {
    try version.item.withFilm { $0.decodedFrameCount }
  }

  private func pixels(_ frame: FrameBuffer) -> Digest {
    Digest(
      of: frame.planes.indices.flatMap { index -> [UInt8] in
        let plane = frame.planes[index]
        return (0..<plane.size.height).flatMap { row in
          Array(
            UnsafeRawBufferPointer(
              start: plane.base + row * plane.strideBytes, count: plane.size.width))
        }
      })
  }

  @Test("goes on with the decoders of unchanged files, and draws the same")
  func decoders() throws {
    let place = try place()
    let project = Project(place.path("film.lua"))
    let first = try project.load().get()
    for second in [9, 8] { _ = try first.frame(at: Time(wholeSeconds: Int64(second))) }
    let count = try decoded(first)
    #expect(count > 300)
    try place.write("film.lua", Self.film("two"))
    let next = try project.load().get()
    let frame = try next.frame(at: Time(wholeSeconds: 8))
    // Nothing was decoded anew: the frame was there.
    #expect(try decoded(next) == count && decoded(first) == 0)
    let fresh = try Project(place.path("film.lua")).load().get()
    #expect(pixels(try fresh.frame(at: Time(wholeSeconds: 8))) == pixels(frame))
    // The version before goes on by itself.
    #expect(try pixels(first.frame(at: Time(wholeSeconds: 8))) != pixels(frame))
  }

  @Test("opens a file anew that was changed")
  func changedFiles() throws {
    let place = try place()
    let project = Project(place.path("film.lua"))
    let first = try project.load().get()
    let before = pixels(try first.frame(at: Time(wholeSeconds: 8)))
    try Self.clip("testsrc2", place.path("other.mp4"))
    rename(place.path("other.mp4"), place.path("clip.mp4"))
    let next = try project.load().get()
    #expect(try pixels(next.frame(at: Time(wholeSeconds: 8))) != before)
    #expect(try decoded(first) > 0)
  }

  @Test("gives decoders back where it cannot be shown")
  func givingBack() async throws {
    let place = try place()
    let project = Project(place.path("film.lua"))
    let events = project.events()
    try project.start { version in
      _ = try version.frame(at: Time(wholeSeconds: 8))
      if version.generation > 1 { throw MoonreelError(.renderingFailed, "not now") }
    }
    let first = try #require(project.current)
    let count = try decoded(first)
    try place.write("film.lua", Self.film("two"))
    for await event in events {
      if case .failed = event { break }
    }
    #expect(try decoded(first) == count && count > 150)
    project.stop()
  }

  @Test("is compared with it frame by frame, without drawing")
  func comparing() async throws {
    let place = try place()
    let project = Project(place.path("film.lua"))
    let events = project.events()
    try project.start(comparesFrames: true)
    try place.write(
      "film.lua", Self.film("one").replacingOccurrences(of: "duration = 10", with: "duration = 9"))
    var found: [FilmDifference?] = []
    for await event in events {
      if case .compared(_, let difference) = event { found.append(difference) }
      if found.count == 2 { break }
    }
    #expect(found[0] == nil)
    let difference = try #require(found[1])
    #expect(difference.changed.isEmpty && difference.removed == 225..<250)
    try place.write(
      "film.lua", Self.film("two").replacingOccurrences(of: "duration = 10", with: "duration = 9"))
    for await event in events {
      if case .compared(_, let difference) = event {
        #expect(difference?.changed == [0..<225])
        break
      }
    }
    project.stop()
  }

  @Test("the digests are the same in another reading, and with any number of threads")
  func stability() throws {
    let place = try place()
    let film = FilmFile(ScriptOptions(path: place.path("film.lua")))
    func digests(_ threads: Int) throws -> [Digest?] {
      let loaded = try film.load(gate: film.options.filmGate(), warnings: WarningLog())
      var options = FilmDigests.Options()
      options.threadCount = threads
      return try FilmDigests(loaded.result.request, gate: loaded.gate, options: options).frames
    }
    let one = try digests(1)
    #expect(one.count == 250 && Set(one).count == 250 && !one.contains(nil))
    #expect(try digests(3) == one)
  }

  @Test("digests end when they are cancelled, and say how far they are")
  func cancelling() throws {
    let place = try place()
    let film = FilmFile(ScriptOptions(path: place.path("film.lua")))
    let loaded = try film.load(gate: film.options.filmGate(), warnings: WarningLog())
    var options = FilmDigests.Options()
    (options.threadCount, options.includesSound) = (1, false)
    let seen = Locked<[Int64]>([])
    options.progress = { [flag = options.cancellation] done, total in
      seen.withLock { $0.append(done) }
      if done >= 64 { flag.cancel() }
    }
    let error = #expect(throws: MoonreelError.self) {
      try FilmDigests(loaded.result.request, gate: loaded.gate, options: options)
    }
    #expect(error?.code == .cancelled)
    #expect(seen.withLock { $0 } == [32, 64])
  }
}
