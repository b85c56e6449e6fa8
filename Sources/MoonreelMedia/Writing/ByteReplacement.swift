// SPDX-License-Identifier: MIT

import Glibc

/// Puts bytes in the place of others of the same length in what passes through, wherever the pieces begin and
/// end in which it comes.
struct ByteReplacement {
  /// One stretch of bytes and what takes its place.
  struct Rule: Hashable {
    /// What is looked for.
    let original: [UInt8]
    /// What is put in its place, as long as ``original``.
    let substitute: [UInt8]

    init(_ original: [UInt8], by substitute: [UInt8]) {
      precondition(original.count == substitute.count && !original.isEmpty, "of one length")
      (self.original, self.substitute) = (original, substitute)
    }
  }

  /// What is replaced, everywhere.
  var rules: [Rule] = []
  /// How often each rule was applied.
  private(set) var counts: [Rule: Int] = [:]
  /// The end of what has come, as long as it may be the beginning of an original.
  private var held: [UInt8] = []

  /// What can be handed on once `bytes` have come, in order.
  mutating func pass(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    var all = held + bytes
    for rule in rules { replace(rule, in: &all) }
    let kept = rules.map { Self.overlap(all, $0.original) }.max() ?? 0
    held = Array(all.suffix(kept))
    all.removeLast(kept)
    return all
  }

  /// What was held back, before a jump or the end.
  mutating func finish() -> [UInt8] {
    defer { held = [] }
    return held
  }

  private mutating func replace(_ rule: Rule, in bytes: inout [UInt8]) {
    var from = 0
    while let place = Self.find(rule.original, in: bytes, from: from) {
      from = place + rule.original.count
      bytes.replaceSubrange(place..<from, with: rule.substitute)
      counts[rule, default: 0] += 1
    }
  }

  private static func find(_ part: [UInt8], in bytes: [UInt8], from: Int) -> Int? {
    bytes.withUnsafeBytes { memory -> Int? in
      guard let base = memory.baseAddress else { return nil }
      var place = from
      while place + part.count <= memory.count {
        let room = memory.count - part.count + 1 - place
        guard let found = memchr(base + place, Int32(part[0]), room) else { return nil }
        place = UnsafeRawPointer(found) - base
        if memcmp(base + place, part, part.count) == 0 { return place }
        place += 1
      }
      return nil
    }
  }

  /// How many of the last of `bytes` are the first of `part`, less than all of it.
  private static func overlap(_ bytes: [UInt8], _ part: [UInt8]) -> Int {
    let most = min(bytes.count, part.count - 1)
    return (0..<max(most, 0)).map { most - $0 }
      .first { bytes.suffix($0).elementsEqual(part.prefix($0)) } ?? 0
  }
}
