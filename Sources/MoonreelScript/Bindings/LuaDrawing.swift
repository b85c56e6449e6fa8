// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// A function of the script that draws: called with a fresh budget and a seed of its own for each frame.
struct LuaCallback: Sendable {
  let function: LuaReference
  /// What it is, for messages: `"the compositor"`.
  let label: String
  /// Where it stands: `"promo.lua:12"`.
  let place: String

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
      state.seedRandom(context.seed, UInt64(bitPattern: context.frameIndex) &+ 1)
      do {
        return try state.call(function, arguments) { results in
          let result = results.value(label: "result of \(label)")
          guard !result.isNil else {
            throw MoonreelError(
              .script, "\(place): \(label) returned nothing; it must return an image")
          }
          do { return try result.image() } catch {
            throw MoonreelError(
              .script, "\(place): \((error as? MoonreelError)?.message ?? "\(error)")")
          }
        }
      } catch {
        throw Self.timed(error, context)
      }
    }
  }

  /// `error` with the frame it happened in.
  private static func timed(_ error: any Error, _ context: FrameContext) -> MoonreelError {
    var known =
      (error as? ScriptFailure)?.error ?? error as? MoonreelError
      ?? MoonreelError(.script, "\(error)")
    let suffix = " (while drawing frame \(context.frameIndex), at \(context.time))"
    let line = known.message.firstIndex(of: "\n") ?? known.message.endIndex
    known.message.insert(contentsOf: suffix, at: line)
    return known
  }
}

extension ScriptHost {
  /// Notes a function that draws.
  func callback(_ function: LuaReference, _ label: String) -> LuaCallback {
    LuaCallback(function: function, label: label, place: function.place)
  }
}

/// `compositor = function(request)`, or `compositor = { render = function(request), preroll =
/// function(range) }`.
struct LuaCompositor: Compositor {
  let callback: LuaCallback
  var preroll: LuaReference?

  func image(for request: FrameRequest) throws -> Image {
    try callback.image([.object(RequestHandle(request))], for: request.context)
  }

  func prerollForRendering(in range: TimeRange) throws {
    guard let preroll else { return }
    do {
      try preroll.state.call(preroll, [.range(range)]) { _ in }
    } catch let failure as ScriptFailure {
      throw failure.error
    }
  }
}

extension ScriptHost {
  /// A compositor: a function, or a table of functions.
  func compositor(_ argument: Argument) throws -> LuaCompositor {
    let rule = "a function (request) that returns an image, or { render = …, preroll = … }"
    guard case .table = argument.value else {
      return LuaCompositor(callback: callback(try argument.callback(rule), "the compositor"))
    }
    let options = try argument.options(["render", "preroll"], owner: argument.label)
    let render = try options.required("render", "a function (request) that returns an image")
      .callback("a function (request) that returns an image")
    return LuaCompositor(
      callback: callback(render, "the compositor"),
      preroll: try options["preroll"].ifGiven { try $0.callback("a function (range)") })
  }
}

/// `filter = function(image, context)`.
struct LuaFilter: Effect {
  let callback: LuaCallback

  func apply(to image: Image, at context: FrameContext) throws -> Image {
    let pixels = Int(context.size.width * context.size.height)
    return try callback.image(
      [.object(ImageHandle(image, framePixels: pixels)), .object(ContextHandle(context))],
      for: context)
  }
}

/// `mr.source.custom { draw = function(time, context) }`.
struct LuaSource: Source {
  let callback: LuaCallback
  let duration: Time?
  let naturalSize: PixelSize

  var mediaType: MediaType { .video }

  func image(at time: Time, in context: FrameContext) throws -> Image {
    try callback.image(
      [.seconds(time), .object(ContextHandle(context))], for: context, size: naturalSize.size
    )
    .cropped(to: Rect(origin: .zero, size: naturalSize.size))
  }
}
