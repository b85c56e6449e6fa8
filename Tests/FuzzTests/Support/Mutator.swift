// SPDX-License-Identifier: MIT

@testable import MoonreelCore

/// Makes inputs for the short run: the same ones every time.
struct Mutator {
  private let seeds: [[UInt8]]
  private var state: UInt64

  /// Bytes at which readers count wrong.
  private static let borders: [UInt8] = [0, 1, 0x7f, 0x80, 0xfe, 0xff, 0x0a, 0x20, 0x30, 0x2d]
  /// The longest input that is made.
  private static let mostBytes = 1 << 16

  init(seeds: [[UInt8]], number: UInt64) {
    self.seeds = seeds.isEmpty ? [[]] : seeds
    state = number
  }

  private mutating func number(below limit: Int) -> Int {
    state &+= 1
    return Int(SplitMix64.mixed(state) % UInt64(max(1, limit)))
  }

  /// One of the seeds with one to eight changes.
  mutating func next() -> [UInt8] {
    var input = seeds[number(below: seeds.count)]
    for _ in 0...number(below: 8) { change(&input) }
    return Array(input.prefix(Self.mostBytes))
  }

  private mutating func change(_ input: inout [UInt8]) {
    let place = number(below: input.count + 1)
    switch number(below: 7) {
    case 0 where place < input.count: input[place] ^= 1 << UInt8(number(below: 8))
    case 1 where place < input.count: input[place] = Self.borders[number(below: Self.borders.count)]
    case 2 where place < input.count: input.removeSubrange(place..<end(of: input, from: place))
    case 3 where place < input.count:
      let part = input[place..<end(of: input, from: place)]
      input.insert(contentsOf: part, at: number(below: input.count + 1))
    case 4: input.insert(UInt8(number(below: 256)), at: place)
    case 5:
      let other = seeds[number(below: seeds.count)]
      input = Array(input.prefix(place) + other.suffix(number(below: other.count + 1)))
    default: for index in place..<min(place + 4, input.count) { input[index] = 0xff }
    }
  }

  private mutating func end(of input: [UInt8], from place: Int) -> Int {
    min(input.count, place + 1 + number(below: 32))
  }
}
