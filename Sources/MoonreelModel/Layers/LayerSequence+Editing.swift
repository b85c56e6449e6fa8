// SPDX-License-Identifier: MIT

import MoonreelCore

extension LayerSequence {
  /// Moves an edge of the layer at `index`; everything after it moves along, so that no gap opens.
  ///     |--A--|--B--|--C--|   ->   |--A--|-B-|--C--|
  ///
  /// - Throws: `MoonreelError` (`invalidTimeline`) where the result is no sequence, `invalidArgument` where it
  ///   has no such layer; nothing is changed then.
  public mutating func ripple(
    _ index: Int, _ edge: Edge, by amount: Time, in composition: inout Composition
  ) throws {
    try check(index)
    try edit(&composition) { sequence, composition in
      try sequence.trim(edge, of: index, by: amount, in: &composition)
      let isStart = edge == .start
      sequence.shift(
        from: isStart ? index : index + 1, by: isStart ? -amount : amount, &composition)
    }
  }

  /// Moves an edge of the layer at `index`; its neighbours stay where they are.
  ///     |--A--|--B--|--C--|   ->   |--A--|-B-|.|--C--|
  ///
  /// - Throws: as ``ripple(_:_:by:in:)``.
  public mutating func trim(
    _ index: Int, _ edge: Edge, by amount: Time, in composition: inout Composition
  ) throws {
    try check(index)
    try edit(&composition) { try $0.trim(edge, of: index, by: amount, in: &$1) }
  }

  /// Moves the cut between the layers at `index` and `index + 1`.
  ///     |--A--|--B--|   ->   |--A----|B--|
  ///
  /// - Throws: as ``ripple(_:_:by:in:)``.
  public mutating func roll(_ index: Int, by amount: Time, in composition: inout Composition) throws
  {
    try check(index)
    try check(index + 1)
    try edit(&composition) { sequence, composition in
      try sequence.trim(.stop, of: index, by: amount, in: &composition)
      try sequence.trim(.start, of: index + 1, by: amount, in: &composition)
    }
  }

  /// Shows another stretch of the source of the layer at `index`, `amount` of source time further on.
  ///     |--A--|[1 2]|--C--|   ->   |--A--|[2 3]|--C--|
  ///
  /// - Throws: as ``ripple(_:_:by:in:)``.
  public mutating func slip(_ index: Int, by amount: Time, in composition: inout Composition) throws
  {
    try check(index)
    try edit(&composition) { try $1[$0.layers[index]].slip(by: amount) }
  }

  /// Moves the layer at `index`; its neighbours' edges follow.
  ///     |--A--|--B--|--C--|   ->   |--A----|--B--|C--|
  ///
  /// - Throws: as ``ripple(_:_:by:in:)``.
  public mutating func slide(_ index: Int, by amount: Time, in composition: inout Composition)
    throws
  {
    try check(index)
    try edit(&composition) { sequence, composition in
      composition[sequence.layers[index]].shift(by: amount)
      if index > 0 { try sequence.trim(.stop, of: index - 1, by: amount, in: &composition) }
      if index + 1 < sequence.layers.count {
        try sequence.trim(.start, of: index + 1, by: amount, in: &composition)
      }
    }
  }

  /// Cuts the layer that is there at `time` in two; nothing that is seen or heard changes.
  ///     |----A----|   ->   |--A-|-A--|
  ///
  /// - Returns: the second part, a new layer.
  /// - Throws: as ``ripple(_:_:by:in:)``; `invalidArgument` where no layer, or more than one, is there.
  @discardableResult public mutating func split(
    at time: Time, in composition: inout Composition
  ) throws -> LayerID {
    try edit(&composition) { try $0.split(at: time, &$1) }
  }

  /// Takes out the layer at `index` and leaves a gap.
  ///     |--A--|--B--|--C--|   ->   |--A--|.....|--C--|
  ///
  /// - Throws: as ``ripple(_:_:by:in:)``.
  public mutating func lift(_ index: Int, in composition: inout Composition) throws {
    try check(index)
    try edit(&composition) { $0.drop(index, &$1) }
  }

  /// Takes out the layer at `index`; what follows closes the gap.
  ///     |--A--|--B--|--C--|   ->   |--A--|--C--|
  ///
  /// - Throws: as ``ripple(_:_:by:in:)``.
  public mutating func extract(_ index: Int, in composition: inout Composition) throws {
    try check(index)
    try edit(&composition) { sequence, composition in
      let start = composition[sequence.layers[index]].timeRange.start
      sequence.drop(index, &composition)
      guard index < sequence.layers.count else { return }
      let next = composition[sequence.layers[index]].timeRange.start
      sequence.shift(from: index, by: start - next, &composition)
      if index > 0 { sequence.join(index - 1, &composition) }
    }
  }

  /// Puts `layer`, which the composition has, before the one at `index`, or at the end; everything after it
  /// moves along.
  ///     |--A--|--B--|   ->   |--A--|new|--B--|
  ///
  /// - Throws: as ``ripple(_:_:by:in:)``.
  public mutating func insert(
    _ layer: LayerID, at index: Int, in composition: inout Composition
  ) throws {
    guard index != layers.count else { return try place(layer, at: index, in: &composition) }
    try check(index)
    try place(layer, at: index, in: &composition)
  }

  private mutating func place(
    _ layer: LayerID, at index: Int, in composition: inout Composition
  ) throws {
    try edit(&composition) { sequence, composition in
      let isLast = index == sequence.layers.count
      let start =
        isLast
        ? sequence.layers.last.map { composition[$0].timeRange.end - sequence.overlap } ?? .zero
        : composition[sequence.layers[index]].timeRange.start
      if index > 0, !isLast { sequence.part(index - 1, &composition) }
      composition[layer].shift(by: start - composition[layer].timeRange.start)
      sequence.shift(
        from: index, by: composition[layer].timeRange.duration - sequence.overlap, &composition)
      sequence.layers.insert(layer, at: index)
      if index > 0 { sequence.join(index - 1, &composition) }
      if !isLast { sequence.join(index, &composition) }
    }
  }

  /// Lays `layer`, which the composition has, over what is there from `time` on; what it covers goes.
  ///     |--A--|--B--|--C--|   ->   |--A-|-new-|-C--|
  ///
  /// - Throws: as ``ripple(_:_:by:in:)``.
  public mutating func overwrite(
    _ layer: LayerID, at time: Time, in composition: inout Composition
  ) throws {
    try edit(&composition) { sequence, composition in
      composition[layer].shift(by: time - composition[layer].timeRange.start)
      let range = composition[layer].timeRange
      try sequence.clear(range, &composition)
      let index = sequence.layers.partitioningIndex {
        composition[$0].timeRange.start >= range.start
      }
      sequence.layers.insert(layer, at: index)
    }
  }
}

// MARK: Steps

extension LayerSequence {
  /// Refuses a position at which no layer is.
  private func check(_ index: Int) throws {
    guard !layers.indices.contains(index) else { return }
    throw MoonreelError(
      .invalidArgument,
      layers.isEmpty
        ? "the sequence has no layers any more"
        : "the sequence has \(layers.count) layers, none at position \(index)")
  }

  private func trim(
    _ edge: Edge, of index: Int, by amount: Time, in composition: inout Composition
  ) throws {
    let layer = composition[layers[index]]
    let left = layer.timeRange.duration + (edge == .start ? -amount : amount)
    guard left > .zero else {
      throw MoonreelError(
        .invalidTimeline,
        "\(layer.label) lasts \(layer.timeRange.duration.text), so nothing would be left of it; edit by "
          + "less.")
    }
    switch edge {
    case .start: composition[layers[index]].trimStart(by: amount)
    case .stop: composition[layers[index]].trimEnd(by: amount)
    }
  }

  private func shift(from index: Int, by amount: Time, _ composition: inout Composition) {
    for id in layers[index...] { composition[id].shift(by: amount) }
  }

  private mutating func split(at time: Time, _ composition: inout Composition) throws -> LayerID {
    guard let index = position(at: time, in: composition) else {
      throw MoonreelError(
        .invalidArgument, "the sequence has no layer at \(time.text) that could be split")
    }
    let isShared =
      index + 1 < layers.count && composition[layers[index + 1]].timeRange.contains(time)
    let first = composition[layers[index]]
    guard !isShared, time > first.timeRange.start else {
      throw MoonreelError(
        .invalidArgument,
        "the sequence cannot be split at \(time.text), where one layer gives way to the next")
    }
    var second = first
    second.trimStart(by: time - first.timeRange.start)
    second.audio.fadeIn = .zero
    let id = composition.add(second)
    composition[first.id].trimEnd(by: time - first.timeRange.end)
    composition[first.id].audio.fadeOut = .zero
    for index in composition.transitions.indices
    where composition.transitions[index].from == first.id {
      composition.transitions[index].from = id
    }
    layers.insert(id, at: index + 1)
    return id
  }

  /// Takes the layer at `index` out; it stays in the composition, switched off.
  private mutating func drop(_ index: Int, _ composition: inout Composition) {
    let id = layers.remove(at: index)
    composition[id].isEnabled = false
    composition.transitions.removeAll { $0.from == id || $0.to == id }
  }

  /// Makes room over `range`.
  private mutating func clear(_ range: TimeRange, _ composition: inout Composition) throws {
    for id in layers {
      let shown = composition[id].timeRange
      guard shown.overlaps(range) else { continue }
      if range.contains(shown) {
        drop(layers.firstIndex(of: id) ?? 0, &composition)
        continue
      }
      var rest = id
      if shown.start < range.start, shown.end > range.end {
        rest = try split(at: range.start, &composition)
      } else if shown.start < range.start {
        composition[id].trimEnd(by: range.start - shown.end)
        continue
      }
      composition[rest].trimStart(by: range.end - composition[rest].timeRange.start)
    }
    let kept = composition
    composition.transitions.removeAll {
      !kept[$0.from].timeRange.overlaps(kept[$0.to].timeRange)
    }
  }

  /// Lets the layers at `index` and `index + 1`, where they overlap, give way to each other.
  private func join(_ index: Int, _ composition: inout Composition) {
    let (from, to) = (layers[index], layers[index + 1])
    guard var transition, composition[from].timeRange.overlaps(composition[to].timeRange) else {
      return
    }
    (transition.from, transition.to) = (from, to)
    composition.transitions.append(transition)
  }

  /// Takes away the transition between the layers at `index` and `index + 1`.
  private func part(_ index: Int, _ composition: inout Composition) {
    let (from, to) = (layers[index], layers[index + 1])
    composition.transitions.removeAll { $0.from == from && $0.to == to }
  }
}
