// SPDX-License-Identifier: MIT

import MoonreelCore

/// An affine map whose steps may hold shares such as `"50%"` of the frame that it is used in.
struct RelativeTransform: Sendable {
  private enum Piece: Sendable {
    case known(AffineTransform)
    case waiting(@Sendable (Rect) -> AffineTransform)
  }

  /// The steps in order, those that are known merged with their neighbours.
  private var pieces: [Piece]
  /// The most steps with shares.
  private static let longest = 1000

  /// How many there are.
  var pieceCount: Int { pieces.count }

  init(_ transform: AffineTransform) { pieces = [.known(transform)] }

  /// A map that `make` gives for a frame; made at once where nothing has shares.
  init(hasShares: Bool, _ make: @escaping @Sendable (Rect) -> AffineTransform) {
    let nowhere = Rect(x: 0, y: 0, width: 0, height: 0)
    pieces = [hasShares ? .waiting(make) : .known(make(nowhere))]
  }

  /// The map where it has no shares.
  var known: AffineTransform? {
    if pieces.count == 1, case .known(let transform) = pieces[0] { transform } else { nil }
  }

  /// The map in `frame`.
  func resolved(in frame: Rect) -> AffineTransform {
    pieces.reduce(.identity) { map, piece in
      switch piece {
      case .known(let next): map.followed(by: next)
      case .waiting(let make): map.followed(by: make(frame))
      }
    }
  }

  /// This map, then `next`.
  ///
  /// - Throws: `MoonreelError` (`limitExceeded`) where too many steps wait for their frame.
  func followed(by next: RelativeTransform) throws -> RelativeTransform {
    var result = self
    for piece in next.pieces {
      if case .known(let second) = piece, case .known(let first)? = result.pieces.last {
        result.pieces[result.pieces.count - 1] = .known(first.followed(by: second))
      } else {
        result.pieces.append(piece)
      }
    }
    guard result.pieces.count <= Self.longest else {
      throw MoonreelError(
        .limitExceeded,
        "a transform takes at most \(Self.longest) steps with shares; look for a loop that adds to it"
      )
    }
    return result
  }
}
