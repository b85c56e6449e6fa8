// SPDX-License-Identifier: MIT

import MoonreelCore

/// Layers of a composition one after the other, as a cutting room lays shots: edits of one keep the others
/// in step.
///
/// Both the beginnings and the ends of its layers are in order; neighbours may overlap, for a transition, or
/// leave a gap. An edit that would break this, or show more of a source than there is, is refused and changes
/// nothing. Amounts are composition time, positive for later.
///
/// For example:
///
///     var cut = LayerSequence([first, second, third])
///     try cut.roll(0, by: Time(seconds: 0.5), in: &show)
public struct LayerSequence: Sendable {
  /// The layers in order of time.
  public internal(set) var layers: [LayerID]
  /// How long a layer that is put in is there together with its neighbours; negative for a gap.
  public var overlap = Time.zero
  /// Joins neighbours that an edit brings together; `nil`: a plain cut.
  public var transition: LayerTransition?

  /// An end of a layer.
  public enum Edge: String, Hashable, Sendable, CaseIterable {
    /// Its beginning.
    case start
    /// Where it ends.
    case stop
  }

  /// The sequence of `layers`, which are in order of time.
  public init(_ layers: [LayerID]) { self.layers = layers }

  /// The position of the layer that is there at `time` of `composition`; of two that overlap, the one that
  /// ends first. O(log n).
  public func position(at time: Time, in composition: Composition) -> Int? {
    let index = layers.partitioningIndex { composition[$0].timeRange.end > time }
    guard index < layers.count, composition[layers[index]].timeRange.contains(time) else {
      return nil
    }
    return index
  }

  /// Runs `body` on copies of the sequence and of `composition`, which take their places if the result is
  /// sound.
  mutating func edit<Result>(
    _ composition: inout Composition,
    _ body: (inout LayerSequence, inout Composition) throws -> Result
  ) throws -> Result {
    var (sequence, edited) = (self, composition)
    let result = try body(&sequence, &edited)
    try sequence.check(edited)
    (self, composition) = (sequence, edited)
    return result
  }

  /// Refuses what no sequence can be. The place of the error is the edit's, not the layer's.
  private func check(_ composition: Composition) throws {
    var composition = composition
    for id in layers { composition[id].place = nil }
    for (index, id) in layers.enumerated() {
      let layer = composition[id]
      try composition.validate(layer)
      guard layer.timeRange.start >= .zero else {
        throw layer.fault("\(layer.label) would begin \((-layer.timeRange.start).text) before 0.")
      }
      try layer.checkSource()
      guard index > 0 else { continue }
      let before = composition[layers[index - 1]]
      guard before.timeRange.start < layer.timeRange.start,
        before.timeRange.end < layer.timeRange.end
      else {
        throw layer.fault(
          "\(layer.label) (\(layer.timeRange.text)) would not come after \(before.label) "
            + "(\(before.timeRange.text)) any more; edit by less.")
      }
    }
    let members = Set(layers)
    for transition in composition.transitions
    where members.contains(transition.from) && members.contains(transition.to) {
      try composition.validate(transition)
    }
  }
}
