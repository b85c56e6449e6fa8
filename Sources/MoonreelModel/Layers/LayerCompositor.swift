// SPDX-License-Identifier: MIT

import MoonreelCore

/// Draws the layers of a lowered composition that are there during one instruction.
struct LayerCompositor: Compositor {
  let stack: LayerStack
  /// The positions of the layers, the lowest first.
  let layers: [Int]

  var readsFramesOnDemand: Bool { true }

  /// The layers from the top, at most eight.
  var planName: String {
    let names = layers.reversed().prefix(8).map { stack.layers[$0].label }
    let more = layers.count > 8 ? " and \(layers.count - 8) more" : ""
    return names.isEmpty ? "no layers" : names.joined(separator: ", ") + more
  }

  func image(for request: FrameRequest) throws -> Image {
    let pictures = LayerPictures(stack, layers, for: request)
    defer { pictures.finish() }
    guard let compositor = stack.compositor else { return try pictures.composed() }
    return try compositor.image(for: pictures, at: request.context)
  }
}

/// Lays the layers of one frame over each other.
struct StackDrawing {
  private let pictures: LayerPictures
  private var stack: LayerStack { pictures.stack }
  private var canvas: Rect { Rect(origin: .zero, size: stack.size) }

  init(_ pictures: LayerPictures) { self.pictures = pictures }

  /// One thing to lay over what lies below.
  private enum Step {
    case layer(Int)
    case transition(LayerStack.ActiveTransition)

    /// The layer that it is; `nil` for a transition.
    var layer: Int? { if case .layer(let index) = self { index } else { nil } }
  }

  /// The steps from the top down until one hides all below; then upwards.
  func image() throws -> Image {
    var found: [(step: Step, picture: Image?)] = []
    var hidesAll = false
    for step in steps().reversed() {
      if hidesAll {
        note(hidden: step)
        continue
      }
      let picture = try traced(step)
      if picture == nil, !changesBelow(step) { continue }
      found.append((step, picture))
      if let picture, isPlain(step), picture.isOpaque(over: canvas) {
        hidesAll = true
        if trace == nil { break }
      }
    }
    return try laidOver(found.reversed(), background: hidesAll ? nil : stack.background)
  }

  private var trace: FrameTrace? { pictures.request.context.trace }

  /// The picture of `step`, noted.
  private func traced(_ step: Step) throws -> Image? {
    guard trace != nil else { return try picture(of: step) }
    switch step {
    case .layer(let index):
      if case .adjustment = stack.layers[index].source { return nil }
      return try trace.picture(try pictures.step(of: index, hidesBelow: isPlain(step))) {
        try picture(of: step)
      }
    case .transition(let active):
      return try trace.picture(pictures.step(of: active)) { try picture(of: step) }
    }
  }

  private func note(hidden step: Step) {
    switch step {
    case .layer(let index):
      trace?.note(.init(.hidden, stack.layers[index].label, place: stack.layers[index].place))
    case .transition(let active):
      trace?.note(.init(.hidden, "transition '\(active.transition.name)'"))
    }
  }

  /// What comes of laying `step` over `below`, noted.
  private func tracedMixture(_ step: Step, _ picture: Image?, _ below: Below?) throws -> Below {
    guard let trace else { return try laid(step, picture, over: below) }
    return try trace.group(pictures.mixture(of: step.layer)) {
      try laid(step, picture, over: below)
    } finish: { noted, below in
      noted.picture = below.finished(stack)
    }
  }

  /// What is drawn, the lowest first; a transition stands where the upper of its layers does.
  private func steps() -> [Step] {
    let shown = pictures.drawn.filter { !stack.hidden.contains($0) }
    return shown.enumerated().compactMap { position, index in
      guard let active = stack.transition(of: index, at: pictures.time) else {
        return .layer(index)
      }
      let other = active.from == index ? active.to : active.from
      let isUpper = shown.prefix(position).contains(other)
      return isUpper ? .transition(active) : nil
    }
  }

  private func picture(of step: Step) throws -> Image? {
    switch step {
    case .layer(let index): return try pictures.placedPicture(index)
    case .transition(let active):
      let from = try traced(.layer(active.from)) ?? .empty
      let to = try traced(.layer(active.to)) ?? .empty
      let passed = Double((pictures.time - active.range.start).flicks)
      let progress = passed / Double(active.range.duration.flicks)
      return try active.transition.image(
        from.cropped(to: canvas), to.cropped(to: canvas), at: progress, pictures.request.context
      ).cropped(to: canvas)
    }
  }

  /// Whether it changes what lies below without a picture of its own.
  private func changesBelow(_ step: Step) -> Bool {
    guard case .layer(let index) = step, case .adjustment = stack.layers[index].source else {
      return false
    }
    return !stack.layers[index].effects.isEmpty || stack.layers[index].compositor != nil
  }

  /// Whether it lies over what is below by source-over.
  private func isPlain(_ step: Step) -> Bool {
    guard case .layer(let index) = step else { return true }
    let layer = stack.layers[index]
    return layer.blendMode == .normal && layer.blending == nil && layer.compositor == nil
  }

  private func laidOver(
    _ steps: some Sequence<(step: Step, picture: Image?)>, background: Color?
  ) throws -> Image {
    var below = background.map { Below(image: Image(color: $0)) }
    if let background {
      trace?.note(.init(.background, "background", picture: Image(color: background)))
    }
    for (step, picture) in steps { below = try tracedMixture(step, picture, below) }
    return below?.finished(stack) ?? .empty
  }

  /// A picture as signals or, once something was mixed, as light.
  private struct Below {
    var image: Image
    var isLight = false

    func finished(_ stack: LayerStack) -> Image {
      guard isLight, let transfer = stack.lightTransfer else { return image }
      return image.toSignal(transfer)
    }

    func mixable(_ stack: LayerStack) -> Image {
      guard !isLight, let transfer = stack.lightTransfer else { return image }
      return image.toLight(transfer)
    }
  }

  private func laid(_ step: Step, _ picture: Image?, over below: Below?) throws -> Below {
    guard case .layer(let index) = step else {
      return over(picture ?? .empty, below, .normal)
    }
    let layer = stack.layers[index]
    if let compositor = layer.compositor {
      let context = pictures.context(of: index, size: stack.size)
      let under = below?.finished(stack) ?? .empty
      return Below(image: try compositor(picture ?? .empty, under, context))
    }
    if case .adjustment = layer.source { return try adjusted(index, below) }
    if let blending = layer.blending {
      return try mixed(picture ?? .empty, below ?? Below(image: .empty)) {
        try blending.mix($0, $1, pictures.context(of: index, size: stack.size))
      }
    }
    return over(picture ?? .empty, below, layer.blendMode)
  }

  /// What `mix` makes of both, as light where layers are mixed so.
  private func mixed(
    _ picture: Image, _ below: Below, _ mix: (Image, Image) throws -> Image
  ) rethrows -> Below {
    let top = Below(image: picture).mixable(stack)
    return Below(image: try mix(top, below.mixable(stack)), isLight: stack.lightTransfer != nil)
  }

  private func over(_ picture: Image, _ below: Below?, _ mode: BlendMode) -> Below {
    guard let below else { return Below(image: picture) }
    let seed = UInt32(truncatingIfNeeded: pictures.request.context.seed)
    return mixed(picture, below) { $0.blended(onto: $1, mode: mode, seed: seed) }
  }

  /// The first picture where the alpha of the third is 1, the second where it is 0.
  private static let limited = PixelKernel("limitedAdjustment", inputs: 3, extent: .union) {
    kernel in
    let (changed, plain) = (kernel.input(0), kernel.input(1))
    let share = kernel.input(2).alpha.clamped()
    return KernelPixel(
      plain.red.mixed(with: changed.red, by: share),
      plain.green.mixed(with: changed.green, by: share),
      plain.blue.mixed(with: changed.blue, by: share),
      plain.alpha.mixed(with: changed.alpha, by: share))
  }

  /// What lies below through the effects of an adjustment layer, by its opacity and mask.
  private func adjusted(_ index: Int, _ below: Below?) throws -> Below {
    let layer = stack.layers[index]
    let under = (below?.finished(stack) ?? .empty).cropped(to: canvas)
    let opacity = try layer.opacity.value(at: layer.localTime(pictures.time))
    guard opacity > 0 else { return below ?? Below(image: under) }
    var image = under
    for effect in layer.effects {
      let context = pictures.context(of: index, size: stack.size)
      image =
        try trace.picture(effect.step(at: context.time)) {
          try effect.apply(to: image, at: context)
        } ?? .empty
    }
    if layer.mask != nil || layer.matte != nil {
      let kept = try pictures.adjustmentShape(index)
      image = image.applying(Self.limited, to: under, kept)
    }
    return Below(image: opacity >= 1 ? image : under.dissolved(to: image, amount: Float(opacity)))
  }
}
