// SPDX-License-Identifier: MIT

import MoonreelCore

/// A function of the script that gives a value for a moment: an expression, an easing.
struct LuaFunction: Sendable {
  private let function: LuaReference
  /// What it is, for messages: `"'opacity' of layer:animate"`.
  private let label: String

  init(_ function: LuaReference, _ label: String) {
    (self.function, self.label) = (function, label)
  }

  /// What `read` makes of the function's result for `arguments`; random numbers are those of `seed`.
  ///
  /// - Throws: `MoonreelError` naming the script's line.
  func call<Result>(
    _ arguments: [LuaValue], seed: UInt64, read: (Argument) throws -> Result
  ) throws -> Result {
    let state = try function.state
    return try state.lock.withLock {
      state.seedRandom(seed, 1)
      do {
        return try state.call(function, arguments) { results in
          do { return try read(results.value(label: "result of \(label)")) } catch {
            throw MoonreelError(
              .script, "\(function.place): \((error as? MoonreelError)?.message ?? "\(error)")")
          }
        }
      } catch let failure as ScriptFailure {
        throw failure.error
      }
    }
  }
}
