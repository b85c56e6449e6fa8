// SPDX-License-Identifier: MIT

import MoonreelCore
import Testing

@testable import MoonreelModel

/// A value, and the same value with one thing changed at a time.
struct DigestSweep<Value> {
  let name: String
  let base: Value
  let changed: [Value]

  /// `base`, and what each of `changes` makes of it.
  init(_ name: String, _ base: Value, _ changes: [(inout Value) -> Void]) {
    (self.name, self.base) = (name, base)
    changed = changes.map { change in
      var value = base
      change(&value)
      return value
    }
  }

  /// `base`, and others that differ from it in one thing each.
  init(_ name: String, _ base: Value, others: [Value]) {
    (self.name, self.base, changed) = (name, base, others)
  }

  /// Requires that every change is one, that every property is changed by some, and that every change gives
  /// another digest. Returns all digests.
  func check(_ digest: (Value) -> Digest?) throws -> [Digest] {
    let own = Leaves.all(of: base)
    // A kind without properties has its name alone.
    var untouched = Set(own.keys).subtracting([""])
    for (index, value) in changed.enumerated() {
      let leaves = Leaves.all(of: value)
      let different = own.keys.filter { leaves[$0] != own[$0] }
      #expect(!different.isEmpty || leaves.count > own.count, "\(name): change \(index) is none")
      untouched.subtract(different)
    }
    #expect(untouched.isEmpty, "\(name): nothing changes \(untouched.sorted())")
    let digests = try ([base] + changed).map { try #require(digest($0), "\(name) has no digest") }
    for index in digests.indices {
      let first = digests.firstIndex(of: digests[index])
      #expect(first == index, "\(name): change \(index - 1) is as change \((first ?? 0) - 1)")
    }
    return digests
  }
}

/// The stored properties of a value by their paths, so that a new one cannot be overlooked.
enum Leaves {
  static func all(of value: Any) -> [String: String] {
    var leaves: [String: String] = [:]
    add(value, at: "", to: &leaves)
    return leaves
  }

  private static func add(_ value: Any, at path: String, to leaves: inout [String: String]) {
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == .class {
      leaves[path] = "\(ObjectIdentifier(value as AnyObject))"
      return
    }
    // What a vector stores cannot be looked at.
    guard !mirror.children.isEmpty, !(value is SIMD2<Double>) else {
      leaves[path] = String(reflecting: value)
      return
    }
    for (index, child) in mirror.children.enumerated() {
      add(child.value, at: "\(path)/\(child.label ?? "\(index)")", to: &leaves)
    }
  }
}
