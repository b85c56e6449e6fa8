// SPDX-License-Identifier: MIT

/// The values of one pixel: red, green and blue multiplied by alpha, and alpha.
struct PixelValue {
  var red: Value
  var green: Value
  var blue: Value
  var alpha: Value

  init(_ red: Value, _ green: Value, _ blue: Value, _ alpha: Value) {
    (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
  }

  init(_ components: [Value]) {
    self.init(components[0], components[1], components[2], components[3])
  }

  init(_ group: PixelGroup) { self.init(group.colors + [group.alpha]) }

  var group: PixelGroup { PixelGroup(colors: colors, alpha: alpha) }

  var components: [Value] { [red, green, blue, alpha] }
  var colors: [Value] { [red, green, blue] }

  func map(_ change: (Value) -> Value) -> PixelValue {
    PixelValue(change(red), change(green), change(blue), change(alpha))
  }

  /// Red, green and blue changed by `change`, with this alpha.
  func mapColors(alpha: Value, _ change: (Value) -> Value) -> PixelValue {
    PixelValue(change(red), change(green), change(blue), alpha)
  }
}
