// SPDX-License-Identifier: MIT

import MoonreelCore

/// Values of the model as scripts see them.
extension LuaValue {
  /// Seconds.
  static func seconds(_ time: Time) -> LuaValue { .number(time.seconds) }

  /// `{ start, stop }` in seconds.
  static func range(_ range: TimeRange) -> LuaValue {
    .list([.seconds(range.start), .seconds(range.end)])
  }

  /// `{ width, height }`.
  static func size(_ size: PixelSize) -> LuaValue {
    .list([.integer(Int64(size.width)), .integer(Int64(size.height))])
  }

  /// `{ x, y, width, height }`.
  static func rect(_ rect: Rect) -> LuaValue {
    .list([rect.minX, rect.minY, rect.size.width, rect.size.height].map { .number($0) })
  }

  /// Frames a second as the nearest number.
  static func rate(_ rate: FrameRate?) -> LuaValue {
    rate.map { .number($0.framesPerSecond.doubleValue) } ?? .nil
  }

  /// The tags as a table of names.
  static func color(_ tags: ColorTags) -> LuaValue {
    .record([
      ("matrix", .string(SnakeCase.text(tags.matrix.rawValue))),
      ("transfer", .string(SnakeCase.text(tags.transfer.rawValue))),
      ("primaries", .string(SnakeCase.text(tags.primaries.rawValue))),
      ("range", .string(SnakeCase.text(tags.range.rawValue))),
      ("siting", .string(SnakeCase.text(tags.siting.rawValue))),
    ])
  }

  /// A table of texts by name.
  static func texts(_ texts: [String: String]) -> LuaValue {
    .record(texts.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })
  }

  /// What `convert` makes of the value; nil where there is none.
  static func some<Value>(_ value: Value?, _ convert: (Value) throws -> LuaValue) rethrows
    -> LuaValue
  {
    try value.map(convert) ?? .nil
  }
}
