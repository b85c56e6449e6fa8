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
    .choice("fit", \.fit), .choice("gravity", \.gravity), blend,
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

extension LayerProperty {
  /// A blend mode by its name, or a kernel in its place.
  private static let blend = LayerProperty("blend", isOfPicture: true) { handle, _ in
    let given = (handle.layer.givenValues["blend"] as? GivenValue)?.value
    return given ?? .string(SnakeCase.text(handle.layer.blendMode.rawValue))
  } set: { draft, argument in
    (draft.layer.blending, draft.layer.givenValues["blend"]) = (nil, nil)
    guard case .object(let handle as KernelHandle) = argument.value else {
      draft.layer.blendMode = try argument.choice()
      return
    }
    let use = try handle.use(argument, reading: ["the layer's", "the one below"])
    draft.layer.blending = LayerBlending(use.name) { above, below, context in
      try use.image([above, below], at: context)
    }
    draft.layer.givenValues["blend"] = try argument.given()
  }
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
