// SPDX-License-Identifier: MIT

import MoonreelCore

/// Where captions that are shown together lie.
enum CaptionStack {
  /// What captions of one stack have in common.
  private struct Anchor: Hashable {
    var gravity: Gravity
    var x, y: Double?
  }

  /// Pixels at the edge of pictures that are made smaller, over which sampling spreads them.
  private static let spread = 3.0

  /// The map that puts each block into its place, by position, in the order in which they are drawn.
  ///
  /// Captions with the same wish form a stack: at the lower edge the first is the lowest, elsewhere the
  /// highest. A stack that is larger than the safe area is made smaller; all of it lies inside.
  static func places(of blocks: [CaptionBlock], in safe: Rect) -> [(Int, AffineTransform)] {
    let anchors = blocks.map { Anchor(gravity: $0.gravity, x: $0.anchorX, y: $0.anchorY) }
    var seen: Set<Anchor> = []
    return anchors.filter { seen.insert($0).inserted }.flatMap { anchor in
      let members = blocks.indices.filter { anchors[$0] == anchor }
      let ordered = anchor.gravity.shares.y == 1 ? members.reversed() : members
      return places(of: ordered, blocks, anchor, in: safe)
    }
  }

  /// The same for the `members` of one stack, from the highest to the lowest.
  private static func places(
    of members: [Int], _ blocks: [CaptionBlock], _ anchor: Anchor, in safe: Rect
  ) -> [(Int, AffineTransform)] {
    let height = members.reduce(0) { $0 + blocks[$1].content.size.height }
    let width = members.reduce(0) { max($0, blocks[$1].content.size.width) }
    let isTooLarge = height > safe.size.height || width > safe.size.width
    let area = isTooLarge ? safe.grown(by: -spread) : safe
    let scale = isTooLarge ? min(area.size.height / height, area.size.width / width, 1) : 1
    var top = start(
      of: height * scale, at: anchor.y, anchor.gravity.shares.y, from: area.minY, to: area.maxY)
    return members.map { member in
      let content = blocks[member].content
      let left = start(
        of: content.size.width * scale, at: anchor.x, anchor.gravity.shares.x, from: area.minX,
        to: area.maxX)
      defer { top += content.size.height * scale }
      let map = AffineTransform(translationX: -content.minX, y: -content.minY)
        .followed(by: AffineTransform(scaleX: scale, y: scale))
        .followed(by: AffineTransform(translationX: left, y: top))
      return (member, map)
    }
  }

  /// Where `length` begins whose point `share` of the way along lies at `place`, or that far between the
  /// edges; always between these, on a whole pixel where there is room.
  private static func start(
    of length: Double, at place: Double?, _ share: Double, from low: Double, to high: Double
  ) -> Double {
    let wanted = place.map { $0 - length * share } ?? low + (high - low - length) * share
    let inside = max(low, min(wanted, high - length))
    let whole = inside.rounded()
    if whole >= low, whole + length <= high { return whole }
    return inside.rounded(.down) >= low ? inside.rounded(.down) : inside
  }
}
