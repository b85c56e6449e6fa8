// SPDX-License-Identifier: MIT

extension ScriptHost {
  /// The types that scripts see.
  static var types: [TypeBinding] {
    [
    TypeBinding(FrameCountHandle.self) { _ in },
    TypeBinding(ImageHandle.self) { _ in },
    ]
  }

  /// The module `moonreel`.
  var module: LuaValue { .record([]) }
}
