// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// A Swift object that a script holds; one subclass for each type that scripts see.
class Handle {
  /// What the type is called in messages and in the stubs: `"timeline"`.
  class var typeName: String { "object" }
  /// The name with its article, for "expected …" and "got …".
  class var article: String {
    ("aeiou".contains(typeName.first ?? "x") ? "an " : "a ") + typeName
  }
  /// The line of the script that made it; `nil` where nobody wants to know.
  let madeAt = PicturePlace.currentLine
  /// What it counts against the memory limit, in bytes.
  var cost: Int { 256 }
  /// Keeps what was read for it.
  func keep(_ notes: inout MemoryNotes, of account: MemoryAccount) {}
  /// What it stands for where several may be made for one thing, and scripts must get the same one as long
  /// as they hold it; `nil` where each is a thing of its own.
  var identity: AnyHashable? { nil }
  /// What `tostring` gives.
  var description: String { Self.typeName }
}

/// A part of something that an object stands for: track 2 of a timeline.
struct PartIdentity: Hashable {
  let whole: ObjectIdentifier
  let part: Int

  /// Part number `part` of `whole`, which whoever has this identity keeps alive.
  init(_ whole: Handle, _ part: Int) { (self.whole, self.part) = (ObjectIdentifier(whole), part) }
}

/// The objects that scripts hold, by what they stand for.
struct KnownHandles {
  private struct Weak { weak var handle: Handle? }

  private struct Key: Hashable {
    let type: ObjectIdentifier
    let identity: AnyHashable
  }

  private var all: [Key: Weak] = [:]
  private var sweepAt = 1024

  /// The object that stands for what `handle` does: one that is alive, or else `handle`.
  mutating func only(_ handle: Handle) -> Handle {
    guard let identity = handle.identity else { return handle }
    let key = Key(type: ObjectIdentifier(type(of: handle)), identity: identity)
    if let known = all[key]?.handle { return known }
    if all.count >= sweepAt {
      all = all.filter { $0.value.handle != nil }
      sweepAt = max(1024, all.count * 2)
    }
    all[key] = Weak(handle: handle)
    return handle
  }
}
