// SPDX-License-Identifier: MIT

import MoonreelCore

/// A value that passes between Swift and Lua.
enum LuaValue {
  case `nil`
  case boolean(Bool)
  case integer(Int64)
  case number(Double)
  case string(String)
  case object(Handle)
  /// A table on the stack of the call under way; not to be kept.
  case table(TableView)
  /// A function on the stack of the call under way; not to be kept.
  case function(StackSlot)
  /// A value of a kind that Swift does not look into.
  case other(String)
  /// To Lua only: a sequence.
  case list([LuaValue])
  /// To Lua only: a sequence of numbers.
  case numbers([Float])
  /// To Lua only: a table of named fields.
  case record([(String, LuaValue)])
  /// To Lua only: a table of items and named fields.
  case mixture(items: [LuaValue], fields: [(String, LuaValue)])
  /// To Lua only: a value kept from earlier.
  case kept(LuaReference)
  /// To Lua only: the native function with this identifier.
  case native(Int64)

  /// The string, or nil where there is none.
  static func text(_ string: String?) -> LuaValue { string.map { .string($0) } ?? .nil }
  /// The number, or nil where there is none.
  static func count(_ number: Int?) -> LuaValue { number.map { .integer(Int64($0)) } ?? .nil }

  var isNil: Bool {
    if case .nil = self { true } else { false }
  }
}

/// Where a value lies on the stack of the call under way.
struct StackSlot {
  let state: LuaState
  let lua: OpaquePointer
  let index: Int32
}

/// Keeps a Lua value alive for Swift, as long as its state lives.
///
/// It does not keep the state: what holds references (a source, a compositor) is mostly held by objects
/// that Lua holds, and the two would keep each other for ever.
///
/// `@unchecked Sendable`: the number never changes; giving it back goes through the state's queue.
final class LuaReference: @unchecked Sendable {
  private weak var owner: LuaState?
  let number: Int32
  /// For functions, where they stand: `"promo.lua:12"`; else `""`.
  let place: String

  init(state: LuaState, number: Int32, place: String = "") {
    (owner, self.number, self.place) = (state, number, place)
  }

  deinit { owner?.giveBack(number) }

  /// The state that the value lives in.
  ///
  /// - Throws: `MoonreelError` (`script`) when it is gone.
  var state: LuaState {
    get throws {
      guard let owner else { throw Self.isGone }
      return owner
    }
  }

  /// What becomes of a call that comes too late.
  static var isGone: MoonreelError {
    MoonreelError(
      .script,
      "A function of a script was called after its host was gone; keep the host, or the timeline or "
        + "the video composition of its result, as long as pictures are drawn.")
  }
}
