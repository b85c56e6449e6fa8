// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

extension LayerProperty {
  /// How a layer looks and sounds, where that stays as it is.
  static let looks: [LayerProperty] = [
    LayerProperty("name") { handle, _ in
      .text(handle.layer.name)
    } set: { draft, argument in
      draft.layer.name = try argument.ifGiven { try $0.string() }
    },
    LayerProperty("level") { handle, _ in
      .count(handle.layer.level)
    } set: { draft, argument in
      draft.layer.level = try argument.integer(-1_000_000...1_000_000)
    },
    .choice("fit", \.fit), .choice("gravity", \.gravity), .choice("blend", \.blendMode),
    .choice("sampling", \.sampling), .flag("enabled", \.isEnabled), .flag("solo", \.isSolo),
    .flag("motion_blur", \.hasMotionBlur, isOfPicture: true),
    .flag("auto_orient", \.transform.isAutoOriented),
    .given("motion_path") { draft, argument in
      draft.layer.transform.motionPath = try argument.ifGiven { try $0.motionPath() }
    },
    .given("effects") { draft, argument in
      let own = try argument.ifGiven {
        try draft.owner.host.effects($0, rate: draft.rate, place: draft.place)
      }
      draft.layer.effects = draft.sourceEffects + (own ?? [])
    },
    .given("compositor") { draft, argument in
      draft.layer.compositor = try argument.ifGiven { try $0.layerCompositor() }
    },
    LayerProperty("audio") { handle, _ in
      handle.layer.audio.isEnabled ? .object(LayerAudioHandle(handle)) : .boolean(false)
    } set: { draft, argument in
      try draft.setAudio(argument)
    },
  ]
}

extension Argument {
  fileprivate func motionPath() throws -> MotionPath {
    guard case .string(let text) = value else {
      throw expected("path data as SVG writes it, such as \"M 0 0 L 640 360\"")
    }
    return try naming {
      let path = try PathData.path(text)
      note(text.utf8.count + path.byteEstimate)
      return try MotionPath(path)
    }
  }

  fileprivate func layerCompositor() throws -> LayerCompositing {
    let rule = "a function (image, below, context) that returns an image"
    let callback = LuaFunction(try callback(rule), "the layer's compositor")
    return { image, below, context in
      try callback.image(
        [
          .object(ImageHandle(image)), .object(ImageHandle(below)),
          .object(ContextHandle(context)),
        ], for: context)
    }
  }
}
