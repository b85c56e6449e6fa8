// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// `compositor = function(request)`, or `compositor = { render = function(request), preroll =
/// function(range) }`.
struct LuaCompositor: Compositor {
  let callback: LuaFunction
  var preroll: LuaFunction?
  /// The timeline whose frames it is asked for.
  let shown = ShownTimeline()

  func image(for request: FrameRequest) throws -> Image {
    try callback.image([.object(RequestHandle(request, of: shown))], for: request.context)
  }

  func prerollForRendering(in range: TimeRange) throws {
    try preroll?.call([.range(range)], seed: (0, 5)) { _ in }
  }
}

extension ScriptHost {
  /// A compositor: a function, or a table of functions.
  func compositor(_ argument: Argument) throws -> LuaCompositor {
    let rule = "a function (request) that returns an image, or { render = …, preroll = … }"
    guard case .table = argument.value else {
      return LuaCompositor(callback: LuaFunction(try argument.callback(rule), "the compositor"))
    }
    let options = try argument.options(["render", "preroll"], owner: argument.label)
    let render = try options.required("render", "a function (request) that returns an image")
      .callback("a function (request) that returns an image")
    return LuaCompositor(
      callback: LuaFunction(render, "the compositor"),
      preroll: try options["preroll"].ifGiven {
        LuaFunction(try $0.callback("a function (range)"), "the compositor's 'preroll'")
      })
  }
}

/// `filter = function(image, context)`, and `composition:on_frame(function(frame, time, context))`.
struct LuaFilter: Effect {
  let callback: LuaFunction
  /// Whether it is told the time before the context.
  var takesTime = false

  func apply(to image: Image, at context: FrameContext) throws -> Image {
    let pixels = Int(limiting: context.size.width * context.size.height)
    let frame = LuaValue.object(ImageHandle(image, framePixels: pixels))
    let time: [LuaValue] = takesTime ? [.seconds(context.time)] : []
    return try callback.image(
      [frame] + time + [.object(ContextHandle(context))], for: context)
  }
}

/// Pictures that a script describes for any time, of a size of their own or as large as the frame.
protocol ScriptSource: NamedSource, FrameFillingSource {
  var naturalSize: PixelSize { get set }
  /// Whether it is as large as the frame in which it is shown.
  var fillsFrame: Bool { get }
  /// When the layer that shows it ends, on its own clock; `nil`: nobody said.
  var end: Time? { get set }
}

extension ScriptSource {
  var mediaType: MediaType { .video }

  var usualDuration: Time? { nil }

  func filling(_ size: PixelSize) -> any Source {
    var source = self
    if fillsFrame { source.naturalSize = size }
    return source
  }

  func shown(until end: Time) -> any Source {
    var source = self
    source.end = end
    return source
  }
}

/// `mr.source.custom { draw = function(time, context) }`, and a layer's source that is a function.
struct LuaSource: ScriptSource {
  let callback: LuaFunction
  let duration: Time?
  var naturalSize: PixelSize
  var givenName: String?
  var fillsFrame = false
  var usualFit = FitMode.contain
  /// Whether what lies outside its size is cut off.
  var isClipped = true
  var end: Time?

  init(callback: LuaFunction, duration: Time?, naturalSize: PixelSize) {
    (self.callback, self.duration, self.naturalSize) = (callback, duration, naturalSize)
  }

  func image(at time: Time, in context: FrameContext) throws -> Image {
    var context = context
    context.duration = duration ?? end
    let image = try callback.image(
      [.seconds(time), .object(ContextHandle(context))], for: context, size: naturalSize.size)
    return isClipped ? image.cropped(to: Rect(origin: .zero, size: naturalSize.size)) : image
  }
}
