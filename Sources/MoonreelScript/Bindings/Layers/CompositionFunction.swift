// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// `mr.composition { … }`.
struct CompositionFunction {
  /// Outlives this: Lua, which holds the function, is the host's own.
  unowned let host: ScriptHost

  static let names = [
    "size", "fps", "background", "duration", "seed", "color", "working_space", "motion_blur",
    "compositor", "transition",
  ]

  func make(_ call: Call) throws -> CompositionHandle {
    let options = try call[0].options(Self.names, owner: call.name)
    let size = try options.required("size", "{ width, height } in pixels").pixelSize()
    let rate = try options["fps"].ifGiven { try $0.frameRate() } ?? .usual
    var composition = Composition(size: size, frameRate: rate)
    try options["background"].ifGiven { composition.background = try $0.color() }
    try options["duration"].ifGiven { composition.chosenDuration = try $0.duration(rate) }
    composition.seed =
      try options["seed"].ifGiven { UInt64(try $0.integer(0...Int.max)) } ?? host.options.seed
    try options["color"].ifGiven { composition.color = try $0.colorTags() }
    try options["working_space"].ifGiven { composition.workingSpace = try $0.choice() }
    try options["motion_blur"].ifGiven { composition.motionBlur = try $0.motionBlur() }
    try options["transition"].ifGiven { argument in
      composition.automaticTransition = try host.transition(argument, place: call.place)
    }
    try options["compositor"].ifGiven { argument in
      let rule = "a function (stack, context) that returns an image"
      composition.compositor = LuaStackCompositor(
        callback: LuaFunction(try argument.callback(rule), "the compositor"))
    }
    return CompositionHandle(composition, host: host)
  }
}

extension Argument {
  /// `true`, or `{ shutter_angle =, samples = }`.
  fileprivate func motionBlur() throws -> MotionBlur? {
    if case .boolean(let flag) = value { return flag ? try MotionBlur() : nil }
    let options = try options(["shutter_angle", "samples"], owner: label)
    let angle = try options["shutter_angle"].ifGiven { try $0.number() } ?? 180
    let count = try options["samples"].ifGiven { try $0.integer() } ?? 8
    return try naming { try MotionBlur(shutterAngle: angle, sampleCount: count) }
  }
}

/// `compositor = function(stack, context)` of a composition.
struct LuaStackCompositor: LayerStackCompositor {
  let callback: LuaFunction

  func image(for stack: LayerPictures, at context: FrameContext) throws -> Image {
    try callback.image(
      [.object(LayerStackHandle(stack)), .object(ContextHandle(context))], for: context)
  }
}

/// The layers of one frame, for a composition's compositor.
final class LayerStackHandle: Handle {
  override class var typeName: String { "stack" }
  override var cost: Int { 1024 }
  let pictures: LayerPictures

  init(_ pictures: LayerPictures) { self.pictures = pictures }

  static var binding: TypeBinding {
    TypeBinding(LayerStackHandle.self) { type in
      type.property("layers") { .list($0.pictures.layers.map { .count($0.rawValue) }) }
      type.property("background") { .object(ImageHandle($0.pictures.background)) }
      type.method("picture", ["layer"]) { handle, call in
        let id: LayerID
        if case .object(let layer as LayerHandle) = call[0].value {
          id = layer.id
        } else {
          id = LayerID(try call[0].integer(1...Int.max))
        }
        return .some(try handle.pictures.picture(of: id)) { .object(ImageHandle($0)) }
      }
      type.method("composed") { handle, _ in
        .object(ImageHandle(try handle.pictures.composed()))
      }
    }
  }
}
