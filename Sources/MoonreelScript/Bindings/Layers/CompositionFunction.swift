// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// `mr.composition { … }`.
struct CompositionFunction {
  /// The host lives longer: it owns Lua, and Lua holds the function.
  unowned let host: ScriptHost

  static let names = [
    "size", "fps", "background", "duration", "seed", "color", "working_space", "motion_blur",
    "compositor", "transition", "audio",
  ]

  func make(_ call: Call) throws -> CompositionHandle {
    let options = try call[0].options(Self.names, owner: call.name)
    let size = try options.required("size", "{ width, height } in pixels").pixelSize()
    let rate = try options["fps"].ifGiven { try $0.frameRate() } ?? .usual
    var composition = Composition(size: size, frameRate: rate)
    composition.place = call.place
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
    try options["audio"].ifGiven { composition.audio = try $0.compositionAudio(rate) }
    let handle = CompositionHandle(composition, host: host)
    try options["compositor"].ifGiven { argument in
      let rule = "a function (stack, context) that returns an image"
      handle.composition.compositor = LuaStackCompositor(
        callback: LuaFunction(try argument.callback(rule), "the compositor"),
        owner: CompositionReference(handle))
    }
    return handle
  }
}

extension Argument {
  /// `{ volume =, volume_db =, effects = }`.
  fileprivate func compositionAudio(_ rate: FrameRate) throws -> CompositionAudio {
    let given = try options(["volume", "volume_db", "effects"], owner: label)
    let clock = KeyframeClock(length: nil, rate: rate)
    var audio = CompositionAudio()
    try given["volume"].ifGiven { audio.volume = try $0.animatedNumber(clock, 0...1000) }
    try given["volume_db"].ifGiven { audio.decibels = try $0.animatedNumber(clock, -1000...60) }
    try given["effects"].ifGiven { audio.effects = try $0.soundEffects() }
    return audio
  }

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
  let owner: CompositionReference

  func image(for stack: LayerPictures, at context: FrameContext) throws -> Image {
    try callback.image(
      [.object(LayerStackHandle(stack, of: owner)), .object(ContextHandle(context))], for: context)
  }
}

/// Which composition a compositor draws, without keeping it: the composition keeps the compositor.
///
/// `@unchecked Sendable`: a handle is looked at within calls into the script only, under its lock.
final class CompositionReference: @unchecked Sendable {
  private weak var handle: CompositionHandle?

  init(_ handle: CompositionHandle) { self.handle = handle }

  /// Whether `other` is the one.
  func isOne(_ other: CompositionHandle) -> Bool { handle === other }
}

/// The layers of one frame, for a composition's compositor.
final class LayerStackHandle: Handle {
  override class var typeName: String { "stack" }
  override var cost: Int { 1024 }
  let pictures: LayerPictures
  /// Whose layers they are; `nil` where it is gone.
  private let owner: CompositionReference

  init(_ pictures: LayerPictures, of owner: CompositionReference) {
    (self.pictures, self.owner) = (pictures, owner)
  }

  /// The layer that `argument` means: one of the composition that is drawn, or its number.
  private func layer(_ argument: Argument) throws -> LayerID {
    guard case .object(let layer as LayerHandle) = argument.value else {
      return LayerID(try argument.integer(1...Int.max))
    }
    guard owner.isOne(layer.owner) else {
      throw argument.expected("a layer of the composition that is drawn")
    }
    return layer.id
  }

  static var binding: TypeBinding {
    TypeBinding(LayerStackHandle.self) { type in
      type.property("layers") { .list($0.pictures.layers.map { .count($0.rawValue) }) }
      type.property("background") { .object(ImageHandle($0.pictures.background)) }
      type.method("picture", ["layer"]) { handle, call in
        let id = try handle.layer(call[0])
        return try .some(handle.pictures.picture(of: id)) { try ImageHandle.value($0) }
      }
      type.method("composed") { handle, _ in
        try ImageHandle.value(try handle.pictures.composed())
      }
    }
  }
}
