// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

extension LayerProperty {
  /// What other layers and pictures have to do with a layer.
  static let bonds: [LayerProperty] = [
    LayerProperty("parent") { handle, _ in
      .some(handle.layer.parent) { .object(LayerHandle(handle.owner, $0)) }
    } set: { draft, argument in
      draft.layer.parent = try argument.ifGiven { try draft.owner.layer($0) }
    },
    // Kept as a value it would keep its own composition alive.
    LayerProperty("matte") { handle, _ in
      .some(handle.layer.matte) { matte in
        let layer = LuaValue.object(LayerHandle(handle.owner, matte.layer))
        guard matte.channel != .alpha || matte.isInverted else { return layer }
        return .mixture(
          items: [layer],
          fields: [
            ("channel", .string(SnakeCase.text(matte.channel.rawValue))),
            ("inverted", .boolean(matte.isInverted)),
          ])
      }
    } set: { draft, argument in
      draft.layer.matte = try argument.ifGiven { argument in
        let (given, channel, isInverted) = try argument.stencil("layer")
        return LayerMatte(
          try draft.owner.layer(given), channel: channel, isInverted: isInverted)
      }
    },
    .given("mask") { draft, argument in
      let size = draft.owner.composition.size
      draft.layer.mask = try argument.ifGiven { argument in
        let (given, channel, isInverted) = try argument.stencil("picture")
        return LayerMask(
          try given.maskPicture(size), channel: channel, isInverted: isInverted)
      }
    },
  ]
}

extension Argument {
  /// What says what is kept of the layer: `what`, or `{ what, channel =, inverted = }`.
  fileprivate func stencil(_ what: String) throws -> (Argument, Image.MatteChannel, Bool) {
    guard case .table = value else { return (self, .alpha, false) }
    let given = try options(["channel", "inverted"], owner: label, items: 1)
    return (
      try given.item(1, what), try given["channel"].ifGiven { try $0.choice() } ?? .alpha,
      try given["inverted"].ifGiven { try $0.boolean() } ?? false
    )
  }

  /// The picture of a mask in a composition of `size`: an image, a source, or a function (time, context) that
  /// draws.
  fileprivate func maskPicture(_ size: PixelSize) throws -> LayerMask.Picture {
    switch value {
    case .object(let handle as SourceHandle) where handle.source.mediaType == .video:
      note(handle.holding)
      return .source(handle.source)
    case .object(let handle as KernelHandle):
      let use = try handle.use(self, reading: [])
      return .source(
        DrawnSource(duration: nil, naturalSize: size) { _, context in
          try use.image([], at: context)
        })
    case .function:
      let rule = "a function (time, context) that returns an image"
      let callback = LuaFunction(try callback(rule), "the mask")
      return .source(
        DrawnSource(duration: nil, naturalSize: size) { time, context in
          try callback.image([.seconds(time), .object(ContextHandle(context))], for: context)
        })
    case .object(is ImageHandle), .string: return .image(try image())
    default:
      throw expected(
        "an image, a source of pictures, a kernel without pictures, or a function (time, context)")
    }
  }
}
