// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import moonreel

@Suite("Malformed files")
struct MalformedFileTests {
  /// A file that nobody should be able to play, by what was done to it.
  struct Case: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var name: String
    var make: @Sendable () async throws -> Data
  }

  static let hopeless: [Case] = [
    Case(testDescription: "empty", name: "empty.mp4") { Data() },
    Case(testDescription: "one byte", name: "one.mp4") { Data([0]) },
    Case(testDescription: "text", name: "text.mp4") { Data("This is no film.\n".utf8) },
    Case(testDescription: "a script", name: "script.lua") { Data("return 1".utf8) },
    Case(testDescription: "a web page", name: "page.mp4") { Data("<!doctype html><p>404".utf8) },
    Case(testDescription: "zeros", name: "zeros.mov") { Data(count: 100_000) },
    Case(testDescription: "noise", name: "noise.mkv") { noise(100_000, seed: 7) },
    Case(testDescription: "a box as long as the universe", name: "box.mp4") {
      Data([0, 0, 0, 1]) + Data("ftyp".utf8) + Data(repeating: 0xFF, count: 8)
    },
    Case(testDescription: "the first bytes of MP4", name: "head.mp4") {
      try await Clip.mp4.value.prefix(40)
    },
    Case(testDescription: "MP4 without its index", name: "half.mp4") {
      try await Clip.mp4.value.prefix(2000)
    },
    Case(testDescription: "the first bytes of WebM", name: "head.webm") {
      try await Clip.webm.value.prefix(40)
    },
    Case(testDescription: "the first bytes of PNG", name: "head.png") {
      try await Clip.png.value.prefix(12)
    },
  ]

  @Test("one sentence names the file, and nothing crashes", arguments: hopeless)
  func isTold(_ file: Case) async throws {
    let folder = try TemporaryFolder()
    try await folder.write(file.name, file.make())
    let result = try await Program.moonreel(["probe", file.name], in: folder.url)
    expectOneSentence(result, naming: file.name)
    #expect(
      result.code == moonreel.ExitStatus.media.rawValue
        || result.code == moonreel.ExitStatus.file.rawValue)
  }

  @Test(
    "what is no readable file is told so", arguments: ["missing.mp4", "folder", "folder/", ".", ""])
  func noFile(path: String) async throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path("folder"), withIntermediateDirectories: true)
    let result = try await Program.moonreel(["probe", path], in: folder.url)
    expectOneSentence(result, naming: path.split(separator: "/").last.map(String.init) ?? "")
    #expect(
      result.code == moonreel.ExitStatus.file.rawValue
        || result.code == moonreel.ExitStatus.media.rawValue)
  }

  @Test("damage anywhere in a file leads to an answer or a sentence", arguments: 0..<40)
  func damaged(seed: UInt64) async throws {
    let folder = try TemporaryFolder()
    let kinds = [
      ("a.mp4", Clip.mp4), ("a.webm", Clip.webm), ("a.png", Clip.png), ("a.gif", Clip.gif),
      ("a.wav", Clip.wav),
    ]
    let (name, clip) = kinds[Int(seed) % kinds.count]
    var data = try await clip.value
    var random = Noise(seed: seed)
    for _ in 0..<(1 + Int(seed)) {
      data[Int(random.next() % UInt64(data.count))] = UInt8(truncatingIfNeeded: random.next() >> 8)
    }
    if seed % 3 == 0 { data = data.prefix(Int(random.next() % UInt64(data.count))) }
    try folder.write(name, data)
    let result = try await Program.moonreel(["probe", name], in: folder.url)
    #expect(!result.wasKilled)
    if result.code == 0 {
      #expect(result.errorLines.allSatisfy { $0.hasPrefix("warning: ") })
      #expect(result.output.hasPrefix(name))
    } else {
      expectOneSentence(result, naming: name)
    }
  }

  @Test("several files: the good ones are described, the bad one is named")
  func several() async throws {
    let folder = try TemporaryFolder()
    try await folder.write("good.wav", Clip.wav.value)
    try folder.write("bad.mp4", Data("no film".utf8))
    let result = try await Program.moonreel(["probe", "bad.mp4", "good.wav"], in: folder.url)
    expectOneSentence(result, naming: "bad.mp4")
    #expect(result.output.hasPrefix("good.wav"))
  }

  private func expectOneSentence(_ result: Program.Outcome, naming name: String) {
    #expect(!result.wasKilled)
    #expect(result.code != 0)
    #expect(result.errorLines.count == 1, "\(result.errors)")
    #expect(result.errors.hasPrefix("error: Cannot "))
    #expect(name.isEmpty || result.errors.contains(name), "\(result.errors)")
    #expect(result.errors.contains("."))
  }

  private static func noise(_ count: Int, seed: UInt64) -> Data {
    var random = Noise(seed: seed)
    return Data((0..<count).map { _ in UInt8(truncatingIfNeeded: random.next() >> 16) })
  }
}

/// Numbers that look random and are the same in every run (SplitMix64).
struct Noise: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
