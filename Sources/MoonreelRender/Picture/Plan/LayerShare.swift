// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// A layer with what planes make of it.
struct PlannedLayer {
  let image: Image
  /// `nil` where it cannot be drawn plane by plane.
  let value: PlanarValue?
  /// In whole samples of chroma: what it touches, what it hides, and where none of its edges is in sight.
  let touched: PixelRect
  let hides: PixelRect
  private(set) var inside: PixelRect

  /// `layer` as `lowering` draws what is seen of it where others hide `hidden`.
  init(_ layer: DisplayList.Layer, besides hidden: [PixelRect], _ lowering: PlanarLowering) {
    let (format, whole) = (lowering.target.format, PixelRect(size: lowering.target.size))
    func inner(_ rect: PixelRect) -> PixelRect {
      rect.shrunk(format.chromaShiftX, format.chromaShiftY, within: whole)
    }
    image = layer.image
    touched = layer.touched.aligned(format.chromaShiftX, format.chromaShiftY).intersection(whole)
    hides = inner(layer.hides)
    let seen = touched.without(hidden)
    value = lowering.lower(
      layer.image, over: seen.dropFirst().reduce(seen.first ?? touched) { $0.union($1) })
    let around = touched
    inside =
      value?.inside.map { inner(PixelRect(within: $0.rect).intersection(around)) } ?? .empty
  }
}

/// Rectangles in which the same layers are seen.
struct LayerShare {
  /// The layers, the uppermost first.
  var members: [Int]
  /// Those of them of which no edge is in sight.
  var inside: [Int] = []
  /// In whole samples of chroma; `nil` for the whole target.
  var rects: [PixelRect]?

  /// How many rectangles are told apart in one place, and how many layers in all.
  private static let (limit, layerLimit) = (16, 96)

  /// What is seen where in `whole`; parts where a layer is seen that planes cannot draw are left out.
  static func shares(of layers: [PlannedLayer], in whole: PixelRect) -> [LayerShare] {
    // What is small is not worth a program of its own away from its edges.
    let layers = layers.map { layer in
      64 * layer.inside.area >= whole.area ? layer : layer.withoutInside
    }
    let small = layers.indices.filter { layers[$0].touched != whole }
    guard small.count <= layerLimit else {
      return [LayerShare(members: layers.indices.filter { layers[$0].value != nil })]
    }
    let large = layers.filter { $0.touched == whole }
    let rest = whole.without(small.map { layers[$0].touched })
    var shares = rest.flatMap { Self.shares(of: layers, besides: large, in: $0, seeing: [$0]) }
    for group in groups(of: small, layers) {
      let touched = group.map { layers[$0].touched }
      let box = touched.dropFirst().reduce(touched[0]) { $0.union($1) }
      let near = large + group.map { layers[$0] }
      shares += Self.shares(of: layers, besides: near, in: box, seeing: touched)
    }
    var joined = joined(shares)
    if joined.count == 1, joined[0].rects == [whole] { joined[0].rects = nil }
    return joined
  }

  /// What is seen in the parts of `box` that lie in one of `rects`, where only edges of `near` do.
  private static func shares(
    of layers: [PlannedLayer], besides near: [PlannedLayer], in box: PixelRect,
    seeing rects: [PixelRect]
  ) -> [LayerShare] {
    let edges = Set(
      near.flatMap { [$0.touched, $0.hides, $0.inside] }.map { $0.intersection(box) }
    )
    .filter { !$0.isEmpty && $0 != box }
    guard edges.count <= limit else {
      let members = layers.indices.filter { index in
        layers[index].value != nil && rects.contains { layers[index].touched.overlaps($0) }
      }
      return [LayerShare(members: members, rects: rects)]
    }
    let cells = PixelRect.cells(between: edges, in: box)
      .filter { cell in rects.contains { $0.overlaps(cell) } }
    return joined(cells.compactMap { seen(in: $0, layers) })
  }

  /// `shares`, those in which the same is seen as one.
  private static func joined(_ shares: [LayerShare]) -> [LayerShare] {
    var joined: [LayerShare] = []
    for share in shares {
      let place = joined.firstIndex { $0.members == share.members && $0.inside == share.inside }
      guard let place else {
        joined.append(share)
        continue
      }
      for rect in share.rects ?? [] { joined[place].add(rect) }
    }
    return joined
  }

  /// `small` in groups that do not touch one another.
  private static func groups(of small: [Int], _ layers: [PlannedLayer]) -> [[Int]] {
    var groups: [[Int]] = []
    for index in small {
      var group = [index]
      groups = groups.filter { other in
        guard other.contains(where: { layers[$0].touched.overlaps(layers[index].touched) }) else {
          return true
        }
        group += other
        return false
      }
      groups.append(group.sorted())
    }
    return groups
  }

  /// What is seen in `cell`, through which no edge goes; `nil` where that is a layer that planes cannot draw.
  private static func seen(in cell: PixelRect, _ layers: [PlannedLayer]) -> LayerShare? {
    var share = LayerShare(members: [], rects: [cell])
    for (index, layer) in layers.enumerated() where layer.touched.overlaps(cell) {
      guard layer.value != nil else { return nil }
      share.members.append(index)
      if layer.inside.intersection(cell) == cell { share.inside.append(index) }
      if layer.hides.intersection(cell) == cell { break }
    }
    return share
  }

  /// Adds `cell`, which continues the last one where it lies on its right; cells come row by row.
  private mutating func add(_ cell: PixelRect) {
    var rects = rects ?? []
    if let last = rects.last, last.minY == cell.minY, last.maxY == cell.maxY, last.maxX == cell.minX
    {
      rects[rects.count - 1].maxX = cell.maxX
    } else {
      rects.append(cell)
    }
    self.rects = rects
  }
}

extension PlannedLayer {
  fileprivate var withoutInside: PlannedLayer {
    var layer = self
    layer.inside = .empty
    return layer
  }
}
