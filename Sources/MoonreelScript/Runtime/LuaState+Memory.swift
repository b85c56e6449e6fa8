// SPDX-License-Identifier: MIT

import CLuaHost
import MoonreelCore

/// The memory that one call of a Swift function has read from a script and that an object may go on holding: bytes,
/// and the charges of storage that several objects share.
struct MemoryNotes {
  private(set) var bytes = 0
  private(set) var charges: [MemoryCharge] = []

  var isEmpty: Bool { bytes == 0 && charges.isEmpty }

  mutating func add(_ count: Int) { bytes += count }
  mutating func add(_ charge: MemoryCharge?) { if let charge { charges.append(charge) } }

  /// Returns all that was noted, and forgets it.
  mutating func taken() -> MemoryNotes {
    defer { self = MemoryNotes() }
    return self
  }
}

/// The memory that an object is charged for: its own, which grows and shrinks, and its part in storage that it shares
/// with other objects.
final class MemoryHolding {
  private let own: MemoryCharge
  /// Bytes that it has read from the script; they are given back when the object goes.
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
  /// Throws where `bytes` more would exceed the script's memory; to be called before the memory is taken.
  func reserve(_ bytes: Int) throws { try state.makeRoom(for: bytes, on: lua) }
}

extension Argument {
  /// Notes that another object may keep what `holding` has.
  func note(_ holding: MemoryHolding) {
    for charge in holding.notes.charges { state.notes.add(charge) }
  }

  /// Notes that `bytes` were read that an object may keep.
  func note(_ bytes: Int) { state.notes.add(bytes) }
}
