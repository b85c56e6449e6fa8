// SPDX-License-Identifier: MIT

import MoonreelCore

/// A picture that is described, not drawn: an immutable node over its inputs (`CIImage`).
///
/// Building one costs next to nothing; `MoonreelRender` compiles and draws it. Coordinates are pixels of
/// the composition, origin top-left, y down; pixel (0, 0) covers [0, 1) × [0, 1). Outside its
/// ``extent`` a picture is transparent. Colours in nodes are gamma-encoded R'G'B' with straight alpha;
/// between nodes pictures are premultiplied.
///
/// For example: `Image(frame: buffer).opacity(0.5).over(Image(color: .black))`.
///
/// `@unchecked Sendable`: `node` changes only in `deinit`, when nobody else holds the picture.
public final class Image: @unchecked Sendable {
  /// What this picture is.
  public private(set) var node: Node
  /// The rectangle outside which it is transparent; `nil` where it may cover the whole plane.
  public let extent: Rect?
  /// A rectangle in which it certainly hides what lies below, in its own coordinates: every pixel wholly inside has an alpha
  /// of 1. `nil` where none is obvious.
  package let opaqueRect: Rect?
  /// Whether it is made of numbers alone: of no frame, and no title or drawing. Two such pictures with equal digests are
  /// the same, and most stay the same for a whole film.
  package let isGenerated: Bool
  /// Whether something in it is drawn before it is read: blurred, filtered, in perspective, or read at computed positions.
  package let isMadeInPasses: Bool
  /// How many nodes lie on the longest way to a leaf, itself included.
  public let depth: Int
  /// The rectangle by which it is placed as a layer where that is not its extent's or its drawing's.
  let placementBox: Rect?
  /// Where a script made it, where somebody wants to know.
  private let origin: PicturePlace?
  /// What it counts against the memory of the script that made it.
  private let charge: MemoryCharge?

  /// The picture that `node` describes.
  ///
  /// - Parameter box: the rectangle by which it is placed as a layer, at its own size, like a drawing's.
  public init(_ node: Node, placedBy box: Rect? = nil) {
    (self.node, placementBox) = (node, box)
    extent = node.extent
    opaqueRect = node.opaqueRect
    isGenerated = node.isGenerated
    isMadeInPasses = node.isMadeInPasses
    depth = 1 + node.inputs.reduce(0) { max($0, $1.depth) }
    origin = PicturePlace.current
    charge = .current(node.byteEstimate)
  }

  /// The line of a script that made it, `"promo.lua:12"`; `nil` where no script did, or nobody wanted to know then.
  package var place: String? { origin?.text }

  /// Frees long chains without recursion: a million nodes must not need a million stack frames.
  deinit {
    guard depth > 128 else { return }
    var pending = node.inputs
    node = .empty
    while var next = pending.popLast() {
      guard isKnownUniquelyReferenced(&next) else { continue }
      pending += next.node.inputs
      next.node = .empty
    }
  }
}
