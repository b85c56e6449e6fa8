// SPDX-License-Identifier: MIT

import MoonreelCore

/// Layers that take part and of which nothing can be seen: out of time, out of the frame, without opacity,
/// size or content, masked away, hidden by others, or left out because others are solo.
struct NeverVisibleRule: Lint.Rule {
  func findings(in subject: LintSubject) throws -> [Finding] {
    guard let stack = subject.stack else { return [] }
    let look = try LayerLook(subject, stack)
    let hidden = try subject.pictureLayers.compactMap { index -> Finding? in
      guard let reason = try look.reason(index) else { return nil }
      let layer = stack.layers[index]
      return Finding(
        .neverVisible, layer.timeRange, place: layer.place,
        "\(layer.label.sentenceStart) is never visible: \(reason)")
    }
    return hidden + leftOut(stack)
  }

  /// One finding where solo layers keep others out.
  private func leftOut(_ stack: LayerStack) -> [Finding] {
    let enabled = stack.layers.filter(\.isEnabled)
    guard let solo = enabled.first(where: \.isSolo) else { return [] }
    let others = enabled.filter { !$0.isSolo && !stack.hidden.contains($0.id.rawValue - 1) }
    guard let first = others.first else { return [] }
    let rest =
      others.count == 1 ? " takes no part" : " and \(others.count - 1) more take no part"
    return [
      Finding(
        .neverVisible, nil, place: solo.place,
        "\(solo.label.sentenceStart) is solo, so \(first.label)\(rest). Take 'solo' away when you "
          + "are done.")
    ]
  }
}

/// Finds out why nothing of a layer can be seen.
private struct LayerLook {
  let subject: LintSubject
  let stack: LayerStack
  /// Layers that others move with: they may be there for that alone.
  let parents: Set<LayerID>
  let covering: Covering

  init(_ subject: LintSubject, _ stack: LayerStack) throws {
    (self.subject, self.stack) = (subject, stack)
    parents = Set(stack.layers.compactMap(\.parent))
    covering = try Covering(subject, stack)
  }

  /// The end of the sentence; `nil` where something may be visible.
  func reason(_ index: Int) throws -> String? {
    let layer = stack.layers[index]
    if let reason = timeReason(layer) { return reason }
    guard layer.compositor == nil, stack.compositor == nil, !parents.contains(layer.id) else {
      return nil
    }
    let times = subject.sampleTimes(of: index)
    if try times.allSatisfy({ try layer.opacity.value(at: layer.localTime($0)) <= 0 }) {
      return "its opacity is 0 all the time."
    }
    if layer.isBlank {
      return "its picture is empty, as that of a text without letters or of a shape without area."
    }
    let bounds = try times.compactMap { try subject.bounds(of: index, at: $0) }
    if bounds.count == times.count, let reason = placeReason(bounds) { return reason }
    if try isMaskedAway(index, times) { return "its mask lies outside of its picture." }
    return covering.labels(hiding: index).map(coverReason)
  }

  /// Whether the mask, which stays where it is, keeps nothing of the layer's picture.
  private func isMaskedAway(_ index: Int, _ times: [Time]) throws -> Bool {
    let layer = stack.layers[index]
    guard let mask = layer.mask, !mask.isInverted, layer.effects.isEmpty,
      case .image(let image) = mask.picture, let extent = image.extent
    else { return false }
    return try times.allSatisfy { time in
      guard let size = try subject.placement(of: index, at: time)?.size,
        let drawn = layer.drawnRect(in: size)
      else { return false }
      return extent.intersection(drawn).isEmpty
    }
  }

  private func coverReason(_ labels: [String]) -> String {
    let names = labels.prefix(3).joined(separator: ", ") + (labels.count > 3 ? " and others" : "")
    return "\(names) above \(labels.count == 1 ? "hides" : "hide") it all the time. Give it a "
      + "higher level, or leave it out."
  }

  private func timeReason(_ layer: Layer) -> String? {
    guard layer.timeRange.overlaps(subject.range) else {
      return layer.timeRange.start >= subject.range.end
        ? "it begins at \(layer.timeRange.start.text), and the composition ends at "
          + "\(subject.range.end.text)."
        : "it ends at \(layer.timeRange.end.text), before the composition begins."
    }
    let shown = subject.shownRange(of: layer)
    guard subject.frames(in: shown).count == 0 else { return nil }
    return "it lasts from \(shown.start.text) to \(shown.end.text), between two frames."
  }

  private func placeReason(_ bounds: [Rect]) -> String? {
    if bounds.allSatisfy(\.isEmpty) { return "its scale or its crop leaves nothing of it." }
    let canvas = Rect(origin: .zero, size: stack.size)
    guard bounds.allSatisfy({ $0.intersection(canvas).isEmpty }) else { return nil }
    let box = bounds[0]
    return "it lies outside of the frame all the time, at first from (\(pixels(box.minX)), "
      + "\(pixels(box.minY))) to (\(pixels(box.maxX)), \(pixels(box.maxY))) in a frame of "
      + "\(PixelSize(rounding: stack.size))."
  }

  private func pixels(_ length: Double) -> String {
    abs(length) < 1e9 ? "\(Int(limiting: length.rounded()))" : "\(length)"
  }
}

extension Layer {
  /// Where its picture lies in the coordinates of its box, which is of `size`: what hangs over the box, as
  /// letters do, included. `nil` where that is not known.
  fileprivate func drawnRect(in size: Size) -> Rect? {
    guard case .image(let image) = source else { return Rect(origin: .zero, size: size) }
    guard let extent = image.extent, let box = image.box, !box.isEmpty, crop == nil else {
      return image.extent == nil ? Rect(origin: .zero, size: size) : nil
    }
    let (x, y) = (size.width / box.size.width, size.height / box.size.height)
    return Rect(
      x: (extent.minX - box.minX) * x, y: (extent.minY - box.minY) * y,
      width: extent.size.width * x, height: extent.size.height * y)
  }

  /// Whether its picture is known to have nothing in it, and no effect to put something there.
  fileprivate var isBlank: Bool {
    guard effects.isEmpty else { return false }
    return switch source {
    case .image(let image): image.extent?.isEmpty == true
    case .media(.custom(let source)?, _): source.isBlank
    case .media, .composition, .adjustment: false
    }
  }
}
