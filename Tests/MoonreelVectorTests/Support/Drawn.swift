// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel
import MoonreelRender

@testable import MoonreelVector

/// The pixels that a picture is drawn as, straight alpha.
struct Drawn {
  let frame: FrameBuffer

  /// `image` over nothing, `scale` pixels for one of its own.
  init(_ image: Image, _ width: Int, _ height: Int, scale: Double = 1, threads: Int = 1) throws {
    let target = FrameTarget(
      size: PixelSize(width, height), format: .rgba, color: .srgb, scale: scale,
      background: .transparent)
    frame = try PictureRenderer(threadCount: threads).render(image, to: target)
  }

  /// Red, green, blue and alpha, 0…255.
  subscript(x: Int, y: Int) -> SIMD4<Int> {
    let plane = frame.planes[0]
    let base = plane.base + y * plane.strideBytes + 4 * x
    func part(_ index: Int) -> Int { Int(base.load(fromByteOffset: index, as: UInt8.self)) }
    return SIMD4(part(0), part(1), part(2), part(3))
  }

  /// All pixels, row by row.
  var pixels: [SIMD4<Int>] {
    (0..<frame.size.height).flatMap { y in (0..<frame.size.width).map { self[$0, y] } }
  }

  /// The sum of all alphas, 0…1 each.
  var area: Double { pixels.reduce(0) { $0 + Double($1.w) } / 255 }
}

extension SIMD4<Int> {
  static let red = SIMD4(255, 0, 0, 255)
  static let blue = SIMD4(0, 0, 255, 255)
}

/// Files that are read by name, and which of them were.
final class Shelf {
  let files: [String: [UInt8]]
  private(set) var opened: [String] = []

  init(_ files: [String: String], _ bytes: [String: [UInt8]] = [:]) {
    self.files = files.mapValues { Array($0.utf8) }.merging(bytes) { $1 }
  }

  func read(_ path: String) throws -> [UInt8] {
    opened.append(path)
    guard let bytes = files[path] else {
      throw MoonreelError(.accessDenied, "Cannot open '\(path)': it lies outside.")
    }
    return bytes
  }

  /// The SVG file `name`.
  func svg(_ name: String) throws -> SVGDrawing {
    try SVGDrawing.of(SVGDescription(try SVGContent(path: name, read: read)))
  }
}

/// Numbers that are the same in every run.
struct Dice: RandomNumberGenerator {
  var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return SplitMix64.mixed(state)
  }
}

extension [UInt8] {
  /// These bytes with a few changed, removed, doubled or made extreme.
  func mutated(_ dice: inout Dice) -> [UInt8] {
    var bytes = self
    for _ in 0..<Int.random(in: 1...6, using: &dice) where !bytes.isEmpty {
      let index = Int.random(in: 0..<bytes.count, using: &dice)
      let length = Swift.min(Int.random(in: 1...24, using: &dice), bytes.count - index)
      switch Int.random(in: 0..<5, using: &dice) {
      case 0: bytes[index] = UInt8.random(in: 0...255, using: &dice)
      case 1: bytes.removeSubrange(index..<(index + length))
      case 2: bytes.insert(contentsOf: bytes[index..<(index + length)], at: index)
      case 3:
        let numbers = ["0", "-1", "1e9", "-1e38", "99999999999", "NaN", "null", "\"\"", "[]", "{}"]
        bytes.insert(contentsOf: numbers.randomElement(using: &dice)!.utf8, at: index)
      default:
        let other = Int.random(in: 0..<bytes.count, using: &dice)
        let part = bytes[other..<Swift.min(other + length, bytes.count)]
        bytes.replaceSubrange(index..<(index + length), with: part)
      }
    }
    return bytes
  }
}
