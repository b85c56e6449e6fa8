// SPDX-License-Identifier: MIT

import Testing

@testable import MoonreelMedia

/// The two forms of timed metadata, byte by byte: as others write them, and damaged.
struct TimedMetadataFormTests {
  private func tag(version: UInt8, flags: UInt8 = 0, _ frames: [UInt8]) -> [UInt8] {
    let size = [0, 0, UInt8(frames.count >> 7), UInt8(frames.count & 0x7F)]
    return Array("ID3".utf8) + [version, 0, flags] + size + frames
  }

  private func frame(_ name: String, _ content: [UInt8]) -> [UInt8] {
    Array(name.utf8) + [0, 0, 0, UInt8(content.count), 0, 0] + content
  }

  @Test func tagsOfOthersAreRead() {
    let wide: [UInt8] = [1, 0xFF, 0xFE, 0x6B, 0, 0, 0, 0x3C, 0xD8, 0x88, 0xDF]
    let frames =
      frame("TIT2", [3] + Array("Grüße".utf8)) + frame("TPE1", [0, 0x47, 0xFC])
      + frame("PRIV", [1, 2, 3]) + frame("TXXX", wide)
      + frame("TXXX", [2, 0, 0x6D, 0, 0, 0, 0x6E])
    let items = [
      "TIT2": "Grüße", "TPE1": "Gü", "k": "\u{1F388}", "m": "n",
    ]
    #expect(TimedID3.items(tag(version: 4, frames)) == items)
    #expect(TimedID3.items(tag(version: 3, frames + [0, 0, 0, 0])) == items)
    let extended: [UInt8] = [0, 0, 0, 6, 1, 0]
    #expect(TimedID3.items(tag(version: 4, flags: 0x40, extended + frames)) == items)
    #expect(TimedID3.items(Array("nothing".utf8)) == nil)
    #expect(TimedID3.items(TimedID3.tag([:])) == [:])
    #expect(TimedID3.items(TimedID3.packet(["k": "v"], number: 300)) == ["k": "v"])
    #expect(TimedID3.items(TimedID3.tag(["a b": "c\nd", "e": ""])) == ["a b": "c\nd", "e": ""])
  }

  @Test func keysKeepTheirNumbers() {
    let names = (0..<1300).map { "com.example.key\($0)" }
    let keys = BoxedMetadata.Keys(description: BoxedMetadata.description(keys: names))
    let items = Dictionary(uniqueKeysWithValues: names.map { ($0, "of " + $0) })
    #expect(BoxedMetadata.items(BoxedMetadata.sample(items, keys: names), keys) == items)
    #expect(BoxedMetadata.items(BoxedMetadata.sample([:], keys: names), keys) == [:])
  }

  /// Whatever the bytes are, reading ends and gives something or nothing.
  @Test func damageIsSurvived() {
    var random = Dice()
    let items = ["com.example.score": "3:1", "title": "Grüße"]
    let names = items.keys.sorted()
    let forms = [
      TimedID3.tag(items), BoxedMetadata.description(keys: names),
      BoxedMetadata.sample(items, keys: names),
    ]
    let keys = BoxedMetadata.Keys(description: forms[1])
    var read = 0
    for form in forms {
      for _ in 0..<4000 {
        var bytes = Array(form.prefix(1 + random.roll(form.count)))
        for _ in 0..<random.roll(4) { bytes[random.roll(bytes.count)] = UInt8(random.roll(256)) }
        if TimedID3.items(bytes)?.isEmpty == false { read += 1 }
        if BoxedMetadata.items(bytes, BoxedMetadata.Keys(description: bytes)) != nil { read += 1 }
        if BoxedMetadata.items(bytes, keys)?.isEmpty == false { read += 1 }
      }
    }
    #expect(read > 100)
  }
}
