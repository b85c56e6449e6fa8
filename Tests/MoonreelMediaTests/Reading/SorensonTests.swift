// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import MoonreelMedia

/// Sorenson Video 3, which ffmpeg decodes and does not write: films of gray pictures, made bit by bit, show every
/// frame that ffmpeg shows, also those that the decoder holds back until the end.
struct SorensonTests {
  private enum Kind: Int {
    case predicted, bidirectional, intra

    /// The code of a macroblock that is predicted from its neighbours alone, 16x16, evenly.
    var evenBlock: Int {
      switch self {
      case .intra: 1
      case .predicted: 9
      case .bidirectional: 5
      }
    }
  }

  /// A picture of 128x96 in one slice; `level` changes its gray.
  private static func picture(_ kind: Kind, number: Int, level: Int) -> [UInt8] {
    var bits = BitWriter()
    bits.appendGolomb(kind.rawValue)
    bits.append(0, 1)  // not encrypted
    bits.append(number, 8)
    bits.append(16, 5)  // quantizer
    bits.append(0, 6)  // one quantizer for all, and what nobody has described
    for block in 0..<48 {
      bits.appendGolomb(kind.evenBlock)
      bits.appendGolomb(0)  // the quantizer stays
      if block == 0 { bits.appendGolomb(level) }
      bits.appendGolomb(0)  // no further coefficients
    }
    return [0x21, UInt8(bits.bytes.count)] + bits.bytes
  }

  private static func setup(holdsBack: Bool) -> [UInt8] {
    var bits = BitWriter()
    bits.append(1, 3)  // 128x96
    bits.append(0b11, 2)  // vectors of half and third pixels
    bits.append(0, 4)
    bits.append(holdsBack ? 0 : 1, 1)  // whether pictures come in the order in which they are shown
    bits.append(0, 3)
    let head = ReferenceMovie.text("SEQH") + [0, 0, 0, UInt8(bits.bytes.count)]
    return ReferenceMovie.atom("SMI ", head + bits.bytes)
  }

  @Test(arguments: [false, true]) func everyFrameIsShown(holdsBack: Bool) throws {
    let folder = try TemporaryFolder()
    let pictures = (0..<10).map {
      Self.picture($0 % 5 == 0 ? .intra : .predicted, number: $0, level: 1 + $0)
    }
    let path = folder.file("a.mov")
    try Data(
      ReferenceMovie.bytes(
        codec: "SVQ3", width: 128, height: 96, setup: Self.setup(holdsBack: holdsBack),
        pictures: pictures, keyFrames: [1, 6])
    ).write(to: URL(fileURLWithPath: path))
    let expected = try Reference.frames(path)
    #expect(expected.count == 10 && Set(expected.map(\.checksum)).count > 5)
    try PictureSweepTests.check(path, expected, holdsBack ? "with delay" : "without delay")
  }

  @Test func picturesBetweenOthers() throws {
    let folder = try TemporaryFolder()
    var pictures = [Self.picture(.intra, number: 0, level: 1)]
    for number in stride(from: 2, through: 10, by: 2) {
      pictures.append(Self.picture(.predicted, number: number, level: 1 + number))
      pictures.append(Self.picture(.bidirectional, number: number - 1, level: number))
    }
    let path = folder.file("a.mov")
    try Data(
      ReferenceMovie.bytes(
        codec: "SVQ3", width: 128, height: 96, setup: Self.setup(holdsBack: true),
        pictures: pictures, keyFrames: [1])
    ).write(to: URL(fileURLWithPath: path))
    let expected = try Reference.frames(path)
    #expect(expected.count == 11)
    try PictureSweepTests.check(path, expected, "with pictures between others")
  }
}
