// SPDX-License-Identifier: MIT

/// A value that a script gave, kept to be given back when the script asks for it.
///
/// `@unchecked Sendable`: it holds nothing that lies on a stack, and is looked at within calls into the script
/// only, under its lock.
struct GivenValue: @unchecked Sendable {
  let value: LuaValue

  fileprivate init(_ value: LuaValue) { self.value = value }
}

extension Argument {
  /// Tables in one another that are copied; deeper ones are kept as they are.
  private static let deepest = 4

  /// The value, to be given back later. Plain tables are copied: what the script does to them later changes
  /// nothing.
  func given() throws -> GivenValue {
    note(96)
    return GivenValue(try copied(1))
  }

  private func copied(_ depth: Int) throws -> LuaValue {
    switch value {
    case .function: return .some(try kept()) { .kept($0) }
    case .table(let view):
      guard depth <= Self.deepest, !view.hasMetatable else {
        return .some(try kept()) { .kept($0) }
      }
      func copy(_ value: LuaValue) throws -> LuaValue {
        try Argument(state: state, value: value, label: label).copied(depth + 1)
      }
      let (count, names) = (view.count, try view.keys().names)
      note(32 * (count + names.count))
      return .mixture(
        items: try (0..<count).map { try copy(try view.item($0 + 1)) },
        fields: try names.map { ($0, try copy(try view.field($0))) })
    default: return value
    }
  }
}
