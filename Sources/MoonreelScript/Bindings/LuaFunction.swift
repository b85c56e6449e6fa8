// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// A function of the script that the core calls later: it draws, or gives a value for a moment.
struct LuaFunction: Sendable {
  private let function: LuaReference
  /// What it is, for messages: `"the compositor"`, `"'opacity' of layer:animate"`.
  let label: String
  /// Where it stands: `"promo.lua:12"`.
  let place: String

  /// - Parameter place: where the script asked for it, where that is not where it stands.
  init(_ function: LuaReference, _ label: String, place: String? = nil) {
    (self.function, self.label, self.place) = (function, label, place ?? function.place)
  }

  /// What plans and timelines call it: functions have no names of their own, but a place.
  var shownName: String { place.isEmpty ? "function" : "function at \(place)" }

  /// The function as the script knows it.
  var value: LuaValue { .kept(function) }

  /// What `read` makes of the function's result for `arguments`; random numbers are those of `seed`.
  ///
  /// - Throws: `MoonreelError` naming the script's line.
  func call<Result>(
    _ arguments: [LuaValue], seed: (UInt64, UInt64), read: @escaping (Argument) throws -> Result
  ) throws -> Result {
    let state = try function.state
    return try state.lock.withLock {
      state.absence = nil
      state.hasLateChange = false
      do {
        let result = try state.withRandom(seed) {
          try state.measured("\(place) \(label)") {
            try state.call(function, arguments) { results in
              do { return try read(results.value(label: "result of \(label)")) } catch {
                throw MoonreelError(
                  .script, "\(place): \((error as? MoonreelError)?.message ?? "\(error)")")
              }
            }
          }
        }
        guard !state.hasLateChange else {
          throw MoonreelError(
            .script,
            "\(place): \(label) changes a composition while it is drawn, when nothing can be added or set any "
              + "more. Change it where the script runs, and let \(label) return what differs.")
        }
        return result
      } catch let failure as ScriptFailure {
        guard !state.isPlaced(failure.message), failure.error.code == .script, !place.isEmpty else {
          throw failure.error
        }
        // Only the library's own functions were running.
        var error = failure.error
        error.message = "\(place): \(error.message)"
        throw error
      }
    }
  }

  /// The picture it gives for the frame of `context`; shares are shares of `size`, or of the frame.
  ///
  /// - Parameter madeAt: what its pictures keep as their place, where the library's own code makes them.
  /// - Throws: `MoonreelError` naming the script's line and the frame's time.
  func image(
    _ arguments: [LuaValue], for context: FrameContext, size: Size? = nil, madeAt place: String?
  ) throws -> Image {
    guard let place else { return try image(arguments, for: context, size: size) }
    return try PicturePlace.noting(place) { try image(arguments, for: context, size: size) }
  }

  /// The picture it gives for the frame of `context`; shares are shares of `size`, or of the frame.
  ///
  /// - Throws: `MoonreelError` naming the script's line and the frame's time.
  func image(_ arguments: [LuaValue], for context: FrameContext, size: Size? = nil) throws -> Image
  {
    let state = try function.state
    return try state.lock.withLock {
      let outer = state.canvas
      state.canvas = Rect(origin: .zero, size: size ?? context.size)
      defer { state.canvas = outer }
      let seed = (context.seed, UInt64(bitPattern: context.frameIndex) &+ 1)
      do {
        return try call(arguments, seed: seed) { result in
          guard !result.isNil else {
            throw MoonreelError(.script, "\(label) returned nothing; it must return an image")
          }
          return try result.image()
        }
      } catch {
        throw Self.timed(error, context)
      }
    }
  }

  /// `error` with the frame it happened in.
  private static func timed(_ error: any Error, _ context: FrameContext) -> MoonreelError {
    var known = error as? MoonreelError ?? MoonreelError(.script, "\(error)")
    known.note(
      context.time, " (while drawing frame \(context.frameIndex), at \(context.time))")
    return known
  }
}
