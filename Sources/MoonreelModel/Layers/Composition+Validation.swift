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
    try checkTimes(of: layer)
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

  /// The most layers that hang on each other by their parents, or by their mattes: they are drawn one inside
  /// the other.
  public static let longestChain = 100

  /// Refuses bonds that lead back to where they began, and chains of too many.
  private func checkChains(_ what: String, _ next: (Layer) -> LayerID?) throws {
    // By layer how many it hangs on; -1: not known yet.
    var lengths = [Int](repeating: -1, count: layers.count + 1)
    for layer in layers {
      var (chain, current) = ([layer.id], next(layer))
      while let id = current, lengths[id.rawValue] < 0, chain.count <= Self.longestChain {
        guard !chain.contains(id) else {
          let names = (chain + [id]).map { self[$0].label }.joined(separator: " -> ")
          throw layer.fault("the \(what)s of layers go round in a circle: \(names).")
        }
        chain.append(id)
        current = next(self[id])
      }
      let rest = current.map { max(0, lengths[$0.rawValue]) + 1 } ?? 0
      guard chain.count - 1 + rest <= Self.longestChain else {
        throw layer.fault(
          "\(layer.label) depends on more than \(Self.longestChain) layers by their \(what)s in a row; let it depend "
            + "on the first of them.")
      }
      for (position, id) in chain.reversed().enumerated() { lengths[id.rawValue] = rest + position }
    }
  }

  /// Refuses times beyond a hundred years, where edits may have moved them.
  private func checkTimes(of layer: Layer) throws {
    let times = [
      layer.timeRange.start, layer.timeRange.end, layer.clockOffset, layer.timing.sourceStart,
      layer.timing.frozenTime ?? .zero,
    ]
    guard times.contains(where: { !($0 >= .distantPast && $0 <= .distantFuture) }) else { return }
    throw layer.fault("\(layer.label) would lie beyond 100 years; times end there.")
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
