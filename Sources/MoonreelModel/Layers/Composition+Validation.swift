// SPDX-License-Identifier: MIT

import MoonreelCore

extension Composition {
  /// Refuses what cannot be shown: layers without length, parents and mattes that are missing or go round in
  /// circles, transitions without an overlap.
  ///
  /// - Throws: `MoonreelError` (`invalidTimeline`), one sentence about the first fault.
  public func validate() throws {
    guard duration >= .zero else {
      throw MoonreelError(.invalidTimeline, "A composition cannot last \(duration.text).")
    }
    for layer in layers { try validate(layer) }
    try checkChains("parent", \.parent)
    try checkChains("matte") { $0.matte?.layer }
    for transition in transitions { try validate(transition) }
  }

  /// Refuses a layer without length or speed, with bonds to what is not there, or with fades that are longer
  /// than it is.
  func validate(_ layer: Layer) throws {
    guard !layer.timeRange.isEmpty else {
      throw layer.fault("\(layer.label) has no length; give it a duration above 0.")
    }
    guard layer.timing.speed.numerator > 0 else {
      throw layer.fault("\(layer.label) has a speed of 0 or less; use reverse, or freeze.")
    }
    for (what, other) in [("parent", layer.parent), ("matte", layer.matte?.layer)] {
      guard let other, !contains(other) else { continue }
      throw layer.fault("\(layer.label) has a \(what) that is not in the composition: \(other).")
    }
    let fades = layer.audio.fadeIn + layer.audio.fadeOut
    guard fades <= layer.timeRange.duration else {
      throw layer.fault(
        "\(layer.label) lasts \(layer.timeRange.duration.text), less than its fades of "
          + "\(fades.text) together.")
    }
  }

  /// Refuses bonds that lead back to where they began.
  private func checkChains(_ what: String, _ next: (Layer) -> LayerID?) throws {
    var isSafe = [Bool](repeating: false, count: layers.count + 1)
    for layer in layers {
      var (chain, current) = ([layer.id], next(layer))
      while let id = current, !isSafe[id.rawValue] {
        guard !chain.contains(id) else {
          let names = (chain + [id]).map { self[$0].label }.joined(separator: " -> ")
          throw layer.fault("the \(what)s of layers go round in a circle: \(names).")
        }
        chain.append(id)
        current = next(self[id])
      }
      for id in chain { isSafe[id.rawValue] = true }
    }
  }

  /// Refuses a transition that is not between two layers of the composition that overlap at their ends.
  ///
  /// - Throws: as ``validate()``.
  public func validate(_ transition: LayerTransition) throws {
    guard contains(transition.from), contains(transition.to), transition.from != transition.to
    else {
      throw MoonreelError(
        .invalidTimeline,
        "The transition '\(transition.name)' needs two layers of the composition, got "
          + "\(transition.from) and \(transition.to).")
    }
    let (from, to) = (self[transition.from], self[transition.to])
    guard from.timeRange.overlaps(to.timeRange) else {
      throw to.fault(
        "The transition '\(transition.name)' has no time: \(from.label) ends at "
          + "\(from.timeRange.end.text), \(to.label) begins at \(to.timeRange.start.text). Let them "
          + "overlap.")
    }
    guard from.timeRange.start <= to.timeRange.start, from.timeRange.end <= to.timeRange.end else {
      throw to.fault(
        "The transition '\(transition.name)' needs layers that overlap at their ends: "
          + "\(from.label) lasts \(from.timeRange.text), \(to.label) \(to.timeRange.text).")
    }
  }
}

extension Layer {
  /// An error with the place where the script made the layer.
  func fault(_ message: String) -> MoonreelError {
    MoonreelError(.invalidTimeline, placed(message))
  }
}
