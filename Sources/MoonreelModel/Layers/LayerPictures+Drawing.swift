// SPDX-License-Identifier: MIT

import MoonreelCore

/// A picture that is still to be moved: moves that follow each other are made at once.
struct MovedPicture {
  var image: Image
  var map = AffineTransform.identity
  var sampling = Image.Sampling.bicubic

  /// The picture moved.
  var settled: Image { image.transformed(by: map, sampling: sampling) }

  func moved(by next: AffineTransform) -> MovedPicture {
    var moved = self
    moved.map = map.followed(by: next)
    return moved
  }
}

extension LayerPictures {
  /// The layer's picture in its place in the composition; `nil` where nothing of it is visible.
  func placedPicture(_ index: Int) throws -> Image? {
    let layer = stack.layers[index]
    let opacity = try layer.opacity.value(at: layer.localTime(time))
    guard opacity > 0, let boxed = try boxedPicture(index) else { return nil }
    var image = try inPlace(boxed, index)
    try trace?.note(placement(of: index, image))
    if let matte = layer.matte {
      image =
        try trace.picture(step(of: matte)) {
          let picture = try placedPicture(matte.layer.rawValue - 1) ?? .empty
          return image.matted(by: picture, channel: matte.channel, inverted: matte.isInverted)
        } ?? .empty
    }
    let result = image.opacity(Float(opacity))
    if opacity != 1 { trace?.note(opacityStep(of: layer, opacity, result)) }
    return result
  }

  /// The picture moved to its place, or the mean of its places while the shutter is open.
  private func inPlace(_ picture: MovedPicture, _ index: Int) throws -> Image {
    let map = try world(of: index)
    var image = picture.moved(by: map).settled
    guard let blur = stack.motionBlur, stack.layers[index].hasMotionBlur else { return image }
    let open = Double(stack.frameRate.frameDuration.flicks) * blur.shutterAngle / 360
    let places = try (1..<blur.sampleCount).map { sample in
      let later = Time(flicks: Int64(limiting: open * Double(sample) / Double(blur.sampleCount)))
      return try world(of: index, at: time + later)
    }
    guard places.contains(where: { $0 != map }) else { return image }
    for (position, place) in places.enumerated() {
      let share = 1 / Float(position + 2)
      image = image.dissolved(to: picture.moved(by: place).settled, amount: share)
    }
    return image
  }

  /// The layer's picture with effects and mask, its box's corner at the origin; `nil` where there is none.
  func boxedPicture(_ index: Int) throws -> MovedPicture? {
    let layer = stack.layers[index]
    let time = layer.localTime(time)
    guard !layer.effects.isEmpty || layer.mask != nil else {
      return try fittedPicture(index, at: time)
    }
    guard var image = try picture(of: index, behind: layer.effects.count, at: time) else {
      return nil
    }
    if let mask = layer.mask {
      let unmasked = image
      image =
        try traced(step(of: mask), index, at: time) {
          let picture = try mask.image(
            at: context(of: index, size: try box(of: index).size, at: time))
          return unmasked.matted(by: picture, channel: mask.channel, inverted: mask.isInverted)
        } ?? .empty
    }
    return MovedPicture(image: image, sampling: layer.sampling)
  }

  /// The picture of the layer's source at `time` of its clock, cropped and fitted, its box's corner at the
  /// origin; `nil` where there is none.
  func fittedPicture(_ index: Int, at time: Time) throws -> MovedPicture? {
    guard trace != nil, time == stack.layers[index].localTime(self.time) else {
      return try croppedAndFitted(index, at: time, try uprightPicture(index, at: time))
    }
    return try tracedFittedPicture(index, at: time)
  }

  /// `upright`, the picture of the layer's source at `time` of its clock, cropped and fitted.
  func croppedAndFitted(
    _ index: Int, at time: Time, _ upright: (picture: MovedPicture, extent: Rect?)?
  ) throws -> MovedPicture? {
    let layer = stack.layers[index]
    guard let upright else { return nil }
    let box = try box(of: index)
    let corner = AffineTransform(translationX: -box.minX, y: -box.minY)
    guard let whole = upright.extent, !whole.isEmpty else { return upright.picture }
    let content = try visibleRect(of: layer, size: whole.size)
      .map { Rect(origin: Point($0.minX + whole.minX, $0.minY + whole.minY), size: $0.size) }
    guard let content, !content.isEmpty else { return nil }
    var picture = upright.picture
    picture.sampling = layer.sampling
    if content != whole {
      picture = MovedPicture(image: picture.settled.cropped(to: content), sampling: layer.sampling)
    }
    if layer.fit == .containBlur {
      let fitted = picture.settled.fitted(into: stack.size, .containBlur, gravity: layer.gravity)
      return MovedPicture(image: fitted, sampling: layer.sampling).moved(by: corner)
    }
    let map = layer.fit.transform(from: content, into: stack.size, gravity: layer.gravity)
    picture = picture.moved(by: map).moved(by: corner)
    guard layer.fit == .cover, map.boundingBox(of: content) != box else { return picture }
    let frame = Rect(origin: .zero, size: box.size)
    return MovedPicture(image: picture.settled.cropped(to: frame), sampling: layer.sampling)
  }

  /// The picture of the layer's source, upright, and its rectangle (`nil`: it has no edges).
  func uprightPicture(_ index: Int, at time: Time) throws -> (
    picture: MovedPicture, extent: Rect?
  )? {
    let layer = stack.layers[index]
    switch layer.source {
    case .image(let image):
      guard let frame = layer.source.frame(in: stack.size) else {
        return (MovedPicture(image: image), image.box)
      }
      return (MovedPicture(image: image.cropped(to: frame)), frame)
    case .adjustment: return nil
    case .media, .composition:
      guard let track = stack.tracks[index] else { return nil }
      return try mixedFrames(of: layer, track, at: layer.compositionTime(time))
        ?? frame(of: track, at: layer.compositionTime(time))
    }
  }

  /// The frame of `track` at `time` of the composition, upright.
  private func frame(of track: TrackID, at time: Time) throws -> (
    picture: MovedPicture, extent: Rect?
  )? {
    try request.frameOnDemand(track, at: time).map { placed($0) }
  }

  private func placed(_ frame: FrameRequest.SourceFrame) -> (picture: MovedPicture, extent: Rect?) {
    let natural = Rect(origin: .zero, size: frame.naturalSize.size)
    let map = frame.preferredTransform
    return (MovedPicture(image: frame.image, map: map), map.boundingBox(of: natural))
  }

  /// The frames of a layer that mixes them at `time` of the composition; `nil` where one alone is shown.
  private func mixedFrames(of layer: Layer, _ track: TrackID, at time: Time) throws -> (
    picture: MovedPicture, extent: Rect?
  )? {
    let (rate, begin) = (stack.frameRate, layer.timeRange.start)
    let time =
      layer.timing.remap == nil ? time : max(begin, rate.time(ofFrame: rate.frame(at: time)))
    guard let range = try layer.blendRange(at: time, frame: rate.frameDuration),
      let sourceRate = layer.source.video?.frameRate
    else { return nil }
    let start = layer.source.video?.availableRange?.start ?? .zero
    let parts = FrameBlend(over: range, rate: sourceRate, from: start).parts
    guard parts.count > 1 else { return nil }
    let moments = parts.map { part in
      layer.compositionTime(
        ofSource: part.sourceTime, showing: range, at: time, frame: rate.frameDuration)
    }
    if layer.timing.frameBlending == .flow, parts.count == 2,
      range.duration <= sourceRate.frameDuration
    {
      let share = parts[1].share
      if let frame = try flowFrame(of: track, between: moments, share) { return frame }
    }
    var mixed: (picture: MovedPicture, extent: Rect?)?
    var sum = 0.0
    for (part, moment) in zip(parts, moments) {
      guard let next = try frame(of: track, at: moment) else { continue }
      sum += part.share
      guard let below = mixed else {
        mixed = (MovedPicture(image: next.picture.settled), next.extent)
        continue
      }
      let amount = Float(part.share / sum)
      let image = below.picture.image.dissolved(to: next.picture.settled, amount: amount)
      mixed = (MovedPicture(image: image), below.extent)
    }
    return mixed
  }

  /// The frame that lies `share` of the way between those of two times of the composition; `nil` where it cannot be made.
  private func flowFrame(of track: TrackID, between moments: [Time], _ share: Double) throws -> (
    picture: MovedPicture, extent: Rect?
  )? {
    guard let first = try request.frameOnDemand(track, at: moments[0]),
      let second = try request.frameOnDemand(track, at: moments[1])
    else { return nil }
    return try request.context.history?.frame(between: first, and: second, share: share)
      .map { placed($0) }
  }

  /// White where an adjustment layer's mask and matte let it act.
  func adjustmentShape(_ index: Int) throws -> Image {
    let layer = stack.layers[index]
    var shape = Image(color: .white).cropped(to: Rect(origin: .zero, size: stack.size))
    if let mask = layer.mask {
      let picture = try mask.image(
        at: context(of: index, size: stack.size, at: layer.localTime(time)))
      let placed = picture.transformed(by: try world(of: index))
      shape = shape.matted(by: placed, channel: mask.channel, inverted: mask.isInverted)
    }
    if let matte = layer.matte {
      let picture = try placedPicture(matte.layer.rawValue - 1) ?? .empty
      shape = shape.matted(by: picture, channel: matte.channel, inverted: matte.isInverted)
    }
    return shape
  }
}
