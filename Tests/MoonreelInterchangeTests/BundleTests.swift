// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import MoonreelMedia
import MoonreelScript
import Testing

@testable import MoonreelInterchange

@Suite("Cuts with their media in one file")
struct BundleTests {
  /// A film of two files, one of them shown twice, as a bundle called `cut.otioz` in `scratch`.
  private func bundle(in scratch: Scratch) throws -> FilmCut {
    let media = try DemoMedia.made().path
    let film = try Films.run(
      """
      local mr = require "moonreel"
      local show = mr.composition { size = { 160, 90 }, fps = 30 }
      show:add { source = "\(media)/dunes.mp4", duration = 1 }
      show:add { source = "\(media)/dunes.mp4", at = 1, trim = { 1, 2 } }
      show:add { source = "\(media)/tide.mp4", at = 2, duration = 1 }
      return show
      """, allowing: [media])
    let cut = try Films.cut(film)
    let gate = FileGate(folders: [scratch.path, media])
    #expect(try cut.write(.otioz, to: scratch.path("cut.otioz"), gate: gate).isEmpty)
    return cut
  }

  @Test("what goes in comes out: the cut, and each file once, byte for byte")
  func roundTrip() throws {
    let scratch = try Scratch()
    let cut = try bundle(in: scratch)
    let (path, gate) = (scratch.path("cut.otioz"), FileGate(folders: [scratch.path]))
    let read = try CutFile.timeline(at: path, named: "cut.otioz")
    #expect(read.tracks.wholeDuration == cut.timeline.tracks.wholeDuration)
    let folder = try CutFile.mediaFolder(
      of: path, named: "cut.otioz", unpackingInto: scratch.path("out"), gate: gate)
    #expect(folder == scratch.path("out"))
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    #expect(names == ["dunes.mp4", "tide.mp4"])
    for name in names {
      #expect(
        FileManager.default.contentsEqual(
          atPath: folder + "/" + name, andPath: DemoMedia.folderPath + "/" + name))
    }
    // What is there already and the same stays; another file is not written over.
    _ = try CutFile.mediaFolder(of: path, named: "cut.otioz", unpackingInto: folder, gate: gate)
    let length = try scratch.bytes("out/tide.mp4").count
    try scratch.write([UInt8](repeating: 7, count: length), "out/tide.mp4")
    let error = #expect(throws: MoonreelError.self) {
      _ = try CutFile.mediaFolder(of: path, named: "cut.otioz", unpackingInto: folder, gate: gate)
    }
    #expect(error?.message.contains("another file lies at") ?? false, "\(error?.message ?? "")")
  }

  @Test("a script that reads a bundle finds its media in the cache")
  func cached() throws {
    let scratch = try Scratch()
    _ = try bundle(in: scratch)
    var options = ScriptOptions(path: "film.lua")
    options.text = """
      local mr = require "moonreel"
      return mr.otio("\(scratch.path)/cut.otioz")
      """
    options.allowedFolders = [scratch.path]
    options.mediaCache = try #require(MediaCache(folder: scratch.path("cache")))
    let warnings = WarningLog()
    let film = try FilmFile(options).load(gate: options.filmGate(), warnings: warnings)
    let shown = Films.segments(film)
    for name in ["dunes.mp4", "tide.mp4"] {
      #expect(shown.contains { $0.hasSuffix(name) }, "\(shown)")
    }
    #expect(shown.allSatisfy { $0.hasSuffix(".mp4") }, "\(shown)")
    options.mediaCache = nil
    let error = #expect(throws: (any Error).self) {
      _ = try FilmFile(options).load(gate: options.filmGate(), warnings: warnings)
    }
    #expect("\(error.map { "\($0)" } ?? "")".contains("moonreel import"))
  }

  @Test("of the bundles in the cache those go that were not read for the longest time")
  func room() throws {
    let scratch = try Scratch()
    for name in ["old", "older", "mine"] {
      try FileManager.default.createDirectory(
        atPath: scratch.path(name), withIntermediateDirectories: true)
      try scratch.write([UInt8](repeating: 1, count: 1000), name + "/a.mp4")
    }
    for (name, days) in [("old", 2.0), ("older", 3.0), ("mine", 9.0)] {
      let date = Date(timeIntervalSinceNow: -86_400 * days)
      try FileManager.default.setAttributes(
        [.modificationDate: date], ofItemAtPath: scratch.path(name))
    }
    UnpackedBundles(folder: scratch.path, limit: 2500).makeRoom(sparing: "mine")
    let left = try FileManager.default.contentsOfDirectory(atPath: scratch.path).sorted()
    #expect(left == ["mine", "old"])
    UnpackedBundles(folder: scratch.path, limit: 500, age: 86_400 * 7).makeRoom(sparing: "mine")
    #expect(FileManager.default.fileExists(atPath: scratch.path("old/a.mp4")))
  }

  @Test("archives in the form of long ones are written and read, also by Python")
  func long() throws {
    let scratch = try Scratch()
    let gate = FileGate(folders: [scratch.path])
    let content = Array(try Sample.timeline(rate: FrameRate(25)).otioText.utf8)
    try scratch.write([UInt8](repeating: 3, count: 5000), "big.bin")
    let file = try AtomicOutputFile(path: scratch.path("long.otioz"), gate: gate)
    var writer = ZipWriter(file, gate: gate, largest: 100)
    try writer.add("version.txt", Array("1.0.0".utf8))
    try writer.add("content.otio", content)
    try writer.add("media/big.bin", contentsOf: scratch.path("big.bin"))
    try writer.finish()
    try file.commit()
    let read = try CutFile.timeline(at: scratch.path("long.otioz"), named: "long.otioz")
    #expect(read == (try Sample.timeline(rate: FrameRate(25))))
    let check = """
      import zipfile, sys
      z = zipfile.ZipFile("long.otioz")
      sys.exit(0 if z.testzip() is None and len(z.read("media/big.bin")) == 5000 else 1)
      """
    guard let result = try scratch.python(check) else {
      return print("python3 is not installed: archives are not held against its zipfile")
    }
    #expect(result.code == 0, "\(result.text)")
  }

  @Test("a cut that another program packed is read")
  func packed() throws {
    let scratch = try Scratch()
    let timeline = try Sample.timeline(rate: FrameRate(25))
    try scratch.write(Array(timeline.otioText.utf8), "content.otio")
    for level in [1, 9] {
      let script = """
        import zipfile
        z = zipfile.ZipFile("a.otioz", "w", zipfile.ZIP_DEFLATED, compresslevel=\(level))
        z.write("content.otio")
        z.writestr("media/a.bin", b"abc" * 400000)
        z.close()
        """
      guard let made = try scratch.python(script) else {
        return print("python3 is not installed: no packed archive is made")
      }
      try #require(made.code == 0, "\(made.text)")
      #expect(try CutFile.timeline(at: scratch.path("a.otioz"), named: "a.otioz") == timeline)
      let folder = try CutFile.mediaFolder(
        of: scratch.path("a.otioz"), named: "a.otioz", unpackingInto: scratch.path("out\(level)"),
        gate: FileGate(folders: [scratch.path]))
      #expect(try Data(contentsOf: URL(fileURLWithPath: folder + "/a.bin")).count == 1_200_000)
    }
  }

  @Test("OpenTimelineIO's own reader of bundles takes what is written")
  func opentimelineio() throws {
    let python = RoundTripTests.root + "/.build/interchange/bin/python3"
    guard FileManager.default.isExecutableFile(atPath: python) else {
      return print(
        "opentimelineio is not installed (scripts/setup --all): bundles are not held against it")
    }
    let scratch = try Scratch()
    _ = try bundle(in: scratch)
    let script = """
      import opentimelineio as otio, os
      os.mkdir("there")
      t = otio.adapters.read_from_file("cut.otioz", extract_to_directory="there")
      print(len(list(t.find_clips())), sorted(os.listdir("there/media")), t.duration().to_seconds())
      """
    let result = try #require(try scratch.python(script, by: python))
    #expect(
      result.code == 0 && result.text.contains("['dunes.mp4', 'tide.mp4'] 3.0"), "\(result.text)")
  }

  @Test("a damaged archive is refused with one sentence, whichever byte of it is wrong")
  func damage() throws {
    let scratch = try Scratch()
    let gate = FileGate(folders: [scratch.path])
    let file = try AtomicOutputFile(path: scratch.path("small.otioz"), gate: gate)
    var writer = ZipWriter(file, gate: gate)
    try writer.add("content.otio", Array(Sample.withClip().utf8))
    try writer.add("media/a.bin", [1, 2, 3])
    try writer.finish()
    try file.commit()
    let whole = try scratch.bytes("small.otioz")
    for count in [0, 10, 22, whole.count / 2, whole.count - 1] {
      expectSentence(Array(whole.prefix(count)), "\(count) bytes")
    }
    // Not every byte matters; none makes anything but a sentence of it.
    for offset in whole.indices {
      for change: UInt8 in [0xFF, 0x01, 0x80] {
        var bytes = whole
        bytes[offset] ^= change
        do {
          let bundle = try CutBundle(HeldBytes(bytes), named: "bad.otioz")
          _ = try bundle.content(limit: 1 << 20)
        } catch let error as MoonreelError {
          #expect(error.message.hasPrefix("Cannot read 'bad.otioz': "), "\(error.message)")
        }
      }
    }
  }

  private func expectSentence(_ bytes: [UInt8], _ what: String) {
    let error = #expect(throws: MoonreelError.self, "\(what)") {
      _ = try CutFile.timeline(.otioz, bytes, named: "bad.otioz")
    }
    #expect(error?.code == .unsupportedFormat)
    #expect(error?.message.hasPrefix("Cannot read 'bad.otioz': ") ?? false)
  }
}
