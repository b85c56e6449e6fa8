// SPDX-License-Identifier: MIT

import MoonreelCore

/// Which layers opaque layers above hide all the time.
///
/// Only what is certain counts as hiding: a picture without alpha that lies still over the whole frame, by
/// plain mixing, without effects, mask or matte, at full opacity, and in no transition.
struct Covering {
  private let subject: LintSubject
  private let stack: LayerStack
  /// The positions of the layers that hide each hidden one, by its position.
  private(set) var hiders: [Int: [Int]] = [:]

  /// Takes time in proportion to the layers that are there in each stretch, all together.
  ///
  /// - Throws: what an expression of the user's throws.
  init(_ subject: LintSubject, _ stack: LayerStack) throws {
    (self.subject, self.stack) = (subject, stack)
    guard stack.compositor == nil else { return }
    let covering = try Set(subject.pictureLayers.filter { try covers($0) })
    guard !covering.isEmpty else { return }
    var visible: Set<Int> = []
    for (range, drawn) in subject.stretches where subject.frames(in: range).count > 0 {
      let free = drawn.indices.filter { stack.transition(of: drawn[$0], at: range.start) == nil }
      let cover = free.last { covering.contains(drawn[$0]) }
      let hidden = Set(free.filter { $0 < cover ?? 0 })
      for (position, index) in drawn.enumerated() {
        if let cover, hidden.contains(position) {
          hiders[index, default: []].append(drawn[cover])
        } else {
          visible.insert(index)
        }
      }
    }
    hiders = hiders.filter { !visible.contains($0.key) }
  }

  /// The labels of what hides layer `index` all the time; `nil` where it may be visible.
  func labels(hiding index: Int) -> [String]? {
    hiders[index]?.reduce(into: [String]()) { labels, other in
      let label = stack.layers[other].label
      if !labels.contains(label) { labels.append(label) }
    }
  }

  /// Whether layer `index` hides all that lies below, while it is there and in no transition.
  private func covers(_ index: Int) throws -> Bool {
    let layer = stack.layers[index]
    guard layer.source.isOpaque, layer.opacity.constant == 1, layer.blendMode == .normal,
      layer.blending == nil,
      layer.effects.isEmpty, layer.mask == nil, layer.matte == nil, layer.compositor == nil,
      subject.isHeldStill(index)
    else { return false }
    let time = subject.shownRange(of: layer).start
    guard let (map, size) = try subject.placement(of: index, at: time), map.keepsRectangles else {
      return false
    }
    if case .image = layer.source { return true }  // without edges
    let box = map.boundingBox(of: Rect(origin: .zero, size: size))
    return box.contains(Rect(origin: .zero, size: stack.size))
  }
}

extension AffineTransform {
  /// Whether it maps upright rectangles to upright rectangles.
  var keepsRectangles: Bool {
    (b == 0 && c == 0 && a != 0 && d != 0) || (a == 0 && d == 0 && b != 0 && c != 0)
  }
}
