// SPDX-License-Identifier: MIT

import CLuaHost
import MoonreelCore

/// What a function of ours has read from a script and somebody may keep: bytes, and charges of what others hold
/// too.
struct MemoryNotes {
  private(set) var bytes = 0
  private(set) var charges: [MemoryCharge] = []

  var isEmpty: Bool { bytes == 0 && charges.isEmpty }

  mutating func add(_ count: Int) { bytes += count }
  mutating func add(_ charge: MemoryCharge?) { if let charge { charges.append(charge) } }

  /// What was noted, and nothing is left.
  mutating func taken() -> MemoryNotes {
    defer { self = MemoryNotes() }
    return self
  }
}

/// The charges of what an object keeps: its own, which grows and shrinks, and those of others' storage.
final class MemoryHolding {
  private let own: MemoryCharge
  /// Bytes of what it has read, which nobody gives back before it goes.
  private var read = 0
  /// Bytes of what it holds now.
  private var base: Int
  private var shared: [ObjectIdentifier: MemoryCharge] = [:]

  /// A holding of `bytes`, in the account of the script that calls; without a script it counts nothing.
  init(_ bytes: Int = 0) {
    base = bytes
    own = MemoryCharge(bytes, from: MemoryAccount.current ?? MemoryAccount())
  }

  /// Bytes of what it holds now, what it has read and others' storage left out.
  var bytes: Int {
    get { base }
    set {
      base = newValue
      own.bytes = base + read
    }
  }

  /// Keeps what was read.
  func keep(_ notes: MemoryNotes) {
    read += notes.bytes
    own.bytes = base + read
    for charge in notes.charges { shared[ObjectIdentifier(charge)] = charge }
  }

  /// Everything that is held, for what shares all of it.
  var notes: MemoryNotes {
    var notes = MemoryNotes()
    notes.add(own)
    for charge in shared.values { notes.add(charge) }
    return notes
  }
}

extension LuaState {
  /// Sees to it that `more` bytes can be held beside what there is.
  ///
  /// - Throws: ``ScriptFailure`` (`limitExceeded`) where they cannot.
  func makeRoom(for more: Int = 0, on lua: OpaquePointer) throws {
    guard !mr_has_room(lua, held, more) else { return }
    collectReturned()
    mr_collect(lua)
    guard mr_has_room_now(lua, held, more) else {
      throw ScriptFailure(.limitExceeded, memoryMessage(lua))
    }
  }

  private var held: Int { max(0, account.used) }
}

extension Call {
  /// Refuses what would take `bytes` of memory where they are not there: before it is made.
  func reserve(_ bytes: Int) throws { try state.makeRoom(for: bytes, on: lua) }
}

extension Argument {
  /// Notes that what `holding` has may be kept by somebody else too.
  func note(_ holding: MemoryHolding) {
    for charge in holding.notes.charges { state.notes.add(charge) }
  }

  /// Notes that `bytes` were read which somebody may keep.
  func note(_ bytes: Int) { state.notes.add(bytes) }
}
