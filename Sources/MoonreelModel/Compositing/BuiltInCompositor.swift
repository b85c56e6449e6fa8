// SPDX-License-Identifier: MIT

import MoonreelCore

/// Draws an instruction's layers over its background: crop, transform, opacity, source-over.
///
/// `layerInstructions[0]` lies on top. Layers whose track has no media at the time are left out. What
/// lies wholly behind an opaque layer is not drawn, so that a single untouched clip stays untouched.
public struct BuiltInCompositor: Compositor {
  /// The transfer of the composition where layers are mixed as light; `nil`: as signals.
  public let lightTransfer: ColorTags.Transfer?

  /// A compositor that mixes light where `transfer` is given, else signals.
  public init(mixing transfer: ColorTags.Transfer? = nil) { lightTransfer = transfer }

  /// The composed picture.
  public func image(for request: FrameRequest) throws -> Image {
    let (context, instruction) = (request.context, request.instruction)
    let canvas = Rect(origin: .zero, size: context.size)
    var layers: [Image] = []
    for layer in instruction.layerInstructions {
      guard let frame = request.frame(layer.trackID),
        let image = layerImage(layer, frame, at: context.time, context.trace)
      else { continue }
      layers.append(image)
      context.trace?.note(.init(.layer, "track \(layer.trackID)", picture: image))
      if image.isOpaque(over: canvas) { return mixed(layers) }
    }
    return mixed(layers + [Image(color: instruction.backgroundColor)])
  }

  /// The first layer over the second and so on; a single one stays as it is.
  private func mixed(_ layers: [Image]) -> Image {
    guard let transfer = lightTransfer, layers.count > 1 else {
      return layers.dropFirst().reduce(layers[0]) { $0.over($1) }
    }
    return layers.dropFirst().reduce(layers[0].toLight(transfer)) { $0.over($1.toLight(transfer)) }
      .toSignal(transfer)
  }

  /// One layer in place, or `nil` where nothing of it is visible.
  private func layerImage(
    _ layer: LayerInstruction, _ frame: FrameRequest.SourceFrame, at time: Time,
    _ trace: FrameTrace?
  ) -> Image? {
    let opacity = layer.opacity(at: time)
    guard opacity > 0 else { return nil }
    let natural = Rect(origin: .zero, size: frame.naturalSize.size)
    var image = frame.image
    if let crop = layer.crop(at: time, in: natural.size) {
      let visible = crop.intersection(natural)
      guard !visible.isEmpty else { return nil }
      if visible != natural { image = image.cropped(to: visible) }
    }
    let map = layer.transform(at: time) ?? frame.preferredTransform
    trace?.placeSources(ofTrack: layer.trackID, by: map)
    return image.transformed(by: map).opacity(Float(opacity))
  }
}
