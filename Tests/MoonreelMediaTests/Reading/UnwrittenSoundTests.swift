// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import MoonreelMedia

/// Sound that ffmpeg decodes and does not write: the files are made byte by byte, and what is read is what ffmpeg
/// decodes, sample by sample.
struct UnwrittenSoundTests {
  /// A file of chunks (RIFF) of sound.
  private struct WaveFile {
    /// What kind of sound it is: its tag, its channels, samples and bytes a second, bytes of a block, bits of a
    /// sample, and what its decoder is told besides.
    var tag: UInt16
    var channels: UInt16 = 1
    var sampleRate: UInt32
    var byteRate: UInt32
    var blockSize: UInt16
    var bits: UInt16 = 0
    var setup: [UInt8]
    var data: [UInt8]
    /// `WAVE` or `XWMA`.
    var type = "WAVE"
    /// Decoded bytes up to the end of each block.
    var decodedEnds: [UInt32] = []

    func write(to path: String) throws {
      var format = Self.bytes(tag) + Self.bytes(channels) + Self.bytes(sampleRate)
      format += Self.bytes(byteRate) + Self.bytes(blockSize) + Self.bytes(bits)
      format += Self.bytes(UInt16(setup.count)) + setup
      var body = Array(type.utf8) + Self.chunk("fmt ", format)
      if !decodedEnds.isEmpty { body += Self.chunk("dpds", decodedEnds.flatMap(Self.bytes)) }
      body += Self.chunk("data", data)
      try Data(Self.chunk("RIFF", body)).write(to: URL(fileURLWithPath: path))
    }

    private static func chunk(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
      Array(name.utf8) + Self.bytes(UInt32(bytes.count)) + bytes
        + (bytes.count.isMultiple(of: 2) ? [] : [0])
    }

    private static func bytes<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
      withUnsafeBytes(of: number.littleEndian) { Array($0) }
    }
  }

  /// Blocks of one superframe of speech each, 480 samples, whose parameters are noise: any bits are speech.
  @Test func wmaVoice() throws {
    let folder = try TemporaryFolder()
    let blockSize = 2100
    var random = Dice()
    // The tree of frame types: seventeen places of three bits, each type at most three times.
    var tree = BitWriter()
    for place in 0..<17 { tree.append(place / 3, 3) }
    let setup = [UInt8](repeating: 0, count: 22) + tree.bytes
    var data: [UInt8] = []
    for number in 0..<40 {
      var block = BitWriter()
      block.append(number & 15, 4)
      block.append(0, 1)  // no line spectra are left over
      block.append(2, 6)  // superframes, the last of which the next block would end
      block.append(0, 15)  // and it ends nothing
      block.append(1, 1)  // speech
      block.append(0, 1)  // a whole superframe
      while block.bits.count < blockSize * 8 { block.append(random.roll(2), 1) }
      data += block.bytes.prefix(blockSize)
    }
    let path = folder.file("voice.wav")
    try WaveFile(
      tag: 0x000A, sampleRate: 8000, byteRate: 1000, blockSize: UInt16(blockSize),
      setup: setup + [UInt8](repeating: 0, count: 46 - setup.count), data: data
    ).write(to: path)
    #expect(try Reference.samples(path).count == 40 * 480)
    try SoundComparison.expectEqual(path)
  }

  /// The blocks of a WMA file in the container of game consoles.
  @Test(arguments: ["wmav1", "wmav2"]) func xWMA(codec: String) throws {
    let folder = try TemporaryFolder()
    try FFmpegCommand.make(
      "-f lavfi -i sine=997:r=44100:d=2 -ac 2 -c:a \(codec) -b:a 96k a.wav", in: folder)
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.file("a.wav"))))
    func number(_ at: Int, _ count: Int) -> Int {
      (0..<count).reduce(0) { $0 | Int(bytes[at + $1]) << (8 * $1) }
    }
    func chunk(_ name: String) throws -> Range<Int> {
      let letters = Array(name.utf8)
      let at = try #require((12..<bytes.count - 8).first { Array(bytes[$0..<$0 + 4]) == letters })
      return at + 8..<at + 8 + number(at + 4, 4)
    }
    let format = try chunk("fmt ").lowerBound
    let blockSize = number(format + 12, 2)
    let data = Array(bytes[try chunk("data")])
    let count = data.count / blockSize
    let setupSize = number(format + 16, 2)
    let path = folder.file("a.xwma")
    try WaveFile(
      tag: UInt16(number(format, 2)), channels: 2, sampleRate: 44100,
      byteRate: UInt32(number(format + 8, 4)), blockSize: UInt16(blockSize), bits: 16,
      setup: Array(bytes[format + 18..<format + 18 + setupSize]),
      data: Array(data.prefix(count * blockSize)), type: "XWMA",
      decodedEnds: (1...count).map { UInt32($0 * 2048 * 4) }
    ).write(to: path)
    #expect(try Reference.samples(path).count > 2 * 2 * 44100 - 2 * 4096)
    try SoundComparison.expectEqual(path)
  }
}
