// SPDX-License-Identifier: MIT

import MoonreelCore

// What is noted of layers for those who want to know why a pixel is what it is.
extension LayerPictures {
  var trace: FrameTrace? { request.context.trace }

  /// Notes what `body` makes of the picture of layer `index` in its box, where that is wanted at this frame's own time.
  func traced(
    _ step: @autoclosure () throws -> FrameTrace.Step, _ index: Int, at time: Time,
    _ body: () throws -> Image?
  ) throws -> Image? {
    let layer = stack.layers[index]
    guard let trace, time == layer.localTime(self.time) else { return try body() }
    return try trace.group(step(), body) { step, image in
      (step.picture, step.map, step.sampling) = (image, try world(of: index), layer.sampling)
    }
  }

  /// ``fittedPicture(_:at:)`` with what is read and fitted noted; `time` is the frame's own.
  func tracedFittedPicture(_ index: Int, at time: Time) throws -> MovedPicture? {
    let layer = stack.layers[index]
    let upright = try uprightPicture(index, at: time)
    if case .image(let image) = layer.source {
      var step = FrameTrace.Step(.source, "picture", place: image.place, picture: image)
      step.map = nil
      trace?.note(step)
    }
    let fitted = try croppedAndFitted(index, at: time, upright)
    guard let fitted, let upright else { return fitted }
    let world = try world(of: index)
    let map = try sourceMap(of: layer, index, upright, at: time).followed(by: world)
    trace?.placeSources(by: map, layer.sampling, madeAt: layer.sourcePlace ?? layer.place)
    var step = FrameTrace.Step(.fit, layer.fit.rawValue, picture: fitted.image)
    (step.map, step.sampling) = (fitted.map.followed(by: world), layer.sampling)
    if let crop = try layer.crop?.value(at: time), let size = upright.extent?.size {
      let rect = crop.resolved(in: size)
      step.values.append(
        FrameTrace.Value("crop", rect.text, layer.crop?.motion(at: time) ?? .constant))
    }
    trace?.note(step)
    return fitted
  }

  /// The map from the source's own pixels to the layer's box.
  private func sourceMap(
    of layer: Layer, _ index: Int, _ upright: (picture: MovedPicture, extent: Rect?), at time: Time
  ) throws -> AffineTransform {
    guard let whole = upright.extent, !whole.isEmpty else { return upright.picture.map }
    let content = try visibleRect(of: layer, size: whole.size)
      .map { Rect(origin: Point($0.minX + whole.minX, $0.minY + whole.minY), size: $0.size) }
    let fit = (layer.fit == .containBlur ? .contain : layer.fit)
      .transform(from: content ?? whole, into: stack.size, gravity: layer.gravity)
    let box = try box(of: index)
    return upright.picture.map.followed(by: fit)
      .followed(by: AffineTransform(translationX: -box.minX, y: -box.minY))
  }

  /// Layer `index` by itself.
  func step(of index: Int, hidesBelow: Bool) throws -> FrameTrace.Step {
    let layer = stack.layers[index]
    var step = FrameTrace.Step(.layer, layer.label, place: layer.place)
    step.hidesBelow = hidesBelow
    let local = layer.localTime(time)
    step.values.append(FrameTrace.Value("time", "\(local) of its clock"))
    step.values += try layer.tracedValues(at: time, in: stack.size)
    return step
  }

  /// A layer moved to its place.
  func placement(of index: Int, _ image: Image) throws -> FrameTrace.Step {
    var step = FrameTrace.Step(.place, picture: image)
    step.values.append(FrameTrace.Value("map", try world(of: index).text))
    return step
  }

  func opacityStep(of layer: Layer, _ opacity: Double, _ image: Image) -> FrameTrace.Step {
    var step = FrameTrace.Step(.opacity, picture: image)
    step.values.append(
      FrameTrace.Value(
        "opacity", FrameTrace.text(opacity), layer.opacity.motion(at: layer.localTime(time))))
    return step
  }

  func step(of mask: LayerMask) -> FrameTrace.Step {
    FrameTrace.Step(.mask, mask.channel.rawValue + (mask.isInverted ? ", inverted" : ""))
  }

  func step(of matte: LayerMatte) -> FrameTrace.Step {
    let layer = stack.layers[matte.layer.rawValue - 1]
    let words = [layer.label, matte.channel.rawValue, matte.isInverted ? "inverted" : nil]
    return FrameTrace.Step(
      .matte, words.compactMap(\.self).joined(separator: ", "), place: layer.place)
  }

  func step(of active: LayerStack.ActiveTransition) -> FrameTrace.Step {
    var step = FrameTrace.Step(
      .transition, active.transition.name, place: active.transition.place)
    let passed = Double((time - active.range.start).flicks)
    let progress = passed / Double(active.range.duration.flicks)
    step.values.append(FrameTrace.Value("progress", FrameTrace.text(progress)))
    return step
  }

  /// The laying down of layer `index`, or of a transition.
  func mixture(of index: Int?) -> FrameTrace.Step {
    guard let index else { return FrameTrace.Step(.blend, "transition, normal") }
    let layer = stack.layers[index]
    let way =
      layer.compositor != nil
      ? "by its compositor"
      : layer.source.isAdjustment ? "adjusting" : layer.blending?.name ?? layer.blendMode.rawValue
    return FrameTrace.Step(.blend, "\(layer.label), \(way)", place: layer.place)
  }
}

extension LayerEffect {
  /// It at `time` of the layer's clock, with its parameters.
  func step(at time: Time) throws -> FrameTrace.Step {
    var step = FrameTrace.Step(.effect, name, place: place)
    if !isEnabled || timeRange.map({ !$0.contains(time) }) == true {
      step.values.append(FrameTrace.Value("enabled", "not at this time"))
      return step
    }
    for (name, value) in parameters.sorted(by: { $0.key < $1.key }) {
      step.values.append(
        FrameTrace.Value(name, try value.value(at: time).text, value.motion(at: time)))
    }
    return step
  }
}

extension EffectValue {
  fileprivate var text: String {
    switch self {
    case .number(let number): FrameTrace.text(number)
    case .point(let x, let y): "\(FrameTrace.text(x)), \(FrameTrace.text(y))"
    case .color(let color):
      [color.red, color.green, color.blue, color.alpha].map { FrameTrace.text($0) }
        .joined(separator: " ")
    }
  }
}

extension Rect {
  fileprivate var text: String {
    [minX, minY, size.width, size.height].map { FrameTrace.text($0) }.joined(separator: ", ")
  }
}

extension AffineTransform {
  fileprivate var text: String {
    [a, b, c, d, tx, ty].map { FrameTrace.text($0) }.joined(separator: " ")
  }
}

extension FrameTrace {
  /// A number to four places.
  static func text(_ number: Double) -> String {
    let rounded = (number * 10_000).rounded() / 10_000
    return rounded == rounded.rounded() && abs(rounded) < 1e15 ? "\(Int64(rounded))" : "\(rounded)"
  }
}
