// SPDX-License-Identifier: MIT

import MoonreelCore

/// Operators of Lua that a type of objects does not have: each says what to write instead. Left to Lua, they would
/// speak of "a image value".
enum RefusedOperators {
  /// How operators between two values are written, by event.
  private static let signs = [
    "__add": "+", "__sub": "-", "__mul": "*", "__div": "/", "__mod": "%", "__pow": "^",
    "__idiv": "//",
    "__concat": "..", "__lt": "<", "__le": "<=",
  ]

  /// Bindings for all events but those in `own`.
  static func bindings(besides own: [String]) -> [FunctionBinding] {
    let pairs = signs.sorted { $0.key < $1.key }.map { event, sign in
      FunctionBinding.value(event, ["…"]) { call in
        throw refusal(call, "\(call[0].found) \(sign) \(call[1].found)", sign)
      }
    }
    let single: [FunctionBinding] = [
      .value("__unm", ["…"]) { throw refusal($0, "-\($0[0].found)", "-") },
      .value("__len", ["…"]) { call in
        throw MoonreelError(.invalidArgument, "\(call[0].found) has no length: # is for lists")
      },
      .value("__call", ["…"]) { call in
        throw MoonreelError(
          .invalidArgument, "\(call[0].found) is no function and cannot be called with (…) or {…}")
      },
    ]
    return (pairs + single).filter { !own.contains($0.name) }
  }

  private static func refusal(_ call: Call, _ text: String, _ sign: String) -> MoonreelError {
    let objects = [call[0], call[1]].compactMap { argument -> Handle? in
      if case .object(let handle) = argument.value { handle } else { nil }
    }
    let hint = objects.first.flatMap { way(for: $0, sign) } ?? ""
    return MoonreelError(.invalidArgument, "cannot calculate \(text)\(hint)")
  }

  /// How what `sign` was to do is done.
  private static func way(for handle: Handle, _ sign: String) -> String? {
    if sign == ".." { return "; tostring(value) makes a text" }
    switch handle {
    case is ImageHandle:
      return
        "; change a picture with image:gain(factor), put two together with image:over(other) or "
        + "image:blend(other, mode), or write a formula with mr.kernel"
    case is TransformHandle: return "; one transform after another is first:followed_by(second)"
    default: return nil
    }
  }
}
