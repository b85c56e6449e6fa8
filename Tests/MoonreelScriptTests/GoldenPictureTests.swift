// SPDX-License-Identifier: MIT

import FoundationEssentials
import GoldenPictures
import MoonreelCore
import MoonreelMedia
import Testing

/// What golden tests leave when they fail.
@Suite struct GoldenPictureTests {
  /// A folder of the test's own, removed behind it.
  private func inFolder(_ body: (String) throws -> Void) throws {
    let path = FileManager.default.temporaryDirectory.path + "goldens-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try body(path)
  }

  private func picture(_ width: Int, _ height: Int, _ components: Int, seed: Int) -> GoldenPicture {
    let count = width * height * components
    return GoldenPicture(
      width: width, components: components,
      bytes: (0..<count).map { UInt8(($0 * 37 + $0 / 256 * 11 + seed) & 255) })
  }

  /// The picture in a file, as libav reads it.
  private func read(_ file: String) throws -> GoldenPicture {
    let asset = try Asset.load(path: file, gate: .unrestricted)
    let reader = try VideoReader(track: try #require(asset.video), gate: .unrestricted)
    return GoldenPicture(try reader.frame(at: .zero).buffer)
  }

  private func files(_ folder: String) -> [String] {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return all.filter { $0.hasSuffix(".png") }.sorted()
  }

  @Test(
    "a picture is a PNG file that others read",
    arguments: [(1, 1, 3), (5, 3, 3), (5, 3, 4), (160, 90, 4), (300, 240, 3)])
  func png(_ width: Int, _ height: Int, _ components: Int) throws {
    try inFolder { path in
      let actual = picture(width, height, components, seed: 1)
      _ = try GoldenFolder(path).report("a", expected: nil, actual: actual)
      #expect(try read("\(path)/a.actual.png") == actual)
    }
  }

  @Test("a failure leaves what was expected, what came, and where they differ") func failure()
    throws
  {
    try inFolder { path in
      let expected = picture(4, 2, 4, seed: 0)
      var bytes = expected.bytes
      // One pixel's green by 3, another's alpha by 100.
      bytes[5] += 3
      bytes[4 * 6 + 3] &-= 100
      let actual = GoldenPicture(width: 4, components: 4, bytes: bytes)
      let sentence = try GoldenFolder(path).report("name", expected: expected, actual: actual)
      #expect(
        files(path) == ["name.actual.png", "name.difference.png", "name.expected.png"])
      for file in files(path) { #expect(sentence.contains(file)) }
      #expect(sentence.contains(path))
      #expect(try read("\(path)/name.expected.png") == expected)
      #expect(try read("\(path)/name.actual.png") == actual)
      var difference = [UInt8](repeating: 0, count: 4 * 2 * 3)
      difference[3 + 1] = 24
      for component in 0..<3 { difference[6 * 3 + component] = 255 }
      #expect(
        try read("\(path)/name.difference.png")
          == GoldenPicture(width: 4, components: 3, bytes: difference))
    }
  }

  @Test("where sizes differ, what one of both lacks is white") func sizes() {
    let (small, large) = (picture(2, 1, 3, seed: 0), picture(3, 2, 3, seed: 9))
    let difference = small.difference(from: large)
    #expect((difference.width, difference.height) == (3, 2))
    #expect(difference.bytes == [72, 72, 72, 72, 72, 72] + Array(repeating: 255, count: 12))
    #expect(small.difference(from: small).bytes.allSatisfy { $0 == 0 })
  }

  @Test("what passed is what a later failure shows as expected") func goldens() throws {
    try inFolder { path in
      let (first, second) = (picture(6, 4, 3, seed: 2), picture(6, 4, 3, seed: 3))
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      let file = "\(path)/Goldens.txt"
      let goldens = Goldens(file, suite: "OwnTests", folder: GoldenFolder(path))
      let recorded = try goldens.faults([("a", first), ("b", second)], isRecording: true)
      #expect(recorded == ["recorded 2 pictures; run again without MOONREEL_RECORD"])
      try FileManager.default.removeItem(atPath: "\(path)/kept")

      // Nothing is kept yet.
      let unknown = try goldens.faults([("a", second), ("b", second)], isRecording: false)
      #expect(unknown.count == 1 && files(path) == ["a.actual.png"])
      #expect(unknown.first?.contains("once the test has passed") == true)

      #expect(try goldens.faults([("a", first), ("b", second)], isRecording: false) == [])
      let known = try goldens.faults([("a", second), ("c", second)], isRecording: false)
      #expect(known.count == 3 && known[0] == "b: recorded, but not drawn.")
      #expect(known[1].hasPrefix("a: found \(second.fingerprint), recorded \(first.fingerprint). "))
      #expect(known[2].hasPrefix("c: found \(second.fingerprint), recorded nothing. "))
      #expect(try read("\(path)/a.expected.png") == first)
      #expect(try read("\(path)/a.actual.png") == second)
      #expect(files(path).contains("a.difference.png"))
    }
  }

  @Test("what was kept and is damaged is not shown") func damage() throws {
    try inFolder { path in
      let (folder, one) = (GoldenFolder(path), picture(6, 4, 3, seed: 2))
      try folder.keep(one)
      #expect(folder.kept(one.fingerprint) == one)
      let file = URL(filePath: "\(path)/kept/\(one.fingerprint)")
      try (try Data(contentsOf: file)).dropLast(3).write(to: file)
      #expect(folder.kept(one.fingerprint) == nil && folder.kept("0000") == nil)
    }
  }
}
